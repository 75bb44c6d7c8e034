/// Turns byte ranges of a text into matches with line, column and length; each range once.
struct MatchWriter {
  /// The matches so far, up to the limit.
  private(set) var matches: [SearchMatch] = []
  /// All different ranges.
  private(set) var count = 0

  private let text: UnsafeRawBufferPointer
  private let limit: Int
  private var last: Range<Int>?
  private var lineText = ""
  private var lineNumber = 0
  /// An offset on the current line and its column, so that a line of many matches is counted through once.
  private var counted: (offset: Int, column: Int) = (0, 1)

  /// Starts with nothing written.
  init(_ text: UnsafeRawBufferPointer, limit: Int) {
    self.text = text
    self.limit = limit
  }

  /// Writes a match; ranges come in order, each with the line that it starts on.
  mutating func write(_ range: Range<Int>, on line: MemoLines.Line) {
    guard range != last else { return }
    last = range
    count += 1
    guard matches.count < limit else { return }
    if lineNumber != line.number {
      lineNumber = line.number
      lineText = String(decoding: text[line.range], as: UTF8.self)
      counted = (line.range.lowerBound, 1)
    }
    let skipped = LossyUTF8.scalarCount(text, in: counted.offset..<range.lowerBound)
    counted = (range.lowerBound, counted.column + skipped)
    matches.append(
      SearchMatch(
        line: line.number, column: counted.column, length: LossyUTF8.scalarCount(text, in: range), text: lineText,
        place: line.place))
  }
}
