import MemoCore
import MemoTestSupport
import MemoWords
import Testing

/// `memo completions --install`
@Suite struct InstallTests {
  @Test(arguments: [
    ("/bin/bash", ".local/share/bash-completion/completions/memo"), ("/usr/bin/zsh", ".zfunc/_memo"),
    ("fish", ".config/fish/completions/memo.fish"),
  ])
  func theScriptIsWhereTheShellLooks(shell: String, file: String) throws {
    var tool = try TestedTool()
    tool.variables.merge(["HOME": tool.folder.path.appending("home").text, "SHELL": shell]) { $1 }
    tool.answers = ["n"]
    let place = VaultPath("home/\(file)")
    let asked = tool.run("completions", "--install", terminalColumns: 80)
    #expect(asked.errors.contains("/home/\(file)?"), "\(asked.errors)")
    #expect(try tool.folder.bytes(of: place) == nil)
    let name = String(shell.split(separator: "/").last ?? "")
    let script = tool.run("completions", name).output
    #expect(tool.run("completions", "--install", "--yes").code == .done)
    #expect(try tool.folder.bytes(of: place) == Array(script.utf8))
  }

  @Test(arguments: [[:], ["SHELL": "/bin/tcsh"]])
  func anotherShellHasToBeNamed(variables: [String: String]) throws {
    var tool = try TestedTool()
    tool.variables.merge(variables) { $1 }
    #expect(tool.run("completions", "--install", "--yes").code == .usage)
    #expect(tool.run("completions").code == .usage)
    #expect(tool.run("completions", "bash", "--install").code != .done, "it asks")
  }
}
