import MemoTestSupport
import Testing

@testable import MemoCore

/// Headings as search finds them: by their marks alone, and line by line.
@Suite struct MemoLinesTests {
  private static let pieces = [
    "#", "# ", "## ", "####### ", "`", "```", "~~~", "~", "<", "<!--", "-->", "<pre>", "</pre>", "- ", "* ", "> ",
    "1. ", "12) ",
    " ", "    ", "\t", "\n", "\n", "\n\n", "\r\n", "\r", "a", "word", "제목", "---\n", "title: x\n", "\\", "9",
  ]

  @Test(arguments: UInt64(1)...20)
  func headingsAreTheLinesWithThatPlace(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let front = random.happens(percent: 20) ? ["---\n", "title: x\n", "---\n"] : []
      let pieces = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random) ?? ""
      }
      let text = (front + pieces).joined()
      #expect(headings(text) == headingLines(text), "\(text.debugDescription)")
    }
  }

  private func headings(_ text: String) -> [Int] {
    Array(text.utf8).withUnsafeBytes { bytes in
      var lines = MemoLines(bytes, TitleLine(bytes))
      return Array(sequence(state: ()) { _ in lines.nextHeading() })
    }
  }

  private func headingLines(_ text: String) -> [Int] {
    Array(text.utf8).withUnsafeBytes { bytes in
      var lines = MemoLines(bytes, TitleLine(bytes))
      return sequence(state: ()) { _ in lines.nextLine() }.filter { $0.place == .heading }.map(\.range.lowerBound)
    }
  }
}
