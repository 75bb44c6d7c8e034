import CSystem
public import MemoCore
public import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files of a vault on disk. Every look-up starts at the root's descriptor and goes through no symbolic link.
public struct DiskFiles: VaultFiles {
  /// The root, without symbolic links.
  public let root: HostPath
  /// Device of the root.
  public let device: UInt64
  /// Inode of the root.
  public let inode: UInt64

  private let folders: VaultFolders

  /// Opens a vault's root.
  ///
  /// - Parameter root: a path without symbolic links, as `realpath` gives it.
  public init(root: HostPath) throws(FileError) {
    try self.init(root: root, in: VaultFolders(root: root.bytes))
  }

  /// The same of a root that is open.
  init(root: HostPath, in folders: VaultFolders) throws(FileError) {
    guard let status = folders.root.status else { throw FileError(.list, path: root.bytes, code: errno) }
    (self.root, self.folders) = (root, folders)
    device = status.device
    inode = status.inode
  }

  /// Lists a folder; `nil` where there is none.
  public func entries(of folder: VaultPath) throws(FileError) -> [FolderEntry]? {
    try list(folder, taking: Self.entry)
  }

  /// Lists a folder with its stamp, which is that of the open folder: a path may lead to another one in the next moment.
  public func listing(of folder: VaultPath) throws(FileError) -> FolderListing? {
    guard let descriptor = try open(folder) else { return nil }
    guard let status = descriptor.status else { throw FileError(.list, path: folder.bytes, code: errno) }
    guard Self.isThere(status) else { return nil }
    return FolderListing(stamp: FileStamp(status), entries: try list(descriptor, folder, taking: Self.entry))
  }

  /// Lists a folder with all that is in it; `nil` where there is none.
  public func allEntries(of folder: VaultPath) throws(FileError) -> [AnyEntry]? {
    try list(folder) { AnyEntry(name: $0.nameBytes, kind: Self.kind(of: $0, in: $1)) }
  }

  private func list<Entry>(
    _ folder: VaultPath, taking take: (ListedEntry, Int32) -> Entry?
  ) throws(FileError) -> [Entry]? {
    guard let descriptor = try open(folder) else { return nil }
    return try list(descriptor, folder, taking: take)
  }

  private func open(_ folder: VaultPath) throws(FileError) -> Descriptor? {
    if let descriptor = folders.open(folder, flags: O_RDONLY | O_DIRECTORY) { return descriptor }
    return try Self.absence(.list, folder)
  }

  private func list<Entry>(
    _ descriptor: Descriptor, _ folder: VaultPath, taking take: (ListedEntry, Int32) -> Entry?
  ) throws(FileError) -> [Entry] {
    var entries: [Entry] = []
    do throws(SystemFailure) {
      try forEachEntry(of: descriptor.number) { entry in
        if let found = take(entry, descriptor.number) { entries.append(found) }
      }
    } catch {
      throw FileError(.list, path: folder.bytes, code: error.code)
    }
    return entries
  }

  /// The stamp of a folder; `nil` where there is none.
  public func folderStamp(of folder: VaultPath) throws(FileError) -> FileStamp? {
    guard let status = folders.status(of: folder) else {
      // What was written may be the first line of a memo, which no folder has for a name.
      if errno == ENAMETOOLONG, folder.components.contains(where: { $0.count > Int(NAME_MAX) }) { return nil }
      return try Self.absence(.list, folder)
    }
    return Self.isThere(status) ? FileStamp(status) : nil
  }

  /// Whether this is a folder. One without links was removed while it was open.
  private static func isThere(_ status: csystem_status) -> Bool { status.isFolder && status.links > 0 }

  /// Who owns a file or folder; `nil` where there is none.
  public func ownership(of path: VaultPath) throws(FileError) -> Ownership? {
    guard let status = folders.status(of: path) else { return try Self.absence(.read, path) }
    return Ownership(status, keepsPermissions: FileSystemKind.keepsPermissions(folders.root))
  }

