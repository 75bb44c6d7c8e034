import MemoCore
import MemoTestSupport
import MemoWords
import Testing

/// Parts of memos, and deleted memos, by the names that people have for them.
@Suite struct NamedMemoTests {
  private func tool() throws -> TestedTool {
    let tool = try TestedTool()
    try tool.folder.write(
      "---\na: 1\n---\n# Plan\r\nText.\r\n\r\n## Risks\r\nRain.\r\n\r\n### Wind\r\nStorm.\r\n## Costs\nNone.",
      to: "work/plan-b.md")
    return tool
  }

  @Test(arguments: [
    ("plan#Risks", "## Risks\r\nRain.\r\n\r\n### Wind\r\nStorm.\r\n"),
    ("work/plan-b.md#Risks#wind", "### Wind\r\nStorm.\r\n"),
    ("Plan#Costs", "## Costs\nNone."),
  ])
  func aSectionIsShownByteForByte(reference: String, section: String) throws {
    let run = try tool().run("show", reference)
    #expect(run.code == .done && run.output.utf8.elementsEqual(section.utf8), "\(run)")
    let json = try tool().run("show", reference, "--json")
    #expect(json.output.hasPrefix("{") && json.output.contains("\"path\":\"work/plan-b.md\""), "\(json)")
  }

  @Test func aSectionThatIsNotThereIsAnErrorWithTheHeadings() throws {
    let run = try tool().run("show", "plan#Nope")
    #expect(run.code == .noSuchMemo && run.errors.contains("Plan, Risks, Wind, Costs"), "\(run)")
    #expect(try tool().run("show", "nothing#Risks").code == .noSuchMemo)
  }

  @Test(arguments: [
    ("ofice", "Office"), ("buget-2026", "budget-2026"), ("kichen", "kitchen"), ("ofice rules", "Office"),
  ])
  func aMistypedNameIsAnsweredWithTheNearestOne(typed: String, nearest: String) throws {
    let tool = try tool()
    try tool.folder.write("# Office\n", to: "o.md")
    try tool.folder.write("---\naliases: [kitchen]\n---\n# Things\n", to: "budget-2026.md")
    let run = tool.run("show", typed)
    #expect(run.code == .noSuchMemo)
    #expect(run.errors.contains("did you mean '\(nearest)'?") == !typed.contains(" "), "\(run)")
  }

  @Test(arguments: ["Plan", "work/plan-b.md", "plan-b", "PLAN-B.md"])
  func aDeletedMemoIsRestoredByEachOfItsNames(name: String) throws {
    let tool = try tool()
    #expect(tool.run("delete", "work/plan-b.md", "--yes").code == .done)
    let run = tool.run("trash", "restore", name)
    #expect(run.code == .done && run.output == "work/plan-b.md\n", "\(run)")
  }
}
