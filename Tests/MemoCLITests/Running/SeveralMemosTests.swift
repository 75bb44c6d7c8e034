import MemoCLI
import MemoCore
import MemoStore
import MemoTestSupport
import MemoWords
import Testing

/// `set` and `move` change several memos in one go, or none of them.
@Suite struct SeveralMemosTests {
  private func tool() throws -> TestedTool {
    let tool = try TestedTool()
    try tool.folder.write("---\nstatus: open\n---\n# Plan\n\n[[Notes]] and [next](notes.md)\n", to: "plan.md")
    try tool.folder.write("# Notes\n\n[back](plan.md)\n", to: "notes.md")
    try tool.folder.write("# Other\n\n[plan](plan.md), [notes](notes.md)\n", to: "other.md")
    return tool
  }

  private func text(_ tool: TestedTool, _ path: String) throws -> String {
    String(decoding: try #require(try tool.folder.bytes(of: VaultPath(path))), as: UTF8.self)
  }

  @Test func severalMemosGetTheSameFields() throws {
    let tool = try tool()
    let preview = tool.run("set", "plan.md", "Notes", "status=done", "--dry-run")
    #expect(preview.output.contains("-status: open") && preview.output.contains("b/notes.md"), "\(preview.output)")
    let run = tool.run("set", "plan.md", "Notes", "plan.md", "status=done", "rating=4", "--json")
    #expect(run.code == .done, "\(run.errors)")
    #expect(run.output.hasPrefix("[") && run.output.contains("\"notes.md\""), "\(run.output)")
    #expect(try text(tool, "plan.md").hasPrefix("---\nstatus: done\nrating: 4\n---\n# Plan\n"))
    #expect(try text(tool, "notes.md").hasPrefix("---\nstatus: done\nrating: 4\n---\n# Notes\n"))
    #expect(tool.run("undo").code == .done)
    #expect(try text(tool, "plan.md").hasPrefix("---\nstatus: open\n---\n"), "one undo takes all back")
    #expect(try text(tool, "notes.md").hasPrefix("# Notes\n"))
    #expect(tool.run("set", "plan.md", "--unset", "status", "notes.md").code == .done)
    #expect(try text(tool, "plan.md").hasPrefix("# Plan\n"))
  }

  @Test(arguments: ["=", "+="], ["\u{0301}x", "\u{093F}x"])
  func aValueThatBeginsWithACombiningMarkKeepsIt(sign: String, value: String) throws {
    let tool = try tool()
    #expect(tool.run("set", "plan.md", "mood\(sign)\(value)").code == .done)
    let text = try text(tool, "plan.md")
    #expect(text.containsBytes(value), "\(text)")
  }

  @Test func theFieldsMayComeFirstForXargs() throws {
    let tool = try tool()
    #expect(tool.run("set", "status=done", "plan.md", "notes.md").code == .done)
    #expect(try text(tool, "notes.md").hasPrefix("---\nstatus: done\n---\n"))
    try tool.folder.write("# a=b\n", to: "odd.md")
    #expect(tool.run("set", "a=b", "status=open").code == .done, "a memo may be called so")
    #expect(try text(tool, "odd.md").hasPrefix("---\nstatus: open\n---\n"))
  }

  @Test(arguments: [
    ["status=done", "E=mc2.md", "plan.md"], ["status=done", "plan.md", "E=mc2.md"], ["status=done", "E=mc2.md"],
    ["plan.md", "E=mc2.md", "status=done"], ["plan.md", "status=done", "E=mc2.md"], ["E=mc2.md", "plan.md"],
    ["plan.md", "--unset", "status", "E=mc2.md"], ["status=done", "plan.md", "E=mc2.md", "notes.md"],
    ["status=done", "./plan.md", "E=mc2.md", "notes.md"],
  ])
  func aMemoThatReadsAsAFieldIsRefused(words: [String]) throws {
    let tool = try tool()
    try tool.folder.write("# Energy\n", to: "E=mc2.md")
    let run = tool.run(["set"] + words)
    #expect(run.code == .usage, "\(words): \(run.errors)")
    #expect(run.errors.contains("hint: to change the memo, write ./E=mc2.md\n"), "\(words): \(run.errors)")
    #expect(try text(tool, "plan.md").hasPrefix("---\nstatus: open\n---\n"))
    #expect(try text(tool, "E=mc2.md") == "# Energy\n")
  }

  @Test func soIsOneThatIsNamedFromTheRoot() throws {
    var tool = try tool()
    try tool.folder.write("# Energy\n", to: "E=mc2.md")
    try tool.folder.write("# Plan\n", to: "below/plan.md")
    tool.workingFolder = VaultPath("below")
    let run = tool.run("set", "status=done", "E=mc2.md", "plan.md")
    #expect(run.code == .usage && run.errors.contains("write ../E=mc2.md\n"), "\(run.errors)")
    #expect(try text(tool, "below/plan.md") == "# Plan\n")
  }

  @Test(arguments: [
    ["status=done", "plan.md", "./E=mc2.md"], ["status=done", "./E=mc2.md", "plan.md"],
    ["plan.md", "./E=mc2.md", "status=done"], ["plan.md", "status=done", "./E=mc2.md"],
    ["E=mc2.md", "plan.md", "status=done"],
  ])
  func aPathIsAMemoWhereverItIs(words: [String]) throws {
    let tool = try tool()
    try tool.folder.write("# Energy\n", to: "E=mc2.md")
    let run = tool.run(["set"] + words)
    #expect(run.code == .done, "\(words): \(run.errors)")
    for path in ["plan.md", "E=mc2.md"] {
      #expect(try text(tool, path).hasPrefix("---\nstatus: done\n---\n"), "\(words)")
    }
  }

  @Test(arguments: ["--paths", "--format={path}"])
  func thePathsOfAListArePassedOn(form: String) throws {
    let tool = try tool()
    for path in ["E=mc2.md", "work/E=mc2.md", "@at.md", "-dash.md"] { try tool.folder.write("# \(path)\n", to: path) }
    let list = tool.run("list", form, "--null")
    let paths = list.output.utf8.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    #expect(paths.contains("./E=mc2.md") && paths.contains("./work/E=mc2.md"), "\(paths)")
    let run = tool.run(["set", "status=done"] + paths)
    #expect(run.code == .done, "\(run.errors)")
    #expect(tool.run("list", "--where", "status=done", form, "--null").output.utf8.count { $0 == 0 } == paths.count)
  }

  @Test func oneThatCannotBeChangedStopsAll() throws {
    let tool = try tool()
    try tool.folder.write("---\nstatus: &a open\nother: *a\n---\n# Odd\n", to: "odd.md")
    let before = try text(tool, "plan.md")
    #expect(tool.run("set", "plan.md", "odd.md", "status=done").code != .done)
    #expect(tool.run("set", "plan.md", "no such memo", "status=done").code == .noSuchMemo)
    for words in [["plan.md", "notes.md"], ["plan.md", "status=done", "notes.md"]] {
      let run = tool.run(["set"] + words)
      #expect(run.code == .usage && run.errors.contains("'notes.md'"), "\(words): \(run.errors)")
    }
    #expect(try text(tool, "plan.md") == before)
  }

  @Test func aTitleInAFieldIsFollowedByTheLinksOfAll() throws {
    let tool = try tool()
    try tool.folder.write("---\ntitle: Old\n---\n", to: "a.md")
    try tool.folder.write("[[Old]]\n", to: "b.md")
    #expect(tool.run("set", "a.md", "other.md", "title=New").code == .done)
    #expect(try text(tool, "b.md") == "[[a]]\n" || text(tool, "b.md").contains("a.md"), "two are called New")
  }

  @Test func severalMemosMoveWithTheirLinks() throws {
    let tool = try tool()
    let run = tool.run("move", "plan.md", "Notes", "plan.md", "archive/")
    #expect(run.code == .done && run.lines == ["archive/plan.md", "archive/notes.md"], "\(run.errors)")
    #expect(try text(tool, "other.md") == "# Other\n\n[plan](archive/plan.md), [notes](archive/notes.md)\n")
    #expect(try text(tool, "archive/plan.md").hasSuffix("[[Notes]] and [next](notes.md)\n"), "they moved together")
    #expect(tool.run("check").code == .done)
    #expect(tool.run("undo").code == .done)
    #expect(try text(tool, "other.md") == "# Other\n\n[plan](plan.md), [notes](notes.md)\n")
    let json = tool.run("move", "plan.md", "notes.md", "archive/", "--json")
    #expect(json.output.hasPrefix("[") && json.output.contains("\"archive/notes.md\""), "\(json.output)")
  }

  @Test func theFolderOfSeveralIsThereOrWrittenAsOne() throws {
    let tool = try tool()
    let run = tool.run("move", "plan.md", "notes.md", "other")
    #expect(run.code == .usage && run.errors.contains("memo move plan.md notes.md other/"), "\(run.errors)")
    let file = tool.run("move", "plan.md", "notes.md", "other.md")
    #expect(file.code != .done, "\(file)")
    #expect(tool.run("list", "--paths").lines.sorted() == ["notes.md", "other.md", "plan.md"])
    try tool.folder.write("# Twin\n", to: "deep/plan.md")
    let twins = tool.run("move", "plan.md", "deep/plan.md", "archive/")
    #expect(twins.code != .done, "\(twins)")
    #expect(twins.code == .changed && twins.errors.contains("'plan.md' and 'deep/plan.md'"), "\(twins.errors)")
    #expect(twins.errors.contains("archive/plan.md") && !twins.errors.contains("exists"), "\(twins.errors)")
    #expect(tool.run("list", "--paths").lines.sorted() == ["deep/plan.md", "notes.md", "other.md", "plan.md"])
    let folder = tool.run("move", "deep", "plan.md", "archive/")
    #expect(folder.code == .noSuchMemo && folder.errors.contains("memo move deep DIR"), "\(folder.errors)")
  }

  @Test func theFilesOfADryRunAreThoseOfTheMove() throws {
    let tool = try tool()
    let run = tool.run("move", "plan.md", "notes.md", "archive/", "--dry-run", "--json")
    #expect(run.code == .done && run.output.contains("\"other.md\""), "\(run)")
    let diff = tool.run("move", "plan.md", "notes.md", "archive/", "--dry-run")
    #expect(diff.output.contains("rename to archive/notes.md") || diff.output.contains("archive/notes.md"), "\(diff)")
    #expect(tool.run("list", "--paths").lines.sorted() == ["notes.md", "other.md", "plan.md"])
  }
}
