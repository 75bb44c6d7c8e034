import MemoWords

/// Hints for queries written in another program's syntax.
enum QueryHint {
  /// memo's equivalents of other programs' operators.
  private static let operators: [(names: [String], meant: Text)] = [
    (["file:"], Message.fileHint), (["content:", "line:", "section:", "block:"], Message.plainWordHint),
    (["task:", "task-todo:", "task-done:", "is:todo"], Message.taskHint),
    (["match-case:", "ignore-case:"], Message.caseHint),
    (["created:", "modified:", "date:", "after:", "before:", "newer:", "older:"], Message.dateFilterHint),
    (["has:", "is:", "in:", "from:", "TAG:", "Tag:", "TITLE:", "Title:", "PATH:", "Path:"], Message.operatorsHint),
  ]

  /// A hint for the first part of a query that other programs understand and memo takes for text; `nil` for none.
  static func hint(for query: String) -> Text? {
    let words = query.split(whereSeparator: \.isWhitespace)
    for word in words {
      if let hint = hint(for: word) { return hint }
    }
    if query.count(where: { $0 == "\"" }) % 2 == 1 { return Message.queryHint("\"", Message.openQuoteHint) }
    return groupHint(for: words)
  }

  /// The same, for parts that make a query find other memos than intended.
  static func misleadingHint(for query: String) -> Text? {
    let words = query.split(whereSeparator: \.isWhitespace)
    for (place, word) in words.enumerated() {
      // At the end, or an "AND" at the start, they are words that someone looks for.
      let isBetween = place + 1 < words.count && (place > 0 || word == "NOT")
      if isBetween, let hint = booleanHint(for: word) { return hint }
      guard word.first == "-" else { continue }
      if isNegatedGroup(word) { return Message.queryHint("-(", Message.negatedGroupHint) }
      if let hint = operatorHint(for: word.dropFirst()) { return hint }
    }
    return words.contains("OR") ? groupHint(for: words) : nil
  }

  /// The query that asks paths for the same words; `nil` if there is more to it than words.
  static func pathQuery(for query: String) -> String? {
    let words = query.split(whereSeparator: \.isWhitespace)
    let arePlain = words.allSatisfy { word in
      word != "OR" && word.first != "-" && !word.contains { "\"\\/:'".contains($0) }
    }
    return arePlain && !words.isEmpty ? words.map { "path:\($0)" }.joined(separator: " ") : nil
  }

  private static func hint(for word: Substring) -> Text? {
    if let hint = booleanHint(for: word) { return hint }
    if isRegexWithFlags(word) { return Message.queryHint(String(word), Message.regexFlagHint) }
    if let quote = word.first(where: { "\u{201C}\u{201D}\u{201E}".contains($0) }) {
      return Message.queryHint(String(quote), Message.quoteHint)
    }
    return operatorHint(for: word)
  }

  private static func booleanHint(for word: Substring) -> Text? {
    switch word {
    case "NOT": Message.queryHint("NOT", Message.notHint)
    case "AND": Message.queryHint("AND", Message.andHint)
    default: nil
    }
  }

  private static func groupHint(for words: [Substring]) -> Text? {
    let isGrouped = words.contains { $0.first == "(" || isNegatedGroup($0) } && words.contains { $0.last == ")" }
    return isGrouped ? Message.queryHint("(", Message.groupHint) : nil
  }

  private static func operatorHint(for word: Substring) -> Text? {
    for (names, meant) in operators {
      if let name = names.first(where: { word.utf8.starts(with: $0.utf8) }) { return Message.queryHint(name, meant) }
    }
    let isProperty = word.first == "[" && word.dropFirst().first != "[" && word.contains(":")
    return isProperty ? Message.queryHint(String(word), Message.propertyHint) : nil
  }

  private static func isNegatedGroup(_ word: Substring) -> Bool {
    word.utf8.starts(with: "-(".utf8)
  }

  /// `/a/i`
  private static func isRegexWithFlags(_ word: Substring) -> Bool {
    guard word.first == "/", let end = word.lastIndex(of: "/"), end != word.startIndex else { return false }
    let flags = word[word.index(after: end)...]
    return !flags.isEmpty && flags.allSatisfy { "gimsux".contains($0) } && word.dropFirst().first != "/"
  }
}
