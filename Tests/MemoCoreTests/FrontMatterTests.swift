import MemoCore
import MemoTestSupport
import Testing

@Suite struct FrontMatterTests {
  private func front(_ lines: String) -> FrontMatter {
    Array("---\n\(lines)\n---\nText".utf8).withUnsafeBytes { FrontMatter($0) }
  }

  private static let scalars: [(line: String, value: String?)] = [
    ("key: plain text", "plain text"),
    ("key:   padded  ", "padded"),
    ("key: no break\u{A0}", "no break"),
    ("key: wide\u{3000}\u{2003}", "wide"),
    ("key: line\u{2028}", "line"),
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
    ("key: |", ""),
    ("key: >-", ""),
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
    #expect(front(lines).entry("key")?.values ?? [] == items, "\(lines)")
  }

  // In a reader that copies the list for each item this takes hours.
  @Test(.ends(within: .seconds(60))) func aListOfAMillionItemsIsReadOnce() {
    let items = (0..<1_000_000).map { "t\($0)" }
    #expect(front("key:\n- " + items.joined(separator: "\n- ")).entry("key")?.values == items)
    #expect(front("key: [" + items.joined(separator: ",") + "]").entry("key")?.values == items)
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

  @Test func aNestedMapHasItsKeysJoined() {
    let front = front(
      "title: T\nauthor:\n  name: Kim\n  title: Dr\n  list:\n    - a\n  at:\n    home: x\ntext: |\n  tags: x\n  - b\ntags: y"
    )
    #expect(
      front.entries.map(\.key) == [
        "title", "author.name", "author.title", "author.list", "author.at.home", "text", "tags",
      ])
    #expect(front.scalar("title") == "T" && front.scalar("author.title") == "Dr")
    #expect(front.entry("author.list")?.values == ["a"] && front.scalar("author.at.home") == "x")
    #expect(front.scalar("text") == "tags: x\n- b\n")
    #expect(front.entry("tags")?.values == ["y"])
    #expect(front.problem == nil)
  }

  private static let texts: [(lines: String, text: String)] = [
    ("key: |\n  a\n\n   b\n", "a\n\n b\n"), ("key: |-\n  a\n", "a"), ("key: |+\n  a\n\n\nx: y", "a\n\n\n"),
    ("key: >\n  a\n  b\n\n  c\n    d\n  e", "a b\nc\n  d\ne\n"), ("key: |2-\n    a\n", "  a"),
    ("key: |-2\n  # a", "# a"),
    ("key: | # comment\n  a", "a\n"), ("key: >-\r\n  a\r\n  b\r\nx: y", "a b"), ("key: |\nx: y", ""),
    // A comment may follow the text, further to the left.
    ("key: |\n  a\n # c\n# d\nx: y", "a\n"), ("key: >-\n    a\n    b\n\n  # c\nx: y", "a b"),
    ("key: |+\n  a\n\n # c\n", "a\n\n"), ("key: |2\n # c\nx: y", ""), ("key: |\n # a\n # b", "# a\n# b\n"),
    ("key: a\n  b\n\n  c # d", "a b\nc"), ("key: 'a\n  b''s\n\n  c'", "a b's\nc"),
    ("key: \"a \\\n  b\n  \\tc\"", "a b \tc"),
    ("key:\tvalue", "value"),
    // On the line below its key.
    ("key:\n  a long text", "a long text"), ("key: # c\n  # d\n    a\n  b\n\n  c # e\nx: y", "a b\nc"),
    ("key:\r\n\r\n  'a: b' # c\r\nx: y", "a: b"), ("key:\n  \"a\n  b: c\"\nx: y", "a b: c"), ("key:\n  ~\nx: y", ""),
  ]

  @Test(arguments: texts)
  func aTextMayHaveSeveralLines(lines: String, text: String) {
    let front = front(lines)
    #expect(front.scalar("key").map { Array($0.utf8) } == Array(text.utf8), "\(lines)")
    #expect(front.problem == nil, "\(lines)")
  }

  private static let flows: [(lines: String, entries: [String: [String]])] = [
    ("k: [\n  a, # one\n  'b\n  c',\n  d\n   e\n]\nx: y", ["k": ["a", "b c", "d e"], "x": ["y"]]),
    ("k: [a,\nb]\nx: y", ["k": ["a", "b"], "x": ["y"]]),
    (
      "k: {a: 1, \"b c\": [x, y], d: {e: 'f'}, g, h: }",
      ["k.a": ["1"], "k.b c": ["x", "y"], "k.d.e": ["f"], "k.g": [], "k.h": []]
    ),
    ("k: {\n  a: 1,\n  u: http://x.org/y\n}", ["k.a": ["1"], "k.u": ["http://x.org/y"]]),
    ("k:\n  - a\n  - |\n    b\n  - 'c'\n  - d\n    e", ["k": ["a", "b\n", "c", "d e"]]),
    ("a:\n  k:\n  - x\n  l: [y]\nb: z", ["a.k": ["x"], "a.l": ["y"], "b": ["z"]]),
    ("k:\n  [a, b] # c\nx: y", ["k": ["a", "b"], "x": ["y"]]),
    ("k:\n  [\n    a, # one\n    b\n  ]\nx: y", ["k": ["a", "b"], "x": ["y"]]),
    ("m:\n  k:\n    x\n    y\n  l:\n   {a: 1}\nb: z", ["m.k": ["x y"], "m.l.a": ["1"], "b": ["z"]]),
  ]

