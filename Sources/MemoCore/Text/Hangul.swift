/// The arithmetic of Hangul syllables: each is an initial consonant, a vowel and perhaps a final consonant.
public enum Hangul {
  /// All precomposed syllables, 가 to 힣.
  static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  /// Syllables that share initial and vowel.
  static let finalCount: UInt32 = 28
  /// Syllables that share an initial.
  static let perInitial: UInt32 = 21 * 28
  /// The initial consonants in the order of the syllables, as compatibility jamo.
  static let initials: [Unicode.Scalar] = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
  /// The final consonants in the order of the syllables; the first means no final.
  static let finals: [Unicode.Scalar] = Array("-ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)

  /// Whether a text is made of consonants that start syllables and nothing else, as people type initials: `ㅎㅇㄹ`.
  public static func isInitials(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { syllables(startingWith: $0) != nil }
  }

  /// The syllables that start with a consonant; `nil` for what starts none.
  static func syllables(startingWith consonant: Unicode.Scalar) -> ClosedRange<UInt32>? {
    guard let index = initials.firstIndex(of: consonant) else { return nil }
    let first = syllables.lowerBound + UInt32(index) * perInitial
    return first...(first + perInitial - 1)
  }

  /// The number of the initial consonant of a syllable, or of one that is alone; `nil` for any other scalar.
  static func initial(of scalar: Unicode.Scalar) -> Int? {
    initial(ofValue: scalar.value)
  }

  /// The same for the three bytes of UTF-8 that start in the lowest place of a word.
  @inline(__always)
  static func initial(ofUTF8 word: UInt64) -> Int? {
    let word = UInt32(truncatingIfNeeded: word)
    return initial(ofValue: (word & 0xF) << 12 | (word >> 8 & 0x3F) << 6 | (word >> 16 & 0x3F))
  }

  @inline(__always)
  private static func initial(ofValue value: UInt32) -> Int? {
    let syllable = value &- syllables.lowerBound
    if syllable < perInitial * 19 { return Int(syllable / perInitial) }
    return value & 0xFFC0 == 0x3100 || value & 0xFFC0 == 0x3140 ? loneInitial(value) : nil
  }

  private static func loneInitial(_ value: UInt32) -> Int? {
    initials.firstIndex { $0.value == value }
  }

  /// Two consonants in one key's place (ㄳ, ㄺ), as they are typed one after the other; `nil` for any other scalar.
  static func parts(ofCluster scalar: Unicode.Scalar) -> (first: Unicode.Scalar, second: Unicode.Scalar)? {
    switch scalar {
    case "ㄳ": ("ㄱ", "ㅅ")
    case "ㄵ": ("ㄴ", "ㅈ")
    case "ㄶ": ("ㄴ", "ㅎ")
    case "ㄺ": ("ㄹ", "ㄱ")
    case "ㄻ": ("ㄹ", "ㅁ")
    case "ㄼ": ("ㄹ", "ㅂ")
    case "ㄽ": ("ㄹ", "ㅅ")
    case "ㄾ": ("ㄹ", "ㅌ")
    case "ㄿ": ("ㄹ", "ㅍ")
    case "ㅀ": ("ㄹ", "ㅎ")
    case "ㅄ": ("ㅂ", "ㅅ")
    default: nil
    }
  }

  /// A syllable without (the last part of) its final, and that consonant: 록 gives 로 and ㄱ; `nil` where it has none.
  static func carryingFinal(_ scalar: Unicode.Scalar) -> (rest: Unicode.Scalar, consonant: Unicode.Scalar)? {
    guard syllables.contains(scalar.value) else { return nil }
    let final = (scalar.value - syllables.lowerBound) % finalCount
    guard final > 0 else { return nil }
    let parts = parts(ofCluster: finals[Int(final)])
    let kept = parts.flatMap { finals.firstIndex(of: $0.first) } ?? 0
    guard let rest = Unicode.Scalar(scalar.value - final + UInt32(kept)) else { return nil }
    return (rest, parts?.second ?? finals[Int(final)])
  }

  /// The syllable of conjoining jamo (U+11xx), or of a syllable without final and one more jamo; `nil` for any other.
  static func composed(_ jamo: ArraySlice<Unicode.Scalar>) -> Unicode.Scalar? {
    guard let first = jamo.first?.value else { return nil }
    var rest = jamo.dropFirst()
    var syllable = first
    if (0x1100...0x1112).contains(first), let vowel = rest.popFirst()?.value, (0x1161...0x1175).contains(vowel) {
      syllable = syllables.lowerBound + ((first - 0x1100) * 21 + (vowel - 0x1161)) * finalCount
    }
    guard syllables.contains(syllable) else { return nil }
    if let final = rest.popFirst()?.value {
      let hasNoFinal = (syllable - syllables.lowerBound) % finalCount == 0
      guard hasNoFinal, (0x11A8...0x11C2).contains(final) else { return nil }
      syllable += final - 0x11A7
    }
    return rest.isEmpty ? Unicode.Scalar(syllable) : nil
  }

  /// The syllable of the conjoining jamo at an index, and their bytes; `nil` where there are others than two or three.
  ///
  /// A text that macOS decomposed is made of them.
  static func composed(_ text: UnsafeRawBufferPointer, at index: Int) -> (syllable: Unicode.Scalar, length: Int)? {
    guard text[index] == 0xE1, index + 6 <= text.count else { return nil }
    let initial = text.scalar(at: index).value &- 0x1100
    let vowel = text.scalar(at: index + 3).value &- 0x1161
    guard initial < 19, vowel < 21 else { return nil }
    let final = index + 9 <= text.count ? text.scalar(at: index + 6).value &- 0x11A7 : 0
    let hasFinal = final &- 1 < finalCount - 1
    let value = syllables.lowerBound + (initial * 21 + vowel) * finalCount + (hasFinal ? final : 0)
    return Unicode.Scalar(value).map { ($0, hasFinal ? 9 : 6) }
  }
}

/// The sound that a word ends with when it is read in Korean, which decides the form of the particle after it.
public enum FinalSound: Sendable {
  case vowel
  /// ㄹ, after which 으로 is 로.
  case rieul
  case consonant
  /// A word whose reading is not known, such as one in Han ideographs.
  case unknown

