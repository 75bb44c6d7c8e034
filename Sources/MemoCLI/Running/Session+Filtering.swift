import MemoCore
import MemoVault

extension Session {
  /// The memos that the filter options ask for.
  func filter() throws(Failure) -> MemoFilter {
    var filter = MemoFilter()
    filter.isUntagged = arguments[FilterOptions.untagged]
    filter.paths = arguments.all(FilterOptions.path).map(Glob.init)
    for text in arguments.all(FilterOptions.tag) { filter.tags.append(try tagExpression(text)) }
    filter.since = try arguments[FilterOptions.since].map(span)?.lowerBound
    // A day, month or year counts to its end; a moment itself still counts.
    if let span = try arguments[FilterOptions.until].map(span) {
      filter.before = span.isEmpty ? span.upperBound + 1 : span.upperBound
    }
    return filter
  }

  private func tagExpression(_ text: String) throws(Failure) -> TagExpression {
    do {
      return try TagExpression(text)
    } catch {
      throw Failure(
        kind: "invalid-value", message: Message.badTag(text), hints: [Message.tagHint], exitCode: .usage)
    }
  }

  private func span(_ text: String) throws(Failure) -> Range<Int64> {
    if let span = DateFilter(clock: surroundings.clock).span(text) { return span }
    throw Failure(
      kind: "invalid-value", message: Message.badDate(text), hints: [Message.dateHint], exitCode: .usage)
  }

  /// The locale that dates are written in, English or Korean: that of the language where one is asked for, else the user's.
  var dateLocale: String {
    switch arguments[GlobalOptions.language] {
    case .english: return "en_US"
    case .korean: return "ko_KR"
    case nil:
      let locale = surroundings.locale(for: "LC_TIME")
      if Language(locale: locale) == .korean { return "ko_KR" }
      return locale.utf8.starts(with: "en_".utf8) ? locale : "en_US"
    }
  }
}
