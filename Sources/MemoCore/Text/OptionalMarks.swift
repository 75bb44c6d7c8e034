/// What texts have or lack without being others to a person who looks for a word: points of Hebrew and signs for the vowels
/// of Arabic, which few write, the stroke that makes a word of Arabic longer, and marks that do not show, as a soft hyphen,
/// or only choose a form or a direction.
enum OptionalMarks {
  /// Whether a scalar is such a mark.
  @inline(__always)
  static func contains(_ value: UInt32) -> Bool {
    switch value {
    case ..<0x591: value == 0xAD || value == 0x34F
    case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7: true
    case 0x61C, 0x640, 0x64B...0x652, 0x670: true
    // Mongolian, variants of Han, pictures and text.
    case 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
    // Zero-width space, non-joiner and joiner; word joiner and byte order mark.
    case 0x200B...0x200D, 0x2060, 0xFB1E, 0xFEFF: true
    // Directions.
    case 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether a scalar is a letter of Hebrew or Arabic, as most in a text of these are.
  @inline(__always)
  static func isLetter(_ value: UInt32) -> Bool { value &- 0x5D0 < 0x1B || value &- 0x620 < 0x2B && value != 0x640 }

  /// Whether a segment of a text is a letter of Hebrew or Arabic, which ends at an index, and then nothing but points.
  @inline(__always)
  static func arePoints(of text: UnsafeRawBufferPointer, from start: Int, until end: Int) -> Bool {
    guard end > start, text[start - 2] &- 0xD6 < 6 else { return false }
    let letter = text.scalar(at: start - 2).value
    guard isLetter(letter) else { return false }
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
