import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

@Suite struct WorkspaceSymbolTests {
  private static let files = [
    "plan.md": "---\naliases: [Road map]\n---\n# 😀 Plan\n\n## Next steps\n\nText.\n",
    "minutes.md": "# 회의록\n\n## 다음 할 일\n",
    "other.md": "\u{FEFF}# Other\r\n\r\n## Steps 한글\r\n",
  ]

  private func names(_ query: String, _ editor: TestedEditor) throws -> [String] {
    try editor.request("workspace/symbol", ["query": .text(query)]).items.map { symbol in
      try "\(symbol["name"]?.text ?? "") (\(symbol["containerName"]?.text ?? "")) "
        + editor.place(symbol["location"] ?? .null)
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func titlesAliasesAndHeadingsAreFoundAsThePickerFindsThem(encoding: PositionEncoding) throws {
    let editor = try TestedEditor(Self.files, encoding: encoding)
    #expect(try names("ㅎㅇㄹ", editor) == ["회의록 (minutes.md) minutes.md:회의록"])
    #expect(try names("회으", editor) == ["회의록 (minutes.md) minutes.md:회의록"])
    #expect(try names("road", editor) == ["Road map (😀 Plan) plan.md:😀 Plan"])
    #expect(
      try names("steps", editor).sorted() == [
        "Next steps (😀 Plan) plan.md:Next steps", "Steps 한글 (Other) other.md:Steps 한글",
      ])
    #expect(try names("다음 할", editor) == ["다음 할 일 (회의록) minutes.md:다음 할 일"])
    #expect(try names("nothing like it", editor).isEmpty)
    #expect(try names("", editor).count == 3)
  }

  @Test func unsavedTitlesAndHeadingsCount() throws {
    let editor = try TestedEditor(Self.files)
    try editor.open("plan.md", "# Renamed\n\n## Later\n")
    #expect(try names("renamed", editor) == ["Renamed (plan.md) plan.md:Renamed"])
    #expect(try names("later", editor) == ["Later (Renamed) plan.md:Later"])
    #expect(try names("next steps", editor).isEmpty)
  }

  /// A vault within another one, both of which hold the memo.
  @Test func aMemoOfANestedVaultIsListedOnce() throws {
    let text = "---\naliases: [Unique one, Unique two]\n---\n# Other\n\n## Unique part\n"
    let editor = try TestedEditor(["a.md": "# Unique\n", "nest/n.md": text])
    try editor.folder.makeFolders(VaultPath("nest/.memo"))
    try editor.open("nest/n.md")
    #expect(editor.server.workspace.vaults.count == 2)
    #expect(
      try names("uniq", editor).sorted() == [
        "Unique (a.md) a.md:Unique", "Unique one (Other) nest/n.md:Other", "Unique part (Other) nest/n.md:Unique part",
        "Unique two (Other) nest/n.md:Other",
      ])
    #expect(try names("other", editor) == ["Other (n.md) nest/n.md:Other"])
  }

  @Test func namesHoldNothingThatActsOnATerminal() throws {
    let editor = try TestedEditor(["a\u{1B}b.md": "# Pl\u{1B}[31man\u{202E}\n\n## Ste\u{7}p pl\n"])
    let found = try editor.request("workspace/symbol", ["query": "pl"]).items
    let texts = found.flatMap { [$0["name"]?.text ?? "", $0["containerName"]?.text ?? ""] }
    #expect(texts.first == "Pl[31man" && texts.contains("ab.md"))
    #expect(texts.allSatisfy { text in !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E } })
  }

  @Test func atMostAHundredAreListed() throws {
    let memos = Dictionary(uniqueKeysWithValues: (0..<130).map { ("m\($0).md", "# Memo \($0)\n\n## Memo part\n") })
    let editor = try TestedEditor(memos)
    #expect(try editor.request("workspace/symbol", ["query": "memo"]).items.count == 100)
    #expect(try editor.request("workspace/symbol", ["query": ""]).items.count == 100)
  }
}

