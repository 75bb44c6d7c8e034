/// A filter by tags: `a`, `a/*`, `NOT a` or `-a`, `a OR b`, with `,` for "and".
///
/// A tag stands for itself and the tags nested in it. OR binds closer than the comma: `a OR b, c` wants c and one of a, b.
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

  /// Every inner list must have a term that holds.
  private let alternatives: [[Term]]

  /// Reads an expression.
  public init(_ text: String) throws(Malformed) {
    var alternatives: [[Term]] = []
    for part in text.parts(at: ",", keepsEmpty: true) {
      alternatives.append(try Self.terms(of: part, in: text))
    }
    self.alternatives = alternatives
  }

  /// Whether a memo with these tags is wanted.
  public func holds(for tags: [String]) -> Bool {
    alternatives.allSatisfy { terms in
      terms.contains { term in tags.contains(where: term.pattern.matches) != term.isNegated }
    }
  }

  /// The tags that it wants, as they are written.
  public var wanted: [String] { alternatives.joined().filter { !$0.isNegated }.map(\.pattern.tag) }

  private static func terms(of part: String, in text: String) throws(Malformed) -> [Term] {
    var terms: [Term] = []
    var words = part.split(whereSeparator: \.isWhitespace)[...]
    repeat {
      let isNegated = words.first == "NOT"
      if isNegated { words = words.dropFirst() }
      guard let tag = words.popFirst(), tag != "OR", tag != "NOT", tag != "-" else { throw Malformed(text: text) }
      // As queries have it.
      let isMarked = tag.hasBytePrefix("-")
      terms.append(
        Term(pattern: TagPattern(tag.dropping(prefix: "-") ?? String(tag)), isNegated: isNegated != isMarked))
      guard let next = words.popFirst() else { return terms }
      guard next == "OR" else { throw Malformed(text: text) }
    } while true
  }
}

/// A tag of a query: `a` also stands for tags nested in it (`a/b`); `*` stands for any run without `/`.
struct TagPattern: Sendable {
  /// The tag as it was written, without `#`.
  let tag: String
  private let key: [UInt8]

  /// Prepares a tag, with or without `#`.
  init(_ written: String) {
    tag = written.dropping(prefix: "#") ?? written
    key = Folding.matchKey(tag)
  }

  /// Whether one of a memo's tags is this one or nested in it.
  func isAmong(_ tags: [String]) -> Bool {
    tags.contains { matches($0) }
  }

  /// Whether a memo's tag is this one or nested in it, whatever its case and normalization.
  func matches(_ candidate: String) -> Bool {
    matches(Folding.matchKey(candidate)[...])
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
