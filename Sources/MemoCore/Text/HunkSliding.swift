/// Brings hunks to one of the places where they could stand: what is added below a line that looks like its own last one
/// could as well stand above it. Two texts changed alike have to be told apart alike, so each hunk goes down as far as
/// it can, and joins the one that it meets.
enum HunkSliding {
  /// The hunks of a difference between two lists of lines, each at its last place.
  static func slid(_ hunks: [LineDifference.Hunk], _ old: [Int32], _ new: [Int32]) -> [LineDifference.Hunk] {
    var below: [LineDifference.Hunk] = []
    for hunk in hunks.reversed() {
      var hunk = hunk
      while let next = stepDown(hunk, limit: below.last?.old.lowerBound ?? old.count, old, new) {
        hunk = next
        guard let met = below.last, met.old.lowerBound == hunk.old.upperBound else { continue }
        below.removeLast()
        hunk = .init(old: hunk.old.lowerBound..<met.old.upperBound, new: hunk.new.lowerBound..<met.new.upperBound)
      }
      below.append(hunk)
    }
    return below.reversed()
  }

  /// A hunk that only adds or only removes, one line further down; `nil` where it cannot go there.
  private static func stepDown(
    _ hunk: LineDifference.Hunk, limit: Int, _ old: [Int32], _ new: [Int32]
  ) -> LineDifference.Hunk? {
    guard hunk.old.upperBound < limit else { return nil }
    if hunk.old.isEmpty {
      guard new[hunk.new.lowerBound] == new[hunk.new.upperBound] else { return nil }
    } else {
      guard hunk.new.isEmpty, old[hunk.old.lowerBound] == old[hunk.old.upperBound] else { return nil }
    }
    return .init(
      old: hunk.old.lowerBound + 1..<hunk.old.upperBound + 1, new: hunk.new.lowerBound + 1..<hunk.new.upperBound + 1)
  }
}
