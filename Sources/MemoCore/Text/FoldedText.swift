/// A text made comparable, with a map back to where each part stood in the original.
///
/// Meant to be used for one text after the other: the buffers keep their memory.
public struct FoldedText: Sendable {
  /// The folded text, always valid UTF-8.
  public private(set) var bytes: [UInt8] = []
  /// Where original and folded text differ in length, in order; everything between maps byte for byte.
  private var units: [Unit] = []
  private var segment = Segment()

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
    if let syllable = Hangul.composed(segment.scalars[...]) {
      append([syllable], from: start..<end, ofScalars: segment.scalars.count)
    } else {
      appendSegment(from: start..<end, rules: rules)
    }
    return end
  }

  private mutating func appendSegment(from original: Range<Int>, rules: Folding) {
    let scalars = segment.scalars
    let isAlone = scalars.count == 1
    let composed = isAlone && Folding.isComposed(scalars[0]) ? scalars : Folding.composed(scalars)
    let small = composed.flatMap(rules.lowercase)
    let folded = small.count == 1 ? small : Folding.composed(small)
    // Marks that folding does not touch keep their own places.
    guard !isAlone, composed == scalars, zip(scalars, folded).allSatisfy({ rules.lowercase($0) == [$1] }),
      folded.count == scalars.count
    else { return append(folded, from: original, ofScalars: scalars.count) }
    var start = original.lowerBound
    for (scalar, length) in zip(folded, segment.lengths) {
      append([scalar], from: start..<(start + length), ofScalars: 1)
      start += length
    }
  }

  private mutating func append(_ scalars: [Unicode.Scalar], from original: Range<Int>, ofScalars count: Int) {
    let start = bytes.count
    for scalar in scalars { bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter) }
    if count == 1, scalars.count == 1, bytes.count - start == original.count { return }
    units.append(
      Unit(
        folded: UInt32(start)..<UInt32(bytes.count),
        original: UInt32(original.lowerBound)..<UInt32(original.upperBound)))
  }
}
