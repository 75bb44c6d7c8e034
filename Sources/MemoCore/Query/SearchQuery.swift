/// What a person looks for.
///
/// - `word` is a substring; `"a phrase"` one with spaces, taken as it is written; `/regex/` ICU's, line by line. All that
///   stands side by side, or is joined by `AND`, must hold.
/// - `title:x` looks at the title, `path:x` at the path, `file:x` at its last part, `tag:x` at the tags (`tag:a`
///   finds `a/b`; `tag:a/*` too).
/// - `line:(a b)` wants all on one line, `section:(a b)` under one heading, `task:x`, `task-open:x` and `task-done:x` on the
///   line of a task. `[key]` asks for a field of the front matter, `[key:x]` for what it holds.
/// - `-` or `NOT` before an operand means that it must not hold. `OR` binds looser than what stands side by side: `a b OR c`
///   is (a and b) or c; parentheses group. A field before a group is that of all in it.
/// - While the query is being typed, an `OR` that joins nothing yet is a word, and a group may still be open. `"OR"` is
///   always a word.
/// - A backslash takes the meaning from a `"` or from a `-` or `(` at the start. A quote that never closes runs to the end.
///
/// A word that a memo does not hold as it is written may be forgiven: see `ForgivingForm`.
public struct SearchQuery: Sendable {
  /// The whole.
  let root: Node
  /// The folded text that a name has which is what the query asks for; `nil` where it asks for more than words.
  let wantedName: [UInt8]?
  /// How many words and expressions there are.
  let termCount: Int
  private let words: [String]
  private let text: String
  private let options: Options

  /// How a query is read.
  struct Options: Sendable {
    var openLastSyllable = false
    var isForgiving = true
    var isMisspelt = false
  }

  /// A condition, or what is made of several.
  indirect enum Node: Sendable {
    /// All must hold. The order is the one to look in, the cheap ones first.
    case all([Node], order: [Int])
    /// One must hold.
    case any([Node])
    /// It must not hold.
    case not(Node)
    /// It must hold in one part of a memo; `nil` where the part only has to be there.
    case within(SearchScope, Node?)
    case condition(Condition)
  }

  /// What a memo can be asked.
  enum Condition: Sendable {
    case text(TextMatcher)
    case title(TextMatcher)
    case path(TextMatcher)
    case file(TextMatcher)
    case tag(TagPattern)
    case field(FieldPattern)
  }

  /// Reads a query.
  ///
  /// - Parameters:
  ///   - openLastSyllable: whether it is still being typed: the last syllable of a word at its very end may grow, and an
  ///     operand or parenthesis may follow.
  ///   - isExact: whether nothing is forgiven.
  public init(parsing text: String, openLastSyllable: Bool = false, isExact: Bool = false) throws(QueryError) {
    try self.init(text, Options(openLastSyllable: openLastSyllable, isForgiving: !isExact))
  }

  private init(_ text: String, _ options: Options) throws(QueryError) {
    var parser = QueryParser(text, options)
    guard let root = try parser.root() else { throw .empty }
    (self.root, self.text, self.options) = (root, text, options)
    (words, termCount) = (root.words, parser.termCount)
    wantedName = root.isOfWords ? SearchedNames.key(Folding.fold(root.words.joined(separator: " "))) : nil
  }

  /// Whether nothing is forgiven.
  var isExact: Bool { !options.isForgiving }

  /// The words and phrases that are to be found, as they are written.
  public var wantedWords: [String] { words }

  /// The same query for words that are misspelt: with other vowels and finals in their syllables; `nil` where nothing is
  /// forgiven or no word has two syllables.
  public var misspelt: SearchQuery? {
    guard options.isForgiving, !options.isMisspelt else { return nil }
    var options = options
    options.isMisspelt = true
    guard let query = try? SearchQuery(text, options), query.root.isMisspelt else { return nil }
    return query
  }

  /// What shows which blocks of a text index can hold memos that it finds.
  public var grams: GramQuery { GramQuery(self) }

  /// Whether it asks for something in texts or titles, not only in tags and paths.
  public var looksAtTexts: Bool { root.looksAtTexts }

  /// What finds the query in one memo after the other; make one for each thread.
  public func makeMatcher(limits: SearchLimits) -> SearchMatcher {
    SearchMatcher(self, limits: limits)
  }
}

extension SearchQuery.Node {
  /// All of some nodes, the cheap ones first.
  static func all(_ nodes: [Self]) -> Self {
    .all(nodes, order: nodes.indices.sorted { (nodes[$0].cost, $0) < (nodes[$1].cost, $1) })
  }

  /// The nodes below.
  var children: [Self] {
    switch self {
    case .all(let nodes, _), .any(let nodes): nodes
    case .not(let node): [node]
    case .within(_, let node): node.map { [$0] } ?? []
    case .condition: []
    }
  }

