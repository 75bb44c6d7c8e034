import MemoCore
import MemoStore

/// A remote that does not hold any more what it held at the last sync.
extension SyncRun {
  /// What has become of the remote's history.
  enum RemoteHistory {
    /// It holds all that it held.
    case grown
    /// It is an earlier state of itself, as after a backup was restored.
    case wentBack
    /// It took another course.
    case rewritten
  }

  /// How the remote's history relates to what it was at the last sync.
  ///
  /// - Parameter bases: the best common ancestors of the branch and the remote's.
  func history(of remote: RepositoryRefs.Tip, _ bases: [ObjectId]) throws -> RemoteHistory {
    // All that is here is there: whoever rewrote the history has it already.
    if let head, bases == [head.id] { return .grown }
    guard let taken = refs[names.taken]?.id, !bases.contains(taken), taken != remote.id else { return .grown }
    let isGrown = try repository.isAncestor(taken, of: remote.id)
    if isGrown { return .grown }
    return bases == [remote.id] ? .wentBack : .rewritten
  }

  /// From which commits on a remote's changes are merged with those made here.
  ///
  /// - Throws: `wentBack` or `rewritten` where a person has to decide first.
  func mergeBases(_ head: ObjectId, _ remote: RepositoryRefs.Tip) throws -> (ids: [ObjectId], adopts: Bool) {
    let bases = try repository.mergeBases(head, remote.id)
    let history = try history(of: remote, bases)
    switch (history, options.rewriting) {
    case (.grown, _), (_, .merged): return (bases, false)
    case (_, .adopted): return ([refs[names.taken]?.id].compactMap(\.self), true)
    case (.wentBack, .refused): throw SyncError.wentBack
    case (.rewritten, .refused): throw SyncError.rewritten
    }
  }

  /// Takes the remote's history over, with the changes made here since the last sync on top; the rest of what it lacks
  /// leaves the files, and is kept.
  func adopt(
    _ remote: RepositoryRefs.Tip, over head: RepositoryRefs.Tip, since bases: [ObjectId]
  ) throws -> Bool {
    let hasOwn = bases != [head.id]
    let commit = hasOwn ? try merge(head, remote, since: bases, adopting: remote.id) : remote.id
    try keep(head, replacedBy: commit)
    return try advance(to: commit, taking: remote, isPending: hasOwn, isDeparture: true)
  }

  /// Keeps a commit under a ref, and in the trash the memos that lose lines to another commit.
  private func keep(_ head: RepositoryRefs.Tip, replacedBy commit: ObjectId) throws {
    // Several may be made in one second, and each keeps other texts.
    let ref = "\(backupRef)-\(head.id.text.prefix(MemoVersion.shortLength))"
    try repository.change([.set(ref, to: head.id)], reason: "memo: sync")
    let changes = try self.changes(to: commit)
    report.backup = ref
    try forEachMemoLosingLines(in: changes) { path, text in
      let item = TrashItem(for: path, title: MemoText.title(of: text), at: clock.now)
      _ = try vault.writer.create(item.recordPath, contents: item.encoded(), modified: nil)
      _ = try vault.writer.create(item.file, contents: text, modified: table.files[path]?.time)
      report.issues.append(.trashed(path))
    }
  }

  /// A ref of its own for what is here now.
  var backupRef: String { "refs/memo/backup/\(clock.now / 1_000_000_000)" }

  private static let changesAtOnce = 256

  /// Calls a closure for each memo that goes, or that has lines which its new text has not, with its text.
  ///
  /// - Parameter texts: texts that the repository does not hold yet.
  func forEachMemoLosingLines(
    in changes: [TreeChange], besides texts: [ObjectId: [UInt8]] = [:],
    _ body: (VaultPath, [UInt8]) throws -> Void
  ) throws {
    let new = Set(changes.compactMap(\.new?.id))
    let losses = changes.filter { change in
      // A file that is renamed is where its bytes are.
      change.old.map { MemoFileRules.hasMemoExtension(change.path) && $0.mode.isFile && !new.contains($0.id) } ?? false
    }
    for start in stride(from: 0, to: losses.count, by: Self.changesAtOnce) {
      let part = losses[start..<min(start + Self.changesAtOnce, losses.count)]
      let entries = part.flatMap { [$0.old, $0.new].compactMap(\.self) }.filter { texts[$0.id] == nil }
      let stored = try conversions.versions(of: entries)
      func text(_ entry: TreeEntry) -> [UInt8]? {
        texts[entry.id] ?? stored[entry].flatMap { $0.trouble == nil ? $0.text : nil }
      }
      for change in part {
        guard let old = change.old.flatMap(text) else { continue }
        let kept = change.new.flatMap(text).map { Set($0.split(separator: UInt8(ascii: "\n"))) } ?? []
        if old.split(separator: UInt8(ascii: "\n")).contains(where: { !kept.contains($0) }) || change.new == nil {
          try body(change.path, old)
        }
      }
    }
  }
}