  /// The last sound of a text; punctuation, pictographs and space after it are not read.
  public init(of text: String) {
    let scalars = text.unicodeScalars
    let end = scalars.lastIndex(where: Self.isRead)
    // Nor is a word before a quoted name that has nothing to read.
    let marks: [Unicode.Scalar] = ["'", "\""]
    guard let end,
      !zip(scalars[end...], scalars[end...].dropFirst()).contains(where: { $0 == " " && marks.contains($1) })
    else {
      self = .unknown
      return
    }
    let last = scalars[end]
    if last == "%" {
      // 퍼센트
      self = .vowel
    } else if Self.digits.contains(last) {
      self = Self.sound(ofNumber: scalars[...end])
    } else if Self.isLatin(last) {
      self = Self.sound(ofLatin: scalars[...end])
    } else {
      self = Self.sound(ofHangul: last)
    }
  }

  /// Signs that are read, if not by all people alike: `C#`, `C++`, `20℃`.
  private static let readSigns = Set("%#&@+=×÷±°℃℉$€£¥₩".unicodeScalars)
  private static let digits: ClosedRange<Unicode.Scalar> = "0"..."9"

  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && scalar.properties.isAlphabetic }

  private static func isRead(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || readSigns.contains(scalar)
  }

  // MARK: Hangul

