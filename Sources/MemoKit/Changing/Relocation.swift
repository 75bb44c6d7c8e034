public import MemoCore
import MemoIndex
public import MemoStore

/// The changes for a memo that gets another title, file name or folder, or for memos that get another folder: they
/// themselves, every memo with a link that would no longer resolve to them, and every canvas with a card that would no longer
/// show them. Nothing is written before `carryOut`.
public struct Relocation: Sendable {
  /// A link that will be broken, because its style cannot write the new name.
  public struct LostLink: Hashable, Sendable {
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
  /// The memos and canvases whose texts change, sorted by path.
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
  ///   - progress: called with the number of memos read for their links and their total.
  init(
    of memos: [(memo: ReadMemo, newPath: VaultPath)], titleEdits: [ByteEdit], in index: VaultIndex, of vault: Vault,
    progress: (Int, Int) -> Void
  ) throws {
    newPaths = Dictionary(memos.map { ($0.memo.path, $0.newPath) }) { first, _ in first }
    var changes: [VaultPath: LinkResolver.Memo?] = [:]
    for (memo, newPath) in memos {
      let text = ByteEdit.apply(titleEdits, to: memo.bytes)
      let title = MemoText.title(of: text, titledBy: vault.titleSource(at: newPath))
      changes[memo.path] = LinkResolver.Memo(path: newPath, title: title)
    }
    let repair = LinkRepair(of: index, changes: changes, keepsCertain: true)
    let fileLinks = FileLinks(ofMoving: memos.map { ($0.memo.path, $0.memo.bytes, $0.newPath) }, in: vault)
    var others = Set(repair.memos()).subtracting(newPaths.keys)
    var headings = LinkedHeadings(in: index)
    for (memo, _) in memos {
      memo.bytes.withUnsafeBytes {
        headings.note(memo.path, $0, edits: titleEdits, links: repair.rewriting(of: $0, at: memo.path).edits)
      }
    }
    try headings.note(others, by: repair, in: vault, progress: progress)
    others.formUnion(headings.memos.subtracting(newPaths.keys))
    for (memo, newPath) in memos {
      let contents = add(memo, repair, headings, edits: titleEdits) {
        fileLinks.edits(of: $0, from: memo.path, to: newPath)
      }
      moves.append(Move(path: memo.path, newPath: newPath, hash: XXHash64.hash(contents)))
    }
    for (done, other) in others.enumerated() {
      progress(done, others.count)
      _ = add(try ReadMemo(other, in: vault), repair, headings)
    }
    if headings.areChanging || moves.contains(where: { $0.newPath != $0.path }) {
      rewrites += headings.cards(in: vault) { newPath(of: $0) }
    }
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
    try draft.replace(rewrites)
    for move in moves where move.newPath != move.path {
      try draft.move(move.path, to: move.newPath, read: move.hash)
    }
    return try draft.commit()
  }

  /// Adds the change of a memo; returns its text afterwards.
  private mutating func add(
    _ memo: ReadMemo, _ repair: LinkRepair, _ headings: LinkedHeadings, edits: [ByteEdit] = [],
    files: (UnsafeRawBufferPointer) -> [ByteEdit] = { _ in [] }
  ) -> [UInt8] {
    let contents = memo.bytes.withUnsafeBytes { bytes in
      let rewriting = repair.rewriting(of: bytes, at: memo.path)
      let anchors = headings.rewriting(of: bytes, at: memo.path)
      let lost = rewriting.lost.map { String(decoding: bytes[$0.target], as: UTF8.self) } + anchors.lost
      lostLinks += lost.map { LostLink(path: newPath(of: memo.path), target: $0) }
      let others = repair.withoutMemos(files(bytes), in: bytes, at: memo.path)
        .apart(from: rewriting.edits)
      let links = rewriting.edits + others + anchors.edits
      return ByteEdit.apply((edits + links.apart(from: edits)).inOrder, to: bytes)
    }
    if contents != memo.bytes {
      let keepsTime = newPaths[memo.path] == nil || edits.isEmpty
      rewrites.append(MemoRewrite(memo: memo, contents: contents, keepsTime: keepsTime))
    }
    return contents
  }
}

extension [ByteEdit] {
  /// In the order of the text.
  package var inOrder: [ByteEdit] { sorted { $0.range.lowerBound < $1.range.lowerBound } }

  /// Those that overlap none of others, which do not overlap each other.
  package func apart(from others: [ByteEdit]) -> [ByteEdit] {
    let others = others.filter { !$0.range.isEmpty }.inOrder
    return filter { edit in
      // Of the others that do not start behind it, the last one ends last.
      let end = others.partitioningIndex {
        $0.range.lowerBound >= Swift.max(edit.range.upperBound, edit.range.lowerBound + 1)
      }
      return end == 0 || !others[end - 1].overlaps(edit)
    }
  }
}

extension ByteEdit {
  func overlaps(_ other: ByteEdit) -> Bool {
    range.overlaps(other.range) || range.contains(other.range.lowerBound)
  }
}
