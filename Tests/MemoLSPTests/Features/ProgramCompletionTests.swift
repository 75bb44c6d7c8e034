import MemoTestSupport
import Testing

@testable import MemoLSP

/// Links that are completed in vaults of Obsidian, zk and Foam.
@Suite struct ProgramCompletionTests {
  private static let markdown = [".zk/config.toml": "[format.markdown]\nlink-format = \"markdown\"\n"]

  private func accepted(_ label: String, _ text: String, of program: [String: String]) throws -> String {
    let files = ["work/roadmap.md": "---\naliases: [Route]\n---\n# Road map\n"]
    let editor = try TestedEditor(files.merging(program) { file, _ in file })
    let items = try editor.ask("textDocument/completion", in: "a.md", text)["items"]?.items ?? []
    let item = try #require(items.first { $0["label"]?.text == label }, "\(items.compactMap { $0["label"]?.text })")
    return try editor.applied([item["textEdit"] ?? .null], to: "a.md")
  }

  @Test(
    arguments: [
      ([:], "Road map", "see [[Road map]] x"), ([".zk/config.toml": ""], "Road map", "see [[roadmap|Road map]] x"),
      ([".foam/templates/a.md": ""], "Road map", "see [[roadmap|Road map]] x"),
      (markdown, "Road map", "see [Road map](work/roadmap) x"),
      ([".obsidian/app.json": "{}"], "roadmap", "see [[roadmap]] x"),
      ([".obsidian/app.json": "{\"useMarkdownLinks\": true}"], "roadmap", "see [roadmap](roadmap.md) x"),
    ] as [([String: String], String, String)])
  func aMemoIsLinkedAsTheProgramFollowsIt(program: [String: String], label: String, text: String) throws {
    #expect(try accepted(label, "see [[road|]] x", of: program) == text)
    #expect(try accepted(label, "see [[road| x", of: program) == text)
  }

  @Test func anAliasIsTheLabel() throws {
    #expect(try accepted("Route", "[[rou|", of: [".zk/config.toml": ""]) == "[[roadmap|Route]]")
    #expect(try accepted("Route", "[[rou|", of: Self.markdown) == "[Route](work/roadmap)")
  }

  @Test func aFolderThatIsTypedGivesWayToTheWholeLink() throws {
    #expect(try accepted("Road map", "[[work/r|]]", of: Self.markdown) == "[Road map](work/roadmap)")
  }

  /// Obsidian follows no name that GitHub gives a heading.
  @Test(
    arguments: [([:], "[x](#open-points)"), ([".obsidian/app.json": "{}"], "[x](#Open%20points)")]
      as [([String: String], String)])
  func anAnchorIsOneThatTheProgramFollows(program: [String: String], link: String) throws {
    let text = "## Open points\n"
    #expect(try accepted("Open points", "\(text)[x](#op|)", of: program) == text + link)
  }

  /// The nearest of two memos is another one elsewhere, and other programs may take that.
  @Test func aNameThatTwoFilesHaveIsNoTarget() throws {
    for (program, text) in [([:], "[[Goals]]"), ([".zk/config.toml": ""], "[[b/plan|Goals]]")]
      as [([String: String], String)]
    {
      let files = ["a/plan.md": "# Plan\n", "b/plan.md": "# Goals\n"].merging(program) { file, _ in file }
      let editor = try TestedEditor(files)
      let items = try editor.ask("textDocument/completion", in: "b/x.md", "[[goals|")["items"]?.items ?? []
      #expect(try editor.applied([items.first?["textEdit"] ?? .null], to: "b/x.md") == text)
    }
  }

  @Test func aBarInATableIsEscaped() throws {
    let table = " | b\n---|---\nc | d\n"
    #expect(
      try accepted("Road map", "[[road|\(table)", of: [".zk/config.toml": ""]) == "[[roadmap\\|Road map]]\(table)")
  }

  /// Front matter holds wiki links alone, and what is behind a target stays.
  @Test func wikiLinksStayWhereMarkdownLinksCannotBe() throws {
    #expect(
      try accepted("Road map", "---\nup: \"[[road|\"\n---\n", of: Self.markdown)
        == "---\nup: \"[[roadmap|Road map]]\"\n---\n")
    #expect(try accepted("Road map", "[[road|#Goals]]", of: Self.markdown) == "[[roadmap#Goals]]")
  }
}