  private static func sound(ofHangul scalar: Unicode.Scalar) -> FinalSound {
    let value = scalar.value
    if Hangul.syllables.contains(value) {
      return sound(ofFinal: (value - Hangul.syllables.lowerBound) % UInt32(Hangul.finalCount))
    }
    // Names that were made on a Mac are decomposed; the names of single consonants are 기역 to 히읗, and 리을.
    switch value {
    case 0x3139, 0x1105: return .rieul
    case 0x3131...0x314E, 0x1100...0x1112: return .consonant
    case 0x314F...0x3163, 0x1161...0x1175: return .vowel
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
  ///
  /// A digit after Latin letters may be read in English, too, where only 2, 4 and 5 end in a vowel as well: `mp3` 엠피쓰리.
  private static func sound(ofNumber scalars: Substring.UnicodeScalarView) -> FinalSound {
    let number = scalars.reversed().prefix(while: digits.contains)
    if let before = scalars.dropLast(number.count).last, isLatin(before) {
      return [["2"], ["4"], ["5"]].contains(Array(number)) ? .vowel : .unknown
    }
    switch scalars.last {
    case "2", "4", "5", "9": return .vowel
    case "1", "7", "8": return .rieul
    default: return .consonant
    }
  }

  /// Words that are not read as their last letters say: 체크, 에디트, 리드미, 타입.
  private static let readings: [String: FinalSound] = [
    "check": .vowel, "edit": .vowel, "readme": .vowel, "type": .consonant,
  ]

  /// Units after a number: 미터, 센티미터, 그램, 킬로그램.
  private static let units: [String: FinalSound] = [
    "m": .vowel, "km": .vowel, "cm": .vowel, "mm": .vowel, "g": .consonant, "kg": .consonant, "mg": .consonant,
  ]

  /// As most English words and abbreviations are read: `title` 타이틀, `file` 파일, `md` 엠디, `QR` 큐알, `JSON` 제이슨.
  private static func sound(ofLatin scalars: Substring.UnicodeScalarView) -> FinalSound {
    let written = Array(scalars.reversed().prefix(while: isLatin).reversed())
    let word = written.map(lowercase)
    let last = word[word.count - 1]
    let letter = sound(ofLetter: last)
    let isCapital = zip(written, word).allSatisfy { $0.0 != $0.1 }
    // Capitals are letters: `3D`, `4K`.
    if !isCapital, let before = scalars.dropLast(written.count).last, digits.contains(before) {
      return units[text(written[...])] ?? .unknown
    }
    if let known = readings[text(word[...])] { return known }
    // Letter by letter: `png`, `HR`, `IP`; nor does a word end with a consonant and an r (`OCR`).
    let isSpelled =
      !word.contains(where: vowels.contains) || isCapital && word.count == 2
      || last == "r" && !word.suffix(2).contains(where: vowels.contains)
    if isSpelled { return letter }
    let sound = sound(ofWord: word)
    // Three capitals may be either: `VIP`, `MAP`.
    return isCapital && word.count == 3 && sound != letter && letter != .rieul ? .unknown : sound
  }

  /// By the letter's name: 에이, 엘, 엠, 엔, 알.
  private static func sound(ofLetter letter: Unicode.Scalar) -> FinalSound {
    switch letter {
    case "l", "r": .rieul
    case "m", "n": .consonant
    default: .vowel
    }
  }

  /// A word of small letters.
  private static func sound(ofWord word: [Unicode.Scalar]) -> FinalSound {
    let end = word[word.count - 1]
    let before: Unicode.Scalar? = word.count > 1 ? word[word.count - 2] : nil
    switch end {
    case "l": return .rieul
    case "m", "n": return .consonant
    case "e" where before == "l": return .rieul
    case "e" where before == "m" || before == "n": return .consonant
    // 로깅, 백, 앱.
    case "g" where before == "n", "k" where before == "c", "p" where before == "p": return .consonant
    case "b", "c", "g", "k", "p", "t":
      guard let before, vowels.contains(before) else {
        // A stop after a consonant gets a vowel: 리스트, 링크.
        return word.count == 1 ? sound(ofLetter: end) : .vowel
      }
      let isShort = word.count == 2 || !vowels.contains(word[word.count - 3])
      // 로드맵, 포맷, 토픽, but 로그; 레이아웃, 노트북; others are read in either way (웹, 허브; 그룹, 수프).
      if end == "g" { return isShort && before != "e" ? .vowel : .unknown }
      if isShort { return end == "b" ? .unknown : .consonant }
      return text(word.suffix(3)) == "out" || text(word.suffix(3)) == "ook" ? .consonant : .unknown
    default: return .vowel
    }
  }

  private static let vowels: Set<Unicode.Scalar> = ["a", "e", "i", "o", "u", "y"]

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(scalar.value) | 0x20)
  }
}
