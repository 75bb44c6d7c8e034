/// What to tell who found nothing with a query in another program's language.
enum QueryHint {
  /// The first thing in a query that other programs understand and memo takes for text; `nil` for none.
  static func hint(for query: String) -> Text? {
    let words = query.split(whereSeparator: \.isWhitespace)
    for word in words {
      if word == "NOT" { return Message.queryHint("NOT", Message.notHint) }
      if isRegexWithFlags(word) { return Message.queryHint(String(word), Message.regexFlagHint) }
      if let quote = word.first(where: { "\u{201C}\u{201D}\u{201E}".contains($0) }) {
        return Message.queryHint(String(quote), Message.quoteHint)
      }
    }
    let isGrouped = words.contains { $0.first == "(" } && words.contains { $0.last == ")" }
    return isGrouped ? Message.queryHint("(", Message.groupHint) : nil
  }

  /// `/a/i`
  private static func isRegexWithFlags(_ word: Substring) -> Bool {
    guard word.first == "/", let end = word.lastIndex(of: "/"), end != word.startIndex else { return false }
    let flags = word[word.index(after: end)...]
    return !flags.isEmpty && flags.allSatisfy { "gimsux".contains($0) } && word.dropFirst().first != "/"
  }
}
