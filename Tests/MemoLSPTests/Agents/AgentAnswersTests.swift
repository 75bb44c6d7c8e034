import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// What answers to agents leave out, and how they show it.
@Suite struct AgentAnswersTests {
  @Test func theMatchesOfAMemoThatAreLeftOutAreCounted() throws {
    let needles = (1...5_000).map { "needle \($0)\n" }.joined()
    let agent = try TestedAgent([
      "n.md": "# N\n\n" + needles, "few.md": "# Few\n\nneedle\nneedle\nneedle\n",
      "links.md": "# Links\n\n" + String(repeating: "[[few]]\n", count: 51), "link.md": "# Link\n\n[[few]]\n",
    ])
    let found = try agent.call("search", ["query": "needle"])["memos"]?.items ?? []
    let many = try #require(found.first { $0["path"] == "n.md" })
    #expect(many["matches"]?.items.count == 3 && many["moreMatches"] == 4_997)
    let few = try #require(found.first { $0["path"] == "few.md" })
    #expect(few["matches"]?.items.count == 3 && few["moreMatches"] == nil)
    let linking = try agent.call("backlinks", ["path": "few.md"])["memos"]?.items ?? []
    let links = try #require(linking.first { $0["path"] == "links.md" })
    #expect(links["matches"]?.items.count == 20 && links["moreMatches"] == 31)
    #expect(linking.first { $0["path"] == "link.md" }?["moreMatches"] == nil)
    #expect(try agent.call("list", [:])["memos"]?.items.allSatisfy { $0["moreMatches"] == nil } == true)
  }

  @Test(arguments: [
    (before: 3_000, after: 3_000, isCut: true), (before: 0, after: 3_000, isCut: true),
    (before: 3_000, after: 0, isCut: true), (before: 200, after: 200, isCut: false),
  ])
  func aMatchShowsThePartOfALongLineThatItIsIn(before: Int, after: Int, isCut: Bool) throws {
    let line = String(repeating: "가", count: before) + "findme" + String(repeating: "나", count: after)
    let agent = try TestedAgent(["a.md": "# A\n\n\(line)\n"])
    let found = try agent.call("search", ["query": "findme"])
    let match = try #require(found["memos"]?.items.first?["matches"]?.items.first)
    let text = try #require(match["text"]?.text)
    #expect(line.contains(text) && text.contains("findme") && text.unicodeScalars.count <= 500, "\(text)")
    #expect(match["line"] == 3 && (match["isCut"] == true) == isCut)
    #expect(isCut || text == line)
  }

  @Test func aSearchIsNotCompleteWhereAMemoIsReadInPart() throws {
    let agent = try TestedAgent(["big.md": "# Big\nwords\n", "a.md": "# A\nwords\n"])
    try agent.folder.truncate(VaultPath("big.md"), to: SearchText.readLimit + 1)
    let lost = try agent.call("search", ["query": "zebra"])
    #expect(lost["isComplete"] == false && lost["partlyRead"] == ["big.md"] && lost["total"] == 0)
    #expect(lost["untrusted"]?.items.contains("partlyRead") == true)
    for arguments: JSONValue in [["query": "words"], ["query": "zebra", "path": "a*"]] {
      let whole = try agent.call("search", arguments)
      #expect(whole["isComplete"] == true && whole["partlyRead"] == nil, "\(arguments)")
    }
  }
}
