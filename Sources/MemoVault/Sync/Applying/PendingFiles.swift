import MemoCore

/// What syncs that never came to their end may have put in place, beside what the branch has: the files are a mix of that
/// and of all commits that were to be checked out since.
struct PendingFiles {
  /// The versions of each path that differs from the branch in one of these commits; `nil` stands for no file.
  private(set) var versions: [VaultPath: [TreeEntry?]] = [:]

  /// Adds what a commit was to change.
  mutating func add(_ changes: [TreeChange]) {
    for change in changes { versions[change.path, default: []].append(change.new) }
  }

  subscript(_ path: VaultPath) -> [TreeEntry?] { versions[path] ?? [] }

  /// The version that a file of these bytes is.
  func version(of path: VaultPath, _ id: ObjectId) -> TreeEntry? {
    self[path].compactMap(\.self).first { $0.id == id }
  }

  /// Whether there may be no file here only because a sync has removed it, or has not brought it yet.
  func mayBeAbsent(_ path: VaultPath) -> Bool { self[path].contains(nil) }

  /// Files of the branch for which a merge has another name, with that name.
  func displaced(in tree: [VaultPath: TreeEntry]) -> [(entry: TreeEntry, copy: TreeEntry)] {
    let paths = versions.keys.sorted()
    let new = paths.filter { tree[$0] == nil }.flatMap { self[$0].compactMap(\.self) }
    let copies = Dictionary(new.map { ($0.id, $0) }) { first, _ in first }
    return paths.compactMap { path in
      guard let entry = tree[path], !self[path].contains(entry) else { return nil }
      return copies[entry.id].map { (entry, $0) }
    }
  }

  /// Steps for those files that differ from the branch here and that the way to the next commit leaves alone.
  func repairs(besides changes: [TreeChange], in tree: (VaultPath) -> TreeEntry?) -> [TreeChange] {
    guard !versions.isEmpty else { return [] }
    let changed = Set(changes.map(\.path))
    return versions.keys.filter { !changed.contains($0) }.sorted().map { path in
      TreeChange(path: path, old: tree(path), new: tree(path))
    }
  }
}

extension SyncRun {
  /// What the syncs before this one have left of commits that they did not come to.
  func pendingFiles() throws(SyncError) -> PendingFiles {
    var files = PendingFiles()
    for commit in refs.pending {
      files.add(
        try SyncError.asking { () throws(GitError) in try changes(to: commit) }.filter { !own.contains($0.path) })
    }
    return files
  }

  /// Keeps what a sync that was broken off has put aside under another name, if the file that took its place was written to
  /// or removed since then: whoever did so has not had it before their eyes. It is this device's own from now on.
  func keepDisplaced() throws(SyncError) {
    guard !refs.pending.isEmpty else { return }
    let pending = try pendingFiles()
    for (entry, copy) in pending.displaced(in: table.tree) {
      let id = try SyncError.wrapping { () throws(FileError) in
        try WholeFile.read(entry.path, in: vault.files).map { ObjectId(ofBlob: $0.bytes) }
      }
      let isMemos = id.map { $0 == entry.id || pending.version(of: entry.path, $0) != nil } ?? false
      guard !isMemos else { continue }
      _ = try bringIn([TreeChange(path: copy.path, old: nil, new: copy)], table.files.compactMapValues(\.time))
      own.insert(copy.path)
    }
  }

  /// How the files of the branch differ from those of a commit.
  func changes(to commit: ObjectId) throws(GitError) -> [TreeChange] {
    guard let head else {
      return try repository.tree(of: commit).values.sorted { $0.path < $1.path }.map {
        TreeChange(path: $0.path, old: nil, new: $0)
      }
    }
    return try repository.changes(from: head.id, to: commit)
  }

  /// Remembers the commit whose files may be here in part, before another one takes its place.
  func keepPending() throws(SyncError) {
    guard let pending = refs[BranchNames.pending]?.id else { return }
    try SyncError.asking { () throws(GitError) in
      try repository.change([.set(BranchNames.overtaken(pending), to: pending)], reason: "memo: sync")
    }
    try readRefs()
  }
}

extension RepositoryRefs {
  /// The commits whose files may be in place in part.
  var pending: [ObjectId] {
    Set(([BranchNames.pending] + overtaken).compactMap { self[$0]?.id }).sorted()
  }

  /// The refs of those that another one has taken the place of.
  var overtaken: [String] { tips.keys.filter { $0.hasBytePrefix(BranchNames.overtaken + "/") }.sorted() }
}

extension BranchNames {
  /// The folder of refs for commits that were to be checked out before the pending one.
  static let overtaken = "refs/memo/overtaken"

  fileprivate static func overtaken(_ commit: ObjectId) -> String { "\(overtaken)/\(commit.text)" }
}
