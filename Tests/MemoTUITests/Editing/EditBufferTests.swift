import MemoTUI
import Testing

@Suite struct EditBufferTests {
  @Test func typingPutsTextAtTheCursor() {
    var buffer = EditBuffer(Array("회록\n".utf8))
    buffer.move(.right)
    buffer.insert("의")
    #expect(buffer.text == "회의록\n" && buffer.cursor == LinePosition(line: 0, offset: 6))
  }

  @Test(arguments: [
    ("a\r\nb", "a\r\n\r\nb"), ("a\rb", "a\r\rb"), ("a\nb", "a\n\nb"), ("ab", "a\nb"),
  ])
  func enterUsesTheLineEndOfTheText(text: String, expected: String) {
    var buffer = EditBuffer(Array(text.utf8))
    buffer.move(.right)
    buffer.insertLineBreak()
    #expect(buffer.text.utf8.elementsEqual(expected.utf8))
    #expect(buffer.cursor == LinePosition(line: 1, offset: 0))
  }

  @Test func enterAddsALineBetweenKindsOfLineEnds() {
    for text in ["x\ny\rz", "x\r\ny\rz\nw", "\r\n\r\n\n", "a\r\n", "\r"] {
      for offset in 0...text.utf8.count {
        var buffer = EditBuffer(Array(text.utf8))
        buffer.move(to: buffer.lines.position(at: offset))
        let lines = buffer.lines.count
        buffer.insertLineBreak()
        #expect(buffer.lines.count == lines + 1, "\(text.debugDescription) at \(offset)")
      }
    }
  }

  @Test func aPasteGetsTheLineEndsOfTheText() {
    var buffer = EditBuffer(Array("a\r\n".utf8))
    buffer.move(.textEnd)
    buffer.paste(Array("1\r2\n3\r\n".utf8))
    #expect(buffer.bytes == Array("a\r\n1\r\n2\r\n3\r\n".utf8))
  }

  @Test(arguments: [
    ("한", ""), ("\u{1112}\u{1161}\u{11AB}", ""), ("ae\u{301}", "a"), ("a👨‍👩‍👧", "a"), ("a🇰🇷", "a"), ("a\r\n", "a"),
    ("a\t", "a"), ("", ""),
  ])
  func backspaceRemovesAWholeCharacter(text: String, expected: String) {
    var buffer = EditBuffer(Array(text.utf8))
    buffer.move(.textEnd)
    buffer.deleteBackward()
    #expect(buffer.bytes == Array(expected.utf8))
  }

  @Test func jamoThatAreTypedOneByOneAreOneCharacter() {
    var buffer = EditBuffer([])
    for jamo in ["\u{1112}", "\u{1161}", "\u{11AB}"] { buffer.insert(jamo) }
    #expect(buffer.cursor.offset == 9)
    buffer.move(.left)
    #expect(buffer.cursor.offset == 0)
    buffer.deleteForward()
    #expect(buffer.bytes == [])
  }

  @Test func theCursorIsNeverWithinACharacter() {
    var buffer = EditBuffer(Array("\u{301}x".utf8))
    buffer.insert("e")
    #expect(buffer.cursor.offset == 3)
    buffer.move(to: LinePosition(line: 9, offset: 1))
    #expect(buffer.cursor.offset == 3)
  }

  @Test(arguments: [
    ("회의록을 고침", 19, "회의록을 "), ("회의록을 ", 13, ""), ("a, b", 3, "b"), ("ab\n", 3, "ab"), ("漢字かな", 12, "漢字"),
  ])
  func wordsAreDeletedAsAWhole(text: String, offset: Int, expected: String) {
    var buffer = EditBuffer(Array(text.utf8))
    buffer.move(to: buffer.lines.position(at: offset))
    buffer.deleteWordBackward()
    #expect(buffer.text == expected)
  }

  @Test func movingOverWordsStopsWhereTheyStartAndEnd() {
    var buffer = EditBuffer(Array("회의록을 고침.\n다음 줄".utf8))
    var stops: [LinePosition] = []
    while buffer.cursor != buffer.lines.end {
      buffer.move(.wordRight)
      stops.append(buffer.cursor)
    }
    #expect(stops.map { [$0.line, $0.offset] } == [[0, 12], [0, 19], [0, 20], [1, 0], [1, 6], [1, 10]])
    stops = []
    while buffer.cursor != .start {
      buffer.move(.wordLeft)
      stops.append(buffer.cursor)
    }
    #expect(stops.map { [$0.line, $0.offset] } == [[1, 7], [1, 0], [0, 20], [0, 13], [0, 0]])
  }

  @Test func typingReplacesTheSelection() {
    var buffer = EditBuffer(Array("하나 둘\n셋".utf8))
    buffer.move(.wordRight, selecting: true)
    #expect(String(decoding: buffer.selectedBytes, as: UTF8.self) == "하나")
    buffer.insert("1")
    #expect(buffer.text == "1 둘\n셋" && buffer.selection == nil)
    buffer.selectAll()
    #expect(buffer.cut() == Array("1 둘\n셋".utf8) && buffer.bytes == [])
  }

  @Test func anArrowLeavesASelectionAtItsOwnEnd() {
    var buffer = EditBuffer(Array("abcd".utf8))
    buffer.select(LinePosition(line: 0, offset: 1)..<LinePosition(line: 0, offset: 3))
    var other = buffer
    buffer.move(.left)
    other.move(.right)
    #expect(buffer.cursor.offset == 1 && other.cursor.offset == 3)
    #expect(buffer.selection == nil && other.selection == nil)
  }

  @Test func deletingToTheEndsOfALine() {
    var buffer = EditBuffer(Array("abc\ndef".utf8))
    buffer.move(.right)
    buffer.deleteToLineEnd()
    #expect(buffer.text == "a\ndef")
    buffer.deleteToLineEnd()
    #expect(buffer.text == "adef")
    buffer.deleteToLineStart()
    #expect(buffer.text == "def")
  }

  @Test func anEditKeepsAllOtherBytes() {
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF, 0x61, 0x0D, 0x0A, 0xFF, 0xFE, 0x0D, 0x62, 0x0A, 0xC3]
    var buffer = EditBuffer(bytes)
    buffer.move(.lineEnd)
    buffer.insert("회")
    #expect(buffer.bytes == Array(bytes[..<4]) + Array("회".utf8) + Array(bytes[4...]))
    buffer.deleteBackward()
    #expect(buffer.bytes == bytes)
    buffer.move(.textStart)
    buffer.deleteBackward()
    #expect(buffer.bytes == bytes)
  }
}

extension EditBuffer {
  /// The text of the file.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
