import MemoCore
import MemoIndex
import MemoWords

/// Hints for queries written in another program's syntax.
enum QueryHint {
  /// memo's equivalents of other programs' operators.
  private static let operators: [(names: [String], meant: Text)] = [
    (["created:", "modified:", "date:", "after:", "before:", "newer:", "older:"], Message.dateFilterHint),
    (
      [
        "has:", "is:", "in:", "from:", "TAG:", "Tag:", "TITLE:", "Title:", "PATH:", "Path:", "태그:", "제목:", "경로:", "폴더:",
        "파일:", "소제목:", "할일:",
      ], Message.operatorsHint
    ), (["날짜:", "수정:", "생성:"], Message.dateFilterHint),
  ]

  /// A hint for the first part of a query that other programs understand and memo takes for text; `nil` for none.
  static func hint(for query: String) -> Text? {
    let words = query.split(whereSeparator: \.isWhitespace)
    for word in words {
      if let hint = hint(for: word) { return hint }
    }
    if words.count > 1, let view = words.first, view.first == "@", view != "@" {
      return Message.queryHint(String(view), Message.viewQueryHint(String(view.dropFirst())))
    }
    if words.dropFirst().dropLast().contains("or") { return Message.queryHint("or", Message.orHint) }
    if words.count == 1, let word = words.first, isLikeRegex(word) { return Message.regexHint(String(word)) }
    if query.count(where: { $0 == "\"" }) % 2 == 1 { return Message.queryHint("\"", Message.openQuoteHint) }
    return nil
  }

  /// Keys that other programs ask for as if they were operators.
  private static let usualKeys: Set<String> = [
    "author", "due", "priority", "project", "rating", "scheduled", "start", "status", "type",
  ]

  /// A hint for `key:value` where memos have a field of that name, or people expect one.
  static func fieldHint(for query: String, keys: [String]) -> Text? {
    for word in query.split(whereSeparator: \.isWhitespace) {
      guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")), colon > word.startIndex else { continue }
      let (key, value) = (String(word[..<colon]), String(word[word.utf8.index(after: colon)...]))
      let isKnown = usualKeys.contains(key) || keys.contains { Folding.matchKey($0) == Folding.matchKey(key) }
      if !value.isEmpty, isKnown {
        return Message.fieldHint(key, value)
      }
    }
    return nil
  }

  /// The same, for parts that make a query find other memos than intended.
  static func misleadingHint(for query: String) -> Text? {
    let words = query.split(whereSeparator: \.isWhitespace)
    for word in words {
      if word.first == "-", let hint = operatorHint(for: word.dropFirst()) { return hint }
    }
    return nil
  }

  /// The query that asks paths for the same words; `nil` if there is more to it than words.
  static func pathQuery(for query: String) -> String? {
    PlainQuery(query).map { $0.words.map { "path:\($0)" }.joined(separator: " ") }
  }

  private static func hint(for word: Substring) -> Text? {
    if isRegexWithFlags(word) { return Message.queryHint(String(word), Message.regexFlagHint) }
    if let quote = word.first(where: { "\u{201C}\u{201D}\u{201E}".contains($0) }) {
      return Message.queryHint(String(quote), Message.quoteHint)
    }
    return operatorHint(for: word)
  }

  private static func operatorHint(for word: Substring) -> Text? {
    for (names, meant) in operators {
      if let name = names.first(where: { word.utf8.starts(with: $0.utf8) }) { return Message.queryHint(name, meant) }
    }
    return nil
  }

  /// `a|b`, `a.*b`, `^a`, `\bword`
  private static func isLikeRegex(_ word: Substring) -> Bool {
    guard !word.utf8.contains(UInt8(ascii: "/")), !word.utf8.contains(UInt8(ascii: "'")) else { return false }
    return word.utf8.first == UInt8(ascii: "^") || word.utf8.contains(UInt8(ascii: "|"))
      || [".*", ".+", "\\b", "\\d", "\\w", "\\s"].contains { word.contains($0) }
  }

  /// `/a/i`
  private static func isRegexWithFlags(_ word: Substring) -> Bool {
    guard word.first == "/", let end = word.lastIndex(of: "/"), end != word.startIndex else { return false }
    let flags = word[word.index(after: end)...]
    return !flags.isEmpty && flags.allSatisfy { "gimsux".contains($0) } && word.dropFirst().first != "/"
  }
}
