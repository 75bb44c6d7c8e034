/// The lines of a text. They end at LF, CRLF or CR and are compared without their ends.
struct TextLines {
  /// The whole text.
  let bytes: [UInt8]
  /// Where the lines stand, without their ends.
  private let ranges: [Range<Int>]

  /// Finds the lines of a text.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    ranges = bytes.withUnsafeBytes { LineScanner.lines(of: $0) }
  }

  /// How many lines there are; none in an empty text.
  var count: Int { ranges.count }

  /// Whether the last line has an end.
  var isEnded: Bool { ranges.last.map { $0.upperBound < bytes.count } ?? false }

  /// A line without its end.
  func content(at line: Int) -> ArraySlice<UInt8> { bytes[ranges[line]] }

  /// The end of a line; empty for a last line without one.
  func lineBreak(at line: Int) -> ArraySlice<UInt8> {
    bytes[ranges[line].upperBound..<(line + 1 < count ? ranges[line + 1].lowerBound : bytes.count)]
  }

  /// The bytes of lines that stand together, with their ends.
  func text(_ lines: Range<Int>) -> ArraySlice<UInt8> {
    guard let last = lines.last else { return [] }
    return bytes[ranges[lines.lowerBound].lowerBound..<lineBreak(at: last).endIndex]
  }

  /// Whether a line holds nothing but spaces and tabs.
  func isBlank(at line: Int) -> Bool {
    content(at: line).allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }
}
