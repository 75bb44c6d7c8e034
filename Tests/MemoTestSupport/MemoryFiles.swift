import MemoCore
import MemoPlatform
import MemoStore
import Synchronization

/// A vault in memory, for laws that are tried thousands of times. What it does is what the contract of the port says.
final class MemoryFiles: VaultFiles, VaultWriting {
  /// A name that says where it is not.
  let root = HostPath("/memory")

  private let tree = Mutex(MemoryTree())

  private func locked<Result>(
    _ body: (inout MemoryTree) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    // The mutex loses the type of what is thrown.
    var outcome: Swift.Result<Result, FileError>?
    tree.withLock { tree in
      do throws(FileError) {
        outcome = .success(try body(&tree))
      } catch {
        outcome = .failure(error)
      }
    }
    guard let outcome else { preconditionFailure("the body has not run") }
    return try outcome.get()
  }

  /// All that is there.
  var state: MemoryTree {
    get { tree.withLock(\.self) }
    set { tree.withLock { $0 = newValue } }
  }

  /// How many changes may still be made; below 0 where one was refused, `nil` for no limit.
  var left: Int? {
    get { allowance.withLock(\.self) }
    set { allowance.withLock { $0 = newValue } }
  }

  private let allowance = Mutex<Int?>(nil)

  /// Makes a change, unless the power is cut: then nothing can be changed any more.
  func changing<Result>(_ body: (inout MemoryTree) throws(FileError) -> Result) throws(FileError) -> Result {
    let isAllowed = allowance.withLock { left in
      guard let count = left else { return true }
      left = max(-1, count - 1)
      return count > 0
    }
    guard isAllowed else { throw FileError(.write, path: [], code: MemoryFiles.cut) }
    return try locked(body)
  }

  /// EIO.
  static let cut: Int32 = 5

  // MARK: Reading

  func entries(of folder: VaultPath) throws(FileError) -> [FolderEntry]? {
    try locked { tree throws(FileError) in
      guard tree.folders.contains(folder) else { return nil }
      let entries =
        tree.files.keys.filter { $0.parent == folder }.map { FolderEntry(name: Array($0.name), kind: .file) }
        + tree.folders.filter { $0 != .root && $0.parent == folder }
        .map { FolderEntry(name: Array($0.name), kind: .folder) }
      return entries.filter { $0.name.first != UInt8(ascii: ".") }
    }
  }

  func allEntries(of folder: VaultPath) throws(FileError) -> [AnyEntry]? {
    try locked { tree throws(FileError) in
      guard tree.folders.contains(folder) else { return nil }
      return tree.files.keys.filter { $0.parent == folder }.map { AnyEntry(name: Array($0.name), kind: .file) }
        + tree.folders.filter { $0 != .root && $0.parent == folder }
        .map { AnyEntry(name: Array($0.name), kind: .folder) }
        + tree.others.filter { $0.parent == folder }.map { AnyEntry(name: Array($0.name), kind: nil) }
    }
  }

  func folderStamp(of folder: VaultPath) throws(FileError) -> FileStamp? {
    try locked { tree throws(FileError) in
      tree.folders.contains(folder)
        ? FileStamp(size: 0, modified: 0, changed: 0, inode: XXHash64.hash(folder.bytes)) : nil
    }
  }

  func ownership(of path: VaultPath) throws(FileError) -> Ownership? {
    try locked { tree throws(FileError) in try tree.isTaken(path) ? .ofThisUser : nil }
  }

  func fileStamps(
    in folder: VaultPath, count: Int, name: (Int) -> UnsafePointer<CChar>, body: (Int, FileStamp?) -> Void
  ) throws(FileError) {
    for index in 0..<count {
      let name = String(cString: name(index))
      body(index, try locked { tree throws(FileError) in tree.files[folder.appending(name)]?.stamp })
    }
  }

