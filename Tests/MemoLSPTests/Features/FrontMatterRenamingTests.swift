import MemoTestSupport
import Testing

@testable import MemoLSP

/// Renames from front matter, where names may be in quotes, of labels, and of headings without a text.
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

  /// In quotes where YAML would read something else, with those that the alias has where they will do.
  @Test(arguments: [
    ("\n  - Ma|p", "What's now", "\n  - What's now"), ("\n  - Ma|p", "Q: a", "\n  - \"Q: a\""),
    ("\n  - Ma|p", "- x", "\n  - \"- x\""), ("\n  - Ma|p", "Map, old", "\n  - Map, old"),
    (" [Ma|p, Two]", "Map, old", " [\"Map, old\", Two]"), (" ['Ma|p']", "it's", " ['it''s']"),
    (" [\"Ma|p\"]", "a\"b", " [\"a\\\"b\"]"), (" Ma|p", "Q: a", " \"Q: a\""),
    (" One, Ma|p, Two", "Q: a", " \"One, Q: a, Two\""), (" \"One, Ma|p\"", "it's", " \"One, it's\""),
    (" >\n  Ma|p", "Q: a", " >\n  Q: a"),
  ])
  func anAliasIsQuotedWhereItHasToBe(written: String, name: String, renamed: String) throws {
    let editor = try TestedEditor(["b.md": "[[Map]]\n"], RenamingTests.capable)
    let text = "---\naliases:\(written)\n---\n# A\n"
    #expect(try editor.ask("textDocument/prepareRename", in: "a.md", text)["placeholder"] == "Map")
    try editor.apply(try editor.ask("textDocument/rename", in: "a.md", text, ["newName": .text(name)]))
    #expect(try editor.text("a.md") == "---\naliases:\(renamed)\n---\n# A\n")
    #expect(try editor.text("b.md") == "[[\(name)]]\n")
  }

  @Test func anAliasIsOfferedAsItIsRead() throws {
    let editor = try TestedEditor([:], RenamingTests.capable)
    for (text, name) in [
      ("aliases: [\"a \\\"b|\\\"\"]", "a \"b\""), ("alias: 'It''s|'", "It's"), ("aliases: a, b| c", "b c"),
    ] {
      let found = try editor.ask("textDocument/prepareRename", in: "a.md", "---\n\(text)\n---\n")
      #expect(found["placeholder"]?.text == name)
    }
  }

  @Test func theRefusalOfALabelNamesLabels() throws {
    let editor = try TestedEditor([:], RenamingTests.capable)
    let message = "'neu [x]' cannot be the label of a link: it is empty, starts with '^', or contains '[' or ']'"
    #expect(throws: TestedEditor.Refused(code: -32803, message: message)) {
      try editor.ask("textDocument/rename", in: "a.md", "[x][re|f]\n\n[ref]: b.md\n", ["newName": "neu [x]"])
    }
  }

  @Test(
    arguments: [
      ("en", "cannot rename an empty heading; write its text instead"),
      ("ko", "빈 소제목의 이름은 바꿀 수 없습니다. 내용을 직접 입력하십시오"),
    ], ["# A\n\n|#\n\ntext\n", "# A\n\n##  |\n", "|# \n\nText\n", "# A\n\n## |##\n", "# A\n\n> #|\n", "|#"])
  func anEmptyHeadingIsNotRenamed(refusal: (language: String, message: String), text: String) throws {
    let editor = try TestedEditor(isStarted: false)
    var params = editor.initializeParams(RenamingTests.capable).members
    params["locale"] = .text(refusal.language)
    _ = try editor.request("initialize", .object(params))
    editor.notify("initialized", [:])
    for method in ["textDocument/prepareRename", "textDocument/rename"] {
      #expect(throws: TestedEditor.Refused(code: -32803, message: refusal.message), "\(method) \(text)") {
        try editor.ask(method, in: "a.md", text, ["newName": "New"])
      }
    }
    // With a text it is one like any other.
    #expect(try editor.ask("textDocument/prepareRename", in: "b.md", "# A\n\n## x|\n")["placeholder"] == "x")
  }
}
