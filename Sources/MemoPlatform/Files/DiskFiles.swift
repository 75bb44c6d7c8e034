import CSystem
public import MemoCore
public import MemoVault

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files of a vault on disk. Every look-up starts at the root's descriptor and refuses symbolic links.
public struct DiskFiles: VaultFiles {
  /// The root, without symbolic links.
  public let root: HostPath
  /// Device of the root.
  public let device: UInt64
  /// Inode of the root.
  public let inode: UInt64

  private let rootDescriptor: Descriptor

  /// Longer paths than this are opened a part at a time; the system takes 4096 bytes (1024 on macOS) at once.
  private static let longestPath = 1000

  /// Opens a vault's root.
  ///
  /// - Parameter root: a path without symbolic links, as `realpath` gives it.
  public init(root: HostPath) throws(FileError) {
    self.root = root
    let descriptor = (root.bytes + [0]).withUnsafeBytes { bytes in
      bytes.bindMemory(to: CChar.self).baseAddress.flatMap { Descriptor.open($0, flags: O_RDONLY | O_DIRECTORY) }
    }
    guard let descriptor, let status = descriptor.status else { throw FileError(.list, path: root.bytes, code: errno) }
    rootDescriptor = descriptor
    device = status.device
    inode = status.inode
  }

  /// Lists a folder; `nil` where there is none.
  public func entries(of folder: VaultPath) throws(FileError) -> [FolderEntry]? {
    guard let descriptor = open(folder, flags: O_RDONLY | O_DIRECTORY) else {
      return try absence(.list, folder)
    }
    let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, let stream = fdopendir(copy) else {
      throw FileError(.list, path: folder.bytes, code: errno)
    }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      if let found = Self.entry(entry, in: descriptor.number) { entries.append(found) }
    }
    guard errno == 0 else { throw FileError(.list, path: folder.bytes, code: errno) }
    return entries
  }

  /// The stamp of a folder; `nil` where there is none.
  public func folderStamp(of folder: VaultPath) throws(FileError) -> FileStamp? {
    var status = csystem_status()
    let isFound: Bool
    if folder.bytes.count < Self.longestPath {
      isFound = withPath(folder.bytes[...]) { csystem_stat(rootDescriptor.number, $0, &status) } == 0
    } else {
      isFound = withParent(of: folder) { csystem_stat($0, $1, &status) } == 0
    }
    guard isFound else { return try absence(.list, folder) }
    // A folder without links was removed while it was open, which only the root is.
    return status.isFolder && status.links > 0 ? FileStamp(status) : nil
  }

  /// Looks up regular files of one folder by their names.
  public func fileStamps(
    in folder: VaultPath, count: Int, name: (Int) -> UnsafePointer<CChar>, body: (Int, FileStamp?) -> Void
  ) throws(FileError) {
    guard let descriptor = open(folder, flags: Self.searchFlags) else {
      let nothing: FileStamp? = try absence(.list, folder)
      for index in 0..<count { body(index, nothing) }
      return
    }
    var failure: FileError?
    for index in 0..<count {
      var status = csystem_status()
      let isThere = csystem_stat(descriptor.number, name(index), &status) == 0
      if !isThere, errno != ENOENT { failure = FileError(.read, path: folder.bytes, code: errno) }
      body(index, isThere && status.isRegularFile ? FileStamp(status) : nil)
    }
    if let failure { throw failure }
  }

  /// Reads a regular file; `nil` where there is none.
  public func read(
    _ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> FileReading? {
    try read(open(path, flags: Self.readFlags), path, limit: limit, buffer: ReadBuffer(), head: head)
  }

  /// Reads regular files of one folder.
  public func read(
    _ paths: ArraySlice<VaultPath>, in folder: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void,
    done: (Result<FileReading?, FileError>) -> Void
  ) {
    // Where the folder cannot be opened, each file by itself tells why.
    let directory = open(folder, flags: Self.searchFlags)
    let buffer = ReadBuffer()
    for path in paths {
      do throws(FileError) {
        let file = open(path, in: directory, flags: Self.readFlags)
        done(.success(try read(file, path, limit: limit, buffer: buffer, head: head)))
      } catch {
        done(.failure(error))
      }
    }
  }

  /// Reads what was opened at a path; `errno` tells why if nothing was.
  private func read(
    _ descriptor: Descriptor?, _ path: VaultPath, limit: Int, buffer: ReadBuffer,
    head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> FileReading? {
    guard let descriptor else { return try absence(.read, path) }
    guard let status = descriptor.status else { throw FileError(.read, path: path.bytes, code: errno) }
    guard status.isRegularFile else { return nil }
    let stamp = FileStamp(status)
    let hash = try FileContent(descriptor, path: path).read(stamp, limit: limit, buffer: buffer, head: head)
    return FileReading(stamp: stamp, born: status.born == .min ? nil : status.born, hash: hash)
  }

  /// Hands over a regular file in pieces; false where there is none.
  public func stream(
    _ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    guard let descriptor = open(path, flags: Self.readFlags) else { return try absence(.read, path) ?? false }
    guard let status = descriptor.status else { throw FileError(.read, path: path.bytes, code: errno) }
    guard status.isRegularFile else { return false }
    try FileContent(descriptor, path: path).stream(to: body)
    return true
  }

  // MARK: Opening

  // O_NONBLOCK: opening a FIFO that nobody writes to would wait for ever.
  private static let readFlags = O_RDONLY | O_NONBLOCK

  #if os(Linux)
    private static let searchFlags = Int32(O_DIRECTORY | 0o10_000_000)  // O_PATH, which Glibc's overlay hides
  #else
    private static let searchFlags = Int32(O_RDONLY | O_DIRECTORY)
  #endif

  private static func entry(_ entry: UnsafeMutablePointer<dirent>, in directory: Int32) -> FolderEntry? {
    withUnsafePointer(to: &entry.pointee.d_name) { tuple in
      let name = UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self)
      guard name[0] != CChar(UInt8(ascii: ".")), let kind = kind(entry.pointee.d_type, name, in: directory) else {
        return nil
      }
      return FolderEntry(name: Array(UnsafeRawBufferPointer(start: name, count: strlen(name))), kind: kind)
    }
  }

  private static func kind(_ type: UInt8, _ name: UnsafePointer<CChar>, in directory: Int32) -> FolderEntry.Kind? {
    switch Int32(type) {
    case Int32(DT_REG): return .file
    case Int32(DT_DIR): return .folder
    case Int32(DT_UNKNOWN):
      var status = csystem_status()
      guard csystem_stat(directory, name, &status) == 0 else { return nil }
      return status.isRegularFile ? .file : status.isFolder ? .folder : nil
    default: return nil
    }
  }

  /// Opens a file or folder; `nil` with `errno` set on failure.
  private func open(_ path: VaultPath, flags: Int32) -> Descriptor? {
    if path.bytes.count < Self.longestPath {
      return withPath(path.bytes[...]) { Descriptor.open($0, in: rootDescriptor.number, flags: flags | O_NOFOLLOW) }
    }
    return withParent(of: path) { Descriptor.open($1, in: $0, flags: flags | O_NOFOLLOW) } ?? nil
  }

  /// Opens a file of a folder that is open already; where it is not, as the other does.
  private func open(_ path: VaultPath, in folder: Descriptor?, flags: Int32) -> Descriptor? {
    guard let folder else { return open(path, flags: flags) }
    return withPath(path.name) { Descriptor.open($0, in: folder.number, flags: flags | O_NOFOLLOW) }
  }

  /// Walks to a path's folder a component at a time and hands over its descriptor with the last name; `nil` with
  /// `errno` set where a component cannot be opened.
  private func withParent<Result>(
    of path: VaultPath, _ body: (Int32, UnsafePointer<CChar>) -> Result
  ) -> Result? {
    var folder = rootDescriptor
    for component in path.components.dropLast() {
      let next = withPath(component) { name in
        Descriptor.open(name, in: folder.number, flags: Self.searchFlags | O_NOFOLLOW)
      }
      guard let next else { return nil }
      folder = next
    }
    return withPath(path.name) { body(folder.number, $0) }
  }

  private func withPath<Result>(_ path: ArraySlice<UInt8>, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: path.count + 2) { text in
      let end = path.isEmpty ? text.update(fromContentsOf: ".".utf8) : text.update(fromContentsOf: path)
      text[end] = 0
      return text.withMemoryRebound(to: CChar.self) { body(UnsafePointer($0.baseAddress.unsafelyUnwrapped)) }
    }
  }

  /// `nil` where `errno` says that there is no such file or folder; else the error.
  private func absence<Value>(_ operation: FileError.Operation, _ path: VaultPath) throws(FileError) -> Value? {
    // ELOOP: it is a symbolic link, which memo does not follow; ENXIO: a socket.
    let absences = [ENOENT, ENOTDIR, ELOOP, ENXIO]
    guard absences.contains(errno) else { throw FileError(operation, path: path.bytes, code: errno) }
    return nil
  }
}

extension FileStamp {
  init(_ status: csystem_status) {
    self.init(
      size: status.size, modified: status.modified, changed: status.changed, inode: status.inode,
      isShared: status.isRegularFile && status.links > 1)
  }
}
