public import MemoCore

/// A vault as use cases see it: its files, its settings and its index.
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
  let host: any HostFiles
  private let access: VaultAccess

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

  /// Brings the index in step with the files and returns it; see `Refresher.refresh`.
  public func refresh(
    since known: VaultIndex? = nil, isRebuild: Bool = false,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws(VaultError) -> VaultIndex {
    let measurement = access.meter?.start()
    do {
      let index = try refresher(access.openCache()).refresh(since: known, isRebuild: isRebuild, progress: progress)
      measurement?.end(memos: index.count)
      return index
    } catch {
      throw .file(error)
    }
  }

  /// The index as the cache has it, without a look at the files; `nil` where nothing is cached. For completions alone,
  /// which must answer before a person notices.
  public func cachedIndex() -> VaultIndex? {
    refresher(access.openCache()).cached()
  }

  /// The index in step with the files: as the cache has it where the vault's watcher says that it is, else by a refresh.
  public func current() throws(VaultError) -> VaultIndex {
    if let answer = access.askWatcher(), let position = CachePosition(decoding: answer),
      let index = refresher(access.openCache()).load(position)
    {
      return index
    }
    return try refresh()
  }

  /// Brings an index in step with the files where something hinted at a change, and with all files where the cache is
  /// not as that index left it.
  func refresh(_ changed: ChangedPaths, since index: VaultIndex) throws(VaultError) -> VaultIndex {
    let measurement = access.meter?.start()
    do {
      let refreshed = try refresher(access.openCache()).refresh(changed, since: index)
      measurement?.end(memos: refreshed.count)
      return refreshed
    } catch {
      throw .file(error)
    }
  }

  private func refresher(_ store: (any CacheStore)?) -> Refresher {
    Refresher(
      files: files, store: store, rules: rules, writer: writer, device: access.device, inode: access.inode)
  }

  /// The index of the files as they are, without any cache: what every refresh must equal.
  public func readAll() throws(VaultError) -> VaultIndex {
    do {
      return try refresher(nil).refresh()
    } catch {
      throw .file(error)
    }
  }

  /// The memos that other programs were seen to move; none where what is remembered of them cannot be read.
  var movedMemos: MovedMemos { (try? MoveMemory(files: files, writer: writer).moved()) ?? MovedMemos() }

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
          throw FileError(.read, path: path.bytes, code: FileError.tooLarge)
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
