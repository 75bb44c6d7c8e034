public import MemoCore
import MemoIndex
public import MemoStore

/// The changes for a memo that gets another title, file name or folder: the memo itself, and every memo with a
/// link that would no longer resolve to it. Nothing is written before `carryOut`.
public struct Relocation: Sendable {
  /// A link that will be broken, because its style cannot write the new name.
  public struct LostLink: Equatable, Sendable {
    /// The memo that holds it, by its path afterwards.
    public let path: VaultPath
    /// Its target as written.
    public let target: String
  }

  /// Where the memo is.
  public let path: VaultPath
  /// Where it is afterwards.
  public let newPath: VaultPath
  /// The memos whose texts change, sorted by path.
  public private(set) var rewrites: [MemoRewrite] = []
  /// Links that will be broken.
  public private(set) var lostLinks: [LostLink] = []
  /// Whether the file keeps its name because links could not write the new one.
  public internal(set) var keepsNameForLinks = false

  private let hash: UInt64

  /// Finds out what has to change.
  ///
  /// - Parameters:
  ///   - titleEdits: what gives the memo another title; none if it keeps it.
  init(
    of memo: ReadMemo, to newPath: VaultPath, titleEdits: [ByteEdit], in index: VaultIndex, of vault: Vault
  ) throws {
    (path, self.newPath) = (memo.path, newPath)
    let text = memo.bytes.withUnsafeBytes { ByteEdit.apply(titleEdits, to: $0) }
    let title = MemoText.title(of: text, titledBy: vault.titleSource(at: newPath))
    let repair = LinkRepair(of: index, changes: [path: LinkResolver.Memo(path: newPath, title: title)])
    let rewriting = memo.bytes.withUnsafeBytes { repair.rewriting(of: $0, at: memo.path) }
    let files = memo.bytes.withUnsafeBytes { bytes in
      FileTargetRewriter.edits(of: bytes, from: memo.path, to: newPath) { vault.files.stamp(of: $0) != nil }
    }
    let anchors = memo.bytes.withUnsafeBytes { before in
      text.withUnsafeBytes { AnchorRepair(of: memo.path, from: before, to: $0, in: LinkGraph(of: index)) }
    }
    let own = memo.bytes.withUnsafeBytes { anchors?.edits(of: $0, at: memo.path) ?? [] }
    let links = rewriting.edits + files + own
    let edits = titleEdits + links.filter { link in !titleEdits.contains { $0.overlaps(link) } }
    let contents = memo.bytes.withUnsafeBytes {
      ByteEdit.apply(edits.inOrder, to: $0)
    }
    hash = XXHash64.hash(contents)
    add(memo, contents, rewriting, keepsTime: titleEdits.isEmpty)
    for other in Set(repair.memos() + (anchors?.memos() ?? [])) where other != path {
      try add(other, repair, anchors, vault)
    }
    rewrites.sort { $0.memo.path < $1.memo.path }
  }

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
    if newPath != path { try draft.move(path, to: newPath, read: hash) }
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
      LostLink(
        path: memo.path == path ? newPath : memo.path,
        target: String(decoding: memo.bytes[link.target], as: UTF8.self))
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
