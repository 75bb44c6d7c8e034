/// The start of sixteen bytes that a preview takes as it is: ASCII that is no Markdown, single spaces between, Hangul,
/// Han and kana.
///
/// Scalar by scalar, previews took a seventh of a first index; so they take half of that.
struct PreviewBlock {
  private typealias Mask = SIMDMask<SIMD16<Int8>>

  static let size = 16
  /// Bytes that have to follow the sixteen: those of a scalar that starts in the last one.
  static let lookahead = 2

  /// The sixteen bytes.
  let bytes: SIMD16<UInt8>
  /// How many of them to take: whole scalars, without a space at the end; 0 where the first is none to take.
  let length: Int
  /// How many scalars these are.
  let scalars: Int
  /// Whether all sixteen could be taken, so that the next may go on.
  let isPlain: Bool

  /// Looks at the bytes from `start`, to take at most `limit` of them.
  @inline(__always)
  init(_ text: UnsafeRawBufferPointer, at start: Int, limit: Int) {
    bytes = text.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self)
    let spaces = PreviewBlock.bits(bytes .== PreviewBlock.all(UInt8(ascii: " ")))
    let continuations = PreviewBlock.bits(PreviewBlock.has(bytes, from: 0x80, count: 0x40))
    let leads = PreviewBlock.bits(PreviewBlock.leads(bytes, text, at: start))
    let ascii = PreviewBlock.bits(PreviewBlock.ascii(bytes)) | spaces & ~(spaces << 8)
    // A byte that continues nothing is not UTF-8.
    let whole = leads | continuations & (leads << 8 | leads << 16)
    let plain = (~(ascii | whole)).trailingZeroBitCount / 8
    isPlain = plain == PreviewBlock.size
    var end = min(plain, limit)
    while end > 0, text[start + end] & 0xC0 == 0x80 { end -= 1 }
    if end > 0, text[start + end - 1] == UInt8(ascii: " ") { end -= 1 }
    guard end > 0, text[start] != UInt8(ascii: " ") else {
      (length, scalars) = (0, 0)
      return
    }
    length = end
    scalars = end - PreviewBlock.count(continuations &<< UInt128(8 * (PreviewBlock.size - end)))
  }

  /// Letters, digits and `'()+,-./:;<=>?`: what starts neither a mark nor an escape anywhere in a line.
  @inline(__always)
  private static func ascii(_ bytes: SIMD16<UInt8>) -> Mask {
    has(bytes | all(0x20), from: UInt8(ascii: "a"), count: 26) .| has(bytes, from: UInt8(ascii: "'"), count: 3)
      .| has(bytes, from: UInt8(ascii: "+"), count: 21)
  }

  /// The first bytes of U+3040 to U+D7FF, where all three are there: no white space, no surrogate.
  @inline(__always)
  private static func leads(_ bytes: SIMD16<UInt8>, _ text: UnsafeRawBufferPointer, at start: Int) -> Mask {
    let second = text.loadUnaligned(fromByteOffset: start + 1, as: SIMD16<UInt8>.self)
    let third = text.loadUnaligned(fromByteOffset: start + 2, as: SIMD16<UInt8>.self)
    let isWhole = has(second, from: 0x80, count: 0x40) .& has(third, from: 0x80, count: 0x40)
    let isBelow = (bytes .== all(0xE3)) .& (second .== all(0x80))
    let isAbove = (bytes .== all(0xED)) .& (second .>= all(0xA0))
    return has(bytes, from: 0xE3, count: 11) .& isWhole .& .!(isBelow .| isAbove)
  }

  @inline(__always)
  private static func has(_ bytes: SIMD16<UInt8>, from first: UInt8, count: UInt8) -> Mask {
    (bytes &- all(first)) .< all(count)
  }

  @inline(__always)
  private static func all(_ byte: UInt8) -> SIMD16<UInt8> {
    SIMD16(repeating: byte)
  }

  /// How many bytes of a mask are all ones.
  @inline(__always)
  private static func count(_ mask: UInt128) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let pairs = (UInt64(truncatingIfNeeded: mask) & ones) &+ (UInt64(truncatingIfNeeded: mask >> 64) & ones)
    // The product's top byte is the sum of all bytes.
    return Int((pairs &* ones) >> 56)
  }

  /// All ones in each byte that holds, the first byte lowest.
  @inline(__always)
  private static func bits(_ mask: Mask) -> UInt128 {
    UInt128(littleEndian: unsafeBitCast(mask, to: UInt128.self))
  }
}
