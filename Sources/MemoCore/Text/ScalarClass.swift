/// What a Unicode scalar is to the word counter and to tags.
enum ScalarClass: UInt8 {
  /// White space.
  case space
  /// A letter of a script that is written in words, Hangul among them; a letter number such as `Ⅷ` too.
  case letter
  /// A decimal digit.
  case digit
  /// A mark that combines with the text before it.
  case mark
  /// A Han ideograph or a kana: a word by itself.
  case ideograph
  /// Punctuation, symbols, controls.
  case other

  /// Classifies a scalar by its number.
  @inline(__always)
  init(_ scalar: UInt32) {
    if scalar < 0x80 {
      self = ScalarClass(ascii: UInt8(truncatingIfNeeded: scalar))
    } else if scalar &- 0xAC00 < 11_172 {
      self = .letter
    } else {
      self = scalar < 0x1_0000 ? ScalarClass.table[Int(scalar)] : ScalarClass(beyondASCII: scalar)
    }
  }

  /// The classes of the scalars below U+10000, made when the first one beyond ASCII and Hangul is read: asking the system
  /// for each took most of the time in which a text of Cyrillic is read.
  static let table = (0..<UInt32(0x1_0000)).map { scalar in
    scalar &- 0xAC00 < 11_172 ? .letter : ScalarClass(beyondASCII: scalar)
  }

  /// Classifies a byte below 0x80.
  @inline(__always)
  init(ascii byte: UInt8) {
    self = byte.isASCIILetter ? .letter : byte.isASCIIDigit ? .digit : byte.isASCIISpace ? .space : .other
  }

  // Not inlined: to ask the system for properties takes a larger stack, which is made even where nothing is asked.
  @inline(never)
  private init(beyondASCII scalar: UInt32) {
    if ScalarClass.isIdeograph(scalar) {
      self = .ideograph
    } else if ScalarClass.isSpace(scalar) {
      self = .space
    } else {
      self = Unicode.Scalar(scalar).map { ScalarClass($0.properties.generalCategory) } ?? .other
    }
  }

  private init(_ category: Unicode.GeneralCategory) {
    switch category {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
      self = .letter
    case .decimalNumber: self = .digit
    case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
    default: self = .other
    }
  }

  /// Whether the scalar has Unicode's White_Space property.
  @inline(__always)
  static func isSpace(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return scalar == 0x20 || scalar &- 9 < 5 }
    switch scalar {
    case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: return true
    default: return false
    }
  }

  // Half-width voicing marks are among the kana: they are letters, and would start a word of their own.
  private static func isIdeograph(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: true
    case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF: true
    case 0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303B, 0xFF66...0xFF9F, 0x1B000...0x1B16F: true
    default: false
    }
  }
}
