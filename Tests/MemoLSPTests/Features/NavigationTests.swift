import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoLSP

@Suite struct NavigationTests {
  private func places(_ editor: TestedEditor, _ locations: JSONValue) throws -> [String] {
    try locations.items.map(editor.place)
  }

  @Test(arguments: PositionEncoding.allCases)
  func aLinkLeadsToTheTitleOfItsMemo(encoding: PositionEncoding) throws {
    let editor = try TestedEditor(["work/회의록.md": "---\ntags: [a]\n---\n# 주간 회의록\n\ntext\n"], encoding: encoding)
    let found = try editor.ask("textDocument/definition", in: "a.md", "😀 한글 [[주간 회|의록]] e\u{301}\r\n")
    #expect(try places(editor, found) == ["work/회의록.md:주간 회의록"])
  }

  @Test func aLinkWithAnAnchorLeadsToItsHeadingOrBlock() throws {
    let editor = try TestedEditor(["b.md": "# B\n\n## One\n\ntext ^x1\n\n### Two\n"])
    for (link, place) in [
      ("[[b#One|]]", "b.md:One"), ("[[b#One#Two|]]", "b.md:Two"), ("[x](b.md#two|)", "b.md:Two"),
      ("[[b#^x1|]]", "b.md:"), ("[[b#none|]]", "b.md:B"), ("# Own\n[[#Own|]]", "a.md:Own"),
    ] {
      let found = try editor.ask("textDocument/definition", in: "a.md", link)
      #expect(try places(editor, found) == [place], "\(link)")
    }
  }

  @Test func clientsThatTakeLinksGetTheWholeSection() throws {
    let editor = try TestedEditor(
      ["b.md": "# B\n\n## One\n\ntext\n"], ["textDocument": ["definition": ["linkSupport": true]]])
    let found = try editor.ask("textDocument/definition", in: "a.md", "x [[b#One|]] y")
    #expect(found.items[0]["originSelectionRange"] == (try range(0, 2, 0, 11)))
    #expect(found.items[0]["targetRange"] == (try range(2, 0, 5, 0)))
    #expect(found.items[0]["targetSelectionRange"] == (try range(2, 3, 2, 6)))
  }

  private func range(_ line: Int, _ character: Int, _ endLine: Int, _ end: Int) throws -> JSONValue {
    (DocumentPosition(line: line, character: character)..<DocumentPosition(line: endLine, character: end)).json
  }

  @Test func brokenLinksAndTextLeadNowhere() throws {
    let editor = try TestedEditor()
    #expect(try editor.ask("textDocument/definition", in: "a.md", "[[nowhere|]]") == .null)
    #expect(try editor.ask("textDocument/definition", in: "a.md", "te|xt") == .null)
  }

  @Test func anUnsavedTextIsWhatLinksLeadTo() throws {
    let editor = try TestedEditor(["b.md": "# Old\n"])
    try editor.open("b.md", "# New\n\n## Added\n")
    let found = try editor.ask("textDocument/definition", in: "a.md", "[[new#added|]]")
    #expect(try places(editor, found) == ["b.md:Added"])
    editor.close("b.md")
    #expect(try editor.ask("textDocument/definition", in: "a.md", "[[new|]]") == .null)
    #expect(try places(editor, editor.ask("textDocument/definition", in: "a.md", "[[old|]]")) == ["b.md:Old"])
  }

  @Test func aTagLeadsToTheMemosThatHaveIt() throws {
    let editor = try TestedEditor([
      "b.md": "#Work and #work/a\n", "c.md": "---\ntags: [work]\n---\n", "d.md": "#other\n",
    ])
    let found = try places(editor, editor.ask("textDocument/definition", in: "a.md", "x #wo|rk y"))
    #expect(Set(found) == ["a.md:work", "b.md:Work", "c.md:work"])
    let all = try places(editor, editor.ask("textDocument/references", in: "a.md", "x #wo|rk y"))
    #expect(Set(all) == ["a.md:work", "b.md:Work", "b.md:work/a", "c.md:work"])
  }

