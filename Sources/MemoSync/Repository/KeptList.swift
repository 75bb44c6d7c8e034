import Foundation
import MemoCore
import MemoStore

/// A list that is kept from sync to sync in a file of `.git/memo`, which is written only where the list has changed.
struct KeptList<Entry: Codable & Equatable & Sendable>: Sendable {
  /// What the file has.
  private(set) var entries: [Entry] = []
  private let path: VaultPath

  /// Reads a list without which a sync would do something else; it is empty only where there is no file.
  init(at path: VaultPath, in folder: SyncFolder) throws {
    self.path = path
    guard let bytes = try folder.kept(at: path) else { return }
    do {
      entries = try JSONDecoder().decode([Entry].self, from: Data(bytes))
    } catch {
      throw SyncError.repository(.unreadable(path.text))
    }
  }

  /// Reads a list that may be forgotten: it is empty also where it cannot be read.
  init(forgettableAt path: VaultPath, in folder: SyncFolder) {
    self.path = path
    entries = (try? KeptList(at: path, in: folder).entries) ?? []
  }

  /// Keeps other entries in place of those of the file. Where that fails, the next call tries it again.
  mutating func write(_ entries: [Entry], to folder: SyncFolder) throws {
    guard entries != self.entries else { return }
    if entries.isEmpty {
      _ = try folder.vault.writer.remove(path)
    } else {
      try folder.vault.writer.replace(path, contents: Array(JSONEncoder().encode(entries)))
    }
    self.entries = entries
  }
}
