import Foundation
import MemoTestSupport
import Testing

@testable import MemoCore

/// Front matter as Obsidian, GitJournal, Hugo, Jekyll and their plugins write it: what is read, and that every change leaves
/// all else as it was. The memos are in `Tests/Fixtures/FrontMatter/conventions.txt`.
@Suite struct FrontMatterConventionTests {
  struct Convention: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// As the file has it: `created`, `modified` and `tags`, empty for none.
    var expected: [String: String] = [:]
    var text = ""

    var bytes: [UInt8] { Array(text.utf8) }
  }

  static let all: [Convention] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/FrontMatter/conventions.txt").standardizedFileURL
    var found: [Convention] = []
    let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(
      separator: "\n", omittingEmptySubsequences: false)
    for line in lines.drop(while: { !$0.hasPrefix("=== ") }).dropLast() {
      if line.hasPrefix("=== ") {
        found.append(Convention(testDescription: String(line.dropFirst(4))))
      } else if line.hasPrefix("> ") {
        let words = line.dropFirst(2).split(separator: " ", maxSplits: 1)
        found[found.count - 1].expected[String(words[0])] = String(words[1])
      } else {
        found[found.count - 1].text += line + "\n"
      }
    }
    return found
  }()

  @Test func thereAreSixty() {
    #expect(Self.all.count >= 60)
    #expect(Set(Self.all.map(\.testDescription)).count == Self.all.count)
    print("\(Self.all.count) front matters")
  }

  // MARK: Reading

  private static let changeKeys = ["modified", "mod", "lastmod", "updated", "last_modified_at"]

  /// `2026-03-01T09:30:00 local`, `2026-03-01T00:30:15.250Z`
  private static func text(_ date: WrittenDate?) -> String {
    guard let date else { return "" }
    var digits = Timestamp.rfc3339(date.nanoseconds).dropLast()
    while digits.last == "0" { digits = digits.dropLast() }
    if digits.last == "." { digits = digits.dropLast() }
    let fraction = digits.split(separator: ".").dropFirst().first
    if let fraction, fraction.count < 3 { digits += String(repeating: "0", count: 3 - fraction.count) }
    if case .local = date { return digits + " local" }
    return digits + "Z"
  }

  @Test(arguments: all) func timesAndTagsAreRead(memo: Convention) throws {
    let metadata = MemoParser.metadata(of: memo.bytes)
    #expect(Self.text(metadata.created) == memo.expected["created"] ?? "")
    #expect(metadata.tags.joined(separator: " ") == memo.expected["tags"] ?? "")
    let front = memo.bytes.withUnsafeBytes { FrontMatter($0) }
    let changes = front.entries.filter { Self.changeKeys.contains($0.key.lowercased()) }
    #expect(changes.map { "\($0.key)=\($0.values.joined())" }.joined(separator: " ") == memo.expected["modified"] ?? "")
  }

  // MARK: Changing

  /// The lines that one text has and the other has not, in their order.
  private static func lines(of text: [UInt8], without other: [UInt8]) -> [String] {
    let all = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let rest = String(decoding: other, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return all.difference(from: rest).insertions.map { change in
      if case .insert(_, let line, _) = change { String(line) } else { "" }
    }
  }

  @Test(arguments: all) func aFieldThatIsSetAndUnsetLeavesEveryByte(memo: Convention) throws {
    let set = try FieldEdit.apply([.set("reviewed", "2026-04-01")], to: memo.bytes)
    #expect(Self.lines(of: set, without: memo.bytes) == ["reviewed: 2026-04-01"])
    #expect(Self.lines(of: memo.bytes, without: set).isEmpty)
    #expect(try FieldEdit.apply([.unset("reviewed")], to: set) == memo.bytes)
  }

  @Test(arguments: all) func aTagThatIsAddedChangesOneLineAtMost(memo: Convention) throws {
    let edit = try #require(TagEdit("extra"))
    let added = try memo.bytes.withUnsafeBytes { bytes in
      ByteEdit.apply(try edit.adding(to: bytes, titledBy: .firstLine), to: bytes)
    }
    let tags = MemoParser.metadata(of: memo.bytes).tags
    let read = MemoParser.metadata(of: added)
    #expect(Set(read.tags) == Set(tags + ["extra"]) && read.created == MemoParser.metadata(of: memo.bytes).created)
    let (new, old) = (Self.lines(of: added, without: memo.bytes), Self.lines(of: memo.bytes, without: added))
    #expect(new.count == 1 && new[0].contains("extra"), "\(new)")
    #expect(old.count <= 1, "\(old)")
  }

  @Test(arguments: all) func aTagThatIsRenamedAndRenamedBackLeavesEveryByte(memo: Convention) throws {
    // Of two spellings the first comes back.
    let isSpelledTwice = memo.testDescription.contains("the same tag")
    for tag in MemoParser.metadata(of: memo.bytes).tags {
      let there = try #require(TagRewriter(from: tag, to: "somewhere/else"))
      let back = try #require(TagRewriter(from: "somewhere/else", to: tag))
      let renamed = memo.bytes.withUnsafeBytes { ByteEdit.apply(there.edits(of: $0), to: $0) }
      #expect(MemoParser.metadata(of: renamed).tags.contains("somewhere/else"), "\(tag)")
      #expect(!MemoParser.metadata(of: renamed).tags.contains(tag), "\(tag)")
      let again = renamed.withUnsafeBytes { ByteEdit.apply(back.edits(of: $0), to: $0) }
      let found = String(decoding: again, as: UTF8.self)
      #expect(isSpelledTwice ? found.lowercased() == memo.text.lowercased() : found == memo.text, "\(tag)")
    }
  }

  // MARK: Merging

  @Test(arguments: all) func aMergeOfOtherLinesLeavesTheFrontMatter(memo: Convention) throws {
    let first = memo.bytes + Array("Another line.\n".utf8)
    let second = try FieldEdit.apply([.set("reviewed", "2026-04-01")], to: memo.bytes)
    let merge = LineMerge(base: memo.bytes, first: first, second: second)
    #expect(merge.overlaps.isEmpty)
    #expect(merge.bytes == second + Array("Another line.\n".utf8))
  }

  /// Two devices changed the time of the last change; one wrote it in another form.
  @Test(arguments: [
    ("modified", "2026-03-02T10:00:00+09:00", "2026-03-02T02:00:00Z"), ("updated", "2026-03-02", "2026-03-02 00:00:01"),
    ("mod", "2026-03-02T10:00", "2026-03-03"), ("lastmod", "1772413200", "1772413201"),
    ("mod", "1772413200000", "1772413201"), ("mod", "1772413200", "2026-03-02T01:00:01Z"),
    ("updated", "2026-03-02T01:00:00Z", "1772413200001"), ("lastmod", "\"1772413200\"", "'1772413200500'"),
    ("modified", "9", "10"),
  ])
  func theLaterTimeOfTheLastChangeStays(key: String, earlier: String, later: String) {
    func memo(_ time: String) -> [UInt8] { Array("---\ntitle: T\n\(key): \(time)\ntags: [a]\n---\nText\n".utf8) }
    for (first, second) in [(earlier, later), (later, earlier)] {
      let merge = LineMerge(base: memo("2026-01-01"), first: memo(first), second: memo(second))
      #expect(String(decoding: merge.bytes, as: UTF8.self) == String(decoding: memo(later), as: UTF8.self))
      #expect(merge.overlaps.isEmpty)
    }
  }

  @Test func categoriesMergeAsASet() {
    func memo(_ list: String) -> [UInt8] { Array("---\ncategories: \(list)\n---\nText\n".utf8) }
    let merge = LineMerge(base: memo("a b"), first: memo("a b c"), second: memo("b d"))
    #expect(Set(MemoParser.metadata(of: merge.bytes).tags) == ["b", "c", "d"] && merge.overlaps.isEmpty)
  }
}
