import MemoCore
import MemoTestSupport
import Testing

@Suite struct MemoHostileTextTests {
  private static let patterns = [
    "[", "]", "[[", "[[a", "![", "`", "` `` ``` ", "[`", "[ `", "#", "#a ", "(#a", "\"#a", "[a](", "[a](<", "[a](b (",
    "[a](b \"", "*",
    "_ a", "|", "\\", "> ", "- ", "\n", "\r", " ", "~~~\n", "---\n", "---\n- ", "a: [", "\u{301}", "\u{FFFD}",
  ]

  // A megabyte is read in well under a second by work that grows with the text; work that grew with its square would take
  // hours. So the limit catches the one and never a slow machine.
  @Test(.ends(within: .seconds(300)), arguments: patterns)
  func workGrowsWithTheText(pattern: String) {
    let bytes = Array(String(repeating: pattern, count: MemoMetadata.readLimit / pattern.utf8.count).utf8)
    let metadata = MemoParser.metadata(of: bytes)
    #expect(metadata.preview.count <= MemoMetadata.previewLimit, "\(pattern.debugDescription)")
  }
}
