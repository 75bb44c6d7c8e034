/// Reading UTF-8 in place: scalars, white space and lines, without making a `String`.
extension UnsafeRawBufferPointer {
  /// The scalar that starts at `index` and its length in bytes; U+FFFD and 1 where the bytes there are not UTF-8.
  @inline(__always)
  func scalar(at index: Int) -> (value: UInt32, length: Int) {
    let first = self[index]
    if first < 0x80 { return (UInt32(first), 1) }
    // Three bytes first: Hangul, Han and kana.
    if first &- 0xE0 < 0x10 { return scalarOfThree(first, at: index) }
    return first < 0xE0 ? scalarOfTwo(first, at: index) : scalarOfFour(first, at: index)
  }

  @inline(__always)
  private func scalarOfThree(_ first: UInt8, at index: Int) -> (value: UInt32, length: Int) {
    guard index + 2 < count else { return (0xFFFD, 1) }
    let (second, third) = (self[index + 1] ^ 0x80, self[index + 2] ^ 0x80)
    let value = UInt32(first & 0xF) << 12 | UInt32(second) << 6 | UInt32(third)
    // A longer form than needed and a surrogate are not UTF-8.
    guard second | third < 0x40, value >= 0x800, value >> 11 != 0x1B else { return (0xFFFD, 1) }
    return (value, 3)
  }

  @inline(__always)
  private func scalarOfTwo(_ first: UInt8, at index: Int) -> (value: UInt32, length: Int) {
    guard first >= 0xC2, index + 1 < count else { return (0xFFFD, 1) }
    let second = self[index + 1] ^ 0x80
    return second < 0x40 ? (UInt32(first & 0x1F) << 6 | UInt32(second), 2) : (0xFFFD, 1)
  }

  private func scalarOfFour(_ first: UInt8, at index: Int) -> (value: UInt32, length: Int) {
    guard first <= 0xF4, index + 4 <= count else { return (0xFFFD, 1) }
    var value = UInt32(first & 0x7)
    for offset in 1..<4 {
      let next = self[index + offset] ^ 0x80
      guard next < 0x40 else { return (0xFFFD, 1) }
      value = value << 6 | UInt32(next)
    }
    // A longer form than needed and a number past the last scalar are not UTF-8.
    return value >> 16 &- 1 < 0x10 ? (value, 4) : (0xFFFD, 1)
  }

  /// The scalar that ends before `index`, which must be positive, and its length in bytes; U+FFFD and 1 for what is not UTF-8.
  func scalar(before index: Int) -> (value: UInt32, length: Int) {
    var start = index - 1
    while start > 0, index - start < 4, UTF8.isContinuation(self[start]) { start -= 1 }
    let found = scalar(at: start)
    return start + found.length == index ? found : (0xFFFD, 1)
  }

  /// Whether a line break (LF, CRLF or CR) or the end is at `index`.
  @inline(__always)
  func isLineEnd(at index: Int) -> Bool {
    guard index < count else { return true }
    return self[index] == UInt8(ascii: "\n") || self[index] == UInt8(ascii: "\r")
  }

  /// Where the line that holds `index` ends: at its line break or at the end.
  public func lineEnd(from index: Int) -> Int {
    var end = index
    while !isLineEnd(at: end) { end += 1 }
    return end
  }

  /// Where the next line starts, for a line that ends at `end`.
  public func lineStart(after end: Int) -> Int {
    guard end < count else { return count }
    let isPair = self[end] == UInt8(ascii: "\r") && end + 1 < count && self[end + 1] == UInt8(ascii: "\n")
    return end + (isPair ? 2 : 1)
  }

  /// Where the line starts that holds `index`.
  public func lineStart(of index: Int) -> Int {
    var start = index
    while start > 0, !isLineEnd(at: start - 1) { start -= 1 }
    return start
  }

  /// Where the line ends above one that starts at `start`: at its line break, or at 0 for the first line.
  func lineEnd(above start: Int) -> Int {
    guard start > 0 else { return 0 }
    let isPair = self[start - 1] == UInt8(ascii: "\n") && start > 1 && self[start - 2] == UInt8(ascii: "\r")
    return start - (isPair ? 2 : 1)
  }

  /// Where the line below that of `index` starts.
  public func nextLineStart(from index: Int) -> Int { lineStart(after: lineEnd(from: index)) }

