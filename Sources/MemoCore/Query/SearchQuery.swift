/// What a person looks for: clauses that must all hold, each one operand or several joined by `OR`.
///
/// - `word` is a substring; `"a phrase"` one with spaces, taken as it is written; `/regex/` ICU's, line by line.
/// - `title:x` looks at the title, `path:x` at the path, `tag:x` at the tags (`tag:a` finds `a/b`; `tag:a/*` too).
/// - `-` before an operand means that it must not hold.
/// - `OR` joins just the operands beside it: `a b OR c` is a and (b or c). It must join something; only while the query
///   is being typed, an `OR` that joins nothing yet is a word. `"OR"` always is.
/// - A backslash takes the meaning from a `"` or from a `-` at the start. A quote that never closes runs to the end.
public struct SearchQuery: Sendable {
  /// All must hold.
  let clauses: [Clause]
  /// Indexes of clauses, the cheap ones first.
  let order: [Int]

  /// Operands of which one must hold.
  struct Clause: Sendable {
    let operands: [Operand]
  }

  /// A condition, or its opposite.
  struct Operand: Sendable {
    let condition: Condition
    let isNegated: Bool
  }

  /// What a memo can be asked.
  enum Condition: Sendable {
    case text(TextMatcher)
    case title(TextMatcher)
    case path(TextMatcher)
    case tag(TagPattern)
  }

  /// Reads a query.
  ///
  /// - Parameter openLastSyllable: whether it is still being typed: the last syllable of a word at its very end may grow,
  ///   and an operand may follow.
  public init(parsing text: String, openLastSyllable: Bool = false) throws(QueryError) {
    var parser = QueryParser(text, openLastSyllable: openLastSyllable)
    let clauses = try parser.clauses()
    guard !clauses.isEmpty else { throw .empty }
    self.clauses = clauses
    order = clauses.indices.sorted { (clauses[$0].cost, $0) < (clauses[$1].cost, $1) }
  }

  /// What tells which blocks of a text index can hold memos that it finds.
  public var grams: GramQuery { GramQuery(self) }

  /// Whether it asks for something in texts or titles, not only in tags and paths.
  public var looksAtTexts: Bool {
    clauses.contains { clause in
      clause.operands.contains { operand in
        switch operand.condition {
        case .text, .title: true
        case .path, .tag: false
        }
      }
    }
  }

  /// What finds the query in one memo after the other; make one for each thread.
  public func makeMatcher(limits: SearchLimits) -> SearchMatcher {
    SearchMatcher(self, limits: limits)
  }
}

/// How a value is looked for in a text.
enum TextMatcher: Sendable {
  case word(WordPattern)
  case regex(RegexPattern)

  /// As it was written.
  var term: String {
    switch self {
    case .word(let word): word.word
    case .regex(let regex): "/\(regex.pattern)/"
    }
  }

  /// Whether it is found in a path.
  func occurs(in path: VaultPath, _ budget: RegexBudget) -> Bool {
    var text = LazyText()
    return path.bytes.withUnsafeBytes { !text.findings(self, in: $0, budget).isEmpty }
  }
}

extension SearchQuery.Clause {
  /// What the dearest operand costs, relative to the others.
  fileprivate var cost: Int { operands.map(\.condition.cost).max() ?? 0 }

  /// Whether unfolded bytes prove that no operand holds; cheap, and false where unsure.
  func cannotHold(inUnfolded text: UnsafeRawBufferPointer) -> Bool {
    operands.allSatisfy { operand in
      guard !operand.isNegated, case .text(.word(let word)) = operand.condition else { return false }
      return word.isAbsent(fromUnfolded: text)
    }
  }
}

extension SearchQuery.Condition {
  /// Relative to the others: tags and names are short, texts long, and regular expressions slow.
  fileprivate var cost: Int {
    switch self {
    case .tag, .path(.word): 0
    case .title(.word), .path(.regex): 1
    case .title(.regex): 2
    case .text(.word): 3
    case .text(.regex): 4
    }
  }
}
