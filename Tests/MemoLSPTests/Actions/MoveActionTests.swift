import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// Moving a memo to another folder from its title.
@Suite struct MoveActionTests {
  private func editor(
    _ files: [String: String], _ encoding: PositionEncoding = .utf16
  ) throws -> TestedEditor {
    try TestedEditor(files, encoding: encoding, TestedEditor.lazyActions)
  }

  private func titles(_ editor: TestedEditor, _ marked: String) throws -> [String] {
    try editor.actions(in: "a.md", marked).compactMap { $0["title"]?.text }
  }

  @Test(arguments: PositionEncoding.allCases)
  func aMemoIsMovedWithItsDocument(encoding: PositionEncoding) throws {
    let editor = try editor(
      ["a.md": "# A\n\n😀 [y](b.md)\n", "b.md": "😀 [x](a.md)\n", "archive/x.md": "x\n"], encoding)
    try editor.open("b.md", "unsaved 😀 [x](a.md)\n")
    #expect(try editor.make("Move this memo to 'archive'", in: "a.md", "# |A\n\n😀 [y](b.md)\n"))
    #expect(editor.documents["archive/a.md"] == "# A\n\n😀 [y](../b.md)\n" && editor.documents["a.md"] == nil)
    #expect(try editor.text("b.md") == "unsaved 😀 [x](archive/a.md)\n")
    try editor.save("archive/a.md")
    #expect(try editor.folder.bytes(of: VaultPath("a.md")) == nil, "no second memo")
    #expect(try editor.disk("archive/a.md") == "# A\n\n😀 [y](../b.md)\n")
    #expect(editor.take("window/showMessage").isEmpty)
    let deep = try editor.actions(in: "archive/a.md", "# |A\n").compactMap { $0["title"]?.text }
    #expect(deep.contains("Move this memo to the root of the vault"))
  }

  @Test func aMemoThatWasNeverSavedIsNotMoved() throws {
    let editor = try editor(["archive/x.md": "x\n"])
    let refused = TestedEditor.Refused(code: -32803, message: "'a.md' is not saved yet; save it first")
    #expect(throws: refused) { try editor.make("Move this memo to 'archive'", in: "a.md", "# |A\n") }
  }

  @Test func forAClientThatCannotRenameFilesTheServerMovesAMemo() throws {
    let editor = try TestedEditor(
      ["a.md": "# A\n", "b.md": "[x](a.md)\n", "archive/x.md": "x\n"],
      ["textDocument": ["codeAction": ["codeActionLiteralSupport": [:]]]])
    try editor.open("a.md")
    let action = try #require(
      try editor.actions(in: "a.md", "# |A\n").first { $0["title"] == "Move this memo to 'archive'" })
    _ = try editor.request("workspace/executeCommand", action["command"] ?? .null)
    #expect(try editor.disk("archive/a.md") == "# A\n")
    #expect(try editor.disk("b.md") == "[x](archive/a.md)\n")
    let messages = editor.take("window/showMessage").compactMap { $0["message"]?.text }
    #expect(messages.count == 1 && messages[0].hasBytePrefix("Close 'a.md': it is 'archive/a.md' now, "), "\(messages)")
  }

  @Test func movesAreOfferedInTheWholeLineOfTheTitleAndNowhereElse() throws {
    let editor = try editor(["a.md": "# A\n", "archive/x.md": "x\n"])
    for text in ["|# A\n", "#| A\n", "# |A\n", "# A|\n", "|A\n===\n"] {
      #expect(try titles(editor, text).contains("Move this memo to 'archive'"), "\(text)")
    }
    #expect(try titles(editor, "# A\n|\ntext\n").isEmpty)
    #expect(try titles(editor, "# A\n\nte|xt\n").isEmpty)
  }

  @Test func foldersAndTemplatesAreOfferedInNaturalOrder() throws {
    var files = ["a.md": "# A\n"]
    for number in 1...31 {
      files["p\(number)/x.md"] = "x\n"
      files[".memo/templates/t\(number).md"] = "# {{title}}\n"
    }
    let editor = try editor(files)
    let moves = try titles(editor, "# |A\n").filter { $0.hasBytePrefix("Move this memo to 'p") }
    #expect(moves == (1...31).map { "Move this memo to 'p\($0)'" })
    let created = try titles(editor, "[[no|ne]]\n").filter { $0.hasBytePrefix("Create 'none' from") }
    #expect(created == (1...31).map { "Create 'none' from template 't\($0)'" })
  }
}
