import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// Names longer than anyone reads.
@Suite struct LongAnswerTests {
  private static let longTitle = String(repeating: "é", count: 50_000)

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
}
