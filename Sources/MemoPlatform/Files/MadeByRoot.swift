#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What root makes in the `.memo` of another user, who could not change memos any more if it stayed root's.
enum MadeByRoot {
  /// Gives a new folder, or the new file of a lock, to the owner and group of the folder that it is in, where root runs this
  /// process. Where that fails, it stays as it is.
  ///
  /// Only what is empty and has no other name: that user may have put something of root's in its place.
  static func give(_ made: Int32, toOwnerOf folder: Int32) {
    guard geteuid() == 0 else { return }
    var (status, owner) = (stat(), stat())
    guard fstat(made, &status) == 0, fstat(folder, &owner) == 0, status.st_uid == 0, owner.st_uid != 0 else { return }
    let isNew =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: isEmptyFolder(made)
      case S_IFREG: status.st_size == 0 && status.st_nlink == 1
      default: false
      }
    if isNew { _ = fchown(made, owner.st_uid, owner.st_gid) }
  }

  private static func isEmptyFolder(_ number: Int32) -> Bool {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return false }
    return Descriptor(owning: copy).entryNames()?.isEmpty ?? false
  }
}
