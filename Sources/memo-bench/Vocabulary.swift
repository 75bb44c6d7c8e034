/// Words drawn as language draws them: the word of rank r about r times rarer than the first (Zipf).
struct Vocabulary: Sendable {
  private let words: [[UInt8]]
  /// Each word's number as often as its weight says, so that a draw is one look-up.
  private let draws: [UInt16]

  init(_ weighted: [(word: String, weight: Double)]) {
    let total = weighted.reduce(0) { $0 + $1.weight }
    words = weighted.map { Array($0.word.utf8) }
    draws = weighted.indices.flatMap { index in
      [UInt16](repeating: UInt16(index), count: max(1, Int(weighted[index].weight / total * 30_000)))
    }
  }

  init(ranked: [String]) {
    self.init(ranked.enumerated().map { ($1, Self.weight(ofRank: $0)) })
  }

  /// Korean nouns with the particles that speakers glue to them.
  init(nounsWithParticles nouns: [String]) {
    self.init(
      nouns.enumerated().flatMap { rank, noun in
        Self.particles(after: noun).enumerated().map { place, particle in
          (noun + particle, Self.weight(ofRank: rank) / Double(place + 1))
        }
      })
  }

  func word(_ random: inout SeededRandom) -> [UInt8] {
    words[Int(draws[random.below(draws.count)])]
  }

  private static func weight(ofRank rank: Int) -> Double {
    1 / (Double(rank) + 2.7)
  }

  /// A noun that ends in a consonant takes other forms than one that ends in a vowel.
  private static func particles(after noun: String) -> [String] {
    let last = noun.unicodeScalars.last?.value ?? 0
    let endsInConsonant = (0xAC00...0xD7A3).contains(last) && (last - 0xAC00) % 28 != 0
    return (endsInConsonant ? ["을", "이", "은", "과", "으로"] : ["를", "가", "는", "와", "로"])
      + ["", "의", "에", "에서", "도", "만", "까지", "부터", "에는", "처럼"]
  }
}
