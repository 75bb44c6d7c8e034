import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension OwnedDescriptor {
  /// Gives an open file the permission bits of one in an open folder and, as far as the system lets us, its owner, its
  /// extended attributes and its access control list.
  func copyAttributes(of model: stat, named name: [CChar], in folder: Int32) throws(SystemFailure) {
    // Before the permission bits, which say what the list may grant. A file system may keep neither: no reason to fail.
    _ = csystem_copy_extended_attributes(folder, name, number)
    // Only root may give files away; others at least keep the group that shares the vault.
    if fchown(number, model.st_uid, model.st_gid) != 0 { _ = fchown(number, uid_t.max, model.st_gid) }
    try retrying { fchmod(number, model.st_mode & 0o777) }
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
  func status(of name: [CChar]) throws(SystemFailure) -> stat? {
    var status = stat()
    do throws(SystemFailure) {
      try retrying { fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) }
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
