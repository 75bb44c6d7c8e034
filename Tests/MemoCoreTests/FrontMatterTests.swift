import MemoCore
import Testing

@Suite struct FrontMatterTests {
  private func front(_ lines: String) -> FrontMatter {
    Array("---\n\(lines)\n---\nText".utf8).withUnsafeBytes { FrontMatter($0) }
  }

  private static let scalars: [(line: String, value: String?)] = [
    ("key: plain text", "plain text"),
    ("key:   padded  ", "padded"),
    ("KEY: other case", "other case"),
    ("\"key\": quoted key", "quoted key"),
    ("key: text # comment", "text"),
    ("key: C# is text", "C# is text"),
    ("key: a: b", "a: b"),
    ("key: http://x.org", "http://x.org"),
    ("key: 한글", "한글"),
    ("key:", ""),
    ("key: # comment", ""),
    ("key: ~", ""),
    ("key: null", ""),
    ("key: 'it''s'", "it's"),
    ("key: 'a\\n' # comment", "a\\n"),
    ("key: \"a # b\"", "a # b"),
    ("key: \"tab\\tquote\\\"slash\\\\\"", "tab\tquote\"slash\\"),
    ("key: \"\\x41\\u00e9\\U0001F600\\uD83D\\uDE00\"", "A\u{E9}\u{1F600}\u{1F600}"),
    (
      "key: \"\\N\\_\\L\\P\\0\\a\\b\\e\\f\\v\\r\\/\\ \"", "\u{85}\u{A0}\u{2028}\u{2029}\0\u{7}\u{8}\u{1B}\u{C}\u{B}\r/ "
    ),
    ("key: \"\\q\"", nil),
    ("key: \"\\uD83D\"", nil),
    ("key: \"\\u12\"", nil),
    ("key: \"open", nil),
    // A quote with a mark behind it is another character to `String`, and the same byte.
    ("key: \"\u{301}x\"", "\u{301}x"),
    ("key: \"x\"\u{301}", nil),
    ("key: 'x'\u{301}", nil),
    ("key: 'x''\u{301}y'", "x'\u{301}y"),
    ("key: \"x\\\"\u{301}y\" # comment", "x\"\u{301}y"),
    ("\"key\": \"x\" #\u{301}", "x"),
    ("key: 'closed' and more", nil),
    ("key: |", nil),
    ("key: >-", nil),
    ("key: {a: b}", nil),
    ("key: &anchor a", nil),
    ("key: *alias", nil),
    ("key: !tag a", nil),
    ("key: [a, b]", nil),
    ("key:no space", nil),
    ("# key: comment", nil),
    ("  key: nested", nil),
    ("key", nil),
  ]

  @Test(arguments: scalars)
  func aScalarIsReadAsYAMLReadsIt(line: String, value: String?) {
    #expect(front(line).scalar("key") == value, "\(line)")
  }

  private static let lists: [(lines: String, items: [String])] = [
    ("key: [a, \"b, c\", 'd']", ["a", "b, c", "d"]),
    ("key: [a,b , ]", ["a", "b"]),
    ("key: []", []),
    ("key: [#a, #b] # comment", ["#a", "#b"]),
    ("key: [a, b", []),
    ("key: [a] b", []),
    ("key: [[a]]", []),
    ("key: [\"a\" b]", []),
    ("key:\n- a\n- \"b\" # comment\n-   c", ["a", "b", "c"]),
    ("key: # comment\n  - a\n\n  # comment\n  - b", ["a", "b"]),
    ("key:\n- a: b\n- c", ["c"]),
    ("key:\n-\n- c", ["c"]),
    ("key: a\n- b", ["a"]),
    ("key:\nother: x\n- b", []),
    ("key: one", ["one"]),
    ("key:", []),
  ]

  @Test(arguments: lists)
  func aListIsInBracketsOrOnLines(lines: String, items: [String]) {
    #expect(front(lines).list("key") == items, "\(lines)")
  }

  // In a reader that copies the list for each item this takes hours.
  @Test(.timeLimit(.minutes(1))) func aListOfAMillionItemsIsReadOnce() {
    let items = (0..<1_000_000).map { "t\($0)" }
    #expect(front("key:\n- " + items.joined(separator: "\n- ")).list("key") == items)
    #expect(front("key: [" + items.joined(separator: ",") + "]").list("key") == items)
  }

  @Test func entriesKeepTheirOrderAndPlace() {
    let text = "---\nB: 'x' # c\na: [1, 2]\nc:\n  - y\n  - z\nd:\n---\n"
    let bytes = Array(text.utf8)
    let front = bytes.withUnsafeBytes { FrontMatter($0) }
    #expect(front.entries.map(\.key) == ["B", "a", "c", "d"])
    #expect(front.entries.map(\.value) == [.scalar("x"), .list(["1", "2"]), .list(["y", "z"]), .scalar("")])
    let written = front.entries.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    #expect(written == ["'x'", "[1, 2]", "\n  - y\n  - z", ""])
  }

  @Test func whatIsNestedIsNotRead() {
    let front = front(
      "title: T\nauthor:\n  name: Kim\n  title: Dr\n  list:\n    - a\ntext: |\n  tags: x\n  - b\ntags: y")
    #expect(front.entries.map(\.key) == ["title", "tags"])
    #expect(front.scalar("title") == "T")
    #expect(front.list("tags") == ["y"])
  }

  @Test func theFirstOfEqualKeysCounts() {
    #expect(front("a: 1\nA: 2").scalar("a") == "1")
  }

  @Test func withoutFencesThereIsNone() {
    for text in ["", "a: b\n---\n", "---", "---\na: b", "\n---\na: b\n---\n", "-- -\na: b\n---\n"] {
      let front = Array(text.utf8).withUnsafeBytes { FrontMatter($0) }
      #expect(front.range.isEmpty && front.entries.isEmpty, "\(text.debugDescription)")
    }
  }
}