  @Test func referencesOfAMemoAreItsBacklinks() throws {
    let editor = try TestedEditor(["b.md": "[[a]] and [x](a.md)\n", "c.md": "[[A title]]\n", "d.md": "[[b]]\n"])
    try editor.open("c.md", "unsaved: [[A title#x]]\n")
    let found = try places(editor, editor.ask("textDocument/references", in: "a.md", "# A ti|tle\n\ntext\n"))
    #expect(Set(found) == ["b.md:[[a]]", "b.md:[x](a.md)", "c.md:[[A title#x]]"])
    let more: JSONValue = ["context": ["includeDeclaration": true]]
    let declared = try editor.ask("textDocument/references", in: "a.md", "# A title\n\nte|xt\n", more)
    #expect(try places(editor, declared).first == "a.md:A title")
  }

  @Test func referencesOfAHeadingAreTheLinksToIt() throws {
    let editor = try TestedEditor(["b.md": "[[a#One]] [[a#Two]] [x](a.md#one)\n"])
    let text = "# A\n\n## On|e\n\n[[#One]]\n\n## Two\n"
    let found = try places(editor, editor.ask("textDocument/references", in: "a.md", text))
    #expect(Set(found) == ["b.md:[[a#One]]", "b.md:[x](a.md#one)", "a.md:[[#One]]"])
  }

  @Test(arguments: ["# A\n\ntext ^One-|1\n\n[[#^one-1]]\n", "# A\n\ntext |^One-1\n\n[[#^one-1]]\n"])
  func referencesOfABlockAreTheLinksToIt(text: String) throws {
    let files = ["b.md": "[[a#^one-1]] [[a#^two]] [x](a.md#^One-1) [[a]]\n", "c.md": "[[c#^one-1]]\n\nx ^one-1\n"]
    let editor = try TestedEditor(files)
    let links = ["b.md:[[a#^one-1]]", "b.md:[x](a.md#^One-1)", "a.md:[[#^one-1]]"]
    #expect(try places(editor, editor.ask("textDocument/references", in: "a.md", text)) == links)
    let more: JSONValue = ["context": ["includeDeclaration": true]]
    let declared = ["a.md:One-1"] + links
    #expect(try places(editor, editor.ask("textDocument/references", in: "a.md", text, more)) == declared)
    // The same from a link to it.
    let link = try editor.ask("textDocument/references", in: "b.md", "[[a#^one|-1]] [x](a.md#^One-1)\n", more)
    #expect(try places(editor, link) == declared)
  }

