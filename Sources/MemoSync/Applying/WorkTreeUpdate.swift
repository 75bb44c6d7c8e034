import MemoCore
import MemoStore

/// Brings the files of a vault from one commit to another, while others may write to them.
///
/// Each file is compared, exchanged and looked at again (`FileSwapping`), so a save that comes at any moment stays: what
/// was saved since the snapshot is woven with what comes in.
struct WorkTreeUpdate {
  /// What became of the files.
  struct Outcome {
    /// Files that hold what was saved in the meantime, too, so another snapshot is due.
    var woven: [VaultPath] = []
    /// Changes of files that were saved in the meantime and cannot hold both, so that they are as they were saved.
    var unmerged: [TreeChange] = []
    /// Changes of files that were moved or deleted in the meantime. None is made again under a name that it no longer has.
    var gone: [TreeChange] = []
    /// Entries that no file may stand for: links, other repositories, unsafe names.
    var refused: [VaultPath] = []
    /// Files that could not be made, so they are as they were.
    var waiting: [Waiting] = []
    /// Files that were to go and that an editor has open.
    var left: [TreeEntry] = []
    /// Memos that came with conflict markers which they had not before, and the line of the first.
    var marked: [(path: VaultPath, line: Int)] = []
    /// How many files came into the trash because a program wrote to them after they had been replaced.
    var rescued = 0

    /// Has files wait that cannot hold both.
    mutating func wait(for paths: Set<VaultPath>) {
      waiting += unmerged.filter { paths.contains($0.path) }.map { Waiting(change: $0, reason: .obstructed) }
      unmerged.removeAll { paths.contains($0.path) }
    }
  }

  /// A change that could not be made, which is that file's trouble alone.
  struct Waiting {
    let change: TreeChange
    let reason: SkippedFile.Reason
  }

  let vault: Vault
  let conversions: PathConversions
  let workTree: any WorkTree
  /// Whether git ignores a file that it does not have.
  let isIgnored: @Sendable (VaultPath) throws -> Bool
  /// Whether the branch has a file.
  let isTracked: @Sendable (VaultPath) -> Bool
  /// Whether a file that the branch has was there at the last snapshot, as far as that matters.
  let isExpected: @Sendable (VaultPath) -> Bool
  /// Files that are only here because an editor had them open when others deleted them.
  var left: [VaultPath: ObjectId] = [:]
  /// What earlier syncs may have put in place that were broken off.
  var pending = PendingFiles()
  /// What files are on disk that git converts, under the names of blobs.
  var converted: [VaultPath: ObjectId] = [:]
  /// The times that history has for files, in nanoseconds since 1970.
  let times: [VaultPath: Int64]
  /// Now, in nanoseconds since 1970.
  let now: Int64

  static let folder = VaultPath(".git/memo/swap")
  private static let memosAtOnce = 1024
  private static let othersAtOnce = 4

