import MemoCore

/// Merges two commits in the object store, without a look at the files of the vault.
///
/// Which commit comes first, who made the merge and when are told by the two commits alone, so that two devices that merge
/// the same two make the same commit.
struct CommitMerge {
  /// A commit to be made, and what it means.
  struct Result {
    let draft: CommitDraft
    /// Files that were made of both sides'.
    let merged: [VaultPath]
    /// Those among them that both sides had made.
    let joined: [VaultPath]
    /// Files of which one side's version stayed.
    let unmerged: [VaultPath]
    let conflicts: [MergeConflict]
    /// Files that hold a side's version which could not be woven into the other's.
    let copies: [VaultPath]
  }

  let repository: GitRepository
  let first: RepositoryRefs.Tip
  let second: RepositoryRefs.Tip
  /// The best common ancestors; none for unrelated histories.
  let bases: [ObjectId]

  init(
    _ repository: GitRepository, _ one: RepositoryRefs.Tip, _ other: RepositoryRefs.Tip, bases: [ObjectId]
  ) {
    self.repository = repository
    let isInOrder = (one.date, one.id) < (other.date, other.id)
    (first, second) = isInOrder ? (one, other) : (other, one)
    self.bases = bases
  }

  /// Merges.
  ///
  /// - Parameter adopting: the side that alone is to be the parent, where the other side's history must not come back.
  func run(adopting: ObjectId? = nil) throws(GitError) -> Result {
    let trees = [try repository.tree(of: first.id), try repository.tree(of: second.id)]
    let base = try BaseTree(repository, bases)
    let logs = [
      try CommitLog(repository, from: bases, to: first.id), try CommitLog(repository, from: bases, to: second.id),
    ]
    let renames = RenameHints(first: logs[0].renames, second: logs[1].renames)
    let merge = try TreeMerge(
      base: Array(base.tree.values), first: Array(trees[0].values), second: Array(trees[1].values), renames: renames
    ) { ids throws(GitError) in try base.texts(of: ids) }
    let sides = MergeSides(trees: trees, base: base.tree, logs: logs)
    let conflicts = sides.conflicts(of: merge) + (try sides.settings(in: merge, repository))
    let notes =
      MergeNotes(trees: trees, base: base.tree, renames: renames).notes(of: merge) + sides.splits(of: merge)
      + sides.displaced(in: merge)
    let times = try sides.times(of: merge, in: repository)
    let signature = CommitDraft.Signature.merger(at: max(first.date, second.date))
    let isSecond = adopting == second.id
    let texts = merge.changes.compactMap { if case .write(let text) = $0 { text } else { nil } }
    return Result(
      draft: CommitDraft(
        ref: BranchNames.pending, parents: adopting.map { [$0] } ?? [first.id, second.id], author: signature,
        committer: signature, message: Self.message(times, conflicts, notes),
        changes: isSecond ? Self.changes(trees[0], merge, from: trees[1]) : merge.changes.map(Self.change),
        isForced: true),
      merged: texts.map(\.path), joined: texts.filter { $0.base == nil }.map(\.path),
      // Two devices that have just made the same vault each gave it an id: one id stays, and nothing is lost.
      unmerged: merge.unmerged.filter { $0 != Vault.settingsPath || base.tree[$0] != nil },
      conflicts: conflicts, copies: merge.copies)
  }

  private static func message(_ times: MemoTimes, _ conflicts: [MergeConflict], _ notes: [MergeNote]) -> [UInt8] {
    Array("memo: merge\n\n".utf8) + times.trailers + conflicts.flatMap(\.trailer) + notes.flatMap(\.trailer)
  }

  private static func change(_ change: TreeMerge.Change) -> (path: VaultPath, content: CommitDraft.Content) {
    switch change {
    case .take(let entry): (entry.path, .known(entry))
    case .write(let text): (text.path, .new(text.mode) { text.merge.bytes })
    case .remove(let path): (path, .removed)
    }
  }

  /// The merge's changes to the first tree, told as changes to the second.
  private static func changes(
    _ first: VaultTree, _ merge: TreeMerge, from second: VaultTree
  ) -> [(path: VaultPath, content: CommitDraft.Content)] {
    var contents: [VaultPath: CommitDraft.Content] = [:]
    for path in second.keys where first[path] == nil { contents[path] = .removed }
    for entry in first.values where second[entry.path] != entry { contents[entry.path] = .known(entry) }
    for change in merge.changes {
      let (path, content) = Self.change(change)
      if case .removed = content, second[path] == nil { contents[path] = nil } else { contents[path] = content }
    }
    return contents.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

/// What both sides of a merge come from: one commit's tree, or where there are several, these merged into one, as git does.
struct BaseTree {
  var tree: VaultTree = [:]
  private let repository: GitRepository
  /// Texts that are in no commit.
  private var made: [ObjectId: [UInt8]]

  /// - Parameter made: texts of the sides that no commit holds yet.
  init(
    _ repository: GitRepository, _ bases: [ObjectId], besides made: [ObjectId: [UInt8]] = [:]
  ) throws(GitError) {
    (self.repository, self.made) = (repository, made)
    guard let first = bases.first else { return }
    tree = try repository.tree(of: first)
    for base in bases.dropFirst() {
      let common = try repository.mergeBases(first, base).first
      let older = try common.map { common throws(GitError) in try repository.tree(of: common) } ?? [:]
      let other = try repository.tree(of: base)
      let merge = try TreeMerge(
        base: Array(older.values), first: Array(tree.values), second: Array(other.values)
      ) { ids throws(GitError) in try texts(of: ids) }
      take(merge)
    }
  }

  private mutating func take(_ merge: TreeMerge) {
    for change in merge.changes {
      switch change {
      case .take(let entry): tree[entry.path] = entry
      case .remove(let path): tree[path] = nil
      case .write(let text):
        let id = ObjectId(ofBlob: text.merge.bytes)
        made[id] = text.merge.bytes
        tree[text.path] = TreeEntry(path: text.path, mode: text.mode, id: id)
      }
    }
  }

  /// The bytes of objects, in the order asked for.
  func texts(of ids: [ObjectId]) throws(GitError) -> [[UInt8]] {
    let stored = try repository.blobs(ids.filter { made[$0] == nil })
    var texts: [[UInt8]] = []
    for id in ids {
      guard let text = made[id] ?? stored[id] else {
        throw .failed(command: "cat-file", reason: "\(id.text) is missing; 'git fsck' tells more")
      }
      texts.append(text)
    }
    return texts
  }
}
