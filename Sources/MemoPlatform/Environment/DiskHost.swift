import CSystem
public import MemoCore
public import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files of this machine.
public struct DiskHost: HostFiles {
  private let userCache: HostPath?
  private let sudoUser: UInt32?

  /// - Parameters:
  ///   - userCache: the folder for the caches of vaults that cannot hold their own.
  ///   - sudoUser: who has become root by `sudo` to run this process, and owns files as root does.
  public init(userCache: HostPath?, sudoUser: UInt32? = nil) {
    self.userCache = userCache
    self.sudoUser = sudoUser
  }

  /// What is at a path, symbolic links followed.
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

  /// Where a symbolic link leads.
  public func linkTarget(of path: HostPath) -> HostPath? {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(cString(path.bytes), &text, text.count)
    guard count > 0 else { return nil }
    return HostPath(text.prefix(count).map(UInt8.init(bitPattern:)), from: path.parent)
  }

  /// Who owns what has a path.
  public func ownership(of path: HostPath) -> Ownership? {
    csystem_status(at: path).map { Ownership($0, sudoUser: sudoUser) }
  }

  /// A file's bytes, at most `limit`.
  public func contents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]? {
    // O_NONBLOCK: opening a FIFO that no one writes to would wait for ever.
    try contents(of: path, limit: limit, flags: O_NONBLOCK, \.isRegularFile)
  }

  /// The bytes of a file or a pipe that the user named, at most `limit`.
  public func givenContents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]? {
    try contents(of: path, limit: limit, flags: 0) { $0.isRegularFile || $0.isPipe }
  }

  private func contents(
    of path: HostPath, limit: Int, flags: Int32, _ isRead: (csystem_status) -> Bool
  ) throws(FileError) -> [UInt8]? {
    guard let descriptor = Descriptor.open(cString(path.bytes), flags: O_RDONLY | flags) else {
      if [ENOENT, ENOTDIR].contains(errno) { return nil }
      throw FileError(.read, path: path.bytes, code: errno)
    }
    guard let status = descriptor.status, isRead(status) else {
      throw FileError(.read, path: path.bytes, code: EINVAL)
    }
    // The start of a file is not what it says.
    guard status.size <= UInt64(limit) else { throw FileError(.read, path: path.bytes, code: EFBIG) }
    // A pipe has no size.
    let bytes = try FileContent(descriptor, path: VaultPath(bytes: path.bytes)).start(limit: limit + 1)
    guard bytes.count <= limit else { throw FileError(.read, path: path.bytes, code: EFBIG) }
    return bytes
  }

  /// A number that the kernel makes when it starts.
  public var boot: String? {
    var text = [UInt8](repeating: 0, count: 64)
    #if canImport(Darwin)
      var size = text.count
      guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return nil }
    #else
      guard let file = Descriptor.open("/proc/sys/kernel/random/boot_id", flags: O_RDONLY),
        read(file.number, &text, text.count) > 0
      else { return nil }
    #endif
    return String(decoding: text.prefix { $0 > 0x20 }, as: UTF8.self)
  }

  /// Why nothing can be written in a folder.
  public func writeRefusal(of folder: HostPath) -> SystemReason? {
    access(cString(folder.bytes), W_OK) == 0 ? nil : SystemReason(errno: errno)
  }

  /// Makes a folder and those above it.
  public func makeFolder(_ path: HostPath, isPrivate: Bool) throws(FileError) {
    let mode: mode_t = isPrivate ? 0o700 : 0o777
    let ends = path.bytes.indices.dropFirst().filter { path.bytes[$0] == UInt8(ascii: "/") } + [path.bytes.endIndex]
    for end in ends {
      let folder = HostPath(Array(path.bytes[..<end]))
      guard mkdir(cString(folder.bytes), mode) != 0 else { continue }
      let code = errno == EEXIST && end < path.bytes.endIndex ? ENOTDIR : errno
      // The reason of the first one that cannot be made: all below it are only missing.
      guard kind(of: folder) == .folder else {
        // The program behind a mount may have ended.
        let isLost = errno == ENOTCONN
        throw FileError(.makeFolder, path: folder.bytes, code: isLost ? ENOTCONN : code)
      }
    }
  }

  /// The vault at a root.
  public func vault(at root: HostPath) throws(FileError) -> VaultAccess {
    // Opened once: whatever gets the root's name later, all that is read and written is in this folder.
    let folders = try VaultFolders(root: root.bytes)
    let files = try DiskFiles(root: root, in: folders)
    let userCache = userCache
    return VaultAccess(
      files: files, writer: DiskWriter(in: folders), device: files.device, inode: files.inode,
      openCache: { DiskCacheStore(vault: root, in: folders, userCache: userCache) },
      askWatcher: { WatcherQuestions.ask(vault: root, userCache: userCache) })
  }
}
