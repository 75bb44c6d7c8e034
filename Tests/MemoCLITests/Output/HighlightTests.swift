import MemoTestSupport
import Testing

@testable import MemoCLI

/// Matches in colour.
@Suite struct HighlightTests {
  @Test(arguments: [
    ("👍", "so 👍🏽 it is", "👍🏽"), ("🏽", "so 👍🏽 it is", "👍🏽"), ("\u{915}", "x \u{915}\u{93F} y", "\u{915}\u{93F}"),
    ("👩", "x 👨‍👩‍👧 y", "👨‍👩‍👧"), ("it", "so it is", "it"),
  ])
  func aMatchIsColouredWithTheWholeCharacter(query: String, text: String, wanted: String) throws {
    let tool = try TestedTool()
    try tool.folder.write("# x\n\n\(text)\n", to: "x.md")
    let output = tool.run("--color", "always", "search", query).output
    let parts = text.split(separator: wanted).map(String.init)
    let coloured = #/\u{1B}\[[0-9;]*m/#
    let line = output.split(separator: "\n").first { $0.contains(wanted) } ?? ""
    let pieces = line.split(separator: coloured, omittingEmptySubsequences: false).map(String.init)
    #expect(pieces.contains(wanted), "\(output.debugDescription)")
    #expect(pieces.last.map { $0 == parts.last } == true, "\(pieces)")
  }

  @Test func theJSONHasTheMatchAlone() throws {
    let tool = try TestedTool()
    try tool.folder.write("# x\n\nso 👍🏽 it is\n", to: "x.md")
    #expect(tool.run("search", "--json", "👍").output.replacing(" ", with: "").contains("\"length\":1"))
  }
}
