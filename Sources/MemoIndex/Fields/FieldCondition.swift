public import MemoCore
public import MemoStore

/// A condition on a field of a memo: `status=open`, `status!=open`, `due<2026-12-01`, `rating>=4`, `author~kim`, `has:due`,
/// `no:due`. Of a list, one item has to meet it; `!=` and `!~` hold where `=` and `~` do not.
public struct FieldCondition: Sendable {
  /// What makes a condition wrong.
  public enum Problem: Error, Equatable, Sendable {
    /// It is none of the forms above.
    case malformed(String)
    /// Only numbers and dates come before and after one another.
    case notComparable(String, value: String)
    /// A date comes with a day of the week that it is not.
    case wrongWeekday(String, CivilDate)
    /// A date is 29 February of a year that has none.
    case noLeapDay(String, year: Int)
  }

  /// How a value is compared.
  private enum Test: Equatable, Sendable {
    case isThere
    case isEmpty
    case equals
    case contains
    case order(Order)
  }

  private enum Order: Equatable, Sendable {
    case before
    case notAfter
    case after
    case notBefore
  }

  /// The key, without its case.
  public let key: String
  /// Whether it asks for what comes before or after a number or a date.
  public var isOfOrder: Bool { if case .order = test { true } else { false } }
  private let test: Test
  private let isNegated: Bool
  private let reader: FieldReader
  private let folded: [UInt8]
  private let number: Double?
  private let span: Range<Int64>?

  private static let operators: [(text: String, test: Test, isNegated: Bool)] = [
    ("!=", .equals, true), ("!~", .contains, true), ("<=", .order(.notAfter), false), (">=", .order(.notBefore), false),
    ("==", .equals, false), ("=", .equals, false), ("<", .order(.before), false), (">", .order(.after), false),
    ("~", .contains, false),
  ]

  /// Reads a condition.
  public init(_ text: String, clock: any LocalClock) throws(Problem) {
    for (prefix, isNegated) in [("has:", false), ("no:", true)] {
      guard let key = text.dropping(prefix: prefix).map(Self.trimmed), !key.isEmpty else { continue }
      (self.key, test, self.isNegated, folded, number, span) = (key, .isThere, isNegated, [], nil, nil)
      reader = FieldReader(of: key, clock: clock)
      return
    }
    let bytes = Array(text.utf8)
    let place = bytes.firstIndex { "=<>~".utf8.contains($0) || $0 == UInt8(ascii: "!") }
    guard let place, let found = Self.operators.first(where: { bytes[place...].starts(with: $0.text.utf8) }) else {
      throw .malformed(text)
    }
    key = Self.trimmed(String(decoding: bytes[..<place], as: UTF8.self))
    let value = Self.unquoted(
      Self.trimmed(String(decoding: bytes[(place + found.text.utf8.count)...], as: UTF8.self)))
    guard !key.isEmpty else { throw .malformed(text) }
    isNegated = found.isNegated
    reader = FieldReader(of: key, clock: clock)
    folded = Folding.matchKey(value)
    number = reader.number(value)
    // What is due on Friday is due on the coming one.
    let dates = DateFilter(clock: clock)
    span = FrontMatter.isTimeOfMemo(key) ? dates.span(value) : dates.comingSpan(value)
    switch found.test {
    case .order where number == nil && span == nil:
      if let year = dates.yearWithoutLeapDay(value) { throw Problem.noLeapDay(value, year: year) }
      let day = dates.misnamedDay(value, isOfThisYear: !FrontMatter.isTimeOfMemo(key))
      throw day.map { Problem.wrongWeekday(value, $0) } ?? Problem.notComparable(text, value: value)
    case .contains where value.isEmpty: throw .malformed(text)
    case .equals where value.isEmpty: test = .isEmpty
    default: test = found.test
    }
  }

  private static func trimmed(_ text: String) -> String {
    let blanks = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let start = Array(text.utf8).drop(while: blanks)
    return String(
      decoding: start[..<(start.lastIndex { !blanks($0) }.map { $0 + 1 } ?? start.startIndex)], as: UTF8.self)
  }

