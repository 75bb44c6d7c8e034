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
      if WordGap.isPart(UInt8(truncatingIfNeeded: word >> 24)) { markGap(text, from: index &+ place &+ 3) }
      if index &+ place > 0, WordGap.isPart(text[index &+ place &- 1]) { markGap(text, before: index &+ place) }
      if UInt8(truncatingIfNeeded: word) == 0xE1 { markUnmarked(text, at: index &+ place) }
    }
    var marks = block.marks
    while marks != 0 {
      let place = index &+ marks.trailingZeroBitCount
      marks &= marks &- 1
      if place > 0, !WordGap.isPart(text[place &- 1]) { markGap(text, from: place) }
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
    if length == 2 || word & 0xFF == 0xE1 { markUnmarked(text, at: index) }
    if WordGap.isPart(text[index &+ length]) { markGap(text, from: index &+ length) }
    if index > 0, length == 3 || WordGap.isNarrow(text[index]) {
      if WordGap.isPart(text[index &- 1]) {
        markGap(text, before: index)
      } else if length == 1 {
        markGap(text, from: index)
      }
    }
    return length
  }

  // MARK: What is forgiven

  /// Marks the letters around a gap that starts at an index.
  private func markGap(_ text: UnsafeRawBufferPointer, from start: Int) {
    guard let gap = WordGap.end(of: text, from: start), gap.index < text.count else { return }
    markGap(text.scalar(before: start).value, text.scalar(at: gap.index).value, isWide: gap.isWide)
  }

  /// Marks the letters around a gap that ends at an index.
  private func markGap(_ text: UnsafeRawBufferPointer, before end: Int) {
    // Behind other letters it was marked from its start.
    guard let gap = WordGap.start(of: text, before: end), gap.index > 0, text[gap.index - 1] < 0x80 else { return }
    markGap(text.scalar(before: gap.index).value, text.scalar(at: end).value, isWide: gap.isWide)
  }

  private func markGap(_ left: UInt32, _ right: UInt32, isWide: Bool) {
    guard WordGap.joins(left, right, isWide: isWide) else { return }
    buckets[TextGrams.bucket(ofGapBetween: left, right)] |= bit
  }

  /// Marks the grams that a word would have if the letter at a place had no marks.
  private func markUnmarked(_ text: UnsafeRawBufferPointer, at index: Int) {
    let letter = text.scalar(at: index)
    let base = LetterBase.of(letter.value)
    guard base != letter.value else { return }
    // Three letters on either side, their bases; zero where there is none.
    var letters = (left: SIMD4<UInt32>(), right: SIMD4<UInt32>())
    var (place, count) = (index, 0)
    while count < 3, place > 0 {
      let before = text.scalar(before: place)
      letters.left[count] = LetterBase.of(before.value)
      place -= before.length
      count += 1
    }
    (place, count) = (index + letter.length, 0)
    while count < 3, place < text.count {
      let next = text.scalar(at: place)
      letters.right[count] = LetterBase.of(next.value)
      place += next.length
      count += 1
    }
    let run = [
      letters.left[2], letters.left[1], letters.left[0], base, letters.right[0], letters.right[1], letters.right[2],
    ]
    if base >= 0x80 {
      for pair in [(run[2], base), (base, run[4])] where Self.isPaired(pair.0) && Self.isPaired(pair.1) {
        markUnmarked(Self.bytes(pair.0) | Self.bytes(pair.1) << 16)
      }
      return
    }
    for (first, size) in [(1, 3), (2, 3), (3, 3), (0, 4), (1, 4), (2, 4), (3, 4)] {
      let gram = run[first..<(first + size)]
      guard gram.allSatisfy(Self.isLetter) else { continue }
      markUnmarked(gram.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
  }

  private func markUnmarked(_ gram: UInt64) {
    buckets[TextGrams.bucket(ofUnmarked: gram)] |= bit
  }

  /// Whether a scalar takes two bytes.
  private static func isPaired(_ scalar: UInt32) -> Bool { (0x80..<0x800).contains(scalar) }

  /// The two bytes of a scalar, as they are in a word of text.
  private static func bytes(_ scalar: UInt32) -> UInt64 {
    UInt64(0xC0 | scalar >> 6) | UInt64(0x80 | scalar & 0x3F) << 8
  }

  /// Whether a scalar is a small letter or digit of ASCII.
  private static func isLetter(_ scalar: UInt32) -> Bool {
    scalar &- 0x61 < 26 || scalar &- 0x30 < 10
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
  /// Where marks of emphasis and code are.
  let marks: UInt32

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
    let isMark =
      GramBlock.has(block, from: UInt8(ascii: "*"), count: 1)
      .| GramBlock.has(block, from: UInt8(ascii: "`"), count: 1)
    marks = ByteMask.bits(isMark .| GramBlock.has(block, from: UInt8(ascii: "~"), count: 1)) & all
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
