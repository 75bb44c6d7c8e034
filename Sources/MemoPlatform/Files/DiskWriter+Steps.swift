import CSystem
public import MemoCore
public import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension DiskWriter {
  /// Makes a file that a later step puts in its place, without waiting for the disk.
  public func stage(
    _ path: VaultPath, like model: VaultPath?, modified: Int64?, permissions: UInt16?, fill: FileFilling
  ) throws(FileError) {
    let old = try model.flatMap { model throws(FileError) in try modelFile(at: model) }
    let folder = try folders.openOrMakeParent(of: path, isDurable: false)
    let file = try naming(path) { () throws(SystemFailure) in
      let name = cString(path.name)
      // No one else may read the text before it has the old file's permissions.
      let mode = old == nil ? Self.mode(permissions) : 0o600
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      return OwnedDescriptor(try retrying { openat(folder.number, name, flags, mode) })
    }
    try fill { piece throws(FileError) in
      try naming(path) { () throws(SystemFailure) in try writeAll(piece, to: file.number) }
    }
    try naming(path) { () throws(SystemFailure) in
      if let old, old.status.isRegularFile { try file.copyAttributes(of: old) }
      if let modified { try file.setModified(modified) }
    }
  }

  private func modelFile(at path: VaultPath) throws(FileError) -> ModelFile? {
    // O_NONBLOCK: someone may have put a FIFO in its place.
    if let file = folders.open(path, flags: O_RDONLY | O_NONBLOCK), let status = file.status {
      return ModelFile(status: status, file: file)
    }
    // What may not be read has an owner and permission bits, too.
    return try status(of: path).map { ModelFile(status: $0, file: nil) }
  }

  /// Renames a file, never over another.
  public func move(_ path: VaultPath, to newPath: VaultPath) throws(FileError) -> Bool {
    try falseIfAbsent { () throws(FileError) in
      let (name, newName) = (cString(path.name), cString(newPath.name))
      let folder = try folders.openParent(of: path, for: .write)
      // Looked at first, so that no folder is made for nothing.
      let isThere = try naming(path) { () throws(SystemFailure) in try folder.status(of: name) != nil }
      guard isThere else { return false }
      let newFolder = try folders.openOrMakeParent(of: newPath, isDurable: false)
      do throws(SystemFailure) {
        return try rename(name, in: folder.number, to: newName, in: newFolder.number)
      } catch {
        // Where the new folder takes names, the old one, or the file, does not let go.
        let isOld = [EACCES, EPERM].contains(error.code) && faccessat(newFolder.number, ".", W_OK, 0) == 0
        throw FileError(.write, path: isOld ? path.bytes : newPath.bytes, code: error.code)
      }
    }
  }

  /// Swaps the files of two names.
  public func exchange(_ path: VaultPath, with other: VaultPath) throws(FileError) -> Bool {
    try falseIfAbsent { () throws(FileError) in
      let folder = try folders.openParent(of: path, for: .write)
      let otherFolder = try folders.openParent(of: other, for: .write)
      return try naming(other) { () throws(SystemFailure) in
        try exchange(cString(path.name), in: folder.number, with: cString(other.name), in: otherFolder.number)
      }
    }
  }

  /// Waits, for half a second at most, until no program has a file open for writing, and reads it; `nil` where there is no
  /// such regular file.
  public func readSettled(_ path: VaultPath) throws(FileError) -> SettledFile? {
    guard let file = folders.open(path, flags: O_RDONLY | O_NONBLOCK) else { return try DiskFiles.absence(.read, path) }
    var answer = csystem_is_open_for_writing(file.number)
    for _ in 0..<Self.looksForWriters where answer == 1 {
      usleep(Self.pauseBetweenLooks)
      answer = csystem_is_open_for_writing(file.number)
    }
    guard let status = file.status else { throw FileError(.read, path: path.bytes, code: errno) }
    guard status.isRegularFile else { return nil }
    let stamp = FileStamp(status)
    let hash = try FileContent(file, path: path).read(stamp, limit: Self.readAtOnce, buffer: ReadBuffer()) { _ in }
    // Other file systems say that of files that no program has open, and may not show what is written elsewhere.
    let isLocal = FileSystemKind(of: file.number) == .local
    // A rename changes the other time, so this one alone says that a later write is not within the same tick.
    let isOld = stamp.modified < stamp.changed &- FileSystemKind.local.timeGrain
    return SettledFile(hash: hash, isOpen: answer == 1 && isLocal, stamp: answer == 0 && isLocal && isOld ? stamp : nil)
  }

  /// Bytes: most memos are smaller.
  private static let readAtOnce = 1 << 16
  private static let looksForWriters = 100
  private static let pauseBetweenLooks: useconds_t = 5_000

  func falseIfAbsent(_ body: () throws(FileError) -> Bool) throws(FileError) -> Bool {
    do throws(FileError) {
      return try body()
    } catch {
      if error.reason == .notFound { return false }
      throw error
    }
  }

  /// Whether anything at all has a name.
  public func isTaken(_ path: VaultPath) throws(FileError) -> Bool {
    try status(of: path) != nil
  }

  private func status(of path: VaultPath) throws(FileError) -> csystem_status? {
    do throws(FileError) {
      let folder = try folders.openParent(of: path, for: .read)
      return try naming(path) { () throws(SystemFailure) in try folder.status(of: cString(path.name)) }
    } catch {
      // No file can have a longer name than the system takes.
      if error.reason == .notFound || error.reason == .nameTooLong { return nil }
      throw error
    }
  }

  /// Names the path in the error of a system call.
  @discardableResult
  func naming<Result: ~Copyable>(
    _ path: VaultPath, _ operation: FileError.Operation = .write, _ body: () throws(SystemFailure) -> Result
  ) throws(FileError) -> Result {
    do throws(SystemFailure) {
      return try body()
    } catch {
      throw FileError(operation, path: path.bytes, code: error.code)
    }
  }

  // MARK: Renames

  private func rename(
    _ name: [CChar], in folder: Int32, to newName: [CChar], in newFolder: Int32
  ) throws(SystemFailure) -> Bool {
    do throws(SystemFailure) {
      guard abilities.contains(.exclusive) else { throw SystemFailure(code: ENOSYS) }
      try retrying { csystem_rename_exclusive(folder, name, newFolder, newName) }
      return true
    } catch {
      switch error.code {
      case ENOENT: return false
      case EEXIST: return try changeCase(name, in: folder, to: newName, in: newFolder)
      case let code where RenameAbilities.isRenameMissing(code): break
      default: throw error
      }
    }
    switch try link(name, in: folder, to: newName, in: newFolder) {
    case true?:
      try retrying { unlinkat(folder, name, 0) }
      return true
    case false?: break
    case nil:
      if try RenameAbilities.renameOverPlaceholder(name, in: folder, to: newName, in: newFolder) { return true }
    }
    return try changeCase(name, in: folder, to: newName, in: newFolder)
  }

  /// As that of the abilities, but false also where there is no such file.
  private func link(
    _ name: [CChar], in folder: Int32, to newName: [CChar], in newFolder: Int32
  ) throws(SystemFailure) -> Bool? {
    do throws(SystemFailure) {
      return try abilities.link(name, in: folder, to: newName, in: newFolder)
    } catch {
      if error.code == ENOENT { return false }
      throw error
    }
  }

  /// Where the taken name is the file itself, only in another spelling, the file system takes both spellings for one name.
  private func changeCase(
    _ name: [CChar], in folder: Int32, to newName: [CChar], in newFolder: Int32
  ) throws(SystemFailure) -> Bool {
    guard let old = csystem_status(of: name, in: folder), let new = csystem_status(of: newName, in: newFolder),
      old.inode == new.inode, old.device == new.device, old.links == 1
    else { return false }
    try retrying { renameat(folder, name, newFolder, newName) }
    return true
  }

  private func exchange(
    _ name: [CChar], in folder: Int32, with other: [CChar], in otherFolder: Int32
  ) throws(SystemFailure) -> Bool {
    do throws(SystemFailure) {
      guard abilities.contains(.exchange) else { throw SystemFailure(code: ENOSYS) }
      try retrying { csystem_rename_exchange(folder, name, otherFolder, other) }
      return true
    } catch {
      if error.code == ENOENT { return false }
      guard RenameAbilities.isRenameMissing(error.code) else { throw error }
    }
    guard csystem_status(of: name, in: folder) != nil else { return false }
    // Two names for the old file, then the new one over it: at no time is either file without a name. What is saved
    // under the name between the two calls is lost, which only an exchange could prevent. Without hard links, the name is
    // also free between them.
    let kept = name.dropLast() + [CChar(UInt8(ascii: "~")), 0]
    switch try abilities.link(other, in: otherFolder, to: Array(kept), in: folder) {
    case true?: break
    case false?: throw SystemFailure(code: EEXIST)
    case nil: try retrying { renameat(otherFolder, other, folder, Array(kept)) }
    }
    do throws(SystemFailure) {
      try retrying { renameat(folder, name, otherFolder, other) }
    } catch {
      // Of two names for one file, this changes nothing.
      _ = renameat(folder, Array(kept), otherFolder, other)
      throw error
    }
    try retrying { renameat(folder, Array(kept), folder, name) }
    return true
  }
}
