import MemoCore
import MemoTestSupport
import Testing

@testable import MemoKit

/// Links to what a memo loses where one version of a conflict is kept.
@Suite struct SettledMemoTests {
  /// The links that are reported where a memo gets another text, each with its memo.
  private func reported(_ texts: [String: String], _ path: String, becoming text: String) throws -> Set<String> {
    let vault = try ChangedVault(texts)
    var noted: Set<String> = []
    let report = { (links: [Relocation.LostLink]) in noted.formUnion(links.map { "\($0.path.text): \($0.target)" }) }
    try Workspace(vault.vault, on: .tested(in: vault.folder)).settle(in: VaultPath(path), reporting: report) { _ in
      try vault.folder.write(text, to: path)
    }
    return noted
  }

  @Test func linksToHeadingsAndBlocksOfTheOtherVersionAreReported() throws {
    let note = "[[plan#Budget]] [x](plan.md#budget) [[plan#Dates]] [[plan#^day]] [[plan#Never]] [[plan]]\n"
    let plan = "# Plan\n\n## Budget\none\n\n## Dates\ntwo ^day\n"
    let texts = ["plan.md": plan, "note.md": note, "other.md": "[[plan]]\n"]
    let lost = try reported(texts, "plan.md", becoming: "# Plan\n\n## Dates\ntwo\n")
    #expect(lost == ["note.md: plan#Budget", "note.md: plan.md#budget", "note.md: plan#^day"])
    let none = try reported(texts, "plan.md", becoming: "# Plan\n\n## Budget\n\n## Dates\nthree ^day\n")
    #expect(none == [])
  }

  @Test func linksByANameOfTheOtherVersionAreReportedUnlessTheyFollow() throws {
    let texts = [
      "plan.md": "---\naliases: [Journey]\n---\n# Trip\n", "note.md": "[[Journey]] [[Trip]] [[plan]]\n",
    ]
    #expect(try reported(texts, "plan.md", becoming: "# Trip\n") == ["note.md: Journey"])
    let retitled = try reported(texts, "plan.md", becoming: "---\naliases: [Journey]\n---\n# Voyage\n")
    #expect(retitled == [], "links by the title have followed")
    #expect(try reported(texts, "plan.md", becoming: "") == ["note.md: Journey", "note.md: Trip"])
  }
}
