/// Marks the grams of a text in buckets.
///
/// Only where letters stand is anything marked: asked of each place whether a gram starts there, marking took a quarter
/// of a first index; so it takes a sixth.
struct GramMarker {
  let buckets: UnsafeMutablePointer<UInt8>
  let bit: UInt8
  private var initials = InitialRun()

  init(buckets: UnsafeMutablePointer<UInt8>, bit: UInt8) {
    self.buckets = buckets
    self.bit = bit
  }

  @inline(__always)
  func mark(_ gram: UInt64) {
    buckets[TextGrams.bucket(gram)] |= bit
  }

  /// Marks the grams that start in a block of text.
  @inline(__always)
  mutating func mark(_ block: GramBlock, _ text: UnsafeRawBufferPointer, at index: Int) {
    var letters = block.words
    while letters != 0 {
      let place = letters.trailingZeroBitCount
      letters &= letters &- 1
      let word = text.loadUnaligned(fromByteOffset: index &+ place, as: UInt64.self).littleEndian
      mark(word & TextGrams.three)
      if block.longWords >> UInt32(place) & 1 == 1 { mark(word & TextGrams.four) }
    }
    var syllables = block.syllables
    while syllables != 0 {
      let place = syllables.trailingZeroBitCount
      syllables &= syllables &- 1
      let word = text.loadUnaligned(fromByteOffset: index &+ place, as: UInt64.self).littleEndian
      mark(word & TextGrams.three)
      if word >> 24 & 0xF0 == 0xE0 { mark(word & TextGrams.six) }
      if let gram = initials.take(Hangul.initial(ofUTF8: word), at: index &+ place) { mark(gram) }
    }
  }

  /// Marks the grams that start with the scalar at a place; returns its length.
  mutating func markScalar(_ text: UnsafeRawBufferPointer, at index: Int) -> Int {
    let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
    let length = TextGrams.length(ofLead: UInt8(truncatingIfNeeded: word))
    let (short, long) = TextGrams.grams(of: word, length: length)
    mark(short)
    mark(long)
    if length == 3, let gram = initials.take(Hangul.initial(ofUTF8: word), at: index) { mark(gram) }
    return length
  }
}

/// Where grams start in sixteen bytes of text: a bit for each place, the first byte's lowest.
struct GramBlock {
  private typealias Mask = SIMDMask<SIMD16<Int8>>

  /// How many bytes are looked at.
  static let size = 16
  /// How many of them are known to start a gram or not: four letters have to be seen.
  static let starts = 13

  /// Where three letters or digits stand.
  let words: UInt32
  /// Where four of them stand.
  let longWords: UInt32
  /// Where scalars of three bytes start.
  let syllables: UInt32

  /// The block at `start`; `nil` where it holds scalars of two or four bytes, which are rare.
  @inline(__always)
  init?(_ text: UnsafeRawBufferPointer, at start: Int) {
    let block = text.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self)
    let others = GramBlock.has(block, from: 0xC0, count: 0x20) .| GramBlock.has(block, from: 0xF0, count: 8)
    if ByteMask.bits(others) != 0 { return nil }
    let isLetter = GramBlock.has(block, from: UInt8(ascii: "a"), count: 26)
    let isDigit = GramBlock.has(block, from: UInt8(ascii: "0"), count: 10)
    let letters = ByteMask.bits(isLetter .| isDigit)
    let all = UInt32(1) << UInt32(GramBlock.starts) - 1
    self.words = letters & letters >> 1 & letters >> 2 & all
    longWords = self.words & letters >> 3
    syllables = ByteMask.bits(GramBlock.has(block, from: 0xE0, count: 0x10)) & all
  }

  @inline(__always)
  private static func has(_ block: SIMD16<UInt8>, from first: UInt8, count: UInt8) -> Mask {
    (block &- SIMD16(repeating: first)) .< SIMD16(repeating: count)
  }
}

/// The initials of the scalars before, as far as they stand in a row.
struct InitialRun {
  private var count = 0
  private var last: UInt64 = 0
  // Where the last one ended.
  private var end = -1

  /// Takes the initial of a scalar of three bytes at a place; returns the gram of three that it completes.
  @inline(__always)
  mutating func take(_ initial: Int?, at place: Int) -> UInt64? {
    guard let initial else {
      count = 0
      return nil
    }
    count = place == end ? count &+ 1 : 1
    end = place &+ 3
    last = (last << 8 | UInt64(initial)) & TextGrams.three
    // No UTF-8 has such a byte.
    return count >= 3 ? last | 0xFF << 56 : nil
  }
}
