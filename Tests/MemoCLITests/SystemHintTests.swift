import MemoCore
import MemoPlatform
import MemoStore
import MemoSync
import Testing

@testable import MemoWords

/// What a refusal of the system's is answered with. A test that runs as root may write anywhere, and disks do not fail when
/// they are asked to, so no transcript can show most of these.
@Suite struct SystemHintTests {
  private func failure(_ operation: FileError.Operation, _ path: String, _ reason: SystemReason) -> Failure {
    FailureMessages.failure(for: FileError(operation, path: Array(path.utf8), reason: reason))
  }

  /// The words of each reason's hint that name the way out: those of a command, or of what to look at.
  private static let written: [(reason: SystemReason, words: [String])] = [
    (.noSpace, ["'df -h'", "'df -i'"]), (.quotaExceeded, ["'quota -s'"]), (.tooLarge, ["'ulimit -f'"]),
    (.tooManyOpenFiles, ["'ulimit -n 1024'"]), (.inputOutput, ["'sudo dmesg'"]), (.damagedFileSystem, ["'fsck'"]),
    (.readOnlyFileSystem, ["'sudo dmesg'"]), (.staleHandle, ["'cd'"]), (.notConnected, ["'fusermount -u "]),
    (.noLocks, ["NFS"]), (.nameTooLong, ["255"]), (.onAnotherDevice, ["'.memo'", "memo init "]),
    (.accessDenied, ["'ls -ld'", "'chmod u+w'"]), (.notPermitted, ["'lsattr'", "'sudo chattr -ia'"]),
  ]

