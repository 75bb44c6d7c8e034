/// A text as lines, with edits that do not go through all of it. All bytes are kept.
///
/// A byte order mark is not part of the first line.
public struct EditedLines: Sendable {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var lines: MeasuredList<TextLine>
  /// Whether the file starts with a byte order mark.
  public internal(set) var hasByteOrderMark: Bool

  /// Splits a text into lines.
  public init(_ bytes: [UInt8]) {
    hasByteOrderMark = bytes.starts(with: Self.mark)
    lines = MeasuredList(TextLine.lines(of: hasByteOrderMark ? Array(bytes.dropFirst(Self.mark.count)) : bytes))
  }

  /// The number of lines, at least 1: an empty last one counts.
  public var count: Int { lines.count }

  /// The number of bytes, without a byte order mark.
  public var byteCount: Int { lines.measure }

  /// A line.
  public subscript(index: Int) -> TextLine { lines[index] }

  /// Several lines.
  public subscript(range: Range<Int>) -> [TextLine] { lines[range] }

  /// Whether the last line has text, but no line end.
  var hasOpenEnd: Bool { !self[count - 1].bytes.isEmpty }

  /// The whole file.
  public var bytes: [UInt8] { (hasByteOrderMark ? Self.mark : []) + textBytes }

  /// The file without a byte order mark.
  var textBytes: [UInt8] { bytes(in: 0..<count) }

  /// The bytes of several lines, line breaks included.
  public func bytes(in range: Range<Int>) -> [UInt8] { lines[range].bytes }

  /// The bytes between two positions.
  public func bytes(in range: Range<LinePosition>) -> [UInt8] {
    let first = range.lowerBound.line
    let bytes = bytes(in: first..<range.upperBound.line + 1)
    let start = lines.measure(before: first)
    return Array(bytes[offset(of: range.lowerBound) - start..<offset(of: range.upperBound) - start])
  }

  /// The end of the text.
  public var end: LinePosition { lineEnd(count - 1) }

  /// The end of a line.
  public func lineEnd(_ line: Int) -> LinePosition {
    LinePosition(line: line, offset: lines[line].bytes.count)
  }

  /// Where some lines are, without the line break of the last one.
  func range(ofLines range: Range<Int>) -> Range<LinePosition> {
    LinePosition(line: range.lowerBound, offset: 0)..<lineEnd(range.upperBound - 1)
  }

  /// The offset of a position in bytes, without a byte order mark.
  public func offset(of position: LinePosition) -> Int {
    lines.measure(before: position.line) + position.offset
  }

  /// The position of an offset; within a line break, the end of the line.
  public func position(at offset: Int) -> LinePosition {
    let (line, start) = lines.index(at: offset)
    return LinePosition(line: line, offset: min(max(0, offset - start), lines[line].bytes.count))
  }

  /// Replaces bytes, counted without a byte order mark.
  public mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) -> LineChange {
    var (first, start) = lines.index(at: range.lowerBound)
    let last = lines.index(at: range.upperBound).index
    var text = self.bytes(in: first..<last + 1)
    text.replaceSubrange(range.lowerBound - start..<range.upperBound - start, with: bytes)
    // A LF after the CR of the line above joins it to one line break.
    if text.first == UInt8(ascii: "\n"), first > 0, lines[first - 1].lineBreak == .carriageReturn {
      first -= 1
      text = self.bytes(in: first..<first + 1) + text
    }
    var new = TextLine.lines(of: text)
    if last + 1 < count { new.removeLast() }
    let edit = LineEdit(offset: range.lowerBound - start, removed: range.count, inserted: bytes.count)
    let change = LineChange(replacing: first..<last + 1, withCount: new.count, edit: edit)
    lines.replaceSubrange(first..<last + 1, with: new)
    return change
  }
}

/// Bytes of a line that were replaced.
struct LineEdit: Equatable, Sendable {
  /// The offset in the line.
  let offset: Int
  /// How many old bytes.
  let removed: Int
  /// How many new bytes.
  let inserted: Int
}

/// The lines of a text that an edit replaced: `old` became `new`; both start at the same line.
public struct LineChange: Equatable, Sendable {
  /// The lines before the change.
  public private(set) var old: Range<Int>
  /// The lines after it.
  public private(set) var new: Range<Int>

  /// The edit within the line, if it was one edit of one line.
  private(set) var edit: LineEdit?

  /// Lines that were replaced by others.
  ///
  /// - Parameter edit: the edit that made the change; kept only where one line replaces one line.
  init(replacing old: Range<Int>, withCount count: Int, edit: LineEdit? = nil) {
    self.old = old
    new = old.lowerBound..<old.lowerBound + count
    self.edit = old.count == 1 && count == 1 ? edit : nil
  }

  /// Adds a later change.
  public mutating func add(_ next: LineChange) {
    let start = min(new.lowerBound, next.old.lowerBound)
    let grown = max(0, next.old.upperBound - new.upperBound)
    let end = new.upperBound + grown + next.new.count - next.old.count
    (old, new, edit) = (start..<old.upperBound + grown, start..<end, nil)
  }
}
