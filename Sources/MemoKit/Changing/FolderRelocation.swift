public import MemoCore
import MemoIndex
public import MemoStore

/// The changes for folders and files that get another name or place, with all that is in them: every link that would no longer
/// resolve to its memo, and every path that would no longer lead to its file, in the folders or elsewhere. Nothing is
/// written before `carryOut`.
///
/// It holds edits, not texts: a folder may have more memos than the memory takes.
public struct FolderRelocation: Sendable {
  /// Where the only folder, or the first one, is; a file where there is none.
  public let path: VaultPath
  /// Where it is afterwards.
  public let newPath: VaultPath
  /// The memos and canvases whose texts change, sorted by path.
  public private(set) var edits: [MemoEdits] = []
  /// Links that will be broken.
  public private(set) var lostLinks: [Relocation.LostLink] = []

  private let tree: MovedTree

  /// Finds out what has to change.
  ///
  /// - Parameters:
  ///   - folders: each with its path afterwards; none is in another one.
  ///   - files: files that are in none of them and no memos, likewise; there is at least one folder or one of these.
  ///   - single: memos that are in none of the folders and move with them, each with its path afterwards.
  ///   - byOthers: whether another program moves them, so that `carryOut` is not called.
  ///   - progress: called with the number of memos read for their links and their total.
  init(
    of folders: [(path: VaultPath, newPath: VaultPath)], _ files: [(path: VaultPath, newPath: VaultPath)],
    with single: [(memo: ReadMemo, newPath: VaultPath)], byOthers: Bool, in index: VaultIndex, of vault: Vault,
    progress: (Int, Int) -> Void
  ) throws {
    let tree = try MovedTree(of: folders, files, with: single, byOthers: byOthers, in: vault.files)
    self.tree = tree
    (path, newPath) = (folders + files)[0]
    let moving = tree.files.keys.sorted()
    let memos = zip(moving, index.places(of: moving)).compactMap { path, place in place.map { (path, $0) } }
    if let hidden = memos.lazy.map({ tree.newPath(of: $0.0) }).first(where: { !vault.rules.showsMemo(at: $0) }) {
      throw RenamingError.ignored(hidden)
    }
    // The name of a memo may be its title; in a folder it stays.
    let named = single.map { memo, newPath in
      (memo.path, MemoText.title(of: memo.bytes, titledBy: vault.titleSource(at: newPath)))
    }
    let titles = Dictionary(named) { first, _ in first }
    let changes = memos.map { memo -> (VaultPath, LinkResolver.Memo?) in
      var moved = index.linkedMemo(at: memo.1)
      moved.path = tree.newPath(of: memo.0)
      moved.title = titles[memo.0] ?? moved.title
      return (memo.0, moved)
    }
    let repair = LinkRepair(of: index, changes: Dictionary(uniqueKeysWithValues: changes), keepsCertain: true)
    let fileLinks = FileLinks(ofMoving: single.map { ($0.memo.path, $0.memo.bytes, $0.newPath) }, in: vault)
    let rewriter = tree.rewriter(in: vault)
    let linking =
      Self.memos(thatMayNameFilesOf: tree, in: index, of: vault) + Self.memos(thatMayNameFoldersOf: tree, in: index)
    var headings = LinkedHeadings(in: index)
    let found = repair.memos()
    try headings.note(found, by: repair, in: vault, progress: progress)
    let all = Set(memos.map(\.0) + found + linking).union(headings.memos).sorted()
    for (done, memo) in all.enumerated() {
      progress(done, all.count)
      try add(memo, repair, headings, rewriter, fileLinks, vault)
    }
    edits += Canvases.edits(in: vault) { tree.newPath(of: $0) }.map { MemoEdits(of: $0.canvas, $0.edits) }
    edits.sort { $0.path < $1.path }
  }

  /// Makes the changes as one operation; returns it, `nil` if nothing changes.
  ///
  /// - Parameters:
  ///   - name: the command's name.
  ///   - time: the current time in nanoseconds since 1970.
  public func carryOut(
    _ name: String, by history: OperationHistory, of vault: Vault, at time: Int64
  ) throws -> PastOperation? {
    guard newPath != path else { return nil }
    let draft = try history.begin(name, at: time)
    var hashes = tree.files
    for (done, edit) in edits.enumerated() {
      draft.noteProgress(done, of: edits.count)
      let rewrite = try edit.rewrite(in: vault)
      try draft.replace(rewrite)
      if hashes[edit.path] != nil { hashes[edit.path] = XXHash64.hash(rewrite.contents) }
    }
    try draft.move(tree.folders)
    for (file, hash) in hashes.sorted(by: { $0.key < $1.key }) {
      try draft.move(file, to: tree.newPath(of: file), read: hash)
    }
    return try draft.commit()
  }

