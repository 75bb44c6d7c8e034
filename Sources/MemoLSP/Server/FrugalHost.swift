import MemoCore
import MemoStore

/// A host for a process that runs all day: of a mapped cache, only so much is in memory at once.
struct FrugalHost: WrappingHost {
  let host: any HostFiles
  /// How many bytes of records may be in memory at once, of each cache.
  var residentLimit = 16 << 20

  func vault(at root: HostPath) throws(FileError) -> VaultAccess {
    var access = try host.vault(at: root)
    access.openCache = { [residentLimit, openCache = access.openCache] in
      openCache().map { FrugalCache(store: $0, residentLimit: residentLimit) }
    }
    return access
  }

  private struct FrugalCache: CacheStore {
    let store: any CacheStore
    let residentLimit: Int

    func map(_ file: CacheFile) -> (any ByteRegion)? { store.map(file).map { FrugalRegion($0, residentLimit) } }
    func open(_ file: CacheFile) -> (any CacheReading)? { store.open(file) }
    func lock(waiting limit: Duration) -> (any CacheWriting)? { store.lock(waiting: limit) }
  }

  private final class FrugalRegion: ByteRegion {
    private let region: any ByteRegion
    private let limit: Int

    init(_ region: any ByteRegion, _ limit: Int) {
      (self.region, self.limit) = (region, limit)
    }

    var bytes: UnsafeRawBufferPointer { region.bytes }
    var stamp: FileStamp? { region.stamp }
    var isIntact: Bool { region.isIntact }
    var residentLimit: Int? { limit }
    func release() { region.release() }
  }
}
