import CSystem
public import MemoCore
public import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A cache in a folder on disk. Its files are only replaced by rename or appended to, so that a mapped file never
/// shrinks under a reader because of memo; other programs may do anything to it.
public struct DiskCacheStore: CacheStore {
  private let folder: Descriptor
  private static let marker = VaultPath(VaultLocator.marker)
  private static let cacheName = "cache"

  private let clock: StampClock

  /// Opens the cache of a vault, making its folder where that is possible: in `.memo/cache` where the vault has a
  /// `.memo` that can be written to, else below the user's cache folder; `nil` where neither can be used.
  ///
  /// - Parameters:
  ///   - root: the vault's root.
  ///   - userCache: the folder for the caches of vaults that cannot hold their own; absolute.
  public init?(vault root: HostPath, userCache: HostPath?) {
    self.init(vault: root, in: try? VaultFolders(root: root.bytes), userCache: userCache)
  }

  /// The same of a root that is open; without one, below the user's cache folder.
  init?(vault root: HostPath, in folders: VaultFolders?, userCache: HostPath?) {
    if let folder = folders.flatMap(Self.openBesideVault) {
      self.folder = folder
    } else if let userCache, let folder = Self.openOrMake(userCache, name: Self.name(for: root)) {
      self.folder = folder
    } else {
      return nil
    }
    clock = StampClock(of: root, folders?.root, cache: folder)
  }

  /// Maps a file of the cache; `nil` where there is no usable one.
  public func map(_ file: CacheFile) -> (any ByteRegion)? {
    guard let descriptor = descriptor(of: file), let status = descriptor.status, status.size > 0 else { return nil }
    return MappedFile(descriptor, status: status) ?? ReadFile(descriptor, status: status)
  }

  /// How often a mapped file of a cache was found to have been cut short in this process. Where that happened between two
  /// looks at this number, what was read of caches in between may be wrong.
  public static var faultCount: UInt64 { csystem_mapping_faults() }

  /// Opens a file of the cache; `nil` where there is no usable one.
  public func open(_ file: CacheFile) -> (any CacheReading)? {
    guard let descriptor = descriptor(of: file), let size = descriptor.status?.size else { return nil }
    return DiskCacheFile(descriptor, size: Int(clamping: size))
  }

  private func descriptor(of file: CacheFile) -> Descriptor? {
    // Not a symbolic link, not another user's file: a vault may have come from anywhere.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
    guard let descriptor = Descriptor.open(file.name, in: folder.number, flags: flags),
      descriptor.status?.isRegularFile == true
    else { return nil }
    return descriptor
  }

  /// Takes the lock.
  public func lock(waiting limit: Duration) -> (any CacheWriting)? {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW
    guard let lock = Descriptor.open("lock", in: folder.number, flags: flags, mode: 0o600),
      (try? takeLock(of: lock.number, waiting: limit)) == true
    else { return nil }
    return HeldCache(folder: folder, lock: lock, clock: clock)
  }

  /// Where the state of a vault's processes goes: `.memo` where it can be written to, else the user's folder.
  static func stateFolder(vault root: HostPath, userCache: HostPath?) -> Descriptor? {
    if let memo = openMarker(of: root), faccessat(memo.number, ".", W_OK, 0) == 0 { return memo }
    return userCache.flatMap { openOrMake($0, name: name(for: root)) }
  }

  /// Every place where such state may be, without making one.
  static func stateFolders(vault root: HostPath, userCache: HostPath?) -> [Descriptor] {
    [openMarker(of: root), userCache.flatMap { open($0.appending(name(for: root))) }].compactMap(\.self)
  }

  private static func openMarker(of root: HostPath) -> Descriptor? {
    (try? VaultFolders(root: root.bytes))?.open(marker, flags: O_RDONLY | O_DIRECTORY)
  }

