import Foundation
import MemoCore
import Testing

@testable import MemoStore
@testable import MemoSync

@Suite struct RememberedTroubleTests {
  private static let reason = RemoteReason(kind: .noKey, text: "Permission denied (publickey).")
  private static let doubted = RemoteReason("Host key verification failed.", from: "git@host:notes.git")
  private static let odd = VaultPath(bytes: [0x61, 0xFF, 0x2E])
  private static let backup = {
    var backup = FileBackup(ref: "refs/memo/backup/7")
    (backup.isDetached, backup.hasMore) = (true, true)
    (backup.typed, backup.missing) = ([odd, VaultPath("b.md")], [VaultPath("c.md")])
    return backup
  }()
  private static let root = HostPath("/home/me/notes")

  static let syncErrors: [SyncError] = [
    .untrusted(["core.fsmonitor", "gpg.program"]), .untrusted([]), .settingsElsewhere(["include.path"]),
    .unnamedRemote("../hub.git"), .remoteInVault("./a"), .severalRemotes(["h:a", "h:b"]), .noRemote,
    .otherRemotes(["upstream", "fork"]), .badRemote("-x"),
    .remote(reason: reason), .remote(reason: doubted), .offline(reason: reason, unsaved: 3),
    .remoteLocked("/hub.git/x.lock", since: 7),
    .remoteLocked("/hub.git/x.lock", since: nil), .newRemote(reason: reason), .busy,
    .newBranch(SideBranch(name: "side", synced: "trunk")), .renamedBranch(SideBranch(name: "main", synced: "trunk")),
    .unlinkedBranch(SideBranch(name: "local", synced: "main")), .rewritten, .wentBack,
    .massDeletion(missing: [odd, VaultPath("b.md")], total: 9), .markerMissing, .locked, .overtaken, .vaultMoved,
    .vaultInUse,
    .unsettled([odd]), .unsigned(reason: "gpg failed to sign the data"),
  ]
  static let repositoryTroubles: [RepositoryTrouble] = [
    .missing, .unfinished, .insideAnother(root), .linked(.workTree), .linked(.submodule), .linked(.other),
    .ownedByAnother(root, user: .max, root: root), .writableByOthers(root.appending(".git"), root: root),
    .writableByOthers(root, root: root, isFixed: true),
    .detached(synced: "trunk", nil), .detached(synced: "trunk", FileBackup()), .jujutsu(synced: "main"),
    .underway("rebase", nil), .underway("rebase", backup), .shallow, .partialClone, .sparse,
    .otherForm("extensions.x = y"), .special(odd), .branchName("b\u{FFFD}"), .linkedHead, .unreadable("HEAD"),
  ]
  static let gitErrors: [GitError] = [
    .notInstalled, .tooOld(version: "2.1"), .program(ProgramError(path: [0xFF], reason: .other("odd"))),
    .tookTooLong(command: "fetch"), .tooMuch(command: "log"), .damaged(.reported("x")),
    .damaged(.configWithNULs), .damaged(.headWithoutBranch), .damaged(.refWithoutCommit("refs/heads/main")),
    .damaged(.missingObject("0a")), .diskFull("y"),
    .failed(command: "log", reason: ""),
  ]

  /// An error, kept in a file and read from it.
  private func kept(_ error: any Error) throws -> (any Error)? {
    var state = SyncState()
    state.trouble = SyncTrouble(error)
    return try JSONDecoder().decode(SyncState.self, from: try JSONEncoder().encode(state)).trouble?.error
  }

  @Test(arguments: syncErrors + repositoryTroubles.map { .repository($0) })
  func anErrorOfASyncIsRemembered(error: SyncError) throws {
    #expect(try kept(error) as? SyncError == error)
  }

  @Test(arguments: gitErrors) func anErrorOfGitIsRemembered(error: GitError) throws {
    #expect(try kept(error) as? GitError == error)
  }

  @Test(arguments: SystemReason.named + [.other("its own words")])
  func anErrorOfAFileIsRemembered(reason: SystemReason) throws {
    let error = FileError(.makeFolder, path: Self.odd.bytes, reason: reason)
    #expect(try kept(error) as? FileError == error)
  }

  @Test func anErrorOfAnOperationIsRemembered() throws {
    let problems: [RecordProblem] = [
      .malformed, .otherFormat, .refusedPath("../a b.md"), .missing, .numbersUsedUp, .other("no JSON"),
    ]
    let others: [OperationError] = [.changed([Self.odd]), .received([Self.odd]), .locked]
    for error in others + problems.map({ .unreadable(Self.odd, $0) }) {
      #expect(try kept(error) as? OperationError == error)
    }
  }

  @Test func ofManyMissingFilesTheNumberAndTheFirstNamesAreRemembered() throws {
    let missing = (0..<5_000).map { VaultPath("\($0).md") }
    guard
      case .massDeletion(let known, 6_000) = try kept(SyncError.massDeletion(missing: missing, total: 6_000))
        as? SyncError
    else { return #expect(Bool(false)) }
    #expect(known.count == 5_000 && known.prefix(12) == missing.prefix(12))
  }

  @Test func noSentenceIsKept() throws {
    var state = SyncState()
    state.trouble = SyncTrouble(SyncError.newBranch(SideBranch(name: "side", synced: "main")))
    let text = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
    #expect(!text.contains("lastError"), "\(text)")
    #expect(text.contains("newBranch") && text.contains("side"))
  }

  @Test func sentencesOfEarlierVersionsAreRead() throws {
    let file = #"{"lastError":"told","lastErrorTexts":{"en":"told","ko":"말"},"lastErrorAt":7,"seen":[]}"#
    let state = try JSONDecoder().decode(SyncState.self, from: Data(file.utf8))
    #expect(state.trouble == .sentences("told", translations: ["en": "told", "ko": "말"]) && state.lastErrorAt == 7)
    var later = state
    later.trouble = nil
    #expect(later.trouble == nil)
  }

  @Test func whatANewerVersionHasKeptIsNoError() throws {
    let file = #"{"failure":{"kind":"sync","code":"never heard of","parameters":["x"]},"seen":[]}"#
    let trouble = try JSONDecoder().decode(SyncState.self, from: Data(file.utf8)).trouble
    #expect(trouble != nil && trouble?.error == nil)
    #expect(SyncTrouble.failure(kind: "sync", code: "remote", parameters: []).error == nil, "too few parameters")
  }
}
