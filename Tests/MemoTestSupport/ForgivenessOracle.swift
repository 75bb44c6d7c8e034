import Foundation

/// Says by the definition alone whether a search forgives how a text writes a word: with a gap between letters, and with
/// marks on letters of Latin, Greek and Cyrillic that have none in the word, and strokes through those of Latin.
public enum ForgivenessOracle {
  /// The text without marks on its letters.
  public static func unmarked(_ text: String) -> String {
    String(String.UnicodeScalarView(folded(text).map(base)))
  }

  /// Whether a text holds a word in this way or as it is.
  public static func forgives(_ word: String, in text: String) -> Bool {
    let (word, text) = (folded(word), folded(text))
    guard !word.isEmpty else { return false }
    return text.indices.contains { holds(word[...], in: text, from: $0, before: nil) }
  }

  private static func holds(
    _ word: ArraySlice<Unicode.Scalar>, in text: [Unicode.Scalar], from index: Int, before: Unicode.Scalar?
  ) -> Bool {
    guard let letter = word.first else { return true }
    guard index < text.count else { return false }
    if stands(text[index], for: letter),
      holds(word.dropFirst(), in: text, from: index + 1, before: text[index])
    {
      return true
    }
    guard let before else { return false }
    let isMark: (Unicode.Scalar) -> Bool = { (0x300...0x36F).contains($0.value) }
    let marks = text[index...].prefix(while: isMark)
    if !marks.isEmpty, !isMark(before), marks.endIndex < text.count, stands(text[marks.endIndex], for: letter),
      holds(word.dropFirst(), in: text, from: marks.endIndex + 1, before: text[marks.endIndex])
    {
      return true
    }
    let (gap, end) = gap(in: text, from: index)
    guard !gap.isEmpty, gap.utf8.count <= 8, end < text.count, stands(text[end], for: letter) else { return false }
    let next = text[end]
    let rest = ["[[", "]]", "=="].reduce(gap) { $0.replacing($1, with: "") }
    let isWide = rest.contains { !"*`~".contains($0) }
    guard isLetter(before), isLetter(next), !isWide || isSyllable(before) || isSyllable(next) else { return false }
    return holds(word.dropFirst(), in: text, from: end + 1, before: next)
  }

  /// The blanks and marks from an index on, and where they end. The address of a link is left out with the brackets before
  /// it.
  private static func gap(in text: [Unicode.Scalar], from start: Int) -> (marks: String, end: Int) {
    var (marks, end) = ("", start)
    while end < text.count, " \t[]=*`~".unicodeScalars.contains(text[end]) {
      marks.unicodeScalars.append(text[end])
      end += 1
      guard text[end - 1] == "]", end < text.count, text[end] == "(" else { continue }
      let address = text[(end + 1)...].prefix { $0.value > 0x20 && $0 != "(" && $0 != ")" }
      guard String(String.UnicodeScalarView(address)).utf8.count <= 256, address.endIndex < text.count,
        text[address.endIndex] == ")"
      else { continue }
      // Brackets count against the length of a gap, but not as any others.
      let brackets = marks.unicodeScalars.reversed().prefix { $0 == "]" }.count
      marks.unicodeScalars.removeLast(brackets)
      marks += String(repeating: "*", count: brackets)
      end = address.endIndex + 1
    }
    return (marks, end)
  }

  private static func stands(_ scalar: Unicode.Scalar, for letter: Unicode.Scalar) -> Bool {
    scalar == letter || base(scalar) == letter
  }

  private static func folded(_ text: String) -> [Unicode.Scalar] {
    SearchOracle.folded(Array(text.unicodeScalars))
  }

  private static func base(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let apart = Array(String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars)
    let scripts: [ClosedRange<UInt32>] = [0x41...0x24F, 0x370...0x52F]
    guard let first = apart.first, scripts.contains(where: { $0.contains(first.value) }), isLetter(first) else {
      return scalar
    }
    let stroked = Dictionary(uniqueKeysWithValues: zip("øđħłŧƀƶǥȼɇɉɍɏ".unicodeScalars, "odhltbzgcejry".unicodeScalars))
    return stroked[first] ?? first
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    let kinds: [Unicode.GeneralCategory] = [
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber,
    ]
    return scalar == "_" || scalar.properties.isAlphabetic || kinds.contains(scalar.properties.generalCategory)
  }

  private static func isSyllable(_ scalar: Unicode.Scalar) -> Bool {
    let ranges: [ClosedRange<UInt32>] = [
      0x1100...0x11FF, 0x3005...0x3007, 0x3041...0x318E, 0x3400...0x9FFF, 0xAC00...0xD7FB, 0xF900...0xFAFF,
    ]
    return ranges.contains { $0.contains(scalar.value) }
  }
}
