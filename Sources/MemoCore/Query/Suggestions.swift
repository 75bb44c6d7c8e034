/// Finds the words a person may have meant.
public enum Suggestions {
  /// The candidates nearest to a mistyped word, best first; none where nothing is near.
  ///
  /// Case and accents do not matter. What begins with the word comes first, then what is fewest typing slips away
  /// (`EditDistance`): one slip for every three letters, from one to three. Of those with as many slips, what lacks fewer of
  /// the letters typed comes first: a letter is left out, or two are swapped, more often than one is wrong. Ties keep the
  /// order given.
  public static func nearest(to word: String, among candidates: some Sequence<String>, limit: Int = 3) -> [String] {
    let meant = FoldedWord(word)
    var tolerance = min(3, max(1, meant.count / 3))
    var found: [(slips: Int, strays: Int, growth: Int, candidate: String)] = []
    for candidate in candidates {
      let folded = FoldedWord(candidate)
      guard let slips = meant.slips(to: folded, tolerance: tolerance) else { continue }
      let strays = slips == 0 ? 0 : meant.strays(from: folded)
      let entry = (slips, strays, abs(folded.count - meant.count), candidate)
      let place = found.firstIndex { (entry.0, entry.1, entry.2) < ($0.slips, $0.strays, $0.growth) }
      found.insert(entry, at: place ?? found.count)
      if found.count > limit { found.removeLast() }
      // Among a million titles most of the time goes into those that are no better than what was found.
      if found.count == limit, let worst = found.last { tolerance = worst.slips }
    }
    return found.map(\.candidate)
  }

  /// The titles in which each word of a text has one near it, best first; of one word, three letters at least.
  ///
  /// Some word of a long title is near to any short one: the text is a sixth of the title at least.
  public static func withNearWords(_ text: String, among titles: some Sequence<String>, limit: Int) -> [String] {
    let meant = text.split(whereSeparator: \.isWhitespace).compactMap { NearWord(Folding.fold(String($0))[...]) }
    guard !meant.isEmpty else { return [] }
    let longest = Folding.fold(text).count * 6
    var found: [(slips: Int, title: String)] = []
    for title in titles {
      let folded = Folding.fold(title)
      guard folded.count <= longest else { continue }
      let slips = folded.withUnsafeBytes { line in
        meant.map { word in
          var fewest: Int?
          NearWord.forEach(in: line, near: [word]) { fewest = min(fewest ?? $1, $1) }
          return fewest
        }
      }
      guard !slips.contains(nil) else { continue }
      found.append((slips.reduce(0) { $0 + ($1 ?? 0) }, title))
    }
    return found.enumerated().sorted { ($0.element.slips, $0.offset) < ($1.element.slips, $1.offset) }
      .prefix(limit).map(\.element.title)
  }
}

/// A word without its case and its accents: bytes where it is ASCII then, else characters.
private struct FoldedWord {
  private let ascii: [UInt8]?
  private let characters: [Character]

  init(_ text: String) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      ascii = text.utf8.map(\.lowercasedASCII)
      characters = []
    } else {
      let letters = String(decoding: Folding.matchKey(text), as: UTF8.self).unicodeScalars
        .filter { !LetterMarks.contains($0.value) }.compactMap { Unicode.Scalar(LetterBase.of($0.value)) }
      let isASCII = letters.allSatisfy(\.isASCII)
      ascii = isASCII ? letters.map { UInt8($0.value) } : nil
      characters = isASCII ? [] : Array(String(String.UnicodeScalarView(letters)))
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

  /// How many of its letters the other word lacks.
  func strays(from other: FoldedWord) -> Int {
    var rest = other.allCharacters
    return allCharacters.count { letter in
      guard let place = rest.firstIndex(of: letter) else { return true }
      rest.remove(at: place)
      return false
    }
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

/// Damerau–Levenshtein distance in its restricted form: no pair of letters that was swapped is edited again.
enum EditDistance {
  /// How many slips (a letter too many, too few, wrong, or two swapped) part the words; nil where more than `limit`.
  static func between<Unit: Equatable>(_ left: [Unit], _ right: [Unit], atMost limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    var beforeLast = Array(repeating: limit + 1, count: right.count + 1)
    var last = (0...right.count).map { min($0, limit + 1) }
    var current = beforeLast
    for row in left.indices {
      // Nothing gets better after a row past the limit: a swap from two rows back within it would have left one
      // letter less here, for the same price.
      guard fill(&current, row, left, right, last, beforeLast, limit) <= limit else { return nil }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }

  /// Fills in the distances from the first `row + 1` units of `left` to each start of `right`; returns the smallest.
  ///
  /// Only columns within `limit` of the diagonal can count; the others hold `limit + 1` or are never read.
  private static func fill<Unit: Equatable>(
    _ current: inout [Int], _ row: Int, _ left: [Unit], _ right: [Unit], _ last: [Int], _ beforeLast: [Int],
    _ limit: Int
  ) -> Int {
    let first = max(0, row - limit)
    current[first] = first == 0 ? min(row + 1, limit + 1) : limit + 1
    var smallest = current[first]
    for column in first..<max(first, min(right.count, row + limit + 1)) {
      let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
      var best = min(replaced, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        best = min(best, beforeLast[column - 1] + 1)
      }
      current[column + 1] = min(best, limit + 1)
      smallest = min(smallest, best)
    }
    return smallest
  }
}
