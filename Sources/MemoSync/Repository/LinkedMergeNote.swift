import MemoCore

/// A merge that was made here and after which links may still have to follow, as it is kept. What its sides did follows
/// from the commits.
struct LinkedMergeNote: Codable, Equatable {
  /// The merge, its two sides in order, and what both come from, as hexadecimal digits.
  private let commit: String
  private let sides: [String]
  private let bases: [String]
  /// When it was made, in nanoseconds since 1970.
  private let time: Int64

  /// So many are kept, the newest, each for so long: after that, a merge is redone in vain for memos that stay as they are.
  private static let limit = 16
  private static let lifetime: Int64 = 7 * 86_400_000_000_000

  init(_ commit: ObjectId, of sides: [ObjectId], since bases: [ObjectId], at time: Int64) {
    (self.commit, self.sides, self.bases) = (commit.text, sides.map(\.text), bases.map(\.text))
    self.time = time
  }

  /// The commits; `nil` for what is not of memo.
  var ids: (commit: ObjectId, sides: [ObjectId], bases: [ObjectId])? {
    let ids = ([commit] + sides + bases).compactMap { ObjectId(hexadecimal: Array($0.utf8)) }
    guard sides.count == 2, ids.count == 3 + bases.count else { return nil }
    return (ids[0], Array(ids[1...2]), Array(ids[3...]))
  }

  /// Adds it to those that are kept.
  func added(to notes: [LinkedMergeNote]) -> [LinkedMergeNote] {
    let others = notes.filter { $0.commit != commit && $0.time > time.subtractingClamped(Self.lifetime) }
    return (others + [self]).suffix(Self.limit)
  }
}
