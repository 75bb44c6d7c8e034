import MemoCore
import MemoVault
import Synchronization

/// A host whose disk refuses the call of a number: only that one, or also all that follow, as if the process had died.
struct FaultyHost: HostFiles {
  let base: any HostFiles
  let fault: Fault

  func kind(of path: HostPath) -> FolderEntry.Kind? { base.kind(of: path) }
  func realPath(of path: HostPath) -> HostPath? { base.realPath(of: path) }
  func contents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]? {
    try base.contents(of: path, limit: limit)
  }
  func makeFolder(_ path: HostPath) throws(FileError) { try base.makeFolder(path) }

  func vault(at root: HostPath) throws(FileError) -> VaultAccess {
    let access = try base.vault(at: root)
    return VaultAccess(
      files: access.files, writer: FaultyWriter(base: access.writer, fault: fault), device: access.device,
      inode: access.inode, openCache: access.openCache)
  }
}

/// Counts the calls that change something.
final class Fault: Sendable {
  private let calls = Mutex(0)
  let number: Int
  let isDeath: Bool

  init(at number: Int, isDeath: Bool) {
    (self.number, self.isDeath) = (number, isDeath)
  }

  /// Whether the call was reached.
  var hasHappened: Bool { calls.withLock { $0 >= number } }

  /// Counts one call; throws where it is to be refused.
  func pass() throws(FileError) {
    let call = calls.withLock { calls in
      calls += 1
      return calls
    }
    if isDeath ? call >= number : call == number { throw FileError(.write, path: [], code: 5) }
  }
}

private struct FaultyWriter: VaultWriting {
  let base: any VaultWriting
  let fault: Fault

  func create(_ path: VaultPath, contents: [UInt8], modified: Int64?) throws(FileError) -> Bool {
    try fault.pass()
    return try base.create(path, contents: contents, modified: modified)
  }
  func replace(_ path: VaultPath, contents: [UInt8]) throws(FileError) {
    try fault.pass()
    try base.replace(path, contents: contents)
  }
  func remove(_ path: VaultPath) throws(FileError) -> Bool {
    try fault.pass()
    return try base.remove(path)
  }
  func stage(_ path: VaultPath, contents: [UInt8], like model: VaultPath?, modified: Int64?) throws(FileError) {
    try fault.pass()
    try base.stage(path, contents: contents, like: model, modified: modified)
  }
  func move(_ path: VaultPath, to newPath: VaultPath) throws(FileError) -> Bool {
    try fault.pass()
    return try base.move(path, to: newPath)
  }
  func exchange(_ path: VaultPath, with other: VaultPath) throws(FileError) -> Bool {
    try fault.pass()
    return try base.exchange(path, with: other)
  }
  func isTaken(_ path: VaultPath) throws(FileError) -> Bool { try base.isTaken(path) }
  func synchronize(files: [VaultPath]) throws(FileError) {
    try fault.pass()
    try base.synchronize(files: files)
  }
  func synchronize(folders: [VaultPath]) throws(FileError) {
    try fault.pass()
    try base.synchronize(folders: folders)
  }
  func makeFolder(_ path: VaultPath) throws(FileError) {
    try fault.pass()
    try base.makeFolder(path)
  }
  func moveFolder(_ path: VaultPath, to newPath: VaultPath) throws(FileError) {
    try fault.pass()
    try base.moveFolder(path, to: newPath)
  }
  func removeFolder(_ path: VaultPath) throws(FileError) -> Bool {
    try fault.pass()
    return try base.removeFolder(path)
  }
  func removeFolderWithFiles(_ path: VaultPath) throws(FileError) {
    try fault.pass()
    try base.removeFolderWithFiles(path)
  }
  func lock(_ path: VaultPath, waiting: Duration) throws(FileError) -> (any VaultLock)? {
    try base.lock(path, waiting: waiting)
  }
}
