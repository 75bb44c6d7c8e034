/// Kinds of scalars that make words; where the kind changes, a word ends.
public enum WordKind: Equatable, Sendable {
  /// No part of a word: space, punctuation, symbols.
  case none
  /// Hangul syllables and jamo.
  case hangul
  /// Ideographs.
  case han
  /// Hiragana.
  case hiragana
  /// Katakana.
  case katakana
  /// Letters of every other script, digits, marks and `_`.
  case other

  /// The kind of a scalar.
  public init(_ scalar: Unicode.Scalar) {
    self =
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: .other
      case ..<0x80: .none
      case 0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7FB: .hangul
      case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF: .han
      case 0x3041...0x309F: .hiragana
      case 0x30A1...0x30FA, 0x30FC...0x30FF: .katakana
      default: Self.isOfWord(scalar) ? .other : .none
      }
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber: true
    default: scalar.properties.isAlphabetic
    }
  }

  /// Whether a match is a whole word of a folded text.
  ///
  /// Korean glues particles to a word, so a match that ends in Hangul need only start where an eojeol does: 회의 is a
  /// whole word of 회의를 (and of 회의록). A change of script ends a word too: `API` is one of `API는`.
  static func isWholeWord(_ match: Range<Int>, in folded: UnsafeRawBufferPointer) -> Bool {
    guard let last = LossyUTF8.scalar(folded, before: match.upperBound).map(WordKind.init) else { return false }
    let first = WordKind(LossyUTF8.decode(folded, at: match.lowerBound).scalar)
    if first != .none, LossyUTF8.scalar(folded, before: match.lowerBound).map(WordKind.init) == first { return false }
    guard last != .none, last != .hangul, match.upperBound < folded.count else { return true }
    return WordKind(LossyUTF8.decode(folded, at: match.upperBound).scalar) != last
  }
}
