import MemoCore
import MemoStore

/// A save of a memo that lacks what syncs had brought, until a person has settled it.
struct StaleSave: Equatable {
  /// Where the memo is.
  var path: VaultPath
  /// What it lacks, the oldest first.
  let changes: [TextChange]
  /// The text that it replaced.
  let before: ObjectId
  /// The text that was saved.
  let saved: ObjectId
  /// Whether lines may still have to be added again: a sync may be killed when it has committed the save.
  var isDue = true
}

/// The saves that no one has settled yet. Kept in `.git/memo/stale`.
struct StaleSaves {
  private(set) var saves: [StaleSave] = []
  private var list: KeptList<Entry>

  private static let path = SyncFolder.path.appending("stale")
  private static let limit = 1_000

  /// As it is kept.
  private struct Entry: Codable, Equatable {
    let path: StoredPath
    let changes: [[String]]
    let before: String
    let saved: String
    let isDue: Bool
  }

  /// Reads what is kept of a vault; what cannot be read is forgotten.
  init(in folder: SyncFolder) {
    list = KeptList(forgettableAt: Self.path, in: folder)
    saves = list.entries.compactMap { entry in
      let changes = entry.changes.compactMap { texts -> TextChange? in
        let ids = texts.compactMap { ObjectId(hexadecimal: $0.utf8) }
        return ids.count == 2 ? TextChange(old: ids[0], new: ids[1]) : nil
      }
      guard changes.count == entry.changes.count, let before = ObjectId(hexadecimal: entry.before.utf8),
        let saved = ObjectId(hexadecimal: entry.saved.utf8)
      else { return nil }
      return StaleSave(
        path: entry.path.path, changes: changes, before: before, saved: saved, isDue: entry.isDue)
    }
  }

  /// Those of a memo, the oldest first.
  func saves(of path: VaultPath) -> [StaleSave] { saves.filter { $0.path == path } }

  /// Notes a save, in place of earlier ones of the memo that lack no more than it.
  mutating func add(_ save: StaleSave) {
    finish(save.path)
    saves.removeAll { $0.path == save.path && $0.changes.allSatisfy(save.changes.contains) }
    saves = (saves + [save]).suffix(Self.limit)
  }

  /// Notes that nothing has to be added to a memo any more.
  mutating func finish(_ path: VaultPath) {
    for index in saves.indices where saves[index].path == path { saves[index].isDue = false }
  }

  /// Follows memos that have another path now.
  mutating func move(_ newPaths: [VaultPath: VaultPath]) {
    for index in saves.indices { saves[index].path = newPaths[saves[index].path] ?? saves[index].path }
  }

  /// Forgets those of a memo.
  mutating func remove(_ path: VaultPath) { saves.removeAll { $0.path == path } }

  /// Keeps what has changed.
  mutating func write(to folder: SyncFolder) throws {
    let entries = saves.map { save in
      Entry(
        path: StoredPath(save.path), changes: save.changes.map { [$0.old.text, $0.new.text] },
        before: save.before.text, saved: save.saved.text, isDue: save.isDue)
    }
    try list.write(entries, to: folder)
  }
}

extension PathConversions {
  /// A save with its texts, judged anew; `nil` where a text is not there any more, or where memo has nothing to say of it.
  func judged(_ save: StaleSave) throws -> JudgedSave? { try save.judged { try texts(of: $0) } }
}

extension StaleSave {
  /// The same.
  ///
  /// - Parameter texts: gives what files held, as far as that can be had.
  func judged(by texts: ([TreeEntry]) throws -> [TreeEntry: [UInt8]]) throws -> JudgedSave? {
    let ids = [before, saved] + changes.flatMap { [$0.old, $0.new] }
    let entries = ids.map { TreeEntry(path: path, id: $0) }
    let texts = try texts(entries)
    let known = entries.compactMap { texts[$0] }
    guard known.count == entries.count else { return nil }
    let (before, saved) = (known[0], known[1])
    let changes = changes.indices.map { StaleBuffer.Change(from: known[2 + 2 * $0], to: known[3 + 2 * $0]) }
    let buffer = StaleBuffer(changes, before: before, saved: saved, isAgain: true)
    return buffer.map { JudgedSave(buffer: $0, saved: saved) }
  }
}

/// A save that lacks what syncs had brought, with its texts.
struct JudgedSave {
  let buffer: StaleBuffer
  /// The text that was saved.
  let saved: [UInt8]
}
