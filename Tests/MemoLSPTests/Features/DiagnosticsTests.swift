import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

@Suite struct DiagnosticsTests {
  private static let pulling: JSONValue = [
    "textDocument": ["diagnostic": [:]], "workspace": ["diagnostics": ["refreshSupport": true]],
  ]

  /// What was published: `code text` by path, of each document the last.
  private func published(_ editor: TestedEditor) throws -> [String: [String]] {
    editor.idle()
    return try editor.take("textDocument/publishDiagnostics").reduce(into: [:]) { found, params in
      let path = try #require(editor.path(params["uri"]))
      found[path] = try params["diagnostics"]?.items.map { try describe($0, path, editor) }
    }
  }

  private func describe(_ diagnostic: JSONValue, _ path: String, _ editor: TestedEditor) throws -> String {
    let place = try editor.place(["uri": .text(editor.uri(path)), "range": diagnostic["range"] ?? .null])
    return "\(diagnostic["code"]?.text ?? "") \(place.dropFirst(path.count + 1))"
  }

  @Test(arguments: PositionEncoding.allCases)
  func problemsHaveTheirCodesAndPlaces(encoding: PositionEncoding) throws {
    let editor = try TestedEditor(["x/same.md": "# S\n", "y/same.md": "# S\n", "b.md": "# B\n"], encoding: encoding)
    try editor.open("a.md", "😀 [[none|x]] [[b#no]] [[same]]\r\n![](pic 1.png) ![](<p q.png>) [[b]]\n")
    #expect(
      try published(editor) == [
        "a.md": ["broken-link none", "broken-anchor no", "ambiguous-link same", "broken-attachment p q.png"]
      ])
  }

  @Test func ofAPictureInAWikiLinkItsTargetIsMarked() throws {
    let editor = try TestedEditor(["ok.png": "x"])
    try editor.open("a.md", "![[gone.png]] and ![](ok.png)\n![[too.png|100]] c\n")
    #expect(try published(editor) == ["a.md": ["broken-attachment gone.png", "broken-attachment too.png"]])
  }

  @Test func whatIsRepairedIsTakenBack() throws {
    let editor = try TestedEditor(["b.md": "# B\n"])
    try editor.open("a.md", "[[none]]\n")
    #expect(try published(editor) == ["a.md": ["broken-link none"]])
    #expect(try published(editor).isEmpty)
    editor.change("a.md", to: "[[b]]\n")
    #expect(try published(editor) == ["a.md": []])
    editor.change("a.md", to: "[[none]]\n")
    _ = try published(editor)
    editor.close("a.md")
    #expect(try published(editor) == ["a.md": []])
  }

  @Test func anUnsavedTitleRepairsTheLinksOfOtherDocuments() throws {
    let editor = try TestedEditor(["b.md": "# B\n"])
    try editor.open("a.md", "[[New title]] [[b#Part]]\n")
    try editor.open("b.md")
    #expect(try published(editor) == ["a.md": ["broken-link New title", "broken-anchor Part"]])
    editor.change("b.md", to: "# New title\n\n## Part\n")
    #expect(try published(editor) == ["a.md": []])
    editor.close("b.md")
    #expect(try published(editor) == ["a.md": ["broken-link New title", "broken-anchor Part"]])
  }

  /// Keys do not have the memos read in which links name headings: those that are open count as they are, and others as they
  /// were when their files were last looked at.
  @Test func headingsOfOtherMemosAreKeptAsLongAsTheirTextsAre() throws {
    let editor = try TestedEditor(["b.md": "# B\n\n## Part\n", "c.md": "# C\n\n## Part\n"])
    try editor.open("a.md", "[[b#Part]] [[c#Part]]\n")
    try editor.open("c.md")
    #expect(try published(editor)["a.md"] ?? [] == [])
    try editor.folder.write("# B\n\n## Bart\n", to: "b.md")
    try editor.type("x", in: "a.md", at: 0..<0)
    #expect(try published(editor).isEmpty)
    editor.change("c.md", to: "# C\n\n## Cart\n")
    #expect(try published(editor)["a.md"] == ["broken-anchor Part"])
    editor.lookAtFiles()
    #expect(try published(editor)["a.md"] == ["broken-anchor Part", "broken-anchor Part"])
    editor.close("c.md")
    #expect(try published(editor)["a.md"] == ["broken-anchor Part"])
    editor.change("a.md", to: "[[c#Part]] [[c#Cart]]\n")
    #expect(try published(editor) == ["a.md": ["broken-anchor Cart"]])
  }

  @Test func whatChangesOnTheDiskCounts() throws {
    let editor = try TestedEditor(["b.md": "# B\n"])
    try editor.open("a.md", "[[b]] ![](p.png)\n")
    #expect(try published(editor) == ["a.md": ["broken-attachment p.png"]])
    try editor.folder.remove(VaultPath("b.md"))
    try editor.folder.write("x", to: "p.png")
    editor.lookAtFiles()
    #expect(try published(editor) == ["a.md": ["broken-link b"]])
  }

  @Test func aDocumentThatIsLeftOfAMovedMemoIsNoMemo() throws {
    let editor = try TestedEditor(["x/ex.md": "# Ex\n"])
    try editor.open("x/ex.md")
    try editor.open("a.md", "[[ex]]\n")
    #expect(try published(editor)["a.md"]?.isEmpty ?? true)
    try editor.folder.makeFolders(VaultPath("y"))
    try editor.folder.rename(VaultPath("x/ex.md"), to: VaultPath("y/ex.md"))
    editor.lookAtFiles()
    #expect(try published(editor)["a.md"]?.isEmpty ?? true, "there is one memo of that name")
    editor.change("x/ex.md", to: "# Ex\n\nmine\n")
    let problems = try published(editor)
    #expect(problems["a.md"] == ["ambiguous-link ex"], "what was typed would be a second one: \(problems)")
    editor.close("x/ex.md")
    #expect(try published(editor)["a.md"] == [])
  }

  /// The documents whose problems a server publishes at once while a message waits.
  private func publishedWhileAMessageWaits(_ editor: TestedEditor) -> [String?] {
    editor.server.idle { true }.filter { $0["method"] == "textDocument/publishDiagnostics" }.map {
      editor.path($0["params", "uri"])
    }
  }

  @Test func aMessageThatWaitsPutsOffTheProblemsOfOtherDocuments() throws {
    let editor = try TestedEditor()
    for path in ["x.md", "y.md", "z.md"] { try editor.open(path, "[[none]]\n") }
    func published() -> [String?] { publishedWhileAMessageWaits(editor) }
    #expect(published() + published() + published() + published() == ["x.md", "y.md", "z.md"])
    editor.change("z.md", to: "# None\n[[gone]]\n")
    #expect(published() == ["z.md"], "the one with the key comes first")
    #expect(published() + published() == ["x.md", "y.md"])
  }

  @Test func whatAMessageHasPutOffComesAfterTheDocumentWithTheKey() throws {
    let editor = try TestedEditor(["y.md": "# Y\n[[none]]\n"])
    for path in ["w.md", "x.md", "z.md"] { try editor.open(path, "# \(path)\n[[none]]\n") }
    try editor.open("y.md")
    func published() -> [String?] { publishedWhileAMessageWaits(editor) }
    #expect(published() == ["w.md"])
    editor.change("z.md", to: "# z.md\n[[gone]]\n")
    #expect(published() == ["z.md"])
    editor.close("y.md")
    #expect(published() + published() + published() == ["x.md"], "nothing is sent of a document that is closed")
  }

  @Test func severitiesAreTheClientsToChoose() throws {
    let editor = try TestedEditor(isStarted: false)
    var params = editor.initializeParams().members
    params["initializationOptions"] = ["diagnostics": ["severity": ["broken-link": "hint", "conflict-marker": "off"]]]
    _ = try editor.request("initialize", .object(params))
    editor.notify("initialized", [:])
    try editor.open("a.md", "[[none]]\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n")
    editor.idle()
    let found = editor.take("textDocument/publishDiagnostics").first?["diagnostics"]?.items ?? []
    #expect(found.map { $0["code"] } == ["broken-link"])
    #expect(found.first?["severity"] == 4)
  }

  @Test func whatIsUnknownInTheSettingsIsNamedOnce() throws {
    let editor = try TestedEditor(isStarted: false)
    var params = editor.initializeParams().members
    let odd: JSONValue = [
      "positionEncoding": "bytes", "diagnostics": ["severity": ["broken-link": "warn", "typo": "off", "encoding": 2]],
    ]
    params["initializationOptions"] = odd
    _ = try editor.request("initialize", .object(params))
    #expect(editor.take("window/showMessage").isEmpty)
    editor.notify("initialized", [:])
    let message = try #require(editor.take("window/showMessage").first?["message"]?.text)
    for part in [
      "severity 'warn', '2' (possible: error, warning, information, hint, off)",
      "problem 'typo' (possible: broken-link, ",
      "positionEncoding 'bytes' (possible: utf-8, utf-16, utf-32)",
    ] {
      #expect(message.contains(part))
    }
    editor.notify("workspace/didChangeConfiguration", ["settings": ["memo": odd]])
    let known: JSONValue = ["diagnostics": ["severity": ["broken-link": "off", "too-large": "hint"]]]
    editor.notify("workspace/didChangeConfiguration", ["settings": ["memo": known]])
    #expect(editor.take("window/showMessage").isEmpty)
    editor.notify("workspace/didChangeConfiguration", ["settings": ["memo": odd]])
    #expect(editor.take("window/showMessage").count == 1)
  }

  /// They may only be being written.
  @Test(arguments: [false, true])
  func settingsThatBecomeUnreadableAreReportedOnceAndStillApply(areFixed: Bool) throws {
    let clock = TestedClock()
    let settings = #"{"diagnostics": {"severity": {"broken-link": "off"}}}"#
    let editor = try TestedEditor([".memo/config.json": settings], stopwatch: { clock.time })
    try editor.open("a.md", "[[none]]\n")
    try editor.folder.write("{bad", to: ".memo/config.json")
    editor.lookAtFiles()
    #expect(try published(editor).isEmpty)
    #expect(editor.take("window/showMessage").isEmpty && editor.server.isWaitingForFile)
    if areFixed { try editor.folder.write("{}", to: ".memo/config.json") }
    clock.advance(by: DocumentFiles.pause)
    editor.idle()
    editor.idle()
    #expect(!editor.server.isWaitingForFile)
    let messages = editor.take("window/showMessage").compactMap { $0["message"]?.text }
    #expect(messages.count == (areFixed ? 0 : 1))
    #expect(messages.allSatisfy { $0.contains("config.json") && $0.contains("the settings from before still apply") })
  }

  @Test func aClientThatAsksIsToldNothingUnasked() throws {
    let editor = try TestedEditor(["b.md": "[[nowhere]]\n"], Self.pulling)
    try editor.open("a.md", "[[none]]\n")
    #expect(try published(editor).isEmpty)
    let first = try editor.ask("textDocument/diagnostic", in: "a.md")
    #expect(first["kind"] == "full")
    #expect(first["items"]?.items.count == 1)
    let again = try editor.ask("textDocument/diagnostic", in: "a.md", ["previousResultId": first["resultId"] ?? .null])
    #expect(again["kind"] == "unchanged")
  }

  @Test func aClientThatCannotBeToldToAskAgainGetsThemSent() throws {
    let editor = try TestedEditor(["b.md": "# B\n"], isStarted: false)
    let params = editor.initializeParams(["textDocument": ["diagnostic": [:]]])
    let capabilities = try editor.request("initialize", params)["capabilities"]
    #expect(capabilities?["diagnosticProvider"] == nil)
    editor.notify("initialized", [:])
    try editor.open("a.md", "[[b]]\n")
    #expect(try published(editor).isEmpty)
    try editor.folder.remove(VaultPath("b.md"))
    editor.lookAtFiles()
    #expect(try published(editor) == ["a.md": ["broken-link b"]])
  }

  @Test func allMemosAreReportedOnRequest() throws {
    let editor = try TestedEditor(["b.md": "[[nowhere]]\n", "c.md": "fine\n"], Self.pulling)
    try editor.open("a.md", "[[none]]\n")
    let all = try editor.request("workspace/diagnostic", ["previousResultIds": []])["items"]?.items ?? []
    #expect(all.map { editor.path($0["uri"]) } == ["a.md", "b.md"])
    #expect(all[0]["version"] == 1)
    let ids = all.map { ["uri": $0["uri"] ?? .null, "value": $0["resultId"] ?? .null] as JSONValue }
    editor.change("a.md", to: "mended\n")
    let next = try editor.request("workspace/diagnostic", ["previousResultIds": .array(ids)])["items"]?.items ?? []
    #expect(
      next.map { "\(editor.path($0["uri"]) ?? "") \($0["kind"]?.text ?? "")" } == ["b.md unchanged", "a.md full"])
    _ = try editor.request("workspace/diagnostic", ["previousResultIds": [], "partialResultToken": "t"])
    #expect(editor.take("$/progress").first?["value", "items"]?.items.count == 1)
  }

  /// A vault within another one, both of which hold the memos: `/m` is a memo of the inner one alone.
  @Test func aMemoOfANestedVaultIsReportedOnceAndAsThatVaultHasIt() throws {
    let editor = try TestedEditor(
      ["a.md": "[[none]]\n", "nest/m.md": "# M\n", "nest/n.md": "[[nowhere]]\n", "nest/o.md": "[[/m]]\n"],
      Self.pulling)
    try editor.folder.makeFolders(VaultPath("nest/.memo"))
    try editor.open("nest/n.md")
    #expect(editor.server.workspace.vaults.count == 2)
    let all = try editor.request("workspace/diagnostic", ["previousResultIds": []])["items"]?.items ?? []
    #expect(all.map { editor.path($0["uri"]) } == ["a.md", "nest/n.md"])
  }

  @Test func ambiguousLinksNameTheMemosThatTheyMayMean() throws {
    let editor = try TestedEditor(
      ["x/same.md": "# S\n", "y/same.md": "# T\n"],
      ["textDocument": ["publishDiagnostics": ["relatedInformation": true]]])
    try editor.open("a.md", "[[same]]\n")
    editor.idle()
    let found = editor.take("textDocument/publishDiagnostics").first?["diagnostics"]?.items.first
    #expect(found?["relatedInformation"]?.items.map { $0["message"] } == ["S", "T"])
  }
}
