import MemoCore
import MemoIndex
import MemoStore
import MemoWords

/// `memo search`
enum SearchCommand: Command {
  private static let query = Positional(
    "QUERY", .atLeastOne,
    help: Text("Words that all must occur; see above for more", ko: "모두 나와야 하는 단어. 자세한 것은 위를 보십시오"),
    takesDashedWords: true)
  private static let hitsOnTerminal = 50

  static let declaration = CommandDeclaration(
    "search", namesElsewhere: ["grep", "find"], group: .read, isCommon: true,
    summary: Text("Find memos by their text", ko: "메모를 내용으로 찾습니다"),
    description: [
      Text(
        """
        Words match anywhere in title and text, whatever their case, width and normalization. "a phrase" in quotes, \
        -word for memos without it, 'a OR b', /regex/ (ICU), title:x, tag:x and path:x narrow it down. Hangul consonants \
        match initials: ㅎㅇㄹ finds 회의록.
        """,
        ko: """
          단어는 대소문자, 전각과 반각, 정규화에 상관없이 제목과 글 어디서나 찾습니다. 따옴표로 묶은 "여러 단어", 그 단어가 없는 \
          메모를 찾는 -단어, 'a OR b', /정규식/(ICU), title:x, tag:x, path:x로 좁힐 수 있습니다. \
          한글 자음만 쓰면 초성으로 찾습니다: ㅎㅇㄹ은 회의록을 찾습니다.
          """),
      Text(
        """
        Best memos come first: title (of at most 100 characters) before heading before text, whole word before part, then \
        the denser, then the newer. \
        Elsewhere than on a terminal each matching line is written as path:line:column:text. A regular expression may take \
        a second longer in one memo, and two in all, than their sizes explain. Exit code 1 if nothing matches, or if the \
        search ended for that.
        """,
        ko: """
          가장 잘 맞는 메모부터 나옵니다. 제목, 소제목, 글 순이고, 온전한 단어가 일부보다, 촘촘한 것이 성긴 것보다, 그다음은 \
          최근 것이 먼저입니다. 터미널이 아니면 맞는 줄마다 path:line:column:text로 씁니다. 정규식은 크기로 보아 걸릴 시간보다 \
          메모 하나에서 1초, 모두 합쳐 2초까지 더 걸릴 수 있습니다. 하나도 없거나 그 때문에 검색을 끝냈으면 종료 코드는 \
          1입니다.
          """),
    ],
    positionals: [query], optionGroups: [SearchOptions.group, FilterOptions.group, FormatOptions.group],
    examples: [
      CommandExample("memo search 회의 서울", Text("memos that hold both", ko: "둘 다 든 메모")),
      CommandExample("memo search '\"release plan\" -draft'", Text("a phrase, but no drafts", ko: "구절은 있고 초안은 아닌 것")),
      CommandExample("memo search tag:work '/v[0-9]+/'", Text("a tag and a regular expression", ko: "태그와 정규식")),
      CommandExample(
        "memo search -l budget | xargs -d '\\n' wc -w",
        Text("hand the memos to another program", ko: "메모를 다른 프로그램에 넘기기")),
    ],
    seeAlso: ["list", "show"])

  static func run(_ session: Session) throws -> ExitCode {
    let words = session.arguments.all(query).map(\.text).joined(separator: " ")
    let search = MemoSearch(try SearchQuery(parsing: words), processorTime: session.surroundings.processorTime)
    let filter = try session.filter()
    let format = try SearchFormat(session)
    let vault = try session.openVault()
    let index = try session.refresh(vault)
    let outcome = search.run(try session.filter(filter, byLinksOf: index, in: vault), in: index)
    for failure in outcome.failures { warn(failure, session) }
    if let pattern = outcome.tooSlow { session.warn(Message.searchTooSlow(pattern)) }
    let writer = SearchWriter(session: session, vault: vault, index: index, search: search, format: format)
    let shown = page(of: outcome.found, session)
    try writer.write(shown)
    let more = outcome.found.count - shown.count - (session.arguments[FilterOptions.offset] ?? 0)
    try hint(words, isFound: !outcome.found.isEmpty, in: index, session)
    if session.console.outputIsTerminal {
      if outcome.found.isEmpty { session.note(Message.noMatch) }
      if more > 0 { session.note(Message.moreHits(more)) }
    }
    return outcome.found.isEmpty || outcome.tooSlow != nil ? .noMatch : .done
  }

  private static func page(of found: [MemoSearch.Found], _ session: Session) -> ArraySlice<MemoSearch.Found> {
    let standard = session.console.outputIsTerminal ? hitsOnTerminal : 0
    let limit = session.arguments[FilterOptions.limit] ?? standard
    let rest = found.dropFirst(session.arguments[FilterOptions.offset] ?? 0)
    return limit == 0 ? rest : rest.prefix(limit)
  }

  private static func hint(_ words: String, isFound: Bool, in index: VaultIndex, _ session: Session) throws {
    let misleading = QueryHint.misleadingHint(for: words)
    if let hint = isFound ? misleading : misleading ?? QueryHint.hint(for: words) { return session.note(hint) }
    guard !isFound, let query = QueryHint.pathQuery(for: words) else { return }
    let search = MemoSearch(try SearchQuery(parsing: query), processorTime: session.surroundings.processorTime)
    let count = search.run(MemoFilter(), in: index).found.count
    if count > 0 { session.note(Message.foundInPaths(count, query)) }
  }

  private static func warn(_ failure: SearchFailure, _ session: Session) {
    switch failure.reason {
    case .tooSlow, .gaveUp: session.warn(Message.regexTooSlow(failure.pattern, failure.path.text))
    case .failed: session.warn(Message.searchFailed(failure.pattern, failure.path.text))
    }
  }
}
