package import MemoCore
package import MemoStore

/// The names that memos had here before syncs gave them others, as another device had: an editor that has had such a memo open
/// since then saves it under its former name. Kept in `.git/memo/former`, each for as long as `AppliedTexts` keeps a change.
struct FormerNames {
  /// A name that a memo had.
  struct Name: Equatable {
    /// What the memo was there.
    var entry: TreeEntry
    /// A commit that has this entry.
    var commit: ObjectId
    /// Where the memo is now.
    var path: VaultPath
    /// When it got the other name, in nanoseconds since 1970.
    let at: Int64
  }

  /// By the names.
  private(set) var names: [VaultPath: Name] = [:]
  private var list: KeptList<Entry>

  private static let path = SyncFolder.path.appending("former")
  /// Every sync reads them, and of memos that are moved by the thousand few are open in an editor.
  private static let limit = 2_000

  /// As it is kept.
  private struct Entry: Codable, Equatable {
    let path: StoredPath
    let mode: UInt32
    let id: String
    let commit: String
    let newPath: StoredPath
    let at: Int64
  }

  /// Reads what is kept of a vault; what cannot be read is forgotten.
  ///
  /// - Parameter now: in nanoseconds since 1970.
  init(in folder: SyncFolder, now: Int64) {
    list = KeptList(forgettableAt: Self.path, in: folder)
    for entry in list.entries where AppliedTexts.isRecent(entry.at, now: now) {
      guard let mode = FileMode(rawValue: entry.mode), let id = ObjectId(hexadecimal: entry.id.utf8),
        let commit = ObjectId(hexadecimal: entry.commit.utf8)
      else { continue }
      names[entry.path.path] = Name(
        entry: TreeEntry(path: entry.path.path, mode: mode, id: id), commit: commit, path: entry.newPath.path,
        at: entry.at)
    }
  }

  /// Notes that memos are about to get other names.
  ///
  /// - Parameters:
  ///   - moves: from which names to which.
  ///   - entries: what is at the former names, in a commit.
  mutating func add(_ moves: [RenameHint], _ entries: [VaultPath: TreeEntry], of commit: ObjectId, at time: Int64) {
    follow(moves)
    for move in moves {
      guard let entry = entries[move.old], entry.mode.isFile else { continue }
      names[move.old] = Name(entry: entry, commit: commit, path: move.new, at: time)
    }
    guard names.count > Self.limit else { return }
    let latest = names.sorted { ($0.value.at, $0.key) > ($1.value.at, $1.key) }.prefix(Self.limit)
    names = Dictionary(uniqueKeysWithValues: latest.map { ($0.key, $0.value) })
  }

  /// Follows memos that have another path now.
  mutating func follow(_ moves: [RenameHint]) {
    guard !names.isEmpty, !moves.isEmpty else { return }
    let newPaths = Dictionary(moves.map { ($0.old, $0.new) }) { first, _ in first }
    for (path, name) in names { names[path]?.path = newPaths[name.path] ?? name.path }
  }

  /// Has a name stand for what was saved under it, which a commit has now.
  mutating func rebase(on entry: TreeEntry, of commit: ObjectId) {
    names[entry.path]?.entry = entry
    names[entry.path]?.commit = commit
  }

  /// Forgets names that are those of other files now.
  mutating func forget(where isTaken: (VaultPath) -> Bool) { names = names.filter { !isTaken($0.key) } }

  /// Keeps what has changed; where that fails, a save under a former name is taken for a new memo.
  mutating func write(to folder: SyncFolder) {
    let entries = names.sorted { $0.key < $1.key }.map { path, name in
      Entry(
        path: StoredPath(path), mode: name.entry.mode.rawValue, id: name.entry.id.text, commit: name.commit.text,
        newPath: StoredPath(name.path), at: name.at)
    }
    try? list.write(entries, to: folder)
  }
}

