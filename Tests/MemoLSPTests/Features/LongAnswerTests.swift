import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// Memos with more names, links or problems than anyone looks at, and names longer than anyone reads.
@Suite struct LongAnswerTests {
  private static let longTitle = String(repeating: "é", count: 50_000)
  private static let cancelled = TestedEditor.Refused(code: -32800, message: "cancelled")

  @Test func ofALongTitleEditorsGetTheStart() throws {
    let editor = try TestedEditor([
      "long.md": "---\naliases: [road]\n---\n# \(Self.longTitle)\n\n## Part \(Self.longTitle)\n"
    ])
    let items = try editor.ask("textDocument/completion", in: "a.md", "[[|")["items"]?.items ?? []
    let item = try #require(items.first)
    #expect(items.count == 1)
    let start = String(repeating: "é", count: 200) + "…"
    #expect(item["label"]?.text == start)
    // A link with the whole title would be read as one, too, but not by a person.
    #expect(item["textEdit", "newText"] == "long]]")
    let alias = try editor.ask("textDocument/completion", in: "a.md", "[[roa|")["items"]?.items.first
    #expect(alias?["label"] == "road" && alias?["textEdit", "newText"] == "road]]")
    #expect(alias?["detail"]?.text == start)
    #expect(try editor.ask("textDocument/completion", in: "a.md", "[[long#|")["items"] == [])
    let symbols = try editor.request("workspace/symbol", ["query": "é"]).items
    #expect(symbols.first?["name"]?.text == start)
    #expect(symbols.allSatisfy { ($0["name"]?.text ?? "").unicodeScalars.count <= 201 })
    let hover = try editor.ask("textDocument/hover", in: "a.md", "[[lo|ng]]")
    #expect(hover["contents", "value"]?.text?.unicodeScalars.contains("…") == true)
    #expect(hover.encoded.count < 20_000)
  }

  @Test func theFirstTenThousandPlacesAreReferences() throws {
    let count = 10_050
    let files = ["b.md": String(repeating: "[[a]] #t\n", count: count)]
    let editor = try TestedEditor(files)
    for text in ["# |A\n", "#t| x\n"] {
      let found = try editor.ask(
        "textDocument/references", in: "a.md", text, ["context": ["includeDeclaration": false]])
      #expect(found.items.count == 10_000, "\(text)")
    }
  }

  @Test func whatGoesThroughManyLinksEndsWhenItIsCancelled() throws {
    let editor = try TestedEditor(["b.md": "[[a]]\n", "c.md": "# C\n\n[[#x]]\n\n## x\n"])
    try editor.open("a.md", "# A\n")
    let params: JSONValue = [
      "textDocument": ["uri": .text(editor.uri("a.md"))], "position": ["line": 0, "character": 2],
      "context": ["includeDeclaration": true],
    ]
    #expect(try editor.request("textDocument/references", params).items.count == 2)
    #expect(throws: Self.cancelled) {
      try editor.request("textDocument/references", params, isCancelled: { true })
    }
    var rename = params.members
    rename["newName"] = "new"
    try editor.open("t.md", "#tag\n")
    rename["textDocument"] = ["uri": .text(editor.uri("t.md"))]
    #expect(throws: Self.cancelled) {
      try editor.request("textDocument/rename", .object(rename), isCancelled: { true })
    }
    try editor.open("d.md", "[[b]]\n")
    let document: JSONValue = ["textDocument": ["uri": .text(editor.uri("d.md"))]]
    for method in ["textDocument/documentLink", "textDocument/inlayHint"] {
      #expect(throws: Self.cancelled, "\(method)") { try editor.request(method, document, isCancelled: { true }) }
    }
  }

  @Test func theFirstProblemsAreReported() throws {
    let broken = String(repeating: "[[none]]\n", count: 1_050)
    let files = Dictionary(uniqueKeysWithValues: (10..<22).map { ("m\($0).md", "# \($0)\n\n\(broken)") })
    let editor = try TestedEditor(files)
    try editor.open("a.md", "# A\n\n[[\(Self.longTitle)]]\n" + broken)
    editor.idle()
    let sent = editor.take("textDocument/publishDiagnostics").last?["diagnostics"]?.items ?? []
    #expect(sent.count == 1_000)
    #expect((sent.first?["message"]?.text ?? "").unicodeScalars.count == 1_001)
    let pulled = try editor.ask("textDocument/diagnostic", in: "a.md")["items"]?.items ?? []
    #expect(pulled.count == 1_000)
    let old: JSONValue = ["uri": .text(editor.uri("m21.md")), "value": "x"]
    let all = try editor.request("workspace/diagnostic", ["previousResultIds": [old]])["items"]?.items ?? []
    let counts = all.map { $0["items"]?.items.count }
    // Of a memo that is not reported any more, the old report goes.
    #expect(counts == Array(repeating: 1_000, count: 10) + [0])
    #expect(all.last?["uri"] == old["uri"])
  }

  @Test func aDocumentHasNoMoreSymbolsAndHintsThanAreLookedAt() throws {
    func count(_ symbols: [JSONValue]) -> Int { symbols.reduce(0) { $0 + 1 + count($1["children"]?.items ?? []) } }
    let text = "- [ ] loose\n" + String(repeating: "# A\n## B\n- [ ] task\n\n", count: 3_500)
    let nested: JSONValue = ["textDocument": ["documentSymbol": ["hierarchicalDocumentSymbolSupport": true]]]
    #expect(try count(TestedEditor([:], nested).ask("textDocument/documentSymbol", in: "a.md", text).items) == 10_000)
    let headings = String(repeating: "# A\n", count: 10_050)
    #expect(try TestedEditor().ask("textDocument/documentSymbol", in: "a.md", headings).items.count == 10_000)
    let editor = try TestedEditor(["sub/b.md": "# Title\n"])
    try editor.open("a.md", String(repeating: "[[sub/b]]\n", count: 1_050))
    #expect(try editor.ask("textDocument/inlayHint", in: "a.md").items.count == 1_000)
  }

  @Test func aDocumentHasNoMoreLinksAndHighlightsThanAreLookedAt() throws {
    let editor = try TestedEditor(["b.md": "# B\n"])
    try editor.open("a.md", String(repeating: "[[b]] [x](https://example.org)\n", count: 10_050))
    #expect(try editor.ask("textDocument/documentLink", in: "a.md").items.count == 20_000)
    let start = DocumentPosition(line: 0, character: 3)
    #expect(try editor.ask("textDocument/documentHighlight", in: "a.md", at: start).items.count == 10_000)
  }
}
