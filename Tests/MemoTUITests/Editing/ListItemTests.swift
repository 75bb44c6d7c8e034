import MemoCore
import Testing

@testable import MemoTUI

@Suite struct ListItemTests {
  static let lines: [(line: String, next: String?)] = [
    ("- x", "- "), ("* x", "* "), ("+ x", "+ "), ("  - x", "  - "), ("\t- x", "\t- "), ("1. x", "2. "),
    ("9) x", "10) "), ("- [ ] x", "- [ ] "), ("- [x] x", "- [ ] "), ("1. [X] x", "2. [ ] "), ("- [ ]", "- [ ] "),
    ("- [가] x", "- "), ("- ", "- "), ("-", nil), ("-x", nil), ("---", nil), ("**x**", nil), ("x", nil), ("", nil),
    ("1.x", nil), ("2026. 5. 1. 회의", nil), ("3. 10. 회의", nil), ("3. 10.", nil), ("> 3. 10. 회의", "> "),
    ("1. 3.5 kg", "2. "), ("1 x", nil), ("[ ] x", nil), ("> x", "> "), (">", ">"), ("> > x", "> > "),
    ("> - [x] x", "> - [ ] "), (">1. x", ">2. "), ("x > y", nil),
  ]

  @Test(arguments: lines)
  func anItemDeterminesTheStartOfTheNextOne(line: String, next: String?) {
    #expect(ListItem(Array(line.utf8))?.next == next)
  }

  static let breaks: [(text: String, keys: Int, after: String)] = [
    ("- x", 1, "- x\n- "), ("- x", 2, "- x\n"), ("1. x", 1, "1. x\n2. "), ("- [x] x", 1, "- [x] x\n- [ ] "),
    ("- [x] x", 2, "- [x] x\n"), ("# x", 1, "# x\n"), ("```\n- x", 1, "```\n- x\n"), ("> - x", 1, "> - x\n> - "),
    ("> - x", 2, "> - x\n> "), ("> - x", 3, "> - x\n"), ("> 인용", 1, "> 인용\n> "), ("> 인용", 2, "> 인용\n"),
  ]

  @Test(arguments: breaks)
  func enterContinuesAndEndsAList(text: String, keys: Int, after: String) {
    var editor = TextEditor(Array(text.utf8), columns: 80)
    editor.edit { $0.move(.textEnd) }
    for _ in 0..<keys { editor.breakLine() }
    #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == after)
    #expect(editor.buffer.cursor == editor.buffer.lines.end)
  }

  @Test(arguments: [
    ("1. one\n2. two\n3. three", "1. one\n\n2. two\n3. three"), ("1. a\n1. b", "1. a\n\n1. b"),
    ("1. a\n   x\n\n2. b\n9. c", "1. a\n\n   x\n\n2. b\n3. c"), ("> 1. a\n> 2. b", "> 1. a\n> \n> 2. b"),
    ("1. a\ntext\n3. b", "1. a\n\ntext\n3. b"), ("- a\n- b", "- a\n\n- b"),
  ])
  func theNumbersBelowFollowWhereAListIsEnded(text: String, after: String) {
    var editor = TextEditor(Array(text.utf8), columns: 80)
    editor.edit { $0.move(to: LinePosition(line: 0, offset: $0.lines[0].bytes.count)) }
    for _ in 0..<2 { editor.breakLine() }
    #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == after)
    #expect(editor.buffer.cursor.line == 1)
    editor.edit { $0.undo() }
    editor.edit { $0.undo() }
    #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == text, "two steps")
  }

