public import MemoCore

/// A vault as use cases see it: its files and its settings.
public struct Vault: Sendable {
  /// The root folder, without symbolic links.
  public let root: HostPath
  /// The files, for reading.
  public let files: any VaultFiles
  /// The files, for writing.
  public let writer: any VaultWriting
  /// Which files are memos, and which text is their title.
  public let rules: MemoFileRules
  /// The folder of memos that are templates; `nil` where they are in a hidden folder.
  public let templateFolder: VaultPath?

  /// The stamp of the settings file from before it was read; `nil` where there was none.
  package let settingsStamp: FileStamp?
  /// The machine that it is on.
  package let host: any HostFiles
  /// How its files, cache and watcher are reached.
  public let access: VaultAccess

  /// The settings file of a vault.
  public static let settingsPath = VaultPath("\(VaultLocator.marker)/config.json")
  /// The folder in the root by which a vault of Obsidian is known.
  public static let obsidianPath = VaultPath(".obsidian")
  /// The folder of the undo history: each operation has its own folder in it, accessible to one user.
  public static let historyPath = VaultPath("\(VaultLocator.marker)/history")

  /// Opens the vault in a folder.
  ///
  /// - Parameters:
  ///   - root: a folder without symbolic links in its path.
  ///   - isToSync: whether settings that cannot be used count as none: the next sync may bring others. Those with a conflict
  ///     of git's do not, because the merge has to be ended first.
  public init(at root: HostPath, host: any HostFiles, toSync isToSync: Bool = false) throws {
    (self.root, self.host) = (root, host)
    let access = try host.vault(at: root)
    (self.access, files, writer) = (access, access.files, access.writer)
    var (settings, file, ignored): (Settings, FileReading?, [String]) = (.none, nil, [])
    do {
      (settings, file) = try Settings.read(in: files)
      ignored = try settings.ignoredPatterns()
    } catch VaultError.badSettings(let path, let problem) where isToSync {
      if case .conflictMarkers = problem { throw VaultError.badSettings(path, problem) }
    }
    settingsStamp = file?.stamp
    let titles = TitleSetting(settings).rule { Self.isObsidian(access.files) }
    rules = MemoFileRules(ignored: ignored.map(Glob.init), titles: titles)
    let named = settings.text("templates").map { HostPath(Array($0.utf8), from: root).path(inVault: root) }
    templateFolder = named.flatMap { $0 == .root ? nil : $0 }
  }

  /// Whether a memo is a template: its tasks and links are those of the memos that will be made of it.
  public func isTemplate(_ path: VaultPath) -> Bool {
    templateFolder.map(path.isBelow) ?? false
  }

  /// Whether the root holds Obsidian's folder.
  package var isObsidian: Bool { Self.isObsidian(files) }

  /// Whether the root holds Obsidian's folder; a symbolic link is none.
  private static func isObsidian(_ files: any VaultFiles) -> Bool {
    ((try? files.folderStamp(of: obsidianPath)) ?? nil) != nil
  }

  // MARK: Its place

  /// Whether the folder at its path is the one that is open. A folder that was moved away is still read and written.
  package var isInPlace: Bool {
    (try? host.vault(at: root)).map { $0.device == access.device && $0.inode == access.inode } ?? false
  }

  /// Whether another one has the same folder open.
  package func isSameFolder(as other: Vault) -> Bool {
    access.device == other.access.device && access.inode == other.access.inode
  }

  /// The vault that is at its path now: this one, else the folder that took its place.
  ///
  /// - Throws: where there is none.
  package func inPlace() throws -> Vault { isInPlace ? self : try Vault(at: root, host: host) }

  /// Which text is the title of a memo.
  public var titles: TitleRule { rules.titles }

  /// Where the title of the memo at a path comes from.
  public func titleSource(at path: VaultPath) -> TitleSource {
    TitleSource(titles, at: path)
  }

  /// Its settings as they are now.
  public func settings() throws -> Settings {
    try Settings(in: files)
  }

  /// Whether a path names a memo of this vault that is there, in folders that are no symbolic links.
  public func hasMemo(at path: VaultPath) -> Bool {
    !path.isHidden && rules.showsMemo(at: path) && files.stamp(of: path) != nil
  }

  /// Whether the permission bits of a memo's file let no one write to it. Its folder would let the file be replaced, and root
  /// could write to it: as in vim, it is read-only all the same.
  public func isReadOnly(_ path: VaultPath) -> Bool {
    guard let bits = (try? files.ownership(of: path))?.permissions else { return false }
    return bits & 0o222 == 0
  }

