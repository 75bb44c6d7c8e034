/// A set of Hangul scalars, every one three bytes in UTF-8: a consonant and what it starts, or an open syllable.
struct HangulSet: Sendable {
  private let syllables: ClosedRange<UInt32>
  private let itself: UInt32

  /// A lone consonant: itself and every syllable that it starts; `nil` for any other scalar.
  init?(consonant: Unicode.Scalar) {
    guard let syllables = Hangul.syllables(startingWith: consonant) else { return nil }
    self.syllables = syllables
    itself = consonant.value
  }

  /// A syllable still being typed: itself and all it may become by one more key; `nil` for any other scalar.
  init?(openSyllable scalar: Unicode.Scalar) {
    guard Hangul.syllables.contains(scalar.value) else { return nil }
    let final = Int((scalar.value - Hangul.syllables.lowerBound) % Hangul.finalCount)
    itself = scalar.value
    if final == 0 {
      syllables = scalar.value...(scalar.value + Self.growingVowels(of: scalar) * Hangul.finalCount - 1)
    } else {
      syllables = scalar.value...(scalar.value + UInt32(Self.growingFinals(final)))
    }
  }

  /// The number of the initial consonant that all share.
  var initial: Int { Int((syllables.lowerBound - Hangul.syllables.lowerBound) / Hangul.perInitial) }

  /// Whether a scalar of the set starts at an index of valid UTF-8.
  @inline(__always)
  func contains(_ text: UnsafeRawBufferPointer, at index: Int) -> Bool {
    let lead = text[index]
    guard lead & 0xF0 == 0xE0, index + 2 < text.count else { return false }
    let value = UInt32(lead & 0xF) << 12 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
    return value == itself || (value >= syllables.lowerBound && value <= syllables.upperBound)
  }

  /// How many vowels, from the syllable's own on, one more vowel key can still make: ㅗ may become ㅘ, ㅙ or ㅚ.
  private static func growingVowels(of scalar: Unicode.Scalar) -> UInt32 {
    switch (scalar.value - Hangul.syllables.lowerBound) % Hangul.perInitial / Hangul.finalCount {
    case 8, 13: 4
    case 18: 2
    default: 1
    }
  }

  /// How far the finals that one more key can make reach: ㄹ may become ㄺ to ㅀ, ㄱ may become ㄲ or ㄳ.
  private static func growingFinals(_ final: Int) -> Int {
    let own = Hangul.finals[final]
    let last = Hangul.finals.lastIndex { Hangul.parts(ofCluster: $0)?.first == own }
    return (last ?? final) - final
  }
}
