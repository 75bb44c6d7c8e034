/// Bytes of a line that made way for others.
struct LineEdit: Equatable, Sendable {
  /// Bytes of the line before them.
  let offset: Int
  /// How many went.
  let removed: Int
  /// How many came.
  let inserted: Int
}

/// Which lines of a text changed: those at `old` made way for those at `new`; both start at the same line.
public struct LineChange: Equatable, Sendable {
  /// The lines before the change.
  public private(set) var old: Range<Int>
  /// The lines after it.
  public private(set) var new: Range<Int>

  /// What became of the one line that changed, where it is one edit of one line.
  private(set) var edit: LineEdit?

  /// Lines that made way for so many others.
  public init(replacing old: Range<Int>, withCount count: Int) {
    self.init(replacing: old, withCount: count, edit: nil)
  }

  /// The same where it is known what became of a single line.
  init(replacing old: Range<Int>, withCount count: Int, edit: LineEdit?) {
    self.old = old
    new = old.lowerBound..<old.lowerBound + count
    self.edit = old.count == 1 && count == 1 ? edit : nil
  }

  /// Adds a change that came after this one, so that both are one.
  public mutating func add(_ next: LineChange) {
    var joined = LineChange(replacing: old, withCount: new.count)
    joined.join(next)
    self = joined
  }

  private mutating func join(_ next: LineChange) {
    let start = min(new.lowerBound, next.old.lowerBound)
    let grown = max(0, next.old.upperBound - new.upperBound)
    let end = new.upperBound + grown + next.new.count - next.old.count
    old = start..<old.upperBound + grown
    new = start..<end
  }
}
