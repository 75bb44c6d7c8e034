/// A form of a word in which it is forgiven how it is written: with gaps (`WordGap`) between its letters, and with marks on
/// letters that have none in the word, in one scalar with them or behind them (`LetterMarks`).
///
/// A class, because a search uses it for every text.
final class ForgivingForm: Sendable {
  /// Decides by the grams of a block whether it can hold the form.
  let grams: ForgivingGrams
  private let elements: [TextForm.Element]
  /// Where to look first: a syllable, which no other can stand for.
  private let anchor: (place: Int, finder: ByteFinder)?

  /// Whether it is made of initial consonants alone.
  let isOfInitials: Bool

  private static let fewestInitials = 3
  /// A longer word was pasted; to forgive it would take this times the text.
  private static let mostElements = 64

  /// Joins elements; `nil` where there is nothing to forgive.
  init?(_ elements: [TextForm.Element]) {
    let scalars = elements.map(\.scalar)
    isOfInitials = scalars.allSatisfy { $0 == nil }
    guard elements.count >= Self.fewest(of: scalars), elements.count <= Self.mostElements else { return nil }
    self.elements = elements
    grams = isOfInitials ? ForgivingGrams(initials: elements) : ForgivingGrams(scalars.map { $0?.value })
    let places = scalars.indices.filter { scalars[$0].map { WordGap.isSyllable($0.value) } ?? false }
    // Syllables with a final are rarer.
    let place = places.first { scalars[$0].map(Self.hasFinal) ?? false } ?? places.first
    anchor = place.flatMap { place in scalars[place].map { (place, ByteFinder(Array(String($0).utf8))) } }
  }

  /// The first match that starts at or after an offset of a folded text.
  ///
  /// - Parameter passes: where a match counts if the form is made of initials alone.
  func firstMatch(
    in text: UnsafeRawBufferPointer, from start: Int, whereInitials passes: (Range<Int>) -> Bool
  ) -> Range<Int>? {
    guard let anchor else {
      return elements.count == 1
        ? firstMarkedLetter(in: text, from: start) : firstMatchOfLetters(in: text, from: start, passes)
    }
    var index = start
    while let found = anchor.finder.firstIndex(in: text, from: index) {
      if let match = match(in: text, holding: found, at: anchor.place), match.lowerBound >= start { return match }
      index = found + 1
    }
    return nil
  }

  private func firstMatchOfLetters(
    in text: UnsafeRawBufferPointer, from start: Int, _ passes: (Range<Int>) -> Bool
  ) -> Range<Int>? {
    var index = start
    while index < text.count {
      if let match = match(in: text, holding: index, at: 0), !isOfInitials || passes(match) { return match }
      index += text.scalar(at: index).length
    }
    return nil
  }

  /// The same for a letter alone, which is forgiven only where it has marks: most texts have few such letters.
  private func firstMarkedLetter(in text: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
    var index = start
    while index + MarkedLeads.size <= text.count {
      var leads = MarkedLeads.places(in: text, at: index)
      while leads != 0 {
        let place = index + leads.trailingZeroBitCount
        if let length = length(of: 0, in: text, at: place) { return place..<(place + length) }
        leads &= leads - 1
      }
      index += MarkedLeads.size
    }
    while index < text.count {
      if text[index] >= 0x80, let length = length(of: 0, in: text, at: index) { return index..<(index + length) }
      index += 1
    }
    return nil
  }

  /// The match whose element at a place starts at an index.
  private func match(in text: UnsafeRawBufferPointer, holding index: Int, at place: Int) -> Range<Int>? {
    guard let length = length(of: place, in: text, at: index) else { return nil }
    var (start, end) = (index, index + length)
    for place in (place + 1)..<elements.count {
      guard let next = self.end(of: place, in: text, after: end) else { return nil }
      end = next
    }
    for place in (0..<place).reversed() {
      guard let before = self.start(of: place, in: text, before: start) else { return nil }
      start = before
    }
    return start..<end
  }

