public import MemoCore
public import MemoStore

/// Follows a vault: keeps its index up to date with the files and reports what changed once it has settled.
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

  /// The vault with its settings as they are now.
  public internal(set) var vault: Vault
  var watch: any VaultWatch
  var settler = ChangeSettler()
  var events: [VaultEvent] = []
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
  /// So many changed files lead to one look once no more of them come for a while, or after a time: each look at them would
  /// write much of the cache anew. A checkout of 10,000 files takes about a second.
  static let crowd = 500
  static let crowdPause = Duration.milliseconds(50)
  static let crowdLimit = Duration.seconds(1)
  /// Looks without a hint, for changes that lead to no event: soon after the last hint, and then now and then.
  static let firstAudit = Duration.seconds(60)
  static let laterAudits = Duration.seconds(600)
  /// If events report so little, commands check the files themselves.
  static let toleratedMisses = 1
  /// To look at the stamps of more memos takes too long while a command waits.
  static let toleratedSharedFiles = 2_000

  /// Watches a vault, and then looks at it whole; so no change falls between.
  ///
  /// - Parameters:
  ///   - known: an earlier index, whose part of the cache is not loaded a second time.
  ///   - isAnswering: whether commands may ask this process, because it is the vault's watcher.
  ///   - asksWatcher: whether the first look is left to the vault's watcher, where there is one.
  ///   - ending: ends the following from another thread.
  ///   - progress: called with the number of memos read by the first look and their total, from any thread.
  ///   - now: a clock that never goes back.
  public init(
    _ root: HostPath, since known: VaultIndex? = nil, host: any HostFiles, watching: any VaultWatching,
    mode: WatchMode = .automatic, isAnswering: Bool = false, asksWatcher: Bool = false,
    ending: WatchEnding = WatchEnding(), progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in },
    now: @escaping @Sendable () -> Duration
  ) throws {
    (self.root, self.host, self.watching, self.mode, self.isAnswering) = (root, host, watching, mode, isAnswering)
    (self.ending, self.now) = (ending, now)
    vault = try Vault(at: root, host: host)
    watch = try Self.begin(vault, watching, mode, ending)
    // What happens after the watcher's answer is noticed here: this watch has begun.
    index = try (asksWatcher ? vault.vouched() : nil) ?? vault.refresh(since: known, progress: progress)
    lastHint = now()
    lastLook = lastHint
    shared.update(index.state)
    events = [.ready(memos: index.count)]
    reportProblems()
    if isAnswering { watch.acceptQuestions() }
  }

  /// The next event; waits until there is one. `nil` once the following was ended.
  ///
  /// - Throws: where the vault is gone or cannot be looked at any more.
  public func next() throws -> VaultEvent? {
    while events.isEmpty {
      guard let hint = try hint(within: limit) else {
        try lookWithoutHint()
        continue
      }
      guard try take(hint) else { return nil }
    }
    return events.removeFirst()
  }
}

/// How hints become looks, and looks become events.
extension ChangeFollower {
  static func begin(
    _ vault: Vault, _ watching: any VaultWatching, _ mode: WatchMode, _ ending: WatchEnding
  ) throws -> any VaultWatch {
    let watch = try watching.watch(vault.root, rules: vault.rules, mode: mode)
    ending.follow(watch)
    return watch
  }

  /// How long to wait for a hint.
  var limit: Duration {
    let firstAudit = lastHint + Self.firstAudit
    let audit = lastLook < firstAudit ? firstAudit : lastLook + Self.laterAudits
    return max(.zero, min(settler.deadline ?? audit, audit) - now())
  }

  /// The next hint.
  func hint(within limit: Duration) throws -> WatchHint? {
    if !heldHints.isEmpty { return heldHints.removeFirst() }
    return try watch.next(within: limit)
  }

  /// Acts on a hint; false if there will be no more.
  func take(_ hint: WatchHint) throws -> Bool {
    switch hint {
    case .changed(let paths):
      lastHint = now()
      changed.merge(paths)
      let rest = try gather()
      // A question is answered by a look of its own, which is this one, too.
      if case .asked? = rest {} else { try look() }
      if let rest { return try take(rest) }
    case .asked(let question): try answer(question)
    case .settings: try reopen()
    case .limited(let limit): events.append(.limited(limit))
    case .gone: throw VaultError.notAFolder(root)
    case .ended: return false
    }
    return true
  }

  /// Waits a moment for more hints of the same kind; returns one of another kind that came.
  private func gather() throws -> WatchHint? {
    let start = now()
    var end = max(start + Self.gathering, lastLook + looking * Self.restAfterLook)
    while case let left = end - now(), left > .zero {
      guard let hint = try hint(within: left) else { return nil }
      guard case .changed(let paths) = hint else { return hint }
      changed.merge(paths)
      if changed.memos.count >= Self.crowd { end = max(end, min(now() + Self.crowdPause, start + Self.crowdLimit)) }
    }
    return nil
  }

