import MemoCore
import Testing

@testable import MemoTUI

/// Tab and Shift-Tab in a table.
@Suite struct TableTypingTests {
  private static let table = "| a | b |\n| - | - |\n| one | two |\n"

  private static func editor(_ text: String, line: Int, _ offset: Int) -> TextEditor {
    var editor = TextEditor(Array(text.utf8), columns: 80)
    editor.edit { $0.move(to: LinePosition(line: line, offset: offset)) }
    return editor
  }

  private static func press(_ keys: [Key], in editor: inout TextEditor) {
    var clipboard: [UInt8] = []
    for key in keys { _ = editor.type(.key(key), page: 10, clipboard: &clipboard) }
  }

  private static func text(_ editor: TextEditor) -> String { String(decoding: editor.buffer.bytes, as: UTF8.self) }

  /// The text with `_` at the cursor.
  private static func marked(_ editor: TextEditor) -> String {
    var bytes = editor.buffer.bytes
    bytes.insert(UInt8(ascii: "_"), at: editor.buffer.lines.offset(of: editor.buffer.cursor))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func tabGoesToTheNextCellAndLinesUpTheTable() {
    var editor = Self.editor(Self.table, line: 0, 3)
    Self.press([.tab], in: &editor)
    #expect(Self.marked(editor) == "| a   | b_   |\n| --- | --- |\n| one | two |\n")
    Self.press([.tab], in: &editor)
    #expect(
      Self.marked(editor) == "| a   | b   |\n| --- | --- |\n| one_ | two |\n", "the line below the heads is skipped")
    Self.press([.backTab, .backTab], in: &editor)
    #expect(Self.marked(editor) == "| a_   | b   |\n| --- | --- |\n| one | two |\n")
    Self.press([.backTab], in: &editor)
    #expect(
      Self.marked(editor) == "| a_   | b   |\n| --- | --- |\n| one | two |\n", "before the first cell there is none")
  }

  @Test func tabInTheLastCellAddsARow() {
    var editor = Self.editor(Self.table, line: 2, 9)
    Self.press([.tab], in: &editor)
    #expect(Self.marked(editor) == "| a   | b   |\n| --- | --- |\n| one | two |\n| _    |     |\n")
    editor.edit { $0.insert("new") }
    Self.press([.tab], in: &editor)
    #expect(Self.marked(editor) == "| a   | b   |\n| --- | --- |\n| one | two |\n| new | _    |\n")
    for _ in 0..<3 { editor.edit { $0.undo() } }
    #expect(Self.text(editor) == Self.table, "lining up, the typed word and the new row were a step each")
  }

  @Test func liningUpIsOneStepOfUndo() {
    var editor = Self.editor(Self.table, line: 2, 3)
    editor.edit { $0.insert("xyz") }
    Self.press([.tab], in: &editor)
    #expect(Self.text(editor) == "| a      | b   |\n| ------ | --- |\n| oxyzne | two |\n")
    editor.edit { $0.undo() }
    #expect(Self.marked(editor) == "| a | b |\n| - | - |\n| oxyz_ne | two |\n")
    editor.edit { $0.redo() }
    #expect(Self.text(editor) == "| a      | b   |\n| ------ | --- |\n| oxyzne | two |\n")
  }

  @Test func wideCharactersTakeTwoColumns() {
    var editor = Self.editor("| 이름 | 값 |\n|---|--:|\n| 사과 두 개 | 1 |\n", line: 2, 2)
    Self.press([.tab], in: &editor)
    #expect(Self.marked(editor) == "| 이름       |  값 |\n| ---------- | --: |\n| 사과 두 개 |   1_ |\n")
  }

  @Test func otherTextAroundTheTableStays() {
    let text = "# t\n\nsome text\n| a | b |\n|-|-|\n| 1 |\n\n| c |\n|-|\n| longer |\n"
    var editor = Self.editor(text, line: 5, 2)
    Self.press([.tab], in: &editor)
    #expect(
      Self.marked(editor)
        == "# t\n\nsome text\n| a   | b   |\n| --- | --- |\n| 1   | _    |\n\n| c |\n|-|\n| longer |\n")
  }

  @Test func aQuotedTableStaysQuotedAndCRLFStays() {
    var editor = Self.editor("> | a | b |\r\n> |-|-|\r\n> | 1 | 2 |", line: 2, 9)
    Self.press([.tab], in: &editor)
    #expect(Self.marked(editor) == "> | a   | b   |\r\n> | --- | --- |\r\n> | 1   | 2   |\r\n> | _    |     |")
  }

  @Test(arguments: [
    "word | word\n", "| a | b |\n", "```\n| a | b |\n|---|---|\n| 1 | 2 |\n```\n", "a\n\n- b | c\n- | --- |\n",
  ])
  func outsideOfTablesTabIndentsAsBefore(text: String) {
    for line in 0..<2 {
      var (editor, plain) = (Self.editor(text, line: line, 2), Self.editor(text, line: line, 2))
      Self.press([.tab], in: &editor)
      plain.indent()
      #expect(Self.text(editor) == Self.text(plain), "\(text)")
    }
  }

  @Test(arguments: [
    ("- [ ] milk\n", 0, false), ("text\n- milk\n", 1, false), ("- a\n- b\n", 1, true), ("- a\n\n- b\n", 2, true),
    ("- a\n\t- b\n", 1, false), ("- a\n\t- b\n\t- c\n", 2, true), ("- a\n  more\n- b\n", 2, true),
    ("- a\ntext\n- b\n", 2, false), ("1. a\n2. b\n", 1, true), ("> - a\n> - b\n", 1, true),
  ])
  func anItemIsIndentedBelowAnother(text: String, line: Int, isIndented: Bool) {
    var editor = Self.editor(
      text, line: line, text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)[line].count)
    Self.press([.tab], in: &editor)
    #expect((Self.text(editor) != text) == isIndented, "\(Self.text(editor))")
  }

  @Test func escapedBarsAreText() {
    var editor = Self.editor("| a \\| b | c |\n|---|---|\n", line: 0, 3)
    Self.press([.tab], in: &editor)
    #expect(Self.marked(editor) == "| a \\| b | c_   |\n| ------ | --- |\n")
  }

  @Test func aSelectionIsIndentedAsBefore() {
    var editor = Self.editor(Self.table, line: 0, 0)
    editor.edit { $0.selectAll() }
    Self.press([.tab], in: &editor)
    #expect(Self.text(editor) == "  | a | b |\n  | - | - |\n  | one | two |\n")
  }
}
