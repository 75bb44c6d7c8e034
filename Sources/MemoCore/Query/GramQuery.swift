/// Which blocks of a text index can hold memos that a query finds, told from the grams of the blocks.
public struct GramQuery: Sendable {
  /// All must hold: in each, one alternative of which every bucket must be in use.
  private let clauses: [[[Int]]]

  init(_ query: SearchQuery) {
    clauses = query.clauses.compactMap { clause in
      let alternatives = clause.operands.flatMap(Self.alternatives)
      return alternatives.contains { $0.isEmpty } ? nil : alternatives
    }
  }

  /// The blocks that can match, one bit each.
  ///
  /// - Parameters:
  ///   - all: the blocks there are.
  ///   - blocks: the blocks that use a bucket.
  public func candidates(among all: UInt64, using blocks: (Int) -> UInt64) -> UInt64 {
    var candidates = all
    for clause in clauses where candidates != 0 {
      var held: UInt64 = 0
      for alternative in clause where held != candidates {
        var rest = candidates
        for bucket in alternative where rest != 0 { rest &= blocks(bucket) }
        held |= rest
      }
      candidates = held
    }
    return candidates
  }

  /// What an operand asks of the grams; an empty alternative asks for nothing.
  private static func alternatives(of operand: SearchQuery.Operand) -> [[Int]] {
    guard !operand.isNegated else { return [[]] }
    return switch operand.condition {
    case .text(let matcher), .title(let matcher): matcher.grams
    case .path, .tag: [[]]
    }
  }
}

extension TextMatcher {
  /// The buckets that a text must use to be found, for each form in which it can be.
  fileprivate var grams: [[Int]] {
    switch self {
    case .word(let word): word.grams
    case .regex(let regex): [regex.grams]
    }
  }
}
