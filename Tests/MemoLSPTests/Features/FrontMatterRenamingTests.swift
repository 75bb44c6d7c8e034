import MemoTestSupport
import Testing

@testable import MemoLSP

/// Renames from front matter, where names may be in quotes.
struct FrontMatterRenamingTests {
  /// Without the quotes and escapes around it, which would become part of the title and of each link.
  @Test(arguments: [
    ("\"Trip: Je|ju\"", "Trip: Jeju", "Trip: Jeju"), ("'It''s: x|'", "It's: x", "It''s: x"),
    ("\"a |\\\"b\\\"\"", "a \"b\"", "a \\\"b\\\""), ("|\"Plain\"", "Plain", "Plain"), ("Plain| # c", "Plain", "Plain"),
  ])
  func aTitleIsOfferedAsItIsRead(written: String, title: String, inside: String) throws {
    let text = "---\ntitle: \(written)\n---\ntext\n"
    let editor = try TestedEditor(["b.md": "[[\(title)]]\n"], RenamingTests.capable)
    let found = try editor.ask("textDocument/prepareRename", in: "a.md", text)
    #expect(found["placeholder"]?.text == title)
    #expect(try editor.place(["uri": .text(editor.uri("a.md")), "range": found["range"] ?? .null]) == "a.md:\(inside)")
    try editor.apply(try editor.ask("textDocument/rename", in: "a.md", text, ["newName": .text("\(title)!")]))
    #expect(try editor.text("b.md") == "[[\(title)!]]\n")
    let read = try editor.ask("textDocument/prepareRename", in: "a.md", at: DocumentPosition(line: 1, character: 9))
    #expect(read["placeholder"]?.text == "\(title)!")
  }
}
