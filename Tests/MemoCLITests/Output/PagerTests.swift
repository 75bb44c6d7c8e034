import MemoTestSupport
import MemoWords
import Testing

/// By what output is shown on a terminal.
@Suite struct PagerTests {
  private func tool(_ variables: [String: String] = [:], installed: String? = "less") throws -> TestedTool {
    var tool = try TestedTool()
    for number in 1...9 { try tool.folder.write("# Memo \(number)\n", to: "\(number).md") }
    tool.variables.merge(variables) { $1 }
    tool.installedPager = installed
    return tool
  }

  @Test(arguments: [
    ([:], true), (["PAGER": ""], false), (["MEMO_PAGER": ""], false), (["MEMO_PAGER": "", "PAGER": "less"], false),
    (["MEMO_PAGER": "less -R", "PAGER": ""], true), (["PAGER": "cat"], false),
  ])
  func anEmptyNameTurnsThePagerOff(variables: [String: String], isPaged: Bool) throws {
    let run = try tool(variables).run("list", terminalColumns: 80)
    #expect(run.wasPaged == isPaged && run.code == .done && run.lines.count == 9, "\(run.output)")
  }

  @Test(arguments: ["dumb", "", nil])
  func aTerminalWithoutANameGetsPlainOutput(name: String?) throws {
    var tool = try tool()
    #expect(tool.run("list", terminalColumns: 80).output.contains("\u{1B}"))
    tool.variables["TERM"] = name
    let run = tool.run("list", terminalColumns: 80)
    #expect(!run.wasPaged && !run.output.contains("\u{1B}") && run.lines.count == 9, "\(run.output)")
  }

  @Test func withoutTheUsualPagerNothingIsPaged() throws {
    for words in [["list"], ["help", "list"], ["show", "1.md"]] {
      let run = try tool(installed: nil).run(words, terminalColumns: 80)
      #expect(run.code == .done && !run.wasPaged, "\(words)")
      #expect(!run.output.isEmpty && run.errors.isEmpty, "\(words): \(run.errors)")
    }
  }

  @Test func aPagerThatCannotBeStartedLosesNothing() throws {
    let run = try tool(["PAGER": "nosuch"]).run("list", terminalColumns: 80)
    #expect(run.code == .done && run.lines.count == 9, "\(run.output)")
    #expect(run.errors == "memo: cannot start the pager 'nosuch'\n")
  }
}