  @Test(arguments: flows)
  func listsAndMapsInEveryForm(lines: String, entries: [String: [String]]) {
    let front = front(lines)
    #expect(Dictionary(uniqueKeysWithValues: front.entries.map { ($0.key, $0.values) }) == entries, "\(lines)")
    #expect(front.problem == nil, "\(lines)")
  }

  @Test func theLastOfRepeatedKeysCounts() {
    let text =
      "created: 2020-01-01\nTITLE: First\ncafe\u{301}: x\ntitle: Second\ncreated: 2021-01-01\nCAF\u{C9}: [y]\ntitles: z"
    let front = front(text)
    #expect(front.scalar("title") == "Second" && front.scalar("created") == "2021-01-01")
    #expect(
      front.fields == [
        MemoField(key: "title", value: .scalar("Second")), MemoField(key: "created", value: .scalar("2021-01-01")),
        MemoField(key: "CAF\u{C9}", value: .list(["y"])), MemoField(key: "titles", value: .scalar("z")),
      ])
    #expect(front.repeated.map(\.values) == [["2020-01-01"], ["First"], ["x"]])
    let many = self.front(text + "\n" + (0..<30).map { "k\($0): x\nK\($0): y" }.joined(separator: "\n"))
    #expect(many.fields.count == 34 && many.repeated.count == 33 && many.fields.last?.value == .scalar("y"))
    let memo = MemoParser.metadata(of: Array("---\n\(text)\ntags: a\nTags: b\n---\n".utf8))
    #expect(memo.title == "Second" && memo.created == WrittenDate("2021-01-01") && memo.tags == ["b"])
    #expect(memo.needsReading, "a check reports the keys")
  }

  private static let problems: [(lines: String, line: Int?, keys: [String])] = [
    ("a: b\nno key\nc: d", 2, ["a", "c"]), ("a: &x b\nc: d", 1, ["c"]), ("a: [x\nc: d", 1, ["c"]),
    ("a: \"x\nc: d", 1, ["c"]), ("a:\n  - b: c\n    d: e\n  - f\nc: d", 2, ["a", "c"]), ("a: [[b]]\nc: d", 1, ["c"]),
    ("a:\n  b: c\n d: e\nf: g", 3, ["a.b", "f"]), ("a: b\n  c: d\ne: f", 2, ["a", "e"]),
    ("? a\n: b\nc: d", 1, ["c"]), ("\"\": a\nc: d", 1, ["c"]),
    ("a: |\n   x\n y\nb: c", 3, ["a", "b"]), ("a: |\n  x\n # c\n  y\nb: c", 4, ["a", "b"]),
    ("a: |x\n  b: c\nc: d", 1, ["c"]), ("# only\n\n# comments", nil, []), ("- a\nb: c", 1, ["b"]),
    ("a:\n  x\n  k: y\nb: z", 2, ["a.k", "b"]), ("a:\n  &x y\n  z\nb: c", 2, ["a", "b"]),
    ("a:\n  |\n  z\nb: c", 2, ["a", "b"]), ("a:\n  x # c\n  y\nb: c", 2, ["a", "b"]),
    ("a:\n  ? x\nb: c", 2, ["a", "b"]),
    ("a:\n  {{x}}\nb: c", 2, ["a", "b"]), ("a:\n- x\n  y\nb: c", nil, ["a", "b"]), ("a:\nx\nb: c", 2, ["a", "b"]),
    ("a: {b: c\nd: e", 1, ["d"]), ("a:\n  - - b\n  - c\nd: e", 2, ["a", "d"]),
  ]

  @Test(arguments: problems)
  func whatIsNotUnderstoodIsLeftOutAndItsLineNoted(lines: String, line: Int?, keys: [String]) {
    let front = front(lines)
    #expect(front.entries.map(\.key) == keys, "\(lines)")
    let place = front.problem.map { place in
      Array("---\n\(lines)".utf8)[..<place].count { $0 == UInt8(ascii: "\n") }
    }
    #expect(place == line, "\(lines)")
  }

  // Each of these takes minutes in a reader that goes back to where it was, or that copies keys and lists.
  @Test(
    .ends(within: .seconds(60)),
    arguments: [
      "a: [", "a: \"", "a: {", "a: '", "- a: [", "a: |", "a:\n ", "a: {b: {", "a:\n- \"", "a:\n \"",
      "a:\n [", "a:\n {b: [", "a:\n x # y\n z",
    ])
  func hostileLinesAreReadOnce(line: String) {
    let front = front(Array(repeating: line, count: 1_000_000 / (line.utf8.count + 1)).joined(separator: "\n"))
    #expect(front.entries.count <= 1_000_000)
  }

  @Test(.ends(within: .seconds(60))) func deepAndWideMapsAreLimited() {
    let deep = (0..<1_400).map { String(repeating: " ", count: $0) + "k:" }.joined(separator: "\n")
    #expect(front(deep).entries.allSatisfy { $0.key.utf8.count < 600 })
    let wide = "x\(String(repeating: "y", count: 500_000)):\n" + String(repeating: " a: b\n", count: 70_000)
    #expect(front(wide).entries.count <= 1)
  }

  @Test func theLastOfEqualKeysCounts() {
    #expect(front("a: 1\nA: 2").scalar("a") == "2")
  }

  @Test func withoutFencesThereIsNone() {
    for text in ["", "a: b\n---\n", "---", "---\na: b", "\n---\na: b\n---\n", "-- -\na: b\n---\n"] {
      let front = Array(text.utf8).withUnsafeBytes { FrontMatter($0) }
      #expect(front.range.isEmpty && front.entries.isEmpty, "\(text.debugDescription)")
    }
  }
}
