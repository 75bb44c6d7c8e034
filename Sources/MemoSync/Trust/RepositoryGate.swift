import MemoCore
public import MemoStore

/// Decides whether git may be run on a vault's repository at all, and which remote it may reach. It comes before every other
/// look at it.
public struct RepositoryGate: Sendable {
  private let vault: Vault
  private let host: any HostFiles
  private let trusted: TrustedRepositories
  private let git: any Git

  private static let configLimit = 1 << 20
  private static let folder = VaultPath(".git")
  /// What git finds a repository by and where it goes on from there.
  private static let parts = ["config", "HEAD", "objects", "refs", "packed-refs"]

  /// - Parameters:
  ///   - trusted: the repositories whose settings the user trusts.
  ///   - git: says which folders of other users the user takes for safe.
  public init(_ vault: Vault, host: any HostFiles, trusted: TrustedRepositories, git: any Git) {
    self.vault = vault
    self.host = host
    self.trusted = trusted
    self.git = git
  }

  /// The repository's settings, where they are harmless or trusted.
  ///
  /// - Throws: `untrusted` with the keys that are neither; `repository` where there is none that memo can work with.
  public func open() throws -> RepositoryConfig {
    let (config, bytes) = try config()
    let suspicious = config.suspicious
    if suspicious.isEmpty { return config }
    let untrusted = try trusted.missing(of: suspicious, vault.root, config: bytes)
    guard untrusted.isEmpty else { throw SyncError.untrusted(untrusted.map(\.name)) }
    return config
  }

  /// Remembers that the user trusts the settings as they are now, all or some of them, and a remote on this machine;
  /// returns the keys this is about.
  public func trust() throws -> [String] {
    let config = try config().settings
    var entries = config.suspicious
    if let url = config.value("remote", "origin", "url"), try remote(at: url).isOnThisMachine {
      entries += config.origins
    }
    try trusted.replace(with: entries, vault.root)
    return entries.map(\.name)
  }

  // MARK: The remote

  /// The remote that the settings name, where it may be reached; `nil` for none.
  ///
  /// - Parameter named: what the user has just named the remote by.
  func remote(of config: RepositoryConfig, named: String? = nil) throws -> SyncRemote? {
    let urls = config.values("remote", "origin", "url")
    guard let url = urls.first else { return nil }
    // Git would push to all of them, and a person sees one.
    let pushed = config.values("remote", "origin", "pushurl").filter { !$0.utf8.elementsEqual(url.utf8) }
    guard urls.count == 1, pushed.isEmpty else {
      throw SyncError.severalRemotes((urls + pushed).map(RemoteAddress.shown))
    }
    let remote = try remote(at: url)
    if !remote.isOnThisMachine || named?.utf8.elementsEqual(url.utf8) == true { return remote }
    let unnamed = try trusted.missing(of: config.origins, vault.root, config: [])
    guard unnamed.isEmpty else { throw SyncError.unnamedRemote(RemoteAddress.shown(url)) }
    return remote
  }

  /// A remote that the user names, or that settings do.
  ///
  /// - Throws: `remoteInVault` for a folder that came with the vault, or may have.
  func remote(at url: String) throws -> SyncRemote {
    let place = RemotePlace(url, from: vault.root)
    // Git tries these names in turn.
    let suffixes = ["", ".git", "/.git", ".git/.git"]
    if case .folder(let folder) = place {
      let places = suffixes.compactMap { host.realPath(of: HostPath(folder.bytes + Array($0.utf8))) } + [folder]
      guard !places.contains(where: { $0.path(inVault: vault.root) != nil }) else { throw SyncError.remoteInVault(url) }
      if let link = places.lazy.compactMap(linkedLog).first { throw SyncError.repository(.special(link)) }
    }
    return SyncRemote(url: url, place: place, isOnThisMachine: place.isOnThisMachine(called: git.device))
  }

  /// A log of a repository in a folder, or what logs are in, that is a link: git would write to what that leads to.
  private func linkedLog(in place: HostPath) -> VaultPath? {
    guard let folder = try? host.vault(at: place),
      ["objects", "refs"].allSatisfy({ (try? folder.files.folderStamp(of: VaultPath($0))) != nil })
    else { return nil }
    func shown(_ path: VaultPath) -> VaultPath { VaultPath(bytes: place.appending(path).bytes) }
    var folders = [VaultPath("logs")]
    let hasLogs = (try? folder.files.folderStamp(of: folders[0])) != nil
    if !hasLogs { return (try? folder.writer.isTaken(folders[0])) == true ? shown(folders[0]) : nil }
    while let logs = folders.popLast() {
      for entry in (try? folder.files.allEntries(of: logs)) ?? [] {
        let path = logs.appending(entry.name)
        if entry.kind == nil { return shown(path) }
        if entry.kind == .folder { folders.append(path) }
      }
    }
    return nil
  }

