import MemoCore
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
    // Another process renamed a new memo, and gave its title a line end.
    ("First|", "Renamed\n", "Renamed|\n"), ("# 가|", "# 나다\r\n", "# 나다|\r\n"), ("a\nb|", "a\nc\nd\n", "a\nc|\nd\n"),
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

  /// A save ends the last line.
  @Test(arguments: [
    ("a\n|", "a\nnew\n", "a\n|"), ("a\nb\n|", "0\na\nb\nnew\n", "0\na\nb\n|"),
    ("a\nb\n|", "a\nb\n0\nnew\n", "a\nb\n0\n|"), ("a\nb\n|", "a\nB\nnew\n", "a\nB\n|"),
    ("a\n|", "a\nnew\nz\n", "a\nz\n|"), ("|", "0\nnew\n", "0\n|"), ("a|", "0\nanew\n", "0\na|\n"),
    ("a\r\n|", "0\r\na\r\nnew\r\n", "0\r\na\r\n|"), ("a\r|", "0\ra\rnew\r", "0\ra\r|"),
  ])
  func aLastLineThatWasTypedCanBeUndoneAfterASave(old: String, new: String, undone: String) {
    var buffer = buffer(old)
    for letter in ["n", "e", "w"] { buffer.insert(letter) }
    buffer.adopt(Array(new.utf8))
    #expect(buffer.text == new)
    buffer.undo()
    #expect(marked(buffer) == undone)
    buffer.redo()
    #expect(buffer.text == new)
  }

  @Test func linesTypedAtTheEndAndRemovedThereCanBeUndoneAfterASave() {
    var buffer = buffer("a\n|")
    buffer.insert("b")
    buffer.insertLineBreak()
    buffer.insert("c")
    buffer.deleteToLineStart()
    buffer.deleteBackward()
    buffer.adopt(Array("0\na\nb\n".utf8))
    var texts: [String] = []
    while !buffer.history.undoable.isEmpty {
      buffer.undo()
      texts.append(marked(buffer))
    }
    #expect(texts == ["0\na\nb\nc|\n", "0\na\nb\n|", "0\na\nb|\n", "0\na\n|"])
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

  @Test(arguments: [
    ("a|\nb\n", "\n", "new", "a\nEXT\nnew\nb\n", "a\nEXT\nb\n"),
    ("a|\nb\n", "\n", "new", "a\nnew\nEXT\nb\n", "a\nEXT\nb\n"),
    ("|a\nb\n", "new", "\n", "new\nEXT\na\nb\n", nil),
    ("|a\nb\n", "new", "\n", "EXT\nnew\na\nb\n", "EXT\na\nb\n"),
    ("a|", "\n", "new", "a\nEXT\nnew", nil), ("a|\r\nb", "\r\n", "new", "a\r\nEXT\r\nnew\r\nb", "a\r\nEXT\r\nb"),
  ])
  func aLineOfAnotherProgramStaysALine(old: String, one: String, two: String, new: String, undone: String?) {
    var buffer = buffer(old)
    buffer.replaceSelectionAsStep(with: Array(one.utf8))
    buffer.insert(two)
    buffer.history.join(after: 0)
    buffer.adopt(Array(new.utf8))
    #expect(buffer.history.undoable.isEmpty == (undone == nil))
    buffer.undo()
    #expect(buffer.text == undone ?? new)
  }

  /// Undo is a merge of lines: each is one of the text before the step or of the other program, in the order of both. A step
  /// that cannot be undone so is dropped.
  @Test func undoAfterAnOutsideChangeNeitherLosesNorJoinsLines() {
    var random = SeededRandom(seed: 21)
    var (undone, merged) = (0, 0)
    for round in 0..<2_000 {
      let start = (0..<2 + random.below(6)).map { "a\($0) b\($0)\n" }.joined()
      var buffer = EditBuffer(Array(start.utf8))
      var texts = [buffer.text]
      for step in 0..<1 + random.below(3) {
        changeLine(&buffer, "x\(step)", &random)
        buffer.history.join(after: texts.count - 1)
        if buffer.history.undoable.count == texts.count { texts.append(buffer.text) }
      }
      var other = buffer.text.split(separator: "\n").map(String.init)
      for change in 0..<1 + random.below(2) { changeElsewhere(&other, "y\(change)", &random) }
      let (after, foreign) = (texts[texts.count - 1], other.map { "\($0)\n" }.joined())
      buffer.adopt(Array(foreign.utf8))
      #expect(buffer.text == foreign)
      while !buffer.history.undoable.isEmpty {
        buffer.undo()
        texts.removeLast()
        undone += 1
        let before = texts[texts.count - 1]
        #expect(isUndone(buffer.text, before, after, foreign), "round \(round): \(buffer.text)")
        let merge = LineMerge(
          separate: Array(after.utf8), first: Array(foreign.utf8), second: Array(before.utf8))
        guard let merge else { continue }
        merged += 1
        #expect(buffer.bytes == merge.bytes, "round \(round)")
      }
    }
    #expect(undone > 1_000 && merged > 500, "\(undone) \(merged)")
  }

  /// Whatever the line ends are, a step that is left fits the text.
  @Test func stepsThatAreLeftFitTheText() {
    var random = SeededRandom(seed: 22)
    let pieces: [[UInt8]] = [[0x61], [0x62, 0x63], [0x0A], [0x0D], [0x0D, 0x0A], [0xFF]]
    var undone = 0
    for round in 0..<2_000 {
      var buffer = EditBuffer((0..<random.below(16)).flatMap { _ in random.pick(pieces) ?? [] })
      for _ in 0..<random.below(8) {
        let ends = (0..<2).map { _ in buffer.lines.position(at: random.below(buffer.lines.byteCount + 1)) }
        buffer.replace(min(ends[0], ends[1])..<max(ends[0], ends[1]), with: random.pick(pieces) ?? [], as: .other)
        if random.happens(percent: 30) { buffer.history.join(after: max(0, buffer.history.undoable.count - 2)) }
      }
      var new = buffer.bytes
      new.insert(contentsOf: random.pick(pieces) ?? [], at: random.below(new.count + 1))
      if random.happens(percent: 50), !new.isEmpty { new.remove(at: random.below(new.count)) }
      if random.happens(percent: 30) { new += [0x0A] }
      buffer.adopt(new)
      var texts: [[UInt8]] = []
      while !buffer.history.undoable.isEmpty {
        texts.append(buffer.bytes)
        buffer.undo()
        undone += 1
      }
      for text in texts.reversed() {
        buffer.redo()
        #expect(buffer.bytes == text, "round \(round)")
      }
    }
    #expect(undone > 1_000, "\(undone)")
  }

  private func changeLine(_ buffer: inout EditBuffer, _ new: String, _ random: inout SeededRandom) {
    let line = random.below(max(1, buffer.lines.count - 1))
    let (start, end) = (LinePosition(line: line, offset: 0), buffer.lines.lineEnd(line))
    let next = line + 1 < buffer.lines.count ? LinePosition(line: line + 1, offset: 0) : end
    buffer.move(to: random.happens(percent: 50) ? start : end)
    switch random.below(6) {
    case 0 where buffer.cursor == start:
      buffer.insertLineBreak()
      buffer.move(to: start)
    case 0: buffer.insertLineBreak()
    case 1: buffer.replace(start..<end, with: [], as: .other)
    case 2: return buffer.replace(start..<next, with: [], as: .other)
    case 3 where next.line + 1 < buffer.lines.count: buffer.replace(end..<next, with: [], as: .other)
    case 4:
      let blank = buffer.lines[line].bytes.firstIndex(of: UInt8(ascii: " ")) ?? 0
      buffer.move(to: LinePosition(line: line, offset: blank))
      buffer.insert(new)
      return buffer.insertLineBreak()
    default: break
    }
    for letter in new { buffer.insert(String(letter)) }
  }

  private func changeElsewhere(_ lines: inout [String], _ new: String, _ random: inout SeededRandom) {
    let line = random.below(lines.count + 1)
    switch random.below(3) {
    case 0 where line < lines.count: lines[line] += new
    case 1 where line < lines.count: lines.remove(at: line)
    default: lines.insert(new, at: line)
    }
  }

  /// Whether a text is another one with the outside change, by its lines, all of which differ.
  private func isUndone(_ text: String, _ before: String, _ after: String, _ foreign: String) -> Bool {
    let lines = [text, before, after, foreign].map { $0.split(separator: "\n") }
    let sets = lines.map { Set($0) }
    let expected = sets[1].subtracting(sets[2].subtracting(sets[3])).union(sets[3].subtracting(sets[2]))
    let isInOrder = [1, 3].allSatisfy { other in
      lines[0].filter(sets[other].contains) == lines[other].filter(sets[0].contains)
    }
    return sets[0] == expected && lines[0].count == expected.count && isInOrder
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