  /// Brings in changes. First go the files of attributes, by which git makes the others; then what makes room for a file
  /// where a folder was, or the other way round, and where file systems may take both names for one; other removals come last.
  func run(
    _ changes: [TreeChange], progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> Outcome {
    var outcome = Outcome()
    var parked = ParkedFiles(vault: vault, now: now)
    let attributes = changes.filter(\.path.isOfAttributes)
    if !attributes.isEmpty {
      try exchange(attributes, &parked, &outcome) { _ in }
      conversions.forget()
    }
    let changes = attributes.isEmpty ? changes : changes.filter { !$0.path.isOfAttributes }
    let written = changes.filter { $0.new != nil }
    let respelled = Self.respelledFolders(in: changes, besides: written)
    let removals = Self.removals(in: changes, besides: written, respelled)
    try exchange(removals.first, &parked, &outcome) { _ in }
    removeEmptyFolders(removals.first)
    respell(respelled, besides: Set(removals.first.map(\.path)))
    try exchange(written + removals.rest, &parked, &outcome) { progress($0, changes.count) }
    // The folder of a file that was not made may be none that can be opened.
    let unmade = Set(outcome.waiting.map(\.change.path) + outcome.refused)
    try synchronize((attributes + changes).filter { !unmade.contains($0.path) })
    outcome.rescued = try parked.finish()
    removeEmptyFolders(removals.rest)
    return outcome
  }

  private func exchange(
    _ changes: [TreeChange], _ parked: inout ParkedFiles, _ outcome: inout Outcome, progress: (Int) -> Void
  ) throws {
    var done = 0
    var batches = Self.batches(changes)[...]
    var ahead: Background<Result<[TreeEntry: FileVersion], any Error>>?
    defer { _ = ahead?.wait() }
    while let batch = batches.popFirst() {
      let versions: [TreeEntry: FileVersion]
      do {
        versions = try ahead?.wait()?.get() ?? self.versions(for: batch)
      } catch GitError.tooMuch where batch.count > 1 {
        ahead = nil
        let middle = batch.startIndex + batch.count / 2
        batches = ([batch[..<middle], batch[middle...]] + batches)[...]
        continue
      }
      ahead = batches.first.flatMap(versionsAhead)
      let trouble = { (change: TreeChange) in change.new.flatMap { versions[$0]?.trouble(as: $0.path) } }
      outcome.waiting += batch.compactMap { change in trouble(change).map { Waiting(change: change, reason: $0) } }
      let exchange = FileExchange(
        vault: vault, workTree: workTree, texts: versions.compactMapValues(\.text), older: olderTexts,
        converted: converted, times: times, left: left, pending: pending, traces: EditorTraces(vault: vault, now: now),
        isIgnored: isIgnored, isExpected: isExpected)
      try exchange.run(batch.filter { trouble($0) == nil }[...], &parked, &outcome)
      let marked = batch.filter { Self.markers(in: $0, versions) != nil }
      outcome.marked += try unmarkedBefore(marked).compactMap { change in
        Self.markers(in: change, versions).map { (path: change.path, line: $0) }
      }
      done += batch.count
      progress(done)
    }
  }

  /// The line of the first conflict markers that come with a memo.
  private static func markers(in change: TreeChange, _ versions: [TreeEntry: FileVersion]) -> Int? {
    guard MemoFileRules.hasMemoExtension(change.path), let new = change.new.flatMap({ versions[$0]?.text }) else {
      return nil
    }
    return ConflictMarkers.firstLine(in: new)
  }

  /// Those of some changes before which there were no markers.
  private func unmarkedBefore(_ changes: [TreeChange]) throws -> [TreeChange] {
    guard !changes.isEmpty else { return [] }
    return try changes[...].halvedWhereTooMuch { part in
      let texts = try olderTexts(of: Array(part))
      return part.filter { change in
        change.old.flatMap { texts[$0] }.map { ConflictMarkers.firstLine(in: $0) == nil } ?? true
      }
    }
  }

  /// The versions that files are to get.
  private func versions(for batch: ArraySlice<TreeChange>) throws -> [TreeEntry: FileVersion] {
    try versions(of: batch.compactMap(\.new), atOnce: batch.count > 1)
  }

  /// What files held that stand for any of the entries before.
  private func olderTexts(of changes: [TreeChange]) throws -> [TreeEntry: [UInt8]] {
    let leftHere = changes.compactMap { change in
      left[change.path].map { TreeEntry(path: change.path, id: $0) }
    }
    let known = changes.flatMap { [$0.old] + pending[$0.path] }.compactMap(\.self)
    return try versions(of: known + leftHere, atOnce: changes.count > 1).compactMapValues(\.text)
  }

  private func versions(of entries: [TreeEntry], atOnce isAtOnce: Bool) throws -> [TreeEntry: FileVersion] {
    try conversions.versions(of: Set(entries).filter(\.mode.isFile), atOnce: isAtOnce)
  }

  /// Those of the next batch, read while the one before it is exchanged; `nil` where files may be large.
  private func versionsAhead(
    for batch: ArraySlice<TreeChange>
  ) -> Background<Result<[TreeEntry: FileVersion], any Error>>? {
    guard MemoFileRules.hasMemoExtension(batch[batch.startIndex].path) else { return nil }
    return Background { Result { try versions(for: batch) } }
  }

  private static func removals(
    in changes: [TreeChange], besides written: [TreeChange], _ respelled: [VaultPath: VaultPath]
  ) -> (first: [TreeChange], rest: [TreeChange]) {
    let files = Set(written.map(\.path))
    let folders = Set(written.flatMap(\.path.foldersAbove))
    var removals: (first: [TreeChange], rest: [TreeChange]) = ([], [])
    let removed = changes.filter { $0.new == nil }
    // `QUOTES.md` in place of `Quotes.md`: removed last, it would be the new file that goes.
    let names = removed.isEmpty ? [] : Set(written.map { Folding.matchKey($0.path.text) })
    for change in removed {
      let makesRoom =
        folders.contains(change.path) || change.path.foldersAbove.contains(where: files.contains)
        || names.contains(Folding.matchKey(change.path.text))
        || change.path.foldersAbove.contains { respelled[$0] != nil }
      if makesRoom { removals.first.append(change) } else { removals.rest.append(change) }
    }
    return removals
  }

  /// Folders that files go from while others come to one whose name differs in case or normalization alone.
  private static func respelledFolders(
    in changes: [TreeChange], besides written: [TreeChange]
  ) -> [VaultPath: VaultPath] {
    let old = Set(changes.filter { $0.new == nil }.flatMap(\.path.foldersAbove))
    guard !old.isEmpty else { return [:] }
    let new = Set(written.flatMap(\.path.foldersAbove))
    let byKey = Dictionary(grouping: new) { Folding.matchKey($0.text) }
    return old.subtracting(new).reduce(into: [:]) { respelled, folder in
      if let names = byKey[Folding.matchKey(folder.text)], names.count == 1 { respelled[folder] = names[0] }
    }
  }

  /// Renames folders that are still there, because something in them is not synced, where the file system takes the old name and
  /// the new one for the same. Without that, the next snapshot would find the received files under the old name, and send it.
  ///
  /// - Parameter removed: files of the branch that are to go.
  private func respell(_ folders: [VaultPath: VaultPath], besides removed: Set<VaultPath>) {
    for (old, new) in folders.sorted(by: { $0.key < $1.key }) {
      guard vault.files.isOneFolder(old, new), (try? holdsTracked(old, besides: removed)) == false else { continue }
      try? vault.writer.moveFolder(old, to: new)
    }
  }

  private func holdsTracked(_ folder: VaultPath, besides removed: Set<VaultPath>) throws -> Bool {
    try vault.files.allEntries(of: folder)?.contains { entry in
      let path = folder.appending(entry.name)
      if entry.kind == .folder { return try holdsTracked(path, besides: removed) }
      return isTracked(path) && !removed.contains(path)
    } ?? false
  }

  /// Attachments may be large, so few of them are in memory at once.
  private static func batches(_ changes: [TreeChange]) -> [ArraySlice<TreeChange>] {
    var batches: [ArraySlice<TreeChange>] = []
    var start = 0
    while start < changes.count {
      let isMemo = MemoFileRules.hasMemoExtension(changes[start].path)
      let limit = min(changes.count, start + (isMemo ? memosAtOnce : othersAtOnce))
      var end = start + 1
      while end < limit, MemoFileRules.hasMemoExtension(changes[end].path) == isMemo { end += 1 }
      batches.append(changes[start..<end])
      start = end
    }
    return batches
  }

  private func synchronize(_ changes: [TreeChange]) throws {
    // A file may be by now where a folder was.
    let files = Set(changes.filter { $0.new != nil }.map(\.path))
    let folders = Set(changes.flatMap { $0.path.foldersAbove + [.root] }).subtracting(files)
    try vault.writer.synchronize(folders: folders.sorted())
  }

  /// Git knows no empty folders, so they go with their last file. One that stays does no harm.
  private func removeEmptyFolders(_ changes: [TreeChange]) {
    let folders = Set(changes.filter { $0.new == nil }.flatMap(\.path.foldersAbove))
    // Those below come before those above.
    for folder in folders.sorted().reversed() { _ = try? vault.writer.removeFolder(folder) }
  }
}
