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
}
