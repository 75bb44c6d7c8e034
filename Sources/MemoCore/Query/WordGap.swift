/// What may stand between two letters of a word without ending it for a search that forgives: blanks beside scripts that
/// are written with and without them, and inline marks of Markdown.
enum WordGap {
  /// A longer run of blanks and marks ends a word.
  private static let longest = 8

  /// Where the gap that starts at an index ends, and whether it has more than marks of emphasis and code; `nil` where none
  /// starts or it is too long.
  static func end(of text: UnsafeRawBufferPointer, from start: Int) -> (index: Int, isWide: Bool)? {
    var (index, isWide) = (start, false)
    while index < text.count, isPart(text[index]) {
      isWide = isWide || !isNarrow(text[index])
      index += 1
      guard index - start <= longest else { return nil }
    }
    return index == start ? nil : (index, isWide)
  }

  /// Where the gap that ends at an index starts; see `end`.
  static func start(of text: UnsafeRawBufferPointer, before end: Int) -> (index: Int, isWide: Bool)? {
    var (index, isWide) = (end, false)
    while index > 0, isPart(text[index - 1]) {
      isWide = isWide || !isNarrow(text[index - 1])
      index -= 1
      guard end - index <= longest else { return nil }
    }
    return index == end ? nil : (index, isWide)
  }

  /// Whether two scalars with a gap between them may be letters of one word.
  @inline(__always)
  static func joins(_ left: UInt32, _ right: UInt32, isWide: Bool) -> Bool {
    // Most gaps are between syllables of Hangul.
    if left &- 0xAC00 < 11_172, right &- 0xAC00 < 11_172 { return true }
    if isWide, !isSyllable(left), !isSyllable(right) { return false }
    return isOfWord(left) && isOfWord(right)
  }

  /// Whether a byte can be in a gap: a blank, `[`, `]`, `=` or what is narrow.
  @inline(__always)
  static func isPart(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 0x40 ? parts.low : parts.high) &>> UInt64(byte & 0x3F) & 1 == 1
  }

  // A bit for each byte of ASCII: space, tab, = and *; [, ], ` and ~.
  private static let parts: (low: UInt64, high: UInt64) = (
    1 << 0x20 | 1 << 0x09 | 1 << 0x3D | 1 << 0x2A, 1 << 0x1B | 1 << 0x1D | 1 << 0x20 | 1 << 0x3E
  )

  /// Whether a byte is a mark that may be in a gap between any two letters.
  @inline(__always)
  static func isNarrow(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~")
  }

  /// Whether a scalar belongs to Hangul, kana or Han, between whose words blanks come and go.
  @inline(__always)
  static func isSyllable(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x11FF, 0x3005...0x3007, 0x3041...0x318E, 0x3400...0x9FFF, 0xAC00...0xD7FB, 0xF900...0xFAFF: true
    default: false
    }
  }

  /// Whether a byte can be the first of a scalar that belongs to them.
  @inline(__always)
  static func mayStartSyllable(_ byte: UInt8) -> Bool { (0xE1...0xEF).contains(byte) }

  /// Whether two folded texts are the same if blanks beside syllables do not count, as `회의 록` and `회의록` are.
  static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBytes { left in right.withUnsafeBytes { right in isSame(left, right) } }
  }

  private static func isSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    var (place, other) = (0, 0)
    while true {
      let (end, otherEnd) = (endOfBlanks(of: left, from: place), endOfBlanks(of: right, from: other))
      if end - place != otherEnd - other, !isBesideSyllable(left, place..<end) { return false }
      guard end < left.count, otherEnd < right.count else { return end == left.count && otherEnd == right.count }
      guard left[end] == right[otherEnd] else { return false }
      (place, other) = (end + 1, otherEnd + 1)
    }
  }

  private static func endOfBlanks(of text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var end = start
    while end < text.count, text[end] == UInt8(ascii: " ") { end += 1 }
    return end
  }

  private static func isBesideSyllable(_ text: UnsafeRawBufferPointer, _ blanks: Range<Int>) -> Bool {
    blanks.lowerBound > 0 && isSyllable(text.scalar(before: blanks.lowerBound).value)
      || blanks.upperBound < text.count && isSyllable(text.scalar(at: blanks.upperBound).value)
  }

  private static func isOfWord(_ scalar: UInt32) -> Bool {
    Unicode.Scalar(scalar).map { WordKind($0) != .none } ?? false
  }
}
