import MemoCore
import MemoTestSupport
import MemoWords
import Testing

/// What `memo today` looks at: its path depends on all memos' names, so finding it refreshes the index.
@Suite struct TodayTests {
  private static let today = "2026-05-20.md"

  private func refreshes(_ run: TestedTool.Run) -> Int {
    run.errors.split(separator: "\n").count { $0.contains("refresh: ") }
  }

  private func tool() throws -> TestedTool {
    var tool = try TestedTool()
    tool.variables["MEMO_DEBUG"] = "1"
    try tool.folder.write("# Other\n", to: "other.md", modified: 1)
    return tool
  }

  @Test func aNewMemoTakesOneLookAtTheVault() throws {
    let tool = try tool()
    let run = tool.run("today", "--no-edit")
    #expect(run.code == .done && run.output == Self.today + "\n")
    #expect(refreshes(run) == 1, "\(run.errors)")
    #expect(try tool.folder.bytes(of: VaultPath(Self.today)) == Array("# 2026-05-20\n".utf8))
  }

  @Test func aMemoThatWasMovedIsLookedUpOnce() throws {
    let tool = try tool()
    try tool.folder.write("# Moved\n", to: "diary/\(Self.today)", modified: 1)
    let run = tool.run("today", "--no-edit")
    #expect(run.code == .done && run.output == "diary/\(Self.today)\n")
    #expect(refreshes(run) == 1, "\(run.errors)")
  }

  @Test func aMemoThatIsInItsPlaceTakesNone() throws {
    let tool = try tool()
    try tool.folder.write("# Here\n", to: Self.today, modified: 1)
    let run = tool.run("today", "--no-edit")
    #expect(run.code == .done && run.output == Self.today + "\n")
    #expect(refreshes(run) == 0, "\(run.errors)")
  }
}
