import MemoCore
import MemoStore

/// How the files of a vault differ from a commit.
struct WorkTreeSnapshot {
  /// A file with bytes that the commit does not have there.
  struct Edit: Sendable {
    var entry: TreeEntry
    let stamp: FileStamp
    /// When it was modified, but never before 1970. It may be later than now: one of the two clocks goes wrong, no one knows
    /// which, and any other time would be in another place among those of its neighbours.
    let time: Int64
    /// Its bytes, unless there are many.
    let bytes: [UInt8]?
    /// What it is on disk, where git converts it: then the entry's object is stored already.
    var converted: SyncTable.Converted?

    var path: VaultPath { entry.path }

    /// Its bytes, read again where they were not kept: the file may have others by now. `nil` where it is gone.
    func text(in vault: Vault) throws -> [UInt8]? { try bytes ?? WholeFile.read(path, in: vault.files)?.bytes }
  }

  /// A file with the commit's bytes and another time than history has for it.
  struct Touch: Sendable {
    let path: VaultPath
    let stamp: FileStamp
    let time: Int64
  }

  /// In byte order of their paths.
  var edits: [Edit] = []
  /// In byte order.
  var removed: [VaultPath] = []
  var touched: [Touch] = []
  /// Files that stay on this device, or that could not be read: what the commit has for them stays.
  var skipped: [SkippedFile] = []
  /// Files that were read and have the commit's bytes: someone has written them since they were last looked at.
  var unchanged: [VaultPath] = []
  /// What is known of the commit's files now.
  var table: SyncTable

  /// Whether the table says more now.
  var isTableChanged = false
  /// Whether there are files that the commit does not have, ignored or not.
  var hasUntracked = false

  /// Whether files and commit are in step, and will be as long as no stamp changes and git ignores the same files.
  var isSettled: Bool { isEmpty && touched.isEmpty && skipped.isEmpty }

  /// Whether nothing is to be committed.
  var isEmpty: Bool { edits.isEmpty && removed.isEmpty }

  /// How the commit that has it differs from the one that it was compared with; removals come first.
  var changes: [TreeChange] {
    removed.map { TreeChange(path: $0, old: table.files[$0]?.entry, new: nil) }
      + edits.map { TreeChange(path: $0.path, old: table.files[$0.path]?.entry, new: $0.entry) }
  }

  /// Has the edit of a file stay on this device.
  mutating func leave(_ path: VaultPath, because reason: SkippedFile.Reason) {
    edits.removeAll { $0.path == path }
    skipped = (skipped + [SkippedFile(path, reason)]).sorted { $0.path < $1.path }
  }

  /// Files that an editor may just be about to write: gone, or empty all at once.
  var isDoubtful: Bool {
    !removed.isEmpty || edits.contains { $0.stamp.size == 0 && table.files[$0.path] != nil }
  }
}

/// What syncs that never came to their end may have put in place, in addition to what the branch has: the files are a mix of that
/// and of all commits that were to be checked out since.
struct PendingFiles {
  /// The versions of each path that differs from the branch in one of these commits; `nil` for no file.
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
  var overtaken: [String] { names(in: BranchNames.overtaken) }
}

extension BranchNames {
  /// The folder of refs for commits that were to be checked out before the pending one.
  static let overtaken = "refs/memo/overtaken"

  static func overtaken(_ commit: ObjectId) -> String { "\(overtaken)/\(commit.text)" }
}
