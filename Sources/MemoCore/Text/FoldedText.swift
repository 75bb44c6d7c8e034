import Foundation

/// A text made comparable, with a map back to where each part was in the original.
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
    let text = text.part(..<part.upperBound)
    let target = bytes.count
    PlainScalars.table.words.withUnsafeBufferPointer { plain in
      var index = part.lowerBound
      while index < text.count {
        index = copyPlainRun(of: text, from: index, plain: plain, rules: rules)
        guard index < text.count else { break }
        let end = copyLettersApart(of: text, from: index, rules: rules)
        index = end > index ? end : foldSegment(of: text, at: index, rules: rules)
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
      repeat { end -= 1 } while UTF8.isContinuation(text[end])
      next = end
    }
    bytes.append(contentsOf: text.part(start..<end))
    return end
  }

  /// Folds letters of ASCII with marks of their own, as macOS writes é, as long as it is known what becomes of them, with the
  /// few bytes of ASCII between them; returns where they ended.
  private mutating func copyLettersApart(of text: UnsafeRawBufferPointer, from start: Int, rules: Folding) -> Int {
    let (room, between) = (512, 8)
    return withUnsafeTemporaryAllocation(byteCount: room, alignment: 16) { copy in
      var (index, count, plain) = (start, 0, 0)
      while index + 1 < text.count, count < room - 32, text[index] < 0x80 {
        if text[index + 1] < 0x80 {
          guard plain < between else { break }
          copy[count] = text[index]
          (index, count, plain) = (index + 1, count + 1, plain + 1)
          continue
        }
        let end = LetterMarks.end(of: text, from: index + 1)
        // What follows may be another mark.
        guard end > index + 1, end < text.count, text[end] < 0x80, let key = SegmentMemory.Key(text, index..<end),
          let known = memory.folded(key, by: rules)
        else { break }
        known.store(in: copy, at: count)
        let folded = bytes.count + count
        if known.isUnit { addUnit(folded..<(folded + known.length), of: index..<end) }
        (index, count, plain) = (end, count + known.length, 0)
      }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: copy[..<count]))
      return index
    }
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
    fold(text.part(start..<end), at: start, by: rules)
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
    addUnit(start..<bytes.count, of: original)
  }

  @inline(__always)
  private mutating func addUnit(_ folded: Range<Int>, of original: Range<Int>) {
    units.append(
      Unit(
        folded: UInt32(folded.lowerBound)..<UInt32(folded.upperBound),
        original: UInt32(original.lowerBound)..<UInt32(original.upperBound)))
  }
}
