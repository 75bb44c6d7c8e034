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
    let gap = text[index...].prefix { " \t[]=*`~".unicodeScalars.contains($0) }
    guard !gap.isEmpty, gap.count <= 8, gap.endIndex < text.count, stands(text[gap.endIndex], for: letter) else {
      return false
    }
    let next = text[gap.endIndex]
    let isWide = gap.contains { !"*`~".unicodeScalars.contains($0) }
    guard isLetter(before), isLetter(next), !isWide || isSyllable(before) || isSyllable(next) else { return false }
    return holds(word.dropFirst(), in: text, from: gap.endIndex + 1, before: next)
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
