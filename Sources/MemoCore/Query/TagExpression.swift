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
