import MemoCore
import MemoPlatform
import MemoStore
import Synchronization

/// Looks at a vault through other files, counting, and telling less or something else where a test wants it.
final class WatchedFiles: WrappingFiles {
  /// A call on a path.
  enum Call: Equatable {
    case list
    case folderStamp
    case fileStamp
    case read
  }

  /// The error number of refused calls (`EACCES`).
  static let refusal: Int32 = 13

  let files: any VaultFiles
  /// Times are cut to a multiple of this many nanoseconds, as by a kernel with a coarse clock.
  private let grain: Int64
  private let before = Mutex<@Sendable (Call, VaultPath) throws(FileError) -> Void>({ _, _ in })
  private let calls = Mutex<[(call: Call, path: VaultPath)]>([])

  init(_ files: any VaultFiles, grain: Int64 = 1) {
    self.files = files
    self.grain = grain
  }

  /// What was read since the last time this was asked.
  func takeReads() -> [VaultPath] {
    calls.withLock { calls in
      defer { calls = [] }
      return calls.filter { $0.call == .read }.map(\.path)
    }
  }

  /// Has this called before every call from now on; what it throws, the call throws.
  func setBefore(_ action: @escaping @Sendable (Call, VaultPath) throws(FileError) -> Void) {
    before.withLock { $0 = action }
  }

  /// Refuses calls on some paths from now on.
  func refuse(_ refused: Set<VaultPath>, _ kinds: [Call] = [.list, .folderStamp, .read]) {
    setBefore { call, path throws(FileError) in
      if refused.contains(path), kinds.contains(call) {
        throw FileError(call == .read ? .read : .list, path: path.bytes, code: Self.refusal)
      }
    }
  }

  func entries(of folder: VaultPath) throws(FileError) -> [FolderEntry]? {
    try note(.list, folder)
    return try files.entries(of: folder)
  }

  func allEntries(of folder: VaultPath) throws(FileError) -> [AnyEntry]? {
    try note(.list, folder)
    return try files.allEntries(of: folder)
  }

  func folderStamp(of folder: VaultPath) throws(FileError) -> FileStamp? {
    try note(.folderStamp, folder)
    return try files.folderStamp(of: folder).map(coarse)
  }

  func fileStamps(
    in folder: VaultPath, count: Int, name: (Int) -> UnsafePointer<CChar>, body: (Int, FileStamp?) -> Void
  ) throws(FileError) {
    try note(.fileStamp, folder)
    try files.fileStamps(in: folder, count: count, name: name) { body($0, $1.map(coarse)) }
  }

  func read(
    _ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> FileReading? {
    try note(.read, path)
    return try files.read(path, limit: limit, head: head).map { reading in
      FileReading(stamp: coarse(reading.stamp), born: reading.born, hash: reading.hash)
    }
  }

  func stream(
    _ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    try note(.read, path)
    return try files.stream(path, to: body)
  }

  private func note(_ call: Call, _ path: VaultPath) throws(FileError) {
    calls.withLock { $0.append((call, path)) }
    let action = before.withLock(\.self)
    try action(call, path)
  }

  private func coarse(_ stamp: FileStamp) -> FileStamp {
    FileStamp(
      size: stamp.size, modified: stamp.modified / grain * grain, changed: stamp.changed / grain * grain,
      inode: stamp.inode, isShared: stamp.isShared)
  }
}
