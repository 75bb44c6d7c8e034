public import MemoCore
public import MemoStore
public import MemoSync
import Synchronization

/// The disk of one device: a vault in memory whose state can be kept and given back, and whose power can be cut after so
/// many changes.
public final class MemoryDisk: HostFiles {
  let files = MemoryFiles()

  /// Makes an empty one.
  public init() {}

  // MARK: Its state

  /// All that is on it.
  public var state: MemoryTree {
    get { files.state }
    set { files.state = newValue }
  }

  /// Lets so many changes through and none after them; all of them where `nil`.
  public func cutPower(after changes: Int?) { files.left = changes }

  /// Whether a change was refused since the power was cut.
  public var isCut: Bool { files.left.map { $0 < 0 } ?? false }

  /// Makes or replaces a file.
  public func write(_ bytes: [UInt8], to path: VaultPath) throws(FileError) {
    var state = state
    try state.add(path, bytes, nil)
    self.state = state
  }

  /// Puts something in a place that is neither a file nor a folder.
  public func obstruct(_ path: VaultPath) { state.others.insert(path) }

  /// Whether something is there that is neither a file nor a folder.
  public func isObstructed(_ path: VaultPath) -> Bool { state.others.contains(path) }

  /// Removes whatever has a name, and what is in it.
  public func remove(_ path: VaultPath) {
    var state = state
    state.files = state.files.filter { $0.key != path && !$0.key.isInside(path) }
    state.folders = state.folders.filter { $0 != path && !$0.isInside(path) }
    state.others.remove(path)
    self.state = state
  }

  /// The bytes of the files that are not hidden, by path.
  public var visible: [VaultPath: [UInt8]] {
    state.files.filter { $0.key.bytes.first != UInt8(ascii: ".") }.mapValues(\.bytes)
  }

  /// The bytes of the files in a folder and in those below it.
  public func files(below folder: VaultPath) -> [VaultPath: [UInt8]] {
    state.files.filter { $0.key.isInside(folder) }.mapValues(\.bytes)
  }

  /// The bytes of a file.
  public func bytes(of path: VaultPath) -> [UInt8]? { state.files[path]?.bytes }

  /// The files as git sees them.
  public var workTree: any WorkTree { files }

  // MARK: As a host

  /// There is nothing but the vault.
  public func kind(of path: HostPath) -> FolderEntry.Kind? { nil }
  /// No path has links.
  public func realPath(of path: HostPath) -> HostPath? { path }
  /// All is this user's own.
  public func ownership(of path: HostPath) -> Ownership? { .ofThisUser }
  /// There is nothing but the vault.
  public func contents(of path: HostPath, limit: Int) -> [UInt8]? { nil }
  /// Nothing is kept.
  public func makeFolder(_ path: HostPath, isPrivate: Bool) {}

  /// The vault, whatever its root is called.
  public func vault(at root: HostPath) -> VaultAccess {
    VaultAccess(files: files, writer: files, device: 1, inode: 1, openCache: { nil })
  }
}

extension MemoryFiles: WorkTree {
  func entries(of folder: VaultPath) throws(FileError) -> [WorkTreeEntry]? {
    let state = state
    guard state.folders.contains(folder) else { return nil }
    return state.files.filter { $0.key.parent == folder }.map { path, file in
      WorkTreeEntry(name: Array(path.name), kind: .file(file.stamp, isExecutable: false))
    }
      + state.folders.filter { $0 != .root && $0.parent == folder }.map { path in
        WorkTreeEntry(name: Array(path.name), kind: .folder)
      }
      + state.others.filter { $0.parent == folder }.map { path in
        WorkTreeEntry(name: Array(path.name), kind: .other)
      }
  }

  func setModified(_ path: VaultPath, to time: Int64, ifStill stamp: FileStamp) throws(FileError) -> Bool {
    try changing { tree throws(FileError) in
      guard let file = tree.files[path], file.stamp == stamp else { return false }
      try tree.add(path, file.bytes, time)
      return true
    }
  }

  func setExecutable(_ path: VaultPath, _ isExecutable: Bool) {}
}
