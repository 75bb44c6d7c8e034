/// The sound that a word ends with when it is read in Korean, which decides the form of the particle after it.
public enum FinalSound: Sendable {
  case vowel
  /// ㄹ, after which 으로 is 로.
  case rieul
  case consonant
  /// A word whose reading is not known, such as one in Han ideographs.
  case unknown

  /// The last sound of a text; quotes, brackets and space after it are not read.
  public init(of text: String) {
    let scalars = text.unicodeScalars
    let end = scalars.lastIndex { !Self.silent.contains($0) }
    guard let end else {
      self = .unknown
      return
    }
    let last = scalars[end]
    if Self.digits.contains(last) {
      self = Self.sound(ofNumber: scalars[...end])
    } else if last.isASCII, last.properties.isAlphabetic {
      self = Self.sound(ofLatin: scalars[...end])
    } else {
      self = Self.sound(ofHangul: last)
    }
  }

  private static let silent: Set<Unicode.Scalar> = ["'", "\"", ")", "]", "}", ">", "’", "”", "」", "』", " ", "/"]
  private static let digits: ClosedRange<Unicode.Scalar> = "0"..."9"

  // MARK: Hangul

  private static func sound(ofHangul scalar: Unicode.Scalar) -> FinalSound {
    let value = scalar.value
    if Hangul.syllables.contains(value) {
      return sound(ofFinal: (value - Hangul.syllables.lowerBound) % UInt32(Hangul.finalCount))
    }
    // Names that were made on a Mac are decomposed.
    switch value {
    case 0x1161...0x1175: return .vowel
    case 0x11A8...0x11C2: return sound(ofFinal: value - 0x11A7)
    default: return .unknown
    }
  }

  private static func sound(ofFinal final: UInt32) -> FinalSound {
    switch final {
    case 0: .vowel
    case 8: .rieul
    default: .consonant
    }
  }

  // MARK: Numbers and Latin letters

  /// 일 이 삼 사 오 육 칠 팔 구, and 영, 십, 백, 천, 만, 억 where it ends with zeros.
  private static func sound(ofNumber scalars: Substring.UnicodeScalarView) -> FinalSound {
    switch scalars.last {
    case "2", "4", "5", "9": .vowel
    case "1", "7", "8": .rieul
    default: .consonant
    }
  }

  /// As most English words and abbreviations are read: `title` 타이틀, `file` 파일, `md` 엠디, `JSON` 제이슨.
  private static func sound(ofLatin scalars: Substring.UnicodeScalarView) -> FinalSound {
    let word = scalars.reversed().prefix { $0.isASCII && $0.properties.isAlphabetic }.map(lowercase)
    let before: Unicode.Scalar? = word.count > 1 ? word[1] : nil
    switch word[0] {
    case "l": return .rieul
    case "m", "n": return .consonant
    case "e" where before == "l": return .rieul
    case "e" where before == "m" || before == "n": return .consonant
    case "r" where word.count == 1: return .rieul
    case "g" where before == "n", "k" where before == "c": return .consonant
    // A stop after a consonant gets a vowel (`list` 리스트); after a vowel it may (`note`) or may not (`git` 깃).
    case "b", "c", "g", "k", "p", "t":
      return word.count == 1 || before.map { !vowels.contains($0) } == true ? .vowel : .unknown
    default: return .vowel
    }
  }

  private static let vowels: Set<Unicode.Scalar> = ["a", "e", "i", "o", "u", "y"]

  private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(scalar.value) | 0x20)
  }
}