  @Test func referencesOfALabelAreItsUses() throws {
    let editor = try TestedEditor(["p.md": "# P\n"])
    let text = "# A\n\n[a][Foo  Bar] [x][foo\nbar]\n\n[foo b|ar]: p.md\n"
    #expect(
      try places(editor, editor.ask("textDocument/references", in: "a.md", text)) == ["a.md:Foo  Bar", "a.md:foo\nbar"])
    let more: JSONValue = ["context": ["includeDeclaration": true]]
    let web = "[w][on|e  two]\n\n[one two]: https://x.org\n"
    #expect(
      try places(editor, editor.ask("textDocument/references", in: "a.md", web, more))
        == ["a.md:one two", "a.md:one  two"])
  }

  @Test func documentLinksLeadToMemosFilesAndPages() throws {
    let editor = try TestedEditor(["b c.md": "# B\n\n## H\n", "pic.png": "x"])
    let text = "[[b c#H]] [p](pic.png) <https://x.org/a> [w](https://y.org) [n](none.png) [o](../out.md)\n"
    try editor.open("a.md", text)
    let found = try editor.ask("textDocument/documentLink", in: "a.md").items.compactMap { $0["target"]?.text }
    #expect(found == [editor.uri("b c.md") + "#L3", editor.uri("pic.png"), "https://x.org/a", "https://y.org"])
  }

  @Test func documentLinksOfAMemoWithThousandsAreAllThere() throws {
    let editor = try TestedEditor(["b.md": "# B\n", "pic.png": "x"])
    let text = String(repeating: "[x](b.md) [p](pic.png) <https://x.org/a>\n", count: 2000)
    try editor.open("a.md", "# A\n\n" + text)
    let found = try editor.ask("textDocument/documentLink", in: "a.md").items.compactMap { $0["target"]?.text }
    #expect(found.count == 6000)
    #expect(Set(found) == [editor.uri("b.md"), editor.uri("pic.png"), "https://x.org/a"])
  }

  /// As tables of contents have them: each looked for in the whole text would take minutes.
  @Test(.ends(within: .seconds(60))) func thousandsOfLinksToHeadingsAndBlocksLeadToTheirLines() throws {
    let count = 4_000
    let sections = (0..<count).map { "## Part \($0)\n[[#Part \(count - 1 - $0)]] [[#^b\($0)]] [[b#Part]] ^b\($0)\n" }
    let editor = try TestedEditor(["b.md": "# B\n\n## Part\n"])
    try editor.open("a.md", "# A\n" + sections.joined())
    let found = try editor.ask("textDocument/documentLink", in: "a.md").items.compactMap { $0["target"]?.text }
    let (own, other) = (editor.uri("a.md"), editor.uri("b.md"))
    let lines = (0..<count).flatMap { place in
      // A block is its paragraph, the line below its heading; the first line is the title.
      ["\(own)#L\(2 * (count - 1 - place) + 2)", "\(own)#L\(2 * place + 3)", "\(other)#L3"]
    }
    #expect(found == lines)
  }

  @Test func linksToFilesLeadThereByPathOrNameInEitherForm() throws {
    let editor = try TestedEditor(["files/doc 1.pdf": "x", "img.png": "x"])
    let cases = [
      ("[p|](files/doc%201.pdf)", "files/doc 1.pdf"), ("[p](files/doc%201.p|df#page=2)", "files/doc 1.pdf"),
      ("![a](im|g.png)", "img.png"), ("[[doc 1.pdf#page|=2]]", "files/doc 1.pdf"), ("![[im|g.png]]", "img.png"),
      ("[[files/doc| 1.pdf]]", "files/doc 1.pdf"), ("[![a](im|g.png)](files/doc%201.pdf)", "img.png"),
      ("[r]: im|g.png", "img.png"),
    ]
    for (text, path) in cases {
      let found = try editor.ask("textDocument/definition", in: "a.md", text)
      #expect(found.items.map { editor.path($0["uri"]) } == [path], "\(text)")
    }
    for text in ["[w|](https://x.org/img.png)", "[n|](none.pdf)", "[[no|ne.pdf]]", "[o|](../../out.pdf)"] {
      #expect(try editor.ask("textDocument/definition", in: "a.md", text) == .null, "\(text)")
    }
    try editor.open("b.md", "[[doc 1.pdf#page=2]] ![[img.png]] [p](files/doc%201.pdf) [[none.pdf]] [n](none.pdf)\n")
    let links = try editor.ask("textDocument/documentLink", in: "b.md").items
    #expect(links.map { editor.path($0["target"]) } == ["files/doc 1.pdf", "img.png", "files/doc 1.pdf"])
    let lines = LineTable(Array(try editor.text("b.md").utf8), .utf16, isFile: false)
    let ranges = links.compactMap { Range<DocumentPosition>($0["range"]) }.map { lines.offsets(of: $0) }
    #expect(
      ranges.map { String(decoding: lines.bytes[$0], as: UTF8.self) } == ["doc 1.pdf", "img.png", "files/doc%201.pdf"])
    // A file that comes later is found.
    try editor.folder.write("x", to: "files/none.pdf")
    editor.lookAtFiles()
    #expect(try editor.ask("textDocument/documentLink", in: "b.md").items.count == 5)
  }

  @Test func hoverShowsTheMemoAsTextThatMeansNothing() throws {
    let editor = try TestedEditor(
      ["b.md": "# <b>B</b> [x](command:y)\n\nfirst *line*\n\n![p](http://t)\n"],
      ["textDocument": ["hover": ["contentFormat": ["markdown"]]]])
    let found = try editor.ask("textDocument/hover", in: "a.md", "[[b|]]")
    let text = try #require(found["contents", "value"]?.text)
    #expect(found["contents", "kind"] == "markdown")
    #expect(text.hasPrefix(#"**\<b\>B\<\/b\> \[x\]\(command\:y\)**"#))
    #expect(text.contains(#"first \*line\*"#) && text.contains(#"\!\[p\]\(http\:\/\/t\)"#))
    #expect(text.contains("1 backlink"))
  }

  /// Markdown needs blank lines between its paragraphs, which plain text would show.
  @Test func hoverInPlainTextHasOneBlankLineAboveTheMemosLines() throws {
    let editor = try TestedEditor(["b.md": "# B*\n\nfirst\n\n> second\n", "c.md": "# C\n"])
    let found = try editor.ask("textDocument/hover", in: "a.md", "[[b|]]")
    #expect(found["contents", "kind"] == "plaintext")
    let lines = try #require(found["contents", "value"]?.text).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "B*" && lines.dropFirst(2) == ["", "first", "> second"], "\(lines)")
    let empty = try editor.ask("textDocument/hover", in: "a.md", "[[c|]]")["contents", "value"]?.text
    #expect(empty?.split(separator: "\n", omittingEmptySubsequences: false).count == 2, "\(empty ?? "")")
  }

  @Test func hoverShowsTheFirstLineOfAMemoWhoseTitleIsItsFilesName() throws {
    let editor = try TestedEditor([".memo/config.json": "{\"titles\": \"file-name\"}", "b.md": "first\n\nsecond\n"])
    let text = try editor.ask("textDocument/hover", in: "a.md", "[[b|]]")["contents", "value"]?.text
    #expect(text?.split(separator: "\n").suffix(2) == ["first", "second"], "\(text ?? "")")
  }

  /// A tag with its `#`, as it is read; in front matter a tag has none, and quotes are not part of it.
  @Test(
    arguments: PositionEncoding.allCases,
    [
      "# A 😀\n\nword ⟦#한글/태그⟧, not\n", "⟦#a_b⟧", "(⟦#a⟧). **⟦#b⟧** ==⟦#c⟧==\n", "⟦#a⟧#b ⟦#c⟧#d\n",
      "---\ntags: [⟦work/deep⟧, \"⟦#é⟧\", '⟦plain⟧', ⟦two words⟧]\n---\n# A\n",
      "---\ntags:\n  - ⟦one⟧\n  - ⟦two⟧\n---\n# A\n",
    ])
  func hoverOnATagHasItsExactRange(encoding: PositionEncoding, marked: String) throws {
    let editor = try TestedEditor(encoding: encoding)
    let text = MarkedText(marked)
    try editor.open("a.md", text.text)
    let lines = LineTable(Array(text.text.utf8), encoding, isFile: false)
    var found = 0
    for offset in (0...lines.bytes.count) where offset == lines.bytes.count || lines.bytes[offset] & 0xC0 != 0x80 {
      let hover = try editor.ask("textDocument/hover", in: "a.md", at: lines.position(of: offset))
      let tag = text.ranges.first { $0.lowerBound <= offset && offset <= $0.upperBound }
      found += tag == nil ? 0 : 1
      let range = Range<DocumentPosition>(hover["range"]).map { lines.offsets(of: $0) }
      #expect(range == tag, "\(offset) in \(marked): \(hover)")
      guard let tag else { continue }
      let name = String(decoding: lines.bytes[tag], as: UTF8.self)
      let first = hover["contents", "value"]?.text?.split(separator: "\n").first.map { String($0) }
      #expect(first == (name.utf8.first == UInt8(ascii: "#") ? name : "#\(name)"), "\(offset) in \(marked): \(hover)")
    }
    print(encoding, marked.debugDescription, "places in tags:", found)
  }

  @Test func hoverOfABrokenLinkSaysHowToMakeTheMemo() throws {
    let editor = try TestedEditor()
    let text = try editor.ask("textDocument/hover", in: "a.md", "[[no such|]]")["contents", "value"]?.text
    #expect(text == "no memo is called 'no such'\nA code action can create it.")
  }

  @Test func documentsOutsideOfAnyVaultAreServedByThemselves() throws {
    let editor = try TestedEditor()
    let other = try TemporaryFolder()
    try other.write("# X\n", to: "x.md")
    let uri = JSONValue.text(DocumentAddress.uri(other.path.appending("x.md")))
    editor.notify("textDocument/didOpen", ["textDocument": ["uri": uri, "version": 1, "text": "# X\n[[a]]\n"]])
    let position = DocumentPosition(line: 1, character: 3).json
    #expect(
      try editor.request("textDocument/definition", ["textDocument": ["uri": uri], "position": position]) == .null)
  }

  @Test func aStaleVersionIsNotTaken() throws {
    let editor = try TestedEditor()
    try editor.open("a.md", "one")
    let uri = JSONValue.text(editor.uri("a.md"))
    editor.notify(
      "textDocument/didChange",
      ["textDocument": ["uri": uri, "version": 1], "contentChanges": [["text": "stale"]]])
    #expect(editor.server.workspace.document(editor.uri("a.md"))?.bytes == Array("one".utf8))
    #expect(editor.take("window/logMessage").count == 1)
  }
}
