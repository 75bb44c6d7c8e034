public import MemoCore

/// A vault as use cases see it: its files and its settings.
public struct Vault: Sendable {
  /// The root folder, without symbolic links.
  public let root: HostPath
  /// The files, for reading.
  public let files: any VaultFiles
  /// The files, for writing.
  public let writer: any VaultWriting
  /// Which files are memos.
  public let rules: MemoFileRules

  /// The machine that it is on.
  package let host: any HostFiles
  /// How its files, cache and watcher are reached.
  public let access: VaultAccess

  /// The settings file of a vault.
  public static let settingsPath = VaultPath("\(VaultLocator.marker)/config.json")
  /// The folder of what undoes operations: each has a folder of its own in it, which is for one user.
  public static let historyPath = VaultPath("\(VaultLocator.marker)/history")

  /// Opens the vault in a folder.
  ///
  /// - Parameter root: a folder without symbolic links in its path.
  public init(at root: HostPath, host: any HostFiles) throws(VaultError) {
    (self.root, self.host) = (root, host)
    do {
      access = try host.vault(at: root)
    } catch {
      throw .file(error)
    }
    files = access.files
    writer = access.writer
    let settings = try Settings(in: files)
    let ignored = settings.texts("ignore")
    guard ignored.reduce(0, { $0 + $1.utf8.count + 1 }) <= MemoFileRules.patternLimit else {
      throw .badSettings(settings.path, .longPatterns(limit: MemoFileRules.patternLimit))
    }
    rules = MemoFileRules(ignored: ignored.map(Glob.init))
  }

  /// Its settings as they are now.
  public func settings() throws(VaultError) -> Settings {
    try Settings(in: files)
  }

  /// Whether a path names a memo of this vault that is there, in folders that are no symbolic links.
  public func hasMemo(at path: VaultPath) -> Bool {
    let isHidden = path.components.contains { $0.first == UInt8(ascii: ".") }
    return !isHidden && rules.isMemo(path) && foldersAbove(path).allSatisfy(rules.isSearched)
      && files.stamp(of: path) != nil
  }

  /// All bytes of a memo; refuses one that is too large for memory.
  ///
  /// - Throws: `noSuchMemo` where it is gone.
  public func contents(of path: VaultPath) throws(VaultError) -> [UInt8] {
    var contents: [UInt8] = []
    do {
      let isThere = try files.stream(path) { piece throws(FileError) in
        guard contents.count + piece.count <= WholeFile.sizeLimit else {
          throw FileError(.read, path: path.bytes, reason: .tooLarge)
        }
        contents.append(contentsOf: piece)
      }
      if isThere { return contents }
    } catch {
      throw .file(error)
    }
    throw .noSuchMemo(reference: path.text, nearest: [])
  }

  private func foldersAbove(_ path: VaultPath) -> [VaultPath] {
    var folders: [VaultPath] = []
    var folder = path.parent
    while folder != .root {
      folders.append(folder)
      folder = folder.parent
    }
    return folders
  }
}
