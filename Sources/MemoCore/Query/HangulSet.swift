/// A set of Hangul scalars, every one three bytes in UTF-8: a consonant and what it starts, or an open syllable.
struct HangulSet: Sendable {
  private let syllables: ClosedRange<UInt32>
  /// The bytes of the first syllable as a big-endian number, in whose order syllables stand as well.
  private let first: UInt32
  /// From the first to the last.
  private let span: UInt32
  /// The bytes of the scalar itself.
  private let itself: UInt32

  /// Finds the places where scalars of the set may start.
  var probe: HangulProbe { HangulProbe(syllables: first...(first + span), itself: itself) }

  /// A lone consonant: itself and every syllable that it starts; `nil` for any other scalar.
  init?(consonant: Unicode.Scalar) {
    guard let syllables = Hangul.syllables(startingWith: consonant) else { return nil }
    self.init(syllables, itself: consonant)
  }

  /// A syllable still being typed: itself and all it may become by one more key; `nil` for any other scalar.
  init?(openSyllable scalar: Unicode.Scalar) {
    guard Hangul.syllables.contains(scalar.value) else { return nil }
    let final = Int((scalar.value - Hangul.syllables.lowerBound) % Hangul.finalCount)
    let growing =
      final == 0 ? Self.growingVowels(of: scalar) * Hangul.finalCount - 1 : UInt32(Self.growingFinals(final))
    self.init(scalar.value...(scalar.value + growing), itself: scalar)
  }

  private init(_ syllables: ClosedRange<UInt32>, itself: Unicode.Scalar) {
    self.syllables = syllables
    first = Self.bytes(syllables.lowerBound)
    span = Self.bytes(syllables.upperBound) - first
    self.itself = Self.bytes(itself.value)
  }

  /// The number of the initial consonant that all share.
  var initial: Int { Int((syllables.lowerBound - Hangul.syllables.lowerBound) / Hangul.perInitial) }

  /// Whether a scalar of the set starts at an index of valid UTF-8.
  @inline(__always)
  func contains(_ text: UnsafeRawBufferPointer, at index: Int) -> Bool {
    guard index + 2 < text.count else { return false }
    let bytes = UInt32(text[index]) << 16 | UInt32(text[index + 1]) << 8 | UInt32(text[index + 2])
    return bytes &- first <= span || bytes == itself
  }

  /// The three bytes of a scalar's UTF-8 as a big-endian number.
  private static func bytes(_ scalar: UInt32) -> UInt32 {
    (0xE0 | scalar >> 12) << 16 | (0x80 | scalar >> 6 & 0x3F) << 8 | (0x80 | scalar & 0x3F)
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

/// Finds where a scalar of a `HangulSet` may start, by its first two bytes, in sixteen places of a text at once.
struct HangulProbe: Sendable {
  /// Bytes that have to follow the sixteen.
  static let lookahead = 1
  static let size = 16

  private typealias Bytes = SIMD16<UInt8>
  private typealias Mask = SIMDMask<SIMD16<Int8>>

  /// Scalars that share their first byte and have their second in a range. Three are enough: the syllables of one
  /// initial lie on at most two first bytes, and the consonant itself is the third.
  private let parts: (Part, Part, Part)

  private struct Part {
    var lead: Bytes
    var second: Bytes
    var count: Bytes

    init(_ bytes: ClosedRange<UInt32>) {
      lead = Bytes(repeating: UInt8(truncatingIfNeeded: bytes.lowerBound >> 16))
      second = Bytes(repeating: UInt8(truncatingIfNeeded: bytes.lowerBound >> 8))
      count = Bytes(repeating: UInt8(bytes.upperBound >> 8 - bytes.lowerBound >> 8 + 1))
    }

    @inline(__always)
    func mask(_ first: Bytes, _ next: Bytes) -> Mask {
      (first .== lead) .& ((next &- second) .< count)
    }
  }

  /// Prepares a probe for the first and last of some syllables, and a scalar beside them, by their bytes as big-endian
  /// numbers.
  init(syllables: ClosedRange<UInt32>, itself: UInt32) {
    let (first, last) = (syllables.lowerBound, syllables.upperBound)
    let isSplit = first >> 16 != last >> 16
    parts = (
      Part(first...(isSplit ? first | 0xBFBF : last)), Part((isSplit ? last & 0xFF_0000 | 0x8080 : first)...last),
      Part(itself...itself)
    )
  }

  /// All ones in each byte of sixteen at which a scalar of the set may start.
  @inline(__always)
  func places(in text: UnsafeRawBufferPointer, at index: Int) -> SIMD2<UInt64> {
    let first = text.loadUnaligned(fromByteOffset: index, as: Bytes.self)
    let next = text.loadUnaligned(fromByteOffset: index + 1, as: Bytes.self)
    let mask = parts.0.mask(first, next) .| parts.1.mask(first, next) .| parts.2.mask(first, next)
    let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return SIMD2(UInt64(littleEndian: words[0]), UInt64(littleEndian: words[1]))
  }
}