@Suite struct SelectionRangeTests {
  /// The texts that a selection grows to, the innermost first.
  private func growth(_ marked: String, _ encoding: PositionEncoding) throws -> [String] {
    let editor = try TestedEditor(encoding: encoding)
    let text = MarkedText(marked)
    try editor.open("a.md", text.text)
    let found = try editor.ask(
      "textDocument/selectionRange", in: "a.md", ["positions": [text.position(encoding).json]])
    var range = found.items.first
    var texts: [String] = []
    while let found = range, found["range"] != nil {
      texts.append(
        try String(
          editor.place(["uri": .text(editor.uri("a.md")), "range": found["range"] ?? .null]).dropFirst("a.md:".count)))
      range = found["parent"]
    }
    return texts
  }

  @Test(arguments: PositionEncoding.allCases)
  func aSelectionGrowsFromTheWordToTheDocument(encoding: PositionEncoding) throws {
    #expect(
      try growth("# T\n\n- 😀 see [[work/Ro|ad map#Part|x]] é\n- b\n", encoding) == [
        "Road", "work/Road map", "[[work/Road map#Part|x]]", "😀 see [[work/Road map#Part|x]] é",
        "- 😀 see [[work/Road map#Part|x]] é", "# T\n\n- 😀 see [[work/Road map#Part|x]] é\n- b\n",
      ])
    #expect(
      try growth("# T\r\n\r\n## 한글 소제|목\r\n\r\n본문\r\n\r\n## Z\r\n", encoding) == [
        "소제목", "한글 소제목", "## 한글 소제목", "## 한글 소제목\r\n\r\n본문\r\n\r\n",
        "# T\r\n\r\n## 한글 소제목\r\n\r\n본문\r\n\r\n## Z\r\n",
      ])
    #expect(try growth("---\ntitle: A |b\n---\n", encoding).dropFirst().first == "A b")
  }

  @Test func placesOfAnyKindAreAnswered() throws {
    let editor = try TestedEditor()
    try editor.open("a.md", "")
    let positions: JSONValue = [["line": 0, "character": 0], ["line": 99, "character": 99]]
    let found = try editor.ask("textDocument/selectionRange", in: "a.md", ["positions": positions])
    #expect(found.items.count == 2 && found.items.allSatisfy { $0["range"] != nil })
    #expect(throws: TestedEditor.Refused.self) {
      try editor.ask("textDocument/selectionRange", in: "a.md", ["positions": [5]])
    }
  }
}

@Suite struct DocumentHighlightTests {
  /// The highlighted texts, those of definitions with `!`.
  private func highlights(_ editor: TestedEditor, _ marked: String) throws -> [String] {
    try editor.ask("textDocument/documentHighlight", in: "a.md", marked).items.map { found in
      let place = try editor.place(["uri": .text(editor.uri("a.md")), "range": found["range"] ?? .null])
      return place.dropFirst("a.md:".count) + (found["kind"] == 3 ? "!" : "")
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func whatMeansTheSameIsHighlighted(encoding: PositionEncoding) throws {
    let editor = try TestedEditor(["b.md": "# Bee\n"], encoding: encoding)
    #expect(try highlights(editor, "😀 [[b|]] é [[Bee]] [x](b.md) [[c]]\n") == ["[[b]]", "[[Bee]]", "[x](b.md)"])
    #expect(try highlights(editor, "#t|ag 한글 #Tag #tag/x\n") == ["tag", "Tag"])
    #expect(try highlights(editor, "[[a#H|]] [x](#h) [[#Other]]\n\n## H\n") == ["[[a#H]]", "[x](#h)", "H!"])
    #expect(try highlights(editor, "[[#H]] [x](#h)\n\n## |H\n") == ["H", "h", "H!"])
    #expect(try highlights(editor, "[t][re|f] [ref]\n\n[Ref]: b.md\n") == ["ref", "ref", "Ref!"])
    #expect(try highlights(editor, "[[#^id]]\n\ntext ^i|d\n") == ["^id", "id!"])
    #expect(try highlights(editor, "[[none|]] [[None]] [[b]]\n") == ["[[none]]", "[[None]]"])
    #expect(try highlights(editor, "just wor|ds\n").isEmpty)
  }
}
