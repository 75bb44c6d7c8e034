/// One form in which a word may stand in a folded text: fixed bytes, with classes of Hangul at some places.
///
/// A class, because a search uses it for every text: a value would be copied with all its arrays each time.
final class TextForm: Sendable {
  /// What is at a place of a word.
  enum Element {
    /// Exactly this scalar.
    case scalar(Unicode.Scalar)
    /// Any of these, three bytes long.
    case anyOf(HangulSet)
  }

  /// Bytes of a match.
  let byteCount: Int
  /// Buckets of grams that a text holds wherever it holds the form.
  let grams: [Int]
  private let literals: [(offset: Int, finder: ByteFinder)]
  private let classes: [(offset: Int, scalars: HangulSet)]
  /// For the first two classes of a form that has nothing else.
  private let probes: [HangulProbe]
  /// The longest literal, which is looked for first.
  private let anchor: (offset: Int, finder: ByteFinder)?

  /// The longest bytes that every match holds; `nil` where there are only classes.
  var anchorBytes: [UInt8]? { anchor?.finder.bytes }

  /// Joins elements; not empty.
  init(_ elements: [Element]) {
    precondition(!elements.isEmpty, "an empty form is found nowhere and everywhere")
    var parts = Parts()
    for element in elements { parts.append(element) }
    parts.endLiteral()
    byteCount = parts.byteCount
    literals = parts.literals
    classes = parts.classes
    probes = parts.classes.prefix(2).map(\.scalars.probe)
    anchor = parts.literals.max { $0.finder.bytes.count < $1.finder.bytes.count }
    let initials = elements.map(\.initial)
    grams = Array(
      Set(literals.flatMap { TextGrams.buckets(of: $0.finder.bytes) } + TextGrams.buckets(ofInitials: initials)))
  }

  /// The first match that starts at or after an offset of a folded text.
  func firstMatch(in text: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
    guard let anchor else { return firstMatchOfClasses(in: text, from: start) }
    var index = start + anchor.offset
    while let found = anchor.finder.firstIndex(in: text, from: index) {
      let first = found - anchor.offset
      if stands(at: first, in: text) { return first..<(first + byteCount) }
      index = found + 1
    }
    return nil
  }

  /// Looks at sixteen places at a time for the first two scalars: from scalar to scalar, three initials in the texts of
  /// 100,000 memos took 80 ms and not 52.
  private func firstMatchOfClasses(in text: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
    guard let first = probes.first, let second = probes.last else { return nil }
    let offset = probes.count > 1 ? 3 : 0
    var index = start
    while index + offset + HangulProbe.size + HangulProbe.lookahead <= text.count {
      let places = first.places(in: text, at: index) & second.places(in: text, at: index + offset)
      if places[0] | places[1] != 0, let match = firstMatch(in: text, at: index, places) { return match }
      index += HangulProbe.size
    }
    while index + byteCount <= text.count {
      if stands(at: index, in: text) { return index..<(index + byteCount) }
      index += 1
    }
    return nil
  }

  private func firstMatch(in text: UnsafeRawBufferPointer, at index: Int, _ places: SIMD2<UInt64>) -> Range<Int>? {
    for half in 0..<2 {
      var rest = places[half]
      while rest != 0 {
        let byte = rest.trailingZeroBitCount / 8
        let place = index + half * 8 + byte
        if stands(at: place, in: text) { return place..<(place + byteCount) }
        rest &= ~(0xFF << UInt64(byte * 8))
      }
    }
    return nil
  }

  @inline(__always)
  private func stands(at index: Int, in text: UnsafeRawBufferPointer) -> Bool {
    guard index + byteCount <= text.count else { return false }
    for (offset, scalars) in classes where !scalars.contains(text, at: index + offset) { return false }
    for (offset, finder) in literals where !finder.stands(at: index + offset, in: text) { return false }
    return true
  }
}

/// A form being put together.
private struct Parts {
  var byteCount = 0
  var literals: [(offset: Int, finder: ByteFinder)] = []
  var classes: [(offset: Int, scalars: HangulSet)] = []
  private var run: [UInt8] = []

  mutating func append(_ element: TextForm.Element) {
    switch element {
    case .scalar(let scalar): run += Array(String(scalar).utf8)
    case .anyOf(let scalars):
      endLiteral()
      classes.append((byteCount, scalars))
      byteCount += 3
    }
  }

  mutating func endLiteral() {
    guard !run.isEmpty else { return }
    literals.append((byteCount, ByteFinder(run)))
    byteCount += run.count
    run = []
  }
}

extension TextForm.Element {
  /// The scalar, if there is only one.
  var scalar: Unicode.Scalar? {
    if case .scalar(let scalar) = self { scalar } else { nil }
  }

  /// The number of its initial consonant; `nil` for what has none.
  var initial: Int? {
    switch self {
    case .scalar(let scalar): Hangul.initial(of: scalar)
    case .anyOf(let scalars): scalars.initial
    }
  }
}
