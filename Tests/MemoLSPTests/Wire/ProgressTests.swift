import MemoIndex
import MemoTestSupport
import Testing

@testable import MemoLSP

@Suite struct ProgressTests {
  private static let capable: JSONValue = ["window": ["workDoneProgress": true]]

  /// An editor that has begun, but whose vault is not indexed yet.
  private func begun(_ capabilities: JSONValue) throws -> (editor: TestedEditor, sent: [JSONValue]) {
    let editor = try TestedEditor(["a.md": "# A\n"], isStarted: false)
    _ = editor.server.receive(.request(id: 1, method: "initialize", params: editor.initializeParams(capabilities)))
    return (editor, editor.server.receive(.notification(method: "initialized", params: [:])))
  }

  @Test func theFirstIndexIsShownFromItsStartToItsEnd() throws {
    let (editor, sent) = try begun(Self.capable)
    let asked = try #require(sent.first { $0["method"] == "window/workDoneProgress/create" })
    let token = try #require(asked["params", "token"])
    // Not before the client has made a place for it.
    try editor.report(1, of: 100)
    #expect(editor.take("$/progress").isEmpty)
    editor.answer(asked, .null)
    try editor.report(50, of: 100)
    editor.finishIndex()
    let shown = editor.take("$/progress")
    #expect(shown.allSatisfy { $0["token"] == token })
    #expect(shown.map { $0["value", "kind"]?.text } == ["begin", "report", "end"])
    #expect(shown[0]["value", "title"] == "Indexing memos" && shown[1]["value", "percentage"] == 50)
    // Later looks are no news.
    editor.finishIndex()
    try editor.report(1, of: 2)
    #expect(editor.take("$/progress").isEmpty)
  }

  @Test func aClientThatRefusesOrCannotShowItGetsNone() throws {
    let (editor, sent) = try begun(Self.capable)
    let asked = try #require(sent.first { $0["method"] == "window/workDoneProgress/create" })
    _ = editor.server.receive(.response(id: asked["id"] ?? .null, result: nil))
    editor.finishIndex()
    #expect(editor.take("$/progress").isEmpty)
    let (other, messages) = try begun([:])
    #expect(!messages.contains { $0["method"] == "window/workDoneProgress/create" })
    other.finishIndex()
    #expect(other.take("$/progress").isEmpty)
  }
}

@Suite struct FirstAnswerTests {
  @Test func someMemosAreOfferedBeforeAllAreRead() throws {
    let editor = try TestedEditor(["a.md": "# A\n", "x/b.md": "# Bee\n", "x/y/c.md": "# Bean\n"], isStarted: false)
    _ = editor.server.receive(.request(id: 1, method: "initialize", params: editor.initializeParams()))
    _ = editor.server.receive(.notification(method: "initialized", params: [:]))
    func labels() throws -> Set<String> {
      let answer = try editor.server.answered(
        .request(
          id: 2, method: "textDocument/completion",
          params: ["textDocument": ["uri": .text(editor.uri("z.md"))], "position": ["line": 0, "character": 3]]))
      return Set((answer["items"]?.items ?? []).compactMap { $0["label"]?.text })
    }
    _ = editor.server.receive(
      .notification(
        method: "textDocument/didOpen",
        params: ["textDocument": ["uri": .text(editor.uri("z.md")), "version": 1, "text": "[[b"]]))
    #expect(try labels() == [])
    let vault = try #require(editor.server.workspace.vaults.first)
    _ = editor.server.receive(.found(vault.root, vault.vault.partialIndex(limit: 2)))
    #expect(try labels() == ["Bee"])
    // Only as long as nothing better is known, and nothing is said to be broken by it.
    _ = editor.server.idle()
    editor.finishIndex()
    _ = editor.server.receive(.found(vault.root, vault.vault.partialIndex(limit: 2)))
    #expect(try labels() == ["Bee", "Bean"])
  }
}

extension LanguageServer {
  /// The result of a request.
  fileprivate func answered(_ message: RemoteMessage) throws -> JSONValue {
    try #require(receive(message).last?["result"])
  }
}

@Suite struct SettingsTests {
  private static let text = "# A\n\n[[none]]\n"

