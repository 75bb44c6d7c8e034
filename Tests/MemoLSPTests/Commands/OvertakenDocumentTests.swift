import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// Another program, a sync in a terminal above all, changes a file whose document has unsaved text.
@Suite struct OvertakenDocumentTests {
  private static let mine = "# Home\n\nmine 😀\n\n[[b#H]] [[none]]\n"
  private static let theirs = "# Home\n\ntheirs\n\nmore\n\n[[b#H]]\n"

  private func editor(_ text: String = "# Home\n\n[[b#H]]\n") throws -> TestedEditor {
    try TestedEditor(["home.md": text, "b.md": "# B\n\n## H\n"], RenamingTests.capable)
  }

  private func warnings(_ editor: TestedEditor) -> Int {
    editor.lookAtFiles()
    editor.idle()
    return editor.take("window/showMessage").count
  }

  @Test(arguments: PositionEncoding.allCases)
  func theUnsavedTextStaysAndItsPersonIsToldOnce(encoding: PositionEncoding) throws {
    let editor = try TestedEditor(
      ["home.md": "# Home\n\n[[b#H]]\n", "b.md": "# B\n\n## H\n"], encoding: encoding, RenamingTests.capable)
    try editor.open("home.md")
    editor.change("home.md", to: Self.mine)
    try editor.folder.write(Self.theirs, to: "home.md")
    #expect(warnings(editor) == 1)
    #expect(warnings(editor) == 0)
    #expect(editor.take("workspace/applyEdit").isEmpty)
    #expect(editor.server.workspace.document(editor.uri("home.md"))?.bytes == Array(Self.mine.utf8))
    // Places are those of the editor's text.
    let places = try editor.ask(
      "textDocument/references", in: "b.md", "# B\n\n## |H\n", ["context": ["includeDeclaration": false]])
    #expect(try places.items.map(editor.place) == ["home.md:[[b#H]]"])
    // A second change is a second warning, and the editor's own save is none.
    try editor.folder.write("# Theirs\n", to: "home.md")
    #expect(warnings(editor) == 1)
    try editor.folder.write(Self.mine, to: "home.md")
    editor.notify("textDocument/didSave", ["textDocument": ["uri": .text(editor.uri("home.md"))]])
    #expect(warnings(editor) == 0)
    editor.change("home.md", to: Self.mine + "on\n")
    #expect(warnings(editor) == 0)
  }

  @Test(arguments: [
    ("# Home\n", "# Home\n"), ("\u{FEFF}# Home\n", "# Home\n"), ("# Home\r\n\r\nx\r\n", "# Home\n\nx\n"),
    ("# Home", "# Home\n"),
  ])
  func aTextWithoutChangesIsNotReported(disk: String, shown: String) throws {
    let editor = try editor(disk)
    try editor.open("home.md", shown)
    try editor.folder.write(Self.theirs, to: "home.md")
    #expect(warnings(editor) == 0)
    // Now the editor has an older text than the disk: what is typed into it is unsaved.
    editor.change("home.md", to: shown + "typed\n")
    try editor.folder.write(Self.theirs + "again\n", to: "home.md")
    #expect(warnings(editor) == 1)
    // The editor has read the file.
    editor.change("home.md", to: Self.theirs + "again\n")
    try editor.folder.write(Self.theirs, to: "home.md")
    #expect(warnings(editor) == 0)
  }

  @Test func aTimeWithoutAnotherTextIsNoChange() throws {
    let editor = try editor()
    try editor.open("home.md")
    editor.change("home.md", to: Self.mine)
    try editor.folder.write("# Home\n\n[[b#H]]\n", to: "home.md")
    #expect(warnings(editor) == 0)
    try editor.folder.remove(VaultPath("home.md"))
    #expect(warnings(editor) == 0)
    #expect(editor.server.workspace.document(editor.uri("home.md"))?.bytes == Array(Self.mine.utf8))
  }

  /// An editor with an unsaved text, and its clock.
  private func unsaved() throws -> (TestedEditor, clock: TestedClock) {
    let clock = TestedClock()
    let editor = try TestedEditor(["home.md": "# Home\n"], stopwatch: { clock.time })
    try editor.open("home.md")
    editor.change("home.md", to: Self.mine)
    return (editor, clock)
  }

