import Foundation

/// The rules by which texts are made comparable: NFC always, the rest as asked.
public struct Folding: Sendable, Equatable {
  /// Whether capital and small letters become the same.
  let foldsCase: Bool
  /// Whether full-width and half-width forms, and blanks of other widths, become those of usual width, and optional marks
  /// are left out.
  let foldsWriting: Bool

  /// For matching text: case, width, normalization and optional marks do not matter.
  public static let matching = Folding(foldsCase: true, foldsWriting: true)
  /// For comparing names: case and normalization do not matter.
  public static let names = Folding(foldsCase: true, foldsWriting: false)
  /// For regular expressions, which see to case themselves.
  public static let normalization = Folding(foldsCase: false, foldsWriting: false)

  /// A text as the UTF-8 in which it is matched: insensitive to case, width, normalization and optional marks.
  public static func fold(_ text: String) -> [UInt8] {
    matching.fold(text)
  }

  /// A name as the UTF-8 in which it is compared: insensitive to case and normalization, not to width.
  public static func matchKey(_ name: String) -> [UInt8] {
    names.fold(name)
  }

  /// Whether two names are the same, case and normalization aside.
  static func areSame(_ left: String, _ right: String) -> Bool {
    if haveSameBytes(left, right) { return true }
    return !(isPlain(left) && isPlain(right)) && matchKey(left) == matchKey(right)
  }

  /// Whether nothing but the case of ASCII letters makes a name differ from another such name that is the same.
  static func isPlain(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy { $0.isASCII || Hangul.syllables.contains($0.value) }
  }