extension Vault {
  /// Where the last sync that moved a memo away from a path, as another device had, has put it; `nil` if none has moved one
  /// that held these bytes.
  package func newPath(bySyncOf path: VaultPath, holding bytes: [UInt8]) -> VaultPath? {
    // However long ago that was: the bytes show that it is the memo.
    let name = FormerNames(in: SyncFolder(vault: self), now: 0).names[path]
    return name.flatMap { $0.entry.id == ObjectId(ofBlob: bytes) ? $0.path : nil }
  }
}

extension SyncContext {
  /// Changes what is kept of former names.
  func changeFormerNames(_ change: (inout FormerNames) -> Void) {
    var names = FormerNames(in: folder, now: clock.now)
    change(&names)
    names.write(to: folder)
  }

  /// The issues of files that stay until editors are done with them.
  func stillOpen(_ entries: [TreeEntry]) -> [SyncIssue] {
    guard !entries.isEmpty else { return [] }
    let names = FormerNames(in: folder, now: clock.now).names
    return entries.map { .stillOpen($0.path, isNow: names[$0.path]?.path) }
  }

  /// Finds files that are saves of memos under their former names. In doubt a file is another memo: one that is a save has
  /// most of the memo's lines, among them some that no other memo has, and was not made by memo's own commands.
  ///
  /// - Parameter names: the former names.
  func saves(under names: FormerNames) throws -> [FormerNames.Name] {
    let there = names.names.filter { path, _ in
      waiting.files[path] == nil && vault.files.stamp(of: path).map { $0.size <= CarriedPaths.sizeLimit } ?? false
    }
    guard !there.isEmpty, let head else { return [] }
    try loadTable()
    return try there.values.filter { table.files[$0.entry.path] == nil && $0.entry.path != $0.path }
      .sorted { $0.entry.path < $1.entry.path }
      .filter { name in
        // A branch that comes from another history has nothing that the memo was.
        let isKnown = try !repository.known([name.commit]).isEmpty && repository.isAncestor(name.commit, of: head.id)
        return try isKnown && isSave(name)
      }
  }

  private func isSave(_ name: FormerNames.Name) throws -> Bool {
    let path = name.entry.path
    // Where the memo is not there, it was moved back by hand.
    guard let now = table.files[name.path]?.entry, vault.files.stamp(of: name.path) != nil,
      let text = try WholeFile.read(path, in: vault.files)?.bytes
    else { return false }
    let known = try conversions.texts(of: [name.entry, now])
    guard let old = known[name.entry], let new = known[now], text != old, Self.isMostly(old, in: text),
      !Self.hasLines(of: new, besides: old, text), try !OperationHistory(of: vault).records.isMade(path, since: name.at)
    else { return false }
    let saved = TreeEntry(path: path, id: ObjectId(ofBlob: text))
    let texts = [saved.id: text, name.entry.id: old]
    // As it was before it got another name.
    let tree = table.files.map(\.value.entry).filter { $0.path != name.path } + [name.entry]
    return try !RenameHint.found(gone: [name.entry], come: [saved], in: tree) { ids in
      let stored = try repository.blobs(ids.filter { texts[$0] == nil })
      return ids.map { texts[$0] ?? stored[$0] ?? [] }
    }.isEmpty
  }

  /// Whether a text has lines that came with the other name, or later: then it is a copy of the memo as it is now.
  private static func hasLines(of new: [UInt8], besides old: [UInt8], _ text: [UInt8]) -> Bool {
    let later = Set(StaleBuffer.contents(new)).subtracting(StaleBuffer.contents(old))
    return !later.isDisjoint(with: StaleBuffer.contents(text))
  }

  /// Whether a text has at least two of the lines of an older one, and three of four.
  private static func isMostly(_ old: [UInt8], in text: [UInt8]) -> Bool {
    let (lines, there) = (Set(StaleBuffer.contents(old)), Set(StaleBuffer.contents(text)))
    let missing = lines.subtracting(there).count
    return lines.count - missing >= 2 && missing * 4 <= lines.count
  }
}
