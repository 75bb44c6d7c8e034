/// Scalars that folding leaves alone and that never join the scalar before them: one bit each, for U+0080 to U+FFFF.
///
/// Not complete, only right: what is missing takes the slow road to the same result.
struct PlainScalars: Sendable {
  /// Built once: 8 KB.
  static let table = PlainScalars()

  /// Bit `n % 64` of word `n / 64` is the scalar `n`.
  let words: [UInt64]

  private init() {
    var words = [UInt64](repeating: 0, count: 0x1_0000 / 64)
    for range in Self.ranges {
      for value in range { words[Int(value >> 6)] |= 1 << UInt64(value & 63) }
    }
    // Vietnamese: capital and small letters take turns.
    for value in stride(from: 0x1EA1, through: 0x1EFF, by: 2) { words[value >> 6] |= 1 << UInt64(value & 63) }
    self.words = words
  }

  private static let ranges: [ClosedRange<UInt32>] = [
    0xA0...0xB4, 0xB6...0xBF, 0xD7...0xD7, 0xE0...0xFF,  // Latin-1 without capitals, µ and ß
    0x3B1...0x3C1, 0x3C3...0x3CE, 0x430...0x45F, 0x5D0...0x5EA, 0x620...0x64A,  // Greek, Cyrillic, Hebrew, Arabic
    0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF,  // punctuation and currency
    0x2190...0x2328, 0x232B...0x23FF, 0x2460...0x24B5, 0x2500...0x2ADB, 0x2ADD...0x2BFF,  // signs
    0x3001...0x3029, 0x3030...0x303F, 0x3041...0x3096, 0x309B...0x30FF,  // ideographic punctuation and kana
    0x3131...0x318E, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,  // jamo, ideographs, Hangul
  ]
}
