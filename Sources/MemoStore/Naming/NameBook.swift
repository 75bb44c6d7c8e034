package import MemoCore

/// The names taken in a vault: by existing files, and by those that a run has created or would create.
package struct NameBook {
  /// The kinds of things with a name.
  package enum Holder {
    /// A file that was there before the run.
    case oldFile
    /// A file of this run.
    case newFile
    /// A folder, whoever made it.
    case folder
  }

  private let files: any VaultFiles
  /// Where what has moved is afterwards, by where it is, and the other way round.
  private let moves: [VaultPath: VaultPath]
  private let origins: [VaultPath: VaultPath]
  private var folders: [VaultPath: Folder] = [:]

  /// Names as paths of one component, which hash all their bytes at once.
  private struct Folder {
    var holders: [VaultPath: Holder] = [:]
    /// The names without case and normalization; `nil` until asked for.
    var keys: Set<VaultPath>?
  }

  /// The names in a vault.
  ///
  /// - Parameter moves: files and folders that have left their paths before any other name is taken, each with its path
  ///   afterwards. A folder has all that is in it with it.
  package init(files: any VaultFiles, after moves: [VaultPath: VaultPath] = [:]) {
    (self.files, self.moves) = (files, moves)
    origins = Dictionary(moves.map { ($1, $0) }) { first, _ in first }
  }

  /// Whether what has a path now leaves it, by itself or with a folder.
  package func isLeft(_ path: VaultPath) -> Bool { ([path] + path.foldersAbove).contains { moves[$0] != nil } }

  /// The thing with exactly this name; `nil` if it is free.
  package mutating func holder(of path: VaultPath) throws -> Holder? {
    try open(path.parent)
    return folders[path.parent]?.holders[Self.name(of: path)]
  }

  /// Whether a file could take the name without being a twin of another by case or normalization.
  package mutating func isFree(_ path: VaultPath) throws -> Bool {
    try open(path.parent)
    if let folder = folders[path.parent], folder.keys == nil {
      folders[path.parent]?.keys = Set(folder.holders.keys.map(Self.key))
    }
    return folders[path.parent]?.keys?.contains(Self.key(of: Self.name(of: path))) != true
  }

  /// The nearest file in the place of a folder of the path; `nil` if there is none.
  package mutating func fileAbove(_ path: VaultPath) throws -> VaultPath? {
    var folder = path.parent
    while folder != .root {
      if let holder = try holder(of: folder) { return holder == .folder ? nil : folder }
      folder = folder.parent
    }
    return nil
  }

  /// Notes that a file or folder of this run has the name now, and which folders that makes.
  package mutating func take(_ path: VaultPath, isFolder: Bool = false) throws {
    try take(path, as: isFolder ? .folder : .newFile)
    var folder = path.parent
    while folder != .root, try holder(of: folder) == nil {
      try take(folder, as: .folder)
      folder = folder.parent
    }
  }

  private mutating func take(_ path: VaultPath, as holder: Holder) throws {
    try open(path.parent)
    let name = Self.name(of: path)
    folders[path.parent]?.holders[name] = holder
    folders[path.parent]?.keys?.insert(Self.key(of: name))
  }

  private mutating func open(_ path: VaultPath) throws {
    guard folders[path] == nil else { return }
    let entries = try entries(of: path)
    var folder = Folder()
    folder.holders.reserveCapacity(entries.count)
    for entry in entries {
      folder.holders[VaultPath(bytes: entry.name)] = entry.kind == .file ? .oldFile : .folder
    }
    folders[path] = folder
  }

  /// What is in a folder once all has moved, but for what has moved there by itself.
  private func entries(of path: VaultPath) throws -> [FolderEntry] {
    guard !moves.isEmpty else { return try files.entries(of: path) ?? [] }
    guard let origin = origin(of: path) else { return [] }
    return try (files.entries(of: origin) ?? []).filter { moves[origin.appending($0.name)] == nil }
  }

  /// Where the folder is that has a path once all has moved; `nil` for one that is not there yet.
  private func origin(of path: VaultPath) -> VaultPath? {
    for above in [path] + path.foldersAbove {
      if let old = origins[above] { return VaultPath(bytes: old.bytes + path.bytes.dropFirst(above.bytes.count)) }
      if moves[above] != nil { return nil }
    }
    return path
  }

  private static func name(of path: VaultPath) -> VaultPath {
    VaultPath(bytes: Array(path.name))
  }

  private static func key(of name: VaultPath) -> VaultPath {
    VaultPath(bytes: Folding.matchKey(name.text))
  }
}
