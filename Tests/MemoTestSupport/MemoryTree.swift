import MemoCore
import MemoPlatform
import MemoStore

/// Files and folders of a vault in memory.
public struct MemoryTree: Sendable {
  struct File {
    var bytes: [UInt8]
    var stamp: FileStamp
  }

  var files: [VaultPath: File] = [:]
  var folders: Set<VaultPath> = [.root]
  /// What is neither a file nor a folder: links, pipes and the like.
  var others: Set<VaultPath> = []
  private var time: Int64 = 1_000_000_000

  /// Makes or replaces a file, with the folders that it needs.
  mutating func add(_ path: VaultPath, _ bytes: [UInt8], _ modified: Int64?) throws(FileError) {
    try makeFolders(path.parent)
    if folders.contains(path) { throw FileError(.write, path: path.bytes, code: 21) }
    if others.contains(path) { throw FileError(.write, path: path.bytes, code: 40) }
    time += 1
    let stamp = FileStamp(
      size: UInt64(bytes.count), modified: modified ?? time, changed: time, inode: UInt64(time))
    files[path] = File(bytes: bytes, stamp: stamp)
  }

  /// Whether a name is taken; throws ENOTDIR where a file is in the way.
  func isTaken(_ path: VaultPath) throws(FileError) -> Bool {
    try refuseFile(above: path)
    return files[path] != nil || folders.contains(path) || others.contains(path)
  }

  mutating func makeFolders(_ path: VaultPath) throws(FileError) {
    try refuseFile(above: path.appending("x"))
    var folder = path
    while folders.insert(folder).inserted { folder = folder.parent }
  }

  mutating func moveFolder(_ path: VaultPath, to newPath: VaultPath) {
    func moved(_ old: VaultPath) -> VaultPath {
      guard old == path || old.isInside(path) else { return old }
      return VaultPath(bytes: newPath.bytes + old.bytes.dropFirst(path.bytes.count))
    }
    files = Dictionary(uniqueKeysWithValues: files.map { (moved($0), $1) })
    folders = Set(folders.map(moved))
  }

  func holdsSomething(_ folder: VaultPath) -> Bool {
    files.keys.contains { $0.parent == folder } || others.contains { $0.parent == folder }
      || folders.contains { $0 != .root && $0.parent == folder }
  }

  private func refuseFile(above path: VaultPath) throws(FileError) {
    var folder = path.parent
    while folder != .root {
      if files[folder] != nil || others.contains(folder) { throw FileError(.write, path: path.bytes, code: 20) }
      folder = folder.parent
    }
  }
}

extension VaultPath {
  /// Whether it lies below a folder.
  func isInside(_ folder: VaultPath) -> Bool {
    bytes.starts(with: folder.bytes + [UInt8(ascii: "/")])
  }
}
