/// The signs in a text with invalid bytes that it is meant to be UTF-8: sequences of UTF-8 that a text in another encoding
/// would not have.
struct UTF8Evidence {
  /// Sequences that speak for UTF-8.
  private var sequences = 0
  /// Those of them that the other encoding would write as no one does.
  private var oddities = 0
  /// Bytes that belong to no sequence.
  private var strays = 0
  /// Sequences of any kind, and their bytes.
  private var all = (count: 0, bytes: 0)

  /// Looks for characters in everyday use, whatever the other encoding may be.
  init(in bytes: UnsafeRawBufferPointer) {
    self.init(in: bytes) { bytes, index in
      let (scalar, length) = bytes.scalar(at: index)
      return (length, Self.isUsual(scalar), false)
    }
  }

  /// Looks for sequences of any kind that are odd in Windows-1252, too; surrogates, which some programs write, are among them.
  init(againstWesternIn bytes: UnsafeRawBufferPointer) {
    self.init(in: bytes) { bytes, index in
      let length = Self.sequenceLength(at: index, in: bytes)
      let isOdd = length > 1 && Self.isOddInWestern(bytes[index..<index + length])
      return (length, isOdd || Self.isUsual(bytes.scalar(at: index).value), isOdd)
    }
  }

  private init(
    in bytes: UnsafeRawBufferPointer,
    _ look: (UnsafeRawBufferPointer, Int) -> (length: Int, isSign: Bool, isOdd: Bool)
  ) {
    var index = 0
    while index < bytes.count {
      guard bytes[index] >= 0x80 else {
        index += 1
        continue
      }
      let (length, isSign, isOdd) = look(bytes, index)
      if length == 1 { strays += 1 } else { all = (all.count + 1, all.bytes + length) }
      if isSign { sequences += 1 }
      if isOdd { oddities += 1 }
      if length == 2, Self.isAccent(index, in: bytes) { hasAccents = true }
      index += length
    }
  }

  private static func isAccent(_ index: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    let before = index > 0 ? bytes[index - 1] : 0x20
    let after = index + 2 < bytes.count ? bytes[index + 2] : 0x20
    return before < 0x80 && after < 0x80 && (before.isASCIILetter || after.isASCIILetter)
  }

  /// Whether there is so much of it that the text is UTF-8 with some invalid bytes.
  var isOfUTF8: Bool {
    // In texts of other encodings, about one character in twenty looks like UTF-8; in a short one, that may be the first.
    sequences * 8 > strays && !(sequences == 1 && strays > 2)
  }

  /// Whether a Latin word has a letter of UTF-8: `på`, whose last letter is an everyday syllable in CP949.
  private(set) var hasAccents = false

  /// Whether there are more invalid bytes than sequences, so that these may be there by chance.
  var isOutnumbered: Bool { strays > all.count }

  /// Whether even their bytes are fewer: no text in UTF-8 with some invalid bytes, whatever it is.
  var isMinor: Bool { strays > all.bytes }

  /// Whether there is so much of it that no conversion of the whole text can be right.
  var isMixed: Bool { oddities * 20 > strays }

  /// Latin, Greek and Cyrillic letters, punctuation, kana, Han, Hangul and emoji.
  private static func isUsual(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xC0...0xFF, 0x391...0x3CE, 0x410...0x44F, 0x2010...0x2027, 0x3000...0x30FF, 0x4E00...0x9FFF,
      0xAC00...0xD7A3, 0x1F300...0x1FAFF:
      true
    default: false
    }
  }

  /// The length of a sequence that has the shape of UTF-8, else 1.
  private static func sequenceLength(at index: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    let length =
      switch bytes[index] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard index + length <= bytes.count else { return 1 }
    return bytes[(index + 1)..<(index + length)].allSatisfy(UTF8.isContinuation) ? length : 1
  }

  /// Whether Windows-1252 makes of a sequence what no one writes: a mark right after a letter that does not belong there, as
  /// in `â€™` and `Ã©`, or `Â` or `×` before any mark. Names have `É®`, and a quotation may end with `é…”` or `ß“`.
  private static func isOddInWestern(_ sequence: Slice<UnsafeRawBufferPointer>) -> Bool {
    let lead = sequence[sequence.startIndex]
    return lead == 0xC2 || lead == 0xD7 || !sequence.dropFirst().allSatisfy(westernEndings.contains)
  }

  /// What a word may end with in Windows-1252: quotation marks that close, dashes, blanks, small letters and the like.
  private static let westernEndings: Set<UInt8> = [
    0x85, 0x8B, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x99, 0x9A, 0x9B, 0x9C, 0x9E, 0xA0, 0xAA, 0xAB, 0xAD, 0xAE, 0xB0,
    0xB2, 0xB3, 0xB9, 0xBA, 0xBB,
  ]
}
