import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a file system can do with names beside a plain rename. Writers try the best of it and find out; tests leave some out.
struct RenameAbilities: OptionSet {
  let rawValue: Int

  /// A rename that is never over another file.
  static let exclusive = RenameAbilities(rawValue: 1)
  /// Two names swap their files.
  static let exchange = RenameAbilities(rawValue: 2)
  /// A second name for a file (FAT and exFAT have none).
  static let links = RenameAbilities(rawValue: 4)

  static let all: RenameAbilities = [.exclusive, .exchange, .links]

  private static let unsupported = [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP]

  /// Whether a call failed because the file system has no such rename.
  static func isRenameMissing(_ code: Int32) -> Bool { unsupported.contains(code) }

  /// Gives a file a second name; `nil` where the file system knows none, and false where the name is taken.
  func link(
    _ name: [CChar], in folder: Int32, to newName: [CChar], in newFolder: Int32
  ) throws(SystemFailure) -> Bool? {
    guard contains(.links) else { return nil }
    do throws(SystemFailure) {
      try retrying { linkat(folder, name, newFolder, newName, 0) }
      return true
    } catch {
      if error.code == EEXIST { return false }
      // Linux refuses it so where there are no hard links.
      if error.code == EPERM || Self.isRenameMissing(error.code) { return nil }
      throw error
    }
  }

  /// Renames a file, never over another, by nothing but plain calls: an empty file takes the name first.
  static func renameOverPlaceholder(
    _ name: [CChar], in folder: Int32, to newName: [CChar], in newFolder: Int32
  ) throws(SystemFailure) -> Bool {
    do throws(SystemFailure) {
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      _ = OwnedDescriptor(try retrying { openat(newFolder, newName, flags, 0o600) })
    } catch {
      if error.code == EEXIST { return false }
      throw error
    }
    do throws(SystemFailure) {
      try retrying { renameat(folder, name, newFolder, newName) }
      return true
    } catch {
      _ = unlinkat(newFolder, newName, 0)
      if error.code == ENOENT { return false }
      throw error
    }
  }
}
