import MemoCore
import MemoIndex
import MemoTestSupport
import Testing

@testable import MemoLSP

@Suite struct DecorationTests {
  private static let files = ["b.md": "# 😀 Bee\n\n## Part\n", "work/c.md": "---\naliases: [Sea]\n---\n# Long title\n"]

  private func text(_ editor: TestedEditor, _ range: JSONValue?) throws -> String {
    String(try editor.place(["uri": .text(editor.uri("a.md")), "range": range ?? .null]).dropFirst("a.md:".count))
  }

  // MARK: Tokens

  private static let types = ["link", "tag", "task", "field"]

  /// The tokens as `type text`, those with a modifier with its number.
  private func tokens(_ editor: TestedEditor, _ answer: JSONValue) throws -> [String] {
    let numbers = (answer["data"]?.items ?? []).compactMap(\.integer)
    var last = DocumentPosition.start
    return try stride(from: 0, to: numbers.count, by: 5).map { index in
      let isSameLine = numbers[index] == 0
      last = DocumentPosition(
        line: last.line + numbers[index], character: (isSameLine ? last.character : 0) + numbers[index + 1])
      let end = DocumentPosition(line: last.line, character: last.character + numbers[index + 2])
      let type = Self.types[numbers[index + 3]] + (numbers[index + 4] == 0 ? "" : " \(numbers[index + 4])")
      return "\(type) " + (try text(editor, (last..<end).json))
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func linksTagsTasksAndFieldsAreTokens(encoding: PositionEncoding) throws {
    let editor = try TestedEditor(Self.files, encoding: encoding)
    try editor.open(
      "a.md",
      "---\ntags: [x]\nstatus: 한글\n---\n# 😀 [[b]] é [[none]] #tag\r\n- [ ] open\r\n- [x] done [x](work/c.md)\r\n> [two\r\n> lines](b.md) `[[b]]`\r\n"
    )
    let all = [
      "field tags", "tag x", "field status", "link [[b]]", "link 1 [[none]]", "tag #tag", "task [ ]", "task 2 [x]",
      "link [x](work/c.md)", "link [two", "link > lines](b.md)",
    ]
    #expect(try tokens(editor, editor.ask("textDocument/semanticTokens/full", in: "a.md")) == all)
    let range: JSONValue = ["start": ["line": 4, "character": 0], "end": ["line": 5, "character": 3]]
    #expect(
      try tokens(editor, editor.ask("textDocument/semanticTokens/range", in: "a.md", ["range": range]))
        == Array(all[3...6]))
  }

  @Test func aTagWithBlanksIsOneToken() throws {
    let editor = try TestedEditor(Self.files)
    try editor.open("a.md", "---\ntags: [x, \"to read\", 'it''s due']\n---\n# A\n")
    let all = ["field tags", "tag x", "tag to read", "tag it''s due"]
    #expect(try tokens(editor, editor.ask("textDocument/semanticTokens/full", in: "a.md")) == all)
  }

  /// As generated indexes have them: each column counted from the start of its line would take a minute.
  @Test func theTokensOfAMemoWithThousandsOfReferencesAreAllThere() throws {
    let editor = try TestedEditor(Self.files)
    let count = 5000
    let definitions = String(repeating: "[a]: b\n", count: count)
    try editor.open("a.md", "# A\n\n" + definitions + "\n" + String(repeating: "[é][a] ", count: count) + "#end\n")
    let answer = try editor.ask("textDocument/semanticTokens/full", in: "a.md")
    let numbers = try #require(answer["data"]?.items).compactMap(\.integer)
    let uses = [2, 0, 6, 0, 0] + (1..<count).flatMap { _ in [0, 7, 6, 0, 0] } + [0, 7, 4, 1, 0]
    // The first definition counts where it is used, the others are of no use to it.
    #expect(numbers.count == 5 * 2 * count)
    #expect(Array(numbers.suffix(uses.count)) == uses)
  }

  @Test func theLegendNamesTypesThatThemesKnow() throws {
    let editor = try TestedEditor(isStarted: false)
    let legend = try editor.request("initialize", editor.initializeParams())[
      "capabilities", "semanticTokensProvider", "legend"]
    #expect(legend?["tokenTypes"] == ["class", "enumMember", "keyword", "property"])
    #expect(legend?["tokenModifiers"] == ["deprecated", "readonly"])
  }

  // MARK: Hints

  @Test(arguments: PositionEncoding.allCases)
  func titlesAreShownBehindBarePaths(encoding: PositionEncoding) throws {
    let editor = try TestedEditor(Self.files, encoding: encoding)
    let text = "é [[work/c]] [[b|x]] [[😀 Bee]] [[Sea]] [[b]]\r\n[work/c.md](work/c.md) [own](b.md) [[none]] [[#x]]\r\n"
    try editor.open("a.md", text)
    let lines = LineTable(Array(text.utf8), encoding, isFile: false)
    func hints(_ more: JSONValue = [:]) throws -> [String] {
      try editor.ask("textDocument/inlayHint", in: "a.md", more).items.map { hint in
        let offset = lines.offset(of: try #require(DocumentPosition(hint["position"])))
        return String(decoding: lines.bytes[..<offset].suffix(5), as: UTF8.self) + " " + (hint["label"]?.text ?? "")
      }
    }
    #expect(try hints() == ["k/c]] Long title", "[[b]] 😀 Bee", "c.md) Long title"])
    let second: JSONValue = ["range": ["start": ["line": 1, "character": 0], "end": ["line": 2, "character": 0]]]
    #expect(try hints(second) == ["c.md) Long title"])
  }

  /// As file systems of a Mac write names: two scalars are one letter.
  @Test(arguments: [1, 59, 60, 61, 90])
  func aTitleBehindAPathIsCutByLetters(count: Int) throws {
    let title = String(repeating: "e\u{301}", count: count)
    let editor = try TestedEditor(["b.md": "# \(title)\n"])
    try editor.open("a.md", "[[b]]\n")
    let label = try editor.ask("textDocument/inlayHint", in: "a.md").items.first?["label"]?.text
    #expect(label == (count > 60 ? String(title.prefix(59)) + "…" : title))
  }

  // MARK: Lenses

  /// The lenses as `text: title`.
  private func lenses(_ editor: TestedEditor, _ marked: String) throws -> [String] {
    try editor.ask("textDocument/codeLens", in: "a.md", marked).items.map { lens in
      #expect(lens["command", "command"] == "memo.backlinks")
      return try text(editor, lens["range"]) + ": " + (lens["command", "title"]?.text ?? "")
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func memosAndHeadingsShowTheirBacklinks(encoding: PositionEncoding) throws {
    let editor = try TestedEditor(
      ["b.md": "[[a]] [[a#한글]] [[a#한글]]\n", "c.md": "[x](a.md#two)\n", "a.md": "# 😀 A\n"], encoding: encoding)
    let text = "# 😀 A\r\n\r\n## 한글\r\n\r\n## Two\r\n\r\n[[#Two]]\r\n"
    #expect(try lenses(editor, text) == ["😀 A: 2 backlinks", "한글: 1 backlink", "Two: 1 backlink"])
    // What other documents have now, saved or not, and what they have on the disk once they are closed.
    try editor.open("b.md", "nothing\n")
    try editor.open("d.md", "[[a#Two]]\n")
    #expect(try lenses(editor, text) == ["😀 A: 2 backlinks", "Two: 2 backlinks"])
    editor.close("b.md")
    editor.close("d.md")
    #expect(try lenses(editor, text) == ["😀 A: 2 backlinks", "한글: 1 backlink", "Two: 1 backlink"])
    try editor.folder.write("gone\n", to: "b.md")
    editor.lookAtFiles()
    #expect(try lenses(editor, text) == ["😀 A: 1 backlink", "Two: 1 backlink"])
    #expect(try lenses(editor, "# New name\n") == ["New name: 1 backlink"])
  }

  /// Whatever is opened, changed and closed, the memos that link are those of `memo backlinks`.
  @Test func lensesCountWhatTheIndexCounts() throws {
    var random = SeededRandom(seed: 77)
    let paths = ["a.md", "b.md", "c.md", "d/e.md"]
    func text() -> String {
      let parts = ["[[a]]", "[[c]]", "[x](../a.md)", "[y](a.md)", "# T", "# a", "---\naliases: [a]\n---\n"]
      return (0..<3).map { _ in parts.randomElement(using: &random) ?? "" }.joined(separator: "\n")
    }
    let editor = try TestedEditor(Dictionary(uniqueKeysWithValues: paths.map { ($0, text()) }))
    for _ in 0..<200 {
      let path = paths.randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<5, using: &random) {
      case 0: editor.close(path)
      case 1:
        try editor.folder.write(text(), to: VaultPath(path).text)
        editor.lookAtFiles()
      default:
        if editor.server.workspace.document(editor.uri(path)) == nil { try editor.open(path, text()) }
        editor.change(path, to: text())
      }
      let view = try #require(editor.server.workspace.vaults.first).view
      for path in paths.map({ VaultPath($0) }) {
        let expected = Set(Backlinks(to: path, in: view.index).memos.map(\.path))
        #expect(Set(view.linking(to: path).map(\.path)) == expected)
      }
    }
  }
}
