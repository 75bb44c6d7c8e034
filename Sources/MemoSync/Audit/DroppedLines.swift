import MemoCore

/// The lines of a file that a merge should have kept and did not.
struct DroppedLines: Equatable {
  /// A file in the commits that a merge is about; `nil` where it is not there.
  struct Versions {
    let base: [UInt8]?
    let parents: [[UInt8]?]
    let merge: [UInt8]?
  }

  /// What a merge that loses nothing would have made of the file.
  let whole: [UInt8]
  /// The lines of it that the merge lacks, without their ends; blank ones do not count.
  let lines: [[UInt8]]

  /// Compares a merge with the one that memo would have made; `nil` where nothing is missing.
  ///
  /// - Parameter others: texts of other files whose lines are none that are missing.
  init?(_ versions: Versions, besides others: [[UInt8]] = []) {
    guard let whole = Self.whole(versions, inOrder: true), whole != versions.merge else { return nil }
    // Where both sides added lines in one place, either order is right, and so is either value of a key.
    if let other = Self.whole(versions, inOrder: false), other == versions.merge { return nil }
    var counts: [[UInt8]: Int] = [:]
    for line in ([versions.merge ?? []] + others).flatMap(Self.lines) { counts[line, default: 0] += 1 }
    // Whoever deletes a file means the lines that were in it then.
    if versions.parents.contains(nil) { for line in Self.lines(versions.base ?? []) { counts[line, default: 0] += 1 } }
    lines = Self.lines(whole).filter { line in
      guard let count = counts[line], count > 0 else { return true }
      counts[line] = count - 1
      return false
    }
    guard !lines.isEmpty else { return nil }
    self.whole = whole
  }

  /// The text with the lines of both sides; `nil` where the file was to be deleted.
  private static func whole(_ versions: Versions, inOrder: Bool) -> [UInt8]? {
    let present = versions.parents.compactMap(\.self)
    // A change wins over a deletion.
    if present.count == 1 { return present[0] == versions.base ? nil : present[0] }
    guard present.count == 2 else { return nil }
    let isAscending = present[0].lexicographicallyPrecedes(present[1]) == inOrder
    return LineMerge(
      base: versions.base ?? [], first: present[isAscending ? 0 : 1], second: present[isAscending ? 1 : 0]
    ).bytes
  }

  /// What `lines` would be of another text, in which some may be again.
  func missing(in text: [UInt8]) -> [[UInt8]] {
    let known = Set(Self.lines(text))
    return lines.filter { !known.contains($0) }
  }

  /// The lines of a text that another one lacks, without their ends.
  static func lines(of text: [UInt8], missingIn other: [UInt8]) -> [[UInt8]] {
    let known = Set(lines(other))
    return lines(text).filter { !known.contains($0) }
  }

  /// A text with the lines again that the merge has dropped.
  func restored(to text: [UInt8]?, merge: [UInt8]?) -> [UInt8] {
    guard let text else { return whole }
    return LineMerge(base: merge ?? [], first: text, second: whole).bytes
  }

  /// The lines of a text that are not blank, without their ends and without blanks behind them.
  private static func lines(_ text: [UInt8]) -> [[UInt8]] {
    text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }).map { line in
      let blanks = line.reversed().prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      return Array(line.dropLast(blanks.count))
    }.filter { !$0.isEmpty }
  }
}
