import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct EditedLinesTests {
  private static let texts: [(String, [(String, LineBreak)])] = [
    ("", [("", LineBreak.none)]), ("a", [("a", .none)]), ("a\n", [("a", .lineFeed), ("", .none)]),
    ("a\r\nb\rc\n\nd", [("a", .pair), ("b", .carriageReturn), ("c", .lineFeed), ("", .lineFeed), ("d", .none)]),
    ("\r\r\n", [("", .carriageReturn), ("", .pair), ("", .none)]),
  ]

  @Test(arguments: texts)
  func linesEndAtLineFeedsAndReturns(text: String, lines: [(String, LineBreak)]) {
    let split = EditedLines(Array(text.utf8))
    #expect(split[0..<split.count] == lines.map { TextLine(Array($0.0.utf8), lineBreak: $0.1) })
    #expect(split.bytes == Array(text.utf8))
  }

  @Test func aByteOrderMarkIsNotPartOfTheFirstLine() {
    let lines = EditedLines(Array("\u{FEFF}a\n".utf8))
    #expect(lines.hasByteOrderMark && lines[0].bytes == Array("a".utf8) && lines.byteCount == 2)
    #expect(lines.bytes == Array("\u{FEFF}a\n".utf8))
  }

  @Test func anEditedTextEqualsOneReadAgain() {
    var random = SeededRandom(seed: 2)
    let alphabet: [[UInt8]] = [[0x61], [0x0A], [0x0D], [0x0D, 0x0A], [0xFF], Array("회".utf8)]
    for round in 0..<200 {
      var bytes = (0..<random.below(30)).flatMap { _ in random.pick(alphabet) ?? [] }
      var lines = EditedLines(bytes)
      for step in 0..<20 {
        let start = random.below(bytes.count + 1)
        let range = start..<start + random.below(min(6, bytes.count - start) + 1)
        let new = (0..<random.below(4)).flatMap { _ in random.pick(alphabet) ?? [] }
        let before = lines[0..<lines.count]
        let change = lines.replace(range, with: new)
        bytes.replaceSubrange(range, with: new)
        let scratch = TextLine.lines(of: bytes)
        #expect(lines[0..<lines.count] == scratch, "round \(round), step \(step)")
        #expect(before[..<change.old.lowerBound] == scratch[..<change.new.lowerBound], "round \(round), step \(step)")
        #expect(before[change.old.upperBound...] == scratch[change.new.upperBound...], "round \(round), step \(step)")
      }
    }
  }

  @Test func successiveChangesAreJoined() {
    var random = SeededRandom(seed: 3)
    for round in 0..<300 {
      let old = Array(0..<20)
      var (lines, next, change) = (old, 100, LineChange?.none)
      for _ in 0..<4 {
        let start = random.below(lines.count + 1)
        let range = start..<start + random.below(min(3, lines.count - start) + 1)
        let new = (0..<random.below(3)).map { _ in
          next += 1
          return next
        }
        lines.replaceSubrange(range, with: new)
        let step = LineChange(replacing: range, withCount: new.count)
        if change == nil { change = step } else { change?.add(step) }
      }
      guard let change else { continue }
      #expect(old[..<change.old.lowerBound] == lines[..<change.new.lowerBound], "round \(round)")
      #expect(Array(old[change.old.upperBound...]) == Array(lines[change.new.upperBound...]), "round \(round)")
    }
  }
}
