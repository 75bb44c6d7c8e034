import Foundation
import MemoCore

/// What memo keeps about syncing in the repository, in `.git/memo/`: never tracked, and gone with the repository.
struct SyncFolder {
  let vault: Vault

  static let path = VaultPath(".git/memo")
  static let lock = path.appending("lock")
  private static let state = path.appending("state.json")
  private static let running = path.appending("running")
  private static let note = running.appending("base")
  private static let stateLimit = 1 << 24

  /// Reads a file of memo's own; `nil` where there is none.
  func contents(of path: VaultPath) -> [UInt8]? {
    var bytes: [UInt8] = []
    guard let reading = try? vault.files.read(path, limit: Self.stateLimit, head: { bytes = Array($0) }),
      reading.stamp.size == UInt64(bytes.count)
    else { return nil }
    return bytes
  }

  // MARK: What happened last

  /// What is remembered from sync to sync; what cannot be read is forgotten.
  func readState() -> SyncState {
    contents(of: Self.state).flatMap { try? JSONDecoder().decode(SyncState.self, from: Data($0)) } ?? SyncState()
  }

  /// Remembers; where that fails, the next sync knows less.
  func write(_ state: SyncState) {
    guard let data = try? JSONEncoder().encode(state) else { return }
    try? vault.writer.replace(Self.state, contents: Array(data))
  }

  /// Keeps the table for the next time.
  func write(_ table: SyncTable) {
    try? vault.writer.replace(SyncTable.path, contents: table.encoded())
  }

  // MARK: What a killed sync leaves

  /// What an earlier sync noted when it began, if it never came to its end: when that was, and the commit at that time.
  func unfinished() -> (time: Int64, base: ObjectId?)? {
    guard let stamp = vault.files.stamp(of: Self.note), let text = contents(of: Self.note) else { return nil }
    return (stamp.modified, ObjectId(hexadecimal: text))
  }

  /// Notes that a sync begins, and the commit that git's own index stands for.
  func begin(at head: ObjectId?) throws(FileError) {
    try vault.writer.removeFolderWithFiles(Self.running)
    try vault.writer.stage(Self.note, contents: head?.digits ?? [], like: nil, modified: nil)
  }

  /// Notes that the sync is over.
  func end() {
    try? vault.writer.removeFolderWithFiles(Self.running)
  }
}

/// What is remembered from sync to sync.
struct SyncState: Codable, Equatable {
  /// When a sync last went through, in nanoseconds since 1970.
  var lastSync: Int64?
  /// Why the last one did not; `nil` where it did.
  var lastError: String?
  /// When that was.
  var lastErrorAt: Int64?
  /// Files that stay on this device.
  var skipped: [String] = []
  /// The git that was found new enough.
  var git: String?
  /// Conflicts that a person has seen.
  var seen: [String] = []
}
