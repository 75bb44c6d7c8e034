import MemoCore
import MemoIndex
import MemoPlatform
import MemoStore
import MemoTestSupport

/// A vault in its own folder, with its cache beside it, seen through watched files.
struct WatchedVault {
  let folder: TemporaryFolder
  let files: WatchedFiles
  private let disk: DiskFiles

  init(grain: Int64 = 1) throws {
    folder = try TemporaryFolder()
    try folder.makeVault()
    disk = try DiskFiles(root: folder.path)
    files = WatchedFiles(disk, grain: grain)
  }

  /// A refresh as a new process does it: with a cache opened anew.
  func refresh(
    isRebuild: Bool = false, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws -> VaultIndex {
    try refresher(store()).refresh(isRebuild: isRebuild, progress: progress)
  }

  /// The cache, opened anew.
  func store() -> DiskCacheStore? { DiskCacheStore(vault: folder.path, userCache: nil) }

  /// What is answered without a cache.
  func readAll() throws -> VaultIndex {
    try refresher(nil).refresh()
  }

  /// Refreshes until nothing is read again, because all files are older than the clock's grain.
  func settle() throws {
    repeat {
      _ = files.takeReads()
      _ = try refresh()
    } while !files.takeReads().isEmpty
  }

  /// Bytes of a file of the cache; `nil` where there is none.
  func cacheSize(_ name: String) -> Int? {
    folder.status(of: VaultPath(".memo/cache/\(name)")).map { Int($0.stamp.size) }
  }

  private func refresher(_ store: (any CacheStore)?) -> Refresher {
    Refresher(files: files, store: store, rules: MemoFileRules(), device: disk.device, inode: disk.inode)
  }
}
