/// Reads the query language, which `SearchQuery` describes.
struct QueryParser {
  private let scalars: [Unicode.Scalar]
  private let options: SearchQuery.Options
  private var index = 0
  /// Groups that are open.
  private var depth = 0
  /// Negations that are open.
  private var negations = 0
  /// How many words and expressions there are.
  private(set) var termCount = 0
  /// How many of them, of tags, paths and values of fields were read.
  private var valueCount = 0

  /// Deeper groups are a mistake, or meant to fill the stack.
  private static let deepestGroup = 50
  /// More words are a mistake, or meant to keep a server busy: each is looked for in every memo.
  private static let mostTerms = 1_000

  /// Where an operand looks.
  private enum Field: String, CaseIterable {
    case title
    case path
    case tag
    case file
    case content
    case ignoreCase = "ignore-case"
    case line
    case section
    case task
    case openTask = "task-open"
    case openTaskElsewhere = "task-todo"
    case doneTask = "task-done"
    case matchCase = "match-case"
    case block

    /// The part of a memo in which all has to be.
    var scope: SearchScope? {
      switch self {
      case .line: .line
      case .section: .section
      case .task: .task(nil)
      case .openTask, .openTaskElsewhere: .task(.open)
      case .doneTask: .task(.done)
      default: nil
      }
    }
  }

  /// The value of an operand as it was written.
  private enum Value {
    case word(String)
    case phrase(String)
    case regex(String)
  }

  init(_ text: String, _ options: SearchQuery.Options) {
    scalars = Array(text.unicodeScalars)
    self.options = options
  }

  /// Reads everything; `nil` where nothing is asked for.
  mutating func root() throws(QueryError) -> SearchQuery.Node? {
    let node = try alternatives(nil)
    if index < scalars.count { throw .unbalanced }
    return node
  }

  /// Operands side by side, and others after `OR`; up to the end of the group.
  private mutating func alternatives(_ field: Field?) throws(QueryError) -> SearchQuery.Node? {
    var found: [SearchQuery.Node] = []
    var hasOr = false
    while true {
      let nodes = try operands(field)
      if let node = nodes.count > 1 ? .all(nodes) : nodes.first { found.append(node) }
      guard isOr(at: index) else { break }
      // Someone who is still typing may go on.
      guard !nodes.isEmpty || options.openLastSyllable else { throw .missingOperand }
      index += 2
      hasOr = true
      if isAtEnd, !options.openLastSyllable { throw .missingOperand }
    }
    if hasOr, found.isEmpty { return try condition(nil, .word("OR")).map { .condition($0) } }
    return found.count > 1 ? .any(found) : found.first
  }

  private mutating func operands(_ field: Field?) throws(QueryError) -> [SearchQuery.Node] {
    var nodes: [SearchQuery.Node] = []
    var written = Set<String>()
    var isFirst = true
    while skipSpace(), !isClosing, !isOr(at: index) {
      if !isFirst { skipAnd() }
      isFirst = false
      let (start, known) = (index, valueCount)
      let node = try operand(field)
      // To ask twice is to ask once: neither the work nor the score grows with repetition.
      let isNew = written.insert(string(start, index)).inserted
      if let node, isNew { nodes.append(node) }
      if !isNew { valueCount = known }
    }
    return nodes
  }

  /// Whether the group ends.
  private var isAtEnd: Bool { nextPlace() >= scalars.count || (depth > 0 && scalars[nextPlace()] == ")") }

  private var isClosing: Bool { peek() == ")" && (depth > 0 || isSpace(at: index + 1)) }

  /// The index of the next scalar that is no white space.
  private func nextPlace() -> Int {
    scalars[index...].firstIndex { !$0.properties.isWhitespace } ?? scalars.count
  }

  /// Reads one operand, negated or not; `nil` for an empty phrase or group, which asks for nothing.
  private mutating func operand(_ outer: Field?) throws(QueryError) -> SearchQuery.Node? {
    let count = skipNegations()
    negations += count
    let node = try plainOperand(outer)
    negations -= count
    guard count > 0 else { return node }
    return node.map { count % 2 == 1 ? .not($0) : .not(.not($0)) }
  }

  private mutating func plainOperand(_ outer: Field?) throws(QueryError) -> SearchQuery.Node? {
    let own = readField()
    switch own {
    case .block: throw .unknownOperator("block:")
    case .matchCase: throw .unknownOperator("match-case:")
    default: break
    }
    if let scope = own?.scope {
      let node = try peek() == "(" ? group(nil) : plain(nil)
      if node == nil, case .task = scope { return .within(scope, nil) }
      return node.map { .within(scope, $0) }
    }
    let field = own ?? outer
    if peek() == "(" { return try group(field) }
    if own == nil, let patterns = try readFieldPatterns() {
      let nodes = patterns.map { SearchQuery.Node.condition(.field($0)) }
      return nodes.count == 1 ? nodes[0] : .any(nodes)
    }
    return try plain(field)
  }

