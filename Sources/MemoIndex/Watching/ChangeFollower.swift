public import MemoCore
public import MemoStore

/// Follows a vault: keeps its index in step with the files and reports what changed once it has settled.
///
/// Hints only say where to look; what changed is found by refreshing the index there and comparing.
public final class ChangeFollower {
  /// The index as of the last look.
  public internal(set) var index: VaultIndex

  /// When the last look began, by the clock given: what happened to files before is in `index`.
  public var lookStart: Duration { lastLook - looking }

  let root: HostPath
  let host: any HostFiles
  let watching: any VaultWatching
  let mode: WatchMode
  let isAnswering: Bool
  let ending: WatchEnding
  let now: @Sendable () -> Duration

  var vault: Vault
  var watch: any VaultWatch
  var settler = ChangeSettler()
  var news: [VaultNews] = []
  var problems: [FileError] = []
  /// Hints that came while something else was done.
  var heldHints: [WatchHint] = []
  /// What was hinted at and not looked at yet.
  var changed = ChangedPaths()
  var shared = SharedFiles()
  var lastHint: Duration
  var lastLook: Duration
  var looking = Duration.zero
  /// How often a look without a hint found changes.
  var misses = 0

  /// Hints that come this soon after another lead to one look.
  static let gathering = Duration.milliseconds(10)
  /// A look that takes long is not repeated at once: it would take all of a core.
  static let restAfterLook = 4.0
  /// Looks without a hint, for changes that lead to no event: soon after the last hint, and then now and then.
  static let firstAudit = Duration.seconds(60)
  static let laterAudits = Duration.seconds(600)
  /// Where events tell so little, commands look for themselves.
  static let toleratedMisses = 1
  /// To look at the stamps of more memos takes too long while a command waits.
  static let toleratedSharedFiles = 2_000

  /// Watches a vault, and then looks at it whole; so no change falls between.
  ///
  /// - Parameters:
  ///   - known: an earlier index, whose part of the cache is not loaded a second time.
  ///   - isAnswering: whether commands may ask this process, because it is the vault's watcher.
  ///   - ending: ends the following from another thread.
  ///   - now: a clock that never goes back.
  public init(
    _ root: HostPath, since known: VaultIndex? = nil, host: any HostFiles, watching: any VaultWatching,
    mode: WatchMode = .automatic, isAnswering: Bool = false, ending: WatchEnding = WatchEnding(),
    now: @escaping @Sendable () -> Duration
  ) throws(VaultError) {
    (self.root, self.host, self.watching, self.mode, self.isAnswering) = (root, host, watching, mode, isAnswering)
    (self.ending, self.now) = (ending, now)
    vault = try Vault(at: root, host: host)
    watch = try Self.begin(vault, watching, mode, ending)
    index = try vault.refresh(since: known)
    lastHint = now()
    lastLook = lastHint
    shared.update(index.state)
    news = [.ready(memos: index.count)]
    tellProblems()
    if isAnswering { watch.hearQuestions() }
  }

  /// The next news; waits until there is some. `nil` once the following was ended.
  ///
  /// - Throws: where the vault is gone or cannot be looked at any more.
  public func next() throws(VaultError) -> VaultNews? {
    while news.isEmpty {
      guard let hint = try hint(within: limit) else {
        try lookWithoutHint()
        continue
      }
      guard try take(hint) else { return nil }
    }
    return news.removeFirst()
  }
}