  /// Answers a command that asks which state of the cache is up to date. Nothing has to settle for that.
  private func answer(_ question: WatchQuestion) throws {
    try look()
    let isSure = index.problems.isEmpty && index.isIntact && misses <= Self.toleratedMisses
    let position = isSure && shared.paths.count <= Self.toleratedSharedFiles ? index.contents.position : nil
    watch.answer(question, with: position?.encoded() ?? [])
  }

  /// Looks again at what is held back, or at everything where nothing is.
  func lookWithoutHint() throws {
    if settler.deadline != nil {
      // No event hints at these, so a stamp that vouches for what was read does for what is there.
      changed.memos.formUnion(index.state.changed(among: settler.paths(dueAt: now()), in: vault.files))
      return try look()
    }
    let (earlier, rules) = (index, vault.rules)
    changed = .everything
    try look()
    guard vault.rules == rules else { return }
    let count = index.differences(from: earlier).count
    guard count > 0, earlier.isIntact, index.isIntact else { return }
    // A hint that is only just coming was not missed.
    if let hint = try hint(within: .zero) {
      heldHints.append(hint)
      guard case .asked = hint else { return }
    }
    misses += 1
    events.append(.missed(memos: count))
  }

  /// Brings the index in step and reports what has settled.
  func look() throws {
    // Where there is no event for the settings, or it was lost, they are read with everything else.
    if changed.isEverything, let found = try? Vault(at: root, host: host),
      found.rules != vault.rules || found.settingsStamp != vault.settingsStamp
    {
      return try follow(found)
    }
    let start = now()
    let earlier = index
    try refresh()
    lastLook = now()
    looking = lastLook - start
    // If the cache was truncated, the former state is unknown: report nothing rather than everything. Nor is every memo
    // reported that only has its title from elsewhere.
    if earlier.isIntact, index.isIntact, earlier.titles == index.titles {
      settler.see(index.differences(from: earlier), at: start)
    }
    let settled = settler.takeSettled(at: start)
    if !settled.isEmpty { events.append(.changes(changes(settled))) }
    reportProblems()
  }

  /// Refreshes the index where something hinted at a change, and where nothing would; a file that is found to have other
  /// names may lead to a memo that has to be looked at, too.
  private func refresh() throws {
    var looked = Set<VaultPath>()
    repeat {
      let unseen = shared.paths.subtracting(looked)
      if unseen.count <= Self.toleratedSharedFiles {
        changed.memos.formUnion(index.state.changed(among: unseen, in: vault.files))
      } else {
        changed = .everything
      }
      looked.formUnion(shared.paths)
      index = try vault.refresh(changed, since: index)
      changed = ChangedPaths()
      shared.update(index.state)
    } while !shared.paths.isSubset(of: looked)
  }

  /// Reports what cannot be read, once.
  func reportProblems() {
    // Of a folder in a cloud that cannot be reached, no file may be readable.
    let known = Dictionary(grouping: problems, by: \.path)
    let new = index.problems.filter { known[$0.path]?.contains($0) != true }
    problems = index.problems
    if !new.isEmpty { events.append(.problems(new)) }
  }

  /// Reads the settings again.
  private func reopen() throws {
    let found: Vault
    do {
      found = try Vault(at: root, host: host)
    } catch {
      // Perhaps half written: a hint follows when it is complete.
      return events.append(.settings(error))
    }
    try follow(found)
  }

  /// The settings say which files are memos, so the folders are watched anew.
  private func follow(_ found: Vault) throws {
    vault = found
    watch = try Self.begin(vault, watching, mode, ending)
    changed = .everything
    try look()
    if isAnswering { watch.acceptQuestions() }
    // For those who show titles, or problems as the settings say: no memo need have changed.
    events.append(.changes([]))
  }

  /// Settled changes with their memos as the index numbers them.
  private func changes(_ settled: [ChangeSettler.Settled]) -> [VaultChange] {
    let settled = settled.sorted { ($0.rank, $0.path) < ($1.rank, $1.path) }
    let numbered = index.memos(at: settled.filter { $0.now != nil }.map(\.path))
    return settled.compactMap { settled in
      guard let sighting = settled.now ?? settled.before, let record = sighting.record else { return nil }
      let memo = IndexedMemo(number: 0, source: .fresh(IndexedMemo.Fresh(path: settled.path, memo: sighting.memo)))
      return VaultChange(kind: settled.kind, memo: numbered[settled.path] ?? memo, record: record)
    }
  }
}

extension ChangeSettler.Settled {
  fileprivate var kind: VaultChange.Kind {
    if let oldPath { return .renamed(from: oldPath) }
    if before == nil { return .added }
    return now == nil ? .removed : .modified
  }

  /// What was removed comes first.
  fileprivate var rank: Int { kind == .removed ? 0 : 1 }
}
