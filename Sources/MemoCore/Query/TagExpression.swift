/// A filter by tags: `a`, `a/*`, `NOT a` or `-a`, `a OR b`, with `,` for "and".
///
/// A tag means itself and the tags nested in it. OR binds closer than the comma: `a OR b, c` wants c and one of a, b. A tag
/// with blanks, commas or parentheses, as a front matter may have it, is written in quotes: `"to do"`.
public struct TagExpression: Sendable {
  /// What makes an expression wrong.
  public struct Malformed: Error, Equatable, Sendable {
    /// The expression as written.
    public let text: String
  }

  private struct Term: Sendable {
    let pattern: TagPattern
    let isNegated: Bool
  }

  private enum Word: Equatable {
    case not
    case or
    /// A tag, and whether `-` is before it, as queries have it.
    case tag(String, isMarked: Bool)
  }

  /// Every inner list must have a term that holds.
  private let alternatives: [[Term]]

  /// Reads an expression.
  public init(_ text: String) throws(Malformed) {
    guard let parts = Self.parts(of: text) else { throw Malformed(text: text) }
    var alternatives: [[Term]] = []
    for part in parts {
      guard let terms = Self.terms(of: part) else { throw Malformed(text: text) }
      alternatives.append(terms)
    }
    self.alternatives = alternatives
  }

  /// Wants one tag, whatever its characters, and not what is only written like it.
  public init(tag: String) {
    alternatives = [[Term(pattern: TagPattern(tag, by: .names), isNegated: false)]]
  }

  /// Whether a memo with these tags is wanted.
  public func holds(for tags: [String]) -> Bool {
    alternatives.allSatisfy { terms in
      terms.contains { term in tags.contains(where: term.pattern.matches) != term.isNegated }
    }
  }

  /// The tags that it wants, as they are written.
  public var wanted: [String] { alternatives.joined().filter { !$0.isNegated }.map(\.pattern.tag) }

  /// The words between the commas; `nil` where a quote or a parenthesis is in the way.
  private static func parts(of text: String) -> [[Word]]? {
    var parts: [[Word]] = [[]]
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      if first == "," || first.properties.isWhitespace {
        if first == "," { parts.append([]) }
        rest.removeFirst()
      } else {
        guard let word = word(&rest) else { return nil }
        parts[parts.count - 1].append(word)
      }
    }
    return parts
  }

  private static let dash: Unicode.Scalar = "-"
  private static let quote: Unicode.Scalar = "\""

  private static func word(_ rest: inout Substring.UnicodeScalarView) -> Word? {
    let written = rest.prefix { $0 != "," && $0 != quote && !$0.properties.isWhitespace }
    rest = rest[written.endIndex...]
    let isMarked = written.first == dash
    var tag = isMarked ? written.dropFirst() : written
    if tag.isEmpty, rest.first == quote {
      guard let end = rest.dropFirst().firstIndex(of: quote) else { return nil }
      tag = rest[..<end].dropFirst()
      rest = rest[end...].dropFirst()
    } else {
      if written.elementsEqual("NOT".unicodeScalars) { return .not }
      if written.elementsEqual("OR".unicodeScalars) { return .or }
      guard !tag.contains(where: { "()".unicodeScalars.contains($0) }) else { return nil }
    }
    // Two words have a blank or a comma between them.
    guard !tag.isEmpty, rest.first.map({ $0 == "," || $0.properties.isWhitespace }) ?? true else { return nil }
    return .tag(String(tag), isMarked: isMarked)
  }

  private static func terms(of part: [Word]) -> [Term]? {
    var terms: [Term] = []
    var words = part[...]
    repeat {
      let isNegated = words.first == .not
      if isNegated { words.removeFirst() }
      guard case .tag(let tag, let isMarked)? = words.popFirst() else { return nil }
      terms.append(Term(pattern: TagPattern(tag), isNegated: isNegated != isMarked))
      guard let next = words.popFirst() else { return terms }
      guard next == .or else { return nil }
    } while true
  }
}

/// A tag of a query: `a` also means the tags nested in it (`a/b`); `*` is any run without `/`.
struct TagPattern: Sendable {
  /// The tag as it was written, without `#`.
  let tag: String
  private let key: [UInt8]
  private let rules: Folding

  /// Prepares a tag, with or without `#`, which matches others as words of a query do.
  init(_ written: String, by rules: Folding = .matching) {
    tag = written.dropping(prefix: "#") ?? written
    key = rules.fold(tag)
    self.rules = rules
  }

  /// Whether one of a memo's tags is this one or nested in it.
  func isAmong(_ tags: [String]) -> Bool {
    tags.contains { matches($0) }
  }

  /// Whether a memo's tag is this one or nested in it, however it is written.
  func matches(_ candidate: String) -> Bool {
    matches(rules.fold(candidate)[...])
  }

  /// Goes back only to the last `*`, so that no tag takes longer than pattern times tag.
  private func matches(_ candidate: ArraySlice<UInt8>) -> Bool {
    let slash = UInt8(ascii: "/")
    var place = 0
    var index = candidate.startIndex
    var retry: (place: Int, index: Int)?
    while true {
      let isAtEnd = index == candidate.endIndex
      if place == key.count, isAtEnd || candidate[index] == slash { return true }
      if place < key.count, key[place] == UInt8(ascii: "*") {
        retry = (place + 1, index)
        place += 1
      } else if place < key.count, !isAtEnd, key[place] == candidate[index] {
        place += 1
        index += 1
      } else if let last = retry, last.index < candidate.endIndex, candidate[last.index] != slash {
        retry = (last.place, last.index + 1)
        place = last.place
        index = last.index + 1
      } else {
        return false
      }
    }
  }
}
