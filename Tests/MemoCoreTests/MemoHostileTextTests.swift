import MemoCore
import Testing

@Suite struct MemoHostileTextTests {
  private static let patterns = [
    "[", "]", "[[", "[[a", "![", "`", "` `` ``` ", "[`", "[ `", "#", "#a ", "(#a", "\"#a", "[a](", "[a](<", "[a](b (",
    "[a](b \"", "*",
    "_ a", "|", "\\", "> ", "- ", "\n", "\r", " ", "~~~\n", "---\n", "---\n- ", "a: [", "\u{301}", "\u{FFFD}",
  ]

  // Eight times the text takes eight times as long, and 64 times if work grew with the square. Two times are compared,
  // each the best of several, so neither the machine's speed nor a pause of it matters.
  @Test(arguments: patterns)
  func workGrowsWithTheText(pattern: String) {
    let small = best(of: pattern, size: 1 << 13)
    let large = best(of: pattern, size: 1 << 16)
    #expect(large < small * 24, "\(pattern.debugDescription): \(small) for 8 kB, \(large) for 64 kB")
  }

  private func best(of pattern: String, size: Int) -> Duration {
    let bytes = Array(String(repeating: pattern, count: size / pattern.utf8.count).utf8)
    let clock = ContinuousClock()
    let rounds = (0..<4).map { _ in clock.measure { _ = MemoParser.metadata(of: bytes) } }
    return rounds.min() ?? .zero
  }
}
