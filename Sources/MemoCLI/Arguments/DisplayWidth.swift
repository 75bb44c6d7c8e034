/// How many columns text takes in help pages, which hold only our own words: wide scripts take two, all else one.
enum DisplayWidth {
  /// The columns of a text.
  static func columns(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + (isWide($1) ? 2 : 1) }
  }

  // Hangul jamo, CJK with kana, Hangul syllables, compatibility ideographs, full-width forms, the ideographic planes.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default:
      false
    }
  }
}