  /// Looks up regular files of one folder by their names.
  public func fileStamps(
    in folder: VaultPath, count: Int, name: (Int) -> UnsafePointer<CChar>, body: (Int, FileStamp?) -> Void
  ) throws(FileError) {
    guard let descriptor = folders.open(folder, flags: VaultFolders.searchFlags) else {
      let nothing: FileStamp? = try Self.absence(.list, folder)
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
    try read(folders.open(path, flags: Self.readFlags), path, limit: limit, buffer: ReadBuffer(), head: head)
  }

  /// Reads all of a regular file, looking at its stamp before and after that; `nil` where there is none.
  public func readWhole(_ path: VaultPath, limit: Int) throws(FileError) -> WholeReading? {
    guard let descriptor = folders.open(path, flags: Self.readFlags) else { return try Self.absence(.read, path) }
    guard let status = descriptor.status else { throw FileError(.read, path: path.bytes, code: errno) }
    guard status.isRegularFile else { return nil }
    let stamp = FileStamp(status)
    guard stamp.size <= UInt64(limit) else { return WholeReading(bytes: nil, stamp: stamp) }
    let bytes = try FileContent(descriptor, path: path).whole(size: Int(stamp.size))
    let isWhole = bytes.count == Int(stamp.size) && descriptor.status.map { FileStamp($0) } == stamp
    return WholeReading(bytes: isWhole ? bytes : nil, stamp: stamp)
  }

  /// Reads regular files of one folder.
  public func read(
    _ paths: ArraySlice<VaultPath>, in folder: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void,
    done: (Result<FileReading?, FileError>) -> Void
  ) {
    // Where the folder cannot be opened, each file gives its own reason.
    let directory = folders.open(folder, flags: VaultFolders.searchFlags)
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

  /// Reads what was opened at a path; `errno` holds the reason if nothing was.
  private func read(
    _ descriptor: Descriptor?, _ path: VaultPath, limit: Int, buffer: ReadBuffer,
    head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> FileReading? {
    guard let descriptor else { return try Self.absence(.read, path) }
    guard let status = descriptor.status else { throw FileError(.read, path: path.bytes, code: errno) }
    guard status.isRegularFile else { return nil }
    let stamp = FileStamp(status)
    let hash = try FileContent(descriptor, path: path).read(stamp, limit: limit, buffer: buffer, head: head)
    let born = csystem_first_birth(descriptor.number, status.born)
    return FileReading(
      stamp: stamp, born: born == .min ? nil : born, hash: hash,
      isOwnedByThisUser: status.isOwnedByThisUser)
  }

  /// Hands over a regular file in pieces; false where there is none.
  public func stream(
    _ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    guard let descriptor = folders.open(path, flags: Self.readFlags) else {
      return try Self.absence(.read, path) ?? false
    }
    guard let status = descriptor.status else { throw FileError(.read, path: path.bytes, code: errno) }
    guard status.isRegularFile else { return false }
    // What is added from now on is not handed over: a file that grows all the time would never end. Some file systems know no
    // sizes.
    let limit = status.size > 0 ? status.size : FileError.largestHashed
    try FileContent(descriptor, path: path).stream(upTo: limit, to: body)
    return true
  }

  // MARK: Opening

  // O_NONBLOCK: opening a FIFO that no one writes to would wait for ever.
  private static let readFlags = O_RDONLY | O_NONBLOCK

  private static func entry(_ entry: ListedEntry, in directory: Int32) -> FolderEntry? {
    guard entry.name[0] != CChar(UInt8(ascii: ".")), let kind = kind(of: entry, in: directory) else { return nil }
    return FolderEntry(name: entry.nameBytes, kind: kind)
  }

  private static func kind(of entry: ListedEntry, in directory: Int32) -> FolderEntry.Kind? {
    switch entry.type {
    case Int32(DT_REG): return .file
    case Int32(DT_DIR): return .folder
    case Int32(DT_UNKNOWN):
      guard let status = csystem_status(of: entry.name, in: directory) else { return nil }
      return status.isRegularFile ? .file : status.isFolder ? .folder : nil
    default: return nil
    }
  }

  /// Opens a file of a folder that is open already; where it is not, as the other does.
  private func open(_ path: VaultPath, in folder: Descriptor?, flags: Int32) -> Descriptor? {
    guard let folder else { return folders.open(path, flags: flags) }
    return Descriptor.open(cString(path.name), in: folder.number, flags: flags | O_NOFOLLOW)
  }

  /// `nil` where `errno` says that there is no such file or folder; else the error.
  static func absence<Value>(_ operation: FileError.Operation, _ path: VaultPath) throws(FileError) -> Value? {
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
