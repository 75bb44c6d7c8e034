import MemoCore
import MemoStore
import Synchronization

/// Blobs of which a filter made no file and took long to find that out, as git-lfs does, which asks a server for each of
/// them in turn. Within an hour, each sync tries one of them, and the others only where that one has become a file. Kept in
/// `.git/memo/failed`; without it, a sync only takes longer.
final class SlowFailures: Sendable {
  private struct Entry: Codable, Equatable {
    let path: StoredPath
    let id: String
    /// What the filters were.
    let mark: String
    /// In nanoseconds since 1970.
    let at: Int64
    /// What the filter wrote to standard error.
    var words: String?
  }

  private let folder: SyncFolder
  private let mark: String
  private let now: Int64
  /// `nil` until it is asked for.
  private let list = Mutex<KeptList<Entry>?>(nil)

  private static let path = SyncFolder.path.appending("failed")
  private static let validity: Int64 = 3_600_000_000_000
  private static let limit = Duration.seconds(1)

  /// - Parameters:
  ///   - mark: what changes with the filters, their settings and their programs.
  ///   - now: in nanoseconds since 1970.
  init(in folder: SyncFolder, mark: UInt64, now: Int64) {
    (self.folder, self.mark, self.now) = (folder, "\(mark)", now)
  }

  /// Those among some entries that have failed within the hour, the one that was tried longest ago first.
  func recent(among entries: [TreeEntry]) -> [TreeEntry] {
    guard !entries.isEmpty else { return [] }
    let known = list.withLock { read(&$0).entries.filter(isRecent) }
    let byPath = Dictionary(known.map { ($0.path.path, $0) }, uniquingKeysWith: { first, _ in first })
    let found = entries.compactMap { entry -> (at: Int64, entry: TreeEntry)? in
      guard let failed = byPath[entry.path], failed.id == entry.id.text else { return nil }
      return (failed.at, entry)
    }
    return found.sorted { ($0.at, $0.entry.path) < ($1.at, $1.entry.path) }.map(\.entry)
  }

  /// What filters wrote when paths failed last, by path, where they wrote something.
  func words() -> [VaultPath: String] {
    list.withLock { read(&$0).entries.filter(isRecent) }.reduce(into: [:]) { $0[$1.path.path] = $1.words }
  }

  /// Remembers that an entry has failed, if that took long.
  func note(_ entry: TreeEntry, after time: Duration, saying words: String? = nil) {
    guard time > Self.limit else { return }
    let failed = Entry(path: StoredPath(entry.path), id: entry.id.text, mark: mark, at: now, words: words)
    replace(entry.path, with: [failed])
  }

  /// Forgets a path: its file is there now.
  func forget(_ path: VaultPath) {
    if list.withLock({ read(&$0).entries.contains { $0.path.path == path } }) { replace(path, with: []) }
  }

  private func replace(_ path: VaultPath, with entries: [Entry]) {
    list.withLock { kept in
      var list = read(&kept)
      let others = list.entries.filter { $0.path.path != path && isRecent($0) }
      try? list.write(others + entries, to: folder)
      kept = list
    }
  }

  private func isRecent(_ entry: Entry) -> Bool {
    // A time that has not come yet was noted by a clock that was wrong.
    entry.mark == mark && (0..<Self.validity).contains(now.subtractingClamped(entry.at))
  }

  private func read(_ kept: inout KeptList<Entry>?) -> KeptList<Entry> {
    let list = kept ?? KeptList(forgettableAt: Self.path, in: folder)
    kept = list
    return list
  }
}