  @Test(arguments: Language.allCases)
  func aChangeThatIsRefusedSaysWhatToDo(language: Language) {
    for (reason, words) in Self.written {
      let hints = failure(.write, "plan.md", reason).hints.map { $0[language] }
      #expect(hints.count == 1, "\(reason): \(hints)")
      for word in words { #expect(hints.first?.contains(word) == true, "\(reason): \(hints)") }
    }
    let others: [SystemReason] = [
      .busy, .tooManyOpenFilesInSystem, .outOfMemory, .timedOut, .hostDown, .unusableName, .notAFolder, .symbolicLink,
    ]
    for reason in others { #expect(failure(.write, "sub/plan.md", reason).hints.count == 1, "\(reason)") }
  }

  @Test func whatIsSaidOfWritingIsNotSaidOfReading() {
    for reason in [SystemReason.tooLarge, .onAnotherDevice, .busy] {
      #expect(failure(.read, "plan.md", reason).hints.isEmpty, "\(reason)")
    }
    for operation in [FileError.Operation.read, .list] {
      #expect(failure(operation, "plan.md", .accessDenied).hints.first?[.english].contains("'chmod u+rX'") == true)
    }
    // There, links are followed.
    #expect(failure(.read, "/home/me/plan.md", .notAFolder).hints.isEmpty)
  }

  @Test func onlyANameWithASpecialCharacterMayBeWrongForTheFileSystem() {
    #expect(failure(.makeFolder, "a:b", .invalid).hints.first?[.english].contains("does not take this name") == true)
    #expect(failure(.makeFolder, "ab", .invalid).hints.isEmpty)
  }

  /// A terminal that is gone is no failing disk.
  @Test func outputIsNoFileOfADisk() {
    #expect(failure(.write, "standard output", .inputOutput).hints.isEmpty)
    #expect(failure(.write, "standard output", .accessDenied).hints.isEmpty)
    #expect(failure(.write, "standard output", .noSpace).hints.count == 1)
  }

  @Test func outputThatIsClosedIsNamedInWords() {
    let closed = failure(.write, "standard output", SystemReason(errno: 9))
    #expect(closed.message[.english] == "cannot write to standard output: Bad file descriptor")
    #expect(closed.message[.korean] == "표준 출력에 쓸 수 없습니다: 열려 있지 않습니다")
  }

  /// Whatever errors a system call may end with are named in the language of the user.
  @Test func noReasonIsInTheWordsOfTheSystemAlone() {
    for reason in SystemReason.named {
      let text = SystemMessages.reason(reason)
      #expect(text[.korean].unicodeScalars.allSatisfy { !("a"..."z").contains($0) }, "\(text[.korean])")
      #expect(text[.english] != text[.korean])
    }
    #if os(Linux)
      // ENXIO, ENODEV, EMLINK, EOVERFLOW and EREMOTEIO.
      for code: Int32 in [6, 19, 31, 75, 121] {
        #expect(SystemReason.named.contains(SystemReason(errno: code)), "\(code)")
      }
    #endif
  }

  @Test(arguments: Language.allCases)
  func aVaultThatCannotBeWrittenToCanStillBeRead(language: Language) {
    for reason in [SystemReason.accessDenied, .readOnlyFileSystem] {
      let failure = failure(.write, ".memo/operations", reason)
      #expect(failure.kind == "read-only" && failure.exitCode == .failure)
      #expect(failure.hints.map { $0[language] }.first?.hasSuffix(": memo doctor") == true, "\(failure.hints)")
    }
  }

  @Test(arguments: Language.allCases)
  func aRepositoryThatCannotBeWrittenToCanStillBeRead(language: Language) {
    for reason in [SystemReason.accessDenied, .readOnlyFileSystem] {
      let failure = failure(.write, ".git/memo/lock", reason)
      #expect(failure.kind == "read-only" && failure.exitCode == .failure)
      #expect(failure.hints.map { $0[language] }.first?.contains("'memo sync --status'") == true, "\(failure.hints)")
    }
    #expect(failure(.write, ".git/memo/lock", .noSpace).kind == "file")
    #expect(failure(.write, ".gitignore", .accessDenied).kind == "file")
  }

  /// Where all files have the same permissions, `chmod` changes nothing.
  @Test(arguments: Language.allCases)
  func whatCannotChangePermissionsIsNotHinted(language: Language) {
    let root = HostPath("/media/me/notes")
    for isFixed in [false, true] {
      let trouble = SyncError.repository(.writableByOthers(root, root: root, isFixed: isFixed))
      let hint = FailureMessages.failure(for: trouble).hints.first?[language] ?? ""
      #expect(hint.contains("safe.directory '/media/me/notes'"), "\(hint)")
      #expect(hint.contains("chmod") == !isFixed && hint.contains("'umask=022'") == isFixed, "\(hint)")
    }
  }

  // MARK: Programs

  /// What git says of a system call that failed.
  @Test func aRefusalThatGitReportsIsAnsweredAlike() {
    let cases: [(line: String, reason: SystemReason)] = [
      ("unable to create temporary file: Read-only file system", .readOnlyFileSystem),
      ("unable to create temporary file: Too many open files", .tooManyOpenFiles),
      ("write error: Input/output error", .inputOutput), ("write error: File too large", .tooLarge),
      ("insufficient permission for adding an object: Permission denied", .accessDenied),
    ]
    for (line, reason) in cases {
      let failure = FailureMessages.failure(for: GitError.failed(command: "add", reason: line))
      #expect(
        failure.hints.map { $0[.english] } == self.failure(.write, "a.md", reason).hints.map { $0[.english] }, "\(line)"
      )
    }
    #expect(FailureMessages.failure(for: GitError.failed(command: "add", reason: "bad revision")).hints.isEmpty)
  }

  @Test func aDiskThatIsFullForGitIsFullForAll() {
    func hint(_ line: String) -> String {
      FailureMessages.failure(for: GitError.diskFull(line)).hints.first?[.english] ?? ""
    }
    #expect(hint("write error: No space left on device").contains("'df -i'"))
    #expect(hint("write error: Disk quota exceeded").contains("'quota -s'"))
    #expect(hint("write error: Out of diskspace").contains("'df -i'"))
  }

  /// At a limit, git gets a signal and memo an error.
  @Test func aGitThatALimitEndsIsAnsweredWithTheLimit() {
    func hints(_ signal: Int32) -> [String] {
      FailureMessages.failure(for: GitError.killed(command: "fast-import", signal: signal)).hints.map { $0[.english] }
    }
    #expect(hints(25).first?.contains("'ulimit -f'") == true)
    #expect(hints(9).first?.contains("close other programs") == true)
    #expect(hints(11).isEmpty)
    let inside = GitError.failed(command: "fetch", reason: "index-pack died of signal 25")
    #expect(FailureMessages.failure(for: inside).hints.map { $0[.english] } == hints(25), "a program that git runs")
  }

  @Test(arguments: Language.allCases)
  func aProgramThatCannotBeStartedSaysWhy(language: Language) {
    let reasons: [SystemReason] = [
      .notFound, .notAProgram, .programBusy, .tryAgain, .accessDenied, .outOfMemory, .tooManyOpenFiles,
    ]
    for reason in reasons {
      let failure = FailureMessages.failure(for: ProgramError(path: Array("/bin/git".utf8), reason: reason))
      #expect(failure.message[language].contains(SystemMessages.reason(reason)[language]), "\(reason)")
      #expect(failure.hints.count == 1, "\(reason)")
    }
  }
}