  /// The files that move, by their paths before.
  public var files: [VaultPath] { newPath == path ? [] : Array(tree.files.keys) }

  /// Where a file or folder is afterwards.
  public func newPath(of old: VaultPath) -> VaultPath { tree.newPath(of: old) }

  /// The memos that move or change, with both paths of those that move, and the other files that move.
  public var changed: [VaultPath] {
    let moved = files.flatMap { [$0, tree.newPath(of: $0)] }
    return Set(edits.map(\.path) + moved).filter(WantedPath.isInside).sorted()
  }

  // MARK: Parts

  private static let memosPerPart = 256

  /// The memos elsewhere with paths that lead to files of the folder. Each is read: the index knows no such paths.
  private static func memos(
    thatMayNameFilesOf tree: MovedTree, in index: VaultIndex, of vault: Vault
  ) -> [VaultPath] {
    let hasOthers = tree.files.keys.contains { !vault.rules.namesMemo($0) }
    guard hasOthers else { return [] }
    let found = index.mapPlaces(partSize: memosPerPart) { places in
      let rewriter = tree.rewriter(in: vault)
      return places.compactMap { place -> VaultPath? in
        guard index.hasMemo(at: place) else { return nil }
        let path = index.path(at: place)
        guard !tree.holds(path) else { return nil }
        var isLinking = false
        // What cannot be read cannot be rewritten either; the refresh has reported it.
        _ = try? vault.files.read(path, limit: FileError.largestInMemory) {
          isLinking = !rewriter.edits(of: $0, from: path.parent, to: path.parent, countsMemos: true).isEmpty
        }
        return isLinking ? path : nil
      }
    }
    return found.flatMap(\.self)
  }

  /// The memos elsewhere with links of Markdown to the folder or to one in it.
  private static func memos(thatMayNameFoldersOf tree: MovedTree, in index: VaultIndex) -> [VaultPath] {
    index.memos { tree.mayHoldFolder(named: $0, from: $1) }.filter { !tree.holds($0) }
  }

  private mutating func add(
    _ path: VaultPath, _ repair: LinkRepair, _ headings: LinkedHeadings, _ rewriter: FileTargetRewriter,
    _ fileLinks: FileLinks, _ vault: Vault
  ) throws {
    let memo = try ReadMemo(path, in: vault)
    let newPath = tree.newPath(of: path)
    let (links, anchors, files) = memo.bytes.withUnsafeBytes { bytes in
      let paths = rewriter.edits(of: bytes, from: path.parent, to: newPath.parent, countsMemos: true)
      let names = fileLinks.nameEdits(of: bytes, from: path, to: newPath, moved: tree.newPath).apart(from: paths)
      return (
        repair.rewriting(of: bytes, at: path), headings.rewriting(of: bytes, at: path).edits,
        repair.withoutMemos(paths + names, in: bytes, at: path)
      )
    }
    let found = (links.edits + anchors + files.apart(from: links.edits)).inOrder
    if !found.isEmpty { edits.append(MemoEdits(of: memo, found)) }
    lostLinks += links.lost.map { link in
      Relocation.LostLink(path: newPath, target: String(decoding: memo.bytes[link.target], as: UTF8.self))
    }
  }
}

/// What changes in the text of a memo, without the text.
public struct MemoEdits: Sendable {
  /// The memo's path.
  public let path: VaultPath

  private let edits: [ByteEdit]
  private let hash: UInt64

  init(of memo: ReadMemo, _ edits: [ByteEdit]) {
    (path, hash, self.edits) = (memo.path, memo.hash, edits)
  }

  /// Reads the memo again and applies them; it keeps its time.
  ///
  /// - Throws: `OperationError.changed` if it has changed since.
  public func rewrite(in vault: Vault) throws -> MemoRewrite {
    let memo = try ReadMemo(path, in: vault)
    guard memo.hash == hash else { throw OperationError.changed([path]) }
    return MemoRewrite(memo: memo, edits: edits, keepsTime: true)
  }
}
