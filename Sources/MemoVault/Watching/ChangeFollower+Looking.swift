import MemoCore

/// How hints become looks, and looks become news.
extension ChangeFollower {
  static func begin(
    _ vault: Vault, _ watching: any VaultWatching, _ mode: WatchMode, _ ending: WatchEnding
  ) throws(VaultError) -> any VaultWatch {
    do {
      let watch = try watching.watch(vault.root, rules: vault.rules, mode: mode)
      ending.follow(watch)
      return watch
    } catch {
      throw .file(error)
    }
  }

  /// How long to wait for a hint.
  var limit: Duration {
    let firstAudit = lastHint + Self.firstAudit
    let audit = lastLook < firstAudit ? firstAudit : lastLook + Self.laterAudits
    return max(.zero, min(settler.deadline ?? audit, audit) - now())
  }

  /// The next hint.
  func hint(within limit: Duration) throws(VaultError) -> WatchHint? {
    if let held = heldHint.take() { return held }
    do {
      return try watch.next(within: limit)
    } catch {
      throw .file(error)
    }
  }

  /// Acts on a hint; false where there will be no more.
  func take(_ hint: WatchHint) throws(VaultError) -> Bool {
    switch hint {
    case .folders, .everything:
      lastHint = now()
      let rest = try gather()
      try look(isHinted: true)
      if let rest { return try take(rest) }
    case .settings: try reopen()
    case .limited(let limit): news.append(.limited(limit))
    case .gone: throw VaultError.notAFolder(root)
    case .ended: return false
    }
    return true
  }

  /// Waits a moment for more hints of the same kind; returns one of another kind that came.
  private func gather() throws(VaultError) -> WatchHint? {
    let end = max(now() + Self.gathering, lastLook + looking * Self.restAfterLook)
    while case let left = end - now(), left > .zero {
      guard let hint = try hint(within: left) else { return nil }
      switch hint {
      case .folders, .everything: continue
      default: return hint
      }
    }
    return nil
  }

  /// Brings the index in step and tells what has settled.
  func look(isHinted: Bool) throws(VaultError) {
    let start = now()
    let earlier = index
    index = try vault.refresh()
    lastLook = now()
    looking = lastLook - start
    let differences = index.differences(from: earlier)
    let isAudit = !isHinted && settler.deadline == nil
    if isAudit && !differences.isEmpty {
      // A hint that is only just coming was not missed.
      heldHint = try hint(within: .zero)
      if heldHint == nil { news.append(.missed(memos: differences.count)) }
    }
    settler.see(differences, at: start)
    let settled = settler.takeSettled(at: start)
    if !settled.isEmpty { news.append(.changes(changes(settled))) }
    tellProblems()
  }

  /// Tells what cannot be read, once.
  func tellProblems() {
    let new = index.problems.filter { !problems.contains($0) }
    problems = index.problems
    if !new.isEmpty { news.append(.problems(new)) }
  }

  /// The settings say which files are memos, so the folders are watched anew.
  private func reopen() throws(VaultError) {
    do {
      vault = try Vault(at: root, host: host)
    } catch {
      // Half written, perhaps: the next hint tells when it is whole.
      return news.append(.settings(error))
    }
    watch = try Self.begin(vault, watching, mode, ending)
    try look(isHinted: true)
  }

  /// Settled changes with their memos as the index numbers them.
  private func changes(_ settled: [ChangeSettler.Settled]) -> [VaultChange] {
    let numbered = index.memos(at: Set(settled.filter { $0.now != nil }.map(\.path)))
    return settled.compactMap { settled in
      guard let sighting = settled.now ?? settled.before, let record = sighting.record else { return nil }
      let memo = IndexedMemo(number: 0, source: .fresh(IndexedMemo.Fresh(path: settled.path, memo: sighting.memo)))
      return VaultChange(kind: settled.kind, memo: numbered[settled.path] ?? memo, record: record)
    }.sorted { ($0.rank, $0.path) < ($1.rank, $1.path) }
  }
}

extension ChangeSettler.Settled {
  fileprivate var kind: VaultChange.Kind {
    if let oldPath { return .renamed(from: oldPath) }
    if before == nil { return .added }
    return now == nil ? .removed : .modified
  }
}

extension VaultChange {
  fileprivate var rank: Int { kind == .removed ? 0 : 1 }
}

extension VaultIndex {
  /// The memos at some paths, in one walk that ends with the last of them.
  fileprivate func memos(at paths: Set<VaultPath>) -> [VaultPath: IndexedMemo] {
    var found: [VaultPath: IndexedMemo] = [:]
    for memo in memos where paths.contains(memo.path) {
      found[memo.path] = memo
      if found.count == paths.count { break }
    }
    return found
  }
}
