/// Reads the query language, which `SearchQuery` describes.
struct QueryParser {
  private let scalars: [Unicode.Scalar]
  /// Whether the query is still being typed.
  private let openLastSyllable: Bool
  private var index = 0

  /// The value of an operand as it was written.
  private enum Value {
    case word(String)
    case phrase(String)
    case regex(String)
  }

  init(_ text: String, openLastSyllable: Bool) {
    scalars = Array(text.unicodeScalars)
    self.openLastSyllable = openLastSyllable
  }

  /// Reads everything.
  mutating func clauses() throws(QueryError) -> [SearchQuery.Clause] {
    var clauses: [SearchQuery.Clause] = []
    var written = Set<String>()
    while skipSpace() {
      let start = index
      var operands = try operand().map { [$0] } ?? []
      while skipOr() { operands += try operand().map { [$0] } ?? [] }
      // To ask twice is to ask once: neither the work nor the score grows with repetition.
      guard !operands.isEmpty, written.insert(string(start, index)).inserted else { continue }
      clauses.append(SearchQuery.Clause(operands: operands))
    }
    return clauses
  }

  /// Reads one operand; `nil` for an empty phrase, which asks for nothing.
  private mutating func operand() throws(QueryError) -> SearchQuery.Operand? {
    // Someone who is still typing may go on: until then it is a word.
    if isOr(at: index), !openLastSyllable { throw .missingOperand }
    let isNegated = peek() == "-" && !isSpace(at: index + 1)
    if isNegated { index += 1 }
    let field = readField()
    // Read first: `condition` asks how far reading has come.
    let value = value()
    guard let condition = try condition(field, value, isNegated: isNegated) else { return nil }
    return SearchQuery.Operand(condition: condition, isNegated: isNegated)
  }

  private func condition(_ field: String?, _ value: Value, isNegated: Bool) throws(QueryError) -> SearchQuery.Condition?
  {
    if field == "tag" {
      switch value {
      case .word(let text), .phrase(let text): return text.isEmpty ? nil : .tag(TagPattern(text))
      case .regex(let pattern): return .tag(TagPattern("/\(pattern)/"))
      }
    }
    guard let matcher = try matcher(value, isNegated: isNegated) else { return nil }
    return field == "title" ? .title(matcher) : field == "path" ? .path(matcher) : .text(matcher)
  }

  private func matcher(_ value: Value, isNegated: Bool) throws(QueryError) -> TextMatcher? {
    switch value {
    case .phrase(let text): return WordPattern(phrase: text).map { .word($0) }
    case .regex(let pattern): return .regex(try RegexPattern(pattern))
    case .word(let text):
      // What is excluded is not opened: a memo must not vanish for a word that no one has typed yet.
      let isOpen = openLastSyllable && !isNegated && index == scalars.count
      return WordPattern(word: text, openLastSyllable: isOpen).map { .word($0) }
    }
  }

  /// Reads `title:`, `tag:` or `path:` where a value follows.
  private mutating func readField() -> String? {
    for field in ["title", "tag", "path"] {
      let mark = Array("\(field):".unicodeScalars)
      guard scalars[index...].starts(with: mark), !isSpace(at: index + mark.count) else { continue }
      index += mark.count
      return field
    }
    return nil
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

  private mutating func readWord() -> String {
    var word = String.UnicodeScalarView()
    if peek() == "\\", peek(1) == "-" { index += 1 }
    while !isSpace(at: index) {
      if peek() == "\\", peek(1) == "\"" { index += 1 }
      word.append(scalars[index])
      index += 1
    }
    return String(word)
  }

  /// The slash that closes a regular expression started here: the first before a space or the end, so that `/a/b/`
  /// holds a slash and `/usr/bin` is a word.
  private func endOfRegex() -> Int? {
    guard peek() == "/" else { return nil }
    var end = index + 1
    while end < scalars.count {
      if scalars[end] == "\\" {
        end += 1
      } else if scalars[end] == "/", end > index + 1, isSpace(at: end + 1) {
        return end
      }
      end += 1
    }
    return nil
  }

  /// Steps over `OR` if an operand follows it.
  private mutating func skipOr() -> Bool {
    let start = index
    if skipSpace(), isOr(at: index) {
      index += 2
      if skipSpace() { return true }
    }
    index = start
    return false
  }

  /// Whether the operator `OR` is at an index.
  private func isOr(at index: Int) -> Bool {
    scalars[index...].starts(with: ["O", "R"]) && isSpace(at: index + 2)
  }

  /// Steps over white space; false at the end.
  private mutating func skipSpace() -> Bool {
    while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
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
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<end])
    return String(text)
  }
}

/// Why a query cannot be used.
public enum QueryError: Error, Equatable, Sendable {
  /// It asks for nothing.
  case empty
  /// An `OR` joins nothing.
  case missingOperand
  /// A regular expression that ICU does not understand.
  case invalidRegex(pattern: String, reason: String)
  /// A regular expression that took so long that not all memos were looked at.
  case tooSlow(pattern: String)
}