  /// Counts a value that is about to be read.
  private mutating func count() throws(QueryError) {
    valueCount += 1
    guard valueCount <= Self.mostTerms else { throw .tooManyTerms(most: Self.mostTerms) }
  }

  private mutating func plain(_ field: Field?) throws(QueryError) -> SearchQuery.Node? {
    try count()
    // Read first: `condition` asks how far reading has come.
    let value = value()
    return try condition(field, value).map { .condition($0) }
  }

  private mutating func group(_ field: Field?) throws(QueryError) -> SearchQuery.Node? {
    index += 1
    depth += 1
    guard depth <= Self.deepestGroup else { throw .tooDeep(most: Self.deepestGroup) }
    let node = try alternatives(field)
    depth -= 1
    if peek() == ")" {
      index += 1
    } else if !options.openLastSyllable {
      throw .unbalanced
    }
    return node
  }

  private mutating func condition(_ field: Field?, _ value: Value) throws(QueryError) -> SearchQuery.Condition? {
    if field == .tag {
      switch value {
      case .word(let text), .phrase(let text): return text.isEmpty ? nil : .tag(TagPattern(text))
      case .regex(let pattern): return .tag(TagPattern("/\(pattern)/"))
      }
    }
    let looksAtText = field == nil || field == .content || field == .ignoreCase || field == .title
    guard let matcher = try matcher(value, mayBeMisspelt: looksAtText) else { return nil }
    return switch field {
    case .title: .title(matcher)
    case .path: .path(matcher)
    case .file: .file(matcher)
    default: .text(matcher)
    }
  }

  private mutating func matcher(_ value: Value, mayBeMisspelt: Bool) throws(QueryError) -> TextMatcher? {
    var pattern: WordPattern?
    switch value {
    case .phrase(let text): pattern = WordPattern(phrase: text)
    case .regex(let pattern):
      termCount += 1
      return .regex(try RegexPattern(pattern))
    case .word(let text):
      // What is excluded is not opened: a memo must not vanish for a word that no one has typed yet. For the same reason it
      // is not forgiven.
      let isOpen = options.openLastSyllable && negations == 0 && index == scalars.count
      let isForgiving = options.isForgiving && negations == 0
      pattern =
        (options.isMisspelt && isForgiving && mayBeMisspelt ? WordPattern(misspelt: text) : nil)
        ?? WordPattern(word: text, openLastSyllable: isOpen, isForgiving: isForgiving)
    }
    pattern?.number = termCount
    termCount += pattern == nil ? 0 : 1
    return pattern.map { .word($0) }
  }

  /// Steps over any number of `NOT` and a `-`, behind which another `-` is text; returns how many there were.
  private mutating func skipNegations() -> Int {
    var count = 0
    while skipNot() { count += 1 }
    guard peek() == "-", !isSpace(at: index + 1) else { return count }
    index += 1
    return count + 1
  }

  /// Steps over `NOT` where an operand follows.
  private mutating func skipNot() -> Bool {
    guard scalars[index...].starts(with: ["N", "O", "T"]), isSpace(at: index + 3) else { return false }
    let start = index
    index += 3
    if isAtEnd {
      index = start
      return false
    }
    return skipSpace()
  }

  /// Steps over `AND` where an operand follows; side by side means the same.
  private mutating func skipAnd() {
    guard scalars[index...].starts(with: ["A", "N", "D"]), isSpace(at: index + 3) else { return }
    let start = index
    index += 3
    if isAtEnd || isOr(at: nextPlace()) { index = start } else { _ = skipSpace() }
  }

  /// Reads `title:` and the like where a value follows.
  private mutating func readField() -> Field? {
    for field in Field.allCases {
      let mark = Array("\(field.rawValue):".unicodeScalars)
      guard scalars[index...].starts(with: mark), !isSpace(at: index + mark.count) else { continue }
      index += mark.count
      return field
    }
    return nil
  }

  /// Reads `[key]`, `[key:value]`, `[key:a OR b]`, `[key:/regex/]` or, for a key without a value, `[key:null]`. Links begin with
  /// two brackets, and tasks have a single character in theirs: these are text.
  private mutating func readFieldPatterns() throws(QueryError) -> [FieldPattern]? {
    guard peek() == "[", peek(1) != "[", let end = scalars[index...].firstIndex(where: { $0 == "]" }), end > index + 2,
      !scalars[index..<end].contains(where: { $0 == "\n" || $0 == "\r" }),
      isSpace(at: end + 1) || scalars[end + 1] == ")"
    else { return nil }
    let inside = scalars[(index + 1)..<end]
    let colon = inside.firstIndex { $0 == ":" } ?? end
    let key = Self.unquoted(Self.trimmed(inside[..<colon]))
    guard key.unicodeScalars.first.map({ $0.properties.isAlphabetic || $0 == "_" }) == true else { return nil }
    index = end + 1
    let value = colon < end ? Self.trimmed(inside[(colon + 1)...]) : ""
    if value.utf8.first == UInt8(ascii: "<") || value.utf8.first == UInt8(ascii: ">") {
      throw .unknownOperator("[\(key):\(value)]")
    }
    if value.utf8.elementsEqual("null".utf8) { return [FieldPattern(keyWithoutValue: key)] }
    var patterns: [FieldPattern] = []
    for part in Self.alternatives(of: value) { patterns.append(try fieldPattern(key, part)) }
    return patterns
  }

