/// The marker that a line break has put at the start of a new line, and how far a person is in typing it again.
struct ContinuedMarker: Equatable {
  /// What the text behind the marker is so far.
  enum Repetition: Equatable {
    /// Not the start of the marker.
    case none
    /// The start of the marker.
    case begun
    /// The whole marker a second time.
    case whole(Range<LinePosition>)
  }

  private let end: LinePosition
  /// Without the blanks before it, which nobody types again.
  private let mark: [UInt8]

  /// The marker from the start of a line to a position; `nil` if there is none.
  init?(before position: LinePosition, in lines: EditedLines) {
    let start = lines[position.line].bytes[..<position.offset]
    mark = Array(start.drop { " \t".utf8.contains($0) })
    end = position
    if mark.isEmpty { return nil }
  }

  /// What was typed between the marker and the cursor.
  func repetition(before cursor: LinePosition, in lines: EditedLines) -> Repetition {
    guard cursor.line == end.line, end.offset < cursor.offset else { return .none }
    let line = lines[cursor.line].bytes
    // The marker itself may be gone: a step was undone, or the line was indented.
    guard line[..<end.offset].suffix(mark.count).elementsEqual(mark) else { return .none }
    let typed = line[end.offset..<cursor.offset]
    guard mark.starts(with: typed) else { return .none }
    return typed.count == mark.count ? .whole(end..<cursor) : .begun
  }
}