  static let retyped: [(text: String, typed: String, after: String)] = [
    ("- a", "- b", "- a\n- b"), ("* a", "* ", "* a\n* "), ("  - a", "- b", "  - a\n  - b"),
    ("1. a", "2. b", "1. a\n2. b"), ("> 인용", "> 글", "> 인용\n> 글"), ("- [x] a", "- [ ] b", "- [x] a\n- [ ] b"),
    // Another marker is meant instead.
    ("- a", "* b", "- a\n* b"), ("* a", "- [ ] b", "* a\n- [ ] b"), ("\t+ a", "- b", "\t+ a\n\t- b"),
    ("1. a", "1. b", "1. a\n1. b"), ("- a", "1. b", "- a\n1. b"), ("1. a", "- b", "1. a\n- b"),
    ("- [ ] a", "* b", "- [ ] a\n* b"), ("> * a", "- b", "> * a\n> - b"), ("> a", "- b", "> a\n> - b"),
    // A date, a later marker, and one that is typed twice are meant.
    ("- a", "5. 5. 어린이날", "- a\n- 5. 5. 어린이날"), ("1. a", "12월", "1. a\n2. 12월"), ("- a", "**b**", "- a\n- **b**"),
    ("- a", "+5도", "- a\n- +5도"), ("- a", "b - c", "- a\n- b - c"), ("- a", "b* c", "- a\n- b* c"),
    ("- a", "-x- ", "- a\n- -x- "), ("- a", "- - b", "- a\n- - b"), ("- a", "-", "- a\n- -"),
  ]

  @Test(arguments: retyped)
  func aMarkerThatIsTypedAgainIsThereOnce(text: String, typed: String, after: String) {
    var editor = TextEditor(Array(text.utf8), columns: 80)
    editor.edit { $0.move(.textEnd) }
    editor.breakLine()
    for letter in typed { editor.insertTyped(String(letter)) }
    #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == after)
  }

  @Test func aMarkerIsTakenForTypedAgainOnlyRightAfterTheLineBreak() {
    var editor = TextEditor(Array("- a".utf8), columns: 80)
    var clipboard: [UInt8] = []
    editor.edit { $0.move(.textEnd) }
    editor.breakLine()
    // Who goes away and comes back means what he types.
    for key in [Key.left, .right] { _ = editor.type(.key(key, []), page: 9, clipboard: &clipboard) }
    for letter in ["-", " "] { _ = editor.type(.text(letter), page: 9, clipboard: &clipboard) }
    #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == "- a\n- - ")
  }

  @Test func anotherMarkerTypedAtOnceOrLaterIsTakenAsItIsMeant() {
    for isMoved in [false, true] {
      var editor = TextEditor(Array("* a".utf8), columns: 80)
      var clipboard: [UInt8] = []
      editor.edit { $0.move(.textEnd) }
      editor.breakLine()
      if isMoved { for key in [Key.left, .right] { _ = editor.type(.key(key), page: 9, clipboard: &clipboard) } }
      _ = editor.type(.text("- [ ] x"), page: 9, clipboard: &clipboard)
      #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == (isMoved ? "* a\n* - [ ] x" : "* a\n- [ ] x"))
      #expect(editor.buffer.cursor == editor.buffer.lines.end)
      editor.edit { $0.undo() }
      #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == (isMoved ? "* a\n* " : "* a\n* - [ ] x"))
    }
  }

  static let emptied: [(text: String, after: String)] = [
    ("1. a\n2. b\n3. ", "1. a\n2. b\n"), ("- ", ""), ("- [ ] ", ""), ("\t10) ", ""), ("> - ", "> "), ("3. x", "3. "),
    ("3.", "3"), ("- [ ]", "- [ "), ("> ", ">"), ("```\n3. ", "```\n3."), ("2026. ", "2026."),
  ]

  @Test(arguments: emptied)
  func backspaceRemovesTheMarkerOfAnEmptyItemAtOnce(text: String, after: String) {
    var editor = TextEditor(Array(text.utf8), columns: 80)
    var clipboard: [UInt8] = []
    editor.edit { $0.move(.textEnd) }
    _ = editor.type(.key(.backspace), page: 9, clipboard: &clipboard)
    #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == after)
    editor.edit { $0.undo() }
    #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == text)
  }

  @Test func undoBringsAMarkerBackThatWasMeantTwice() {
    var editor = TextEditor(Array("- a".utf8), columns: 80)
    editor.edit { $0.move(.textEnd) }
    editor.breakLine()
    for letter in ["-", " "] { editor.insertTyped(letter) }
    #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == "- a\n- ")
    editor.edit { $0.undo() }
    #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == "- a\n- - ")
  }

