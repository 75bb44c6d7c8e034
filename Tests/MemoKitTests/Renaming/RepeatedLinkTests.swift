import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore

/// The definitions that Foam writes for wiki links, where a section with what these name becomes a memo.
@Suite struct RepeatedLinkTests {
  private func extracted(_ texts: [String: String]) throws -> [String: String] {
    let vault = try ChangedVault(texts)
    let extraction = try SectionExtraction(
      of: "H", in: vault.read("b.md"), titled: nil, fallbackName: "x", in: vault.refresh(), of: vault.vault)
    _ = try extraction.carryOut("extract", by: vault.history, at: 1)
    return try vault.texts()
  }

  private static let section = "# B\n\n## H\n\ntext\n"

  @Test(arguments: [
    (
      "[[b#H]] and [[b]]\n\n[b#H]: b.md \"B\"\n[b]: b.md \"B\"\n",
      "[[H#H]] and [[b]]\n\n[H#H]: H.md \"B\"\n[b]: b.md \"B\"\n"
    ),
    ("![[B#H|x]]\n\n[B#H|x]: <b.md> \"B\"\n", "![[H#H|x]]\n\n[H#H|x]: <H.md> \"B\"\n"),
    // It names the heading itself.
    ("[[b#H]]\n\n[b#H]: b.md#h\n", "[[H#H]]\n\n[H#H]: H.md#h\n"),
    // A link by reference uses it, and is one to the memo.
    ("[[b#H]] [x][b#H]\n\n[b#H]: b.md \"B\"\n", "[[H#H]] [x][b#H]\n\n[b#H]: b.md \"B\"\n"),
    // It leads to another memo than the link, or names what is left.
    ("[[b#H]]\n\n[b#H]: c.md \"C\"\n", "[[H#H]]\n\n[H#H]: c.md \"C\"\n"),
    ("[[b#None]]\n\n[b#None]: b.md \"B\"\n", "[[b#None]]\n\n[b#None]: b.md \"B\"\n"),
  ])
  func aDefinitionFollowsTheWikiLinkThatItRepeats(text: String, result: String) throws {
    let texts = try extracted(["a.md": text, "b.md": Self.section, "c.md": "# C\n"])
    #expect(texts["a.md"] == result)
    #expect(texts["H.md"] == "# H\n\ntext\n")
  }

  @Test func soDoesOneInTheMemoOfTheSection() throws {
    let definition = "\n[b#H]: b.md \"B\"\n"
    let above = try extracted(["b.md": "# B\n\n[[b#H]]\n" + definition + "\n## H\n\ntext\n"])
    #expect(above["b.md"] == "# B\n\n[[H#H]]\n\n[H#H]: H.md \"B\"\n\n[[H]]\n")
    let within = try extracted(["b.md": Self.section + "\n[[b#H]]\n" + definition])
    #expect(within["H.md"] == "# H\n\ntext\n\n[[H#H]]\n\n[H#H]: H.md \"B\"\n")
  }
}