  private mutating func fieldPattern(_ key: String, _ value: String) throws(QueryError) -> FieldPattern {
    try count()
    if let inside = Self.inside(value, between: UInt8(ascii: "/")), !inside.isEmpty {
      termCount += 1
      return FieldPattern(key, .regex(try RegexPattern(inside)))
    }
    return FieldPattern(key, WordPattern(phrase: Self.unquoted(value)).map { .word($0) })
  }

  private static func unquoted(_ text: String) -> String { inside(text, between: UInt8(ascii: "\"")) ?? text }

  /// What is between two marks; `nil` where a text does not begin and end with them.
  private static func inside(_ text: String, between mark: UInt8) -> String? {
    guard text.utf8.count > 1, text.utf8.first == mark, text.utf8.last == mark else { return nil }
    return String(text.unicodeScalars.dropFirst().dropLast())
  }

  /// The parts of a value between the words `OR`; a value in quotes is one.
  private static func alternatives(of value: String) -> [String] {
    if value.utf8.first == UInt8(ascii: "\"") { return [value] }
    let words = value.unicodeScalars.split(separator: " ")
    let parts = words.split { $0.elementsEqual("OR".unicodeScalars) }
    guard parts.count > 1 else { return [value] }
    return parts.map { part in part.map { String(Substring($0)) }.joined(separator: " ") }
  }

  private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    let rest = scalars.drop { $0.properties.isWhitespace }
    let end = rest.lastIndex { !$0.properties.isWhitespace }.map { $0 + 1 } ?? rest.startIndex
    return String(String.UnicodeScalarView(rest[..<end]))
  }

  private mutating func value() -> Value {
    if peek() == "\"" { return .phrase(readPhrase()) }
    if let end = endOfRegex() {
      let pattern = string(index + 1, end)
      index = end + 1
      return .regex(pattern)
    }
    return .word(readWord())
  }

  /// Reads to the closing quote or the end; a phrase lies on one line, so line breaks are spaces.
  private mutating func readPhrase() -> String {
    var phrase = String.UnicodeScalarView()
    index += 1
    while let scalar = peek(), scalar != "\"" {
      if scalar == "\\", peek(1) == "\"" { index += 1 }
      phrase.append(scalars[index] == "\n" || scalars[index] == "\r" ? " " : scalars[index])
      index += 1
    }
    index += 1
    index = min(index, scalars.count)
    return String(phrase)
  }

  /// What has a meaning at the start of a word, and anywhere in it; `]` closes what `\[` does not open.
  private static let startMarks: Set<Unicode.Scalar> = ["-", "[", "/"]
  private static let marks: Set<Unicode.Scalar> = ["\"", "(", ")", "]", ":"]

  /// Reads to white space, or to the parenthesis that closes the group; those that the word opens itself belong to it.
  /// Before what has no meaning, a backslash is one: `C:\new`.
  private mutating func readWord() -> String {
    var word = String.UnicodeScalarView()
    var open = 0
    while !isSpace(at: index) {
      if peek() == "\\", let next = peek(1), Self.marks.contains(next) || word.isEmpty && Self.startMarks.contains(next)
      {
        word.append(next)
        index += 2
        continue
      }
      if scalars[index] == "(" { open += 1 }
      if scalars[index] == ")" {
        if open == 0, depth > 0 { break }
        open = max(0, open - 1)
      }
      word.append(scalars[index])
      index += 1
    }
    return String(word)
  }

  /// The slash that closes a regular expression started here: the first before a space, the end of the group or the end,
  /// so that `/a/b/` holds a slash and `/usr/bin` is a word.
  private func endOfRegex() -> Int? {
    guard peek() == "/" else { return nil }
    var end = index + 1
    while end < scalars.count {
      if scalars[end] == "\\" {
        end += 1
      } else if scalars[end] == "/", end > index + 1, isSpace(at: end + 1) || (depth > 0 && scalars[end + 1] == ")") {
        return end
      }
      end += 1
    }
    return nil
  }

  /// Whether the operator `OR` is at an index.
  private func isOr(at index: Int) -> Bool {
    index < scalars.count && scalars[index...].starts(with: ["O", "R"])
      && (isSpace(at: index + 2) || (depth > 0 && scalars[index + 2] == ")"))
  }

  /// Steps over white space; false at the end.
  private mutating func skipSpace() -> Bool {
    index = nextPlace()
    return index < scalars.count
  }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    index + distance < scalars.count ? scalars[index + distance] : nil
  }

  /// Whether white space or the end is at an index.
  private func isSpace(at index: Int) -> Bool {
    index >= scalars.count || scalars[index].properties.isWhitespace
  }

  private func string(_ start: Int, _ end: Int) -> String {
    String(String.UnicodeScalarView(scalars[start..<end]))
  }
}
