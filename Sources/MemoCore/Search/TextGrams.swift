/// The grams of folded texts, hashed to buckets: a text that lacks the bucket of one gram of a word lacks the word.
///
/// At each scalar a text has the gram of as many bytes as tell enough: three of ASCII (more than two letters, as words of
/// common letters share most pairs), and two scalars where one takes three bytes, as most words of Korean, Chinese and
/// Japanese are that short. Such a scalar is also a gram by itself. Three initial consonants in a row are one too.
public enum TextGrams {
  /// How many buckets there are. With blocks of 32 KB every fourth is in use.
  public static let bucketCount = 1 << bucketBits
  /// Bytes that must be readable after a text whose grams are marked.
  public static let padding = 8

  private static let bucketBits = 15
  private static let three: UInt64 = 0xFF_FFFF
  private static let four: UInt64 = 0xFFFF_FFFF
  private static let six: UInt64 = 0xFFFF_FFFF_FFFF

  /// Sets a bit in the bucket of every gram of a text.
  ///
  /// - Parameters:
  ///   - text: folded texts, followed by `padding` bytes.
  ///   - buckets: `bucketCount` of them.
  public static func mark(
    _ text: UnsafeRawBufferPointer, bit: UInt8, in buckets: UnsafeMutableBufferPointer<UInt8>
  ) {
    let end = text.count - padding
    var initials = InitialRun()
    var index = 0
    while index < end {
      let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      let lead = UInt8(truncatingIfNeeded: word)
      if word & 0x8080_8080_8080_8080 == 0 {
        // Six grams of ASCII in one go.
        for place in 0..<6 { buckets[bucket(word >> (8 * UInt64(place)) & three)] |= bit }
        initials = InitialRun()
        index += 6
        continue
      }
      let length = length(ofLead: lead)
      buckets[bucket(word & mask(ofLength: length))] |= bit
      if length >= 3 {
        buckets[bucket(word & (length == 3 ? three : four))] |= bit
        if let gram = initials.take(length == 3 ? Hangul.initial(ofUTF8: word) : nil) { buckets[bucket(gram)] |= bit }
      } else {
        initials = InitialRun()
      }
      index += length
    }
  }

  /// The buckets of all grams that lie wholly in some bytes of a folded text.
  static func buckets(of literal: [UInt8]) -> [Int] {
    var found: [Int] = []
    var index = 0
    while index < literal.count {
      let word = literal[index...].prefix(8).enumerated().reduce(UInt64(0)) {
        $0 | UInt64($1.element) << (8 * $1.offset)
      }
      let length = length(ofLead: literal[index])
      let gram = mask(ofLength: length)
      if index + (64 - gram.leadingZeroBitCount) / 8 <= literal.count { found.append(bucket(word & gram)) }
      if length >= 3, index + length <= literal.count { found.append(bucket(word & (length == 3 ? three : four))) }
      index += length
    }
    return found
  }

  /// The buckets of all grams of initial consonants; `nil` stands for scalars that are neither consonant nor syllable.
  static func buckets(ofInitials initials: [Int?]) -> [Int] {
    var run = InitialRun()
    return initials.compactMap { run.take($0).map(bucket) }
  }

  @inline(__always)
  private static func bucket(_ gram: UInt64) -> Int {
    Int((gram &* 0x9E37_79B1_85EB_CA87) >> (64 - UInt64(bucketBits)))
  }

  /// The bytes of a scalar by its first; 1 for the marks of a `SearchText`.
  @inline(__always)
  private static func length(ofLead lead: UInt8) -> Int {
    lead < 0xC0 || lead >= 0xF8 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  }

  /// The bytes of the gram that starts with a scalar.
  @inline(__always)
  private static func mask(ofLength length: Int) -> UInt64 {
    length == 1 ? three : length == 2 ? four : six
  }

  /// The initials of the scalars before, as far as they stand in a row.
  private struct InitialRun {
    private var count = 0
    private var last: UInt64 = 0

    /// Takes the next initial; returns the gram of three that it completes.
    @inline(__always)
    mutating func take(_ initial: Int?) -> UInt64? {
      guard let initial else {
        count = 0
        return nil
      }
      last = (last << 8 | UInt64(initial)) & three
      count += 1
      // No UTF-8 has such a byte.
      return count >= 3 ? last | 0xFF << 56 : nil
    }
  }
}
