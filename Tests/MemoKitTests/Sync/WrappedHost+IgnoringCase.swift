import Foundation
import MemoCore
import MemoStore

extension WrappedHost {
  /// A host with a vault on a file system that takes names which differ only in case or normalization for one, and keeps the
  /// spelling in which a file was made, as those of macOS and Windows do.
  static func ignoringCase(_ base: any HostFiles, at root: HostPath) throws -> WrappedHost {
    try ignoring(base, at: root) { Folding.matchKey($0) }
  }

  /// The same with names that differ only in normalization, as on a volume of macOS that is case-sensitive.
  static func ignoringNormalization(_ base: any HostFiles, at root: HostPath) throws -> WrappedHost {
    try ignoring(base, at: root) { Array($0.precomposedStringWithCanonicalMapping.utf8) }
  }

  private static func ignoring(
    _ base: any HostFiles, at root: HostPath, by key: @escaping SpelledNames.Key
  ) throws -> WrappedHost {
    let names = SpelledNames(files: try base.vault(at: root).files, key: key)
    return WrappedHost(
      base: base, files: { CaselessFiles(base: $0, names: names) }, writer: { CaselessWriter(base: $0, names: names) })
  }
}

/// The names that files and folders have on the disk.
private struct SpelledNames: Sendable {
  /// What two names have in common that are one.
  typealias Key = @Sendable (String) -> [UInt8]

  let files: any VaultFiles
  let key: Key

  /// A path in the spelling in which its files and folders were made, as far as they are there.
  func spelled(_ path: VaultPath) -> VaultPath {
    path.components.reduce(VaultPath.root) { folder, name in
      let names = ((try? files.allEntries(of: folder)) ?? nil ?? []).map(\.name)
      let own = key(String(decoding: name, as: UTF8.self))
      let found =
        names.first { $0.elementsEqual(name) } ?? names.first { key(String(decoding: $0, as: UTF8.self)) == own }
      return folder.appending(found ?? Array(name))
    }
  }
}

private struct CaselessFiles: VaultFiles {
  let base: any VaultFiles
  let names: SpelledNames
  var root: HostPath { base.root }

  func entries(of folder: VaultPath) throws(FileError) -> [FolderEntry]? { try base.entries(of: names.spelled(folder)) }
  func allEntries(of folder: VaultPath) throws(FileError) -> [AnyEntry]? {
    try base.allEntries(of: names.spelled(folder))
  }
  func folderStamp(of folder: VaultPath) throws(FileError) -> FileStamp? {
    try base.folderStamp(of: names.spelled(folder))
  }
  func ownership(of path: VaultPath) throws(FileError) -> Ownership? { try base.ownership(of: names.spelled(path)) }
  func fileStamps(
    in folder: VaultPath, count: Int, name: (Int) -> UnsafePointer<CChar>, body: (Int, FileStamp?) -> Void
  ) throws(FileError) {
    for index in 0..<count {
      let path = names.spelled(folder.appending(Array(String(cString: name(index)).utf8)))
      body(index, try base.knownStamp(of: path))
    }
  }
  func stream(
    _ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool { try base.stream(names.spelled(path), to: body) }
  func read(
    _ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> FileReading? { try base.read(names.spelled(path), limit: limit, head: head) }
}

private struct CaselessWriter: VaultWriting {
  let base: any VaultWriting
  let names: SpelledNames

  func create(
    _ path: VaultPath, modified: Int64?, permissions: UInt16?, isDurable: Bool, fill: FileFilling
  ) throws(FileError) -> Bool {
    try base.create(
      names.spelled(path), modified: modified, permissions: permissions, isDurable: isDurable, fill: fill)
  }
  func replace(_ path: VaultPath, contents: [UInt8]) throws(FileError) {
    try base.replace(names.spelled(path), contents: contents)
  }
  func remove(_ path: VaultPath) throws(FileError) -> Bool { try base.remove(names.spelled(path)) }
  func stage(
    _ path: VaultPath, like model: VaultPath?, modified: Int64?, permissions: UInt16?, fill: FileFilling
  ) throws(FileError) {
    try base.stage(
      names.spelled(path), like: model.map(names.spelled), modified: modified, permissions: permissions, fill: fill)
  }
  func move(_ path: VaultPath, to newPath: VaultPath) throws(FileError) -> Bool {
    let (old, new) = (names.spelled(path), names.spelled(newPath))
    // The same file gets the case.
    return try base.move(old, to: old == new ? new.parent.appending(newPath.name) : new)
  }
  func exchange(_ path: VaultPath, with other: VaultPath) throws(FileError) -> Bool {
    try base.exchange(names.spelled(path), with: names.spelled(other))
  }
  func readSettled(_ path: VaultPath) throws(FileError) -> SettledFile? { try base.readSettled(names.spelled(path)) }
  func isTaken(_ path: VaultPath) throws(FileError) -> Bool { try base.isTaken(names.spelled(path)) }
  func synchronize(files paths: [VaultPath]) throws(FileError) {
    try base.synchronize(files: paths.map(names.spelled))
  }
  func synchronize(folders: [VaultPath]) throws(FileError) {
    try base.synchronize(folders: folders.map(names.spelled))
  }
  func synchronizeAll() throws(FileError) { try base.synchronizeAll() }
  func makeFolder(_ path: VaultPath) throws(FileError) { try base.makeFolder(names.spelled(path)) }
  func makeFolder(_ path: VaultPath, like model: VaultPath) throws(FileError) {
    try base.makeFolder(names.spelled(path), like: names.spelled(model))
  }
  func moveFolder(_ path: VaultPath, to newPath: VaultPath) throws(FileError) {
    let (old, new) = (names.spelled(path), names.spelled(newPath))
    try base.moveFolder(old, to: old == new ? new.parent.appending(newPath.name) : new)
  }
  func removeFolder(_ path: VaultPath) throws(FileError) -> Bool { try base.removeFolder(names.spelled(path)) }
  func removeFolderWithFiles(_ path: VaultPath) throws(FileError) {
    try base.removeFolderWithFiles(names.spelled(path))
  }
  func removeLeftovers(in path: VaultPath) throws(FileError) { try base.removeLeftovers(in: names.spelled(path)) }
  func lock(_ path: VaultPath, waiting: Duration) throws(FileError) -> (any VaultLock)? {
    try base.lock(path, waiting: waiting)
  }
}