  private static func unquoted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count > 1, let quote = bytes.first, "\"'".utf8.contains(quote), bytes.last == quote else { return text }
    return String(decoding: bytes[1..<bytes.count - 1], as: UTF8.self)
  }

  // MARK: Memos

  /// The memos that meet a condition.
  public struct Outcome: Sendable {
    /// The memos.
    public let members: MemoSet
    /// Whether some memo has the key.
    public let isKnown: Bool
    /// Whether some memo that has the key could be compared.
    public let isComparable: Bool
    /// What some memo has under the key that is of another kind than the condition's number or date.
    public let otherKind: Kind?
  }

  /// What has an order.
  public enum Kind: Sendable {
    case number
    case date
  }

  private struct Found {
    var places: [Int] = []
    var isKnown = false
    var isComparable = false
    var otherKind: Kind?
    var known = KnownAnswers()
  }

  /// The memos of an index that meet it.
  public func memos(in index: VaultIndex) -> Outcome {
    let wanted = FieldKey(key)
    let found = index.readFields(wanted.matches, into: Found()) { found, place, _, value in
      found.isKnown = true
      if holds(for: value, &found) { found.places.append(place) }
    }
    guard isNegated else {
      return Outcome(
        members: MemoSet(found.places, in: index), isKnown: found.isKnown, isComparable: found.isComparable,
        otherKind: found.otherKind)
    }
    var isFound = Array(repeating: false, count: index.placeCount)
    for place in found.places { isFound[place] = true }
    let others = isFound.indices.lazy.filter { !isFound[$0] }
    return Outcome(members: MemoSet(others, in: index), isKnown: found.isKnown, isComparable: true, otherKind: nil)
  }

  /// Whether a value meets it; of a negated one, whether it meets the opposite.
  private func holds(for value: FieldBytes, _ found: inout Found) -> Bool {
    switch test {
    case .isThere, .isEmpty:
      found.isComparable = true
      return value.isEmpty == (test == .isEmpty)
    case .equals, .contains, .order:
      return value.contains { bytes in
        if let known = found.known.answer(to: bytes) { return known }
        let text = String(decoding: bytes, as: UTF8.self)
        let answer = answer(to: text)
        if answer != nil {
          found.isComparable = true
        } else if found.otherKind == nil {
          found.otherKind = reader.number(text) != nil ? .number : reader.dates(text) != nil ? .date : nil
        }
        found.known.note(bytes, answer ?? false)
        return answer ?? false
      }
    }
  }

  /// Whether a text meets it; `nil` where they cannot be compared.
  private func answer(to text: String) -> Bool? {
    switch test {
    case .isThere, .isEmpty: return true
    case .contains: return Self.contains(Folding.matchKey(text), folded)
    case .equals:
      if Folding.matchKey(text) == folded { return true }
      if let number, let value = reader.number(text) { return value == number }
      guard let span, let dates = reader.dates(text) else { return false }
      let first = span.lowerBound
      return span.isEmpty ? dates == first...first : span.contains(dates.lowerBound) && span.contains(dates.upperBound)
    case .order(let order):
      if let number, let value = reader.number(text) { return Self.holds(order, value...value, number...number) }
      guard let span, let dates = reader.dates(text) else { return nil }
      return Self.holds(order, dates, span.lowerBound...max(span.lowerBound, span.upperBound - 1))
    }
  }

  /// A day, month or year is compared as a whole: what shares a moment with it comes neither before nor after it.
  private static func holds<Value>(_ order: Order, _ value: ClosedRange<Value>, _ other: ClosedRange<Value>) -> Bool {
    switch order {
    case .before: value.upperBound < other.lowerBound
    case .notAfter: value.lowerBound <= other.upperBound
    case .after: value.lowerBound > other.upperBound
    case .notBefore: value.upperBound >= other.lowerBound
    }
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard text.count >= part.count, let first = part.first else { return part.isEmpty }
    return (0...text.count - part.count).contains {
      text[$0] == first && text[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}

/// The answers to short texts that came before, as far as they are remembered: most keys have few values, and many memos
/// share them. Each text has one place, which it may have to leave to another.
private struct KnownAnswers {
  private var places = [(text: [UInt8], answer: Bool)?](repeating: nil, count: Self.count)

  private static let count = 1 << 11
  // The values of a stranger's vault must not fill the memory.
  private static let longest = 64

  func answer(to text: UnsafeRawBufferPointer) -> Bool? {
    guard text.count <= Self.longest, let known = places[Self.place(of: text)], known.text.count == text.count else {
      return nil
    }
    return known.text.elementsEqual(text) ? known.answer : nil
  }

  mutating func note(_ text: UnsafeRawBufferPointer, _ answer: Bool) {
    if text.count <= Self.longest { places[Self.place(of: text)] = (Array(text), answer) }
  }

  /// By FNV-1a.
  private static func place(of text: UnsafeRawBufferPointer) -> Int {
    let hash = text.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash >> 32) & (count - 1)
  }
}
