import MemoCore
import Testing

@testable import MemoTUI

/// The numbers of a list whose items are indented and outdented.
@Suite struct MovedItemTests {
  static let indented: [(text: String, after: String)] = [
    ("1. a\n2. b|\n3. c\n", "1. a\n   1. b\n2. c\n"),
    ("1. a\n\t1. x\n2. b|\n3. c", "1. a\n\t1. x\n\t2. b\n2. c"),
    ("1. a\n   1. x\n2. b|", "1. a\n   1. x\n   2. b"), ("1. a\n\t- x\n2. b|", "1. a\n\t- x\n\t1. b"),
    ("1. a\n2. b|\n\t1. x\n\t2. y\n3. c", "1. a\n\t1. b\n\t2. x\n\t3. y\n2. c"),
    ("1. a\n1. b|\n1. c", "1. a\n   1. b\n1. c"), ("1. a\n\t1. x\n\t1. y\n1. b|", "1. a\n\t1. x\n\t1. y\n\t1. b"),
    ("5. a\n6. b|\r\n\r\n7. c\r\ntext\n8. d", "5. a\n   1. b\r\n\r\n6. c\r\ntext\n8. d"),
    ("1) a\n2) b|\n3. c", "1) a\n   1) b\n3. c"), ("- a\n- b|\n2. c", "- a\n  - b\n2. c"),
    ("1. a\n2. b|\n   ```\n   3. x\n3. y\n   ```\n3. c", "1. a\n   1. b\n   ```\n   3. x\n3. y\n   ```\n3. c"),
    ("1. a\n2. b|\n   ```\n   3. x\n   ```\n3. c", "1. a\n   1. b\n   ```\n   3. x\n   ```\n2. c"),
    ("1. [x] a\n2. [x] b|\n3. [ ] c", "1. [x] a\n   1. [x] b\n2. [ ] c"),
  ]

  static let outdented: [(text: String, after: String)] = [
    ("1. a\n\t1. b|\n2. c\n", "1. a\n2. b\n3. c\n"), ("1. a\n    1. b|\n2. c\n", "1. a\n2. b\n3. c\n"),
    ("1. a\n\t1. x\n\t2. b|\n\t3. y\n\t\t1. z\n2. c", "1. a\n\t1. x\n2. b\n\t1. y\n\t\t1. z\n3. c"),
    ("1. a\n\t1. b|\n1. c", "1. a\n1. b\n1. c"), ("1. a\n1. c\n\t1. b|", "1. a\n1. c\n1. b"),
    ("text\n\t3. c|\n\t4. d", "text\n3. c\n\t1. d"), ("- a\n\t1. x\n\t2. b|", "- a\n\t1. x\n1. b"),
    ("1. a\n\t- x\n\t- b|\n2. c", "1. a\n\t- x\n- b\n2. c"),
    ("```\n1. a\n\t1. b|\n2. c\n```", "```\n1. a\n1. b\n2. c\n```"),
  ]

  static let days: [(text: String, after: String, key: Key)] = [
    ("3. a\n10. b|\n17. c\n", "3. a\n   10. b\n17. c\n", .tab), ("3. a\n10. b|", "3. a\n   10. b", .tab),
    ("3. a\n10. b|\n\t2. x\n17. c", "3. a\n\t10. b\n\t2. x\n17. c", .tab),
    ("3. a\n   10. b|\n17. c", "3. a\n10. b\n17. c", .backTab), ("3. a\n   10. b|", "3. a\n10. b", .backTab),
    ("3. a\n   1. b|\n   2. x\n17. c", "3. a\n1. b\n   2. x\n17. c", .backTab),
    // These count: the first one of a step, and the only one of another.
    ("3. a\n4. b|\n5. c", "3. a\n   1. b\n4. c", .tab), ("3. a\n   1. b|", "3. a\n4. b", .backTab),
  ]

  @Test(arguments: days)
  func numbersWithGapsStayWhereAnItemIsMoved(text: String, after: String, key: Key) throws {
    try check(text, after, key)
  }

  @Test(arguments: indented)
  func theNumbersAroundAnIndentedItemFollow(text: String, after: String) throws {
    try check(text, after, .tab)
  }

  @Test(arguments: outdented)
  func theNumbersAroundAnOutdentedItemFollow(text: String, after: String) throws {
    try check(text, after, .backTab)
  }

  private func check(_ text: String, _ after: String, _ key: Key) throws {
    let cut = try #require(text.utf8.firstIndex(of: UInt8(ascii: "|")))
    let before = text.replacing("|", with: "")
    var editor = TextEditor(Array(before.utf8), columns: 80)
    var clipboard: [UInt8] = []
    let start = editor.buffer.lines.position(at: text.utf8.distance(from: text.startIndex, to: cut))
    editor.edit { $0.move(to: start) }
    _ = editor.type(.key(key), page: 9, clipboard: &clipboard)
    #expect(String(decoding: editor.buffer.bytes, as: UTF8.self) == after, "\(text.debugDescription)")
    let cursor = editor.buffer.cursor
    #expect(cursor == editor.buffer.lines.lineEnd(start.line), "the cursor stays in the text")
    editor.edit { $0.undo() }
    #expect(editor.buffer.bytes == Array(before.utf8) && editor.buffer.cursor == start, "one step")
    editor.edit { $0.redo() }
    #expect(editor.buffer.cursor == cursor)
  }
}
