public import MemoCore

/// Files anywhere on the machine, as a user names them: symbolic links are followed.
public protocol HostFiles: Sendable {
  /// What is at a path; `nil` if there is nothing.
  func kind(of path: HostPath) -> FolderEntry.Kind?

  /// The path without symbolic links; `nil` if there is nothing.
  func realPath(of path: HostPath) -> HostPath?

  /// Where a symbolic link leads, whether there is anything or not; `nil` for what is not a link.
  func linkTarget(of path: HostPath) -> HostPath?

  /// Who owns what has a path; `nil` if there is nothing. Of a symbolic link, its own owner, as git asks.
  func ownership(of path: HostPath) -> Ownership?

  /// A file's bytes; `nil` if there is none. Refuses one of more than `limit`.
  func contents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]?

  /// The bytes of a file that the user named for them: also of a pipe, such as a shell's `<(…)`, which it waits for.
  func givenContents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]?

  /// Why nothing can be written in a folder; `nil` if it can, or where that is not known.
  func writeRefusal(of folder: HostPath) -> SystemReason?

  /// Makes a folder and those above it; nothing happens where it is there already.
  ///
  /// - Parameter isPrivate: whether no other user may look into those that it makes.
  func makeFolder(_ path: HostPath, isPrivate: Bool) throws(FileError)

  /// Identifies this boot of the machine; `nil` if the system does not say.
  var boot: String? { get }

  /// The vault at a root, without symbolic links.
  func vault(at root: HostPath) throws(FileError) -> VaultAccess
}

extension HostFiles {
  /// The path as it is spelled on the disk, where only the composition of letters differs: a name does not show whether it is in NFC
  /// or, as from a Mac, in NFD. What is not there either way keeps its spelling.
  public func spelled(_ path: HostPath) -> HostPath {
    guard path != .fileSystemRoot, kind(of: path) == nil, let name = String(validating: path.name, as: UTF8.self) else {
      return path
    }
    let folder = spelled(path.parent)
    let forms = name.canonicalForms.map { folder.appending($0) }
    return forms.first { kind(of: $0) != nil } ?? forms[0]
  }

  /// Makes a folder and those above it, with the permission bits that the user has new ones get.
  public func makeFolder(_ path: HostPath) throws(FileError) { try makeFolder(path, isPrivate: false) }

  /// There are no links by default.
  public func linkTarget(of path: HostPath) -> HostPath? { nil }

  /// Unknown by default.
  public func writeRefusal(of folder: HostPath) -> SystemReason? { nil }

  /// Unknown by default.
  public var boot: String? { nil }
}

/// A host that is as another, but for its vaults.
public protocol WrappingHost: HostFiles {
  /// The other one.
  var host: any HostFiles { get }
}

extension WrappingHost {
  /// Forwarded.
  public func kind(of path: HostPath) -> FolderEntry.Kind? { host.kind(of: path) }

  /// Forwarded.
  public func realPath(of path: HostPath) -> HostPath? { host.realPath(of: path) }

  /// Forwarded.
  public func linkTarget(of path: HostPath) -> HostPath? { host.linkTarget(of: path) }

  /// Forwarded.
  public func ownership(of path: HostPath) -> Ownership? { host.ownership(of: path) }

  /// Forwarded.
  public func contents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]? {
    try host.contents(of: path, limit: limit)
  }

  /// Forwarded.
  public func givenContents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]? {
    try host.givenContents(of: path, limit: limit)
  }

  /// Forwarded.
  public func writeRefusal(of folder: HostPath) -> SystemReason? { host.writeRefusal(of: folder) }

  /// Forwarded.
  public func makeFolder(_ path: HostPath, isPrivate: Bool) throws(FileError) {
    try host.makeFolder(path, isPrivate: isPrivate)
  }

  /// Forwarded.
  public var boot: String? { host.boot }
}

/// How the files of one vault are reached.
public struct VaultAccess: Sendable {
  /// Its files, for reading.
  public var files: any VaultFiles
  /// Its files, for writing.
  public var writer: any VaultWriting
  /// Device of the root.
  public var device: UInt64
  /// Inode of the root.
  public var inode: UInt64
  /// Opens its cache, making the folder where that is possible; `nil` if none can be kept.
  public var openCache: @Sendable () -> (any CacheStore)?
  /// Asks the vault's watcher, once it has seen all that happened before, which state of the cache is up to date; `nil`
  /// where none answers soon.
  public var askWatcher: @Sendable () -> [UInt8]?
  /// Called when a refresh begins, where refreshes are traced; what it returns is called at the end with the number of
  /// memos.
  public var refreshBegins: (@Sendable () -> @Sendable (_ memos: Int) -> Void)?

  /// Creates the access to a vault.
  public init(
    files: any VaultFiles, writer: any VaultWriting, device: UInt64, inode: UInt64,
    openCache: @escaping @Sendable () -> (any CacheStore)?, askWatcher: @escaping @Sendable () -> [UInt8]? = { nil }
  ) {
    self.files = files
    self.writer = writer
    self.device = device
    self.inode = inode
    self.openCache = openCache
    self.askWatcher = askWatcher
  }
}

extension HostFiles {
  /// The same as of any file.
  public func givenContents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]? {
    try contents(of: path, limit: limit)
  }

  /// The place of a path in the vault with a root, the symbolic links of the folder that it is in resolved as the root's
  /// are; `nil` outside of the vault, or where no folder of its is there.
  public func place(of path: HostPath, inVault root: HostPath) -> VaultPath? {
    var (folder, rest) = (path.parent, VaultPath(bytes: Array(path.name)))
    while folder != .fileSystemRoot {
      if let real = realPath(of: folder) { return real.appending(rest).path(inVault: root) }
      rest = VaultPath(bytes: Array(folder.name)).appending(rest.bytes)
      folder = folder.parent
    }
    return nil
  }
}

/// Who owns a file or folder, and who else may write to it: others could have put there what looks like one's own.
public struct Ownership: Equatable, Sendable {
  /// The system's number of the owner.
  public let user: UInt32
  /// Whether the owner is the user for whom this process runs. For other users root is another user, as for git.
  public let isOwnedByThisUser: Bool
  /// Whether its permission bits let everyone write to it, or a group that is not this user's alone.
  public let isWritableByOthers: Bool
  /// The file system it is on.
  public let device: UInt64
  /// Its permission bits.
  public let permissions: UInt16

  /// Whether only this user can have put it there or changed it.
  public var isPrivate: Bool { isOwnedByThisUser && !isWritableByOthers }

  /// Creates an ownership.
  public init(
    user: UInt32, isOwnedByThisUser: Bool, isWritableByOthers: Bool, device: UInt64, permissions: UInt16 = 0o644
  ) {
    self.user = user
    self.isOwnedByThisUser = isOwnedByThisUser
    self.isWritableByOthers = isWritableByOthers
    self.device = device
    self.permissions = permissions
  }
}
