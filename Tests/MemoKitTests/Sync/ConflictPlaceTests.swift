import MemoCore
import Testing

@testable import MemoSync

/// Where the versions of a conflict are in a text, and what is left when one is taken out.
@Suite struct ConflictPlaceTests {
  private static func conflict(_ ours: String, _ theirs: String, line: Int) -> SyncConflict {
    SyncConflict(
      issue: .unmerged(VaultPath("a.md")), kind: .both, path: VaultPath("a.md"), line: line, ours: Array(ours.utf8),
      theirs: Array(theirs.utf8), ourDevice: nil, theirDevice: nil, commit: nil, key: "a")
  }

  @Test(arguments: [
    ("a\nb\n", "b\n", "c\n", "a\nb\nc\nd\n", "a\nb\nd\n", "a\nc\nd\n"),
    ("theirs first", "b\n", "c\n", "a\nc\nb\nd\n", "a\nb\nd\n", "a\nc\nd\n"),
    ("paragraphs", "b\n\nb2\n", "c\n", "a\nb\n\nb2\nc\nd\n", "a\nb\n\nb2\nd\n", "a\nc\nd\n"),
    ("blank behind", "b\n\n", "c\n\n", "a\nb\n\nc\n\nd\n", "a\nb\n\nd\n", "a\nc\n\nd\n"),
    ("a common line", "b\nx\n", "c\nx\n", "b\nx\nc\nx\nd\n", "b\nx\nd\n", "c\nx\nd\n"),
    ("kept once", "b\nx\n", "c\nx\n", "b\nc\nx\nd\n", "b\nx\nd\n", "c\nx\nd\n"),
    ("one removed all", "b\n", "", "a\nb\nd\n", "a\nb\nd\n", "a\nd\n"),
    ("CRLF", "b\r\n", "c\r\n", "a\r\nb\r\nc\r\nd", "a\r\nb\r\nd", "a\r\nc\r\nd"),
    ("behind a byte order mark", "b\n", "c\n", "\u{FEFF}b\nc\nd\n", "\u{FEFF}b\nd\n", "\u{FEFF}c\nd\n"),
    ("no end", "b\n", "c\n", "a\nb\nc", "a\nb\n", "a\nc"),
    ("set apart", "b\n", "c\n", "a\n\nb\n\nc\n\nd\n", "a\n\nb\n\nd\n", "a\n\nc\n\nd\n"),
    ("set apart at the end", "b\n", "c\n", "a\n\nb\n\nc\n", "a\n\nb\n", "a\n\nc\n"),
  ])
  func oneVersionIsTakenOut(
    name: String, ours: String, theirs: String, text: String, mine: String, other: String
  ) throws {
    let bytes = Array(text.utf8)
    let place = try #require(ConflictPlace(of: Self.conflict(ours, theirs, line: 2), in: bytes), "\(name)")
    #expect(place.text(keeping: .ours, of: bytes).map { String(decoding: $0, as: UTF8.self) } == mine, "\(name)")
    #expect(place.text(keeping: .theirs, of: bytes).map { String(decoding: $0, as: UTF8.self) } == other, "\(name)")
  }

  @Test func theNearestOfEqualLinesIsMeant() throws {
    let text = Array("- [ ] x\ny\n\n- [ ] x\n- [x] x\nz\n".utf8)
    let place = try #require(ConflictPlace(of: Self.conflict("- [ ] x\n", "- [x] x\n", line: 4), in: text))
    #expect(place.lines == 3...4)
    #expect(place.text(keeping: .theirs, of: text) == Array("- [ ] x\ny\n\n- [x] x\nz\n".utf8))
  }

  @Test func anEqualLineAboveThePlaceIsNoVersion() throws {
    let text = Array("milk\neggs\nbread\nmilk\nend\n".utf8)
    let place = try #require(ConflictPlace(of: Self.conflict("eggs\nbread\n", "milk\n", line: 2), in: text))
    #expect(place.lines == 1...3)
    #expect(place.text(keeping: .ours, of: text) == Array("milk\neggs\nbread\nend\n".utf8))
  }

  @Test func aVersionThatMayGoOnIsNotTakenOut() throws {
    let long = (0..<30).map { "line \($0) \(String(repeating: "x", count: 55))\n" }.joined()
    let text = Array("a\nmine\n\(long)more of it that no commit records, as it is too long for one of them\(long)".utf8)
    let place = try #require(ConflictPlace(of: Self.conflict("mine\n", long, line: 2), in: text))
    #expect(place.text(keeping: .ours, of: text) == nil && place.text(keeping: .theirs, of: text) != nil)
  }

  @Test(arguments: [
    ("as it is", "x", "x", true), ("behind a comment mark", "x", "# x", true), ("longer", "x", "xy", false),
    ("as a long start", String(repeating: "x", count: 1_000), String(repeating: "x", count: 1_001), true),
    ("as a short start", String(repeating: "x", count: 999), String(repeating: "x", count: 1_000), false),
    ("long, behind a mark", String(repeating: "x", count: 999), "# " + String(repeating: "x", count: 999), true),
  ])
  func aLineOfTheKeptVersionComesBackUnlessItIsThere(name: String, line: String, there: String, isThere: Bool) throws {
    let text = Array("a\nmine\ntheirs\n\(there)\nend\n".utf8)
    let place = try #require(ConflictPlace(of: Self.conflict("mine\n", "theirs\n", line: 2), in: text))
    let kept = place.text(
      keeping: .ours, of: text, whole: Array("mine\n\(line)\n".utf8), copies: [Array(line.utf8)[...]: 1],
      written: Array("mine\n".utf8))
    let back = isThere ? "" : "\(line)\n"
    #expect(kept == Array("a\nmine\n\(back)\(there)\nend\n".utf8), "\(name)")
  }

  @Test func aVersionOfVeryManyLinesIsKeptInTime() throws {
    let lines = (0..<5_000).map { Array("line \($0) of the memo\n".utf8) }
    let text = Array("mine\ntheirs\n".utf8) + lines.joined()
    let place = try #require(ConflictPlace(of: Self.conflict("mine\n", "theirs\n", line: 1), in: text))
    let copies = Dictionary(uniqueKeysWithValues: lines.map { ($0.dropLast(), 1) })
    let start = ContinuousClock.now
    let mine = Array("mine\n".utf8)
    let kept = place.text(keeping: .ours, of: text, whole: mine, copies: copies, written: mine)
    // A look at all lines for each of them takes longer.
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(kept == mine + lines.joined())
  }

  @Test func theRestOfAVersionOfWhichACommitRecordsTheStartIsThereOnce() throws {
    let lines = (0..<1_000).map { Array("line \($0) of the memo\n".utf8) }
    let (all, end) = (Array(lines.joined()), Array("end\n".utf8))
    let text = Array("theirs\n".utf8) + all + end
    let start = Array(lines.prefix(60).joined())
    let conflict = Self.conflict(String(decoding: start, as: UTF8.self), "theirs\n", line: 1)
    let place = try #require(ConflictPlace(of: conflict, in: text))
    let known = Dictionary(uniqueKeysWithValues: lines.map { ($0.dropLast(), 1) })
    for copies in [[:], known] {
      #expect(place.text(keeping: .ours, of: text, whole: all, copies: copies, written: start) == all + end)
    }
  }

  @Test func withoutEitherVersionThereIsNoPlace() {
    #expect(ConflictPlace(of: Self.conflict("b\n", "c\n", line: 2), in: Array("a\nd\n".utf8)) == nil)
  }
}
