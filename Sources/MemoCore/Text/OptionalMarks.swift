/// What texts have or lack without being others to a person who looks for a word: points of Hebrew and signs for the vowels
/// of Arabic, which few write, and marks that do not show, as a soft hyphen.
enum OptionalMarks {
  /// Whether a scalar is such a mark.
  @inline(__always)
  static func contains(_ value: UInt32) -> Bool {
    switch value {
    case ..<0x591: value == 0xAD
    case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7: true
    case 0x64B...0x652, 0x670: true
    // Zero-width space and non-joiner; the joiner makes one picture of several. Word joiner and byte order mark.
    case 0x200B, 0x200C, 0x2060, 0xFB1E, 0xFEFF: true
    default: false
    }
  }

  /// Whether a segment of a text is a letter of Hebrew or Arabic, which ends at an index, and then nothing but points.
  @inline(__always)
  static func arePoints(of text: UnsafeRawBufferPointer, from start: Int, until end: Int) -> Bool {
    guard end > start, text[start - 2] &- 0xD6 < 6 else { return false }
    let letter = text.scalar(at: start - 2).value
    guard letter &- 0x5D0 < 0x1B || letter &- 0x620 < 0x2B else { return false }
    var index = start
    while index < end, text[index] &- 0xD6 < 6, contains(text.scalar(at: index).value) { index += 2 }
    return index == end
  }

  /// Whether one is in a text.
  static func occur(in text: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < text.count {
      if text[index] < 0x80 {
        index += 1
      } else {
        let (value, length) = text.scalar(at: index)
        if contains(value) { return true }
        index += length
      }
    }
    return false
  }
}
