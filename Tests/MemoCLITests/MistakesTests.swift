import Foundation
import Testing

/// What the likeliest mistakes are answered with.
@Suite struct MistakesTests {
  /// Errors after which there is nothing to do.
  private static let ends = [
    "nothing to undo", "되돌릴 작업이 없습니다", "'id' cannot be changed", "'id'는 바꿀 수 없습니다", "nothing.json",
  ]

  @Test(arguments: ["mistakes.md", "Korean/mistakes.md"])
  func everyMistakeIsAnsweredWithWhatToDo(page: String) throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Transcripts/\(page)")
    let runs = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n$ ").dropFirst()
    let mistakes = runs.filter { $0.contains("\n! memo: ") }
    #expect(mistakes.count > 45, "\(mistakes.count) mistakes")
    for mistake in mistakes where !mistake.contains(#/\n! (?:hint|힌트|usage|사용법): ./#) {
      #expect(Self.ends.contains { mistake.contains($0) }, "no hint: \(mistake)")
    }
  }
}
