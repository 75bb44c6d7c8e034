import MemoTestSupport
import Testing

@testable import MemoLSP

@Suite struct OutlineTests {
  private static let nested: JSONValue = [
    "textDocument": ["documentSymbol": ["hierarchicalDocumentSymbolSupport": true]]
  ]

  /// The symbols, each with the text of its range's first line and what is below it.
  private func lines(_ symbols: [JSONValue], _ editor: TestedEditor, _ indent: String = "") throws -> [String] {
    try symbols.flatMap { symbol -> [String] in
      let place = try editor.place(["uri": .text(editor.uri("a.md")), "range": symbol["selectionRange"] ?? .null])
      let below = try lines(symbol["children"]?.items ?? [], editor, indent + "  ")
      return ["\(indent)\(symbol["name"]?.text ?? "") = \(place.dropFirst("a.md:".count))"] + below
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func headingsAreNestedWithTheirTasks(encoding: PositionEncoding) throws {
    let editor = try TestedEditor(encoding: encoding, Self.nested)
    let text = "---\na: b\n---\n- [ ] 😀 loose\n\n# *One* 😀\n- [x] done\n\n### Deep\n1. [-] off\n\nTwo\n===\n##\n"
    let found = try editor.ask("textDocument/documentSymbol", in: "a.md", text)
    #expect(
      try lines(found.items, editor) == [
        "[ ] 😀 loose = 😀 loose", "One 😀 = *One* 😀", "  [x] done = done", "  Deep = Deep", "    [-] off = off",
        "Two = Two", "  - = ",
      ])
    let one = try #require(found.items.first { $0["name"] == "One 😀" })
    #expect(
      try editor.place(["uri": .text(editor.uri("a.md")), "range": one["range"] ?? .null])
        == "a.md:# *One* 😀\n- [x] done\n\n### Deep\n1. [-] off\n\n")
  }

  @Test func namesOfSymbolsHoldNothingThatActsOnATerminal() throws {
    let text = "# \u{1B}[31mRed\u{7}\u{202E}\n- [ ] a\u{9B}2Jb\n\n## \u{1B}\u{8}\n"
    let editor = try TestedEditor([:], Self.nested)
    let nested = try editor.ask("textDocument/documentSymbol", in: "a.md", text).items
    #expect(nested.map { $0["name"] } == ["[31mRed"])
    #expect(nested.first?["children"]?.items.map { $0["name"] } == ["[ ] a2Jb", "-"])
    let other = try TestedEditor()
    let flat = try other.ask("textDocument/documentSymbol", in: "a.md", text).items
    #expect(flat.map { $0["name"] } == ["[31mRed", "-"])
  }

  @Test func aClientWithoutNestingGetsAList() throws {
    let editor = try TestedEditor()
    let found = try editor.ask("textDocument/documentSymbol", in: "a.md", "# One\n\n## Two\n")
    #expect(found.items.map { $0["name"] } == ["One", "Two"])
    #expect(found.items.allSatisfy { $0["location", "uri"] == .text(editor.uri("a.md")) && $0["children"] == nil })
  }

  @Test func sectionsItemsCodeAndFrontMatterFold() throws {
    let editor = try TestedEditor()
    let text = """
      ---
      a: b
      ---
      # One

      - item
        more
      - single

      ```
      code
      ```

      ## Two
      text

      # Three

      """
    let found = try editor.ask("textDocument/foldingRange", in: "a.md", text)
    #expect(
      found.items.map { "\($0["startLine"]?.integer ?? -1)-\($0["endLine"]?.integer ?? -1)" } == [
        "0-2", "3-14", "5-6", "9-11", "13-14",
      ])
    #expect(try editor.ask("textDocument/foldingRange", in: "b.md", "").items.isEmpty)
  }
}
