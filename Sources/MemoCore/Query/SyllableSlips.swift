/// Recognizes Hangul syllables that may be mistyped forms of others: they have the same initials, and few other jamo.
struct SyllableSlips: Sendable {
  private let meant: [UInt32]
  private let tolerance: Int

  private static let fewestSyllables = 2
  /// Two slips are forgiven in words that are longer.
  private static let shortWord = 3

  /// The scalars that were meant; `nil` for less than two syllables.
  init?(_ scalars: [Unicode.Scalar]) {
    let syllables = scalars.count { Hangul.syllables.contains($0.value) }
    guard syllables >= Self.fewestSyllables else { return nil }
    meant = scalars.map(\.value)
    tolerance = syllables > Self.shortWord ? 2 : 1
  }

  /// Whether a text is as long, and differs in no more than a few vowels and finals.
  func explain(_ text: UnsafeRawBufferPointer) -> Bool {
    var (index, slips) = (0, 0)
    for scalar in meant {
      guard index < text.count else { return false }
      let found = text.scalar(at: index)
      index += found.length
      if found.value == scalar { continue }
      guard Hangul.syllables.contains(scalar), Hangul.syllables.contains(found.value) else { return false }
      slips += Self.differences(scalar, found.value)
      guard slips <= tolerance else { return false }
    }
    return index == text.count
  }

  /// In how many of initial, vowel and final two syllables differ.
  private static func differences(_ left: UInt32, _ right: UInt32) -> Int {
    let (left, right) = (left - Hangul.syllables.lowerBound, right - Hangul.syllables.lowerBound)
    let initials = left / Hangul.perInitial == right / Hangul.perInitial ? 0 : 1
    let finals = left % Hangul.finalCount == right % Hangul.finalCount ? 0 : 1
    let vowels = left / Hangul.finalCount % 21 == right / Hangul.finalCount % 21 ? 0 : 1
    return initials + vowels + finals
  }
}
