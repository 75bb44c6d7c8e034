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

  /// The bases of the scalars below the limit.
  static let table: [UInt16] = (0..<limit).map { value in
    let own = UInt16(value)
    guard value >= 0xC0, value < marked || value >= 0x1E00, let scalar = Unicode.Scalar(value),
      scalar.properties.isAlphabetic
    else { return own }
    let apart = Array(String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars)
    guard apart.count > 1, let first = apart.first, first.properties.isAlphabetic, first.value < marked,
      apart.dropFirst().allSatisfy({ $0.properties.generalCategory == .nonspacingMark })
    else { return own }
    return UInt16(first.value)
  }
}
