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

  /// The lines without their ends.
  var contents: [ArraySlice<UInt8>] { ranges.map { bytes[$0] } }

  /// Those of them that are not blank.
  var filled: [ArraySlice<UInt8>] { ranges.compactMap { bytes[$0].isBlank ? nil : bytes[$0] } }

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
  func isBlank(at line: Int) -> Bool { content(at: line).isBlank }
}

/// Finds where lines end: at LF, CRLF or CR.
public enum LineScanner {
  // Vectors are compared with vectors: Swift 6.3 turns a comparison with a single byte into a loop over the lanes.
  private static var newline: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "\n")) }
  private static var carriageReturn: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "\r")) }

  /// All lines of a text without their ends.
  public static func lines(of text: UnsafeRawBufferPointer) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < text.count {
      let line = line(of: text, at: start)
      lines.append(line)
      start = text.lineStart(after: line.upperBound)
    }
    return lines
  }

  /// The line that starts at an offset, without its end.
  static func line(of text: UnsafeRawBufferPointer, at start: Int) -> Range<Int> {
    var end = start
    while end + 16 <= text.count {
      let block = text.loadUnaligned(fromByteOffset: end, as: SIMD16<UInt8>.self)
      let breaks = ByteMask.bits((block .== newline) .| (block .== carriageReturn))
      if breaks != 0 { return start..<(end + breaks.trailingZeroBitCount) }
      end += 16
    }
    while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
    return start..<end
  }
}

/// Gives equal lines of any texts equal numbers, so that lines are compared as numbers.
struct LineNumbering {
  private var numbers: [Line: Int32] = [:]

  /// The number of each line of a text.
  mutating func numbers(of text: TextLines) -> [Int32] {
    (0..<text.count).map { number(of: text.content(at: $0)) }
  }

  /// The number of a line.
  mutating func number(of content: ArraySlice<UInt8>) -> Int32 {
    let next = Int32(numbers.count)
    let line = Line(content: content)
    if let known = numbers[line] { return known }
    numbers[line] = next
    return next
  }

  /// A line without its end, as a key of a table.
  struct Line: Hashable {
    /// The line.
    let content: ArraySlice<UInt8>

    // All bytes at once: a slice's own hash takes them one by one.
    func hash(into hasher: inout Hasher) {
      content.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }
}