  private func end(of place: Int, in text: UnsafeRawBufferPointer, after index: Int) -> Int? {
    if let length = length(of: place, in: text, at: index) { return index + length }
    if let letter = letter(in: text, afterMarksAt: index), let length = length(of: place, in: text, at: letter) {
      return letter + length
    }
    guard let gap = WordGap.end(of: text, from: index), let length = length(of: place, in: text, at: gap.index),
      WordGap.joins(text.scalar(before: index).value, text.scalar(at: gap.index).value, isWide: gap.isWide)
    else { return nil }
    return gap.index + length
  }

  private func start(of place: Int, in text: UnsafeRawBufferPointer, before index: Int) -> Int? {
    guard index > 0 else { return nil }
    let beside = text.scalar(before: index)
    if length(of: place, in: text, at: index - beside.length) == beside.length { return index - beside.length }
    if let letter = letter(in: text, beforeMarksAt: index),
      length(of: place, in: text, at: letter.index) == letter.length
    {
      return letter.index
    }
    guard let gap = WordGap.start(of: text, before: index), gap.index > 0 else { return nil }
    let before = text.scalar(before: gap.index)
    guard length(of: place, in: text, at: gap.index - before.length) == before.length,
      WordGap.joins(before.value, text.scalar(at: index).value, isWide: gap.isWide)
    else { return nil }
    return gap.index - before.length
  }

  /// Where the marks of a letter end that ends at an index; `nil` where it has none, or is a mark itself.
  private func letter(in text: UnsafeRawBufferPointer, afterMarksAt index: Int) -> Int? {
    guard index < text.count, text[index] & 0xFE == 0xCC, !LetterMarks.contains(text.scalar(before: index).value) else {
      return nil
    }
    let end = LetterMarks.end(of: text, from: index)
    return end > index ? end : nil
  }

  /// The letter whose marks end at an index; `nil` where there are none, or a mark starts there.
  private func letter(in text: UnsafeRawBufferPointer, beforeMarksAt index: Int) -> (index: Int, length: Int)? {
    guard index < text.count, !LetterMarks.contains(text.scalar(at: index).value) else { return nil }
    let start = LetterMarks.start(of: text, before: index)
    guard start < index, start > 0 else { return nil }
    let length = text.scalar(before: start).length
    return (start - length, length)
  }

  /// The bytes of the scalar at an index if it can stand for the element at a place.
  @inline(__always)
  private func length(of place: Int, in text: UnsafeRawBufferPointer, at index: Int) -> Int? {
    guard index < text.count else { return nil }
    switch elements[place] {
    case .scalar(let scalar):
      let found = text.scalar(at: index)
      // A mark between names is no scalar.
      guard found.value == scalar.value || LetterBase.of(found.value) == scalar.value,
        found.length > 1 || found.value < 0x80
      else { return nil }
      return found.length
    case .anyOf(let scalars): return scalars.contains(text, at: index) ? 3 : nil
    }
  }

  /// How many elements a form needs: between two there may be a gap, and one may have marks.
  private static func fewest(of scalars: [Unicode.Scalar?]) -> Int {
    if scalars.allSatisfy({ $0 == nil }) { return fewestInitials }
    return scalars.contains { $0.map { LetterBase.takesMarks($0.value) } ?? false } ? 1 : 2
  }

  private static func hasFinal(_ scalar: Unicode.Scalar) -> Bool {
    Hangul.syllables.contains(scalar.value) && (scalar.value - Hangul.syllables.lowerBound) % Hangul.finalCount != 0
  }
}

/// The first bytes of letters that may have marks: of those below U+0530, and of the blocks with several marks on a letter.
private enum MarkedLeads {
  /// How many bytes are looked at.
  static let size = 16

