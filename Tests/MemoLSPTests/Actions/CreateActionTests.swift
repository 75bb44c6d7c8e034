import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// A missing memo that is created has the name of another one, to which links lead.
@Suite struct CreateActionTests {
  /// zk and Foam follow no title: the file is named as the link says.
  @Test(arguments: [
    (".zk/config.toml", "New idea.md"), (".foam/templates/a.md", "New idea.md"), (".vscode/a.json", "New-idea.md"),
  ])
  func aMemoIsNamedSoThatTheLinkLeadsToIt(program: String, name: String) throws {
    let editor = try TestedEditor([program: ""], TestedEditor.lazyActions)
    #expect(try editor.make("Create 'New idea'", in: "a.md", "[[New id|ea]]\n"))
    #expect(try editor.text(name) == "# New idea\n")
  }

  @Test func linksThatCannotBeKeptOnANamesakeAreReported() throws {
    let editor = try TestedEditor(["C#/Alpha.md": "# Alpha\n", "b.md": "x [[Alpha]]\n"], TestedEditor.lazyActions)
    #expect(try editor.make("Create 'Alpha'", in: "a.md", "[[A/Al|pha]]\n"))
    #expect(try editor.text("A/Alpha.md") == "# Alpha\n")
    #expect(try editor.text("b.md") == "x [[Alpha]]\n")
    let warning =
      "the link to 'Alpha' in 'b.md' now resolves to another memo: this kind of link cannot be written with the path"
    #expect(editor.take("window/showMessage") == [["type": 2, "message": .text(warning)]])
  }

  @Test func aMemoThatIsNotUTF8KeepsNoneFromBeingCreated() throws {
    let editor = try TestedEditor(["C/Alpha.md": "# Alpha\n", "b.md": "x [[Alpha]]\n"], TestedEditor.lazyActions)
    let bytes: [UInt8] = [0xC7, 0xD1] + Array(" [[Alpha]]\n".utf8)
    try editor.folder.write(bytes, to: VaultPath("k.md"))
    editor.lookAtFiles()
    #expect(try editor.make("Create 'Alpha'", in: "a.md", "[[A/Al|pha]]\n"))
    #expect(try editor.text("A/Alpha.md") == "# Alpha\n")
    #expect(try editor.text("b.md") == "x [[C/Alpha]]\n")
    #expect(try editor.folder.bytes(of: VaultPath("k.md")) == bytes)
    let warning = "'k.md' is not UTF-8 and cannot be changed from the editor; convert it with 'memo check --fix'"
    #expect(editor.take("window/showMessage") == [["type": 2, "message": .text(warning)]])
  }
}