  /// Remembers that the user has named a remote, where that matters.
  func remember(_ url: String) throws {
    guard try remote(at: url).isOnThisMachine else { return }
    // Where that cannot be kept, the next sync asks for it.
    try? trusted.add(RepositoryConfig.Entry.origin(url), vault.root)
  }

  // MARK: The repository

  private func config() throws -> (settings: RepositoryConfig, bytes: [UInt8]) {
    let bytes = try configBytes()
    guard let config = RepositoryConfig(bytes) else {
      // As a power cut leaves a file.
      if bytes.contains(0) { throw GitError.damaged(.configWithNULs) }
      throw SyncError.untrusted([])
    }
    try checkForm(config)
    let whole = try withSettingsOfTheWorkTree(config)
    try checkIsComplete(whole)
    return (whole, bytes)
  }

  private func configBytes() throws -> [UInt8] {
    guard try vault.writer.isTaken(Self.folder) else {
      throw SyncError.repository(enclosing().map(RepositoryTrouble.insideAnother) ?? .missing)
    }
    guard try isOwnFolder() else { throw SyncError.repository(.linked(RepositoryLink(of: vault))) }
    try checkOwner()
    try checkFiles()
    guard try isWhole() else { throw SyncError.repository(.unfinished) }
    let config = try host.contents(of: vault.root.appending(Self.folder.appending("config")), limit: Self.configLimit)
    return config ?? []
  }

  /// Ends where another user owns the vault or a part of the repository or may write to it, unless the user has set git
  /// that this is safe. Git itself does not look, because it is given the repository's place.
  private func checkOwner() throws {
    let folder = vault.root.appending(Self.folder)
    for path in [vault.root, folder] + Self.parts.map({ folder.appending($0) }) {
      guard let trouble = ownerTrouble(of: path) else { continue }
      let safe = try SafeDirectories(git)
      if safe.contain(vault.root, host) { return }
      if case .writableByOthers = trouble, !keepsPermissions() {
        throw SyncError.repository(.writableByOthers(path, root: vault.root, isFixed: true))
      }
      throw SyncError.repository(trouble)
    }
  }

  private func ownerTrouble(of path: HostPath) -> RepositoryTrouble? {
    guard var ownership = host.ownership(of: path), !ownership.isPrivate else { return nil }
    let real = host.realPath(of: path)
    // A link to a branch that has no file of its own.
    if real == nil, path.name.elementsEqual("HEAD".utf8) { return .linkedHead }
    // A link has permissions of no meaning; what it leads to is what git reads.
    if let real, real != path, let owner = host.ownership(of: real) { ownership = owner }
    if ownership.isPrivate { return nil }
    return ownership.isOwnedByThisUser
      ? .writableByOthers(path, root: vault.root)
      : .ownedByAnother(path, user: ownership.user, root: vault.root)
  }

  /// Whether a new file for this user alone is for this user alone, or none can be made to find out. Some file systems show
  /// the same permissions for all files, and let `chmod` do nothing without an error.
  private func keepsPermissions() -> Bool {
    let path = Self.folder.appending("memo-permissions")
    do throws(FileError) {
      _ = try vault.writer.create(path, modified: nil, permissions: 0o600, isDurable: false) { _ in }
      let permissions = try vault.files.ownership(of: path)?.permissions ?? 0
      _ = try vault.writer.remove(path)
      return permissions & 0o022 == 0
    } catch {
      return true
    }
  }

  /// Ends where git would wait for ever: it opens whatever has the name of one of its files, and a pipe has no end that
  /// anybody writes to. And where it would write elsewhere through a link: a log can hold a name of the settings' choice, which
  /// in a file of a shell's is a command, and `git gc` empties what it takes for an old work tree. Objects are not looked at,
  /// of which there may be very many.
  private func checkFiles() throws {
    let workTree = try git.workTree(at: vault.root)
    var folders = ["", "/info", "/objects/info", "/refs", "/logs", "/worktrees"].map { VaultPath(".git\($0)") }
    while let folder = folders.popLast() {
      for entry in try workTree.entries(of: folder) ?? [] {
        let path = folder.appending(entry.name)
        switch entry.kind {
        case .file: continue
        case .folder: if Self.isRefOrLog(path) { folders.append(path) }
        case .other:
          let isWritten =
            Self.writtenFiles.contains(path) || Self.isRefOrLog(path) || path.parent == Self.workTrees
          if isWritten || isSpecial(vault.root.appending(path)) { throw SyncError.repository(.special(path)) }
        }
      }
    }
  }

  /// What git writes to, besides refs and their logs.
  private static let writtenFiles = ["index", "packed-refs", "logs", "worktrees"].map { VaultPath(".git/\($0)") }
  private static let workTrees = VaultPath(".git/worktrees")

  private static func isRefOrLog(_ path: VaultPath) -> Bool {
    [".git/refs/", ".git/logs/"].contains { path.bytes.starts(with: $0.utf8) }
  }

