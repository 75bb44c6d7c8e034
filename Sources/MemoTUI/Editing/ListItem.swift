/// The start of a line that is an item of a list.
struct ListItem: Equatable {
  /// The bytes of blanks, mark and box.
  let markLength: Int
  /// Whether nothing is after them.
  let isEmpty: Bool
  /// What the next item begins with.
  let next: String

  // More are a year.
  private static let mostDigits = 3

  /// Reads a line; `nil` for one that is no item.
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

  /// The bytes of a bullet or number, and what the next item has in its place.
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
