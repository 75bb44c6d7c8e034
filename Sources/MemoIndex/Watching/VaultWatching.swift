public import MemoCore
public import MemoStore
import Synchronization

/// Reports when a vault's files may have changed.
public protocol VaultWatching: Sendable {
  /// Begins to watch a vault: whatever changes once this returned leads to a hint.
  ///
  /// - Parameters:
  ///   - root: the vault's root, without symbolic links.
  ///   - rules: which files are memos; there are no hints about others.
  /// - Throws: where the root itself cannot be watched.
  func watch(_ root: HostPath, rules: MemoFileRules, mode: WatchMode) throws(FileError) -> any VaultWatch
}

/// How changes are noticed.
public enum WatchMode: String, CaseIterable, Sendable {
  /// By events where the system has them for this file system, else by looking.
  case automatic = "auto"
  /// By the system's events.
  case events
  /// By looking at every file again and again.
  case polling = "poll"
}

/// A vault that is watched while the object lives.
public protocol VaultWatch: AnyObject, Sendable {
  /// Waits for the next hint; `nil` if `limit` passed without one. To be called by one thread at a time.
  ///
  /// - Parameter limit: `nil` waits for ever.
  func next(within limit: Duration?) throws(FileError) -> WatchHint?

  /// Ends the watch from any thread: every `next` returns `ended` from then on.
  func end()

  /// Hears commands that ask whether the index is up to date (`asked`) from now on, where every change leads to a hint that
  /// comes before the question of a command that started later; else nothing happens.
  func acceptQuestions()

  /// Answers a question: with a state of the cache, or with nothing where the command has to look for itself.
  func answer(_ question: WatchQuestion, with answer: [UInt8])
}

extension VaultWatch {
  /// Does nothing by default.
  public func acceptQuestions() {}

  /// Does nothing by default.
  public func answer(_ question: WatchQuestion, with answer: [UInt8]) {}
}

/// A command that waits to hear that the index is up to date.
public struct WatchQuestion: Hashable, Sendable {
  /// Identifies it to the watch.
  public let name: [UInt8]

  /// Names a question.
  public init(name: [UInt8]) {
    self.name = name
  }
}

extension WatchHint {
  /// Any memo may have changed.
  public static let everything = WatchHint.changed(.everything)
}

/// A place where something may have changed; only the files show what did.
public enum WatchHint: Equatable, Sendable {
  /// Memos may have changed there: any of them, where events were lost or there are none.
  case changed(ChangedPaths)
  /// A command asks whether all changes that were hinted at are in the index.
  case asked(WatchQuestion)
  /// The vault's settings may have changed, and with them which files are memos.
  case settings
  /// From now on some changes are noticed later, by looking.
  case limited(WatchLimit)
  /// The root was removed, renamed or unmounted; nothing more will be noticed.
  case gone
  /// The watch was ended.
  case ended
}

/// Why not every change causes an event.
public enum WatchLimit: Equatable, Sendable {
  /// The system watches no more folders for this user (on Linux, `fs.inotify.max_user_watches`).
  case folders
  /// The system has no more watchers for this user (on Linux, `fs.inotify.max_user_instances`).
  case watchers
  /// A folder on a file system that does not report all changes, or some other refusal.
  case system(SystemReason)
}

/// A change to one memo that has settled.
public struct VaultChange: Sendable {
  /// The kind of change.
  public enum Kind: Equatable, Sendable {
    case added
    case modified
    case removed
    /// It had another path before.
    case renamed(from: VaultPath)
  }

  /// The kind of change.
  public let kind: Kind
  /// The memo as it is now; as it last was where it is gone, without a number (0).
  public let memo: IndexedMemo
  /// Its contents, or the last ones.
  public let record: MemoRecord

  /// Puts together a change.
  package init(kind: Kind, memo: IndexedMemo, record: MemoRecord) {
    (self.kind, self.memo, self.record) = (kind, memo, record)
  }

  /// Its path, or its last one.
  public var path: VaultPath { memo.path }
}

/// Something that happened in a watched vault.
public enum VaultEvent: Sendable {
  /// Everything is watched and the index is up to date; how many memos there are.
  case ready(memos: Int)
  /// Memos changed, removed ones first, each kind by path; none where the settings changed.
  case changes([VaultChange])
  /// A look without a hint found changes to this many memos: the system did not report everything.
  case missed(memos: Int)
  /// Some changes are noticed later from now on.
  case limited(WatchLimit)
  /// Files or folders cannot be read.
  case problems([FileError])
  /// The vault's settings cannot be used; the ones before hold.
  case settings(any Error)
}

/// Ends a watch from any thread, whichever watch it is by then.
public final class WatchEnding: Sendable {
  private let state = Mutex((watch: (any VaultWatch)?.none, isEnded: false))

  /// Something that has not ended yet.
  public init() {}

  /// Ends the current watch, and every later one at once.
  public func end() {
    state.withLock { state in
      state.isEnded = true
      state.watch?.end()
    }
  }

  /// Has this watch ended instead of the one before.
  func follow(_ watch: any VaultWatch) {
    state.withLock { state in
      state.watch = watch
      if state.isEnded { watch.end() }
    }
  }
}
