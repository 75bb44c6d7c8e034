import MemoCore
import Testing

@testable import MemoTUI

@Suite struct ListItemTests {
  static let lines: [(line: String, next: String?)] = [
    ("- x", "- "), ("* x", "* "), ("+ x", "+ "), ("  - x", "  - "), ("\t- x", "\t- "), ("1. x", "2. "),
    ("9) x", "10) "), ("- [ ] x", "- [ ] "), ("- [x] x", "- [ ] "), ("1. [X] x", "2. [ ] "), ("- [ ]", "- [ ] "),
    ("- [가] x", "- "), ("- ", "- "), ("-", nil), ("-x", nil), ("---", nil), ("**x**", nil), ("x", nil), ("", nil),
    ("1.x", nil), ("2026. 5. 1. 회의", nil), ("1 x", nil), ("[ ] x", nil),
  ]

  @Test(arguments: lines)
  func anItemDeterminesTheStartOfTheNextOne(line: String, next: String?) {
    #expect(ListItem(Array(line.utf8))?.next == next)
  }

  static let breaks: [(text: String, keys: Int, after: String)] = [
    ("- x", 1, "- x\n- "), ("- x", 2, "- x\n"), ("1. x", 1, "1. x\n2. "), ("- [x] x", 1, "- [x] x\n- [ ] "),
    ("- [x] x", 2, "- [x] x\n"), ("# x", 1, "# x\n"), ("```\n- x", 1, "```\n- x\n"), ("> - x", 1, "> - x\n"),
  ]

  @Test(arguments: breaks)
  func enterContinuesAndEndsAList(text: String, keys: Int, after: String) {
    var editor = TextEditor(Array(text.utf8), columns: 80)
    editor.edit { $0.move(.textEnd) }
    for _ in 0..<keys { editor.breakLine() }
    #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == after)
    #expect(editor.buffer.cursor == editor.buffer.lines.end)
  }

  @Test func enterInTheMarkerBreaksTheLine() {
    var editor = TextEditor(Array("- x".utf8), columns: 80)
    editor.breakLine()
    #expect(editor.buffer.bytes == Array("\n- x".utf8))
    editor.edit { $0.move(.textEnd) }
    editor.edit { $0.move(.left) }
    editor.breakLine()
    #expect(editor.buffer.bytes == Array("\n- \n- x".utf8), "an item may be cut in two")
  }

  static let tabs: [(text: String, left: Int, after: String, offset: Int)] = [
    ("- a\n- ", 0, "- a\n\t- ", 3), ("- [ ] x", 1, "\t- [ ] x", 7), ("1. x", 0, "\t1. x", 5), ("- x", 2, "-\t x", 2),
    ("```\n- ", 0, "```\n- \t", 3), ("x", 0, "x\t", 2),
  ]

  @Test(arguments: tabs)
  func tabInAnItemIndentsIt(text: String, left: Int, after: String, offset: Int) {
    var editor = TextEditor(Array(text.utf8), columns: 80)
    editor.edit { $0.move(.textEnd) }
    for _ in 0..<left { editor.edit { $0.move(.left) } }
    editor.indent()
    #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == after)
    #expect(editor.buffer.cursor.offset == offset, "the cursor stays in the text")
    editor.edit { $0.undo() }
    #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == text, "one step")
  }

  static let bodies: [(text: String, line: Int, offset: Int)] = [
    ("# t\n\ntext\n", 2, 0), ("# t\ntext", 1, 0), ("# t\n", 1, 0), ("# t\n\n", 2, 0), ("# t", 0, 3), ("", 0, 0),
    ("---\ntitle: x\n---\n\nbody", 4, 0), ("---\na: x\n---\n# t\nbody", 4, 0), ("\n\n# t\n \t\nbody", 4, 0),
  ]

  @Test(arguments: bodies)
  func theBodyStartsBelowFrontMatterAndTitle(text: String, line: Int, offset: Int) {
    var editor = TextEditor(Array(text.utf8), columns: 80)
    editor.moveToBody()
    #expect(editor.buffer.cursor == LinePosition(line: line, offset: offset), "\(text.debugDescription)")
  }
}
