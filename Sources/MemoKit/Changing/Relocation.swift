public import MemoCore
import MemoIndex
public import MemoStore

/// The changes for a memo that gets another title, file name or folder, or for memos that get another folder: they
/// themselves, and every memo with a link that would no longer resolve to them. Nothing is written before `carryOut`.
public struct Relocation: Sendable {
  /// A link that will be broken, because its style cannot write the new name.
  public struct LostLink: Equatable, Sendable {
    /// The memo that holds it, by its path afterwards.
    public let path: VaultPath
    /// Its target as written.
    public let target: String
  }

  /// A memo by its path before and afterwards.
  public struct Move: Equatable, Sendable {
    /// Where it is.
    public let path: VaultPath
    /// Where it is afterwards, which may be the same.
    public let newPath: VaultPath
    /// XXH64 of its bytes afterwards.
    fileprivate let hash: UInt64
  }

  /// The memos, in the order in which they were given; there is at least one.
  public private(set) var moves: [Move] = []
  /// The memos whose texts change, sorted by path.
  public private(set) var rewrites: [MemoRewrite] = []
  /// Links that will be broken.
  public private(set) var lostLinks: [LostLink] = []
  /// Whether the file keeps its name because links could not write the new one.
  public internal(set) var keepsNameForLinks = false

  private let newPaths: [VaultPath: VaultPath]

  /// Finds out what has to change.
  ///
  /// - Parameters:
  ///   - memos: each with its path afterwards.
  ///   - titleEdits: what gives the memo, which is the only one, another title; none if it keeps it.
  init(
    of memos: [(memo: ReadMemo, newPath: VaultPath)], titleEdits: [ByteEdit], in index: VaultIndex, of vault: Vault
  ) throws {
    newPaths = Dictionary(memos.map { ($0.memo.path, $0.newPath) }) { first, _ in first }
    let texts = memos.map { memo, _ in memo.bytes.withUnsafeBytes { ByteEdit.apply(titleEdits, to: $0) } }
    var changes: [VaultPath: LinkResolver.Memo?] = [:]
    for ((memo, newPath), text) in zip(memos, texts) {
      let title = MemoText.title(of: text, titledBy: vault.titleSource(at: newPath))
      changes[memo.path] = LinkResolver.Memo(path: newPath, title: title)
    }
    let repair = LinkRepair(of: index, changes: changes)
    let fileLinks = FileLinks(ofMoving: memos.map { ($0.memo.path, $0.memo.bytes, $0.newPath) }, in: vault)
    var others = Set(repair.memos())
    var anchors: AnchorRepair?
    for ((memo, newPath), text) in zip(memos, texts) {
      let rewriting = memo.bytes.withUnsafeBytes { repair.rewriting(of: $0, at: memo.path) }
      let files = memo.bytes.withUnsafeBytes { fileLinks.edits(of: $0, from: memo.path, to: newPath) }
      anchors = memo.bytes.withUnsafeBytes { before in
        text.withUnsafeBytes { AnchorRepair(of: memo.path, from: before, to: $0, in: LinkGraph(of: index)) }
      }
      let own = memo.bytes.withUnsafeBytes { anchors?.edits(of: $0, at: memo.path) ?? [] }
      let links = rewriting.edits + files + own
      let edits = titleEdits + links.filter { link in !titleEdits.contains { $0.overlaps(link) } }
      let contents = memo.bytes.withUnsafeBytes { ByteEdit.apply(edits.inOrder, to: $0) }
      moves.append(Move(path: memo.path, newPath: newPath, hash: XXHash64.hash(contents)))
      add(memo, contents, rewriting, keepsTime: titleEdits.isEmpty)
    }
    others.formUnion(anchors?.memos() ?? [])
    for other in others where newPaths[other] == nil { try add(other, repair, anchors, vault) }
    rewrites.sort { $0.memo.path < $1.memo.path }
  }

  /// Where the only memo, or the first one, is.
  public var path: VaultPath { moves[0].path }

  /// Where it is afterwards.
  public var newPath: VaultPath { moves[0].newPath }

  /// Where a memo is afterwards; another one stays.
  public func newPath(of path: VaultPath) -> VaultPath { newPaths[path] ?? path }

  /// Makes the changes as one operation; returns it, `nil` if nothing changes.
  ///
  /// - Parameters:
  ///   - name: the command's name.
  ///   - time: the current time in nanoseconds since 1970.
  public func carryOut(
    _ name: String, by history: OperationHistory, at time: Int64
  ) throws -> PastOperation? {
    let draft = try history.begin(name, at: time)
    for rewrite in rewrites { try draft.replace(rewrite) }
    for move in moves where move.newPath != move.path {
      try draft.move(move.path, to: move.newPath, read: move.hash)
    }
    return try draft.commit()
  }

  private mutating func add(
    _ path: VaultPath, _ repair: LinkRepair, _ anchors: AnchorRepair?, _ vault: Vault
  ) throws {
    let memo = try ReadMemo(path, in: vault)
    let rewriting = memo.bytes.withUnsafeBytes { repair.rewriting(of: $0, at: path) }
    let contents = memo.bytes.withUnsafeBytes { bytes in
      ByteEdit.apply((rewriting.edits + (anchors?.edits(of: bytes, at: path) ?? [])).inOrder, to: bytes)
    }
    add(memo, contents, rewriting, keepsTime: true)
  }

  private mutating func add(
    _ memo: ReadMemo, _ contents: [UInt8], _ rewriting: LinkRewriter.Rewriting, keepsTime: Bool
  ) {
    if contents != memo.bytes { rewrites.append(MemoRewrite(memo: memo, contents: contents, keepsTime: keepsTime)) }
    lostLinks += rewriting.lost.map { link in
      LostLink(path: newPath(of: memo.path), target: String(decoding: memo.bytes[link.target], as: UTF8.self))
    }
  }
}

extension [ByteEdit] {
  /// In the order of the text.
  var inOrder: [ByteEdit] { sorted { $0.range.lowerBound < $1.range.lowerBound } }
}

extension ByteEdit {
  func overlaps(_ other: ByteEdit) -> Bool {
    range.overlaps(other.range) || range.contains(other.range.lowerBound)
  }
}
