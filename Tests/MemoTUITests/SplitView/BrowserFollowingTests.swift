import Dispatch
import MemoCore
import MemoIndex
import MemoStore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoTUI

/// A vault whose folder goes away while it is followed.
@Suite struct BrowserFollowingTests {
  private let folder: TemporaryFolder
  private let elsewhere: TemporaryFolder

  init() throws {
    (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.makeVault()
    try folder.write("# a\n", to: "a.md")
  }

  @Test func aVaultThatWasAwayIsFollowedAgain() throws {
    let away = elsewhere.path.appending(VaultPath("vault"))
    let trial = try FollowingTrial(folder) { [folder] in try folder.move(to: away) }
    trial.lose()
    try trial.wait { !$0.failures.isEmpty }
    try folder.moveBack(from: away)
    try folder.write("# b\n", to: "b.md")
    try trial.wait { $0.names == ["a.md", "b.md"] }
    #expect(trial.failures.count == 1, "it is reported once: \(trial.failures)")
    #expect(trial.failures[0].contains("'\(folder.path.text)'"), "\(trial.failures)")
    #expect(trial.watching.starts == 2)
    trial.end()
  }

  @Test func aFolderThatTakesThePlaceOfTheVaultIsFollowed() throws {
    try elsewhere.makeVault()
    try elsewhere.write("# b\n", to: "b.md")
    let trial = try FollowingTrial(folder) { [folder, elsewhere] in try folder.exchange(with: elsewhere) }
    trial.save("# a\n\none\n", after: "# a\n")
    trial.lose()
    try trial.wait { $0.names == ["b.md"] }
    #expect(trial.failures.isEmpty, "there is a folder: \(trial.failures)")
    #expect(trial.watching.starts == 2)
    trial.save("# a\n\none\ntwo\n", after: "# a\n\none\n")
    let text = try folder.bytes(of: VaultPath("a.md")).map { String(decoding: $0, as: UTF8.self) }
    #expect(text == "# a\n\none\ntwo\n", "what is being written is saved where the vault is now")
    trial.end()
  }
}

/// Follows a vault that is lost.
private final class FollowingTrial {
  let watching: LosingWatching
  private let library: BrowserLibrary
  private let workers: BrowserWorkers
  private let mailbox: BrowserMailbox
  private let posts = DispatchSemaphore(value: 0)
  private(set) var failures: [String] = []

  init(_ folder: TemporaryFolder, loss: @escaping @Sendable () throws -> Void) throws {
    let vault = try folder.openVault()
    watching = LosingWatching(loss)
    library = BrowserLibrary(vault, try vault.refresh(), kit: .tested(watching: watching))
    mailbox = BrowserMailbox { [posts] in _ = posts.signal() }
    workers = BrowserWorkers(library, mailbox, lookInterval: .milliseconds(1))
    workers.follow()
  }

  var names: [String] { library.index.memos.map(\.path.text).sorted() }

  /// Saves a text that is being written in `a.md`.
  func save(_ text: String, after base: String) {
    let save = MemoSave(
      id: 1, path: VaultPath("a.md"), newPath: nil, newFolder: nil, base: Array(base.utf8), contents: Array(text.utf8),
      revision: 1)
    if case .notSaved(let reason) = library.save(save) { Issue.record("not saved: \(reason)") }
  }

  /// Has the folder go away.
  func lose() { watching.lose() }

  /// Waits until something is true after a post.
  func wait(until isTrue: (FollowingTrial) -> Bool) throws {
    while !isTrue(self) {
      try #require(posts.wait(timeout: .now() + .seconds(20)) == .success, "failures: \(failures), memos: \(names)")
      for case .failed(let reason) in mailbox.takeAll() { failures.append(reason) }
    }
  }

  func end() { workers.end() }
}

/// The first watch waits for the loss of the vault, and reports it; the next one notices nothing.
private final class LosingWatching: VaultWatching, VaultWatch {
  private let loss: @Sendable () throws -> Void
  private let isWanted = DispatchSemaphore(value: 0)
  private let started = Mutex(0)

  init(_ loss: @escaping @Sendable () throws -> Void) {
    self.loss = loss
  }

  /// How often a watch began.
  var starts: Int { started.withLock(\.self) }

  func lose() { isWanted.signal() }

  func watch(_ root: HostPath, rules: MemoFileRules, mode: WatchMode) -> any VaultWatch {
    started.withLock { $0 += 1 }
    return self
  }

  func next(within limit: Duration?) -> WatchHint? {
    guard starts == 1, isWanted.wait(timeout: .now() + .seconds(20)) == .success else { return .ended }
    do { try loss() } catch { Issue.record(error) }
    return .gone
  }

  func end() {}
}
