import MemoCore
import MemoStore
import MemoTestSupport
import MemoWords
import Testing

/// Commands in a working directory that was removed.
@Suite struct RemovedDirectoryTests {
  private func tool() throws -> TestedTool {
    var tool = try TestedTool()
    try tool.folder.write("# Plan\n", to: "plan.md")
    tool.lacksWorkingDirectory = true
    return tool
  }

  @Test(arguments: [
    ["init"], ["init", "memo-test-x"], ["list"], ["--vault", "../v", "list"], ["clone", "/hub", "memo-test-x"],
    ["man", "--install=memo-test-x", "--yes"], ["git", "setup"],
  ])
  func noRelativePathIsTakenFromTheRoot(words: [String]) throws {
    let run = try tool().run(words)
    #expect(run.code == .failure && run.errors.contains("the working directory no longer exists"), "\(run.errors)")
    #expect(TemporaryFolder.host().kind(of: HostPath("/memo-test-x")) == nil)
  }

  @Test func nothingIsExportedToARelativePath() throws {
    let tool = try tool()
    let run = tool.run("--vault", tool.folder.path.text, "export", "memo-test-x")
    #expect(run.code == .failure && run.errors.contains("the working directory no longer exists"), "\(run.errors)")
    #expect(TemporaryFolder.host().kind(of: HostPath("/memo-test-x")) == nil)
    #expect(tool.run("--vault", tool.folder.path.text, "import", "x.json").errors.contains("no longer exists"))
  }

  @Test func anAbsoluteVaultWorks() throws {
    var tool = try tool()
    tool.variables["MEMO_VAULT"] = tool.folder.path.text
    #expect(tool.run("list", "--format", "{title}").output == "Plan\n")
    #expect(tool.run("show", "Plan").output == "# Plan\n")
    #expect(tool.run("help", "list").code == .done)
    tool.variables["MEMO_VAULT"] = "v"
    #expect(tool.run("list").errors.contains("the working directory no longer exists"))
  }
}
