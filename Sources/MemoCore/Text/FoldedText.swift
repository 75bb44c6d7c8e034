import Foundation

/// A text made comparable, with a map back to where each part stood in the original.
///
/// Meant to be used for one text after the other: the buffers keep their memory.
public struct FoldedText: Sendable {
  /// The folded text, always valid UTF-8.
  public private(set) var bytes: [UInt8] = []
  /// Where original and folded text differ in length, in order; everything between maps byte for byte.
  private var units: [Unit] = []
  private var segment = Segment()
  private var memory = SegmentMemory()

  /// Bytes that were folded together: a match of any part is a match of all.
  private struct Unit {
    let folded: Range<UInt32>
    let original: Range<UInt32>
  }

  /// A scalar and the marks on it, as read.
  private struct Segment {
    var scalars: [Unicode.Scalar] = []
    var lengths: [Int] = []
  }

  /// Makes an empty text.
  public init() {}

  /// Folds a text of less than 1 GB in place of the one held before; what is not UTF-8 becomes U+FFFD.
  public mutating func fold(_ text: UnsafeRawBufferPointer, by rules: Folding = .matching) {
    removeAll(reserving: text.count)
    append(text, 0..<text.count, by: rules)
  }

  /// Empties the text, but keeps its memory and makes room for a text of some size.
  mutating func removeAll(reserving size: Int) {
    bytes.removeAll(keepingCapacity: true)
    units.removeAll(keepingCapacity: true)
    bytes.reserveCapacity(size + 16)
  }

  /// Folds a part of a text, which ends where nothing that follows can join it, and adds it to what is held.
  mutating func append(_ text: UnsafeRawBufferPointer, _ part: Range<Int>, by rules: Folding) {
    precondition(text.count < 1 << 30, "a text to fold has less than 1 GB")
    let text = UnsafeRawBufferPointer(rebasing: text[..<part.upperBound])
    PlainScalars.table.words.withUnsafeBufferPointer { plain in
      var index = part.lowerBound
      while index < text.count {
        index = copyPlainRun(of: text, from: index, plain: plain, rules: rules)
        if index < text.count { index = foldSegment(of: text, at: index, rules: rules) }
      }
    }
  }

  /// Adds bytes that stand for nothing in the original, before what comes from an offset of it.
  mutating func insert(_ more: some Collection<UInt8>, before original: Int) {
    let start = UInt32(bytes.count)
    bytes.append(contentsOf: more)
    let place = UInt32(original)
    units.append(Unit(folded: start..<UInt32(bytes.count), original: place..<place))
  }

  /// Where a folded range came from, as bytes of the original: never less than one scalar unless the range is empty.
  public func originalRange(of range: Range<Int>) -> Range<Int> {
    let start = original(at: range.lowerBound)
    guard !range.isEmpty else { return start.lowerBound..<start.lowerBound }
    return start.lowerBound..<original(at: range.upperBound - 1).upperBound
  }

  /// The folded offset after a match that ends at an offset: past everything folded together with its last byte.
  func end(ofUnitBefore offset: Int) -> Int {
    guard offset > 0, let unit = unit(startingAtOrBefore: offset - 1) else { return offset }
    return max(offset, Int(unit.folded.upperBound))
  }
}

extension FoldedText {
  /// The original bytes behind one folded byte.
  private func original(at offset: Int) -> Range<Int> {
    guard let unit = unit(startingAtOrBefore: offset) else { return offset..<(offset + 1) }
    if offset < Int(unit.folded.upperBound) { return Int(unit.original.lowerBound)..<Int(unit.original.upperBound) }
    let start = Int(unit.original.upperBound) + offset - Int(unit.folded.upperBound)
    return start..<(start + 1)
  }

  private func unit(startingAtOrBefore offset: Int) -> Unit? {
    var low = 0
    var high = units.count
    while low < high {
      let middle = (low + high) / 2
      if Int(units[middle].folded.lowerBound) <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : units[low - 1]
  }

  /// Copies what folding leaves alone but for ASCII capitals; returns where it ended.
  private mutating func copyPlainRun(
    of text: UnsafeRawBufferPointer, from start: Int, plain: UnsafeBufferPointer<UInt64>, rules: Folding
  ) -> Int {
    var end = PlainRun.end(of: text, from: start, plain: plain)
    if end < text.count, end > start, Folding.joinsPrevious(rules.width(LossyUTF8.decode(text, at: end).scalar)) {
      repeat { end -= 1 } while LossyUTF8.isContinuation(text[end])
    }
    let target = bytes.count
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<end]))
    if rules.foldsCase {
      bytes.withUnsafeMutableBytes { PlainRun.lowercase(UnsafeMutableRawBufferPointer(rebasing: $0[target...])) }
    }
    return end
  }

  /// Folds a scalar and the marks that follow it; returns where they ended.
  private mutating func foldSegment(of text: UnsafeRawBufferPointer, at start: Int, rules: Folding) -> Int {
    segment.scalars.removeAll(keepingCapacity: true)
    segment.lengths.removeAll(keepingCapacity: true)
    var end = start
    while end < text.count {
      let (scalar, length) = LossyUTF8.decode(text, at: end)
      let usual = rules.width(scalar)
      guard end == start || Folding.joinsPrevious(usual) else { break }
      segment.scalars.append(usual)
      segment.lengths.append(length)
      end += length
    }
    let folded = memory.folded(segment.scalars, by: rules)
    guard folded.isByScalar else {
      append(folded.scalars, from: start..<end, ofScalars: segment.scalars.count)
      return end
    }
    var place = start
    for (scalar, length) in zip(folded.scalars, segment.lengths) {
      append(CollectionOfOne(scalar), from: place..<(place + length), ofScalars: 1)
      place += length
    }
    return end
  }

  private mutating func append(
    _ scalars: some Collection<Unicode.Scalar>, from original: Range<Int>, ofScalars count: Int
  ) {
    let start = bytes.count
    for scalar in scalars { bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter) }
    if count == 1, scalars.count == 1, bytes.count - start == original.count { return }
    units.append(
      Unit(
        folded: UInt32(start)..<UInt32(bytes.count),
        original: UInt32(original.lowerBound)..<UInt32(original.upperBound)))
  }
}

/// The rules by which texts are made comparable: NFC always, case and width as asked.
public struct Folding: Sendable, Equatable {
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
    guard scalar.properties.changesWhenLowercased || scalar.properties.changesWhenUppercased else { return [scalar] }
    // Down, up and down again: up alone leaves ẞ, down alone leaves ß and ς.
    return scalar.properties.lowercaseMapping.unicodeScalars.flatMap { $0.properties.uppercaseMapping.unicodeScalars }
      .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
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
  private static func mayCompose(_ mark: Unicode.Scalar) -> Bool {
    switch mark.value {
    case 0x300...0x345, 0x653...0x655, 0x93C, 0x9BE, 0x9D7, 0xB3E, 0xB56...0xB57, 0xBBE, 0xBD7, 0xC56, 0xCC2: true
    case 0xCD5...0xCD6, 0xD3E, 0xD57, 0xDCA...0xDDF, 0x102E, 0x1100...0x11FF, 0x1B35, 0x3099...0x309A, 0x1_0000...: true
    default: false
    }
  }
}

/// Full-width ASCII and half-width kana and Hangul, brought to their usual width.
enum WidthFolding {
  /// The scalar of usual width. Half-width sound marks become combining ones, so that normalization joins them.
  static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard scalar.value >= 0x3000 else { return scalar }
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
