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

  static func overtaken(_ commit: ObjectId) -> String { "\(overtaken)/\(commit.text)" }
}
