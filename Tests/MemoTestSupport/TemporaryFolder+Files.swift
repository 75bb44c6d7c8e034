import CSystem
public import MemoCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Plain system calls on entries named from the folder; what an operation needs is there or it throws.
extension TemporaryFolder {
  // MARK: Writing

  /// Writes a file where it is, or makes it with the folders it needs.
  ///
  /// - Parameter modified: the modification time to give it, nanoseconds since 1970; now where `nil`.
  public func write(_ bytes: [UInt8], to path: VaultPath, modified: Int64? = nil) throws {
    if path.parent != .root { try makeFolders(path.parent) }
    try withFile(path, flags: O_WRONLY | O_CREAT | O_TRUNC) { try Self.put(bytes, into: $0) }
    if let modified { try setModified(modified, of: path) }
  }

  /// Writes text as the other does bytes.
  public func write(_ text: String, to path: String, modified: Int64? = nil) throws {
    try write(Array(text.utf8), to: VaultPath(path), modified: modified)
  }

  /// Overwrites the first bytes of a file in place, keeping its size where it is larger.
  public func overwrite(_ path: VaultPath, with bytes: [UInt8]) throws {
    try withFile(path, flags: O_WRONLY) { try Self.put(bytes, into: $0) }
  }

  /// Appends to a file.
  public func append(_ bytes: [UInt8], to path: VaultPath) throws {
    try withFile(path, flags: O_WRONLY | O_APPEND) { try Self.put(bytes, into: $0) }
  }

  /// Cuts a file, or lengthens it with a hole.
  public func truncate(_ path: VaultPath, to size: Int) throws {
    try withFile(path, flags: O_WRONLY | O_CREAT) { try Self.check("ftruncate", ftruncate($0, off_t(size))) }
  }

  /// Sets the modification time, in nanoseconds since 1970; a link itself, not its target.
  public func setModified(_ nanoseconds: Int64, of path: VaultPath) throws {
    let second: Int64 = 1_000_000_000
    let rest = ((nanoseconds % second) + second) % second
    let time = timespec(tv_sec: Int((nanoseconds - rest) / second), tv_nsec: Int(rest))
    try Self.check("utimensat", utimensat(AT_FDCWD, systemPath(path), [time, time], AT_SYMLINK_NOFOLLOW))
  }

  /// Sets the permission bits.
  public func setMode(_ mode: Int, of path: VaultPath) throws {
    try Self.check("chmod", chmod(systemPath(path), mode_t(mode)))
  }

  // MARK: Making and moving

  /// Makes a folder and those above it; nothing happens where it is there.
  public func makeFolders(_ path: VaultPath) throws {
    var folder = VaultPath.root
    for component in path.components {
      folder = folder.appending(component)
      guard mkdir(systemPath(folder), 0o755) == 0 || errno == EEXIST else { throw SystemFailure("mkdir") }
    }
  }

  /// Makes a folder under every one before it, one step at a time, because the path of the last may be longer than the
  /// system takes at once; then writes a file in the last one.
  public func write(_ bytes: [UInt8], asDeepAs names: [String], named name: String) throws {
    var folder = open(systemPath(.root), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    for name in names {
      guard mkdirat(folder, name, 0o755) == 0 || errno == EEXIST else { throw SystemFailure("mkdirat") }
      let next = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      close(folder)
      folder = next
    }
    let file = openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw SystemFailure("openat") }
    defer { close(file) }
    try Self.put(bytes, into: file)
  }

  /// Makes a symbolic link to a target, which need not be there.
  public func link(_ path: VaultPath, to target: String) throws {
    try Self.check("symlink", symlink(target, systemPath(path)))
  }

  /// Makes a FIFO.
  public func makePipe(_ path: VaultPath) throws {
    try Self.check("mkfifo", mkfifo(systemPath(path), 0o644))
  }

