/// Tells sixteen places of a text at once where a scalar of a `HangulSet` may start, by its first two bytes.
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
