/// The grams of folded texts, hashed to buckets: a text that lacks the bucket of one gram of a word lacks the word.
///
/// A gram is a part of a word. In ASCII it is four letters or digits, as words of common letters share their threes, and
/// three for words that have no four. Of scalars that take three bytes it is two, as most words of Korean, Chinese and
/// Japanese are that short, and one. Three initial consonants in a row are a gram too. What joins words is part of none:
/// pairs of words are so many that they would fill the buckets.
///
/// What a forgiving search finds beyond that has buckets of its own, so that an exact search is as sharp as without them:
/// gaps beside syllables, of which Korean is full; and what is rare, gaps between other letters, words whose letters have
/// marks, without these, and initials across blanks.
public enum TextGrams {
  /// How many buckets there are: a bit for each in every block, an eighth of a block of 40 KB.
  public static let bucketCount = exactCount + 1 << gapBits + 1 << rareBits
  /// Bytes that must be readable after a text whose grams are marked.
  public static let padding = 8

  private static let bucketBits = 15
  private static let exactCount = 1 << bucketBits
  private static let gapBits = 13
  private static let rareBits = 12
  static let three: UInt64 = 0xFF_FFFF
  static let four: UInt64 = 0xFFFF_FFFF
  static let six: UInt64 = 0xFFFF_FFFF_FFFF

  /// Sets a bit in the bucket of every gram of a text.
  ///
  /// - Parameters:
  ///   - text: folded texts, followed by `padding` bytes that are zero.
  ///   - buckets: `bucketCount` of them.
  public static func mark(
    _ text: UnsafeRawBufferPointer, bit: UInt8, in buckets: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard let buckets = buckets.baseAddress, text.count > padding else { return }
    var marker = GramMarker(buckets: buckets, bit: bit)
    let end = text.count - padding
    // What is no gram.
    marker.mark(0)
    var index = 0
    while index < end {
      if index + GramBlock.size <= end, let block = GramBlock(text, at: index) {
        marker.mark(block, text, at: index)
        index += GramBlock.starts
      } else {
        // No scalar is cut: where a block starts inside of one, the rest of it starts no gram.
        index = marker.markScalars(text, from: index, of: end)
      }
    }
  }

  /// The buckets of grams that every text has in which some folded bytes stand.
  static func buckets(of literal: [UInt8]) -> [Int] {
    grams(of: literal).map { (_, gram, _) in bucket(gram) }
  }

  /// The grams of folded bytes, each with its place and its length in bytes.
  static func grams(of literal: [UInt8]) -> [(offset: Int, gram: UInt64, length: Int)] {
    var found: [(offset: Int, gram: UInt64, length: Int)] = []
    var index = 0
    while index < literal.count {
      // Past the end there are zeros, which are part of no gram.
      let word = literal[index...].prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let length = length(ofLead: literal[index])
      let (short, long) = grams(of: word, length: length)
      for gram in [short, long] where gram != 0 {
        found.append((index, gram, (71 - gram.leadingZeroBitCount) / 8))
      }
      index += length
    }
    return found
  }

  /// The buckets of all grams of initial consonants; `nil` for scalars that are neither consonant nor syllable.
  static func buckets(ofInitials initials: [Int?]) -> [Int] {
    grams(ofInitials: initials).map { bucket($0) }
  }

  /// The same, for initials that may have blanks between them.
  static func buckets(ofSpacedInitials initials: [Int?]) -> [Int] { grams(ofInitials: initials).map(rareBucket) }

  private static func grams(ofInitials initials: [Int?]) -> [UInt64] {
    var run = InitialRun()
    return initials.enumerated().compactMap { place, initial in run.take(initial, at: 3 * place) }
  }

  /// Marks the initials of names and headings, blanks between them or not.
  public static func markInitials(
    _ text: SearchTextView, bit: UInt8, in buckets: UnsafeMutableBufferPointer<UInt8>
  ) {
    for line in text.headlines {
      markInitials(text.bytes.part(line), bit: bit, in: buckets)
    }
  }

