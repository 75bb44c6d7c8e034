import CSystem
import MemoCore
import MemoStore
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open file descriptor that several may hold, closed with the last of them; `OwnedDescriptor` is for one.
final class Descriptor: Sendable {
  let number: Int32

  init(owning number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Opens a name below another descriptor; `nil` with `errno` set on failure.
  static func open(
    _ name: UnsafePointer<CChar>, in directory: Int32 = AT_FDCWD, flags: Int32, mode: UInt32 = 0
  ) -> Descriptor? {
    let number = csystem_open(directory, name, flags | O_CLOEXEC, mode)
    return number < 0 ? nil : Descriptor(owning: number)
  }

  /// The status of the open file itself; `nil` with `errno` set on failure.
  var status: csystem_status? { csystem_status(of: "", in: number) }

  /// The names of an open folder's entries, without `.` and `..`; `nil` where it cannot be listed.
  func entryNames() -> [String]? {
    var names: [String] = []
    do {
      try forEachEntry(of: number) { names.append(String(cString: $0.name)) }
      return names
    } catch {
      return nil
    }
  }
}

/// Makes a folder and those above it, as far as they are missing, for this user alone.
func makePrivateFolders(_ path: HostPath) {
  for (index, byte) in path.bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
    _ = mkdir(cString(path.bytes[..<index]), 0o700)
  }
  _ = mkdir(cString(path.bytes), 0o700)
}

/// An entry of a folder that is being listed; it holds until the next one is read.
struct ListedEntry {
  let name: UnsafePointer<CChar>
  /// `DT_REG`, `DT_DIR` and the like; `DT_UNKNOWN` where the file system does not say.
  let type: Int32

  /// The name without the NUL at its end.
  var nameBytes: [UInt8] { Array(UnsafeRawBufferPointer(start: name, count: strlen(name))) }
}

/// Calls a closure with each entry of an open folder, from the first, but not with `.` and `..`.
func forEachEntry(of folder: Int32, _ body: (ListedEntry) -> Void) throws(SystemFailure) {
  let copy = try retrying { fcntl(folder, F_DUPFD_CLOEXEC, 0) }
  guard let stream = fdopendir(copy) else {
    defer { close(copy) }
    throw SystemFailure(code: errno)
  }
  defer { closedir(stream) }
  rewinddir(stream)
  while true {
    errno = 0
    if let entry = readdir(stream) {
      let type = Int32(entry.pointee.d_type)
      withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        let name = UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self)
        if strcmp(name, ".") != 0, strcmp(name, "..") != 0 { body(ListedEntry(name: name, type: type)) }
      }
    } else if errno == 0 {
      return
    } else if errno != EINTR {
      throw SystemFailure(code: errno)
    }
  }
}

extension Ownership {
  /// - Parameters:
  ///   - sudoUser: who has become root to run this process.
  ///   - keepsPermissions: whether the file system has permission bits of its own; else all files seem to have the same,
  ///     and say nothing.
  init(_ status: csystem_status, sudoUser: UInt32? = nil, keepsPermissions: Bool = true) {
    let user = geteuid()
    let isGroups = status.mode & UInt32(S_IWGRP) != 0 && !Self.isOfThisUserAlone(status.group)
    let isEverybodys = status.mode & UInt32(S_IWOTH) != 0
    self.init(
      user: status.owner, isOwnedByThisUser: status.owner == user || user == 0 && status.owner == sudoUser,
      isWritableByOthers: keepsPermissions && (isEverybodys || isGroups), device: status.device,
      permissions: UInt16(status.mode & 0o777))
  }

  /// Whether a group is the one that many systems make for each user: it has the user's name and no other member. With it
  /// goes a umask by which the group may write to whatever the user makes.
  private static func isOfThisUserAlone(_ number: UInt32) -> Bool {
    // The lists are read once, not for each file.
    if let known = knownGroups.withLock({ $0[number] }) { return known }
    let isAlone = UserGroups.ofSystem().isAlone(geteuid(), in: number)
    knownGroups.withLock { $0[number] = isAlone }
    return isAlone
  }

  private static let knownGroups = Mutex<[UInt32: Bool]>([:])
}

extension csystem_status {
  /// What has a name in an open folder, without following a link; the folder itself for an empty name. `nil` with `errno` set
  /// on failure.
  init?(of name: UnsafePointer<CChar>, in folder: Int32) {
    self.init()
    guard csystem_stat(folder, name, &self) == 0 else { return nil }
  }

  /// What is at a path, without following a link at its end; `nil` with `errno` set on failure.
  init?(at path: HostPath) {
    self.init(of: cString(path.bytes), in: AT_FDCWD)
  }

  var isRegularFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
  var isPipe: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFIFO) }
  var isOwnedByThisUser: Bool { owner == Self.thisUser }
  var isFolder: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }

  // Asked for once, not with each file.
  private static let thisUser = geteuid()
}

/// A file whose permission bits, owner and extended attributes another one is to have.
struct ModelFile {
  let status: csystem_status
  /// The open file; `nil` where it may not be read.
  let file: Descriptor?
}

extension OwnedDescriptor {
  /// Gives an open file the permission bits of another one and, as far as the system lets us, its owner, its extended
  /// attributes and its access control list.
  func copyAttributes(of model: ModelFile) throws(SystemFailure) {
    let status = model.status
    // Before the permission bits, which say what the list may grant. A file system may keep neither: no reason to fail.
    if let file = model.file { _ = csystem_copy_extended_attributes(file.number, status.born, number) }
    // Only root may give files away; others at least keep the group that shares the vault.
    if fchown(number, status.owner, status.group) != 0 { _ = fchown(number, uid_t.max, status.group) }
    try retrying { fchmod(number, mode_t(status.mode & 0o777)) }
  }

  /// Sets an open file's modification time, in nanoseconds since 1970.
  func setModified(_ nanoseconds: Int64) throws(SystemFailure) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let time =
      rest < 0
      ? timespec(tv_sec: Int(seconds) - 1, tv_nsec: Int(rest) + 1_000_000_000)
      : timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
    try retrying { futimens(number, [time, time]) }
  }

  /// What has a name in an open folder, without following a link; `nil` where nothing has it.
  func status(of name: [CChar]) throws(SystemFailure) -> csystem_status? {
    var status = csystem_status()
    do throws(SystemFailure) {
      try retrying { csystem_stat(number, name, &status) }
      return status
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }
}

/// Waits until a file's bytes, or a folder's entries, are on the disk itself.
///
/// - Parameter isLast: whether no other file follows that can be waited for together with this one.
func synchronizeDisk(_ descriptor: Int32, isLast: Bool = true) throws(SystemFailure) {
  #if canImport(Darwin)
    // There fsync stops at the drive's own cache, which a power cut empties; one call empties it onto the disk for all.
    if isLast, fcntl(descriptor, F_FULLFSYNC) == 0 { return }
  #endif
  try retrying { fsync(descriptor) }
}

/// Waits until a folder's entries are on the disk itself, where the file system can do that for folders.
func synchronizeFolder(_ descriptor: Int32) throws(SystemFailure) {
  do throws(SystemFailure) {
    try synchronizeDisk(descriptor)
  } catch {
    if ![EINVAL, ENOTSUP, EOPNOTSUPP].contains(error.code) { throw error }
  }
}
