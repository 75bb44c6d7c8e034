import MemoCore
import MemoKit
import MemoStore
import MemoSync
import Testing

@testable import MemoWords

/// Errors after which a person would not know what to do next.
@Suite struct NextStepTests {
  private static let steps: [(error: any Error, step: String)] = [
    (GitError.tookTooLong(command: "fetch"), "'memo sync --debug'"),
    (GitError.tooMuch(command: "log"), "'git count-objects -vH'"),
    (RenamingError.ignored(VaultPath("old/a.md")), "'memo config ignore'"),
    (RenamingError.holdsOther(VaultPath("sub")), "'memo check --fix'"),
    (RenamingError.special(VaultPath("sub"), [VaultPath("sub/link")]), "'memo check --fix'"),
    (RenamingError.unreadable(VaultPath("sub"), [VaultPath("sub/a.md")]), "'chmod u+rX'"),
    (TagChangeError.notUnderstood(VaultPath("a b.md")), "memo edit 'a b.md'"),
    (RearrangingError.misread(VaultPath("a.md")), "memo edit a.md"),
    (RearrangingError.leftOpen(VaultPath("a.md")), "memo edit a.md"),
    (RearrangingError.unwritableLink("[[b]]", VaultPath("a.md"), to: VaultPath("C#.md")), "]("),
    (RearrangingError.labelledText("[c]", VaultPath("a.md")), "'\\[c]'"),
    (SharingError.notInstalled("xdg-open"), "apt install xdg-utils"),
    (SharingError.notInstalled("pandoc"), "apt install pandoc"),
    (SharingError.tooMuchMemory("pandoc"), "'memo extract'"),
    (QueryError.tooSlow(pattern: "(a+)+$"), "(a+)+"),
    (OperationError.notInTrash([VaultPath("a.md")]), "'memo trash'"),
  ]

  @Test(arguments: Language.allCases)
  func eachIsAnsweredWithOne(language: Language) {
    for (error, step) in Self.steps {
      let hints = FailureMessages.failure(for: error).hints.map { $0[language] }
      #expect(hints.count == 1 && hints.first?.contains(step) == true, "\(error): \(hints)")
    }
  }

  /// Its folder holds text, so it is moved and not removed.
  @Test(arguments: Language.allCases)
  func aRecordThatCannotBeReadNamesTheFolderToMove(language: Language) {
    func hints(_ path: String, _ problem: RecordProblem) -> [String] {
      FailureMessages.failure(for: OperationError.unreadable(VaultPath(path), problem)).hints.map { $0[language] }
    }
    let record = ".memo/history/3-4-done/operation.json"
    for problem in [RecordProblem.malformed, .missing, .refusedPath("../x")] {
      #expect(hints(record, problem).first?.contains("'.memo/history/3-4-done'") == true, "\(hints(record, problem))")
    }
    #expect(hints(record, .otherFormat).first?.contains("history") == false)
    #expect(hints(".memo/config.json", .malformed).isEmpty && hints(".memo/history", .numbersUsedUp).isEmpty)
  }

  @Test func aGitWithoutAVersionIsNotSaidToBeOld() {
    func message(_ version: String) -> String {
      FailureMessages.failure(for: GitError.tooOld(version: version)).message[.english]
    }
    #expect(message("2.20.1") == "git 2.20.1 is too old")
    #expect(!message("").contains("too old"))
  }
}
