import MemoCore
import MemoStore
import MemoTestSupport
import MemoWords
import Testing

/// `memo` alone where there is no vault.
@Suite struct FirstStartTests {
  private func start(answering answer: String) throws -> (tool: TestedTool, run: TestedTool.Run) {
    var tool = try TestedTool()
    try tool.folder.remove(VaultPath(".memo"))
    tool.variables["HOME"] = tool.folder.path.appending("home").text
    tool.variables["TERM"] = "xterm"
    tool.answers = [answer]
    return (tool, tool.run([], terminalColumns: 80))
  }

  @Test(arguments: [
    ("y", "home/memos"), ("yes", "home/memos"), ("~/notes of mine", "home/notes of mine"), ("./here", "here"),
  ])
  func aFolderIsMadeAndRemembered(answer: String, folder: String) throws {
    let (tool, run) = try start(answering: answer)
    let root = tool.folder.path.appending(VaultPath(folder)).text
    #expect(run.errors.contains("created a vault in \(root)\n"), "\(run.errors)")
    #expect(TemporaryFolder.host().kind(of: tool.folder.path.appending(VaultPath("\(folder)/.memo"))) == .folder)
    #expect(tool.run("config", "vault").output == "\(root)\n")
  }

  @Test(arguments: ["", "n", "no", "아니요", "memos"])
  func whoDoesNotAgreeGetsNothing(answer: String) throws {
    let (tool, run) = try start(answering: answer)
    #expect(run.code == .failure && run.errors.contains("no vault found"), "\(run.errors)")
    #expect(TemporaryFolder.host().kind(of: tool.folder.path.appending("home")) == nil)
  }

  @Test func aFolderThatIsTakenOverIsDescribed() throws {
    let tool = try TestedTool()
    try tool.folder.remove(VaultPath(".memo"))
    for name in [".obsidian", ".zk", ".git"] { try tool.folder.makeFolders(VaultPath(name)) }
    try tool.folder.write("# a\n", to: "a.md")
    let lines = tool.run("init").errors.split(separator: "\n").dropFirst()
    #expect(
      lines == [
        "1 memo stays as it is; 'memo check' finds broken links",
        "Obsidian's settings stay as they are; titles are the names of files, as there ('memo config titles' changes that)",
        "zk's configuration stays as it is and is not read", "this is a git repository, which 'memo sync' will use",
      ])
  }
}
