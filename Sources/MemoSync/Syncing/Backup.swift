import MemoCore
import MemoStore

/// Keeps what is here under a ref that no sync moves, before something takes its place.
struct Backup {
  let sync: SyncContext

  private static let attempts = 3

  /// Keeps a commit; returns the ref, which may be there already.
  func keep(_ commit: ObjectId) throws -> String {
    if let known = sync.refs.backups.first(where: { $0.tip.id == commit }) { return known.name }
    let ref = try name()
    try sync.repository.change([.set(ref, to: commit)], reason: "memo: backup")
    return ref
  }

  /// Keeps the files as they are, on top of the commit that is checked out.
  ///
  /// - Parameters:
  ///   - isDetached: whether no branch is, so that its commits may be on none.
  ///   - isUnderway: whether git is in the middle of something, so that what is staged may be its own text.
  func make(isDetached: Bool, isUnderway: Bool) throws -> FileBackup {
    var backup = FileBackup()
    backup.isDetached = isDetached
    for _ in 0..<Self.attempts {
      try sync.readRefs()
      if isDetached { sync.head = try sync.repository.checkedOut() }
      try sync.loadTable()
      let files = try sync.takeAll()
      let typed = try note(files, in: &backup, isUnderway: isUnderway)
      backup.staged = try keepStaged(besides: files)
      if files.isEmpty {
        backup.ref = try isDetached ? refOfOwnCommits() : nil
        return backup
      }
      let ref = try name()
      let snapshot = SyncSnapshot(unchecked: files, in: sync)
      let isWhole = try SnapshotCommit(sync: sync).commit(snapshot, to: ref, noting: typed.trailers)
      backup.ref = try withoutTwin(ref, in: BranchNames.backup)
      if isWhole { return backup }
    }
    throw SyncError.unsettled(backup.typed)
  }

  /// Keeps what is staged and neither in the files nor in the commit; returns the ref. `git add` and an abort throw it
  /// away.
  private func keepStaged(besides files: WorkTreeSnapshot) throws -> String? {
    let edits = Dictionary(files.edits.map { ($0.path, $0.entry.id) }) { first, _ in first }
    // `git add -N` announces a file with an empty text; whoever stages one has none to lose, either.
    let empty = ObjectId(ofBlob: [])
    let staged = try sync.repository.indexEntries(merged: true).values.compactMap(\.self).filter { entry in
      entry.mode.isFile && entry.id != empty && entry.id != edits[entry.path]
        && entry.id != sync.table.files[entry.path]?.entry.id
    }
    // `git add` does not wait for the disk, so that one may be missing after a power cut.
    let known = try sync.repository.known(staged.map(\.id))
    let kept = staged.filter { known.contains($0.id) }.sorted { $0.path < $1.path }
    guard !kept.isEmpty else { return nil }
    try? sync.vault.writer.synchronizeAll()
    let ref = try sync.repository.freeRef(in: BranchNames.staged, at: sync.clock.now / 1_000_000_000)
    // The same commit for the same files, whenever it is made.
    let author = CommitDraft.Signature.merger(at: sync.head?.date ?? 0)
    let draft = CommitDraft(
      ref: ref, parents: sync.head.map { [$0.id] } ?? [], author: author, committer: author,
      message: Array("memo: staged\n".utf8), changes: kept.map { ($0.path, .known($0)) })
    _ = try sync.repository.commit(draft)
    return try withoutTwin(ref, in: BranchNames.staged)
  }

  /// What an abort would take: git leaves alone what it does not track. What is staged may be git's own version.
  private func note(
    _ files: WorkTreeSnapshot, in backup: inout FileBackup, isUnderway: Bool
  ) throws -> TypedFiles {
    let tracked = try sync.repository.indexEntries()
    let staged = try sync.repository.indexEntries(merged: true)
    let edits = files.edits.filter { tracked[$0.path] != nil }
    let unstaged = files.edits.filter { staged[$0.path]??.id != $0.entry.id }
    let typed = unstaged.filter { MemoFileRules.hasMemoExtension($0.path) }
    backup.typed = typed.map(\.path).filter { tracked[$0] != nil }
    backup.hasMore = backup.typed.count < edits.count
    // Links and repositories are left out of every commit, and stay.
    let missing = files.skipped.filter { ![.special, .repository].contains($0.reason) && tracked[$0.path] != nil }
    backup.missing = missing.map(\.path)
    // A rebase or a bisection leaves branches, too, but what it has committed by then is not the user's text.
    return TypedFiles(
      typed.map { TypedFiles.File(path: $0.path, base: isUnderway ? staged[$0.path]??.id : nil) },
      isDetached: backup.isDetached && !isUnderway)
  }

  /// A ref for commits that no branch holds; `nil` where one does.
  private func refOfOwnCommits() throws -> String? {
    guard let head = sync.head, try !sync.repository.isOnBranch(head.id) else { return nil }
    return try keep(head.id)
  }

  /// Removes a ref whose commit differs from that of an older one only in its date, as a watcher makes them.
  private func withoutTwin(_ ref: String, in folder: String) throws -> String {
    let kept = try sync.repository.trees(in: folder)
    guard let tree = kept[ref], let twin = kept.filter({ $0.key != ref && $0.value == tree }).keys.min() else {
      return ref
    }
    try sync.repository.change([.remove(ref)], reason: "memo: backup")
    return twin
  }

  private func name() throws -> String {
    try sync.repository.freeRef(in: BranchNames.backup, at: sync.clock.now / 1_000_000_000)
  }
}

extension GitRepository {
  /// The commit that is checked out, whatever branch it is on.
  fileprivate func checkedOut() throws -> RepositoryRefs.Tip? {
    RepositoryRefs(try output(["log", "-1", "--format=HEAD %H %ct", "HEAD", "--"]))["HEAD"]
  }

  /// Whether a branch here or of the remote, or a tag, holds a commit.
  fileprivate func isOnBranch(_ commit: ObjectId) throws -> Bool {
    let words = ["for-each-ref", "--count=1", "--contains=\(commit.text)", "refs/heads", "refs/remotes", "refs/tags"]
    return try !output(words).isEmpty
  }

  /// The trees of commits with their parents, by ref.
  fileprivate func trees(in folder: String) throws -> [String: [String]] {
    let output = try output(["for-each-ref", "--format=%(refname) %(tree) %(parent)", folder])
    let lines = String(decoding: output, as: UTF8.self).filledLines.map { $0.parts(at: " ") }
    return Dictionary(lines.map { ($0[0], Array($0.dropFirst())) }) { first, _ in first }
  }
}