  private func severity(_ editor: TestedEditor) -> Int? {
    editor.idle()
    return editor.take("textDocument/publishDiagnostics").last?["diagnostics"]?.items.first?["severity"]?.integer
  }

  @Test func settingsChangeWhileTheServerRuns() throws {
    let editor = try TestedEditor(["a.md": Self.text])
    try editor.open("a.md")
    #expect(severity(editor) == 2)
    let wanted: JSONValue = ["diagnostics": ["severity": ["broken-link": "error"]]]
    editor.notify("workspace/didChangeConfiguration", ["settings": ["memo": wanted]])
    #expect(severity(editor) == 1)
    editor.notify(
      "workspace/didChangeConfiguration", ["settings": ["diagnostics": ["severity": ["broken-link": "hint"]]]])
    #expect(severity(editor) == 4)
    editor.notify("workspace/didChangeConfiguration", ["settings": .null])
    #expect(editor.take("workspace/configuration").isEmpty)
    for odd in [5, [], "x", [:]] as [JSONValue] {
      editor.notify("workspace/didChangeConfiguration", ["settings": odd])
    }
    #expect(try editor.request("shutdown", .null) == .null)
  }

  @Test func aClientIsAskedForItsSettings() throws {
    let editor = try TestedEditor(["a.md": Self.text], ["workspace": ["configuration": true]])
    let asked = try #require(editor.received.first { $0["method"] == "workspace/configuration" })
    #expect(asked["params", "items"] == [["section": "memo"]])
    try editor.open("a.md")
    editor.answer(asked, [["diagnostics": ["severity": ["broken-link": "information"]]]])
    #expect(severity(editor) == 3)
    _ = editor.take("workspace/configuration")
    editor.notify("workspace/didChangeConfiguration", ["settings": .null])
    let again = try #require(editor.received.first { $0["method"] == "workspace/configuration" })
    // One that has no such section has nothing to say.
    editor.answer(again, [.null])
    editor.change("a.md", to: "x [[none]]\n")
    #expect(severity(editor) == 3)
  }

  @Test func aVaultSetsSeveritiesAndTheEditorComesFirst() throws {
    let config = #"{"diagnostics": {"severity": {"broken-link": "error", "duplicate-title": "off"}}}"#
    let files = [".memo/config.json": config, "a.md": Self.text, "b.md": "# A\n"]
    let editor = try TestedEditor(files)
    try editor.open("a.md")
    editor.idle()
    let found = editor.take("textDocument/publishDiagnostics").last?["diagnostics"]?.items ?? []
    #expect(found.map { "\($0["code"]?.text ?? "") \($0["severity"]?.integer ?? 0)" } == ["broken-link 1"])
    try editor.folder.write(
      #"{"diagnostics": {"severity": {"broken-link": "hint", "duplicate-title": "loud"}}}"#, to: ".memo/config.json")
    editor.lookAtFiles()
    editor.idle()
    let changed = editor.take("textDocument/publishDiagnostics").last?["diagnostics"]?.items ?? []
    #expect(
      changed.map { "\($0["code"]?.text ?? "") \($0["severity"]?.integer ?? 0)" }.sorted() == [
        "broken-link 4", "duplicate-title 3",
      ])
    editor.notify(
      "workspace/didChangeConfiguration",
      ["settings": ["memo": ["diagnostics": ["severity": ["broken-link": "warning", "duplicate-title": "off"]]]]])
    #expect(severity(editor) == 2)
  }

  @Test func clientsAreAskedToRefreshWhatOtherMemosDecide() throws {
    let editor = try TestedEditor(
      ["a.md": Self.text],
      ["workspace": ["codeLens": ["refreshSupport": true], "inlayHint": ["refreshSupport": true]]])
    try editor.open("a.md")
    editor.idle()
    _ = (editor.take("workspace/codeLens/refresh"), editor.take("workspace/inlayHint/refresh"))
    editor.change("a.md", to: "# A\n\n[[none]] text\n")
    editor.idle()
    #expect(editor.take("workspace/codeLens/refresh").isEmpty)
    editor.lookAtFiles()
    editor.idle()
    #expect(
      editor.take("workspace/codeLens/refresh").count == 1 && editor.take("workspace/inlayHint/refresh").count == 1)
    #expect(editor.take("workspace/semanticTokens/refresh").isEmpty)
  }
}
