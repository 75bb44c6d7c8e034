import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct AdoptingTests {
  @Test(arguments: [
    ("a\nb|c\nd", "x\na\nbc\nd", "x\na\nb|c\nd"), ("a\nb|c\nd", "a\nbc\nd\ne", "a\nb|c\nd\ne"),
    ("a\nb|c\nd", "0\na\n1\nbc\n2\nd", "0\na\n1\nb|c\n2\nd"), ("a\n|\nb\n\nc", "x\na\n\nb\n\ny", "x\na\n|\nb\n\ny"),
    ("가나|다", "가나라다", "가나|라다"), ("가나|다", "앞 가나다", "앞 가나|다"), ("abc|", "", "|"), ("|", "abc", "|abc"),
    ("# 가\n\n나 |", "# 가 S\n\n나 \n", "# 가 S\n\n나 |\n"), ("a|", "a\r\nb", "a|\r\nb"),
    ("a\n\nb\n|\nc", "1\n\nb\n\n2", "1\n\nb\n|\n2"), ("a\n나는|", "a\n나는\nb\n", "a\n나는|\nb\n"),
    ("a\n나는|", "a\n나는!\nb\nc\n", "a\n나는|!\nb\nc\n"), ("a|", "0\na\nb\n", "0\na|\nb\n"), ("a\n|", "a\nb\n", "a\nb\n|"),
  ])
  func theCursorStaysOnItsLine(old: String, new: String, expected: String) {
    var buffer = buffer(old)
    buffer.adopt(Array(new.utf8))
    #expect(marked(buffer) == expected)
  }

  @Test func lineEndsAndByteOrderMarksAreAdopted() {
    var buffer = buffer("a\nb|")
    buffer.adopt(Array("\u{FEFF}a\r\nb".utf8))
    #expect(buffer.bytes == Array("\u{FEFF}a\r\nb".utf8))
    buffer.adopt(Array("a\nb".utf8))
    #expect(buffer.bytes == Array("a\nb".utf8) && buffer.cursor == LinePosition(line: 1, offset: 1))
  }

  @Test func undoRevertsTypedTextButNotAdoptedChanges() {
    var buffer = buffer("하나\n둘|\n셋")
    buffer.insert("2")
    buffer.adopt(Array("영\n하나\n둘2\n셋\n넷".utf8))
    buffer.undo()
    #expect(marked(buffer) == "영\n하나\n둘|\n셋\n넷")
    buffer.redo()
    #expect(marked(buffer) == "영\n하나\n둘2|\n셋\n넷")
  }

  @Test func aStepThatTouchesTheSameTextIsRemoved() {
    var buffer = buffer("a|")
    buffer.insert("b")
    buffer.adopt(Array("xyz".utf8))
    #expect(buffer.history.undoable.isEmpty)
    buffer.undo()
    #expect(buffer.text == "xyz")
  }

  @Test func theAdoptedTextIsEqualByteForByte() {
    var random = SeededRandom(seed: 12)
    let pieces: [[UInt8]] = [[0x61], [0x62], [0x0A], [0x0D], [0x0D, 0x0A], [0xFF], [0xEF, 0xBB, 0xBF]]
    for round in 0..<2000 {
      let texts = (0..<2).map { _ in (0..<random.below(16)).flatMap { _ in random.pick(pieces) ?? [] } }
      var buffer = EditBuffer(texts[0])
      buffer.adopt(texts[1])
      #expect(buffer.bytes == texts[1], "round \(round)")
    }
  }

  @Test func aTextWithOtherLineEndsIsAdoptedInOneEdit() {
    let lines = (0..<3_000).map { "줄 \($0)" }
    var buffer = EditBuffer(Array(lines.joined(separator: "\n").utf8))
    buffer.adopt(Array(lines.joined(separator: "\r\n").utf8))
    #expect(buffer.bytes == Array(lines.joined(separator: "\r\n").utf8))
  }

  @Test func editsOfOtherLinesCanAllBeUndone() {
    var random = SeededRandom(seed: 5)
    for round in 0..<200 {
      let lines = (0..<8).map { "line \($0) 회의" }
      let foreign = random.below(8)
      var buffer = EditBuffer(Array(lines.joined(separator: "\n").utf8))
      for _ in 0..<random.below(6) {
        let line = (foreign + 1 + random.below(7)) % 8
        buffer.move(to: LinePosition(line: line, offset: random.below(7)))
        if random.happens(percent: 60) { buffer.insert("é") } else { buffer.deleteForward() }
      }
      var changed = buffer.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      guard changed.count == 8 else { continue }
      changed[foreign] = "다른 곳에서 \(round)"
      buffer.adopt(Array(changed.joined(separator: "\n").utf8))
      while !buffer.history.undoable.isEmpty { buffer.undo() }
      var expected = lines
      expected[foreign] = changed[foreign]
      #expect(buffer.text == expected.joined(separator: "\n"), "round \(round)")
    }
  }

  private func buffer(_ marked: String) -> EditBuffer {
    let offset = marked.utf8.firstIndex(of: UInt8(ascii: "|")).map {
      marked.utf8.distance(from: marked.startIndex, to: $0)
    }
    var buffer = EditBuffer(Array(marked.utf8.filter { $0 != UInt8(ascii: "|") }))
    buffer.move(to: buffer.lines.position(at: offset ?? 0))
    return buffer
  }

  private func marked(_ buffer: EditBuffer) -> String {
    var bytes = buffer.bytes
    bytes.insert(UInt8(ascii: "|"), at: buffer.lines.offset(of: buffer.cursor))
    return String(decoding: bytes, as: UTF8.self)
  }
}
