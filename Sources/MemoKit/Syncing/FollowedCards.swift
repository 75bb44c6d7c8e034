import MemoCore
import MemoStore
import MemoSync

/// What has to change on cards of canvases that show files by the paths which these had before a side of a merge moved them:
/// the other side wrote these cards in the meantime. Nothing is written here.
struct FollowedCards {
  /// The canvases whose texts change.
  private(set) var rewrites: [VaultPath: MemoRewrite] = [:]
  /// Whether every canvas could be looked at.
  private(set) var isWhole = true

  private let vault: Vault
  /// Where files went, step by step.
  private var moves: [VaultPath: VaultPath] = [:]
  private var edits: [VaultPath: (canvas: ReadMemo, edits: [ByteEdit])] = [:]

  /// Finds them.
  ///
  /// - Parameters:
  ///   - merges: each of two sides.
  ///   - waiting: files that are not as the merges have them.
  init(
    of merges: [LinkedMerge], besides waiting: Set<VaultPath>, in vault: Vault, texts: StoredTexts
  ) throws {
    self.vault = vault
    guard vault.isObsidian else { return }
    let merges = merges.filter { $0.sides.count == 2 }
    for merge in merges {
      for (writer, mover) in Self.directions(of: merge) {
        moves.merge(Self.newPaths(mover, since: writer)) { first, _ in first }
      }
    }
    guard !moves.isEmpty else { return }
    let old = moves.keys
    moves.merge(vault.movedMemos.moves.map { ($0.from, $0.to) }) { first, _ in first }
    followGone(old.filter { vault.files.stamp(of: $0) == nil })
    for merge in merges where !merge.isOfSaves {
      for (writer, mover) in Self.directions(of: merge) { try followRenewed(mover, since: writer, texts) }
    }
    for (path, edited) in edits where !edited.edits.isEmpty {
      guard !waiting.contains(path) else {
        isWhole = false
        continue
      }
      rewrites[path] = MemoRewrite(memo: edited.canvas, edits: edited.edits.inOrder, keepsTime: true)
    }
  }

  /// Which side wrote cards while which one moved files. What has come in does not follow what is saved after it.
  private static func directions(of merge: LinkedMerge) -> [(writer: MergedSide, mover: MergedSide)] {
    let sides = merge.sides
    return merge.isOfSaves ? [(sides[0], sides[1])] : [(sides[0], sides[1]), (sides[1], sides[0])]
  }

  /// Where a file is that was at a path; `nil` where that is not known.
  private func place(of path: VaultPath) -> VaultPath? {
    var (path, passed) = (path, Set<VaultPath>())
    while vault.files.stamp(of: path) == nil {
      guard passed.insert(path).inserted, let next = moves[path] else { return nil }
      path = next
    }
    return path
  }

  /// Has all cards follow files of whose paths there is no file any more.
  private mutating func followGone(_ old: [VaultPath]) {
    var newPaths: [VaultPath: VaultPath] = [:]
    for path in old { newPaths[path] = place(of: path) }
    guard !newPaths.isEmpty else { return }
    for found in Canvases.edits(in: vault, newPath: { newPaths[$0] ?? $0 }) { edits[found.canvas.path] = found }
  }

  /// Has the cards that only the writer has follow files whose paths the mover gave to others.
  private mutating func followRenewed(_ mover: MergedSide, since writer: MergedSide, _ texts: StoredTexts) throws {
    let newPaths = Self.renewed(mover, since: writer).compactMapValues(place)
    guard !newPaths.isEmpty else { return }
    for canvas in writer.canvases {
      let other = mover.canvases.first { $0.base != nil && $0.base == canvas.base }?.entry ?? canvas.base
      let texts = try texts.texts(of: [canvas.entry, other].compactMap(\.self))
      guard let now = place(of: canvas.path), let written = texts[canvas.entry] else { continue }
      let cards = CanvasCards.texts(in: written).subtracting(CanvasCards.texts(in: other.flatMap { texts[$0] } ?? []))
      // One that cannot be read stays as it is.
      guard !cards.isEmpty, let memo = edits[now]?.canvas ?? (try? ReadMemo(now, in: vault)) else { continue }
      let found = CanvasCards.edits(of: memo.bytes, where: cards.contains) { newPaths[$0] ?? $0 }
      let known = edits[now]?.edits ?? []
      edits[now] = (memo, known + found.apart(from: known))
    }
  }

  /// Where a side moved files, by the paths that the other side knows.
  private static func newPaths(_ mover: MergedSide, since writer: MergedSide) -> [VaultPath: VaultPath] {
    let written = writer.memos.compactMap { memo in memo.base.map { ($0.path, memo.entry.path) } }
    let places = Dictionary(written) { first, _ in first }
    let memos = mover.memos.compactMap { memo in memo.base.map { (places[$0.path] ?? $0.path, memo.path) } }
    return Dictionary(memos.filter { $0 != $1 }) { first, _ in first }.merging(mover.files) { memo, _ in memo }
  }

  /// The same for memos with paths that are those of other memos on the mover's side; on the writer's, they have never been.
  private static func renewed(_ mover: MergedSide, since writer: MergedSide) -> [VaultPath: VaultPath] {
    let taken = Set(mover.memos.filter { $0.base?.path != $0.path }.map(\.path))
    let own = writer.memos.filter { $0.base?.path != $0.entry.path }.flatMap { [$0.base?.path, $0.entry.path] }
    let moves = mover.memos.compactMap { memo in memo.base.map { ($0.path, memo.path) } }
    return Dictionary(moves.filter { taken.contains($0) && $0 != $1 && !own.contains($0) }) { first, _ in first }
  }
}
