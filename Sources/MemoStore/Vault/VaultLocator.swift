public import MemoCore

/// Finds the vault a command works on.
public struct VaultLocator {
  private let host: any HostFiles
  private let workingDirectory: HostPath
  private let home: HostPath?

  /// The folder whose presence marks a vault.
  public static let marker = ".memo"

  /// A locator that reads relative paths from the working directory.
  public init(host: any HostFiles, workingDirectory: HostPath, home: HostPath?) {
    self.host = host
    self.workingDirectory = workingDirectory
    self.home = home
  }

  /// The root of the vault, without symbolic links.
  ///
  /// - Parameters:
  ///   - option: what `--vault` names.
  ///   - variable: what `MEMO_VAULT` names.
  ///   - noteUnused: called with another user's vault around the working directory, where one further up or the
  ///     configured one is taken.
  ///   - configured: what `vault` in the user's settings names; asked last, because most commands find their vault
  ///     without reading settings.
  public func locate(
    option: [UInt8]?, variable: [UInt8]?, noteUnused: (UnusedVault) -> Void = { _ in },
    configured: () throws -> String?
  ) throws -> HostPath {
    if let named = option ?? variable { return try folder(HostPath(named, from: workingDirectory)) }
    let (found, unused) = search()
    let root: HostPath
    if let found {
      root = found
    } else if let path = try configured().flatMap(expanded) {
      root = try folder(path)
    } else {
      throw VaultError.noVault(unused: unused)
    }
    if let unused, unused.reason == .otherUser { noteUnused(unused) }
    return root
  }

  private func folder(_ path: HostPath) throws -> HostPath {
    let path = host.spelled(path)
    guard let kind = host.kind(of: path) else { throw absence(of: path) }
    guard kind == .folder, let real = host.realPath(of: path) else { throw VaultError.notAFolder(path) }
    return real
  }

  /// Why nothing is seen at a path: a mount whose program has ended is no missing folder, nor is one behind a closed folder.
  private func absence(of path: HostPath) -> any Error {
    do throws(FileError) {
      _ = try host.contents(of: path, limit: 0)
      return VaultError.noFolder(path)
    } catch {
      return error.reason == .invalid ? VaultError.notAFolder(path) : error
    }
  }

  /// The nearest marked folder from the working directory up that may be taken, and the first that may not.
  ///
  /// Whoever can make a folder named `.memo` somewhere above would else choose the vault, its settings and its history.
  private func search() -> (found: HostPath?, unused: UnusedVault?) {
    var folder = workingDirectory
    var unused: UnusedVault?
    let device = host.ownership(of: folder)?.device
    let realHome = home.flatMap(host.realPath)
    /// Why nothing from here up is taken.
    var limit: UnusedVault.Reason?
    while true {
      if folder == .fileSystemRoot { limit = limit ?? .fileSystemRoot }
      if folder == realHome, folder != workingDirectory { limit = limit ?? .home }
      if let reason = limit ?? reasonToSkip(folder, on: device) {
        if isMarked(folder) { unused = unused ?? UnusedVault(root: folder, reason: reason) }
        if reason == .otherFileSystem { limit = reason }
      } else if isMarked(folder) {
        return (host.realPath(of: folder), unused)
      }
      // A home that is the working directory is the last folder, too.
      if folder == realHome { limit = limit ?? .home }
      if folder == .fileSystemRoot { return (nil, unused) }
      folder = folder.parent
    }
  }

  private func isMarked(_ folder: HostPath) -> Bool {
    host.kind(of: folder.appending(Self.marker)) == .folder
  }

  private func reasonToSkip(_ folder: HostPath, on device: UInt64?) -> UnusedVault.Reason? {
    guard let ownership = host.ownership(of: folder) else { return .otherUser }
    guard ownership.device == device else { return .otherFileSystem }
    // Without a marker it does not matter whose that would be.
    let isOwn = host.ownership(of: folder.appending(Self.marker))?.isOwnedByThisUser ?? true
    return ownership.isOwnedByThisUser && isOwn ? nil : .otherUser
  }

  /// The folder that the settings name; `nil` for an empty name, and for one in a home that is not known.
  private func expanded(_ path: String) -> HostPath? {
    if path.hasBytePrefix("/") { return HostPath(path) }
    guard let home, !path.isEmpty else { return nil }
    let isHome = path.utf8.elementsEqual("~".utf8) || path.hasBytePrefix("~/")
    return HostPath(Array(isHome ? path.utf8.dropFirst(2) : path.utf8[...]), from: home)
  }
}

/// A folder with `.memo` in or above the working directory that is not taken for the vault by itself. Named by a user, any
/// folder is.
public struct UnusedVault: Equatable, Sendable {
  /// Why it is not used.
  public enum Reason: Sendable {
    /// It, or its `.memo`, belongs to another user.
    case otherUser
    /// It is the home folder, or above, and the working directory is below.
    case home
    /// It is on another file system than the working directory, or above one.
    case otherFileSystem
    /// It is the root of the file system.
    case fileSystemRoot
  }

  /// The folder.
  public let root: HostPath
  /// Why it is not used.
  public let reason: Reason

  /// Names a folder.
  public init(root: HostPath, reason: Reason) {
    self.root = root
    self.reason = reason
  }
}
