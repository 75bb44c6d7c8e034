import CSystem
import MemoCore

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

  private static let start = ".memo-tmp."

  /// Makes an empty file in an open folder, which must outlive it; the system takes the umask from `mode`.
  init(in folder: Int32, mode: mode_t) throws(SystemFailure) {
    while true {
      let name = cString("\(Self.start)\(String(UInt64.random(in: 0 ... .max), radix: 36))".utf8)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let file = OwnedDescriptor(try retrying { openat(folder, name, flags, mode) })
      // Whoever cleans up in this very moment may have taken it for a killed process's.
      guard Self.isLocked(file), Self.hasName(file) else { continue }
      self.file = file
      self.folder = folder
      self.name = name
      return
    }
  }

  /// Removes the one of a process that was killed; whoever lives holds the lock of its own. The folder may be any: nothing but
  /// a file under a name that `init` makes is removed.
  static func removeIfLeft(_ name: [CChar], in folder: Int32) {
    guard isOwn(name) else { return }
    let number = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { return }
    let file = OwnedDescriptor(number)
    // Where a file system knows no locks, there is no telling.
    if isFile(file), flock(file.number, LOCK_EX | LOCK_NB) == 0 { _ = unlinkat(folder, name, 0) }
  }

  private static func isOwn(_ name: [CChar]) -> Bool {
    let text = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let digits = text.dropping(prefix: start), let number = UInt64(digits, radix: 36) else { return false }
    return String(number, radix: 36).utf8.elementsEqual(digits.utf8)
  }

  private static func isFile(_ file: borrowing OwnedDescriptor) -> Bool {
    var status = stat()
    return fstat(file.number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Takes the lock, which ends with the process; false where another process has it.
  private static func isLocked(_ file: borrowing OwnedDescriptor) -> Bool {
    flock(file.number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  private static func hasName(_ file: borrowing OwnedDescriptor) -> Bool {
    var status = stat()
    return fstat(file.number, &status) != 0 || status.st_nlink > 0
  }

  deinit {
    if !isMoved { _ = unlinkat(folder, name, 0) }
  }

  /// Appends bytes.
  func write(_ contents: UnsafeRawBufferPointer) throws(SystemFailure) {
    try writeAll(contents, to: file.number)
  }

  /// Appends bytes.
  func write(_ contents: [UInt8]) throws(SystemFailure) {
    try writeAll(contents, to: file.number)
  }

  /// Gives it what is not text of the file that it replaces.
  func copyAttributes(of old: ModelFile) throws(SystemFailure) {
    try file.copyAttributes(of: old)
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
  consuming func moveIfFree(to newName: [CChar], _ abilities: RenameAbilities) throws(SystemFailure) -> Bool {
    do throws(SystemFailure) {
      guard abilities.contains(.exclusive) else { throw SystemFailure(code: ENOSYS) }
      try retrying { csystem_rename_exclusive(folder, name, folder, newName) }
      isMoved = true
      return true
    } catch {
      if error.code == EEXIST { return false }
      // File systems that know no such rename (NFS, 9p, some FUSE) mostly know hard links.
      guard RenameAbilities.isRenameMissing(error.code) else { throw error }
    }
    // The temporary name goes when this value does, which is at the end of the caller.
    if let isLinked = try abilities.link(name, in: folder, to: newName, in: folder) { return isLinked }
    isMoved = try RenameAbilities.renameOverPlaceholder(name, in: folder, to: newName, in: folder)
    return isMoved
  }
}
