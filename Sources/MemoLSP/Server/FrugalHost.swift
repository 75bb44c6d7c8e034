import MemoCore
import MemoStore

/// A host for a process that runs all day: of a mapped cache, only so much is in memory at once.
struct FrugalHost: HostFiles {
  let host: any HostFiles
  /// How many bytes of records may be in memory at once, of each cache.
  var residentLimit = 16 << 20

  var boot: String? { host.boot }

  func kind(of path: HostPath) -> FolderEntry.Kind? { host.kind(of: path) }
  func realPath(of path: HostPath) -> HostPath? { host.realPath(of: path) }
  func ownership(of path: HostPath) -> Ownership? { host.ownership(of: path) }
  func writeRefusal(of folder: HostPath) -> SystemReason? { host.writeRefusal(of: folder) }
  func makeFolder(_ path: HostPath, isPrivate: Bool) throws(FileError) {
    try host.makeFolder(path, isPrivate: isPrivate)
  }

  func contents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]? {
    try host.contents(of: path, limit: limit)
  }

  func givenContents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]? {
    try host.givenContents(of: path, limit: limit)
  }

  func vault(at root: HostPath) throws(FileError) -> VaultAccess {
    let access = try host.vault(at: root)
    var frugal = VaultAccess(
      files: access.files, writer: access.writer, device: access.device, inode: access.inode,
      openCache: { [residentLimit] in access.openCache().map { FrugalCache(store: $0, residentLimit: residentLimit) } },
      askWatcher: access.askWatcher)
    frugal.refreshBegins = access.refreshBegins
    return frugal
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