  /// Whether what is there, or what a link leads to, is neither a file nor a folder.
  private func isSpecial(_ path: HostPath) -> Bool {
    host.realPath(of: path) != nil && host.kind(of: path) == nil
  }

  /// Ends where git would read settings that are not in the file, or fetch objects when it misses them; trust in the file
  /// does not reach so far.
  private func checkIsComplete(_ config: RepositoryConfig) throws {
    let elsewhere = config.entries.filter {
      ["include", "includeif"].contains($0.section) || $0.isWorkTreeExtension
    }
    guard elsewhere.isEmpty else { throw SyncError.settingsElsewhere(elsewhere.map(\.name)) }
    let isPartial = config.entries.contains {
      $0.section == "extensions" && $0.key == "partialclone" || $0.section == "remote" && $0.key == "promisor"
    }
    if isPartial { throw SyncError.repository(.partialClone) }
  }

  /// The settings with those of the work tree alone in the place of the extension that has git read them, where they are
  /// what `git sparse-checkout` leaves there; else the same.
  private func withSettingsOfTheWorkTree(_ config: RepositoryConfig) throws -> RepositoryConfig {
    guard config.entries.last(where: \.isWorkTreeExtension)?.isOn == true else { return config }
    let path = vault.root.appending(Self.folder.appending("config.worktree"))
    guard let bytes = try host.contents(of: path, limit: Self.configLimit), let own = RepositoryConfig(bytes),
      own.entries.allSatisfy({ ["core", "index"].contains($0.section) && InertSettings.contain($0) })
    else { return config }
    return config.replacing(\.isWorkTreeExtension, with: own)
  }

  /// Ends where the repository is kept in a form that memo, or this git, does not read.
  private func checkForm(_ config: RepositoryConfig) throws {
    let strange = config.entries.first { entry in
      switch entry.section {
      case "core": entry.key == "repositoryformatversion" && !entry.isValue("0") && !entry.isValue("1")
      case "extensions":
        !InertSettings.contain(entry) && !["worktreeconfig", "partialclone"].contains(entry.key)
      default: false
      }
    }
    guard let strange else { return }
    throw SyncError.repository(.otherForm("\(strange.name) = \(strange.text ?? "")"))
  }

  /// Whether it is a folder, no link to one, and no part of another repository: with a file `commondir` in it, git takes
  /// the settings and all else from elsewhere.
  private func isOwnFolder() throws -> Bool {
    guard try vault.files.folderStamp(of: Self.folder) != nil else { return false }
    return try !vault.writer.isTaken(Self.folder.appending("commondir"))
  }

  /// Whether it has what git takes a folder for a repository by: a full disk may have kept it from making all of it.
  private func isWhole() throws -> Bool {
    for folder in ["objects", "refs"] where try vault.files.folderStamp(of: Self.folder.appending(folder)) == nil {
      return false
    }
    return try vault.writer.isTaken(Self.folder.appending("HEAD"))
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

  /// The settings that name the remote.
  fileprivate var origins: [Entry] { entries.filter(\.isOrigin) }
}

extension RepositoryConfig.Entry {
  /// Whether it has git read settings of the work tree alone.
  fileprivate var isWorkTreeExtension: Bool { section == "extensions" && key == "worktreeconfig" }

  /// The setting that names the remote.
  fileprivate static func origin(_ url: String) -> Self {
    Self(section: "remote", subsection: Array("origin".utf8), key: "url", value: Array(url.utf8))
  }
}

/// The folders that the user has declared safe though others own them: `safe.directory`, which counts only where it is
/// the user's own or the system's.
private struct SafeDirectories {
  private let patterns: [[UInt8]]

  init(_ git: any Git) throws {
    let words = ["config", "--show-scope", "--null", "--type=path", "--get-all", "safe.directory"]
    let answer = try git.run(GitCall(words, in: nil))
    let parts = answer.output.split(separator: 0, omittingEmptySubsequences: false)
    patterns = stride(from: 0, to: parts.count - 1, by: 2).compactMap { place in
      let isOwn = ["global", "system"].contains { parts[place].elementsEqual($0.utf8) }
      return isOwn ? Array(parts[place + 1]) : nil
    }
  }

  /// Whether a folder is one of them, the last word counting: an empty pattern takes back those before it.
  func contain(_ root: HostPath, _ host: any HostFiles) -> Bool {
    var isSafe = false
    for pattern in patterns {
      if pattern.isEmpty {
        isSafe = false
      } else if pattern.elementsEqual("*".utf8) {
        isSafe = true
      } else if pattern.first == UInt8(ascii: "/") {
        let isBelow = pattern.reversed().starts(with: "*/".utf8)
        let folder = HostPath(isBelow ? pattern.dropLast(2) : pattern)
        let real = host.realPath(of: folder) ?? folder
        isSafe = isSafe || real == root || isBelow && root.path(inVault: real) != nil
      }
    }
    return isSafe
  }
}