  /// Whether two names have the same bytes, the case of ASCII letters aside.
  static func haveSameBytes(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && zip(left.utf8, right.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// A text in NFC, with its case.
  public static func composed(_ text: String) -> String {
    String(decoding: normalization.fold(text), as: UTF8.self)
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
    foldsWriting ? WidthFolding.fold(scalar) : scalar
  }

  /// The small letters of a scalar, where case is folded: ß gives ss, ς gives σ.
  func lowercase(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    guard foldsCase else { return [scalar] }
    guard scalar.properties.changesWhenLowercased || scalar.properties.changesWhenUppercased else { return [scalar] }
    // Down, up and down again: up alone leaves ẞ, down alone leaves ß and ς.
    return scalar.properties.lowercaseMapping.unicodeScalars.flatMap { $0.properties.uppercaseMapping.unicodeScalars }
      .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
  }

  /// A scalar and the marks on it, of usual width, folded; and whether each comes from the scalar at its place, so that
  /// marks keep their own places.
  func fold(_ segment: [Unicode.Scalar]) -> (scalars: [Unicode.Scalar], isByScalar: Bool) {
    if let syllable = Hangul.composed(segment[...]) { return ([syllable], false) }
    let composed = withoutOptionalMarks(Self.composed(segment))
    let small = withoutDots(composed.flatMap(lowercase))
    let folded = small == composed ? composed : Self.composed(small)
    let isByScalar =
      segment.count > 1 && composed == segment && folded.count == segment.count
      && zip(segment, folded).allSatisfy { lowercase($0) == [$1] }
    return (folded, isByScalar)
  }

  /// Leaves out the dot that is on an i anyway: İ of Turkish becomes i and a dot. So do I and ı, as i is small for I elsewhere.
  private func withoutDots(_ small: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard foldsCase, small.count > 1, small.contains(where: { $0.value == 0x307 }) else { return small }
    return small.indices.filter { $0 == 0 || small[$0].value != 0x307 || small[$0 - 1].value != 0x69 }.map { small[$0] }
  }

  /// Leaves out of a segment in NFC what is optional behind the first scalar. A line end keeps its place: no mark is on it.
  private func withoutOptionalMarks(_ segment: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard foldsWriting, let first = segment.first, first.value >= 0x20,
      segment.dropFirst().contains(where: { OptionalMarks.contains($0.value) })
    else { return segment }
    return Self.composed(segment.prefix(1) + segment.dropFirst().filter { !OptionalMarks.contains($0.value) })
  }

  /// A scalar and the marks on it in NFC.
  static func composed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    if isComposed(scalars) { return scalars }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    // Taken apart first: Swift 6.3 leaves a syllable and the final jamo after it (로 + U+11A8) as they are.
    let apart = String(text).decomposedStringWithCanonicalMapping
    return Array(apart.precomposedStringWithCanonicalMapping.unicodeScalars)
  }

  /// Whether the scalar at an index may change what it follows.
  @inline(__always)
  func joinsPrevious(_ text: UnsafeRawBufferPointer, at index: Int) -> Bool {
    switch text[index] {
    // Of those below U+0300 none does, and the marks that come first are those of Latin.
    case ..<0xC2: false
    case 0xC2: foldsWriting && index + 1 < text.count && text[index + 1] == 0xAD
    case 0xC3..<0xCC: false
    case 0xCC: index + 1 < text.count && UTF8.isContinuation(text[index + 1])
    case 0xD6...0xDB: joinsPreviousInPointedText(text, at: index)
    default: joinsPrevious(LossyUTF8.decode(text, at: index).scalar)
    }
  }

  /// Whether a scalar of Hebrew or Arabic does: in a text with points every other one is asked about.
  @inline(__always)
  private func joinsPreviousInPointedText(_ text: UnsafeRawBufferPointer, at index: Int) -> Bool {
    let value = text.scalar(at: index).value
    if OptionalMarks.isLetter(value) { return false }
    if foldsWriting, OptionalMarks.contains(value) { return true }
    return joinsPrevious(Unicode.Scalar(value) ?? "\u{FFFD}")
  }

  private func joinsPrevious(_ scalar: Unicode.Scalar) -> Bool {
    Self.joinsPrevious(width(scalar)) || foldsWriting && OptionalMarks.contains(scalar.value)
  }

  /// Whether a scalar may change what it follows when both are brought to NFC: marks, and jamo that complete a syllable.
  static func joinsPrevious(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    switch scalar.value {
    case 0x1160...0x11FF, 0x16D63...0x16D6A: return true
    case 0x3400...0x9FFF, 0xAC00...0xD7A3: return false
    default: break
    }
    return ScalarClass(scalar.value) == .mark
  }

  /// Whether scalars are in NFC for certain, so that no normalization need be asked for (Unicode Standard Annex 15,
  /// "Detecting Normalization Forms").
  private static func isComposed(_ scalars: [Unicode.Scalar]) -> Bool {
    var last = Unicode.CanonicalCombiningClass.notReordered
    for (place, scalar) in scalars.enumerated() {
      if scalar.properties.isFullCompositionExclusion || place > 0 && mayCompose(scalar) { return false }
      guard scalars.count > 1 else { return true }
      let order = scalar.properties.canonicalCombiningClass
      if order != .notReordered, order < last { return false }
      last = order
    }
    return true
  }

  /// Whether a mark may become one scalar with what is before it: those of which Unicode says so (NFC_Quick_Check=Maybe),
  /// and a few more.
  static func mayCompose(_ mark: Unicode.Scalar) -> Bool {
    switch mark.value {
    case 0x300...0x345, 0x653...0x655, 0x93C, 0x9BE, 0x9D7, 0xB3E, 0xB56...0xB57, 0xBBE, 0xBD7, 0xC56, 0xCC2: true
    case 0xCD5...0xCD6, 0xD3E, 0xD57, 0xDCA...0xDDF, 0x102E, 0x1100...0x11FF, 0x1B35, 0x3099...0x309A, 0x1_0000...: true
    default: false
    }
  }
}

/// Full-width ASCII, half-width kana and Hangul, and blanks, brought to their usual width.
enum WidthFolding {
  /// The scalar of usual width. Half-width sound marks become combining ones, so that normalization joins them.
  static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard scalar.value >= 0x3000 else { return isBlank(scalar.value) ? " " : scalar }
    switch scalar.value {
    case 0x3000: return " "
    case 0xFF01...0xFF5E: return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    case 0xFF61...0xFF9F: return halfWidthKana[Int(scalar.value - 0xFF61)]
    case 0xFFA1...0xFFBE: return Unicode.Scalar(scalar.value - 0xFFA1 + 0x3131) ?? scalar
    case 0xFFC2...0xFFC7: return Unicode.Scalar(scalar.value - 0xFFC2 + 0x314F) ?? scalar
    case 0xFFCA...0xFFCF: return Unicode.Scalar(scalar.value - 0xFFCA + 0x3155) ?? scalar
    case 0xFFD2...0xFFD7: return Unicode.Scalar(scalar.value - 0xFFD2 + 0x315B) ?? scalar
    case 0xFFDA...0xFFDC: return Unicode.Scalar(scalar.value - 0xFFDA + 0x3161) ?? scalar
    default: return signs[scalar] ?? scalar
    }
  }

  /// Whether a scalar is a blank of another width, or one at which no line is broken.
  private static func isBlank(_ value: UInt32) -> Bool {
    switch value {
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F: true
    default: false
    }
  }

  /// U+FF61 to U+FF9F at their usual width.
  private static let halfWidthKana: [Unicode.Scalar] = Array(
    ("。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
      + "\u{3099}\u{309A}").unicodeScalars)

  private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{FF5F}": "\u{2985}", "\u{FF60}": "\u{2986}", "\u{FFA0}": "\u{3164}", "\u{FFE0}": "¢", "\u{FFE1}": "£",
    "\u{FFE2}": "¬", "\u{FFE3}": "¯", "\u{FFE4}": "¦", "\u{FFE5}": "¥", "\u{FFE6}": "₩", "\u{FFE8}": "│",
    "\u{FFE9}": "←", "\u{FFEA}": "↑", "\u{FFEB}": "→", "\u{FFEC}": "↓", "\u{FFED}": "■", "\u{FFEE}": "○",
  ]
}
