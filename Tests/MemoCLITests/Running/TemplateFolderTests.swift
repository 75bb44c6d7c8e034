import MemoCore
import MemoTestSupport
import MemoWords
import Testing

/// Templates that are memos, in a folder of the vault, as Obsidian keeps them: their tasks and links are those of memos that
/// are still to be made.
@Suite struct TemplateFolderTests {
  private let tool: TestedTool

  init() throws {
    tool = try TestedTool()
    try tool.folder.write("# Plan\n\n- [ ] call Ann\n", to: "plan.md", modified: 3)
    try tool.folder.write("# {{date}}\n\n- [ ] write\n[[{{title}}]]\n", to: "Templates/today.md", modified: 2)
    try tool.folder.write("# Meeting\n", to: "Templates/sub/meeting.md", modified: 1)
    #expect(tool.run("config", "templates", "Templates").code == .done)
  }

  @Test func aTemplateHasNoTasksAndNoProblems() {
    #expect(tool.run("tasks").output == "plan.md:3:call Ann\n")
    #expect(tool.run("tasks", "--path", "Templates").output == "Templates/today.md:3:write\n", "asked for by its path")
    let check = tool.run("check")
    #expect(check.code == .done && check.output.isEmpty, "\(check.output)")
    #expect(tool.run("list", "--orphan", "--paths").output == "plan.md\n")
    #expect(tool.run("list", "--dead-end", "--paths").output == "plan.md\n")
    #expect(tool.run("list", "--paths").output == "plan.md\nTemplates/today.md\nTemplates/sub/meeting.md\n")
  }

  @Test func aTemplateThatIsNamedForAChangeIsSuggestedByItsPath() {
    for name in ["meeting", "meetign"] {
      let run = tool.run("append", name, "text")
      #expect(run.code == .noSuchMemo, "\(run)")
      #expect(run.errors.hasSuffix("hint: did you mean 'Templates/sub/meeting.md'?\n"), "\(run.errors)")
    }
  }

  @Test func whatATemplateFillsInIsNoProblem() throws {
    for name in ["a", "b"] {
      try tool.folder.write("---\ndate: {{date}}\n---\n# {{title}}\n\n[[{{date}}]]\n", to: "Templates/\(name).md")
    }
    let check = tool.run("check")
    #expect(check.code == .done && check.output.isEmpty, "\(check.output)")
    try tool.folder.write("---\ndate: {{date}}\n---\n# Kept\n", to: "kept.md")
    #expect(tool.run("check").output.contains("kept.md:2:1: front-matter"))
  }

  @Test func theHintNamesTheFolder() {
    for name in ["meeting.md", "today.md"] { try? tool.folder.remove(VaultPath("Templates/\(name)")) }
    let missing = tool.run("new", "Z", "--template", "log", "--no-edit")
    #expect(missing.errors.contains("such as 'Templates/meeting.md'"), "\(missing.errors)")
  }

  @Test func aTemplateIsChangedByItsPathAlone() throws {
    let refused = tool.run("append", "today", "x")
    #expect(refused.code == .noSuchMemo, "\(refused.errors)")
    #expect(refused.errors.contains(#"hint: the daily memo is "$(memo today)""#), "\(refused.errors)")
    #expect(tool.run("append", "meeting", "x").code == .noSuchMemo)
    #expect(tool.run("show", "meeting").output == "# Meeting\n", "what nothing else is called may be read")
    #expect(tool.run("append", "Templates/sub/meeting.md", "x").code == .done)
    #expect(try tool.folder.bytes(of: VaultPath("Templates/sub/meeting.md")) == Array("# Meeting\nx\n".utf8))
    try tool.folder.write("# Meeting\n\nof May\n", to: "may.md", modified: 9)
    #expect(tool.run("show", "meeting").output == "# Meeting\n\nof May\n")
  }
}
