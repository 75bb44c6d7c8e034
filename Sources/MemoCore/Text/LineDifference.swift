/// Which lines of a text another one holds as well, in order, and which it does not.
///
/// A shortest edit by Myers' algorithm where that is affordable; where the texts differ much, one along the lines that
/// both hold equally often.
public struct LineDifference: Equatable, Sendable {
  /// Lines of the old text in whose place lines of the new one stand; one of both may be empty.
  public struct Hunk: Equatable, Sendable {
    /// Lines of the old text, from 0; where they would stand, for none.
    public let old: Range<Int>
    /// Lines of the new text, from 0; where they would stand, for none.
    public let new: Range<Int>

    /// Puts together a hunk.
    public init(old: Range<Int>, new: Range<Int>) {
      self.old = old
      self.new = new
    }
  }

  /// The differences in order, with at least one common line between two of them.
  public let hunks: [Hunk]

  /// Compares the lines of two texts without their ends (LF, CRLF or CR).
  public init(from old: [UInt8], to new: [UInt8]) {
    var numbering = LineNumbering()
    let oldNumbers = numbering.numbers(of: TextLines(old))
    self.init(from: oldNumbers, to: numbering.numbers(of: TextLines(new)))
  }

  /// Compares lines by their numbers.
  init(from old: [Int32], to new: [Int32]) {
    let common = CommonLines(old, new)
    hunks = HunkSliding.slid(Self.hunks(common.isOldCommon, common.isNewCommon), old, new)
  }

  /// The hunks of two lists of lines of which those that are marked correspond to each other, in order.
  private static func hunks(_ isOldCommon: [Bool], _ isNewCommon: [Bool]) -> [Hunk] {
    var hunks: [Hunk] = []
    var (old, new) = (0, 0)
    while old < isOldCommon.count || new < isNewCommon.count {
      let (oldStart, newStart) = (old, new)
      while old < isOldCommon.count, !isOldCommon[old] { old += 1 }
      while new < isNewCommon.count, !isNewCommon[new] { new += 1 }
      if old > oldStart || new > newStart { hunks.append(Hunk(old: oldStart..<old, new: newStart..<new)) }
      while old < isOldCommon.count, new < isNewCommon.count, isOldCommon[old], isNewCommon[new] {
        old += 1
        new += 1
      }
    }
    return hunks
  }
}
