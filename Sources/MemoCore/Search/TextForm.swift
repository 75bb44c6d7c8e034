/// One form in which a word may stand in a folded text: fixed bytes, with classes of Hangul at some places.
///
/// A class, because a search uses it for every text: a value would be copied with all its arrays each time.
final class TextForm: Sendable {
  /// What stands at a place of a word.
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

  /// Goes from scalar to scalar, and over eight letters of ASCII at once.
  private func firstMatchOfClasses(in text: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
    let first = classes[0].scalars
    let last = text.count - byteCount
    var index = start
    while index <= last {
      if text[index] < 0x80 {
        let hasEight = index + 8 <= text.count
        let word = hasEight ? text.loadUnaligned(fromByteOffset: index, as: UInt64.self) : .max
        index += word & 0x8080_8080_8080_8080 == 0 ? 8 : 1
      } else if text[index] & 0xF0 == 0xE0 {
        if first.contains(text, at: index), stands(at: index, in: text) { return index..<(index + byteCount) }
        index += 3
      } else {
        index += 1
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
  /// The number of its initial consonant; `nil` for what has none.
  fileprivate var initial: Int? {
    switch self {
    case .scalar(let scalar): Hangul.initial(of: scalar)
    case .anyOf(let scalars): scalars.initial
    }
  }
}
