import Foundation

/// The rules by which texts are made comparable: NFC always, case and width as asked.
public struct Folding: Sendable {
  /// Whether capital and small letters become the same.
  let foldsCase: Bool
  /// Whether full-width and half-width forms become those of usual width.
  let foldsWidth: Bool

  /// For matching text: case, width and normalization do not matter.
  public static let matching = Folding(foldsCase: true, foldsWidth: true)
  /// For comparing names: case and normalization do not matter.
  public static let names = Folding(foldsCase: true, foldsWidth: false)
  /// For regular expressions, which see to case themselves.
  public static let normalization = Folding(foldsCase: false, foldsWidth: false)

  /// A text as the UTF-8 in which it is matched: insensitive to case, width and normalization.
  public static func fold(_ text: String) -> [UInt8] {
    matching.fold(text)
  }

  /// A name as the UTF-8 in which it is compared: insensitive to case and normalization, not to width.
  public static func matchKey(_ name: String) -> [UInt8] {
    names.fold(name)
  }

  /// Folds a whole text.
  func fold(_ text: String) -> [UInt8] {
    var folded = FoldedText()
    var text = text
    text.withUTF8 { folded.fold(UnsafeRawBufferPointer($0), by: self) }
    return folded.bytes
  }

  /// A scalar of usual width, where width is folded.
  func width(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    foldsWidth ? WidthFolding.fold(scalar) : scalar
  }

  /// The small letters of a scalar, where case is folded: ß gives ss, ς gives σ.
  func lowercase(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    guard foldsCase else { return [scalar] }
    // Down, up and down again: up alone leaves ẞ, down alone leaves ß and ς.
    return scalar.properties.lowercaseMapping.unicodeScalars.flatMap { $0.properties.uppercaseMapping.unicodeScalars }
      .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
  }

  /// Scalars in NFC.
  static func composed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    // Taken apart first: Swift 6.3 leaves a syllable and the final jamo after it (로 + U+11A8) as they are.
    let apart = String(text).decomposedStringWithCanonicalMapping
    return Array(apart.precomposedStringWithCanonicalMapping.unicodeScalars)
  }

  /// Whether a scalar may change what it follows when both are brought to NFC: marks, and jamo that complete a syllable.
  static func joinsPrevious(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    switch scalar.value {
    case 0x1160...0x11FF, 0x16D63...0x16D6A: return true
    case 0x3400...0x9FFF, 0xAC00...0xD7A3: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// Whether a scalar alone is in NFC for certain, so that no normalization need be asked for.
  static func isComposed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x340, 0x388..<0x900, 0x1E00..<0x1F71, 0x3001..<0xAC00, 0xFF00..<0x1_0000: true
    default: false
    }
  }
}