  func stream(
    _ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    guard let file = try locked({ tree throws(FileError) in tree.files[path] }) else { return false }
    var failure: FileError?
    file.bytes.withUnsafeBytes { bytes in
      do throws(FileError) { try body(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
    return true
  }

  func read(
    _ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> FileReading? {
    guard let file = try locked({ tree throws(FileError) in tree.files[path] }) else { return nil }
    file.bytes.prefix(limit).withUnsafeBytes(head)
    return FileReading(stamp: file.stamp, born: nil, hash: XXHash64.hash(file.bytes))
  }

  // MARK: Writing

  func create(
    _ path: VaultPath, modified: Int64?, permissions: UInt16?, isDurable: Bool, fill: FileFilling
  ) throws(FileError) -> Bool {
    var contents: [UInt8] = []
    try fill { piece throws(FileError) in contents.append(contentsOf: piece) }
    return try changing { tree throws(FileError) in
      guard try !tree.isTaken(path) else { return false }
      try tree.add(path, contents, modified)
      return true
    }
  }

  func replace(_ path: VaultPath, contents: [UInt8]) throws(FileError) {
    try changing { tree throws(FileError) in try tree.add(path, contents, nil) }
  }

  func remove(_ path: VaultPath) throws(FileError) -> Bool {
    try changing { tree throws(FileError) in tree.files.removeValue(forKey: path) != nil }
  }

  func stage(
    _ path: VaultPath, like model: VaultPath?, modified: Int64?, permissions: UInt16?, fill: FileFilling
  ) throws(FileError) {
    guard try create(path, modified: modified, permissions: permissions, isDurable: false, fill: fill) else {
      throw FileError(.write, path: path.bytes, code: 17)
    }
  }

  func move(_ path: VaultPath, to newPath: VaultPath) throws(FileError) -> Bool {
    try changing { tree throws(FileError) in
      guard let file = tree.files[path], try !tree.isTaken(newPath) else { return false }
      try tree.makeFolders(newPath.parent)
      tree.files[path] = nil
      tree.files[newPath] = file
      return true
    }
  }

  func exchange(_ path: VaultPath, with other: VaultPath) throws(FileError) -> Bool {
    try changing { tree throws(FileError) in
      guard let file = tree.files[path], let otherFile = tree.files[other] else { return false }
      (tree.files[path], tree.files[other]) = (otherFile, file)
      return true
    }
  }

  /// No one has a file open here.
  func readSettled(_ path: VaultPath) throws(FileError) -> SettledFile? {
    try read(path, limit: 0) { _ in }.map { SettledFile(hash: $0.hash, isOpen: false, stamp: nil) }
  }

  func isTaken(_ path: VaultPath) throws(FileError) -> Bool {
    try locked { tree throws(FileError) in try tree.isTaken(path) }
  }

  func synchronize(files: [VaultPath]) {}

  func synchronize(folders: [VaultPath]) {}

  func synchronizeAll() {}

  // MARK: Folders

  func makeFolder(_ path: VaultPath) throws(FileError) {
    try changing { tree throws(FileError) in try tree.makeFolders(path) }
  }

  /// There are no permission bits.
  func makeFolder(_ path: VaultPath, like model: VaultPath) throws(FileError) { try makeFolder(path) }

  func moveFolder(_ path: VaultPath, to newPath: VaultPath) throws(FileError) {
    try changing { tree throws(FileError) in tree.moveFolder(path, to: newPath) }
  }

  func removeFolder(_ path: VaultPath) throws(FileError) -> Bool {
    try changing { tree throws(FileError) in
      guard tree.folders.contains(path), !tree.holdsSomething(path) else { return false }
      tree.folders.remove(path)
      return true
    }
  }

  /// Nothing is left of a write that did not end: there are no processes.
  func removeLeftovers(in path: VaultPath) {}

  func removeFolderWithFiles(_ path: VaultPath) throws(FileError) {
    try changing { tree throws(FileError) in
      tree.files = tree.files.filter { !$0.key.isInside(path) }
      tree.folders = tree.folders.filter { $0 != path && !$0.isInside(path) }
    }
  }

  func lock(_ path: VaultPath, waiting: Duration) -> (any VaultLock)? {
    MemoryLock()
  }
}

private final class MemoryLock: VaultLock {}
