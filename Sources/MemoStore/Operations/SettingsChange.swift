public import MemoCore

/// Changes settings files; no change is lost that another process makes at the same time.
public enum SettingsChange {
  /// What changes them.
  public typealias Edit = (inout Settings) throws -> Void

  private static let longestWait = Duration.seconds(5)
  /// Each takes another process that writes the file between reading and replacing it.
  private static let attempts = 100
  /// As the system follows.
  private static let mostLinks = 40
  private static let lockName = VaultPath("config.lock")
  private static let drafts = VaultPath("\(VaultLocator.marker)/settings")

  /// Changes the settings of a vault, which memo's other processes change with a lock, and a sync and editors without; makes
  /// the folder a vault where it is none. Returns the settings as they are then.
  public static func make(in vault: Vault, _ edit: Edit) throws -> Settings {
    let lock = try held(Vault.settingsPath.parent.appending(lockName.name), vault.writer)
    defer { withExtendedLifetime(lock) {} }
    for _ in 0..<attempts {
      // Again where it was removed in between.
      _ = try VaultSetup.prepare(vault)
      let old = try Settings.read(in: vault.files)
      if old.file == nil { try vault.checkSettingsFile() }
      var settings = old.settings
      try edit(&settings)
      if try replace(old.file?.hash, with: settings.encoded(), in: vault) { return settings }
    }
    throw FileError(.write, path: Vault.settingsPath.bytes, reason: .busy)
  }

  /// Changes the user's settings, whose folder is made where it is missing; where the file is a symbolic link, that to which
  /// it leads is changed, or made, as an editor does. Returns the settings as they are then.
  public static func make(at path: HostPath, on host: any HostFiles, _ edit: Edit) throws -> Settings {
    try host.makeFolder(path.parent)
    let lock = try held(lockName, host.vault(at: path.parent).writer)
    defer { withExtendedLifetime(lock) {} }
    var settings = try Settings(at: path, host: host)
    try edit(&settings)
    let file = try target(of: path, on: host)
    try host.vault(at: file.parent).writer.replace(VaultPath(bytes: Array(file.name)), contents: settings.encoded())
    return settings
  }

  /// Where a file is to which symbolic links may lead, or where it would be.
  ///
  /// - Throws: where they lead to a folder that is not there, or to each other.
  private static func target(of path: HostPath, on host: any HostFiles) throws -> HostPath {
    var file = path
    for _ in 0..<mostLinks {
      guard let folder = host.realPath(of: file.parent) else {
        throw FileError(.write, path: file.bytes, reason: .notFound)
      }
      file = folder.appending(VaultPath(bytes: Array(file.name)))
      guard let next = host.linkTarget(of: file) else { return file }
      file = next
    }
    throw FileError(.write, path: path.bytes, reason: .symbolicLink)
  }

  private static func held(_ path: VaultPath, _ writer: any VaultWriting) throws -> any VaultLock {
    guard let lock = try writer.lock(path, waiting: longestWait) else {
      throw FileError(.write, path: path.bytes, reason: .busy)
    }
    return lock
  }

  /// Puts new bytes in the place of those with a hash; returns false where the file has others by then.
  private static func replace(_ old: UInt64?, with new: [UInt8], in vault: Vault) throws -> Bool {
    guard let old else { return try vault.writer.create(Vault.settingsPath, contents: new, modified: nil) }
    let slot = drafts.appending(Vault.settingsPath.name)
    // A killed process has left it.
    try vault.writer.removeFolderWithFiles(drafts)
    defer { try? vault.writer.removeFolderWithFiles(drafts) }
    try vault.writer.stage(slot, contents: new, like: Vault.settingsPath, modified: nil)
    try vault.writer.synchronize(files: [slot])
    let step = FileStep(
      action: .swap, path: Vault.settingsPath, slot: slot, expected: old, incoming: XXHash64.hash(new))
    let swapping = FileSwapping(files: vault.files, writer: vault.writer)
    guard try swapping.make(step, incoming: new) != nil else { return false }
    try vault.writer.synchronize(folders: [Vault.settingsPath.parent])
    return true
  }
}
