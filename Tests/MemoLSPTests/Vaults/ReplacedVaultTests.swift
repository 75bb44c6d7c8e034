import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// Vaults whose folders are replaced by others, or are away for a while, while they are served.
struct ReplacedVaultTests {
  /// An editor with `a.md` open, and another folder with the same memos and a longer `b.md`.
  private func editor() throws -> (TestedEditor, other: TemporaryFolder) {
    let editor = try TestedEditor(["a.md": "# A\n", "b.md": "to [[A]]\n"], RenamingTests.capable)
    try editor.open("a.md")
    let other = try TemporaryFolder()
    try other.makeVault()
    try other.write("# A\n", to: "a.md")
    try other.write("a line more\nto [[A]]\n", to: "b.md")
    return (editor, other)
  }

  /// Its edits would be made at places of the old file.
  @Test func aRenameIsPlannedInTheFolderThatIsThere() throws {
    let (editor, other) = try editor()
    try editor.folder.exchange(with: other)
    let id = editor.beginRename()
    #expect(!editor.isAnswered(id))
    editor.finishIndex()
    try editor.apply(editor.result(of: id))
    #expect(try editor.disk("b.md") == "a line more\nto [[New]]\n")
    #expect(try other.bytes(of: VaultPath("b.md")) == Array("to [[A]]\n".utf8))
  }

  @Test func soAreTheEditsForAFileThatTheEditorRenames() throws {
    let (editor, other) = try editor()
    try other.write("a line more\nto [A](a.md)\n", to: "b.md")
    try editor.folder.exchange(with: other)
    let files: JSONValue = [["oldUri": .text(editor.uri("a.md")), "newUri": .text(editor.uri("c.md"))]]
    let id = editor.begin("workspace/willRenameFiles", ["files": files])
    editor.finishIndex()
    try editor.apply(editor.result(of: id))
    #expect(try editor.disk("b.md") == "a line more\nto [A](c.md)\n")
  }

  @Test func aCommandChangesTheFolderThatIsThere() throws {
    let (editor, other) = try editor()
    try editor.folder.exchange(with: other)
    let argument: JSONValue = ["memo": "a.md", "title": "New"]
    let id = editor.begin("workspace/executeCommand", ["command": "memo.rename", "arguments": [argument]])
    editor.finishIndex()
    _ = try editor.result(of: id)
    #expect(try editor.disk("b.md") == "a line more\nto [[New]]\n")
  }

  /// A document that the editor has not saved counts in the new folder as in the old one.
  @Test func openTextsStayOverTheNewFolder() throws {
    let (editor, other) = try editor()
    try editor.open("b.md", "unsaved\n\nto [[A]]\n")
    try editor.folder.exchange(with: other)
    let id = editor.beginRename()
    editor.finishIndex()
    try editor.apply(editor.result(of: id))
    #expect(try editor.text("b.md") == "unsaved\n\nto [[New]]\n")
  }

  /// Also of a memo that the new folder does not have.
  @Test func anOpenTextWithoutAFileStaysToo() throws {
    let (editor, other) = try editor()
    try editor.open("c.md", "unsaved [[A]]\n")
    try editor.folder.exchange(with: other)
    let id = editor.beginRename()
    editor.finishIndex()
    try editor.apply(editor.result(of: id))
    #expect(try editor.text("c.md") == "unsaved [[New]]\n")
  }

  @Test func withoutAFolderARenameIsRefused() throws {
    let (editor, _) = try editor()
    let place = try MovedFolder(editor.folder)
    defer { try? place.moveBack() }
    let id = editor.beginRename()
    let message = "cannot serve '\(editor.folder.path.text)': cannot list '\(editor.folder.path.text)': "
    #expect { try editor.result(of: id) } throws: { error in
      (error as? TestedEditor.Refused)?.message.hasBytePrefix(message) ?? false
    }
  }

  /// What was found in the old folder before it was replaced may be reported after that.
  @Test func lateNewsOfTheOldFolderIsDropped() throws {
    let (editor, other) = try editor()
    let root = try #require(editor.server.workspace.vaults.first).root
    let old = try Vault(at: root, host: editor.machine.host)
    let index = try old.refresh()
    try editor.folder.exchange(with: other)
    let id = editor.beginRename()
    _ = editor.server.receive(.indexed(root, index, old, changes: []))
    #expect(!editor.isAnswered(id))
    editor.finishIndex()
    #expect(editor.isAnswered(id))
  }
}

extension ReplacedVaultTests {
  /// Whether the server follows its vault: a memo that is made is found.
  private func follows(_ editor: TestedEditor) throws -> Bool {
    try editor.folder.write("# Fresh\n", to: "fresh.md")
    defer { try? editor.folder.remove(VaultPath("fresh.md")) }
    // The test looks at vaults that the server has begun to follow.
    editor.notify("$/setTrace", [:])
    return try !editor.request("workspace/symbol", ["query": "Fresh"]).items.isEmpty
  }

  private func gone(_ editor: TestedEditor) -> VaultError { .notAFolder(editor.folder.path) }

  @Test func aVaultThatWasAwayIsFollowedAgain() throws {
    let (editor, _) = try editor()
    let place = try MovedFolder(editor.folder)
    try editor.lose(gone(editor))
    editor.idle()
    #expect(editor.server.hasLostVault)
    let message = "cannot serve '\(editor.folder.path.text)': the folder is not there any more"
    #expect(editor.take("window/showMessage").map { $0["message"]?.text } == [message])
    try place.moveBack()
    editor.idle()
    #expect(try follows(editor))
    #expect(!editor.server.hasLostVault)
    #expect(editor.take("window/showMessage").isEmpty)
  }

  @Test func oneThatIsBackAtOnceIsFollowedWithoutAWord() throws {
    let (editor, _) = try editor()
    try editor.lose(gone(editor))
    #expect(try follows(editor))
    #expect(editor.take("window/showMessage").isEmpty)
  }

  @Test func theFolderThatReplacedOneIsFollowedWithoutAWord() throws {
    let (editor, other) = try editor()
    try editor.folder.exchange(with: other)
    try editor.lose(gone(editor))
    #expect(try follows(editor))
    #expect(editor.take("window/showMessage").isEmpty)
  }

  /// Nor is it tried without a pause.
  @Test func oneThatCannotBeFollowedIsReportedOnce() throws {
    let clock = TestedClock()
    let editor = try TestedEditor(["a.md": "# A\n"], stopwatch: { clock.time })
    let error = FileError(.list, path: editor.folder.path.bytes, reason: .accessDenied)
    try editor.lose(error)
    for _ in 0..<3 {
      editor.idle()
      #expect(!editor.server.hasLostVault)
      try editor.lose(error)
      editor.idle()
      #expect(editor.server.hasLostVault)
      clock.advance(by: LanguageServer.searchPause)
    }
    #expect(editor.take("window/showMessage").count == 1)
  }
}

/// A folder that is away from its path until it is moved back.
struct MovedFolder {
  private let folder: TemporaryFolder
  private let place: TemporaryFolder

  init(_ folder: TemporaryFolder) throws {
    (self.folder, place) = (folder, try TemporaryFolder())
    try folder.move(to: place.path.appending(VaultPath("away")))
  }

  func moveBack() throws { try folder.moveBack(from: place.path.appending(VaultPath("away"))) }
}
