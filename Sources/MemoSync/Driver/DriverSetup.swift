public import MemoCore
public import MemoStore

/// Sets a repository up so that plain git merges memos as a sync does, or takes that back.
///
/// Nothing is run but `git config` on the repository's own file, and nothing that is set runs a program of the vault.
public struct DriverSetup: Sendable {
  /// A line that is added to a file, or taken from it.
  public struct Change: Equatable, Sendable {
    /// The file, from the repository's root.
    public let file: VaultPath
    /// The line: `name = value`, or an attribute's.
    public let line: String
    /// Whether it goes.
    public let isRemoval: Bool
  }

  /// Why it was not done.
  public enum Trouble: Error, Equatable, Sendable {
    /// Neither the folder nor one above it is a repository.
    case noRepository(HostPath)
    /// The repository is kept elsewhere, as that of a linked work tree or a submodule is.
    case keptElsewhere(HostPath, RepositoryLink)
    /// The file of settings cannot be read.
    case unreadable(HostPath)
    /// A setting has another value, which someone else gave it.
    case taken(name: String, value: String)
  }

  /// The repository's root.
  public let root: HostPath
  let access: VaultAccess
  let git: any Git
  private let config: RepositoryConfig

  private static let configPath = VaultPath(".git/config")
  static let privateAttributes = VaultPath(".git/info/attributes")
  static let sharedAttributes = VaultPath(".gitattributes")
  private static let sizeLimit = 1 << 20

  /// Looks at the repository of a folder or of the nearest one above it.
  public init(near folder: HostPath, on host: any HostFiles, _ git: any Git) throws {
    var root = folder
    while host.kind(of: root.appending(".git")) == nil {
      guard root != .fileSystemRoot else { throw Trouble.noRepository(folder) }
      root = root.parent
    }
    (self.root, self.git) = (host.realPath(of: root) ?? root, git)
    let folder = try Vault(at: self.root, host: host)
    // Not through a link: the file of settings and that of attributes would be written in two places.
    guard try folder.files.folderStamp(of: VaultPath(".git")) != nil else {
      throw Trouble.keptElsewhere(root, RepositoryLink(of: folder))
    }
    access = folder.access
    let file = self.root.appending(Self.configPath)
    guard let bytes = try host.contents(of: file, limit: Self.sizeLimit), let config = RepositoryConfig(bytes) else {
      throw Trouble.unreadable(file)
    }
    self.config = config
  }

  /// What there is to change, so that git uses memo.
  ///
  /// - Parameter isShared: whether the attributes go into the tracked file, for everyone who has the repository.
  public func changes(isShared: Bool) throws -> [Change] {
    let settings = try MergeDriver.settings.filter { setting in
      guard let value = value(of: setting) else { return true }
      guard value.utf8.elementsEqual(setting.value.utf8) else {
        throw Trouble.taken(name: setting.name, value: value)
      }
      return false
    }
    let file = isShared ? Self.sharedAttributes : Self.privateAttributes
    let attributes = try MergeDriver.attributes.filter { try !has($0, in: file) }
    return settings.map { Change(file: Self.configPath, line: $0.line, isRemoval: false) }
      + attributes.map { Change(file: file, line: $0, isRemoval: false) }
  }

  /// Whether the tracked file says, for everyone who has the repository, that memo merges.
  public func isShared() throws -> Bool {
    try MergeDriver.attributes.contains { try has($0, in: Self.sharedAttributes) }
  }

  /// What there is to change, so that git does without memo: memo's own lines, and no others.
  ///
  /// - Parameter isShared: whether the tracked file loses them, too, for everyone.
  public func removals(isShared: Bool) throws -> [Change] {
    let files = isShared ? [Self.privateAttributes, Self.sharedAttributes] : [Self.privateAttributes]
    let settings = MergeDriver.settings.filter { value(of: $0)?.utf8.elementsEqual($0.value.utf8) == true }
    let attributes = try files.flatMap { file in
      try MergeDriver.attributes.filter { try has($0, in: file) }
        .map { Change(file: file, line: $0, isRemoval: true) }
    }
    return settings.map { Change(file: Self.configPath, line: $0.line, isRemoval: true) } + attributes
  }

  /// Makes changes that were found.
  public func carryOut(_ changes: [Change]) throws {
    for setting in MergeDriver.settings {
      guard let change = changes.first(where: { $0.file == Self.configPath && $0.line == setting.line }) else {
        continue
      }
      try configure(change.isRemoval ? ["--unset-all", setting.name] : ["--replace-all", setting.name, setting.value])
    }
    for file in [Self.privateAttributes, Self.sharedAttributes] {
      let lines = changes.filter { $0.file == file }
      if !lines.isEmpty { try rewrite(file, lines) }
    }
  }

  // MARK: Settings

  private func value(of setting: MergeDriver.Setting) -> String? {
    config.value(setting.section, MergeDriver.name, setting.key.lowercased())
  }

  private func configure(_ words: [String]) throws {
    var call = GitCall(["config", "--file"], in: nil)
    call.vault = root
    call.arguments.append(root.appending(Self.configPath).bytes)
    call.arguments += words.map { Array($0.utf8) }
    let answer = try git.run(call)
    guard answer.status == 0 else { throw GitError.failed(command: call.name, reason: GitRepository.reason(answer)) }
  }

  // MARK: Attributes

  /// Whether a file has a line.
  private func has(_ line: String, in file: VaultPath) throws -> Bool {
    try lines(of: file).contains { Self.isLine($0, line) }
  }

  /// What stands between the line feeds.
  func lines(of file: VaultPath) throws -> [ArraySlice<UInt8>] {
    let bytes = try WholeFile.read(file, in: access.files, limit: Self.sizeLimit)?.bytes ?? []
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  private static func isLine(_ bytes: ArraySlice<UInt8>, _ line: String) -> Bool {
    (bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes).elementsEqual(line.utf8)
  }

  /// Adds lines at the end, or takes them out; all other bytes stay.
  private func rewrite(_ file: VaultPath, _ changes: [Change]) throws {
    var lines = try lines(of: file)
    if changes[0].isRemoval {
      lines.removeAll { line in changes.contains { Self.isLine(line, $0.line) } }
    } else {
      // An empty end is what comes behind the feed of the last line.
      if lines.last?.isEmpty == true { lines.removeLast() }
      lines += changes.map { Array($0.line.utf8)[...] } + [[]]
    }
    let text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    if text.isEmpty {
      _ = try access.writer.remove(file)
    } else {
      try access.writer.replace(file, contents: text)
    }
  }
}
