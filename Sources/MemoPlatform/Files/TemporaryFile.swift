import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file under a hidden random name that becomes a memo in one step, or disappears.
struct TemporaryFile: ~Copyable {
  private let folder: Int32
  private let name: [CChar]
  private let file: OwnedDescriptor
  private var isMoved = false

  /// Makes an empty file in an open folder, which must outlive it; the system takes the umask from `mode`.
  init(in folder: Int32, mode: mode_t) throws(SystemFailure) {
    let name = cString(".memo-tmp.\(String(UInt64.random(in: 0 ... .max), radix: 36))".utf8)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    self.file = OwnedDescriptor(try retrying { openat(folder, name, flags, mode) })
    self.folder = folder
    self.name = name
  }

  deinit {
    if !isMoved { _ = unlinkat(folder, name, 0) }
  }

  /// Appends bytes.
  func write(_ contents: [UInt8]) throws(SystemFailure) {
    try writeAll(contents, to: file.number)
  }

  /// Gives it what is not text of the file that it replaces, which has a name in the same folder.
  func copyAttributes(of old: stat, named oldName: [CChar]) throws(SystemFailure) {
    try file.copyAttributes(of: old, named: oldName, in: folder)
  }

  /// Sets the modification time, in nanoseconds since 1970.
  func setModified(_ nanoseconds: Int64) throws(SystemFailure) {
    try file.setModified(nanoseconds)
  }

  /// Waits until the bytes are on the disk itself.
  func synchronize() throws(SystemFailure) {
    try synchronizeDisk(file.number)
  }

  /// Takes the name, whoever has it.
  consuming func move(to newName: [CChar]) throws(SystemFailure) {
    try retrying { renameat(folder, name, folder, newName) }
    isMoved = true
  }

  /// Takes the name if it is free and returns true; else disappears.
  consuming func moveIfFree(to newName: [CChar], renamesExclusively: Bool) throws(SystemFailure) -> Bool {
    guard renamesExclusively else { return try linkIfFree(to: newName) }
    do throws(SystemFailure) {
      try retrying { csystem_rename_exclusive(folder, name, folder, newName) }
      isMoved = true
      return true
    } catch {
      if error.code == EEXIST { return false }
      // File systems that know no such rename (NFS, 9p, some FUSE) do know hard links.
      guard [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(error.code) else { throw error }
      return try linkIfFree(to: newName)
    }
  }

  // The temporary name goes when this value does, which is at the end of the caller.
  private func linkIfFree(to newName: [CChar]) throws(SystemFailure) -> Bool {
    do throws(SystemFailure) {
      try retrying { linkat(folder, name, folder, newName, 0) }
      return true
    } catch {
      if error.code == EEXIST { return false }
      throw error
    }
  }
}
