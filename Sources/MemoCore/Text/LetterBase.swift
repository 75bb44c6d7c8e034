import Foundation

/// Letters of Latin, Greek and Cyrillic without their marks.
enum LetterBase {
  /// The letter without marks, as `e` for `é`; any other scalar is its own.
  @inline(__always)
  static func of(_ scalar: UInt32) -> UInt32 {
    scalar >= 0xC0 && scalar < limit ? UInt32(table[Int(scalar)].letter) : scalar
  }

  /// The same, with what it is: below the limit.
  @inline(__always)
  static func entry(of scalar: UInt32) -> Entry {
    scalar < 0xC0 ? Entry(scalar, isMarked: false) : table[Int(scalar & (limit - 1))]
  }

  /// Whether a letter can have marks that it has not: one that is the base of others.
  static func takesMarks(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x61...0x7A, 0x370...0x52F: of(scalar) == scalar
    default: false
    }
  }

  /// Whether a folded text is what was typed, marks aside that only the text has.
  static func isSame(_ typed: [UInt8], unaccented text: [UInt8]) -> Bool {
    typed.withUnsafeBytes { typed in text.withUnsafeBytes { text in isSame(typed, unaccented: text) } }
  }

  private static func isSame(_ typed: UnsafeRawBufferPointer, unaccented text: UnsafeRawBufferPointer) -> Bool {
    var (place, other) = (0, 0)
    while place < typed.count, other < text.count {
      let (letter, otherLetter) = (typed.scalar(at: place), text.scalar(at: other))
      guard letter.value == otherLetter.value || letter.value == of(otherLetter.value) else { return false }
      (place, other) = (place + letter.length, other + otherLetter.length)
      if LetterMarks.end(of: typed, from: place) == place { other = LetterMarks.end(of: text, from: other) }
    }
    return place == typed.count && other == text.count
  }

  /// Where the letters of the three scripts end.
  static let limit: UInt32 = 0x2000
  /// Behind it, up to Greek and Latin with several marks, no letter of the three scripts has one.
  private static let marked: UInt32 = 0x530

  /// Letters with a stroke, which is part of them for Unicode, and is left out as marks are by people who cannot type it.
  private static let stroked: [UInt32: Unicode.Scalar] = [
    0xF8: "o", 0x111: "d", 0x127: "h", 0x142: "l", 0x167: "t", 0x180: "b", 0x1B6: "z", 0x1E5: "g", 0x23C: "c",
    0x247: "e", 0x249: "j", 0x24D: "r", 0x24F: "y",
  ]

  /// The bases of the scalars below the limit.
  static let table: [Entry] = {
    var table = (0..<limit).map { stroked[$0]?.value ?? $0 }
    for (letter, base) in zip(letters, bases(of: letters)) { table[Int(letter.value)] = base }
    return table.enumerated().map { Entry($1, isMarked: $0 != $1) }
  }()

  /// What may have marks.
  private static var letters: [Unicode.Scalar] {
    [0xC0..<marked, 0x1E00..<limit].joined().compactMap(Unicode.Scalar.init).filter(\.properties.isAlphabetic)
  }

  private static func bases(of letters: [Unicode.Scalar]) -> [UInt32] {
    // The system takes a text apart as fast as a letter.
    var text = String.UnicodeScalarView()
    for letter in letters { text.append(contentsOf: [letter, "\n"]) }
    let apart = String(text).decomposedStringWithCanonicalMapping.unicodeScalars.split(separator: "\n")
    return zip(letters, apart).map { letter, parts in
      guard parts.count > 1, let first = parts.first, first.properties.isAlphabetic, first.value < marked,
        parts.dropFirst().allSatisfy({ $0.properties.generalCategory == .nonspacingMark })
      else { return stroked[letter.value]?.value ?? letter.value }
      return stroked[first.value]?.value ?? first.value
    }
  }

  /// A letter without marks, and what it is for those who look for words.
  struct Entry {
    static let kindBits: UInt64 = 3
    /// A letter of ASCII or a digit.
    static let letter: UInt64 = 1
    /// A scalar of two bytes.
    static let pair: UInt64 = 2
    /// A letter that had marks.
    static let marked: UInt64 = 4

    let letter: UInt16
    let kinds: UInt16

    init(_ base: UInt32, isMarked: Bool) {
      letter = UInt16(base)
      let isLetter = base &- 0x61 < 26 || base &- 0x30 < 10
      let isPair = base &- 0x80 < 0x780
      kinds = UInt16((isLetter ? Self.letter : 0) | (isPair ? Self.pair : 0) | (isMarked ? Self.marked : 0))
    }

    /// The same kinds for so many letters.
    @inline(__always)
    static func kinds(_ count: UInt64, _ kinds: UInt64) -> UInt64 {
      kinds * ((1 << (count * kindBits)) - 1) / (1 << kindBits - 1)
    }
  }
}

/// The marks that are set on letters of these scripts, U+0300 to U+036F: in a folded text, those for which no letter has a scalar
/// that holds the mark, as in Russian with stress marks.
enum LetterMarks {
  /// Whether a scalar is one.
  @inline(__always)
  static func contains(_ scalar: UInt32) -> Bool { scalar &- 0x300 < 0x70 }

  /// Where those that start at an index end: there, if none does.
  @inline(__always)
  static func end(of text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index + 1 < text.count, text[index] & 0xFE == 0xCC, contains(text.scalar(at: index).value) { index += 2 }
    return index
  }

  /// Where those that end at an index start: there, if none does.
  @inline(__always)
  static func start(of text: UnsafeRawBufferPointer, before end: Int) -> Int {
    var index = end
    while index > 1, text[index - 2] & 0xFE == 0xCC, contains(text.scalar(at: index - 2).value) { index -= 2 }
    return index
  }
}
