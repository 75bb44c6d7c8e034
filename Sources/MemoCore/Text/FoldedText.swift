import Foundation

/// A text made comparable, with a map back to where each part stood in the original.
///
/// Meant to be used for one text after the other: the buffers keep their memory.
public struct FoldedText: Sendable {
  /// The folded text, always valid UTF-8.
  public private(set) var bytes: [UInt8] = []
  /// Where original and folded text differ in length, in order; everything between maps byte for byte.
  private var units: [Unit] = []
  private var memory = SegmentMemory()

  /// Bytes of a letter and its marks that are folded together: far more than the 30 marks of Unicode's Stream-Safe Text Format
  /// (Standard Annex 15). To put marks in order takes the system time that grows with the square of their number.
  private static let longestSegment = 256

  /// Bytes that were folded together: a match of any part is a match of all.
  private struct Unit {
    let folded: Range<UInt32>
    let original: Range<UInt32>
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
    let target = bytes.count
    PlainScalars.table.words.withUnsafeBufferPointer { plain in
      var index = part.lowerBound
      while index < text.count {
        index = copyPlainRun(of: text, from: index, plain: plain, rules: rules)
        if index < text.count { index = foldSegment(of: text, at: index, rules: rules) }
      }
    }
    guard rules.foldsCase else { return }
    bytes.withUnsafeMutableBytes { PlainRun.lowercase(UnsafeMutableRawBufferPointer(rebasing: $0[target...])) }
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
    let next = units.partitioningIndex { Int($0.folded.lowerBound) > offset }
    return next == 0 ? nil : units[next - 1]
  }

  /// Copies what folding leaves alone but for ASCII capitals, which are made small later; returns where it ended.
  private mutating func copyPlainRun(
    of text: UnsafeRawBufferPointer, from start: Int, plain: UnsafeBufferPointer<UInt64>, rules: Folding
  ) -> Int {
    var end = PlainRun.end(of: text, from: start, plain: plain)
    while true {
      let marked = MarkedRun.end(of: text, from: end)
      guard marked > end else { break }
      end = PlainRun.end(of: text, from: marked, plain: plain)
      if end == marked { break }
    }
    // What joins the run is folded with the scalar before it and the marks between them.
    var next = end
    while end > start, next < text.count, rules.joinsPrevious(text, at: next) {
      repeat { end -= 1 } while LossyUTF8.isContinuation(text[end])
      next = end
    }
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<end]))
    return end
  }

  /// Folds a scalar and the marks that follow it; returns where they ended.
  private mutating func foldSegment(of text: UnsafeRawBufferPointer, at start: Int, rules: Folding) -> Int {
    var end = start + LossyUTF8.decode(text, at: start).length
    if text[start] == 0xE1, let (syllable, length) = Hangul.composed(text, at: start) {
      end = start + length
      if end == text.count || !rules.joinsPrevious(text, at: end) {
        append(CollectionOfOne(syllable), from: start..<end, ofScalars: 1)
        return end
      }
    }
    while end < text.count, end - start < Self.longestSegment, rules.joinsPrevious(text, at: end) {
      // Marks of Latin take two bytes.
      end += text[end] < 0xE0 ? 2 : LossyUTF8.decode(text, at: end).length
    }
    if rules.foldsWriting, OptionalMarks.arePoints(of: text, from: start + 2, until: end) {
      append(text, letterAt: start, until: end)
      return end
    }
    let key = SegmentMemory.Key(text, start..<end)
    let before = (bytes: bytes.count, units: units.count)
    if let key, let known = memory.folded(key, by: rules) {
      known.append(to: &bytes)
      if known.isUnit { addUnit(from: before.bytes, of: start..<end) }
      return end
    }
    fold(UnsafeRawBufferPointer(rebasing: text[start..<end]), at: start, by: rules)
    let added = units[before.units...]
    if let key, added.isEmpty || added.count == 1 && added[before.units].original.count == end - start {
      memory.remember(bytes[before.bytes...], isUnit: !added.isEmpty, for: key)
    }
    return end
  }

  /// Adds a letter of two bytes without the points that follow it.
  @inline(__always)
  private mutating func append(_ text: UnsafeRawBufferPointer, letterAt start: Int, until end: Int) {
    bytes.append(text[start])
    bytes.append(text[start + 1])
    addUnit(from: bytes.count - 2, of: start..<end)
  }

  /// Folds a segment that is not remembered.
  // Not inlined, for the stack that it takes.
  @inline(never)
  private mutating func fold(_ original: UnsafeRawBufferPointer, at start: Int, by rules: Folding) {
    var scalars: [Unicode.Scalar] = []
    var places = [start]
    var end = 0
    while end < original.count {
      let (scalar, length) = LossyUTF8.decode(original, at: end)
      scalars.append(rules.width(scalar))
      end += length
      places.append(start + end)
    }
    let folded = rules.fold(scalars)
    guard folded.isByScalar else {
      append(folded.scalars, from: start..<(start + end), ofScalars: scalars.count)
      return
    }
    for (number, scalar) in folded.scalars.enumerated() {
      append(CollectionOfOne(scalar), from: places[number]..<places[number + 1], ofScalars: 1)
    }
  }

  private mutating func append(
    _ scalars: some Collection<Unicode.Scalar>, from original: Range<Int>, ofScalars count: Int
  ) {
    let start = bytes.count
    for scalar in scalars { bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter) }
    if count == 1, scalars.count == 1, bytes.count - start == original.count { return }
    addUnit(from: start, of: original)
  }

  private mutating func addUnit(from start: Int, of original: Range<Int>) {
    units.append(
      Unit(
        folded: UInt32(start)..<UInt32(bytes.count),
        original: UInt32(original.lowerBound)..<UInt32(original.upperBound)))
  }
}

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
    let small = composed.flatMap(lowercase)
    let folded = small == composed ? composed : Self.composed(small)
    let isByScalar =
      segment.count > 1 && composed == segment && folded.count == segment.count
      && zip(segment, folded).allSatisfy { lowercase($0) == [$1] }
    return (folded, isByScalar)
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
    case 0xCC: index + 1 < text.count && LossyUTF8.isContinuation(text[index + 1])
    case 0xD6...0xDB: joinsPreviousInPointedText(text, at: index)
    default: joinsPrevious(LossyUTF8.decode(text, at: index).scalar)
    }
  }

  /// Whether a scalar of Hebrew or Arabic does: in a text with points every other one is asked about.
  @inline(__always)
  private func joinsPreviousInPointedText(_ text: UnsafeRawBufferPointer, at index: Int) -> Bool {
    let value = text.scalar(at: index).value
    if value &- 0x5D0 < 0x1B || value &- 0x620 < 0x2B { return false }
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
