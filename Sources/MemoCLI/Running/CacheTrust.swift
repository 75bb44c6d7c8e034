import MemoCore
import MemoKit
import MemoStore
import MemoWords
import Synchronization

/// Watches over what a command takes from the cache: another program may cut the cache's files short while they are read,
/// and what was read then is worthless.
///
/// A command that has done nothing yet that can be seen starts over without a cache; one that has ends with an error
/// before it writes anything wrong.
final class CacheTrust: Sendable {
  private let faults: @Sendable () -> UInt64
  private let start: UInt64
  private let isCommitted = Atomic(false)
  private let isLasting = Atomic(false)

  /// - Parameter faults: counts how often caches broke in this process.
  init(_ faults: @escaping @Sendable () -> UInt64) {
    self.faults = faults
    start = faults()
  }

  /// Whether anything that was read may be wrong.
  var isBroken: Bool { !isLasting.load(ordering: .relaxed) && faults() != start }

  /// Whether the command may still start over.
  var canStartOver: Bool { !isCommitted.load(ordering: .relaxed) }

  /// To be called before each step that cannot be taken back: output, a change, what is read from standard input.
  ///
  /// - Throws: where anything that was read may be wrong.
  func commit() throws {
    if isBroken { throw Failure.brokenCache }
    isCommitted.store(true, ordering: .relaxed)
  }

  /// For a command that goes on for long and reads the cache again by itself, whenever it broke.
  func endure() {
    isLasting.store(true, ordering: .relaxed)
  }
}

extension Failure {
  static let brokenCache = Failure(
    kind: "cache", message: Message.brokenCache, hints: [Message.brokenCacheHint], exitCode: .failure)
}

/// A machine whose vaults have no caches.
struct CachelessHost: HostFiles {
  let host: any HostFiles

  func kind(of path: HostPath) -> FolderEntry.Kind? { host.kind(of: path) }

  func realPath(of path: HostPath) -> HostPath? { host.realPath(of: path) }

  func ownership(of path: HostPath) -> Ownership? { host.ownership(of: path) }

  func contents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]? {
    try host.contents(of: path, limit: limit)
  }

  func givenContents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]? {
    try host.givenContents(of: path, limit: limit)
  }

  func writeRefusal(of folder: HostPath) -> SystemReason? { host.writeRefusal(of: folder) }

  var boot: String? { host.boot }

  func makeFolder(_ path: HostPath, isPrivate: Bool) throws(FileError) {
    try host.makeFolder(path, isPrivate: isPrivate)
  }

  func vault(at root: HostPath) throws(FileError) -> VaultAccess {
    let access = try host.vault(at: root)
    return VaultAccess(
      files: access.files, writer: access.writer, device: access.device, inode: access.inode, openCache: { nil })
  }
}
