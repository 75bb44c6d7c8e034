import MemoCLI
import MemoCore
import MemoTestSupport
import MemoWords
import Testing

/// Settings that cannot be used stop no command that can do without them, but they are named.
@Suite struct UnusedSettingsTests {
  private func tool(settings: String) throws -> TestedTool {
    var tool = try TestedTool()
    tool.variables["XDG_CONFIG_HOME"] = tool.folder.path.appending("settings").text
    try tool.folder.write(settings, to: "settings/memo/config.json")
    try tool.folder.write("# Plan\n", to: "plan.md")
    return tool
  }

  private func warning(_ tool: TestedTool) -> String {
    "memo: cannot use the settings in '\(tool.folder.path.text)/settings/memo/config.json': it is not a JSON object\n"
  }

  @Test(arguments: ["{", "[]", "5"])
  func aCommandGoesOnWithoutTheUsersSettings(settings: String) throws {
    let tool = try tool(settings: settings)
    let run = tool.run("list", "--paths")
    #expect(run.code == .done && run.output == "plan.md\n" && run.errors == warning(tool), "\(run.errors)")
    let none = tool.run("list", "--tag", "none", "--json")
    #expect(none.errors.contains(warning(tool)), "\(none.errors)")
    #expect(tool.run("show", "nope").errors.contains(warning(tool)))
  }

  @Test func nothingIsSaidWhereItIsNotAskedFor() throws {
    let tool = try tool(settings: "{")
    for words in [
      ["list", "-q"], ["--lang", "en", "list"], ["list", "--help"], ["--version"], ["__complete", "zsh", "--", "li"],
    ] {
      #expect(tool.run(words).errors.isEmpty, "\(words): \(tool.run(words).errors)")
    }
    #expect(!tool.run("show", "nope", "--json").errors.contains("cannot use the settings"), "programs read this")
    let config = tool.run("config")
    let reports = config.errors.split(separator: "\n").count { $0.contains("cannot use the settings") }
    #expect(config.code == .failure && reports == 1, "\(config.errors)")
  }

  @Test func anEmptyFileHoldsNoSettings() throws {
    #expect(try tool(settings: "").run("list").errors.isEmpty)
  }

  @Test func valuesThatAreNotUsedAreNamed() throws {
    let settings = #"{"device": 5, "editor": [1], "language": "xx", "later": 5, "measure": "wide", "theme": "dark"}"#
    let tool = try tool(settings: settings)
    try tool.folder.write(
      #"{"ignore": 5, "names": "dash", "titles": "bogus", "views": {"inbox": 5, "work": "--tag work"}}"#,
      to: ".memo/config.json")
    let root = tool.folder.path.text
    func line(_ key: String, _ file: String, _ problem: String) -> String {
      "memo: '\(key)' in '\(root)/\(file)' is ignored: \(problem)\n"
    }
    let (own, vault) = ("settings/memo/config.json", ".memo/config.json")
    let run = tool.run("config")
    #expect(run.code == .done && run.output.contains("language=xx\n"))
    #expect(
      run.errors == line("device", own, "must be a string") + line("editor", own, "must be a string")
        + line("language", own, "must be en or ko") + line("measure", own, "must be 0 or from 20 to 9999")
        + line("ignore", vault, "must be a list of strings")
        + line("titles", vault, "must be auto, first-line, heading or file-name")
        + line("views.inbox", vault, "must be a string"))
    #expect(tool.run("config", "language").errors == line("language", own, "must be en or ko"))
    #expect(tool.run("config", "theme").errors.isEmpty)
  }
}
