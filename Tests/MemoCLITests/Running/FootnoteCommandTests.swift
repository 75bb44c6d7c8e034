import MemoCore
import MemoTestSupport
import MemoWords
import Testing

/// Sections and memos that are put elsewhere keep their footnotes and the definitions of their links, and each its own.
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

  @Test func aFootnoteThatIsNamedElsewhereAloneStaysInItsMemo() throws {
    try tool.folder.write("# Plan\r\n\r\nOne[^a].\r\n\r\n## Part\r\n\r\n[^a]: first\r\n[^c]: own", to: "plan.md")
    #expect(tool.run("extract", "plan#Part").code == .done)
    #expect(try text("Part.md") == "# Part\r\n\r\n[^c]: own", "nothing names it, so it goes with its section")
    #expect(try text("plan.md") == "# Plan\r\n\r\nOne[^a].\r\n\r\n[[Part]]\r\n\r\n[^a]: first\r\n")
  }

  @Test func aFootnoteThatIsNamedElsewhereTooStaysInItsMemoToo() throws {
    try tool.folder.write("# Plan\n\nOne[^a].\n\n## Part\n\nTwo[^a].\n\n[^a]: first\n", to: "plan.md")
    #expect(tool.run("extract", "plan#Part").code == .done)
    #expect(try text("Part.md") == "# Part\n\nTwo[^a].\n\n[^a]: first\n")
    #expect(try text("plan.md") == "# Plan\n\nOne[^a].\n\n[[Part]]\n\n[^a]: first\n")
  }

  @Test func aFootnoteTakesAlongWhatItsTextNames() throws {
    try tool.folder.write("# B\n", to: "b.md")
    let notes = "[^1]: see [[b]] and [^2]\n[^2]: more [r], [[#Last]]\n\n[r]: b.md\n"
    try tool.folder.write("# A\n\ntext[^1]\n\n## Last\n\nplain\n\n\(notes)", to: "a.md")
    let run = tool.run("extract", "a#Last")
    #expect(run.code == .done, "\(run.errors)")
    #expect(try text("Last.md") == "# Last\n\nplain\n")
    let kept = "[r]: b.md\n\n[^1]: see [[b]] and [^2]\n[^2]: more [r], [[Last#Last]]\n"
    #expect(try text("a.md") == "# A\n\ntext[^1]\n\n[[Last]]\n\n\(kept)")
  }

  @Test func aFootnoteThatAnotherOneNamesIsCopiedWithIt() throws {
    let rest = "## End\n\n[^1]: see [^2]\n[^2]: more\n[^3]: other, not [^1]\n"
    try tool.folder.write("# A\n\n## Part\n\ntext[^1]\n\n\(rest)", to: "a.md")
    #expect(tool.run("extract", "a#Part").code == .done)
    #expect(try text("Part.md") == "# Part\n\ntext[^1]\n\n[^1]: see [^2]\n[^2]: more\n")
    #expect(try text("a.md") == "# A\n\n[[Part]]\n\n\(rest)")
  }

  /// Lines that look like a footnote, and are a part of something else.
  @Test(arguments: ["- item\n  [^a]: first\n", "text\n[^a]: first\n"])
  func whatIsNoParagraphOfItsOwnIsNotTakenApart(part: String) throws {
    try tool.folder.write("# Plan\n\nOne[^a].\n\n## Part\n\n\(part)", to: "plan.md")
    #expect(tool.run("extract", "plan#Part").code == .done)
    #expect(try text("Part.md").hasBytePrefix("# Part\n\n\(part.parts(at: "\n")[0])\n"))
    #expect(try text("Part.md").containsBytes("[^a]: first"))
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

  // MARK: Definitions of links

  @Test func definitionsOfFilesAndHeadingsStayApart() throws {
    try tool.folder.write("x", to: "sub/pic.png")
    try tool.folder.write("# A\n\n![p] [h]\n\n[p]: pic.png\n[h]: #a\n", to: "a.md")
    try tool.folder.write("# B\n\n![p] [h]\n\n[p]: pic.png\n[h]: #b\n", to: "sub/b.md")
    let run = tool.run("merge", "a.md", "sub/b.md")
    #expect(run.code == .done, "\(run.errors)")
    #expect(try text("a.md").hasSuffix("# B\n\n![p][p-2] [h][h-2]\n\n[p-2]: sub/pic.png\n[h-2]: #b\n"))
  }

  @Test func aSectionTakesACopyOfTheDefinitionsThatItUses() throws {
    let rest = "[r]: https://a.example \"A\"\n[S]: https://b.example\n[^n]: see [t]\n\n[t]: https://c.example\n"
    try tool.folder.write(
      "# Plan\n\n[one][r]\n\n## Part\n\n[two][R], [s][], `[t]`.[^n]\n\n## End\n\n\(rest)", to: "plan.md")
    #expect(tool.run("extract", "plan#Part").code == .done)
    #expect(
      try text("Part.md") == """
        # Part

        [two][R], [s][], `[t]`.[^n]

        [r]: https://a.example "A"
        [S]: https://b.example
        [t]: https://c.example

        [^n]: see [t]

        """)
    #expect(try text("plan.md") == "# Plan\n\n[one][r]\n\n[[Part]]\n\n## End\n\n\(rest)", "nothing is taken away")
  }

  @Test func aDefinitionThatIsUsedElsewhereStaysInItsMemoToo() throws {
    try tool.folder.write(
      "# Plan\n\n[one][r].\n\n## Part\n\n[r] [s]\n\n[r]: http://a.b\n[s]: http://c.d", to: "plan.md")
    #expect(tool.run("extract", "plan#Part").code == .done)
    #expect(try text("Part.md") == "# Part\n\n[r] [s]\n\n[r]: http://a.b\n[s]: http://c.d")
    #expect(try text("plan.md") == "# Plan\n\n[one][r].\n\n[[Part]]\n\n[r]: http://a.b\n")
  }

  @Test func aDefinitionThatLeadsToAMemoGoesWithItsLinks() throws {
    try tool.folder.write("# Other\n", to: "other.md")
    try tool.folder.write(
      "# Plan\n\n[both]\n\n## Part\n\n[r] [both]\n\n## End\n\n[r]: other.md\n[both]: other.md\n", to: "plan.md")
    let run = tool.run("extract", "plan#Part")
    #expect(run.code == .done, "\(run.errors)")
    #expect(try text("Part.md") == "# Part\n\n[r] [both]\n\n[r]: other.md\n[both]: other.md\n")
    #expect(try text("plan.md") == "# Plan\n\n[both]\n\n[[Part]]\n\n## End\n\n[both]: other.md\n")
  }

  @Test func mergedMemosKeepTheirOwnDefinitions() throws {
    try tool.folder.write("# A\n\n[r] [s]\n\n[r]: http://a.b\n[s]: http://same.d\n[r-2]: http://x.y\n", to: "a.md")
    try tool.folder.write(
      "# B\n\n[R], [r][], [x][ r ], ![p][r] `[r]` [s]\n\n[r]: http://b.c\n[s]: http://same.d\n", to: "b.md")
    #expect(tool.run("merge", "a", "b").code == .done)
    #expect(
      try text("a.md") == """
        # A

        [r] [s]

        [r]: http://a.b
        [s]: http://same.d
        [r-2]: http://x.y

        # B

        [R][r-3], [r][r-3], [x][r-3], ![p][r-3] `[r]` [s]

        [r-3]: http://b.c
        [s]: http://same.d

        """)
  }
}
