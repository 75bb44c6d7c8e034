import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct UndoTests {
  @Test func aTypedWordIsOneStep() {
    var buffer = EditBuffer([])
    for letter in "회의 기록 2" { buffer.insert(String(letter)) }
    let texts = (0..<4).map { _ in
      buffer.undo()
      return buffer.text
    }
    #expect(texts == ["회의 기록 ", "회의 ", "", ""])
    let again = (0..<4).map { _ in
      buffer.redo()
      return buffer.text
    }
    #expect(again == ["회의 ", "회의 기록 ", "회의 기록 2", "회의 기록 2"])
  }

  @Test func aPauseEndsAStep() {
    var buffer = EditBuffer([])
    buffer.insert("a")
    buffer.endStep()
    buffer.insert("b")
    buffer.undo()
    #expect(buffer.text == "a")
  }

  @Test func movingTheCursorAndDeletingEndAStep() {
    var buffer = EditBuffer([])
    buffer.insert("ab")
    buffer.move(.left)
    buffer.insert("c")
    buffer.insert("d")
    buffer.deleteBackward()
    buffer.deleteBackward()
    #expect(buffer.text == "ab")
    let texts = (0..<3).map { _ in
      buffer.undo()
      return buffer.text
    }
    #expect(texts == ["acdb", "ab", ""])
  }

  @Test func undoRestoresCursorAndSelection() {
    var buffer = EditBuffer(Array("하나 둘".utf8))
    buffer.select(LinePosition(line: 0, offset: 0)..<LinePosition(line: 0, offset: 6))
    buffer.insert("x")
    buffer.move(.textEnd)
    buffer.undo()
    #expect(buffer.text == "하나 둘")
    #expect(buffer.selection == LinePosition(line: 0, offset: 0)..<LinePosition(line: 0, offset: 6))
    #expect(buffer.cursor.offset == 6)
  }

  @Test func typingAfterAnUndoClearsRedo() {
    var buffer = EditBuffer([])
    buffer.insert("a")
    buffer.undo()
    buffer.insert("b")
    #expect(buffer.history.redoable.isEmpty)
    buffer.redo()
    #expect(buffer.text == "b")
  }
}
