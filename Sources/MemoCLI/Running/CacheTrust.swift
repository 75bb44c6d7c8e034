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
struct CachelessHost: WrappingHost {
  let host: any HostFiles

  func vault(at root: HostPath) throws(FileError) -> VaultAccess {
    var access = try host.vault(at: root)
    access.openCache = { nil }
    // Its answers are about a cache.
    access.askWatcher = { nil }
    return access
  }
}
