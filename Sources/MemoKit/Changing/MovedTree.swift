import MemoCore
import MemoIndex
import MemoStore

/// All that is in folders that move: files, hidden ones too, and folders, empty ones too; and files and memos that move with
/// them.
struct MovedTree: Sendable {
  /// The folders and those below them, each after the one that holds it.
  let folders: [MovedFolder]
  /// The hashes of the files by their paths; 0 for those that another program moves.
  let files: [VaultPath: UInt64]

  /// Where each folder and each file beside them is afterwards, by where it is.
  private let moves: [VaultPath: VaultPath]
  /// The files by their folded paths, and those in a folder below by their folded names.
  private let byKey: [[UInt8]: VaultPath]
  private let byName: [[UInt8]: [VaultPath]]
  /// The folders by their folded paths.
  private let foldersByKey: [[UInt8]: VaultPath]
  /// The files that get another name, as far as no other file of the vault has their old one: a link may have that alone.
  private let renamed: Set<VaultPath>

  /// Looks through folders and reads every file in them.
  ///
  /// - Parameters:
  ///   - folders: each with its path afterwards; none is in another one.
  ///   - single: files that are in none of them and no memos, each with its path afterwards.
  ///   - memos: likewise memos.
  ///   - byOthers: whether another program moves them, whatever is in them: no file is read.
  /// - Throws: `RenamingError` if something in them cannot be moved.
  init(
    of folders: [(path: VaultPath, newPath: VaultPath)], _ single: [(path: VaultPath, newPath: VaultPath)],
    with memos: [(memo: ReadMemo, newPath: VaultPath)], byOthers: Bool, in files: any VaultFiles
  ) throws {
    var scan = Scan(files: files, readsFiles: !byOthers)
    for (path, _) in folders {
      scan.look(through: path)
      if byOthers { continue }
      if let own = scan.own { throw RenamingError.holdsOther(own) }
      if !scan.special.isEmpty { throw RenamingError.special(path, scan.special.sorted()) }
      if !scan.unreadable.isEmpty { throw RenamingError.unreadable(path, scan.unreadable.sorted()) }
    }
    let moves = Dictionary(folders + single + memos.map { ($0.memo.path, $0.newPath) }) { first, _ in first }
    func moved(_ old: VaultPath) -> VaultPath { Self.newPath(of: old, by: moves) ?? old }
    if !byOthers, let far = scan.found.keys.filter({ !$0.isMovable(to: moved($0)) }).min() {
      throw RenamingError.badFolder(moved(far))
    }
    for (path, _) in single { scan.read(path) }
    for (memo, _) in memos { scan.found[memo.path] = memo.hash }
    self.folders = scan.folders.map { MovedFolder(path: $0, newPath: moved($0)) }
    (self.files, self.moves) = (scan.found, moves)
    byKey = Dictionary(scan.found.keys.map { (Folding.matchKey($0.text), $0) }) { min($0, $1) }
    byName = Dictionary(grouping: byKey.values) { Folding.matchKey(String(decoding: $0.name, as: UTF8.self)) }
    foldersByKey = Dictionary(scan.folders.map { (Folding.matchKey($0.text), $0) }) { min($0, $1) }
    renamed = Self.renamed(single, in: files)
  }

  private static func renamed(
    _ single: [(path: VaultPath, newPath: VaultPath)], in files: any VaultFiles
  ) -> Set<VaultPath> {
    // A name without an extension may be that of a memo.
    let renamed = single.filter { path, newPath in
      !path.name.elementsEqual(newPath.name) && path.name.contains(UInt8(ascii: "."))
    }.map(\.path)
    guard !renamed.isEmpty else { return [] }
    func key(_ path: VaultPath) -> [UInt8] { Folding.matchKey(String(decoding: path.name, as: UTF8.self)) }
    let names = Dictionary(grouping: AttachmentFinder.files(endingWith: [], in: files), by: key)
    return Set(renamed.filter { names[key($0)]?.count == 1 })
  }

  /// Where a file or folder in it is afterwards; another one stays.
  func newPath(of old: VaultPath) -> VaultPath { Self.newPath(of: old, by: moves) ?? old }

  /// Whether a path is that of a folder or memo, or below it.
  func holds(_ old: VaultPath) -> Bool { Self.newPath(of: old, by: moves) != nil }

