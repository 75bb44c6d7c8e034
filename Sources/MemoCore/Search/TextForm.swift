/// One form in which a word may stand in a folded text: fixed bytes, with classes of Hangul at some places.
struct TextForm: Sendable {
  /// What stands at a place of a word.
  enum Element {
    /// Exactly this scalar.
    case scalar(Unicode.Scalar)
    /// Any of these, three bytes long.
    case anyOf(HangulSet)
  }

  /// Bytes of a match.
  private(set) var byteCount = 0
  private var literals: [(offset: Int, finder: ByteFinder)] = []
  private var classes: [(offset: Int, scalars: HangulSet)] = []
  /// The longest literal, which is looked for first.
  private var anchor: (offset: Int, finder: ByteFinder)?

  /// Buckets of grams that a text holds wherever it holds the form.
  private(set) var grams: [Int] = []

  /// The longest bytes that every match holds; `nil` where there are only classes.
  var anchorBytes: [UInt8]? { anchor?.finder.bytes }

  /// Joins elements; not empty.
  init(_ elements: [Element]) {
    precondition(!elements.isEmpty, "an empty form is found nowhere and everywhere")
    var run: [UInt8] = []
    for element in elements {
      switch element {
      case .scalar(let scalar): run += Array(String(scalar).utf8)
      case .anyOf(let scalars):
        append(&run)
        classes.append((byteCount, scalars))
        byteCount += 3
      }
    }
    append(&run)
    grams = Array(Set(literals.flatMap { TextGrams.buckets(of: $0.finder.bytes) } + Self.grams(ofInitials: elements)))
    anchor = literals.max { $0.finder.bytes.count < $1.finder.bytes.count }
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

  private static func grams(ofInitials elements: [Element]) -> [Int] {
    let initials = elements.map { element in
      switch element {
      case .scalar(let scalar): Hangul.initial(of: scalar)
      case .anyOf(let scalars): scalars.initial
      }
    }
    return TextGrams.buckets(ofInitials: initials)
  }

  private mutating func append(_ run: inout [UInt8]) {
    guard !run.isEmpty else { return }
    literals.append((byteCount, ByteFinder(run)))
    byteCount += run.count
    run = []
  }

  private func firstMatchOfClasses(in text: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
    var index = start
    while index + byteCount <= text.count {
      if text[index] >= 0xE3, stands(at: index, in: text) { return index..<(index + byteCount) }
      index += 1
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
