/// Merges two texts that come from a common one, line by line and without conflicts: a line of the base stays if both
/// sides kept it, and every line that a side added stays.
///
/// Where both added lines in the same place they stand one after the other, the first side's before the second's, and
/// those that both added once. Lines are compared without their ends. Whoever merges has to call the same side the first
/// on every device. Front matter is merged by its keys (`FrontMatterMerge`).
public struct LineMerge: Equatable, Sendable {
  /// Lines that both sides changed, differently.
  public struct Overlap: Equatable, Sendable {
    /// The line of the merged text where they stand or stood, from 1.
    public let line: Int
    /// The lines that the first side brought there, with their ends; empty where it only removed some.
    public let first: [UInt8]
    /// The lines that the second side brought there, with their ends; empty where it only removed some.
    public let second: [UInt8]
    /// Whether it is a key of the front matter, of which only one version is in the merged text.
    public let isOfKey: Bool

    /// Puts together an overlap.
    public init(line: Int, first: [UInt8], second: [UInt8], isOfKey: Bool = false) {
      self.line = line
      self.first = first
      self.second = second
      self.isOfKey = isOfKey
    }
  }

  /// The merged text.
  public let bytes: [UInt8]
  /// Where both sides changed the same lines, in order.
  public let overlaps: [Overlap]

  /// Merges two sides as a text of a kind may be merged; `nil` where it cannot hold both.
  public init?(_ kind: TextKind, base: [UInt8], first: [UInt8], second: [UInt8]) {
    switch kind {
    case .woven: self.init(base: base, first: first, second: second)
    case .strict: self.init(separate: base, first: first, second: second)
    }
  }

  /// Merges two sides of a base; an empty one for texts that have nothing to do with each other.
  public init(base: [UInt8], first: [UInt8], second: [UInt8]) {
    if first == second || second == base {
      self.init(first)
    } else if first == base {
      self.init(second)
    } else {
      self.init(weaving: MarkedText(base), MarkedText(first), MarkedText(second))
    }
  }

  /// Merges two sides whose changes leave each other alone, as git does; `nil` where they touch.
  ///
  /// For a text of another kind than a memo: no line is in it that neither side wanted there.
  public init?(separate base: [UInt8], first: [UInt8], second: [UInt8]) {
    if first == second || first == base || second == base {
      self.init(base: base, first: first, second: second)
      return
    }
    let (base, first, second) = (MarkedText(base), MarkedText(first), MarkedText(second))
    guard SeparateChanges(base: base.lines, first: first.lines, second: second.lines).areSeparate else { return nil }
    let lines = LineWeave(base: base.lines, first: first.lines, second: second.lines).lines
    self.init(lines, base, first, second, overlaps: [])
  }

  private init(_ side: [UInt8]) {
    (bytes, overlaps) = (side, [])
  }

  private init(weaving base: MarkedText, _ first: MarkedText, _ second: MarkedText) {
    let merge = FrontMatterMerge(base: base.lines, first: first.lines, second: second.lines)
    self.init(merge.lines, base, first, second, overlaps: merge.overlaps)
  }

  private init(
    _ lines: [MergedLine], _ base: MarkedText, _ first: MarkedText, _ second: MarkedText, overlaps: [Overlap]
  ) {
    let ends = LineEnds(base: base.lines, first: first.lines, second: second.lines)
    let mark = first.mark == base.mark ? second.mark : first.mark
    bytes = mark + ends.text(of: lines, isEnded: first.lines.isEnded || second.lines.isEnded)
    self.overlaps = overlaps
  }

  /// A text apart from its byte order mark, so that a mark which only one side has makes no line another one.
  private struct MarkedText {
    let mark: [UInt8]
    let lines: TextLines

    init(_ text: [UInt8]) {
      mark = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.prefix(3)) : []
      lines = TextLines(Array(text.dropFirst(mark.count)))
    }
  }
}