  /// The conditions of which some are to hold, and none is to fail.
  var wantedConditions: [SearchQuery.Condition] {
    switch self {
    case .condition(let condition): [condition]
    case .not: []
    default: children.flatMap(\.wantedConditions)
    }
  }

  /// Whether it asks for something in texts or titles.
  var looksAtTexts: Bool {
    switch self {
    case .condition(.text), .condition(.title), .within: true
    default: children.contains(where: \.looksAtTexts)
    }
  }

  /// What it costs to look, relative to the others: tags and names are short, texts long, and regular expressions slow.
  private var cost: Int {
    switch self {
    case .condition(.tag), .condition(.path(.word)), .condition(.file(.word)): 0
    case .condition(.title(.word)), .condition(.path), .condition(.file), .condition(.field): 1
    case .condition(.title): 2
    case .condition(.text(.word)): 3
    case .condition(.text): 4
    case .within: 5
    case .all, .any, .not: children.map(\.cost).max() ?? 0
    }
  }

  /// The words and phrases that must be in text or title, as they were written.
  fileprivate var words: [String] {
    switch self {
    case .condition(.text(.word(let word))), .condition(.title(.word(let word))): [word.word]
    case .not, .condition: []
    default: children.flatMap(\.words)
    }
  }

  /// Whether a word is to be found with other vowels and finals.
  fileprivate var isMisspelt: Bool {
    wantedConditions.contains { condition in
      switch condition {
      case .text(.word(let word)), .title(.word(let word)): word.isMisspelt
      default: false
      }
    }
  }

  /// Whether it asks for words and phrases side by side and nothing else.
  fileprivate var isOfWords: Bool {
    switch self {
    case .condition(.text(.word)), .condition(.title(.word)): true
    case .all(let nodes, _): nodes.allSatisfy(\.isOfWords)
    default: false
    }
  }

  /// Whether unfolded bytes prove that it does not hold; cheap, and false where unsure.
  func cannotHold(inUnfolded text: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .condition(.text(.word(let word))): word.isAbsent(fromUnfolded: text)
    case .all(let nodes, _): nodes.contains { $0.cannotHold(inUnfolded: text) }
    case .any(let nodes): nodes.allSatisfy { $0.cannotHold(inUnfolded: text) }
    default: false
    }
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

  /// Whether it is found in a value of a field.
  func occurs(in bytes: some Collection<UInt8>, _ budget: RegexBudget) -> Bool {
    var text = LazyText()
    return Array(bytes).withUnsafeBytes { !text.findings(self, in: $0, budget).isEmpty }
  }

  /// Whether it is forgiven how a path or the name of a file writes it; `nil` if it is not found there in either way.
  func isForgiven(in path: some Collection<UInt8>, _ budget: RegexBudget) -> Bool? {
    var text = LazyText()
    return Array(path).withUnsafeBytes { bytes in
      guard text.findings(self, in: bytes, budget).isEmpty else { return false }
      guard case .word(let word) = self, word.isForgiving else { return nil }
      return text.forgivenFindings(word, in: bytes, whereInitials: { _ in true }).isEmpty ? nil : true
    }
  }
}

/// A field of the front matter, and what it is to hold.
struct FieldPattern: Sendable {
  private let key: [UInt8]
  private let value: TextMatcher?
  /// Whether the key has to be without a value.
  private let isEmpty: Bool
  /// As it was written, without brackets.
  let term: String

  /// Prepares a key, and what is looked for in its values.
  init(_ key: String, _ value: TextMatcher?) {
    (self.key, self.value, isEmpty) = (Folding.fold(key), value, false)
    term = value.map { "\(key):\($0.term)" } ?? key
  }

  /// Prepares a key that is to be there without a value.
  init(keyWithoutValue key: String) {
    (self.key, value, isEmpty, term) = (Folding.fold(key), nil, true, "\(key):null")
  }

  /// Whether one of a memo's fields is the one, or nested in it, and holds the value.
  func isAmong(_ fields: [MemoField], _ budget: RegexBudget) -> Bool {
    fields.contains { field in
      guard Folding.fold(field.key) == key else { return false }
      if isEmpty { return field.value.texts.allSatisfy(\.isEmpty) }
      return value.map { value in field.value.texts.contains { value.occurs(in: $0.utf8, budget) } } ?? true
    }
  }
}

/// Why a query cannot be used.
public enum QueryError: Error, Equatable, Sendable {
  /// It asks for nothing.
  case empty
  /// An `OR` joins nothing.
  case missingOperand
  /// A parenthesis has no other.
  case unbalanced
  /// More groups are inside each other than are read.
  case tooDeep(most: Int)
  /// It asks for more words and expressions than are looked for at once.
  case tooManyTerms(most: Int)
  /// An operator of another program that memo has not, with its colon.
  case unknownOperator(String)
  /// A regular expression that ICU does not understand.
  case invalidRegex(pattern: String, reason: String)
  /// A regular expression that took so long that not all memos were looked at.
  case tooSlow(pattern: String)
}
