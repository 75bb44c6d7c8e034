/// What may stand between two letters of a word without ending it for a search that forgives: blanks beside scripts that
/// are written with and without them, inline marks of Markdown, and the address of a link behind its text.
enum WordGap {
  /// A longer run of blanks and marks ends a word; addresses do not count.
  private static let longest = 8
  /// Bytes of an address that is left out.
  private static let longestAddress = 256

  /// Where the gap that starts at an index ends, and whether it has more than inline marks; `nil` where none starts or it
  /// is too long.
  static func end(of text: UnsafeRawBufferPointer, from start: Int) -> (index: Int, isWide: Bool)? {
    // Most gaps are one blank.
    if start + 1 < text.count, text[start] == 0x20, !isPart(text[start + 1]) { return (start + 1, true) }
    var (index, length, isWide) = (start, 0, false)
    while index < text.count, isPart(text[index]) {
      let (mark, first) = (text[index], index)
      repeat { index += 1 } while index < text.count && text[index] == mark && index - first <= longest
      length += index - first
      guard length <= longest else { return nil }
      if mark == UInt8(ascii: "]"), let end = endOfAddress(in: text, from: index) {
        index = end
      } else if !isOfMarkdown(mark, times: index - first) {
        isWide = true
      }
    }
    return index == start ? nil : (index, isWide)
  }

  /// Where the gap that ends at an index starts; see `end`.
  static func start(of text: UnsafeRawBufferPointer, before end: Int) -> (index: Int, isWide: Bool)? {
    if end > 1, text[end - 1] == 0x20, !mayEnd(with: text[end - 2]) { return (end - 1, true) }
    var (index, length, isWide) = (end, 0, false)
    while index > 0, mayEnd(with: text[index - 1]) {
      let address = startOfAddress(in: text, before: index)
      let last = address ?? index
      guard isPart(text[last - 1]) else { break }
      let mark = text[last - 1]
      index = last
      repeat { index -= 1 } while index > 0 && text[index - 1] == mark && last - index <= longest
      length += last - index
      guard length <= longest else { return nil }
      if address == nil, !isOfMarkdown(mark, times: last - index) { isWide = true }
    }
    return index == end ? nil : (index, isWide)
  }

  /// Whether a mark that is there so many times in a row is one of Markdown between any letters: emphasis, code, and in
  /// pairs the brackets of wiki links and the marks of highlights.
  @inline(__always)
  private static func isOfMarkdown(_ mark: UInt8, times count: Int) -> Bool {
    isNarrow(mark) || mark > 0x20 && count & 1 == 0
  }

  /// Where the address of a link ends that starts at an index, as `(a.md)`; `nil` where there is none.
  private static func endOfAddress(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < text.count, text[start] == UInt8(ascii: "(") else { return nil }
    var index = start + 1
    while index < text.count, isOfAddress(text[index]), index - start <= longestAddress { index += 1 }
    return index < text.count && text[index] == UInt8(ascii: ")") ? index + 1 : nil
  }

  /// Where the address of a link starts that ends at an index, behind the `]` of its text; `nil` where there is none.
  private static func startOfAddress(in text: UnsafeRawBufferPointer, before end: Int) -> Int? {
    guard end > 0, text[end - 1] == UInt8(ascii: ")") else { return nil }
    var index = end - 1
    while index > 0, isOfAddress(text[index - 1]), end - index <= longestAddress { index -= 1 }
    guard index > 1, text[index - 1] == UInt8(ascii: "("), text[index - 2] == UInt8(ascii: "]") else { return nil }
    return index - 1
  }

  /// Whether a byte can be in an address: no blank, no parenthesis and none of the marks of a `SearchText`.
  @inline(__always)
  private static func isOfAddress(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte &- UInt8(ascii: "(") > 1 && byte < SearchText.nameMark
  }

  /// Whether two scalars with a gap between them may be letters of one word.
  @inline(__always)
  static func joins(_ left: UInt32, _ right: UInt32, isWide: Bool) -> Bool {
    // Most gaps are between syllables of Hangul.
    if left &- 0xAC00 < 11_172, right &- 0xAC00 < 11_172 { return true }
    if isWide, !isSyllable(left), !isSyllable(right) { return false }
    return isOfWord(left) && isOfWord(right)
  }

  /// Whether a byte is a mark of Markdown that can be in a gap.
  @inline(__always)
  static func isMark(_ byte: UInt8) -> Bool { byte > 0x20 && isPart(byte) }

  /// Whether a byte can be the last one of a gap.
  @inline(__always)
  static func mayEnd(with byte: UInt8) -> Bool { isPart(byte) || byte == UInt8(ascii: ")") }

  /// Whether a byte can be in a gap, apart from an address: a blank, `[`, `]`, `=` or what is narrow.
  @inline(__always)
  static func isPart(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 0x40 ? parts.low : parts.high) &>> UInt64(byte & 0x3F) & 1 == 1
  }

  // A bit for each byte of ASCII: space, tab, = and *; [, ], ` and ~.
  private static let parts: (low: UInt64, high: UInt64) = (
    1 << 0x20 | 1 << 0x09 | 1 << 0x3D | 1 << 0x2A, 1 << 0x1B | 1 << 0x1D | 1 << 0x20 | 1 << 0x3E
  )

  /// Whether a byte is a mark that may be in a gap between any two letters, however often.
  @inline(__always)
  private static func isNarrow(_ byte: UInt8) -> Bool {
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

  /// Whether a scalar is part of a word of any script.
  static func isOfWord(_ scalar: UInt32) -> Bool {
    Unicode.Scalar(scalar).map { WordKind($0) != .none } ?? false
  }
}
