import MemoCore
import Testing

/// What is indented below `[^label]:` is the text of the footnote, as GitHub, Obsidian and Pandoc have it.
@Suite struct FootnoteTextTests {
  static let texts: [(text: String, links: [String])] = [
    ("x[^1]\n\n[^1]: a [[b]]\n\n    more [[c]]\n", ["b", "c"]), ("[^1]: a\n\n\tmore [[c]]\n", ["c"]),
    ("x\n\n[^a-b]:\n\n    [[a]]\n\n\n    [[b]]\n\n[[c]]\n\n    [[no]]\n", ["a", "b", "c"]),
    ("[^1]: a\n[^2]: b\n\n    [[c]]\n", ["c"]), ("text\n[^1]: a\n\n    [[c]]\n", ["c"]),
    ("[^1]: a\nlazy\n\n    [[c]]\n", ["c"]), ("[^1]: a\r\n\r\n    [[c]]\r\n", ["c"]),
    // Blocks in it.
    ("[^1]: a\n\n        [[no]]\n\n    [[c]]\n", ["c"]),
    ("[^1]: a\n\n    ```\n    [[no]]\n    ```\n    [[c]]\n", ["c"]),
    ("[^1]: a\n\n    - b\n\n      [[c]]\n\n    > [[d]]\n", ["c", "d"]),
    ("[^1]: a\n\n    [x]: c.md\n\n[x]\n", ["c.md"]),
    // It ends with a line that is not indented.
    ("[^1]: a\n\n    ```\n    [[no]]\n\n[[c]]\n", ["c"]), ("[^1]: a\n\nb\n\n    [[no]]\n", []),
    ("[^1]: a\n- b\n\nc\n\n    [[no]]\n", []), ("[^1]: a\n\n    - b\n\n  c\n\n    [[no]]\n", []),
    ("[^1]: a\n# h\n\n    [[no]]\n", []), ("[^1]: a\n---\n\n    [[no]]\n", []),
    ("[^1]: a\n\n```\nb\n```\n\n    [[no]]\n", []),
    // No footnote.
    ("# t\n\n[^1] a\n\n    [[no]]\n", []), ("# t\n\n[^]: a\n\n    [[no]]\n", []),
    ("# t\n\n[1]: a\n\n    [[no]]\n", ["a"]), ("# t\n\n[^a b]: a\n\n    [[no]]\n", []),
    ("# t\n\n    [^1]: a\n\n    [[no]]\n", []), ("# t\n\n`[^1]: a`\n\n    [[no]]\n", []),
  ]

  @Test(arguments: texts)
  func whatIsIndentedBelowAFootnoteIsItsText(text: String, links: [String]) {
    #expect(MemoParser.metadata(of: Array(text.utf8)).links.map(\.target) == links, "\(text.debugDescription)")
  }

  @Test func tagsAndTasksInItCount() {
    let text = "x[^1]\n\n[^1]: text\n\n    more #ft\n    - [ ] one\n\n      two #in\n    - [x] three\n\n    #no-code\n"
    let metadata = MemoParser.metadata(of: Array(text.utf8))
    #expect(metadata.tags == ["ft", "in", "no-code"])
    #expect(metadata.tasks.count == 2)
  }

  @Test func aNoteGoesOnInItAndNamesOthers() {
    let text = "x[^1]\n\n[^1]: a\n\n    # h\n\n    b[^2]\n\n[^2]: c\n"
    Array(text.utf8).withUnsafeBytes { bytes in
      let notes = Footnotes(bytes, from: 0)
      #expect(notes.references.count == 2)
      #expect(
        notes.definitions.map { String(decoding: bytes[$0.lines], as: UTF8.self) } == [
          "[^1]: a\n\n    # h\n\n    b[^2]\n", "[^2]: c\n",
        ])
    }
  }

  /// Reading may begin at any line: what the lines before leave open is all that it needs.
  @Test func aStateSaysWhetherAFootnoteIsOpen() {
    var (state, opened) = (BlockState(), [BlockOpening]())
    var kinds: [BlockLine.Kind] = []
    for line in ["[^1]: a", "", "    b", "", "c", "", "    d"] {
      kinds.append(Array(line.utf8).withUnsafeBytes { state.read($0, 0..<$0.count, opened: &opened).kind })
    }
    #expect(kinds == [.paragraph, .blank, .paragraph, .blank, .paragraph, .blank, .code])
  }
}