  /// Whether a path of Markdown in a memo of another folder may name one of the folders.
  func mayHoldFolder(named target: UnsafeRawBufferPointer, from folder: VaultPath) -> Bool {
    FileTargetRewriter.folders(named: target, from: folder).contains { foldersByKey[Folding.matchKey($0.text)] != nil }
  }

  /// What keeps the paths of files and folders in memos leading to them. Memos that are hidden or ignored are files like
  /// others; links to the rest follow them by other ways.
  func rewriter(in vault: Vault) -> FileTargetRewriter {
    let spelling = FolderSpelling(in: vault.files)
    return FileTargetRewriter(
      file: { vault.rules.namesMemo($0) ? nil : file($0, in: vault.files, spelling) },
      folder: { named in
        let twin = foldersByKey[Folding.matchKey(named.text)]
        guard let found = spelling.existingFolder(named) else { return twin }
        let stamp = try? vault.files.folderStamp(of: found)
        return twin.flatMap { (try? vault.files.folderStamp(of: $0))?.inode == stamp?.inode ? $0 : nil } ?? found
      },
      fileByEnd: { end in
        let key = Folding.matchKey("/" + end.text)
        let twins = byName[Folding.matchKey(String(decoding: end.name, as: UTF8.self)), default: []]
        let found = twins.filter { Folding.matchKey($0.text).suffix(key.count).elementsEqual(key) }
        // A name alone leads to its file wherever that is.
        guard found.count == 1, end.parent != .root || renamed.contains(found[0]) else { return nil }
        return found[0]
      }, newPath: { newPath(of: $0) })
  }

  private func file(_ named: VaultPath, in files: any VaultFiles, _ spelling: FolderSpelling) -> VaultPath? {
    if self.files[named] != nil { return named }
    let twin = byKey[Folding.matchKey(named.text)]
    guard let found = spelling.file(named) else { return twin }
    let stamp = files.stamp(of: found)
    // On a disk that takes both spellings for one name, the twin is the file.
    return twin.flatMap { files.stamp(of: $0)?.inode == stamp?.inode ? $0 : nil } ?? found
  }

  private static func newPath(of old: VaultPath, by moves: [VaultPath: VaultPath]) -> VaultPath? {
    var above = old
    while above != .root {
      if let newPath = moves[above] { return VaultPath(bytes: newPath.bytes + old.bytes.dropFirst(above.bytes.count)) }
      above = above.parent
    }
    return nil
  }

  /// What a look through a folder has found so far.
  private struct Scan {
    let files: any VaultFiles
    let readsFiles: Bool
    var found: [VaultPath: UInt64] = [:]
    var folders: [VaultPath] = []
    var special: [VaultPath] = []
    var unreadable: [VaultPath] = []
    /// The first vault or repository of its own.
    var own: VaultPath?

    private static let ownNames = [".git", VaultLocator.marker].map { Array($0.utf8) }

    mutating func look(through folder: VaultPath) {
      var rest = [folder]
      while let next = rest.popLast() {
        folders.append(next)
        do {
          rest += try list(next)
        } catch {
          unreadable.append(next)
        }
      }
    }

    /// Takes the files of a folder; returns the folders in it.
    private mutating func list(_ folder: VaultPath) throws(FileError) -> [VaultPath] {
      guard let entries = try files.allEntries(of: folder) else { return [] }
      var inside: [VaultPath] = []
      for entry in entries {
        let path = folder.appending(entry.name)
        if Self.ownNames.contains(Folding.matchKey(String(decoding: entry.name, as: UTF8.self))) { own = own ?? folder }
        switch entry.kind {
        case .folder: inside.append(path)
        case .file: read(path)
        case nil where readsFiles: special.append(path)
        case nil: read(path)
        }
      }
      return inside
    }

    mutating func read(_ path: VaultPath) {
      guard readsFiles else {
        found[path] = 0
        return
      }
      do {
        // `nil` if it is gone by now.
        found[path] = try files.read(path, limit: 0) { _ in }?.hash
      } catch {
        unreadable.append(path)
      }
    }
  }
}

extension MemoFileRules {
  /// Whether a file at a path would be a memo: neither hidden nor ignored.
  func namesMemo(_ path: VaultPath) -> Bool { !path.isHidden && showsMemo(at: path) }
}
