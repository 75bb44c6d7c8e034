import CSystem
public import MemoCore
public import MemoVault

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files of this machine.
public struct DiskHost: HostFiles {
  private let userCache: HostPath?

  /// - Parameter userCache: the folder for the caches of vaults that cannot hold their own.
  public init(userCache: HostPath?) {
    self.userCache = userCache
  }

  /// What stands at a path, symbolic links followed.
  public func kind(of path: HostPath) -> FolderEntry.Kind? {
    var status = stat()
    guard stat(cString(path.bytes), &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return nil
    }
  }

  /// The path without symbolic links.
  public func realPath(of path: HostPath) -> HostPath? {
    guard let real = realpath(cString(path.bytes), nil) else { return nil }
    defer { free(real) }
    return HostPath(Array(UnsafeRawBufferPointer(start: real, count: strlen(real))))
  }

  /// A file's bytes, at most `limit`.
  public func contents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]? {
    // O_NONBLOCK: opening a FIFO that nobody writes to would wait for ever.
    guard let descriptor = Descriptor.open(cString(path.bytes), flags: O_RDONLY | O_NONBLOCK) else {
      if [ENOENT, ENOTDIR].contains(errno) { return nil }
      throw FileError(.read, path: path.bytes, code: errno)
    }
    guard let status = descriptor.status, status.isRegularFile else {
      throw FileError(.read, path: path.bytes, code: EINVAL)
    }
    // The start of a file is not what it says, and the rest would be read for its hash, whatever its size.
    guard status.size <= UInt64(limit) else { throw FileError(.read, path: path.bytes, code: EFBIG) }
    var contents: [UInt8] = []
    _ = try FileContent(descriptor, path: VaultPath(bytes: path.bytes))
      .read(size: status.size, limit: limit, buffer: ReadBuffer()) { contents = Array($0) }
    return contents
  }

  /// Makes a folder and those above it.
  public func makeFolder(_ path: HostPath) throws(FileError) {
    for (index, byte) in path.bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      _ = mkdir(cString(path.bytes[..<index]), 0o777)
    }
    guard mkdir(cString(path.bytes), 0o777) == 0 || kind(of: path) == .folder else {
      throw FileError(.makeFolder, path: path.bytes, code: errno)
    }
  }

  /// The vault at a root.
  public func vault(at root: HostPath) throws(FileError) -> VaultAccess {
    let files = try DiskFiles(root: root)
    let userCache = userCache
    return VaultAccess(
      files: files, writer: try DiskWriter(root: root.bytes), device: files.device, inode: files.inode,
      openCache: { DiskCacheStore(vault: root, userCache: userCache) },
      askWatcher: { WatcherQuestions.ask(vault: root, userCache: userCache) })
  }
}