  static let numbers: [(text: String, after: String)] = [
    ("1. a|b\n2. c\n3. d\n", "1. a\n2. b\n3. c\n4. d\n"), ("8. a|\n9. b\n\n10. c", "8. a\n9. \n10. b\n\n11. c"),
    ("1. a|\n1. b\n1. c\n", "1. a\n1. \n1. b\n1. c\n"), ("1. a|\n5. b\n- c\n6. d", "1. a\n2. \n3. b\n- c\n6. d"),
    ("1. a|\r\n   - x\r\n\r\n   y\r\n2. b\r\ntext", "1. a\r\n2. \r\n   - x\r\n\r\n   y\r\n3. b\r\ntext"),
    ("> 1) a|\n> 2) b\n2) c", "> 1) a\n> 2) \n> 3) b\n2) c"), ("\t1. a|\n\t2. b\n2. c", "\t1. a\n\t2. \n\t3. b\n2. c"),
    ("12. a|\n20. b", "12. a\n13. \n20. b"),
    ("1. [x] a|\n2. [x] b", "1. [x] a\n2. [ ] \n3. [x] b"), ("1. a|\n2. b\n3. c", "1. a\n2. \n3. b\n4. c"),
  ]

  @Test(arguments: numbers)
  func theNumbersBelowANewItemFollow(text: String, after: String) throws {
    let cut = try #require(text.utf8.firstIndex(of: UInt8(ascii: "|")))
    let before = text.replacing("|", with: "")
    var editor = TextEditor(Array(before.utf8), columns: 80)
    let start = editor.buffer.lines.position(at: text.utf8.distance(from: text.startIndex, to: cut))
    editor.edit { $0.move(to: start) }
    editor.breakLine()
    #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == after)
    let cursor = editor.buffer.cursor
    #expect(
      cursor.line == start.line + 1 && cursor.offset == ListItem(editor.buffer.lines[cursor.line].bytes)?.markLength)
    editor.edit { $0.undo() }
    #expect(editor.buffer.bytes == Array(before.utf8) && editor.buffer.cursor == start, "one step")
    editor.edit { $0.redo() }
    #expect(editor.buffer.cursor == cursor)
  }

  @Test(arguments: ["3. 10. 회의\n3. 12. 점심\n4. 1. 휴가", "1984. a\n1999. b\n2003. c"])
  func linesThatBeginWithDatesAreNoList(text: String) {
    var editor = TextEditor(Array(text.utf8), columns: 80)
    editor.edit { $0.move(to: LinePosition(line: 0, offset: $0.lines[0].bytes.count)) }
    editor.breakLine()
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      String(decoding: editor.buffer.bytes, as: UTF8.self) == ([lines[0], ""] + lines[1...]).joined(separator: "\n"))
  }

  @Test func aLongListIsRenumberedInTheTimeOfAFrame() {
    let text = (1...1_500).map { "\(min($0, 999)). item \($0)\n" }.joined()
    var editor = TextEditor(Array(text.utf8), columns: 80)
    editor.edit { $0.move(to: LinePosition(line: 9, offset: 11)) }
    let before = (editor.layout.wrappedLines, editor.styles.readLines)
    editor.breakLine()
    print("wrapped \(editor.layout.wrappedLines - before.0), read \(editor.styles.readLines - before.1) lines")
    #expect(String(decoding: editor.buffer.lines[12].bytes, as: UTF8.self) == "13. item 12")
    #expect(editor.layout.wrappedLines - before.0 <= 2_002)
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
    ("- a\n- ", 0, "- a\n  - ", 4), ("- p\n- [ ] x", 1, "- p\n  - [ ] x", 8), ("1. p\n2. x", 0, "1. p\n   1. x", 7),
    ("- a\n\t- b\n- c", 0, "- a\n\t- b\n\t- c", 4),
    ("- x", 2, "-\t x", 2),
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
