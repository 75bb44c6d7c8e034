/// A word that may be near another: its folded letters, syllables of Hangul taken apart.
public struct NearWord: Sendable {
  /// Scalars; for a syllable its initial, vowel and final.
  public let units: [UInt32]
  private let byteCount: Int
  private let letters: UInt64

  private static let fewestUnits = 3

  /// Takes a folded word apart; `nil` for one so short that every other is near.
  public init?(_ folded: ArraySlice<UInt8>) {
    units = String(decoding: folded, as: UTF8.self).unicodeScalars.flatMap { Self.units(of: $0.value) }
    guard units.count >= Self.fewestUnits else { return nil }
    (byteCount, letters) = (folded.count, folded.withUnsafeBytes { Self.letters(of: $0) })
  }

  /// Hands over the words of a folded line that are near one of others, but not that word itself.
  public static func forEach(
    in line: UnsafeRawBufferPointer, near meant: [NearWord], _ body: (NearWord, _ slips: Int) -> Void
  ) {
    var start = 0
    var index = 0
    while index <= line.count {
      let found = index < line.count ? line.scalar(at: index) : (value: 0x20, length: 1)
      if !WordGap.isOfWord(found.value) {
        let word = line.part(start..<index)
        if meant.contains(where: { $0.mayBeNear(word) }), let word = NearWord(Array(word)[...]),
          let slips = word.slips(toAnyOf: meant)
        {
          body(word, slips)
        }
        start = index + found.length
      }
      index += found.length
    }
  }

  /// The fewest slips to one of some words; `nil` where all are too far.
  public func slips(toAnyOf words: [NearWord]) -> Int? {
    words.compactMap { EditDistance.between($0.units, units, atMost: $0.tolerance) }.min()
  }

  /// The word of a text that is this one, as it is spelled there.
  public func spelling(in text: String) -> String? {
    let words = text.unicodeScalars.split { !WordGap.isOfWord($0.value) }
    return words.lazy.map { String(Substring($0)) }.first { NearWord(Folding.fold($0)[...])?.units == units }
  }

  /// One slip for every four letters, up to three.
  private var tolerance: Int { min(3, max(1, units.count / 4)) }

  /// A look that costs little: as many bytes, and hardly other letters.
  private func mayBeNear(_ word: UnsafeRawBufferPointer) -> Bool {
    guard abs(word.count - byteCount) <= 3 * tolerance else { return false }
    // A syllable that differs has three other bytes, and so has the one in its place.
    let perSlip = byteCount == units.count ? 2 : 6
    return (Self.letters(of: word) ^ letters).nonzeroBitCount <= perSlip * tolerance
  }

  private static func letters(of word: UnsafeRawBufferPointer) -> UInt64 {
    word.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  private static func units(of scalar: UInt32) -> [UInt32] {
    guard Hangul.syllables.contains(scalar) else { return [scalar] }
    let syllable = scalar - Hangul.syllables.lowerBound
    let final = syllable % Hangul.finalCount
    let parts = [0x1100 + syllable / Hangul.perInitial, 0x1161 + syllable / Hangul.finalCount % 21]
    return final == 0 ? parts : parts + [0x11A7 + final]
  }
}
