import MemoCore

/// Git's own index, which memo does not use but keeps in step, so that `git status` tells the user the truth.
struct UserIndex {
  let vault: Vault
  let repository: GitRepository

  private static let path = VaultPath(".git/index")
  private static let lock = VaultPath(".git/index.lock")

  /// Brings it to a commit; what the user has staged stays staged. Returns false, and does nothing, while another program
  /// holds it.
  ///
  /// - Parameters:
  ///   - old: the commits that it may stand for, file by file, when nothing is staged: more than one after a sync was
  ///     killed; `nil` for none at all.
  ///   - known: how two commits differ, if that was found out already.
  func update(
    from old: [ObjectId?], to new: ObjectId, knowing known: SentChanges? = nil
  ) throws(SyncError) -> Bool {
    guard old != [new] else { return true }
    let (isLocked, isThere) = try SyncError.wrapping { () throws(FileError) in
      (try vault.writer.isTaken(Self.lock), try vault.writer.isTaken(Self.path))
    }
    guard !isLocked else { return false }
    try SyncError.asking { () throws(GitError) in
      // Nothing can be staged in an index that is not there.
      isThere ? try change(try changes(from: old, to: new, known)) : try read(new)
    }
    return true
  }

  private func read(_ commit: ObjectId) throws(GitError) {
    _ = try repository.output(["read-tree", commit.text])
  }

  /// The entries that differ between the commits, without those that the user has staged.
  private func changes(
    from old: [ObjectId?], to new: ObjectId, _ known: SentChanges?
  ) throws(GitError) -> [TreeChange] {
    var changes: [VaultPath: TreeChange] = [:]
    for old in old {
      let found: [TreeChange]
      if let known = known?.between(old, new) { found = known } else { found = try self.changes(from: old, to: new) }
      for change in found { changes[change.path] = change }
    }
    guard !changes.isEmpty else { return [] }
    var staged = Set(changes.keys)
    for old in old where !staged.isEmpty { staged.formIntersection(try stagedPaths(since: old)) }
    return changes.values.filter { !staged.contains($0.path) }.sorted { $0.path < $1.path }
  }

  private func changes(from old: ObjectId?, to new: ObjectId) throws(GitError) -> [TreeChange] {
    if let old { return try repository.changes(from: old, to: new) }
    return try repository.tree(of: new).values.map { TreeChange(path: $0.path, old: nil, new: $0) }
  }

  /// The paths that the index has otherwise than a commit.
  private func stagedPaths(since old: ObjectId?) throws(GitError) -> Set<VaultPath> {
    guard let old else {
      return Set(try repository.output(["ls-files", "-z"]).split(separator: 0).map { VaultPath(bytes: Array($0)) })
    }
    let output = try repository.output([
      "diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", old.text, "--",
    ])
    return Set(try GitRepository.changes(in: output).map(\.path))
  }

  private func change(_ changes: [TreeChange]) throws(GitError) {
    guard !changes.isEmpty else { return }
    let removed = changes.filter { $0.new == nil }.map { change in
      Array("0 \(String(repeating: "0", count: ObjectId.length))\t".utf8) + change.path.bytes + [0]
    }
    let written = changes.compactMap(\.new).map { entry in
      Array("\(entry.mode.text) \(entry.id.text)\t".utf8) + entry.path.bytes + [0]
    }
    _ = try repository.output(["update-index", "--replace", "-z", "--index-info"], feeding: removed + written)
  }
}

/// How two commits differ, found out once.
struct SentChanges {
  let from: ObjectId
  let to: ObjectId
  let changes: [TreeChange]

  /// The changes between two commits, if they are these.
  func between(_ old: ObjectId?, _ new: ObjectId) -> [TreeChange]? {
    old == from && new == to ? changes : nil
  }
}
