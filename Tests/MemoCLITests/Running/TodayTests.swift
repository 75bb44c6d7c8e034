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

  @Test(arguments: [
    ("daily/yyyy-MM-dd", "[daily]/yyyy-MM-dd", "daily/2026-05-20.md"),
    ("yyyy/notes-MM", "yyyy/[notes]-MM", "2026/notes-05.md"),
    ("YYYY-[week]ww", nil, "2026-week21.md"), ("yyyyMMdd'T'", nil, "20260520T.md"),
    ("YYYY-MM-DD dddd", nil, "2026-05-20 Wednesday.md"),
  ])
  func aWordInTheFormatIsPutInBrackets(format: String, meant: String?, name: String) throws {
    let tool = try TestedTool()
    let run = tool.run("config", "daily.format", format)
    if let meant {
      #expect(run.code == .usage && run.errors.contains("hint: use '\(meant)'\n"), "\(run.errors)")
      #expect(tool.run("config", "daily.format").code == .noMatch, "nothing was set")
    }
    #expect(tool.run("config", "daily.format", meant ?? format).code == .done)
    #expect(tool.run("today", "--no-edit").output == "\(name)\n")
  }

  @Test(arguments: ["yyyy/mm/yyyy-mm-dd", "%Y/%m/%Y-%m-%d", "[day]/YYYY-MM-DD a", "LT"])
  func aFormatWithATimeOfTheDayIsRefused(format: String) throws {
    let tool = try TestedTool()
    let run = tool.run("config", "daily.format", format)
    #expect(run.code == .usage && run.errors.contains("the name would change within a day"), "\(run.errors)")
    #expect(tool.run("today", "--no-edit").output == "\(Self.today)\n")
  }

  @Test func aMemoThatIsInItsPlaceTakesNone() throws {
    let tool = try tool()
    try tool.folder.write("# Here\n", to: Self.today, modified: 1)
    let run = tool.run("today", "--no-edit")
    #expect(run.code == .done && run.output == Self.today + "\n")
    #expect(refreshes(run) == 0, "\(run.errors)")
  }
}
