import MemoCore

/// A merge that was made here and after which links may still have to follow, as it is kept. What its sides did follows
/// from the commits.
struct LinkedMergeNote: Codable, Equatable {
  /// The commits of a note.
  struct Ids {
    let commit: ObjectId
    let sides: [ObjectId]
    let bases: [ObjectId]
    /// Whether the first side is on top of the second.
    let isOfSaves: Bool
  }

  /// The merge, its two sides in order, and what both come from, as hexadecimal digits.
  private let commit: String
  private let sides: [String]
  private let bases: [String]
  /// When it was made, in nanoseconds since 1970.
  private let time: Int64
  /// Whether it is no merge, but what was saved after files had come in; `nil` for no.
  private let isOfSaves: Bool?

  /// So many are kept, the newest, each for so long: after that, a merge is redone in vain for memos that stay as they are.
  private static let limit = 16
  private static let lifetime: Int64 = 7 * 86_400_000_000_000

  init(_ commit: ObjectId, of sides: [ObjectId], since bases: [ObjectId], at time: Int64) {
    (self.commit, self.sides, self.bases) = (commit.text, sides.map(\.text), bases.map(\.text))
    (self.time, isOfSaves) = (time, nil)
  }

  /// Notes what was saved in the middle of a sync.
  ///
  /// - Parameter arrival: the branch before files came in, and after they did.
  init(ofSaves commit: ObjectId, since arrival: (from: ObjectId, to: ObjectId), at time: Int64) {
    (self.commit, sides, bases) = (commit.text, [commit.text, arrival.to.text], [arrival.from.text])
    (self.time, isOfSaves) = (time, true)
  }

  /// The commits; `nil` for what is not of memo.
  var ids: Ids? {
    let ids = ([commit] + sides + bases).compactMap { ObjectId(hexadecimal: $0.utf8) }
    guard sides.count == 2, ids.count == 3 + bases.count else { return nil }
    return Ids(commit: ids[0], sides: Array(ids[1...2]), bases: Array(ids[3...]), isOfSaves: isOfSaves ?? false)
  }

  /// Adds it to those that are kept.
  func added(to notes: [LinkedMergeNote]) -> [LinkedMergeNote] {
    let others = notes.filter {
      ($0.commit != commit || $0.isOfSaves != isOfSaves) && $0.time > time.subtractingClamped(Self.lifetime)
    }
    return (others + [self]).suffix(Self.limit)
  }
}