  /// Where they are from an index on: a bit for each place, the first byte's lowest.
  @inline(__always)
  static func places(in text: UnsafeRawBufferPointer, at index: Int) -> UInt32 {
    let block = text.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
    return ByteMask.bits(((block &- firstOfTwo) .< countOfTwo) .| (block .== firstOfThree))
  }

  // As in `MarkupMarks`: written into the comparison, Swift 6.3 makes a loop over the lanes of each.
  private static var firstOfTwo: SIMD16<UInt8> { SIMD16(repeating: 0xC3) }
  private static var countOfTwo: SIMD16<UInt8> { SIMD16(repeating: 0x12) }
  private static var firstOfThree: SIMD16<UInt8> { SIMD16(repeating: 0xE1) }
}

/// Which blocks of a text index can hold a form that is forgiven.
///
/// Each gram of the form is in such a block, or one that was marked for a letter with marks, or a gap at a place of it; and
/// at least one gap or letter of them is.
struct ForgivingGrams: Sendable {
  private struct Need: Sendable {
    let bucket: Int
    /// Numbers of `others`, one of which is enough.
    var others: [Int]
  }

  private var needs: [Need] = []
  /// Buckets of gaps and of letters with marks.
  private var others: [Int] = []
  /// Whether a letter with marks may be where no gram shows it.
  private var isOpen = false

  /// The grams of initials, blanks between them or not.
  init(initials elements: [TextForm.Element]) {
    isOpen = true
    needs = TextGrams.buckets(ofSpacedInitials: elements.map(\.initial)).map { Need(bucket: $0, others: []) }
  }

  /// The grams of scalars; `nil` for one that is not known.
  init(_ scalars: [UInt32?]) {
    var gaps: [Int?] = []
    for (left, right) in zip(scalars, scalars.dropFirst()) {
      guard let left, let right else {
        gaps.append(nil)
        isOpen = true
        continue
      }
      gaps.append(others.count)
      others.append(TextGrams.bucket(ofGapBetween: left, right))
    }
    var covered = Set<Int>()
    for run in Self.runs(of: scalars) { addNeeds(of: run, scalars, gaps, &covered) }
    for (place, scalar) in scalars.enumerated() where !covered.contains(place) {
      if let scalar, LetterBase.takesMarks(scalar) { isOpen = true }
    }
  }

  /// The blocks that can match, one bit each.
  func candidates(among all: UInt64, using blocks: (Int) -> UInt64) -> UInt64 {
    var candidates = all
    let found = others.map { blocks($0) & all }
    if !isOpen { candidates = found.reduce(0, |) }
    for need in needs where candidates != 0 {
      let forgiven = need.others.reduce(0) { $0 | found[$1] }
      if candidates & ~forgiven != 0 { candidates &= blocks(need.bucket) | forgiven }
    }
    return candidates
  }

  private mutating func addNeeds(of run: Range<Int>, _ scalars: [UInt32?], _ gaps: [Int?], _ covered: inout Set<Int>) {
    var (literal, places): ([UInt8], [Int: Int]) = ([], [:])
    for place in run {
      places[literal.count] = place
      literal += scalars[place].flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) } ?? []
    }
    places[literal.count] = run.upperBound
    for (offset, gram, length) in TextGrams.grams(of: literal) {
      guard let first = places[offset], let end = places[offset + length] else { continue }
      var need = Need(bucket: TextGrams.bucket(gram), others: (first..<(end - 1)).compactMap { gaps[$0] })
      if (first..<end).contains(where: { scalars[$0].map(LetterBase.takesMarks) ?? false }) {
        need.others.append(others.count)
        others.append(TextGrams.bucket(ofUnmarked: gram))
        covered.formUnion(first..<end)
      }
      needs.append(need)
    }
  }

  private static func runs(of scalars: [UInt32?]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for place in scalars.indices where scalars[place] != nil {
      if let last = runs.last, last.upperBound == place {
        runs[runs.count - 1] = last.lowerBound..<(place + 1)
      } else {
        runs.append(place..<(place + 1))
      }
    }
    return runs
  }
}
