public import MemoCore
public import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension DiskWriter {
  private static let lockInterval: UInt32 = 5_000  // microseconds
  // Who has waited long looks more often, so that it comes before those who have just begun.
  private static let impatientInterval: UInt32 = 1_000

  /// Takes a lock of the kernel's, which ends with the process however that ends.
  public func lock(_ path: VaultPath, waiting: Duration) throws(FileError) -> (any VaultLock)? {
    let folder = try folders.openOrMakeParent(of: path, isDurable: false)
    let file = try naming(path) { () throws(SystemFailure) in
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
      return OwnedDescriptor(try retrying { openat(folder.number, cString(path.name), flags, 0o666) })
    }
    let start = ContinuousClock.now
    let end = start.advanced(by: waiting)
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw FileError(.write, path: path.bytes, code: errno) }
      let now = ContinuousClock.now
      guard now < end else { return nil }
      usleep(now - start < .seconds(1) ? Self.lockInterval : Self.impatientInterval)
    }
    return DiskLock(file)
  }
}

/// A lock that is held while the file is open.
private final class DiskLock: VaultLock {
  private let file: OwnedDescriptor

  init(_ file: consuming OwnedDescriptor) {
    self.file = file
  }
}
