import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// Documents that are open before their vault is there, and after it is gone.
struct AppearingVaultTests {
  /// An editor with `a.md` of a folder open that is in no vault, and that folder.
  private func editor() throws -> (TestedEditor, outside: TemporaryFolder) {
    let editor = try TestedEditor()
    let outside = try TemporaryFolder()
    try outside.write("# B\n", to: "b.md")
    editor.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri(outside), "languageId": "markdown", "version": 1, "text": "# A\n\n[[B]] [[no]]\n"]])
    #expect(try definition(editor, outside) == .null)
    #expect(problems(editor) == nil)
    return (editor, outside)
  }

  private func uri(_ folder: TemporaryFolder, _ path: String = "a.md") -> JSONValue {
    .text(DocumentAddress.uri(folder.path.appending(VaultPath(path))))
  }

  private func definition(_ editor: TestedEditor, _ outside: TemporaryFolder) throws -> JSONValue {
    let params: JSONValue = ["textDocument": ["uri": uri(outside)], "position": ["line": 2, "character": 3]]
    let found = try editor.request("textDocument/definition", params)
    return found["uri"] ?? found.items.first?["uri"] ?? .null
  }

  /// How many problems were sent last; `nil` for none since.
  private func problems(_ editor: TestedEditor) -> Int? {
    editor.idle()
    return editor.take("textDocument/publishDiagnostics").last?["diagnostics"]?.items.count
  }

  private func changeFolders(_ editor: TestedEditor, added: [JSONValue] = [], removed: [JSONValue] = []) {
    func named(_ uris: [JSONValue]) -> JSONValue { .array(uris.map { ["uri": $0, "name": "x"] }) }
    editor.notify(
      "workspace/didChangeWorkspaceFolders", ["event": ["added": named(added), "removed": named(removed)]])
  }

  @Test func aDocumentJoinsTheFolderThatTheEditorOpensLater() throws {
    let (editor, outside) = try editor()
    let folder = JSONValue.text(DocumentAddress.uri(outside.path))
    changeFolders(editor, added: [folder])
    #expect(try definition(editor, outside) == uri(outside, "b.md"))
    #expect(problems(editor) == 1)
    // Outside of vaults there are no links, and nothing is said of them.
    changeFolders(editor, removed: [folder])
    #expect(try definition(editor, outside) == .null)
    #expect(problems(editor) == 0)
    #expect(editor.server.workspace.vaults.count == 1)
    changeFolders(editor, added: [folder])
    #expect(problems(editor) == 1)
  }

  @Test(arguments: ["textDocument/didSave", "textDocument/didChange", "workspace/didChangeWatchedFiles"])
  func aDocumentJoinsAVaultThatIsMade(method: String) throws {
    let (editor, outside) = try editor()
    try outside.makeVault()
    editor.notify(
      method,
      [
        "textDocument": ["uri": uri(outside), "version": 2], "changes": [],
        "contentChanges": [["text": "# A\n\n[[B]] [[no]] [[none]]\n"]],
      ])
    #expect(try definition(editor, outside) == uri(outside, "b.md"))
    #expect(problems(editor) == (method == "textDocument/didChange" ? 2 : 1))
    let renamed = try editor.request(
      "textDocument/rename",
      ["textDocument": ["uri": uri(outside)], "position": ["line": 0, "character": 2], "newName": "New"])
    #expect(renamed != .null)
  }

  /// At the next change, without a save.
  @Test(arguments: [false, true])
  func aDocumentJoinsANearerVaultAndLeavesItAgain(isChanged: Bool) throws {
    let editor = try TestedEditor(["sub/b.md": "# B\n", "c.md": "# C\n"])
    try editor.open("sub/a.md", "[[b]] [[c]]\n")
    #expect(problems(editor) == nil)
    func notice(_ text: String) {
      if isChanged { editor.change("sub/a.md", to: text) } else { editor.lookAtFiles() }
    }
    try editor.folder.makeFolders(VaultPath("sub/.memo"))
    notice("[[b]] [[c]] x\n")
    #expect(problems(editor) == 1)
    let place = DocumentPosition(line: 0, character: 8)
    #expect(try editor.ask("textDocument/definition", in: "sub/a.md", at: place) == .null)
    try editor.folder.remove(VaultPath("sub/.memo"))
    notice("[[b]] [[c]] xy\n")
    #expect(problems(editor) == 0)
    #expect(try editor.ask("textDocument/definition", in: "sub/a.md", at: place) != .null)
    #expect(editor.server.workspace.vaults.count == 1)
  }

  /// A vault that is away may come back: what is open in it is served as before.
  @Test func aDocumentStaysInAVaultThatIsAway() throws {
    let editor = try TestedEditor(["b.md": "# B\n"])
    try editor.open("a.md", "[[b]] [[no]]\n")
    #expect(problems(editor) == 1)
    let place = try MovedFolder(editor.folder)
    editor.lookAtFiles()
    editor.change("a.md", to: "[[b]] [[no]] x\n")
    #expect(editor.server.workspace.vaults.count == 1)
    #expect(try editor.ask("textDocument/completion", in: "a.md", "[[|")["items"]?.items.isEmpty == false)
    try place.moveBack()
    editor.lookAtFiles()
    #expect(try editor.ask("textDocument/definition", in: "a.md", "[[|b]]\n") != .null)
  }

  @Test func aFolderThatCannotBeServedIsReportedOnce() throws {
    let outside = try TemporaryFolder()
    try outside.write("no folder", to: "x")
    let editor = try TestedEditor()
    changeFolders(editor, added: [uri(outside, "x")])
    #expect(editor.take("window/showMessage").count == 1)
    for _ in 0..<3 { editor.lookAtFiles() }
    #expect(editor.take("window/showMessage").isEmpty)
  }
}
