import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// What answers to agents leave out, and how they show it.
@Suite struct AgentAnswersTests {
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