  private static func markInitials(
    _ text: UnsafeRawBufferPointer, bit: UInt8, in buckets: UnsafeMutableBufferPointer<UInt8>
  ) {
    var run = InitialRun()
    var (index, place) = (0, 0)
    while index < text.count {
      let lead = text[index]
      guard lead >= 0x80 else {
        if !WordGap.isPart(lead) { run.end() }
        index += 1
        continue
      }
      let (value, length) = text.scalar(at: index)
      let initial = Unicode.Scalar(value).flatMap(Hangul.initial)
      if let gram = run.take(initial, at: place) { buckets[rareBucket(gram)] |= bit }
      place += 3
      index += length
    }
  }

  @inline(__always)
  static func bucket(_ gram: UInt64) -> Int {
    Int((gram &* factor) >> (64 - UInt64(bucketBits)))
  }

  /// The bucket of a gap between two letters, whatever marks these have.
  @inline(__always)
  static func bucket(ofGapBetween left: UInt32, _ right: UInt32) -> Int {
    let key = UInt64(LetterBase.of(left)) << 32 | UInt64(LetterBase.of(right)) | 1 << 63
    guard WordGap.isSyllable(left) || WordGap.isSyllable(right) else { return rareBucket(key) }
    return exactCount + Int((key &* factor) >> (64 - UInt64(gapBits)))
  }

  /// The bucket of a gram for which marks of letters were taken away.
  @inline(__always)
  static func bucket(ofUnmarked gram: UInt64) -> Int {
    rareBucket(gram)
  }

  private static let factor: UInt64 = 0x9E37_79B1_85EB_CA87

  @inline(__always)
  private static func rareBucket(_ key: UInt64) -> Int {
    exactCount + 1 << gapBits + Int((key &* factor) >> (64 - UInt64(rareBits)))
  }

  /// The bytes of a scalar by its first; 1 for the marks of a `SearchText`.
  @inline(__always)
  static func length(ofLead lead: UInt8) -> Int {
    lead < 0xC0 || lead >= 0xF8 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  }

  /// The letter of one or two bytes at the start of a word of text.
  @inline(__always)
  static func letter(of word: UInt64) -> UInt32 {
    let word = UInt32(truncatingIfNeeded: word)
    return word & 0x80 == 0 ? word & 0x7F : (word & 0x1F) << 6 | word >> 8 & 0x3F
  }

  /// A scalar of two bytes, as it is in a word of text.
  @inline(__always)
  static func bytes(of letter: UInt64) -> UInt64 {
    0x80C0 | letter >> 6 | (letter & 0x3F) << 8
  }

  /// The letter of three bytes at the start of a word of text.
  @inline(__always)
  static func longLetter(of word: UInt64) -> UInt32 {
    let word = UInt32(truncatingIfNeeded: word)
    return (word & 0xF) << 12 | (word >> 8 & 0x3F) << 6 | word >> 16 & 0x3F
  }

  /// The gram of two scalars of two bytes each.
  @inline(__always)
  static func gram(ofPair word: UInt64) -> UInt64 {
    word & 0xE0_00E0 == 0xC0_00C0 ? word & four : 0
  }

  /// The grams that start with the scalar at the start of a word of text, 0 for none.
  @inline(__always)
  static func grams(of word: UInt64, length: Int) -> (short: UInt64, long: UInt64) {
    switch length {
    case 1: return grams(word, letters(word))
    case 2: return (gram(ofPair: word), 0)
    case 3: return (word & three, word >> 24 & 0xF0 == 0xE0 ? word & six : 0)
    default: return (word & four, 0)
    }
  }

  /// The grams of three and four letters at the start of a word of text, 0 for none.
  @inline(__always)
  private static func grams(_ word: UInt64, _ letters: UInt64) -> (short: UInt64, long: UInt64) {
    (letters & three == three ? word & three : 0, letters & four == four ? word & four : 0)
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// All ones in each byte that is a small letter or digit of ASCII.
  @inline(__always)
  private static func letters(_ word: UInt64) -> UInt64 {
    let low = word & (ones &* 0x7F)
    // The high bit of each byte that is as far as the first of a range, and not past its last: no byte carries over.
    let isLetter = (low &+ ones &* (0x80 - 0x61)) ^ (low &+ ones &* (0x80 - 0x7B))
    let isDigit = (low &+ ones &* (0x80 - 0x30)) ^ (low &+ ones &* (0x80 - 0x3A))
    return ((isLetter | isDigit) & ~word & ones << 7) >> 7 &* 0xFF
  }
}