  /// Where the run of `byte` that starts at `start` ends.
  func runEnd(of byte: UInt8, from start: Int) -> Int {
    var end = start
    while end < count, self[end] == byte { end += 1 }
    return end
  }

  /// The first place from `start` that holds neither a space nor a tab.
  func skippingBlanks(from start: Int) -> Int {
    var index = start
    while isBlank(at: index) { index += 1 }
    return index
  }

  /// Whether a space or a tab is at `index`.
  @inline(__always)
  func isBlank(at index: Int) -> Bool {
    index < count && (self[index] == UInt8(ascii: " ") || self[index] == UInt8(ascii: "\t"))
  }

  /// The range without Unicode white space at both ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    while lower < range.upperBound {
      let (value, length) = scalar(at: lower)
      guard ScalarClass.isSpace(value) else { break }
      lower += length
    }
    var upper = range.upperBound
    while upper > lower {
      let (value, length) = scalar(before: upper)
      guard ScalarClass.isSpace(value) else { break }
      // A range may start inside a character.
      upper = Swift.max(lower, upper - length)
    }
    return lower..<upper
  }

  /// The bytes of a range, counted from its start.
  @inline(__always)
  func part(_ range: some RangeExpression<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range])
  }

  /// The text of a range, invalid UTF-8 replaced.
  func text(_ range: Range<Int>) -> String {
    String(decoding: part(range), as: UTF8.self)
  }
}

/// Decoding of bytes that should be UTF-8: what is not becomes U+FFFD, as `String(decoding:as:)` does it.
package enum LossyUTF8 {
  /// What takes the place of bytes that are not UTF-8.
  static let replacement: Unicode.Scalar = "\u{FFFD}"

  /// The scalar at an index and the bytes it takes; a broken sequence takes its longest valid beginning, at least 1.
  @inline(__always)
  package static func decode(_ text: UnsafeRawBufferPointer, at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let lead = text[index]
    if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
    return decodeLong(text, at: index, lead: UInt32(lead))
  }

  /// The scalar that ends before an index of valid UTF-8; `nil` at the start.
  static func scalar(_ text: UnsafeRawBufferPointer, before index: Int) -> Unicode.Scalar? {
    guard index > 0 else { return nil }
    var start = index - 1
    while start > 0, UTF8.isContinuation(text[start]) { start -= 1 }
    return decode(text, at: start).scalar
  }

  /// How many scalars a range holds.
  static func scalarCount(_ text: UnsafeRawBufferPointer, in range: Range<Int>) -> Int {
    // A range that ends inside the text may not look past its end: a cut sequence is one that is broken.
    let text = text.part(range)
    var count = 0
    var index = 0
    while index < text.count {
      index += decode(text, at: index).length
      count += 1
    }
    return count
  }

  private static func decodeLong(
    _ text: UnsafeRawBufferPointer, at index: Int, lead: UInt32
  ) -> (scalar: Unicode.Scalar, length: Int) {
    guard let form = form(ofLead: lead) else { return (replacement, 1) }
    var value = form.bits
    var length = 1
    while length < form.length {
      guard index + length < text.count else { return (replacement, length) }
      let byte = text[index + length]
      let isAllowed = length == 1 ? form.second.contains(byte) : UTF8.isContinuation(byte)
      guard isAllowed else { return (replacement, length) }
      value = value << 6 | UInt32(byte & 0x3F)
      length += 1
    }
    return (Unicode.Scalar(value) ?? replacement, length)
  }

  /// The length of a sequence, the bits of its lead and what may follow (Unicode, table 3-7).
  @inline(__always)
  private static func form(ofLead lead: UInt32) -> (length: Int, bits: UInt32, second: ClosedRange<UInt8>)? {
    switch lead {
    case 0xC2...0xDF: (2, lead & 0x1F, 0x80...0xBF)
    case 0xE0: (3, 0, 0xA0...0xBF)
    case 0xED: (3, 0xD, 0x80...0x9F)
    case 0xE1...0xEF: (3, lead & 0xF, 0x80...0xBF)
    case 0xF0: (4, 0, 0x90...0xBF)
    case 0xF1...0xF3: (4, lead & 0x7, 0x80...0xBF)
    case 0xF4: (4, 4, 0x80...0x8F)
    default: nil
    }
  }
}
