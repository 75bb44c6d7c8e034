import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// Edits are of the texts that they are made in: those of the editor where it has them, else those on the disk.
@Suite struct PlannedEditTests {
  /// A vault around another one has its memos, too: their unsaved texts count in both.
  @Test(arguments: [false, true])
  func aDocumentOfAVaultWithinAnotherCountsAsItIsOpen(isOuterServedLast: Bool) throws {
    let editor = try TestedEditor(
      ["plan.md": "# Plan\n", "docs/.obsidian/app.json": "{}", "docs/x.md": "# X\n\n[p](../plan.md) keep\n"],
      RenamingTests.capable)
    let text = "# X\n\nunsaved one\nunsaved two\n[p](../plan.md) keep\n"
    try editor.open("docs/x.md", text)
    if isOuterServedLast {
      let folder: JSONValue = [["uri": .text(DocumentAddress.uri(editor.folder.path)), "name": "vault"]]
      for event in [["added": [], "removed": folder], ["added": folder, "removed": []]] as [JSONValue] {
        editor.notify("workspace/didChangeWorkspaceFolders", ["event": event])
      }
    }
    #expect(editor.server.workspace.vaults.count == 2)
    let edit = try editor.ask("textDocument/rename", in: "plan.md", "# Pl|an\n", ["newName": "Goal"])
    try editor.apply(edit)
    #expect(try editor.text("docs/x.md") == text.replacing("plan.md", with: "Goal.md"))
    #expect(try editor.disk("docs/x.md") == "# X\n\n[p](../plan.md) keep\n")
    editor.change("docs/x.md", to: "# X\n")
    let next = try editor.ask("textDocument/rename", in: "Goal.md", "# Go|al\n", ["newName": "Z"])
    let edited = next["documentChanges"]?.items.compactMap { editor.path($0["textDocument", "uri"]) }
    #expect(edited == ["Goal.md"])
  }

  /// `한글 [[Plan]]` in CP949, which editors read as that, as Latin-1 or with replacement characters.
  private static let otherEncoding: [UInt8] = [0xC7, 0xD1, 0xB1, 0xDB] + Array(" [[Plan]] [x](plan.md)\n".utf8)
  private static let refusal =
    "'k.md' is not UTF-8 and cannot be changed from the editor; convert it with 'memo check --fix'"

  @Test(arguments: PositionEncoding.allCases)
  func aClosedFileThatIsNotUTF8IsNotEdited(encoding: PositionEncoding) throws {
    let editor = try TestedEditor(encoding: encoding, RenamingTests.capable)
    try editor.folder.write(Self.otherEncoding, to: VaultPath("k.md"))
    try editor.folder.write("# Plan\n\n## H\n\ntext ^b1\n", to: "plan.md")
    editor.lookAtFiles()
    try editor.open("plan.md")
    func rename() throws -> JSONValue {
      try editor.ask(
        "textDocument/rename", in: "plan.md", at: DocumentPosition(line: 0, character: 3), ["newName": "Goal"])
    }
    #expect(throws: TestedEditor.Refused(code: -32803, message: Self.refusal)) { try rename() }
    // How the editor reads it is known once it is open.
    try editor.open("k.md", "한글 [[Plan]] [x](plan.md)\n")
    try editor.apply(try rename())
    #expect(try editor.text("k.md") == "한글 [[Goal]] [x](Goal.md)\n")
  }