  /// Opens `.memo/cache`; what a vault brings along must not lead out of it, nor give wrong answers.
  private static func openBesideVault(_ folders: VaultFolders) -> Descriptor? {
    // One that root made there would be in the way of the owner's.
    guard let memo = folders.open(marker, flags: O_RDONLY | O_DIRECTORY),
      geteuid() != 0 || memo.status?.isOwnedByThisUser == true,
      let cache = openOrMake(cacheName, in: memo), faccessat(cache.number, ".", W_OK, 0) == 0
    else { return nil }
    return cache
  }

  private static func openOrMake(_ parent: HostPath, name: String) -> Descriptor? {
    makePrivateFolders(parent)
    return open(parent).flatMap { openOrMake(name, in: $0) }
  }

  /// A folder that no one but this user can have filled: a planted cache would answer with memos that are not there.
  private static func openOrMake(_ name: String, in parent: Descriptor) -> Descriptor? {
    _ = mkdirat(parent.number, name, 0o700)
    guard let folder = Descriptor.open(name, in: parent.number, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
      let status = folder.status, Ownership(status).isPrivate
    else { return nil }
    return folder
  }

  private static func open(_ path: HostPath) -> Descriptor? {
    Descriptor.open(cString(path.bytes), flags: O_RDONLY | O_DIRECTORY)
  }

  private static func name(for root: HostPath) -> String {
    String(XXHash64.hash(root.bytes), radix: 16)
  }
}

/// A file of the cache that is read in parts.
final class DiskCacheFile: CacheReading {
  let size: Int
  private let descriptor: Descriptor

  init(_ descriptor: Descriptor, size: Int) {
    self.descriptor = descriptor
    self.size = size
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let place = off_t(offset + done)
      guard let count = try? retrying({ pread(descriptor.number, rest.baseAddress, rest.count, place) }), count > 0
      else { return false }
      done += count
    }
    return true
  }
}

/// A whole file mapped for reading.
final class MappedFile: ByteRegion, @unchecked Sendable {
  // Sendable by hand: the mapping is never written to and lives as long as the object.
  let bytes: UnsafeRawBufferPointer
  let stamp: FileStamp?
  private let guarding: Int32

  /// The records of 100,000 memos have 48 MB. Those of a million do not stay anyway, and what is made of them needs room.
  var residentLimit: Int? { bytes.count < 256 << 20 ? 48 << 20 : 24 << 20 }

  var isIntact: Bool { csystem_is_mapping_broken(guarding) == 0 }

  /// `nil` where the file cannot be mapped, or not be guarded against being cut short.
  init?(_ descriptor: Descriptor, status: csystem_status) {
    let size = Int(clamping: status.size)
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor.number, 0), start != MAP_FAILED else {
      return nil
    }
    guarding = csystem_guard_mapping(start, size)
    guard guarding >= 0 else {
      munmap(start, size)
      return nil
    }
    stamp = FileStamp(status)
    bytes = UnsafeRawBufferPointer(start: start, count: size)
  }

  func release() {
    // The pages of a file that was cut short are zeros, and stay so.
    madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, MADV_DONTNEED)
  }

  deinit {
    csystem_release_mapping(guarding)
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}

/// A whole file in memory: for the rare one that cannot be mapped.
private final class ReadFile: ByteRegion, @unchecked Sendable {
  // Sendable by hand: the memory is written to by `init` alone and lives as long as the object.
  let bytes: UnsafeRawBufferPointer
  let stamp: FileStamp?

  private static let sizeLimit = 1 << 30

  init?(_ descriptor: Descriptor, status: csystem_status) {
    guard let size = Int(exactly: status.size), size <= Self.sizeLimit else { return nil }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
    guard DiskCacheFile(descriptor, size: size).read(at: 0, into: memory) else {
      memory.deallocate()
      return nil
    }
    stamp = FileStamp(status)
    bytes = UnsafeRawBufferPointer(memory)
  }

  deinit {
    bytes.deallocate()
  }
}
