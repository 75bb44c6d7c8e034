import MemoCore
import MemoStore

extension WrappedHost {
  /// A host with a vault on a file system that takes names which differ only in case for one, and keeps the case in which a
  /// file was made, as those of macOS and Windows do.
  static func ignoringCase(_ base: any HostFiles, at root: HostPath) throws -> WrappedHost {
    let files = try base.vault(at: root).files
    return WrappedHost(
      base: base, files: { CaselessFiles(base: $0) }, writer: { CaselessWriter(base: $0, files: files) })
  }
}

extension VaultFiles {
  /// A path in the case in which its files and folders were made, as far as they are there.
  fileprivate func spelled(_ path: VaultPath) -> VaultPath {
    path.components.reduce(VaultPath.root) { folder, name in
      let names = ((try? allEntries(of: folder)) ?? nil ?? []).map(\.name)
      let key = Folding.matchKey(String(decoding: name, as: UTF8.self))
      let found =
        names.first { $0.elementsEqual(name) }
        ?? names.first { Folding.matchKey(String(decoding: $0, as: UTF8.self)) == key }
      return folder.appending(found ?? Array(name))
    }
  }
}

private struct CaselessFiles: VaultFiles {
  let base: any VaultFiles
  var root: HostPath { base.root }

  func entries(of folder: VaultPath) throws(FileError) -> [FolderEntry]? { try base.entries(of: base.spelled(folder)) }
  func allEntries(of folder: VaultPath) throws(FileError) -> [AnyEntry]? {
    try base.allEntries(of: base.spelled(folder))
  }
  func folderStamp(of folder: VaultPath) throws(FileError) -> FileStamp? {
    try base.folderStamp(of: base.spelled(folder))
  }
  func ownership(of path: VaultPath) throws(FileError) -> Ownership? { try base.ownership(of: base.spelled(path)) }
  func fileStamps(
    in folder: VaultPath, count: Int, name: (Int) -> UnsafePointer<CChar>, body: (Int, FileStamp?) -> Void
  ) throws(FileError) {
    for index in 0..<count {
      let path = base.spelled(folder.appending(Array(String(cString: name(index)).utf8)))
      body(index, try base.knownStamp(of: path))
    }
  }
  func stream(
    _ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool { try base.stream(base.spelled(path), to: body) }
  func read(
    _ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> FileReading? { try base.read(base.spelled(path), limit: limit, head: head) }
}

private struct CaselessWriter: VaultWriting {
  let base: any VaultWriting
  let files: any VaultFiles

  func create(
    _ path: VaultPath, modified: Int64?, permissions: UInt16?, isDurable: Bool, fill: FileFilling
  ) throws(FileError) -> Bool {
    try base.create(
      files.spelled(path), modified: modified, permissions: permissions, isDurable: isDurable, fill: fill)
  }
  func replace(_ path: VaultPath, contents: [UInt8]) throws(FileError) {
    try base.replace(files.spelled(path), contents: contents)
  }
  func remove(_ path: VaultPath) throws(FileError) -> Bool { try base.remove(files.spelled(path)) }
  func stage(
    _ path: VaultPath, like model: VaultPath?, modified: Int64?, permissions: UInt16?, fill: FileFilling
  ) throws(FileError) {
    try base.stage(
      files.spelled(path), like: model.map(files.spelled), modified: modified, permissions: permissions, fill: fill)
  }
  func move(_ path: VaultPath, to newPath: VaultPath) throws(FileError) -> Bool {
    let (old, new) = (files.spelled(path), files.spelled(newPath))
    // The same file gets the case.
    return try base.move(old, to: old == new ? new.parent.appending(newPath.name) : new)
  }
  func exchange(_ path: VaultPath, with other: VaultPath) throws(FileError) -> Bool {
    try base.exchange(files.spelled(path), with: files.spelled(other))
  }
  func readSettled(_ path: VaultPath) throws(FileError) -> SettledFile? { try base.readSettled(files.spelled(path)) }
  func isTaken(_ path: VaultPath) throws(FileError) -> Bool { try base.isTaken(files.spelled(path)) }
  func synchronize(files paths: [VaultPath]) throws(FileError) {
    try base.synchronize(files: paths.map(files.spelled))
  }
  func synchronize(folders: [VaultPath]) throws(FileError) {
    try base.synchronize(folders: folders.map(files.spelled))
  }
  func synchronizeAll() throws(FileError) { try base.synchronizeAll() }
  func makeFolder(_ path: VaultPath) throws(FileError) { try base.makeFolder(files.spelled(path)) }
  func makeFolder(_ path: VaultPath, like model: VaultPath) throws(FileError) {
    try base.makeFolder(files.spelled(path), like: files.spelled(model))
  }
  func moveFolder(_ path: VaultPath, to newPath: VaultPath) throws(FileError) {
    let (old, new) = (files.spelled(path), files.spelled(newPath))
    try base.moveFolder(old, to: old == new ? new.parent.appending(newPath.name) : new)
  }
  func removeFolder(_ path: VaultPath) throws(FileError) -> Bool { try base.removeFolder(files.spelled(path)) }
  func removeFolderWithFiles(_ path: VaultPath) throws(FileError) {
    try base.removeFolderWithFiles(files.spelled(path))
  }
  func removeLeftovers(in path: VaultPath) throws(FileError) { try base.removeLeftovers(in: files.spelled(path)) }
  func lock(_ path: VaultPath, waiting: Duration) throws(FileError) -> (any VaultLock)? {
    try base.lock(path, waiting: waiting)
  }
}