  /// Throws `VaultError.readOnly` for the first memo whose text a person wants changed although its file is read-only.
  public func checkWritable(_ paths: [VaultPath]) throws {
    guard let path = paths.first(where: isReadOnly) else { return }
    throw VaultError.readOnly(path, at: root.appending(path))
  }

  /// All bytes of a memo, as they were at one moment; refuses one that is too large for memory.
  ///
  /// - Throws: `noSuchMemo` if it is gone.
  public func contents(of path: VaultPath) throws -> [UInt8] {
    guard let file = try WholeFile.read(path, in: files) else {
      throw VaultError.noSuchMemo(reference: path.text, nearest: [])
    }
    return file.bytes
  }
}

/// Makes a folder a vault: `.memo/` with an id and the rules that hide derived state from git.
public enum VaultSetup {
  private static let ignorePath = VaultPath("\(VaultLocator.marker)/.gitignore")
  private static let ignoreRules = """
    # Derived state stays on this device; the settings and the templates travel with the memos.
    *
    !.gitignore
    !config.json
    !templates/
    !templates/**

    """

  /// Writes what is missing; returns whether the folder was no vault before.
  ///
  /// - Parameter randomId: called for the vault's id where it has none: 32 hexadecimal digits.
  public static func prepare(_ vault: Vault, randomId: () -> String = Self.randomId) throws -> Bool {
    _ = try vault.writer.create(ignorePath, contents: Array(ignoreRules.utf8), modified: nil)
    let settings = "{\n  \"id\" : \"\(randomId())\"\n}\n"
    return try vault.writer.create(Vault.settingsPath, contents: Array(settings.utf8), modified: nil)
  }

  /// 128 random bits in hexadecimal.
  public static func randomId() -> String {
    (0..<16).map { _ in
      let byte = String(UInt8.random(in: .min ... .max), radix: 16)
      return byte.utf8.count == 1 ? "0\(byte)" : byte
    }.joined()
  }
}

/// Why a use case could not be carried out, besides wrong usage.
public enum VaultError: Error, Equatable, Sendable {
  /// No vault was named and none was found, or only one that may not be taken.
  case noVault(unused: UnusedVault?)
  /// Nothing is where a vault was named.
  case noFolder(HostPath)
  /// A relative path was named, or the vault around it was meant, and the working directory was removed.
  case noWorkingDirectory
  /// What was named as a vault is not a folder.
  case notAFolder(HostPath)
  /// No memo matches a reference; the nearest titles, and the folder that it names.
  case noSuchMemo(reference: String, nearest: [String], folder: VaultPath? = nil)
  /// Several memos match a reference.
  case ambiguous(reference: String, candidates: [VaultPath])
  /// A command that changes memos got a path that leads to one memo from the working directory and to another from the
  /// vault's root.
  case ambiguousPath(reference: String, candidates: [VaultPath])
  /// A command that changes memos got a reference that names none in full, and what it would have found elsewhere.
  case inexactReference(String, candidates: [VaultPath])
  /// A memo's etag is not the one it was to have.
  case changedSince(VaultPath, etag: String)
  /// A memo in another encoding than UTF-8 was to get text in UTF-8.
  case otherEncoding(VaultPath, EncodingFinding)
  /// A memo that was to be changed holds what a filter of git has stored, not its text.
  case sealed(VaultPath, SealedForm)
  /// Text that a memo was to get or to be made of is not UTF-8, or has NUL bytes.
  case foreignText(EncodingFinding)
  /// The text of a memo was to be changed whose file, at a path of the machine, no one may write to.
  case readOnly(VaultPath, at: HostPath)
  /// A memo is, or would become, larger than `FileError.largestHashed`: no change of it could be undone.
  case tooLarge(VaultPath)
  /// Something that is not a memo has the name of the one that was to be made.
  case obstructed(VaultPath, Obstacle)
  /// A settings file that is not JSON, or not of the expected form.
  case badSettings(HostPath, SettingsProblem)
}

/// A problem of a settings file.
public enum SettingsProblem: Equatable, Sendable {
  /// It is not a JSON object.
  case notAnObject
  /// Git has left a conflict in it, which starts in a line.
  case conflictMarkers(line: Int)
  /// A link, a folder or something else that is not a regular file has its name.
  case notAFile
  /// Its settings cannot be written as JSON.
  case unwritable
  /// The patterns of `ignore` are more than are compared with every path: so many bytes are allowed.
  case longPatterns(limit: Int)
}
