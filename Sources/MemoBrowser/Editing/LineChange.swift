/// Which lines of a text changed: those at `old` made way for those at `new`; both start at the same line.
public struct LineChange: Equatable, Sendable {
  /// The lines before the change.
  public private(set) var old: Range<Int>
  /// The lines after it.
  public private(set) var new: Range<Int>

  /// Lines that made way for so many others.
  public init(replacing old: Range<Int>, withCount count: Int) {
    self.old = old
    new = old.lowerBound..<old.lowerBound + count
  }

  /// Adds a change that came after this one, so that both are one.
  public mutating func add(_ next: LineChange) {
    let start = min(new.lowerBound, next.old.lowerBound)
    let grown = max(0, next.old.upperBound - new.upperBound)
    let end = new.upperBound + grown + next.new.count - next.old.count
    old = start..<old.upperBound + grown
    new = start..<end
  }
}
