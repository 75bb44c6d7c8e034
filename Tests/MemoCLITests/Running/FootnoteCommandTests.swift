import MemoCore
import MemoTestSupport
import MemoWords
import Testing

/// Sections and memos that are put elsewhere keep their footnotes, and each its own.
@Suite struct FootnoteCommandTests {
  private let tool: TestedTool

  init() throws { tool = try TestedTool() }

  private func text(_ name: String) throws -> String {
    String(decoding: try tool.folder.bytes(of: VaultPath(name)) ?? [], as: UTF8.self)
  }

  @Test func aSectionTakesACopyOfTheFootnotesThatItNames() throws {
    let rest = "[^a]: first,\nand more\n\n    indented\n\n[^B]: second\n"
    try tool.folder.write("# Plan\n\nOne[^a].\n\n## Part\n\nTwo[^b], `[^a]`.\n\n## End\n\n\(rest)", to: "plan.md")
    #expect(tool.run("extract", "plan#Part").code == .done)
    #expect(try text("Part.md") == "# Part\n\nTwo[^b], `[^a]`.\n\n[^B]: second\n", "code names none")
    #expect(try text("plan.md") == "# Plan\n\nOne[^a].\n\n[[Part]]\n\n## End\n\n\(rest)", "nothing is taken away")
  }

  @Test func aFootnoteThatIsNamedElsewhereStaysInItsMemoToo() throws {
    try tool.folder.write("# Plan\r\n\r\nOne[^a].\r\n\r\n## Part\r\n\r\n[^a]: first\r\n[^c]: own", to: "plan.md")
    #expect(tool.run("extract", "plan#Part").code == .done)
    #expect(try text("Part.md") == "# Part\r\n\r\n[^a]: first\r\n[^c]: own")
    #expect(try text("plan.md") == "# Plan\r\n\r\nOne[^a].\r\n\r\n[[Part]]\r\n\r\n[^a]: first\r\n")
  }

  @Test func mergedMemosKeepTheirOwnFootnotes() throws {
    try tool.folder.write("# A\n\nOne[^1] two[^1-2].\n\n[^1]: of A\n[^1-2]: A, too\n", to: "a.md")
    try tool.folder.write("# B\n\nThree[^1] four[^x].\n\n[^1]: of B\n[^x]: free\n", to: "b.md")
    try tool.folder.write("# C\n\nFive[^1].\n\n```\n[^1]\n```\n\n[^1]: of C\n", to: "c.md")
    #expect(tool.run("merge", "a", "b", "c").code == .done)
    #expect(
      try text("a.md") == """
        # A

        One[^1] two[^1-2].

        [^1]: of A
        [^1-2]: A, too

        # B

        Three[^1-3] four[^x].

        [^1-3]: of B
        [^x]: free

        # C

        Five[^1-4].

        ```
        [^1]
        ```

        [^1-4]: of C

        """)
  }
}
