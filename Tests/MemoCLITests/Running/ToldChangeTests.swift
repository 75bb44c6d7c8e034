import MemoCore
import MemoStore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoCLI

/// What commands say of a change, and where they say nothing and leave nothing.
struct ToldChangeTests {
  @Test func aRenameReportsADuplicateTitleAndAKeptFileName() throws {
    let tool = try TestedTool()
    try tool.folder.write("# One\n", to: "x.md")
    try tool.folder.write("# Two\n", to: "Two.md")
    let run = tool.run("rename", "x.md", "two")
    #expect(run.output == "x.md\n" && run.code == .done)
    #expect(
      run.errors == """
        memo: renamed, although 'Two.md' already has the title 'two'
        renamed to 'two'; the file is still 'x.md'
        hint: the file was not named after the title; to rename it: memo move x.md two-2.md

        """)
    #expect(tool.run("rename", "--title-only", "x.md", "Three").errors == "")
    #expect(tool.run("rename", "x.md", "Three").errors == "nothing to change\n")
    let fitting = tool.run("rename", "x.md", "X")
    #expect(fitting.errors == "renamed to 'X'; the file is still 'x.md'\n", "the name fits: \(fitting.errors)")
  }

  @Test func aDuplicateTitleIsReportedBeforeARenameToo() throws {
    var tool = try TestedTool()
    try tool.folder.write("# 가\n", to: "가.md")
    try tool.folder.write("# 나\n", to: "나.md")
    let preview = tool.run("rename", "--dry-run", "가.md", "나").errors
    #expect(preview.hasPrefix("memo: would rename, although '나.md' already has the title '나'\n"), "\(preview)")
    tool.variables = ["LANG": "ko_KR.UTF-8"]
    #expect(tool.run("rename", "가.md", "나").errors.hasPrefix("memo: 제목이 '나'인 메모 '나.md'가 이미 있지만 바꾸었습니다\n"))
  }

  @Test func aChangeThatCannotBeUndoneOrRedoneIsNamed() throws {
    var tool = try TestedTool()
    try tool.folder.write("# a\n", to: "a.md")
    #expect(tool.run("append", "a.md", "1").code == .done)
    let appended = try #require(try tool.folder.bytes(of: VaultPath("a.md")))
    try tool.folder.write("# b\n", to: "a.md")
    let undo = tool.run("undo")
    let reason = "changed or deleted since, or another file is in its place"
    #expect(undo.code == .changed && undo.errors.hasPrefix("memo: cannot undo the change to 'a.md': \(reason)\n"))
    try tool.folder.write(appended, to: VaultPath("a.md"))
    #expect(tool.run("undo").code == .done)
    try tool.folder.write("# b\n", to: "a.md")
    let redo = tool.run("redo")
    #expect(redo.code == .changed && redo.errors.hasPrefix("memo: cannot redo the change to 'a.md': \(reason)\n"))
    tool.variables = ["LANG": "ko_KR.UTF-8"]
    #expect(tool.run("redo").errors.hasPrefix("memo: 'a.md'의 변경을 다시 실행할 수 없습니다: 그 뒤에 바뀌었거나"))
  }

  /// Other commands need no more of a deleted memo than its head, a diff does.
  @Test func aDryRunOfADeletionShowsAllThatGoesAndTheLinksThatChange() throws {
    let tool = try TestedTool()
    let lines = Array(repeating: "a line", count: 200_000)
    try tool.folder.write((["# Plan"] + lines + ["the end\n"]).joined(separator: "\n"), to: "plan.md")
    try tool.folder.write("# Twin\n", to: "deep/plan.md")
    try tool.folder.write("[[plan]]\n", to: "links.md")
    let run = tool.run("delete", "--dry-run", "plan.md")
    #expect(run.code == .done && run.errors == "would move 'plan.md' to the trash\n", "\(run.errors)")
    let deletion = "diff --git a/plan.md b/plan.md\ndeleted file mode 100644\n--- a/plan.md\n+++ /dev/null\n"
    let diff = "\(deletion)@@ -1,200002 +0,0 @@\n-# Plan\n\(lines.map { "-\($0)\n" }.joined())-the end\n"
    #expect(run.output.hasPrefix("diff --git a/links.md b/links.md\n"), "\(run.output.prefix(200))")
    #expect(run.output.hasSuffix("\n-[[plan]]\n+[[/plan]]\n" + diff), "\(run.output.suffix(200))")
    #expect(try tool.folder.bytes(of: VaultPath("plan.md")) != nil, "nothing is deleted")
  }

  @Test(arguments: [true, false])
  func aTrashThatIsNotAFolderIsNamedAndNothingIsLost(isLink: Bool) throws {
    let (tool, elsewhere) = (try TestedTool(), try TemporaryFolder())
    try tool.folder.write("# A\n", to: "a.md")
    try tool.folder.write("# B\n\n[[A]]\n", to: "b.md")
    let trash = VaultPath(".memo/trash")
    if isLink {
      try tool.folder.link(trash, to: elsewhere.path.text)
    } else {
      try tool.folder.write("x", to: trash.text)
    }
    let commands = [
      ["delete", "a.md", "--yes"], ["merge", "b.md", "a.md"], ["trash"], ["trash", "restore", "a.md"],
      ["trash", "empty", "--yes"],
    ]
    for words in commands {
      let run = tool.run(words)
      #expect(run.code == .failure && run.output.isEmpty, "\(words): \(run)")
      #expect(run.errors.hasPrefix("memo: the trash of this vault, '.memo/trash', is a file or a"), "\(words): \(run)")
      #expect(run.errors.contains("hint: nothing was lost: rename it"), "\(words): \(run)")
    }
    #expect(tool.run("--lang", "ko", "trash").errors.contains("'.memo/trash'가 폴더가 아니라"))
    #expect(tool.run("show", "a.md").output == "# A\n" && tool.run("show", "b.md").output == "# B\n\n[[A]]\n")
    #expect(try elsewhere.names(in: .root).isEmpty, "nothing is written where a link leads")
    // What the hint says.
    try tool.folder.rename(trash, to: VaultPath(".memo/old"))
    #expect(tool.run("delete", "a.md", "--yes").code == .done)
    #expect(tool.run("trash", "restore", "a.md").output == "a.md\n")
  }

  @Test func aFileThatKeepsItsNameForALinkSaysSo() throws {
    let tool = try TestedTool()
    try tool.folder.write("# p\n", to: "p.md")
    try tool.folder.write("[[p]]\n", to: "other.md")
    let run = tool.run("rename", "p.md", "About `p")
    let reason = "because a link cannot be written with the new name"
    #expect(run.errors == "renamed to 'About `p'; the file is still 'p.md', \(reason)\n")
  }

  @Test func withoutAHomeFolderSettingsOfTheUserHaveNoPlace() throws {
    let tool = try TestedTool()
    try tool.folder.write("# A\n", to: "a.md")
    let run = tool.run("config", "editor", "vi")
    #expect(
      run.code == .failure && run.errors.contains("neither HOME nor XDG_CONFIG_HOME is set to a folder"),
      "\(run.errors)")
    #expect(tool.run("list", "--paths").output == "a.md\n")
  }

  @Test func whereThereIsNothingToUndoNoVaultIsMade() throws {
    let tool = try TestedTool()
    try tool.folder.write("# A\n", to: "plain/a.md")
    for words in [["undo"], ["undo", "--forget"], ["redo"]] {
      #expect(tool.run(["--vault", "plain"] + words).code != .done)
    }
    #expect(tool.run("--vault", "plain", "list", "--paths").output == "plain/a.md\n")
    #expect(TemporaryFolder.host().kind(of: tool.folder.path.appending("plain/.memo")) == nil)
  }

  @Test func anAgentsChangeIsMarkedForPeopleAndInJSONButNotInAPipe() throws {
    let tool = try TestedTool()
    let draft = try OperationHistory(of: tool.folder.openVault(), isForAgent: true).begin("append", at: tool.now)
    try draft.create(VaultPath("a.md"), contents: Array("# A\n".utf8))
    _ = try draft.commit()
    let columns = tool.run("undo", "--list").lines[0].split(separator: "\t")
    #expect(columns.dropFirst() == ["done", "append", "'a.md'"], "\(columns)")
    #expect(tool.run("undo", "--list", terminalColumns: 80).output.contains("append (agent)"))
    #expect(tool.run("undo", "--list", "--json").output.contains(#""agent":true"#))
  }

  @Test func aMemoFoundByItsTagIsShownWithItsTitleLine() throws {
    let tool = try TestedTool()
    try tool.folder.write("---\ntags: a\n---\n\n  ## Title ##\n", to: "heading.md")
    try tool.folder.write("---\ntitle: Named\n---\n#a\n", to: "front.md")
    try tool.folder.write("", to: "none.md")
    #expect(
      tool.run("search", "tag:a").lines.sorted() == ["front.md:2:8:title: Named", "heading.md:5:6:  ## Title ##"])
    #expect(tool.run("search", "path:none").lines == ["none.md:1:1:"])
  }

  @Test func anExplanationIsUncutInAPipe() throws {
    var tool = try TestedTool()
    tool.variables["COLUMNS"] = "30"
    let line = "tofu " + String(repeating: "and much more ", count: 30) + "end"
    try tool.folder.write("# T\n\n\(line)\n", to: "t.md")
    let output = tool.run("search", "--explain", "tofu").output
    #expect(output.contains(line) && output.contains("Z  t.md"))
  }

  @Test func theMoveOfAnEmptyFolderIsListedWithItsNames() throws {
    let tool = try TestedTool()
    try tool.folder.makeFolders(VaultPath("empty"))
    #expect(tool.run("move", "empty", "still empty").code == .done)
    #expect(tool.run("undo", "--list").lines.map { $0.split(separator: "\t").last } == ["'empty', 'still empty'"])
  }
}
