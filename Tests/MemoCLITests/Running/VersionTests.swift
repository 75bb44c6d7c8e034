import MemoTestSupport
import MemoWords
import Testing

/// `memo --version`
@Suite struct VersionTests {
  @Test(arguments: [["--version", "--json"], ["--json", "--version"]])
  func theVersionIsThereAsJSON(words: [String]) throws {
    let run = try TestedTool().run(words)
    #expect(run.output == "{\"version\":\"1.2.3\",\"date\":\"\",\"commit\":null}\n" && run.code == .done)
  }

  @Test func theVersionIsALine() throws {
    #expect(try TestedTool().run("--version").output == "memo 1.2.3\n")
    #expect(try TestedTool().run("--json").code == .usage)
  }
}
