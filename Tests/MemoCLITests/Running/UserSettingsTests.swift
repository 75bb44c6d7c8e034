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
}
