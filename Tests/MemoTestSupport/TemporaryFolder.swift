import Foundation
public import MemoCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder for one test, removed with everything in it when the test lets go of it.
public final class TemporaryFolder: Sendable {
  /// Where it is, without symbolic links.
  public let path: HostPath

  /// Makes an empty folder.
  public init() throws {
    var name = Array("\(Self.base)/memo-test-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil, let real = realpath(name, nil) else { throw SystemFailure("mkdtemp") }
    defer { free(real) }
    path = HostPath(String(cString: real))
  }

  /// Memory where the system has a file system of it with room, as tests make and remove so many files that they would spend a
  /// fifth of their time on a disk; else, or where `TMPDIR` says so, the system's folder for temporary files.
  private static let base: String = {
    #if os(Linux)
      let memory = "/dev/shm"
      var found = statvfs()
      if ProcessInfo.processInfo.environment["TMPDIR"] == nil, access(memory, W_OK) == 0, statvfs(memory, &found) == 0,
        found.f_flag & noExecution == 0, found.f_bavail * found.f_frsize >= roomInMemory
      {
        return memory
      }
    #endif
    return NSTemporaryDirectory()
  }()

  private static let roomInMemory: UInt = 2 << 30
  #if os(Linux)
    /// `ST_NOEXEC`, which Swift does not see.
    private static let noExecution: UInt = 8
  #endif

  deinit {
    do {
      try Self.remove(path.bytes, in: AT_FDCWD)
    } catch {
      print("\(path.text) stays: \(error)")
    }
  }

  /// The NUL-terminated absolute path of an entry, as system calls take it.
  public func systemPath(_ entry: VaultPath) -> [CChar] {
    path.appending(entry).bytes.map(CChar.init(bitPattern:)) + [0]
  }

  /// Removes an entry with everything below it.
  public func remove(_ entry: VaultPath) throws {
    try Self.remove(path.appending(entry).bytes, in: AT_FDCWD)
  }

  /// How often a folder is emptied that another process goes on filling, such as a server with its cache.
  private static let attempts = 100

  /// Goes down one name at a time, because a path in the folder may be longer than the system takes at once.
  private static func remove(_ name: [UInt8], in folder: Int32) throws {
    let name = name.map(CChar.init(bitPattern:)) + [0]
    guard unlinkat(folder, name, 0) != 0 else { return }
    for _ in 0..<attempts {
      let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if descriptor < 0, errno == ENOENT, folder != AT_FDCWD { return }
      guard descriptor >= 0 else { throw SystemFailure("unlinkat") }
      defer { close(descriptor) }
      for entry in try FolderNames.read(descriptor) { try remove(entry, in: descriptor) }
      guard unlinkat(folder, name, AT_REMOVEDIR) != 0 else { return }
      guard errno == ENOTEMPTY else { throw SystemFailure("rmdir") }
    }
    throw SystemFailure("rmdir")
  }
}

/// A system call that failed while a test set up or looked at its files.
public struct SystemFailure: Error, CustomStringConvertible {
  /// What failed, with the system's reason.
  public let description: String

  /// Takes the reason from `errno`.
  public init(_ call: String) {
    description = "\(call): \(String(cString: strerror(errno)))"
  }
}
