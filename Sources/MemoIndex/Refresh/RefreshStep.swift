import MemoCore
import MemoStore

/// One refresh after stamps have shown that something changed: lists, reads, and collects the differences.
struct RefreshStep {
  let files: any VaultFiles
  let rules: MemoFileRules
  let state: CacheState
  let stamps: StampRule
  let progress: @Sendable (Int, Int) -> Void

  private(set) var delta = IndexDelta()
  private(set) var problems: [FileError] = []
  private(set) var counts = RefreshCounts()
  private var toRead: [VaultPath] = []
  private var foldersToDistrust = Set<VaultPath>()

  init(
    files: any VaultFiles, rules: MemoFileRules, state: CacheState, stamps: StampRule,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) {
    self.files = files
    self.rules = rules
    self.state = state
    self.stamps = stamps
    self.progress = progress
  }

  mutating func run(_ outcome: TreeCheck.Outcome) throws {
    let knownFolders = state.folders().map(\.path)
    let listed = list(outcome, known: knownFolders)
    try ListedFolder.checkRoot(in: listed, of: files)
    let lost = lostFolders(among: knownFolders, listed: listed)
    let gone = lost.union(outcome.goneFolders)
    let folders = listed.filter { !lost.contains($0.path) }
    // What is gone from a folder that does not show it may have been moved away with a folder above both, and be back.
    foldersToDistrust = Set(outcome.goneFolders.map(\.parent)).subtracting(listed.map(\.path))
    foldersToDistrust.formUnion(ListedFolder.parents(ofMissingIn: listed))
    toRead = lost.isEmpty ? outcome.changedMemos : outcome.changedMemos.filter { !lost.contains($0.parent) }
    let known = knownMemosByFolder(gone.union(folders.map(\.path)))
    for folder in gone { remove(folder, known: known) }
    let changed = Set(TreeCheck(files: files, state: state).changedMemos(in: folders.map(\.path)))
    for folder in folders {
      // One that was gone and is back by now holds nothing that is known.
      take(folder, known: gone.contains(folder.path) ? [] : known[folder.path] ?? [], changed: changed)
    }
    // Hints and listings may name the same memo.
    toRead = Set(toRead).sorted()
    readMemos()
    for folder in folders { keep(folder) }
    for path in foldersToDistrust.subtracting(folders.map(\.path)) { distrust(path) }
  }

  private func list(_ outcome: TreeCheck.Outcome, known: [VaultPath]) -> [ListedFolder] {
    let known = Set(known).subtracting(outcome.goneFolders)
    return TreeScan(for: rules, in: files).run(from: outcome.changedFolders, except: known.contains)
  }

  /// Known folders that their folder, listed anew, does not show: because it changed in the meantime or because it cannot be
  /// listed any more, which hides from a rebuild whatever is below it.
  ///
  /// - Parameter known: in byte order, so that every folder comes after the one that holds it.
  private func lostFolders(among known: [VaultPath], listed: [ListedFolder]) -> Set<VaultPath> {
    var lost = Set<VaultPath>()
    guard !listed.isEmpty else { return lost }
    // The names of a cache that was cut short in the meantime may all be the same.
    let shown = Dictionary(listed.map { ($0.path, Set($0.folders)) }) { first, _ in first }
    for folder in known where folder != .root {
      let parent = folder.parent
      if lost.contains(parent) || shown[parent]?.contains(folder) == false { lost.insert(folder) }
    }
    return lost
  }

  /// The known memos of some folders, in byte order.
  private func knownMemosByFolder(_ folders: Set<VaultPath>) -> [VaultPath: [VaultPath]] {
    guard !folders.isEmpty else { return [:] }
    var known: [VaultPath: [VaultPath]] = [:]
    for (path, memo) in state.delta.memos where memo != nil && folders.contains(path.parent) {
      known[path.parent, default: []].append(path)
    }
    if let snapshot = state.snapshot {
      let hidden = state.hiddenMemos()
      for folder in folders {
        guard let index = snapshot.folderIndex(of: folder) else { continue }
        for memo in snapshot.memos(inFolder: index) where !hidden.contains(memo) {
          let path = folder.appending(UnsafeBufferPointer(cString: snapshot.name(ofMemo: memo)))
          known[folder, default: []].append(path)
        }
      }
    }
    return known.mapValues { $0.sorted() }
  }

  private mutating func remove(_ folder: VaultPath, known: [VaultPath: [VaultPath]]) {
    delta.folders.updateValue(nil, forKey: folder)
    for path in known[folder] ?? [] { remove(path) }
  }

  private mutating func remove(_ memo: VaultPath) {
    delta.memos.updateValue(nil, forKey: memo)
    counts.removed += 1
  }

  /// Sorts a folder's memos into gone, to be read and as they were, going through both sorted lists side by side.
  private mutating func take(_ folder: ListedFolder, known: [VaultPath], changed: Set<VaultPath>) {
    if let problem = folder.problem { problems.append(problem) }
    var known = known[...]
    for path in folder.found.memos.all.map({ folder.path.appending($0) }) {
      while let first = known.first, first < path { remove(known.removeFirst()) }
      let isKnown = known.first == path
      if isKnown { known.removeFirst() }
      if !isKnown || changed.contains(path) { toRead.append(path) }
    }
    for path in known { remove(path) }
  }

  private mutating func readMemos() {
    let reading = MemoReading(files: files, titles: rules.titles, progress: progress)
    for (path, outcome) in zip(toRead, reading.run(toRead)) {
      switch outcome {
      case .read(let memo): keep(memo, at: path)
      case .gone: forget(path)
      case .failed(let problem):
        problems.append(problem)
        forget(path)
      }
    }
  }

  private mutating func keep(_ memo: FreshMemo, at path: VaultPath) {
    let kept = FreshMemo(stamp: stamps.trusted(memo.stamp), record: memo.record)
    // A damaged record counts as changed.
    let known = try? state.memo(at: path)
    guard kept != known || delta.memos[path] != nil else { return }
    delta.memos.updateValue(kept, forKey: path)
    if known == nil {
      counts.added += 1
    } else if known?.record != kept.record || known?.stamp.modified != kept.stamp.modified {
      counts.changed += 1
    }
  }

  /// Takes note of a memo that is not known, though its folder shows it.
  private mutating func forget(_ path: VaultPath) {
    if state.stamp(ofMemo: path) != nil { remove(path) }
    foldersToDistrust.insert(path.parent)
  }

  private mutating func keep(_ folder: ListedFolder) {
    guard let stamp = folder.found.stamp ?? (folder.problem == nil ? nil : .unknown) else {
      if state.stamp(ofFolder: folder.path) != nil { delta.folders.updateValue(nil, forKey: folder.path) }
      return
    }
    let isWhole = folder.problem == nil && !foldersToDistrust.contains(folder.path)
    let kept = isWhole ? stamps.trusted(stamp) : stamp.distrusted
    guard state.stamp(ofFolder: folder.path) != kept || delta.folders[folder.path] != nil else { return }
    delta.folders.updateValue(kept, forKey: folder.path)
  }

  /// Has a folder listed again next time, because it may hold what is not known.
  private mutating func distrust(_ folder: VaultPath) {
    guard delta.folders[folder] == nil, let stamp = state.stamp(ofFolder: folder), !stamp.isDistrusted else { return }
    delta.folders.updateValue(stamp.distrusted, forKey: folder)
  }
}
