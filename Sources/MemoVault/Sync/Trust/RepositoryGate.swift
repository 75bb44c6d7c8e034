import MemoCore

/// Decides whether git may be run on a vault's repository at all. It comes before every other look at it.
public struct RepositoryGate: Sendable {
  private let vault: Vault
  private let host: any HostFiles
  private let trusted: TrustedRepositories

  private static let configLimit = 1 << 20

  /// - Parameter trusted: the repositories whose settings the user trusts.
  public init(_ vault: Vault, host: any HostFiles, trusted: TrustedRepositories) {
    self.vault = vault
    self.host = host
    self.trusted = trusted
  }

  /// The repository's settings, where they are harmless or trusted.
  ///
  /// - Throws: `untrusted` with the keys that are neither; `repository` where there is none that memo can work with.
  public func open() throws(SyncError) -> RepositoryConfig {
    let bytes = try configBytes()
    let config = RepositoryConfig(bytes)
    guard let config else { throw .untrusted([]) }
    let suspicious = config.suspicious
    if suspicious.isEmpty { return config }
    let untrusted = try SyncError.wrapping { () throws(FileError) in
      try trusted.missing(of: suspicious, vault.root, config: bytes)
    }
    guard untrusted.isEmpty else { throw .untrusted(untrusted.map(\.name)) }
    return config
  }

  /// Remembers that the user trusts the settings as they are now, all or some of them; returns the keys this is about.
  public func trust() throws(SyncError) -> [String] {
    let bytes = try configBytes()
    guard let config = RepositoryConfig(bytes) else { throw .untrusted([]) }
    try SyncError.wrapping { () throws(FileError) in try trusted.add(config.suspicious, vault.root) }
    return config.suspicious.map(\.name)
  }

  private func configBytes() throws(SyncError) -> [UInt8] {
    let git = VaultPath(".git")
    let (isTaken, isOwn) = try SyncError.wrapping { () throws(FileError) in
      (try vault.writer.isTaken(git), try isOwnFolder(git))
    }
    guard isTaken else { throw .repository(enclosing().map(RepositoryTrouble.insideAnother) ?? .missing) }
    guard isOwn else { throw .repository(.linked) }
    let hasParts = try SyncError.wrapping { () throws(FileError) in try isWhole(git) }
    guard hasParts else { throw .repository(.unfinished) }
    let config = try SyncError.wrapping { () throws(FileError) in
      try host.contents(of: vault.root.appending(git.appending("config")), limit: Self.configLimit)
    }
    return config ?? []
  }

  /// Whether it is a folder, no link to one, and no part of another repository: with a file `commondir` in it, git takes
  /// the settings and all else from elsewhere.
  private func isOwnFolder(_ path: VaultPath) throws(FileError) -> Bool {
    guard try vault.files.folderStamp(of: path) != nil else { return false }
    return try !vault.writer.isTaken(path.appending("commondir"))
  }

  /// Whether it has what git takes a folder for a repository by: a full disk may have kept it from making all of it.
  private func isWhole(_ path: VaultPath) throws(FileError) -> Bool {
    for folder in ["objects", "refs"] where try vault.files.folderStamp(of: path.appending(folder)) == nil {
      return false
    }
    return try vault.writer.isTaken(path.appending("HEAD"))
  }

  /// The folder above the vault that is a repository.
  private func enclosing() -> HostPath? {
    var folder = vault.root
    while folder != .fileSystemRoot {
      folder = folder.parent
      if host.kind(of: folder.appending(".git")) != nil { return folder }
    }
    return nil
  }
}

extension RepositoryConfig {
  /// The settings that are not known to be harmless.
  fileprivate var suspicious: [Entry] { entries.filter { !InertSettings.contain($0) } }
}
