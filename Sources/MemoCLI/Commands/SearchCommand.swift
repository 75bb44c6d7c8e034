import MemoCore
import MemoVault

/// `memo search`
enum SearchCommand: Command {
  private static let query = Positional(
    "QUERY", .atLeastOne, help: "Words that all must occur; see above for more", takesDashedWords: true)
  private static let hitsOnTerminal = 50

  static let declaration = CommandDeclaration(
    "search", group: .read, isCommon: true, summary: "Find memos by their text",
    description: [
      """
      Words match anywhere in title and text, whatever their case, width and normalization. "a phrase" in quotes, \
      -word for memos without it, 'a OR b', /regex/ (ICU), title:x, tag:x and path:x narrow it down. Hangul consonants \
      match initials: ㅎㅇㄹ finds 회의록.
      """,
      """
      Best memos come first: title before heading before text, whole word before part, then the denser, then the newer. \
      Elsewhere than on a terminal each matching line is written as path:line:column:text. Exit code 1 if nothing matches.
      """,
    ],
    positionals: [query], optionGroups: [SearchOptions.group, FilterOptions.group, FormatOptions.group],
    examples: [
      CommandExample("memo search 회의 서울", "memos that hold both"),
      CommandExample("memo search '\"release plan\" -draft'", "a phrase, but no drafts"),
      CommandExample("memo search tag:work '/v[0-9]+/'", "a tag and a regular expression"),
      CommandExample("memo search -l budget | xargs -d '\\n' wc -w", "hand the memos to another program"),
    ],
    seeAlso: ["list", "show"])

  static func run(_ session: Session) throws -> ExitCode {
    let words = session.arguments.all(query).map(\.text).joined(separator: " ")
    let search = MemoSearch(try SearchQuery(parsing: words), now: session.surroundings.stopwatch)
    let filter = try session.filter()
    let format = try SearchFormat(session)
    let vault = try session.openVault()
    let index = try session.refresh(vault)
    let outcome = search.run(try session.filter(filter, byLinksOf: index, in: vault), in: index)
    for failure in outcome.failures { warn(failure, session) }
    let writer = SearchWriter(session: session, vault: vault, index: index, search: search, format: format)
    let shown = page(of: outcome.found, session)
    try writer.write(shown)
    let more = outcome.found.count - shown.count - (session.arguments[FilterOptions.offset] ?? 0)
    if outcome.found.isEmpty, let hint = QueryHint.hint(for: words) { session.note(hint) }
    if session.console.outputIsTerminal {
      if outcome.found.isEmpty { session.note(Message.noMatch) }
      if more > 0 { session.note(Message.moreHits(more)) }
    }
    return outcome.found.isEmpty ? .noMatch : .done
  }

  private static func page(of found: [MemoSearch.Found], _ session: Session) -> ArraySlice<MemoSearch.Found> {
    let standard = session.console.outputIsTerminal ? hitsOnTerminal : 0
    let limit = session.arguments[FilterOptions.limit] ?? standard
    let rest = found.dropFirst(session.arguments[FilterOptions.offset] ?? 0)
    return limit == 0 ? rest : rest.prefix(limit)
  }

  private static func warn(_ failure: SearchFailure, _ session: Session) {
    switch failure.reason {
    case .tooSlow: session.warn(Message.regexTooSlow(failure.pattern, failure.path.text))
    case .failed: session.warn(Message.searchFailed(failure.pattern, failure.path.text))
    }
  }
}

/// How matches are shown.
enum SearchOptions {
  static let filesOnly = Flag("files-with-matches", short: "l", help: "Write paths only")
  static let count = Flag("count", short: "c", help: "Write how many lines of each memo match")
  static let context = Option<Int>.number("context", short: "C", in: 0...1000, help: "N lines around each match")
  static let after = Option<Int>.number("after-context", short: "A", in: 0...1000, help: "N lines after each match")
  static let before = Option<Int>.number("before-context", short: "B", in: 0...1000, help: "N lines before each match")
  static let maximum = Option<Int>.number(
    "max-count", short: "m", in: 1...Int.max, help: "At most N lines a memo; on a terminal 3 unless given")
  static let explain = Flag("explain", help: "Say why each memo stands where it does")

  static let group = OptionGroup(
    "Matches", [filesOnly, count, context, after, before, maximum, explain],
    exclusions: [
      [filesOnly, count, CommonOptions.json, FormatOptions.jsonLines, FormatOptions.paths, FormatOptions.format]
    ])
}
