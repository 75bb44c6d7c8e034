import Foundation
import MemoStore
import Testing

@testable import MemoWords

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

  // A test that runs as root may write anywhere, so no transcript can show these.
  @Test(arguments: Language.allCases)
  func aVaultThatCannotBeWrittenToCanStillBeRead(language: Language) {
    for reason in [SystemReason.accessDenied, .readOnlyFileSystem] {
      let failure = FailureMessages.failure(
        for: FileError(.write, path: Array(".memo/operations".utf8), reason: reason))
      #expect(failure.kind == "read-only" && failure.exitCode == .failure)
      #expect(failure.hints.map { $0[language] }.first?.hasSuffix(": memo doctor") == true, "\(failure.hints)")
    }
  }

  @Test(arguments: Language.allCases, [SystemReason.noSpace, .quotaExceeded])
  func aFullDiskIsNamedWithWhatShowsIt(language: Language, reason: SystemReason) {
    let failure = FailureMessages.failure(for: FileError(.write, path: Array("plan.md".utf8), reason: reason))
    #expect(failure.message[language].contains("'plan.md'"))
    #expect(failure.hints.map { $0[language] }.first?.contains("'df -h'") == true, "\(failure.hints)")
  }
}
