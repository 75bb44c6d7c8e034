/// The marker of a line that is a list item.
struct ListItem: Equatable {
  /// The bytes of blanks, marker and checkbox.
  let markLength: Int
  /// Whether the item is empty.
  let isEmpty: Bool
  /// The marker of the next item.
  let next: String

  // Longer numbers are years.
  private static let mostDigits = 3

  /// Reads a line; `nil` if it is not an item.
  init?(_ line: [UInt8]) {
    let indent = line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let (mark, following) = Self.mark(line[indent.count...]) else { return nil }
    var rest = line[(indent.count + mark)...]
    guard rest.first == UInt8(ascii: " ") else { return nil }
    rest = rest.drop { $0 == UInt8(ascii: " ") }
    let hasBox = [" ", "x", "X"].contains { rest.starts(with: "[\($0)] ".utf8) || Array(rest) == Array("[\($0)]".utf8) }
    if hasBox { rest = rest.dropFirst(3).drop { $0 == UInt8(ascii: " ") } }
    markLength = rest.startIndex
    isEmpty = rest.isEmpty
    next = String(decoding: indent, as: UTF8.self) + following + (hasBox ? " [ ] " : " ")
  }

  /// The bytes of a bullet or number, and the next one.
  private static func mark(_ line: ArraySlice<UInt8>) -> (length: Int, next: String)? {
    guard let first = line.first else { return nil }
    if "-*+".utf8.contains(first) { return (1, String(decoding: [first], as: UTF8.self)) }
    let digits = line.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard (1...mostDigits).contains(digits.count), let number = Int(String(decoding: digits, as: UTF8.self)),
      let end = line.dropFirst(digits.count).first, end == UInt8(ascii: ".") || end == UInt8(ascii: ")")
    else { return nil }
    return (digits.count + 1, "\(number + 1)" + String(decoding: [end], as: UTF8.self))
  }
}

extension EditBuffer {
  private static let tab = "\t"
  /// Blanks of a step of indentation.
  private static let blanks = 4

  /// Indents the selected lines; without a selection inserts a tab.
  public mutating func indent() {
    guard let lines = selectedLines else { return insert(Self.tab) }
    indent(lines)
  }

  /// Indents the line of the cursor, which stays at its text.
  public mutating func indentLine() {
    indent(cursor.line..<cursor.line + 1)
  }

  private mutating func indent(_ lines: Range<Int>) {
    editLines(lines) { $0.isEmpty ? $0 : Array(Self.tab.utf8) + $0 }
  }

  /// Removes a step of indentation from the selected lines, or the line of the cursor.
  public mutating func outdent() {
    editLines(selectedLines ?? cursor.line..<cursor.line + 1) { line in
      if line.first == UInt8(ascii: "\t") { return Array(line.dropFirst()) }
      return Array(line.dropFirst(line.prefix(Self.blanks).prefix { $0 == UInt8(ascii: " ") }.count))
    }
  }

  /// The lines of the selection.
  private var selectedLines: Range<Int>? {
    guard let selection else { return nil }
    let (first, last) = (selection.lowerBound.line, selection.upperBound)
    return first..<(last.offset == 0 && last.line > first ? last.line : last.line + 1)
  }

  /// Changes lines as one step of undo, and selects all of them.
  private mutating func editLines(_ range: Range<Int>, _ change: ([UInt8]) -> [UInt8]) {
    let wasSelected = selection != nil
    let (place, old) = (cursor, lines[range])
    let new = old.map { change($0.bytes) }
    guard new != old.map(\.bytes) else { return }
    let grown = zip(range, zip(old, new)).first { $0.0 == place.line }.map { $0.1.1.count - $0.1.0.bytes.count } ?? 0
    let bytes = zip(new, old).enumerated().flatMap { index, line in
      line.0 + (index == old.count - 1 ? [] : line.1.lineBreak.bytes)
    }
    history.close()
    replace(
      LinePosition(line: range.lowerBound, offset: 0)..<lines.lineEnd(range.upperBound - 1), with: bytes, as: .other)
    history.close()
    if wasSelected {
      select(LinePosition(line: range.lowerBound, offset: 0)..<lines.lineEnd(range.upperBound - 1))
    } else {
      move(to: LinePosition(line: place.line, offset: max(0, place.offset + grown)))
    }
  }
}
