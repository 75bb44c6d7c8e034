public import MemoCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Another user of this machine, for tests of what one user does to another. Only root can act for one.
public enum SecondUser {
  /// The number of the user `nobody`, who owns nothing.
  public static let id: UInt32 = 65_534

  /// Whether this process may give files away.
  public static var isAvailable: Bool { geteuid() == 0 }

  /// Gives a file, or a folder with everything below it, to that user; of a symbolic link, the link itself.
  public static func own(_ path: HostPath) throws {
    let name = path.bytes.map(CChar.init(bitPattern:)) + [0]
    guard lchown(name, id, id) == 0 else { throw SystemFailure("lchown") }
    let folder = open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    for entry in try FolderNames.read(folder) { try own(path.appending(VaultPath(bytes: Array(entry)))) }
  }
}
