/// Decoding of bytes that should be UTF-8: what is not becomes U+FFFD, as `String(decoding:as:)` does it.
enum LossyUTF8 {
  /// What stands for bytes that are not UTF-8.
  static let replacement: Unicode.Scalar = "\u{FFFD}"

  /// The scalar at an index and the bytes it takes; a broken sequence takes its longest valid beginning, at least 1.
  @inline(__always)
  static func decode(_ text: UnsafeRawBufferPointer, at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let lead = text[index]
    if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
    return decodeLong(text, at: index, lead: UInt32(lead))
  }

  /// The scalar that ends before an index of valid UTF-8; `nil` at the start.
  static func scalar(_ text: UnsafeRawBufferPointer, before index: Int) -> Unicode.Scalar? {
    guard index > 0 else { return nil }
    var start = index - 1
    while start > 0, isContinuation(text[start]) { start -= 1 }
    return decode(text, at: start).scalar
  }

  /// How many scalars a range holds.
  static func scalarCount(_ text: UnsafeRawBufferPointer, in range: Range<Int>) -> Int {
    // A range that ends inside the text may not look past its end: a cut sequence is one that is broken.
    let text = UnsafeRawBufferPointer(rebasing: text[range])
    var count = 0
    var index = 0
    while index < text.count {
      index += decode(text, at: index).length
      count += 1
    }
    return count
  }

  /// Whether a byte is the second or a later one of a sequence.
  @inline(__always)
  static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  private static func decodeLong(
    _ text: UnsafeRawBufferPointer, at index: Int, lead: UInt32
  ) -> (scalar: Unicode.Scalar, length: Int) {
    guard let form = form(ofLead: lead) else { return (replacement, 1) }
    var value = form.bits
    var length = 1
    while length < form.length {
      guard index + length < text.count else { return (replacement, length) }
      let byte = text[index + length]
      let isAllowed = length == 1 ? form.second.contains(byte) : isContinuation(byte)
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