  /// Makes a socket; its whole path has at most 107 bytes.
  public func makeSocket(_ path: VaultPath) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: self.path.appending(path).bytes) }
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    defer { close(descriptor) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try Self.check("bind", bound)
  }

  /// Renames an entry over whatever the system lets it replace.
  public func rename(_ path: VaultPath, to newPath: VaultPath) throws {
    #if canImport(Glibc)
      try Self.check("rename", Glibc.rename(systemPath(path), systemPath(newPath)))
    #else
      try Self.check("rename", Darwin.rename(systemPath(path), systemPath(newPath)))
    #endif
  }

  /// Swaps two entries in one step.
  public func exchange(_ path: VaultPath, _ other: VaultPath) throws {
    try Self.check(
      "exchange", csystem_rename_exchange(AT_FDCWD, systemPath(path), AT_FDCWD, systemPath(other)))
  }

  /// Swaps the folder with another one in one step: each is at the path of the other then.
  public func exchange(with other: TemporaryFolder) throws {
    try Self.check(
      "exchange", csystem_rename_exchange(AT_FDCWD, systemPath(.root), AT_FDCWD, other.systemPath(.root)))
  }

  /// Moves the folder itself away from its path.
  public func move(to place: HostPath) throws {
    try Self.rename(path, to: place)
  }

  /// Moves the folder back to its path.
  public func moveBack(from place: HostPath) throws {
    try Self.rename(place, to: path)
  }

  private static func rename(_ path: HostPath, to newPath: HostPath) throws {
    func name(_ path: HostPath) -> [CChar] { path.bytes.map(CChar.init(bitPattern:)) + [0] }
    #if canImport(Glibc)
      try check("rename", Glibc.rename(name(path), name(newPath)))
    #else
      try check("rename", Darwin.rename(name(path), name(newPath)))
    #endif
  }

  /// Gives a file another name.
  public func hardLink(_ path: VaultPath, to newPath: VaultPath) throws {
    #if canImport(Glibc)
      try Self.check("link", Glibc.link(systemPath(path), systemPath(newPath)))
    #else
      try Self.check("link", Darwin.link(systemPath(path), systemPath(newPath)))
    #endif
  }

  // MARK: Looking

  /// A file's bytes; `nil` where there is no file.
  public func bytes(of path: VaultPath) throws -> [UInt8]? {
    try start(of: path, .max)
  }

  /// The first bytes of a file; `nil` where there is no file.
  public func start(of path: VaultPath, _ limit: Int) throws -> [UInt8]? {
    guard let found = status(of: path), found.isFile else { return nil }
    var bytes = [UInt8](repeating: 0, count: min(limit, Int(found.stamp.size)))
    try withFile(path, flags: O_RDONLY) { descriptor in
      bytes.removeLast(bytes.count - max(0, read(descriptor, &bytes, bytes.count)))
    }
    return bytes
  }

  /// What `lstat` tells of an entry; `nil` where there is none.
  public func status(of path: VaultPath) -> EntryStatus? {
    var found = stat()
    return lstat(systemPath(path), &found) == 0 ? EntryStatus(found) : nil
  }

  /// The names in a folder, hidden ones too, in byte order.
  public func names(in path: VaultPath = .root) throws -> [[UInt8]] {
    var names: [[UInt8]] = []
    try withFile(path, flags: O_RDONLY | O_DIRECTORY) { names = try FolderNames.read($0) }
    return names
  }

  // MARK: System calls

  private func withFile(_ path: VaultPath, flags: Int32, _ body: (Int32) throws -> Void) throws {
    // O_NONBLOCK: a FIFO that no one reads is an error, not a wait for ever.
    let descriptor = open(systemPath(path), flags | O_CLOEXEC | O_NONBLOCK, 0o644)
    guard descriptor >= 0 else { throw SystemFailure("open \(path.text)") }
    defer { close(descriptor) }
    try body(descriptor)
  }

  private static func put(_ bytes: [UInt8], into descriptor: Int32) throws {
    #if canImport(Glibc)
      let count = Glibc.write(descriptor, bytes, bytes.count)
    #else
      let count = Darwin.write(descriptor, bytes, bytes.count)
    #endif
    guard count == bytes.count else { throw SystemFailure("write") }
  }

  private static func check(_ call: String, _ result: Int32) throws {
    guard result == 0 else { throw SystemFailure(call) }
  }
}

/// What a test asks of an entry: its kind and its stamp.
public struct EntryStatus {
  /// Whether it is a regular file.
  public let isFile: Bool
  /// Whether it is a folder.
  public let isFolder: Bool
  /// Size, times and inode.
  public let stamp: FileStamp
  /// Permission bits.
  public let mode: Int

  fileprivate init(_ found: stat) {
    isFile = found.st_mode & S_IFMT == S_IFREG
    isFolder = found.st_mode & S_IFMT == S_IFDIR
    mode = Int(found.st_mode & 0o777)
    #if canImport(Darwin)
      let (modified, changed) = (found.st_mtimespec, found.st_ctimespec)
    #else
      let (modified, changed) = (found.st_mtim, found.st_ctim)
    #endif
    stamp = FileStamp(
      size: UInt64(found.st_size), modified: Self.nanoseconds(modified), changed: Self.nanoseconds(changed),
      inode: UInt64(found.st_ino))
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
