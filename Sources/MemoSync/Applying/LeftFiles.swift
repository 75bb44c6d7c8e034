import Foundation
import MemoCore
import MemoStore

/// Files that others have deleted and that were left because an editor had them open, each with the bytes it had. As long
/// as it has these it is no new file; it goes when the editor is done. Kept in `.git/memo/left`.
struct LeftFiles {
  private(set) var files: [VaultPath: ObjectId] = [:]
  private let kept: [VaultPath: ObjectId]

  private static let path = SyncFolder.path.appending("left")

  private struct Entry: Codable {
    let path: StoredPath
    let id: String
  }

  /// Reads what is kept of a vault.
  init(in folder: SyncFolder) {
    let entries = folder.contents(of: Self.path).flatMap { try? JSONDecoder().decode([Entry].self, from: Data($0)) }
    for entry in entries ?? [] {
      if let id = ObjectId(hexadecimal: Array(entry.id.utf8)) { files[entry.path.path] = id }
    }
    kept = files
  }

  /// Notes that a file was left.
  mutating func add(_ path: VaultPath, _ id: ObjectId) { files[path] = id }

  /// Forgets a file.
  mutating func remove(_ path: VaultPath) { files[path] = nil }

  /// Keeps what has changed, before the branch says that the files are gone.
  func write(to folder: SyncFolder) throws(FileError) {
    guard files != kept else { return }
    guard !files.isEmpty else {
      _ = try folder.vault.writer.remove(Self.path)
      return
    }
    let entries = files.sorted { $0.key < $1.key }.map { Entry(path: StoredPath($0.key), id: $0.value.text) }
    guard let data = try? JSONEncoder().encode(entries) else { return }
    try folder.vault.writer.replace(Self.path, contents: Array(data))
  }
}
