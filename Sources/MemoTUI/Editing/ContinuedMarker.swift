import MemoCore

/// The marker that a line break has put at the start of a new line, and how far a person is in typing it again.
struct ContinuedMarker: Equatable {
  /// What the text behind the marker is so far.
  enum Repetition: Equatable {
    /// Not the start of the marker.
    case none
    /// The start of the marker.
    case begun
    /// The whole marker a second time, or another one; the range is the one to remove.
    case whole(Range<LinePosition>)
  }

  private let end: LinePosition
  /// Without the blanks before it, which no one types again.
  private let mark: [UInt8]

  private static let box = Array("[ ] ".utf8)
  private static let tickedBoxes = ["[x] ", "[X] "]

  /// The marker from the start of a line to a position; `nil` if there is none.
  init?(before position: LinePosition, in lines: EditedLines) {
    let start = lines[position.line].bytes[..<position.offset]
    mark = Array(start.drop(while: \.isBlank))
    end = position
    if mark.isEmpty { return nil }
  }

  private func behind(_ count: Int) -> LinePosition { LinePosition(line: end.line, offset: end.offset + count) }

  /// What was typed between the marker and the cursor.
  func repetition(before cursor: LinePosition, in lines: EditedLines) -> Repetition {
    guard cursor.line == end.line, end.offset < cursor.offset else { return .none }
    let line = lines[cursor.line].bytes
    // The marker itself may be gone: a step was undone, or the line was indented.
    guard line[..<end.offset].suffix(mark.count).elementsEqual(mark) else { return .none }
    let typed = line[end.offset..<cursor.offset]
    if mark.starts(with: typed) { return typed.count == mark.count ? .whole(end..<cursor) : .begun }
    // A fast typist's keys arrive together.
    if typed.starts(with: mark) { return .whole(end..<behind(mark.count)) }
    guard mark.suffix(Self.box.count).elementsEqual(Self.box) else { return otherMarker(typed) }
    let item = mark.dropLast(Self.box.count)
    for ticked in Self.tickedBoxes.map({ item + $0.utf8 }) {
      if typed.starts(with: ticked) { return .whole(behind(-mark.count)..<end) }
      if ticked.starts(with: typed) { return .begun }
    }
    // A task's marker without its box.
    return typed.starts(with: item) ? .whole(end..<behind(item.count)) : otherMarker(typed)
  }

  /// Another marker is meant instead of the one that was put there.
  private func otherMarker(_ typed: ArraySlice<UInt8>) -> Repetition {
    guard let item = ListItem(mark), item.hasMark else { return .none }
    let digits = typed.prefix(while: \.isDigit)
    // Behind a mark any other number is the start of a date: `5. 5.`
    let mayBeNumber = item.number != nil || digits.elementsEqual("1".utf8)
    guard digits.isEmpty || mayBeNumber && digits.count <= ItemNumbers.mostDigits else { return .none }
    let rest = typed[digits.endIndex...]
    guard let first = rest.first else { return .begun }
    guard (digits.isEmpty ? "-*+" : ".)").utf8.contains(first) else { return .none }
    guard let blank = rest.dropFirst().first else { return .begun }
    return blank == UInt8(ascii: " ") ? .whole(behind(item.prefix.count - mark.count)..<end) : .none
  }
}
