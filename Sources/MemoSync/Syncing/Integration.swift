import MemoCore
import MemoStore

/// How branch and remote come together: what a sync decides from the two commits, before it changes anything.
struct Integration {
  /// What has become of the remote's history.
  private enum RemoteHistory {
    /// It holds all that it held.
    case grown
    /// It is an earlier state of itself, as after a backup was restored.
    case wentBack
    /// It took another course.
    case rewritten
  }

  private let sync: SyncContext
  private let remote: RepositoryRefs.Tip
  /// The commit that is checked out; `nil` before the first one.
  private let head: RepositoryRefs.Tip?
  /// From which commits on the remote's changes are merged with those made here.
  let bases: [ObjectId]
  /// How the two differ; `nil` before the first commit.
  private let divergence: Divergence?
  /// Whether the remote's history takes the place of the one here.
  let isAdoption: Bool

  /// Decides it.
  ///
  /// - Parameter divergence: how the branch and the remote differ; `nil` before the first commit.
  /// - Throws: `wentBack` or `rewritten` where a person has to decide first.
  init(of remote: RepositoryRefs.Tip, _ divergence: Divergence?, in sync: SyncContext) throws {
    (self.sync, self.remote, self.divergence, head) = (sync, remote, divergence, sync.head)
    guard let head, let divergence else {
      (bases, isAdoption) = ([], false)
      return
    }
    switch (try Self.history(of: remote, head, divergence.bases, in: sync), sync.options.rewriting) {
    case (.grown, _), (_, .merged): (bases, isAdoption) = (divergence.bases, false)
    case (_, .adopted): (bases, isAdoption) = ([sync.refs[sync.names.taken]?.id].compactMap(\.self), true)
    case (.wentBack, .refused): throw SyncError.wentBack
    case (.rewritten, .refused): throw SyncError.rewritten
    }
  }

  /// How the remote's history relates to what it was at the last sync.
  ///
  /// - Parameter bases: the best common ancestors of the branch and the remote's.
  private static func history(
    of remote: RepositoryRefs.Tip, _ head: RepositoryRefs.Tip, _ bases: [ObjectId], in sync: SyncContext
  ) throws -> RemoteHistory {
    // All that is here is there: whoever rewrote the history has it already.
    if bases == [head.id] { return .grown }
    guard let taken = sync.refs[sync.names.taken]?.id, !bases.contains(taken), taken != remote.id else {
      return .grown
    }
    let isGrown = try sync.repository.isAncestor(taken, of: remote.id)
    if isGrown { return .grown }
    // Whoever has rebased the branch onto what the remote has now has decided.
    guard try sync.repository.isAncestor(taken, of: head.id) else { return .grown }
    return bases == [remote.id] ? .wentBack : .rewritten
  }

  // MARK: The way there

  /// How the files come to what both have; `nil` where the branch has all that the remote has.
  func plan() throws -> CheckoutPlan? {
    guard let head, let divergence else { return try CheckoutPlan(to: remote, taking: remote, in: sync) }
    if isAdoption { return try adoption(over: head) }
    if bases == [head.id] {
      return try CheckoutPlan(to: remote, taking: remote, knowing: divergence.other, in: sync)
    }
    return try merge().map { merge in
      try CheckoutPlan(to: merge.tip, taking: remote, isPending: true, knowing: divergence.log(of: merge), in: sync)
    }
  }

  /// Makes the merge of the two, in the object store alone; `nil` where one of them has all that the other has, or takes its place.
  func merge() throws -> CommitLog.Entry? {
    guard let head, let divergence, !isAdoption, bases != [remote.id], bases != [head.id] else { return nil }
    return try Self.merge(head, remote, divergence, in: sync)
  }

  /// Makes the merge of the branch with another commit, which the pending ref then names.
  static func merge(
    _ head: RepositoryRefs.Tip, _ other: RepositoryRefs.Tip, _ divergence: Divergence, adopting: ObjectId? = nil,
    in sync: SyncContext
  ) throws -> CommitLog.Entry {
    try sync.keepPending()
    let merging = CommitMerge(sync.repository, head, other, divergence, sync.conversions, trees: sync.trees())
    let merge = try merging.run(adopting: adopting, by: sync.conversions(by:))
    // After a rejected push, files may be merged once more.
    let (merged, joined) = (Set(sync.report.merged), Set(sync.report.joined))
    sync.report.merged += merge.merged.filter { !merged.contains($0) }
    sync.report.joined += merge.joined.filter { !joined.contains($0) }
    sync.report.issues += merge.unmerged.map { .unmerged($0) }
    sync.report.copies += merge.copies
    let commit = try sync.repository.commit(merge.draft)
    sync.repository.stored.note(merge.texts)
    sync.knownChanges.note(from: merging.first.id, to: commit, merge.changes)
    sync.report.merges.append(LinkedMerge(commit: commit, sides: merge.sides))
    // The sync may end before links have followed.
    sync.folder.note(
      LinkedMergeNote(commit, of: [merging.first.id, merging.second.id], since: merging.bases, at: sync.clock.now))
    let tip = RepositoryRefs.Tip(id: commit, date: merge.draft.committer.seconds)
    var entry = CommitLog.Entry(tip, date: merge.draft.author.seconds, message: merge.draft.message)
    entry.isPlainMerge = merge.isPlain
    return entry
  }

  /// Takes the remote's history over, with the changes made here since the last sync on top; the rest of what it lacks
  /// leaves the files, and is kept.
  private func adoption(over head: RepositoryRefs.Tip) throws -> CheckoutPlan {
    let hasOwn = bases != [head.id]
    var commit = remote
    if hasOwn {
      let divergence = try Divergence(sync.repository, head.id, remote.id, since: bases)
      commit = try Self.merge(head, remote, divergence, adopting: remote.id, in: sync).tip
    }
    try keep(head, replacedBy: commit.id)
    return try CheckoutPlan(to: commit, taking: remote, isPending: hasOwn, isDeparture: true, in: sync)
  }

  /// Keeps a commit under a ref, and in the trash the memos that lose lines to another commit.
  private func keep(_ head: RepositoryRefs.Tip, replacedBy commit: ObjectId) throws {
    let ref = try Backup(sync: sync).keep(head.id)
    let changes = try sync.changes(to: commit)
    sync.report.backup = ref
    try LineLosses(conversions: sync.conversions).forEachMemo(in: changes) { path, text in
      let title = MemoText.title(of: text, titledBy: sync.vault.titleSource(at: path))
      let item = TrashItem(for: path, title: title, at: sync.clock.now)
      _ = try sync.vault.writer.create(item.recordPath, contents: item.encoded(), modified: nil)
      _ = try sync.vault.writer.create(item.file, contents: text, modified: sync.table.files[path]?.time)
      sync.report.issues.append(.trashed(path))
    }
  }
}

/// The memos that lose lines where a history takes the place of another.
struct LineLosses {
  let conversions: PathConversions
  /// Texts that the repository does not hold yet.
  var texts: [ObjectId: [UInt8]] = [:]

  private static let changesAtOnce = 256

  /// Calls a closure for each memo that goes, or that has lines which its new text has not, with its text.
  func forEachMemo(in changes: [TreeChange], _ body: (VaultPath, [UInt8]) throws -> Void) throws {
    let new = Set(changes.compactMap(\.new?.id))
    let losses = changes.filter { change in
      // A file that is renamed is where its bytes are.
      change.old.map { MemoFileRules.hasMemoExtension(change.path) && $0.mode.isFile && !new.contains($0.id) } ?? false
    }
    for part in losses.parts(of: Self.changesAtOnce) {
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
