public import MemoCore
import MemoIndex
public import MemoStore

/// The changes for a folder that gets another name or place, with all that is in it: every link that would no longer
/// resolve to its memo, and every path that would no longer lead to its file, in the folder or elsewhere. Nothing is
/// written before `carryOut`.
///
/// It holds edits, not texts: a folder may have more memos than the memory takes.
public struct FolderRelocation: Sendable {
  /// Where the folder is.
  public let path: VaultPath
  /// Where it is afterwards.
  public let newPath: VaultPath
  /// The memos whose texts change, sorted by path.
  public private(set) var edits: [MemoEdits] = []
  /// Links that will be broken.
  public private(set) var lostLinks: [Relocation.LostLink] = []

  private let tree: MovedTree

  /// Finds out what has to change.
  init(of tree: MovedTree, from path: VaultPath, to newPath: VaultPath, in index: VaultIndex, of vault: Vault) throws {
    (self.path, self.newPath, self.tree) = (path, newPath, tree)
    let files = tree.files.keys.sorted()
    let memos = zip(files, index.places(of: files)).compactMap { path, place in place.map { (path, $0) } }
    if let hidden = memos.lazy.map({ tree.newPath(of: $0.0) }).first(where: { !vault.rules.showsMemo(at: $0) }) {
      throw RenamingError.ignored(hidden)
    }
    let changes = memos.map { memo -> (VaultPath, LinkResolver.Memo?) in
      var moved = index.linkedMemo(at: memo.1)
      moved.path = tree.newPath(of: memo.0)
      return (memo.0, moved)
    }
    let repair = LinkRepair(of: index, changes: Dictionary(uniqueKeysWithValues: changes))
    let rewriter = tree.rewriter(in: vault)
    let linking =
      Self.memos(thatMayNameFilesOf: tree, in: index, of: vault) + Self.memos(thatMayNameFoldersOf: tree, in: index)
    var headings = LinkedHeadings(in: index)
    let found = repair.memos()
    try headings.note(found, by: repair, in: vault)
    for memo in Set(memos.map(\.0) + found + linking).union(headings.memos).sorted() {
      try add(memo, repair, headings, rewriter, vault)
    }
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
    for edit in edits {
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
    _ path: VaultPath, _ repair: LinkRepair, _ headings: LinkedHeadings, _ rewriter: FileTargetRewriter, _ vault: Vault
  ) throws {
    let memo = try ReadMemo(path, in: vault)
    let newPath = tree.newPath(of: path)
    let (links, anchors, files) = memo.bytes.withUnsafeBytes { bytes in
      (
        repair.rewriting(of: bytes, at: path), headings.edits(of: bytes, at: path),
        repair.withoutMemos(
          rewriter.edits(of: bytes, from: path.parent, to: newPath.parent, countsMemos: true), in: bytes, at: path)
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
    let contents = memo.bytes.withUnsafeBytes { ByteEdit.apply(edits, to: $0) }
    return MemoRewrite(memo: memo, contents: contents, keepsTime: true)
  }
}
