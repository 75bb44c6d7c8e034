import MemoCore
import Testing

@testable import MemoTUI

/// Tab, Shift-Tab and Enter in a table.
@Suite struct TableTypingTests {
  private static let table = "| a | b |\n| - | - |\n| one | two |\n"

  private static func editor(_ text: String, line: Int, _ offset: Int, columns: Int = 80) -> TextEditor {
    var editor = TextEditor(Array(text.utf8), columns: columns)
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

  @Test(arguments: [
    ("| a | b |", "| a   | b   |\n| --- | --- |\n| _    |     |"),
    ("# t\n\n| 이름 | 값 |\n\nend\n", "# t\n\n| 이름 | 값  |\n| ---- | --- |\n| _     |     |\n\nend\n"),
    (
      "text\r\n| a\\|b | | c | \r\n",
      "text\r\n| a\\|b |     | c   | \r\n| ---- | --- | --- |\r\n| _     |     |     |\r\n"
    ),
    ("> | a | b |\n", "> | a   | b   |\n> | --- | --- |\n> | _    |     |\n"),
  ])
  func tabBehindARowOfHeadsBeginsATable(text: String, table: String) throws {
    let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("|") })
    var editor = Self.editor(text, line: line, lines[line].utf8.count)
    Self.press([.tab], in: &editor)
    #expect(Self.marked(editor) == table)
    #expect(editor.buffer.history.undoable.count == 1)
    editor.edit { $0.undo() }
    #expect(Self.text(editor) == text && editor.buffer.cursor.offset == lines[line].utf8.count)
  }

  /// Whoever types the line below the heads by hand presses Enter first.
  @Test func enterBehindARowOfHeadsBreaksTheLine() {
    var editor = Self.editor("| a | b |", line: 0, 9)
    Self.press([.enter], in: &editor)
    #expect(Self.marked(editor) == "| a | b |\n_")
  }

  @Test(arguments: [
    "| a |", "|x|", "||a||", "| a | b", "a | b |", "- | a | b |", "    | a | b |", "| a | b \\|", "```\n| a | b |",
    "| a | b |\n| c | d |",
  ])
  func otherRowsBeginNoTable(text: String) {
    for (line, row) in text.split(separator: "\n").enumerated() {
      var editor = Self.editor(text, line: line, row.utf8.count)
      Self.press([.tab], in: &editor)
      #expect(!Self.text(editor).contains("---"), "\(Self.text(editor))")
    }
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

  @Test func enterGoesToTheRowBelow() {
    for line in 0...1 {
      for offset in [3, 7] {
        var editor = Self.editor(Self.table, line: line, offset)
        Self.press([.enter], in: &editor)
        let row = offset == 3 ? "| one_ | two |" : "| one | two_ |"
        #expect(Self.marked(editor) == "| a   | b   |\n| --- | --- |\n\(row)\n")
        editor.edit { $0.undo() }
        #expect(Self.text(editor) == Self.table && editor.buffer.cursor == LinePosition(line: line, offset: offset))
      }
    }
  }

  @Test func enterInTheLastRowAddsOneAndInAnEmptyOneLeaves() {
    var editor = Self.editor(Self.table + "\ntext\n", line: 2, 9)
    Self.press([.enter], in: &editor)
    let lined = "| a   | b   |\n| --- | --- |\n| one | two |\n"
    #expect(Self.marked(editor) == lined + "|     | _    |\n\ntext\n")
    Self.press([.enter], in: &editor)
    #expect(Self.marked(editor) == lined + "\n_\n\ntext\n", "what is written there is not a row")
    editor.edit { $0.undo() }
    #expect(Self.marked(editor) == lined + "|     | _    |\n\ntext\n", "one step")
    editor.edit { $0.undo() }
    #expect(Self.text(editor) == Self.table + "\ntext\n", "one step")
  }

  @Test func enterAddsAndLeavesRowsWithoutALineBreakAndInAQuote() {
    var editor = Self.editor("| a |\n|--:|", line: 0, 3)
    Self.press([.enter], in: &editor)
    #expect(Self.marked(editor) == "|   a |\n| --: |\n| _    |")
    Self.press([.enter], in: &editor)
    #expect(Self.marked(editor) == "|   a |\n| --: |\n\n_")
    editor = Self.editor("> | a |\r\n> |---|\r\n> | 1 |\r\n> |  |\r\n", line: 3, 3)
    Self.press([.enter], in: &editor)
    #expect(Self.marked(editor) == "> | a |\r\n> |---|\r\n> | 1 |\r\n>\r\n> _\r\n")
  }

  @Test(arguments: [(0, 0), (0, 9), (1, 9), (2, 0), (2, 13), (2, 11)])
  func aroundARowEnterBreaksTheLine(line: Int, offset: Int) {
    let text = "| a | b |\n| - | - |\n| x | two |  \n"
    var (editor, plain) = (Self.editor(text, line: line, offset), Self.editor(text, line: line, offset))
    Self.press([.enter], in: &editor)
    plain.edit { $0.insertLineBreak() }
    #expect(Self.marked(editor) == Self.marked(plain))
  }

  @Test(arguments: ["word | word\n", "| a | b |\n", "```\n| a | b |\n|---|---|\n| 1 | 2 |\n```\n"])
  func outsideOfTablesEnterBreaksTheLine(text: String) {
    for line in 0..<2 {
      var (editor, plain) = (Self.editor(text, line: line, 2), Self.editor(text, line: line, 2))
      Self.press([.enter], in: &editor)
      plain.breakLine()
      #expect(Self.marked(editor) == Self.marked(plain))
    }
  }

  @Test func aTableThatWouldBeWiderThanTheTextIsNotFilledUp() {
    let text = "| 이름 | 값 |\n|---|--:|\n| 사과 두 개 | 1 |\n"
    var editor = Self.editor(text, line: 2, 2, columns: 20)
    Self.press([.tab], in: &editor)
    #expect(Self.marked(editor) == "| 이름       |  값 |\n| ---------- | --: |\n| 사과 두 개 |   1_ |\n", "it just fits")
    #expect(editor.layout.rowCount == 4)
    editor = Self.editor(text, line: 2, 2, columns: 19)
    Self.press([.tab], in: &editor)
    #expect(Self.marked(editor) == "| 이름 | 값 |\n| --- | --: |\n| 사과 두 개 | 1_ |\n")
    #expect(editor.layout.rowCount == 4, "no row wraps")
    Self.press([.tab], in: &editor)
    #expect(Self.marked(editor).hasSuffix("| 사과 두 개 | 1 |\n| _ |  |\n"))
    editor = Self.editor(text.split(separator: "\n").map { "> \($0)\n" }.joined(), line: 2, 4, columns: 21)
    Self.press([.tab], in: &editor)
    #expect(Self.text(editor).hasPrefix("> | 이름 | 값 |\n"), "the marks of a quote take columns, too")
  }

  @Test func aTableThatWasLinedUpIsSoAgainWhenItIsLeft() {
    let lined = "| a   | b   |\n| --- | --- |\n| one | two |\n"
    for keys in [[Key.down], [.up, .up, .up], [.pageDown]] {
      let text = "# t\n\(lined)\nbelow"
      var editor = Self.editor(text, line: 3, 5)
      var clipboard: [UInt8] = []
      _ = editor.type(.text("xyz"), page: 10, clipboard: &clipboard)
      #expect(Self.text(editor).contains("| onexyz | two |"))
      Self.press(keys, in: &editor)
      #expect(
        Self.text(editor) == "# t\n| a      | b   |\n| ------ | --- |\n| onexyz | two |\n\nbelow", "\(keys)")
      let cursor = editor.buffer.cursor
      #expect(!(1...3).contains(cursor.line))
      editor.edit { $0.undo() }
      #expect(Self.text(editor) == text, "one step with what was typed")
      editor.edit { $0.redo() }
      #expect(Self.text(editor).contains("| onexyz | two |"))
    }
  }

  @Test func aTableThatWasNotLinedUpStaysAsItIsTyped() {
    var editor = Self.editor(Self.table + "\n", line: 2, 5)
    var clipboard: [UInt8] = []
    _ = editor.type(.text("xyz"), page: 10, clipboard: &clipboard)
    Self.press([.down], in: &editor)
    #expect(Self.text(editor) == "| a | b |\n| - | - |\n| onexyz | two |\n\n")
  }

  @Test func whatWasUndoneInATableCanBeRedoneAfterItWasLeft() {
    var editor = Self.editor("| a   | b   |\n| --- | --- |\n| one | two |\n\nbelow", line: 2, 5)
    var clipboard: [UInt8] = []
    for text in ["x", " ", "y"] { _ = editor.type(.text(text), page: 10, clipboard: &clipboard) }
    Self.press([.control("z"), .down], in: &editor)
    #expect(Self.text(editor).contains("| onex  | two |"))
    Self.press([.control("y")], in: &editor)
    #expect(Self.text(editor).contains("| onex y | two |"))
  }

  @Test func escLinesATableUpAgainAndTheCursorStaysInItsCell() throws {
    let lined = "| a   |   b |\n| --- | --: |\n| one | two |\n"
    let browser = try BrowserTrial(files: [("a.md", "# t\n\n" + lined), ("b.md", "# b\n")])
    browser.write()
    browser.press(.down, .down, .down, .down, .end, .left, .left)
    browser.type("12")
    browser.press(.escape)
    let after = "| a   |     b |\n| --- | ----: |\n| one | two12 |\n"
    #expect(try browser.text(of: "a.md") == "# t\n\n" + after && browser.isPaintedRight)
    #expect(browser.cursorPlace == "4:13", "it is behind what was typed")
    browser.type("i")
    browser.press(.up, .up)
    browser.type("34")
    browser.mouse(.press, row: 0, column: 34)
    browser.pause()
    #expect(try browser.text(of: "a.md")?.contains("| a   |   b34 |") == true, "a click leaves it, too")
  }

  @Test func enterInATableWorksWithViAndIsNotRepeated() throws {
    let browser = try BrowserTrial.readingWithVi(Self.table + "\nx\n")
    browser.type("A")
    browser.press(.left, .left)
    browser.type("1")
    browser.press(.enter)
    browser.type("2")
    browser.press(.escape)
    #expect(browser.text == "| a   | b1   |\n| --- | ---- |\n| one | two2 |\n\nx\n")
    browser.type("G.")
    #expect(browser.text == "| a   | b1   |\n| --- | ---- |\n| one | two2 |\n\nx2\n", "what was typed last")
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