  /// An editor that saves a document empties its file and writes it: it may be looked at in between.
  @Test(arguments: ["", "# Home\n\nmi", "\u{FEFF}# Home\r\n\r\nmi"])
  func aFileThatIsBeingSavedIsLookedAtAgain(start: String) throws {
    let (editor, clock) = try unsaved()
    try editor.folder.write(start, to: "home.md")
    #expect(warnings(editor) == 0 && editor.server.isWaitingForFile)
    clock.advance(by: DocumentFiles.pause / 2)
    editor.idle()
    try editor.folder.write(Self.mine, to: "home.md")
    clock.advance(by: DocumentFiles.pause)
    // No event leads to it.
    editor.idle()
    #expect(editor.take("window/showMessage").isEmpty && !editor.server.isWaitingForFile)
    editor.change("home.md", to: Self.mine + "on\n")
    #expect(warnings(editor) == 0)
  }

  @Test(arguments: ["", "# Home\n\nmi"])
  func aFileThatStaysSoIsReported(start: String) throws {
    let (editor, clock) = try unsaved()
    try editor.folder.write("# Home\n\nm", to: "home.md")
    #expect(warnings(editor) == 0)
    clock.advance(by: DocumentFiles.pause / 2)
    try editor.folder.write(start, to: "home.md")
    editor.idle()
    clock.advance(by: DocumentFiles.pause - .milliseconds(1))
    #expect(warnings(editor) == 0)
    clock.advance(by: .milliseconds(1))
    #expect(warnings(editor) == 1 && !editor.server.isWaitingForFile)
  }

  /// What the editor is warned of, after a file was away for long enough.
  private func messages(_ editor: TestedEditor, _ clock: TestedClock) -> [String?] {
    #expect(warnings(editor) == 0 && editor.server.isWaitingForFile)
    clock.advance(by: DocumentFiles.pause)
    editor.idle()
    #expect(!editor.server.isWaitingForFile)
    return editor.take("window/showMessage").map { $0["message"]?.text }
  }

  @Test func aFileThatAnotherProgramMovedIsReported() throws {
    let (editor, clock) = try unsaved()
    try editor.folder.makeFolders(VaultPath("work"))
    try editor.folder.rename(VaultPath("home.md"), to: VaultPath("work/goal.md"))
    let message =
      "Close 'home.md': it is 'work/goal.md' now, and saving the document with the old name would make a second memo"
    #expect(messages(editor, clock) == [message])
    #expect(warnings(editor) == 0)
  }

  @Test func aFileThatAnotherProgramDeletedIsReported() throws {
    let (editor, clock) = try unsaved()
    try editor.folder.remove(VaultPath("home.md"))
    let message = "'home.md' has been deleted on disk while you have unsaved changes; saving would create it again"
    #expect(messages(editor, clock) == [message])
    try editor.save("home.md")
    #expect(warnings(editor) == 0)
  }

  @Test func aFileThatIsReplacedByAnotherOneIsNot() throws {
    let (editor, clock) = try unsaved()
    try editor.folder.remove(VaultPath("home.md"))
    #expect(warnings(editor) == 0)
    try editor.folder.write(Self.mine, to: "home.md")
    clock.advance(by: DocumentFiles.pause)
    #expect(warnings(editor) == 0)
  }

  /// Nothing is lost of a text without changes, but it is not saved by mistake once it has some.
  @Test func withoutChangesItIsReportedOnceThereAreSome() throws {
    let (editor, clock) = try unsaved()
    editor.change("home.md", to: "# Home\n")
    try editor.folder.remove(VaultPath("home.md"))
    #expect(warnings(editor) == 0 && !editor.server.isWaitingForFile)
    editor.change("home.md", to: Self.mine)
    #expect(messages(editor, clock).count == 1)
  }

  @Test func aRenameOfTheEditorIsNotReported() throws {
    let clock = TestedClock()
    let editor = try TestedEditor(["home.md": "# Home\n"], RenamingTests.capable, stopwatch: { clock.time })
    let edit = try editor.ask("textDocument/rename", in: "home.md", "# Ho|me\n\nmine\n", ["newName": "Goal"])
    let rename = try #require(edit["documentChanges"]?.items.last)
    let newPath = try #require(editor.path(rename["newUri"]))
    try editor.folder.rename(VaultPath("home.md"), to: VaultPath(newPath))
    #expect(messages(editor, clock).isEmpty)
  }

  /// The command itself says where the memo is.
  @Test func aCommandReportsOnceWhereAMemoIs() throws {
    let clock = TestedClock()
    let editor = try TestedEditor(["home.md": "# Home\n"], stopwatch: { clock.time })
    try editor.open("home.md")
    let argument: JSONValue = ["memo": "home.md", "title": "Goal"]
    _ = try editor.request("workspace/executeCommand", ["command": "memo.rename", "arguments": [argument]])
    #expect(editor.take("window/showMessage").count == 1)
    editor.change("home.md", to: Self.mine)
    clock.advance(by: DocumentFiles.pause)
    #expect(warnings(editor) == 0 && !editor.server.isWaitingForFile)
  }
}
