import MemoCore
import MemoStore

/// What syncs have made of memos lately, by which a save is recognized that was made without it: by an editor that has had
/// the memo open since before. Kept in `.git/memo/applied`.
///
/// A week, because an editor stays open over a weekend; the longer, the more often a deletion on purpose looks like one.
struct AppliedTexts {
  /// A change of one memo.
  struct Change: Equatable {
    var path: VaultPath
    let texts: TextChange
    /// Nanoseconds since 1970.
    let at: Int64
  }

  private(set) var changes: [Change]
  /// Those that the file has, but for old ones.
  private let known: [Change]

  private static let path = SyncFolder.path.appending("applied")
  private static let lifetime: Int64 = 7 * 86_400_000_000_000
  private static let limit = 20_000
  private static let space = UInt8(ascii: " ")

  /// Reads what is kept of a vault; changes older than a week are forgotten.
  init(in folder: SyncFolder, now: Int64) {
    known = folder.contents(of: Self.path).map { Self.kept($0, now: now) } ?? []
    changes = known
  }

  /// What of the file's changes counts still; what cannot be read is forgotten. Each is `TIME OLD NEW PATH` and a NUL.
  static func kept(_ bytes: [UInt8], now: Int64) -> [Change] {
    bytes.split(separator: 0).compactMap { record in
      let parts = record.split(separator: space, maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, let at = Int64(String(decoding: parts[0], as: UTF8.self)), isRecent(at, now: now),
        let old = ObjectId(hexadecimal: parts[1]), let new = ObjectId(hexadecimal: parts[2]), !parts[3].isEmpty
      else { return nil }
      return Change(path: VaultPath(bytes: Array(parts[3])), texts: TextChange(old: old, new: new), at: at)
    }
  }

  /// Whether something is not longer ago than an editor stays open.
  static func isRecent(_ time: Int64, now: Int64) -> Bool {
    // Not by how old it is: a time may be so far away that the difference is none.
    time > now - lifetime
  }

  /// Notes changes that are about to be made to memos.
  ///
  /// - Parameter moves: which memos also get another path; they are noted by the one that they have now.
  mutating func add(_ made: [TreeChange], _ moves: [RenameHint] = [], at time: Int64) {
    let byPath = made.byPath
    let moved = moves.compactMap { move in
      byPath[move.old].map { TreeChange(path: move.old, old: $0.old, new: byPath[move.new]?.new) }
    }
    var new: [VaultPath: TextChange] = [:]
    for change in made + moved where MemoFileRules.hasMemoExtension(change.path) {
      guard let before = change.old, let after = change.new, before.mode.isFile, after.mode.isFile,
        before.id != after.id
      else { continue }
      new[change.path] = TextChange(old: before.id, new: after.id)
    }
    // A sync that was killed makes the same changes again.
    changes.removeAll { new[$0.path] == $0.texts }
    changes += new.map { Change(path: $0.key, texts: $0.value, at: time) }
    changes = changes.suffix(Self.limit)
  }

  /// What syncs have made of each memo, the oldest first.
  var byPath: [VaultPath: [Change]] { Dictionary(grouping: changes, by: \.path) }

  /// Follows memos that have another path now.
  mutating func move(_ newPaths: [VaultPath: VaultPath]) {
    for index in changes.indices { changes[index].path = newPaths[changes[index].path] ?? changes[index].path }
  }

  /// Forgets changes of a memo.
  mutating func remove(_ texts: [TextChange], of path: VaultPath) {
    changes.removeAll { $0.path == path && texts.contains($0.texts) }
  }

  /// Keeps what has changed; where that fails, an editor's mistake is taken for an edit.
  func write(to folder: SyncFolder) {
    guard changes != known else { return }
    var bytes: [UInt8] = []
    for change in changes {
      bytes += "\(change.at) \(change.texts.old.text) \(change.texts.new.text) ".utf8
      bytes += change.path.bytes + [0]
    }
    try? folder.vault.writer.replace(Self.path, contents: bytes)
  }
}

/// The texts of a memo before and after a sync.
struct TextChange: Hashable {
  let old: ObjectId
  let new: ObjectId
}
