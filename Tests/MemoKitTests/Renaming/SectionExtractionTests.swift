import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore

/// Sections that become memos, where their headings hold more than words.
@Suite struct SectionExtractionTests {
  /// - Returns: the texts that there are afterwards.
  private func extracted(
    _ heading: String, titled title: String? = "Other", of texts: [String: String]
  ) throws -> [String: String] {
    let vault = try ChangedVault(texts)
    let extraction = try SectionExtraction(
      of: heading, in: vault.read("f.md"), titled: title, fallbackName: "x", in: vault.refresh(), of: vault.vault)
    _ = try extraction.carryOut("extract", by: vault.history, at: 1)
    return try vault.texts()
  }

  @Test(arguments: [
    ("## [[New]] t\n", "# Other\n"), ("[[New]] t\n---\n", "Other\n===\n"), ("## ![[New]] t ##\n", "# Other ##\n"),
    ("## [New](New.md) t\n", "# Other\n"), ("## [[New#None|New]] t\n", "# Other\n"),
    ("## [[#New t]]\n", "# Other\n"),
  ])
  func theLinksOfAHeadingGoWithIt(heading: String, title: String) throws {
    let texts = try extracted(
      "New t",
      of: [
        "f.md": "# F\n\n[[#New t]]\n\n\(heading)\nSee [[New]] [x](#new-t).\n", "New.md": "# New\n",
        "l.md": "[[f#New t|x]]\n",
      ])
    #expect(texts["Other.md"] == "\(title)\nSee [[New]] [x](#other).\n")
    #expect(texts["f.md"] == "# F\n\n[[Other#Other]]\n\n[[Other]]\n")
    #expect(texts["l.md"] == "[[Other#Other|x]]\n")
  }

  @Test func aTitleMayHoldALink() throws {
    let files = ["f.md": "# F\n\n## [[New]] t\n\n[[New]]\n", "New.md": "# New\n"]
    let texts = try extracted("New t", titled: "On [[New]] [n](None.md)", of: files)
    #expect(texts.values.contains("# On [[New]] [n](None.md)\n\n[[New]]\n"), "\(texts)")
    let same = try extracted("New t", titled: "New t", of: files)
    #expect(same.values.contains("# [[New]] t\n\n[[New]]\n"), "a heading that says the title already stays: \(same)")
  }

  /// What a heading alone named stays where it is.
  @Test(arguments: ["", "\n## After\n"])
  func theDefinitionsOfAHeadingStay(after: String) throws {
    let note = "\n[n]: New.md\n\n[^1]: note\n"
    let texts = try extracted(
      "New t[^1]", of: ["f.md": "# F\n\(note)\n## [New][n] t[^1]\n\ntext\n\(after)", "New.md": "# New\n"])
    #expect(texts["Other.md"] == "# Other\n\ntext\n")
    #expect(texts["f.md"] == "# F\n\(note)\n[[Other]]\n\(after)")
    let within = try extracted(
      "New t[^1]", of: ["f.md": "# F\n\n## [New][n] t[^1]\n\ntext\n\(note)\(after)", "New.md": "# New\n"])
    #expect(within["Other.md"] == "# Other\n\ntext\n\(note)")
    #expect(within["f.md"] == "# F\n\n[[Other]]\n\(after)")
  }

  @Test(arguments: [
    "[//begin]: # \"x\"\n[a]: a.md \"A\"\n[b]: b.md \"B\"\n[//end]: # \"x\"\n",
    "%% kanban:settings\n```\n{\"kanban-plugin\":\"board\"}\n```\n%%", "%%\n## Drawing\n```json\n{}\n```\n%%\n",
  ])
  func whatAProgramKeepsAtTheEndStays(footer: String) throws {
    let texts = try extracted(
      "S",
      of: ["f.md": "# F\n\n[[a]]\n\n## S\n\ntext [[b]]\n\n\n\(footer)", "a.md": "# A\n", "b.md": "# B\n"])
    #expect(texts["Other.md"] == "# Other\n\ntext [[b]]\n")
    #expect(texts["f.md"] == "# F\n\n[[a]]\n\n[[Other]]\n\n\n\(footer)")
  }

  @Test func whatTheRestNeedsGoesAboveWhatAProgramKeeps() throws {
    let footer = "%% kanban:settings\n```\n{}\n```\n%%"
    let texts = try extracted("S", of: ["f.md": "# F\n\na[^1]\n\n## S\n\ntext\n\n[^1]: note\n\n\(footer)"])
    #expect(texts["Other.md"] == "# Other\n\ntext\n")
    #expect(texts["f.md"] == "# F\n\na[^1]\n\n[[Other]]\n\n[^1]: note\n\n\(footer)")
  }

  @Test func aDefinitionThatWouldBeWithoutItsLinkIsRefusedAsThat() throws {
    let text = "# F\n\n## S\n\n[x][c]\n\n## T\n\n> [c]: c.md\n"
    #expect(throws: RearrangingError.partedLink("[c]: c.md", VaultPath("f.md"))) {
      try extracted("S", of: ["f.md": text, "c.md": "# C\n"])
    }
  }
}
