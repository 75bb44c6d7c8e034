import CSystem
import MemoCore
import MemoStore
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A locked cache folder. The kernel drops the lock with the descriptor, so that a killed process leaves none behind.
final class HeldCache: CacheWriting {
  private let folder: Descriptor
  private let lock: Descriptor
  private let clock: StampClock

  private static let temporaryEnding = ".tmp"

  init(folder: Descriptor, lock: Descriptor, clock: StampClock) {
    self.folder = folder
    self.lock = lock
    self.clock = clock
    // What a killed writer left: with the lock held, every temporary file is one.
    remove { $0.hasByteSuffix(Self.temporaryEnding) }
  }

  // Closing the descriptor is not enough: a process that is being started has a copy of it until it runs its program.
  deinit { _ = flock(lock.number, LOCK_UN) }

  func settledBefore() -> Int64? {
    // Asked of the file system by touching the lock: its clock may be another machine's.
    guard futimens(lock.number, nil) == 0, let status = lock.status else { return nil }
    return status.modified - clock.margin
  }

  func replace(_ file: CacheFile, fill: (any CacheSink) -> Void) -> Bool {
    let temporary = "\(file.name).\(UInt64.random(in: .min ... .max))\(Self.temporaryEnding)"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    guard let descriptor = Descriptor.open(temporary, in: folder.number, flags: flags, mode: 0o600) else {
      return false
    }
    let sink = DiskCacheSink(descriptor)
    fill(sink)
    // Rename, not overwrite: a reader in another process may have the old file mapped. No fsync: a file that a power
    // cut left torn fails its checksums and is built again.
    guard sink.finish(), move(temporary, to: file.name) else {
      unlinkat(folder.number, temporary, 0)
      return false
    }
    return true
  }

  private func move(_ temporary: String, to name: String) -> Bool {
    let isFile = csystem_status(of: name, in: folder.number)?.isRegularFile == true
    // Swapped, where the system can: a rename over a file makes ext4 write the new one to the disk first, 30 ms for
    // 40 MB.
    if isFile, csystem_rename_exchange(folder.number, temporary, folder.number, name) == 0 {
      unlinkat(folder.number, temporary, 0)
      return true
    }
    if renameat(folder.number, temporary, folder.number, name) == 0 { return true }
    // An empty folder in its place is no one's; a full one stays, and the vault goes without a cache.
    return unlinkat(folder.number, name, AT_REMOVEDIR) == 0
      && renameat(folder.number, temporary, folder.number, name) == 0
  }

  func append(_ bytes: [UInt8], to file: CacheFile, ifLengthIs length: Int) -> Bool {
    let flags = O_WRONLY | O_APPEND | O_NOFOLLOW
    guard let descriptor = Descriptor.open(file.name, in: folder.number, flags: flags),
      let status = descriptor.status, status.isRegularFile, status.size == UInt64(length)
    else { return false }
    // A torn append has no valid checksum and is cut off by the next writer.
    return (try? writeAll(bytes, to: descriptor.number)) != nil
  }

  func removeTexts(except segments: [UInt64]) {
    let kept = Set(segments.map { CacheFile.text($0).name })
    remove { $0.hasBytePrefix(CacheFile.textPrefix) && !kept.contains($0) }
  }

  private func remove(where isUnwanted: (String) -> Bool) {
    for name in folder.entryNames() ?? [] where isUnwanted(name) { unlinkat(folder.number, name, 0) }
  }
}

/// A cache file being written: each piece takes its place by moving the end, and is written there by the thread that
/// brought it, without a copy and without waiting for others.
final class DiskCacheSink: CacheSink {
  private let descriptor: Descriptor
  private let end = Atomic(0)
  private let isFailed = Atomic(false)

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  @discardableResult
  func write(_ bytes: [UInt8]) -> Int {
    let offset = end.wrappingAdd(bytes.count, ordering: .relaxed).oldValue
    write(bytes, at: offset)
    return offset
  }

  func rewriteStart(_ bytes: [UInt8]) {
    write(bytes, at: 0)
  }

  /// Whether every write succeeded, once all of them returned.
  func finish() -> Bool {
    !isFailed.load(ordering: .acquiring)
  }

  private func write(_ bytes: [UInt8], at offset: Int) {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
        let place = off_t(offset + done)
        guard let count = try? retrying({ pwrite(descriptor.number, rest.baseAddress, rest.count, place) }), count > 0
        else { return isFailed.store(true, ordering: .releasing) }
        done += count
      }
    }
  }
}
