import Foundation
import MemoCore

/// The memos that syncs have changed lately, each with its text before and after, by which a file is told that an editor
/// saves which had it open all the time. Kept in `.git/memo/applied` for a day.
struct AppliedTexts {
  /// A change.
  struct Change: Codable, Equatable {
    let path: String
    let old: String
    let new: String
    /// Nanoseconds since 1970.
    let at: Int64
  }

  private(set) var changes: [Change]

  private static let path = SyncFolder.path.appending("applied")
  private static let lifetime: Int64 = 86_400_000_000_000

  /// Reads what is kept of a vault; changes older than a day are forgotten.
  init(in folder: SyncFolder, now: Int64) {
    changes = folder.contents(of: Self.path).map { Self.kept($0, now: now) } ?? []
  }

  /// What of the file's changes counts still.
  static func kept(_ bytes: [UInt8], now: Int64) -> [Change] {
    let all = try? JSONDecoder().decode([Change].self, from: Data(bytes))
    // Not by how old they are: a time may be so far away that the difference is none.
    return (all ?? []).filter { $0.at > now - lifetime }
  }

  /// Notes changes that are about to be made to memos.
  mutating func add(_ made: [TreeChange], at time: Int64) {
    for change in made where MemoFileRules.hasMemoExtension(change.path) {
      guard let old = change.old, let new = change.new, old.mode.isFile, new.mode.isFile else { continue }
      changes.append(
        Change(path: StoredPath(change.path).text, old: old.id.text, new: new.id.text, at: time))
    }
  }

  /// The last change of a memo: the texts before and after.
  func last(of path: VaultPath) -> (old: ObjectId, new: ObjectId)? {
    let name = StoredPath(path).text
    return changes.last { $0.path == name }.map { (ObjectId($0.old), ObjectId($0.new)) }
  }

  /// Forgets the changes of a memo.
  mutating func remove(_ path: VaultPath) {
    let name = StoredPath(path).text
    changes.removeAll { $0.path == name }
  }

  /// Keeps what there is; where that fails, an editor's mistake is taken for an edit.
  func write(to folder: SyncFolder) {
    guard let data = try? JSONEncoder().encode(changes) else { return }
    try? folder.vault.writer.replace(Self.path, contents: Array(data))
  }
}
