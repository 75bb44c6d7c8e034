import Foundation

/// Letters of Latin, Greek and Cyrillic without their marks.
enum LetterBase {
  /// The letter without marks, as `e` for `é`; any other scalar is its own.
  @inline(__always)
  static func of(_ scalar: UInt32) -> UInt32 {
    scalar >= 0xC0 && scalar < limit ? UInt32(table[Int(scalar)]) : scalar
  }

  /// Whether a letter can have marks that it has not: one that is the base of others.
  static func takesMarks(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x61...0x7A, 0x370...0x52F: of(scalar) == scalar
    default: false
    }
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
  static let table: [UInt16] = (0..<limit).map { value in
    let own = stroked[value].map { UInt16($0.value) } ?? UInt16(value)
    guard value >= 0xC0, value < marked || value >= 0x1E00, let scalar = Unicode.Scalar(value),
      scalar.properties.isAlphabetic
    else { return own }
    let apart = Array(String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars)
    guard apart.count > 1, let first = apart.first, first.properties.isAlphabetic, first.value < marked,
      apart.dropFirst().allSatisfy({ $0.properties.generalCategory == .nonspacingMark })
    else { return own }
    return UInt16(stroked[first.value]?.value ?? first.value)
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
