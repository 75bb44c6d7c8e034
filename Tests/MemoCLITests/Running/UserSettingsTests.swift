import MemoCLI
import MemoCore
import MemoTestSupport
import MemoWords
import Testing

/// The file of the user's own settings.
@Suite struct UserSettingsTests {
  private static let file = VaultPath("home/memo/config.json")

  private func tool() throws -> TestedTool {
    var tool = try TestedTool()
    tool.variables["XDG_CONFIG_HOME"] = tool.folder.path.appending("home").text
    return tool
  }

  @Test func settingsThatAreSetAtTheSameTimeAreAllThere() async throws {
    let tool = try tool()
    let settings = [
      "device": "desk", "editor": "vi", "language": "en", "measure": "80", "pictures": "off", "theme": "dark",
    ]
    await withTaskGroup(of: TestedTool.Run.self) { group in
      for (key, value) in settings { group.addTask { tool.run("config", key, value) } }
      for await run in group { #expect(run.code == .done, "\(run.errors)") }
    }
    let lines = tool.run("config", "--user").lines
    #expect(Set(lines) == Set(settings.map { "\($0.key)=\($0.value)" }), "\(lines)")
  }

  /// Where a setting is read, a path that is not absolute is one from the home folder.
  @Test(arguments: [(".", "/notes"), ("../notes", "/notes"), ("sub/", "/notes/sub"), ("..", "")])
  func aVaultIsNamedFromTheWorkingDirectory(written: String, path: String) throws {
    var tool = try tool()
    try tool.folder.makeFolders(VaultPath("notes"))
    tool.workingFolder = VaultPath("notes")
    let run = tool.run("config", "vault", written)
    #expect(run.code == .done && run.errors.isEmpty, "\(run.errors)")
    #expect(tool.run("config", "vault").output == "\(tool.folder.path.text)\(path)\n")
  }

  @Test(arguments: ["~", "~/notes", "/notes"])
  func aVaultThatIsNamedFromEverywhereStaysSo(path: String) throws {
    let tool = try tool()
    #expect(tool.run("config", "vault", path).code == .done)
    #expect(tool.run("config", "vault").output == "\(path)\n")
  }

  /// Programs that manage such files for several machines make links to them.
  @Test func aSymbolicLinkStaysOneAndItsFileIsChanged() throws {
    let tool = try tool()
    try tool.folder.write(#"{"device": "desk"}"#, to: "dotfiles/memo.json")
    try tool.folder.makeFolders(Self.file.parent)
    try tool.folder.link(Self.file, to: "../../dotfiles/memo.json")
    let run = tool.run("config", "theme", "dark")
    #expect(run.code == .done && run.errors.isEmpty, "\(run.errors)")
    #expect(tool.folder.status(of: Self.file)?.isFile == false, "it is still a link")
    let file = try tool.folder.bytes(of: VaultPath("dotfiles/memo.json")) ?? []
    #expect(String(decoding: file, as: UTF8.self) == "{\n  \"device\" : \"desk\",\n  \"theme\" : \"dark\"\n}\n")
    #expect(tool.run("config", "--unset", "device").code == .done)
    #expect(tool.run("config", "--user").lines == ["theme=dark"])
  }

  @Test func aLinkToAFileThatIsNotThereYetMakesIt() throws {
    let tool = try tool()
    try tool.folder.makeFolders(Self.file.parent)
    try tool.folder.link(Self.file, to: "new.json")
    #expect(tool.run("config", "theme", "dark").code == .done)
    #expect(tool.folder.status(of: Self.file)?.isFile == false, "it is still a link")
    let file = try tool.folder.bytes(of: Self.file.parent.appending("new.json")) ?? []
    #expect(String(decoding: file, as: UTF8.self) == "{\n  \"theme\" : \"dark\"\n}\n")
  }
}