  @Test func aDocumentThatWasNeverSavedKeepsItsName() throws {
    let editor = try TestedEditor(["b.md": "[[Old plan]] [[old-plan]]\n"], RenamingTests.capable)
    let edit = try editor.ask("textDocument/rename", in: "old-plan.md", "# Old pl|an\n", ["newName": "Bar"])
    #expect(edit["documentChanges"]?.items.compactMap { $0["kind"] } == [])
    try editor.apply(edit)
    #expect(try editor.text("old-plan.md") == "# Bar\n")
    #expect(try editor.text("b.md") == "[[Bar]] [[old-plan]]\n")
    let other = try TestedEditor(["b.md": "[[foo]]\n", ".obsidian/app.json": "{}"], RenamingTests.capable)
    try other.open("foo.md", "text\n")
    #expect(throws: TestedEditor.Refused(code: -32803, message: "'foo.md' is not saved yet; save it first")) {
      try other.ask("textDocument/rename", in: "b.md", "[[fo|o]]\n", ["newName": "Bar"])
    }
  }

  /// An editor may keep the edits of closed files unsaved: to make them again would be to make them twice.
  @Test(arguments: [false, true])
  func aMoveThatTheServerHasPlannedIsNotOffered(isReportedFirst: Bool) throws {
    let editor = try TestedEditor(["d/plan.md": "# P\n", "b.md": "[x](d/plan.md)\n"], RenamingTests.capable)
    func rename(_ old: String, _ new: String) throws {
      let before = try #require(editor.server.workspace.vaults.first).base
      let files: JSONValue = [["oldUri": .text(editor.uri(old)), "newUri": .text(editor.uri(new))]]
      #expect(try editor.request("workspace/willRenameFiles", ["files": files]) != .null)
      try editor.folder.rename(VaultPath(old), to: VaultPath(new))
      if isReportedFirst { try editor.seeMoves(since: before) }
      editor.notify("workspace/didRenameFiles", ["files": files])
      if !isReportedFirst { try editor.seeMoves(since: before) }
      #expect(editor.take("window/showMessageRequest").isEmpty)
    }
    try rename("d/plan.md", "d/goal.md")
    try editor.folder.write("[x](d/goal.md)\n", to: "b.md")
    editor.lookAtFiles()
    try rename("d", "e")
    // Another program's move is asked about.
    try editor.folder.write("[x](e/goal.md)\n", to: "b.md")
    editor.lookAtFiles()
    try editor.folder.rename(VaultPath("e/goal.md"), to: VaultPath("aims.md"))
    try editor.seeMoves()
    #expect(editor.take("window/showMessageRequest").count == 1)
  }

  @Test func aRenameFromATitleIsNotOfferedAsAMove() throws {
    let editor = try TestedEditor(["plan.md": "# Plan\n", "b.md": "[x](plan.md)\n"], RenamingTests.capable)
    let edit = try editor.ask("textDocument/rename", in: "plan.md", "# Pl|an\n", ["newName": "Goal"])
    #expect(edit["documentChanges"]?.items.last?["newUri"] == .text(editor.uri("Goal.md")))
    try editor.folder.rename(VaultPath("plan.md"), to: VaultPath("Goal.md"))
    try editor.seeMoves()
    #expect(editor.take("window/showMessageRequest").isEmpty)
  }

  @Test func filesThatTheClientRenamesKeepTheirLinksWhereTheseCanBeEdited() throws {
    let editor = try TestedEditor(["plan.md": "# P\n", "b.md": "[x](plan.md)\n"], RenamingTests.capable)
    try editor.folder.write(Self.otherEncoding, to: VaultPath("k.md"))
    editor.lookAtFiles()
    let move: JSONValue = ["oldUri": .text(editor.uri("plan.md")), "newUri": .text(editor.uri("goal.md"))]
    try editor.apply(try editor.request("workspace/willRenameFiles", ["files": [move]]))
    #expect(try editor.text("b.md") == "[x](goal.md)\n")
    #expect(try editor.folder.bytes(of: VaultPath("k.md")) == Self.otherEncoding)
    #expect(editor.take("window/showMessage") == [["type": 2, "message": .text(Self.refusal)]])
  }

  /// What changes one memo alone misses no link in another one.
  @Test func besideAMemoThatCannotBeReadItsOwnTextIsChangedAndNoLinksOfOthers() throws {
    let editor = try TestedEditor(
      ["b.md": "# B\n", "c.md": "[[a]]\n", "d/x.md": "x\n"], TestedEditor.lazyActions,
      host: { RefusingHost(host: $0, refused: VaultPath("c.md")) })
    #expect(try editor.make("Mark as done", in: "a.md", "# A\n\n- [ ] ta|sk\n"))
    #expect(try editor.text("a.md") == "# A\n\n- [x] task\n")
    let edit = try editor.ask("textDocument/rename", in: "a.md", "# A\n\n[x][la|b]\n\n[lab]: b.md\n", ["newName": "L"])
    try editor.apply(edit)
    #expect(try editor.text("a.md") == "# A\n\n[x][L]\n\n[L]: b.md\n")
    try editor.save("a.md")
    #expect(throws: TestedEditor.Refused.self) { try editor.make("Move this memo to 'd'", in: "a.md", "# |A\n") }
    #expect(throws: TestedEditor.Refused.self) {
      try editor.ask("textDocument/rename", in: "a.md", "# A|\n", ["newName": "New"])
    }
  }
}
