/// Finds the words a person may have meant.
public enum Suggestions {
  /// The candidates nearest to a mistyped word, best first; none where nothing is near.
  ///
  /// Case does not matter. What begins with the word comes first, then what is fewest typing slips away
  /// (`EditDistance`): one slip for every three letters, from one to three. Ties keep the order given.
  public static func nearest(to word: String, among candidates: some Sequence<String>, limit: Int = 3) -> [String] {
    let meant = FoldedWord(word)
    var tolerance = min(3, max(1, meant.count / 3))
    var found: [(slips: Int, growth: Int, candidate: String)] = []
    for candidate in candidates {
      let folded = FoldedWord(candidate)
      guard let slips = meant.slips(to: folded, tolerance: tolerance) else { continue }
      let entry = (slips, abs(folded.count - meant.count), candidate)
      let place = found.firstIndex { entry.0 < $0.slips || (entry.0 == $0.slips && entry.1 < $0.growth) }
      found.insert(entry, at: place ?? found.count)
      if found.count > limit { found.removeLast() }
      // Among a million titles most of the time goes into those that are no better than what was found.
      if found.count == limit, let worst = found.last { tolerance = worst.slips }
    }
    return found.map(\.candidate)
  }
}

/// A word without its case: bytes where it is ASCII, else characters.
private struct FoldedWord {
  private let ascii: [UInt8]?
  private let characters: [Character]

  init(_ text: String) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      ascii = text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
      characters = []
    } else {
      ascii = nil
      characters = Array(text.lowercased())
    }
  }

  var count: Int { ascii?.count ?? characters.count }

  /// Zero for the start of the other word, else the distance to it; nil where that is past the tolerance.
  func slips(to other: FoldedWord, tolerance: Int) -> Int? {
    if let ascii, let otherASCII = other.ascii {
      return Self.slips(ascii, otherASCII, tolerance)
    }
    return Self.slips(allCharacters, other.allCharacters, tolerance)
  }

  private var allCharacters: [Character] {
    ascii?.map { Character(Unicode.Scalar($0)) } ?? characters
  }

  private static func slips<Unit: Equatable>(_ word: [Unit], _ other: [Unit], _ tolerance: Int) -> Int? {
    if !word.isEmpty, other.starts(with: word) { return 0 }
    // A single letter is one slip away from every other, and nothing is near to nothing.
    return word.count > 1 ? EditDistance.between(word, other, atMost: tolerance) : nil
  }
}
