public import MemoCore
public import MemoStore

extension Vault {
  /// Brings the index up to date with the files and returns it; see `Refresher.refresh`.
  public func refresh(
    since known: VaultIndex? = nil, isRebuild: Bool = false,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws -> VaultIndex {
    let refreshEnds = access.refreshBegins?()
    let index = try refresher(access.openCache()).refresh(since: known, isRebuild: isRebuild, progress: progress)
    refreshEnds?(index.count)
    return index
  }

  /// The index as the cache has it, without a look at the files; `nil` if nothing is cached. For completions alone,
  /// which must answer before a person notices.
  public func cachedIndex() -> VaultIndex? {
    // What the watcher vouches for need not be checked.
    vouched() ?? refresher(access.openCache()).cached()
  }

  /// An index of the first memos that are found from the root down, at most so many: for an editor whose user does not wait
  /// until all are read.
  public func partialIndex(limit: Int) -> VaultIndex {
    var (folders, memos) = ([VaultPath.root][...], [VaultPath]())
    while memos.count < limit, let folder = folders.popFirst() {
      let entries = (try? files.entries(of: folder)) ?? []
      let paths = entries.map { folder.appending($0.name) }
      memos += zip(entries, paths).filter { $0.kind == .file && rules.isMemo($1) }.map(\.1)
      folders += zip(entries, paths).filter { $0.kind == .folder && rules.isSearched(folder: $1) }.map(\.1)
    }
    let read = Array(memos.prefix(limit)).concurrentMap(partSize: 64) {
      $0.compactMap { MemoOverlay(of: $0, in: files, rules) }
    }
    return emptyIndex().overlaid(by: read.flatMap(\.self), reading: files)
  }

  /// The index up to date with the files: as the cache has it where the vault's watcher says that it is, else by a refresh.
  public func current() throws -> VaultIndex {
    try vouched() ?? refresh()
  }

  /// The index as the cache has it, where the vault's watcher says that it is up to date with the files.
  func vouched() -> VaultIndex? {
    guard let answer = access.askWatcher(), let position = CachePosition(decoding: answer) else { return nil }
    return refresher(access.openCache()).load(position)
  }

  /// Brings an index up to date with the files where something hinted at a change, and with all files where the cache is
  /// not as that index left it.
  func refresh(_ changed: ChangedPaths, since index: VaultIndex) throws -> VaultIndex {
    let refreshEnds = access.refreshBegins?()
    let refreshed = try refresher(access.openCache()).refresh(changed, since: index)
    refreshEnds?(refreshed.count)
    return refreshed
  }

  /// Lets the cache know memos that a change has brought back, if there is a cache. Where another program moves such a memo
  /// before the next refresh, nothing else could tell that it is the same one.
  public func noteReturn(of memos: [VaultPath]) {
    guard let known = cachedIndex() else { return }
    // The next refresh finds what this one could not.
    _ = try? refresh(ChangedPaths(memos: Set(memos)), since: known)
  }

  private func refresher(_ store: (any CacheStore)?) -> Refresher {
    Refresher(
      files: files, store: store, rules: rules, writer: writer, device: access.device, inode: access.inode)
  }

  /// The paths of the memos of which an index and the files, which are all read, do not say the same; in byte order.
  ///
  /// - Parameter progress: called with the number of memos read and their total, from any thread.
  /// - Throws: where the root itself cannot be listed.
  public func disagreements(
    of index: VaultIndex, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws -> [VaultPath] {
    try CacheComparison(index: index, files: files, rules: rules, progress: progress).run()
  }

  private static let looks = 10

  /// The ones of some memos about which the cache is wrong, in byte order: those of which an index that is refreshed now does
  /// not say what the file says either, though the file has stayed the same.
  public func lastingDisagreements(at paths: [VaultPath]) throws -> [VaultPath] {
    var (rest, wrong) = (paths, [VaultPath]())
    for _ in 0..<Self.looks where !rest.isEmpty {
      let stamps = rest.map { files.stamp(of: $0) }
      let comparison = try CacheComparison(index: refresh(), files: files, rules: rules) { _, _ in }
      let different = zip(rest, stamps).filter { comparison.differs(at: $0.0) }.map { path, stamp in
        (path: path, isSame: files.stamp(of: path) == stamp)
      }
      wrong += different.filter(\.isSame).map(\.path)
      // Saved again in between: it may be the text of before that differs.
      rest = different.filter { !$0.isSame }.map(\.path)
    }
    return wrong.sorted()
  }

  /// The index of the files as they are, without any cache: what every refresh must equal.
  public func readAll() throws -> VaultIndex {
    try refresher(nil).refresh()
  }
}
