import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo search`
enum SearchCommand: Command {
  private static let query = Positional(
    "QUERY", .atLeastOne,
    help: Text("Words that must all occur; see above for more", ko: "모두 들어 있어야 하는 단어. 자세한 문법은 위를 참고"),
    completion: .views(besides: []), takesDashedWords: true)
  private static let hitsOnTerminal = 50

  static let declaration = CommandDeclaration(
    "search", namesElsewhere: ["find", "검색", "찾기"],
    equivalents: [
      "grep": "memo search WORDS", "grep": "memo search /REGEX/",
      "--title": "memo search title:WORD", "--save": #"memo config views.NAME "FILTERS""#,
      "--regex": "memo search /REGEX/", "--regexp": "memo search /REGEX/",
    ], group: .read,
    isCommon: true,
    summary: Text("Search the text of memos", ko: "메모 내용 검색"),
    description: [
      Text(
        """
        Words match anywhere in title, file name, aliases and text, ignoring case, width and normalization, the \
        points of Hebrew and Arabic, and marks that do not show. Narrow a search with "a phrase", -word for memos \
        without it, 'a b OR c', parentheses, /regex/ (ICU), title:x, tag:x, path:x and file:x; line:(a b) wants both \
        on one line, section:(a b) under one heading, task:x, task-open:x and task-done:x on a task; [key] and \
        [key:value] look at fields. Hangul consonants match initials: ㅎㅇㄹ finds 회의록.
        """,
        ko: """
          단어는 제목, 파일 이름, 별칭, 본문 어디에 있든 찾으며 대소문자, 전각과 반각, 정규화를 구분하지 않고, 히브리 문자와 아랍 문자의 모음 부호나 \
          보이지 않는 문자는 무시합니다. "여러 단어 구절", 그 단어가 없는 메모를 찾는 -단어, 'a b OR c', 괄호, /정규식/(ICU), title:x, tag:x, path:x, file:x로 범위를 좁힐 수 있습니다. line:(a b)는 두 단어가 한 줄에, section:(a b)는 한 소제목 아래에 있는 \
          메모를, task:x, task-open:x, task-done:x는 할 일을 찾고, [키]와 [키:값]은 필드를 봅니다. 한글 자음만 쓰면 초성으로 찾습니다: ㅎㅇㄹ은 회의록을 찾습니다.
          """),
      Text(
        """
        If a memo has a word only in another spelling, it is listed after those that have it as written: with blanks \
        or marks between letters (화살표함수 finds 화살표 함수, boldly finds **bold**ly), with accents and strokes (cafe \
        finds café, lodz finds Łódź), initials across blanks in titles and headings; where nothing matches, also with \
        mistyped vowels (클로져 finds 클로저). "Quotes" and --exact turn this off.
        """,
        ko: """
          표기가 조금 다른 메모는 정확히 일치하는 메모 다음에 나옵니다. 글자 사이에 공백이나 기호가 있는 것(화살표함수는 화살표 함수를, boldly는 **bold**ly를 찾습니다), \
          부호나 획이 더 있는 글자(cafe는 café를, lodz는 Łódź를 찾습니다), 제목과 소제목에서 띄어 쓴 초성이 그렇고, 아무것도 없으면 모음을 잘못 적은 것(클로져는 클로저를 찾습니다)도 찾습니다. "따옴표"와 --exact를 쓰면 \
          그대로만 찾습니다.
          """),
      Text(
        """
        The best matches come first: a title, file name or alias that is the query, then one that begins with it, \
        title (up to 100 characters) before heading before text, whole word before part of a word, then denser, then \
        newer. A regular expression that takes too long is stopped: after about a second in one memo \
        and two in all, or later if memos are large. The exit code is 1 if nothing matches, or if the search was \
        stopped.
        """,
        ko: """
          가장 잘 맞는 메모부터 나옵니다. 제목, 파일 이름, 별칭이 검색어와 같은 메모, 검색어로 시작하는 메모, 제목(100자까지), 소제목, 본문 순이고, 온전한 단어가 단어의 일부보다, 촘촘히 나오는 메모가 드문드문 나오는 메모보다 앞서며, 그다음은 최신순입니다. \
          정규식이 너무 오래 걸리면 메모 하나에서 약 1초, 모두 합쳐 약 2초 뒤에 \
          중단합니다(큰 메모에서는 더 기다립니다). 일치하는 메모가 없거나 검색을 중단하면 종료 코드는 1입니다.
          """),
      Text(
        """
        A terminal shows the best 50 memos, with -n 0 all. In a pipe or file, each matching line is printed as \
        path:line:column:text. With -A, -B or -C, the lines around it are printed as path-line-text, and '--' separates \
        groups of lines that are not adjacent. With -0, all of these end with NUL.
        """,
        ko: """
          터미널에는 가장 잘 맞는 메모 50개를, -n 0이면 모두 보여 줍니다. 터미널이 아니면 일치하는 줄마다 path:line:column:text 형식으로 출력합니다. -A, -B, -C를 쓰면 앞뒤의 줄은 path-line-text 형식으로 출력하고, 이어지지 않는 줄 \
          묶음 사이에는 '--'를 넣습니다. -0을 쓰면 이 모든 줄이 NUL로 끝납니다.
          """),
    ],
    positionals: [query], options: [SortOptions.sort],
    optionGroups: [SearchOptions.group, FilterOptions.group, FormatOptions.group],
    examples: [
      CommandExample("memo search 회의 서울", Text("memos that contain both", ko: "두 단어가 모두 든 메모")),
      CommandExample(
        "memo search '\"release plan\" -draft'", Text("a phrase, but not in drafts", ko: "구절이 있고 draft는 없는 메모")),
      CommandExample(
        "memo search @inbox budget", Text("only memos that the saved filters choose", ko: "저장된 필터로 고른 메모에서만")),
      CommandExample("memo search tag:work '/v[0-9]+/'", Text("a tag and a regular expression", ko: "태그와 정규식")),
      CommandExample(
        "memo search -l budget -0 | xargs -0 wc -w",
        Text("pass the memos to another program", ko: "다른 프로그램에 메모 넘기기")),
    ],
    seeAlso: ["list", "show"])

  static func run(_ session: Session) throws -> ExitCode {
    let (session, written) = try session.withViews(ofQuery: session.arguments.all(query), of: declaration)
    let words = written.map(\.text).joined(separator: " ")
    let parsed = try SearchQuery(parsing: words, isExact: session.arguments[SearchOptions.exact])
    let search = MemoSearch(parsed, processorTime: session.machine.processorTime, isStopped: session.isStopped)
    let filter = try session.filter()
    let format = try SearchFormat(session)
    let workspace = try session.open()
    let vault = workspace.vault
    let index = try workspace.index()
    let searched = try session.filter(filter, byLinksOf: index, in: workspace)
    let outcome = search.run(searched, in: index)
    try session.checkWanted()
    for failure in outcome.failures { warn(failure, session) }
    if let pattern = outcome.tooSlow { session.warn(Message.searchTooSlow(pattern)) }
    let partlyRead = outcome.search.partlyRead(searched, besides: outcome.found, in: index)
    if let first = partlyRead.first {
      session.warn(Message.searchedInPart(session.paths.text(first), others: partlyRead.count - 1))
    }
    let writer = SearchWriter(session: session, vault: vault, index: index, search: outcome.search, format: format)
    let shown = session.part(
      of: sorted(outcome.found, in: index, session), standard: session.console.outputIsTerminal ? hitsOnTerminal : 0)
    try writer.write(shown)
    let more = outcome.found.count - shown.count - session.resultOffset
    try hint(words, isFound: !outcome.found.isEmpty, in: index, session)
    try hintAtTag(words, found: outcome.found.count, in: index, session)
    if session.console.outputIsTerminal {
      if outcome.found.isEmpty {
        try hintAtWords(of: words, parsed, searched, in: index, session)
        session.hintAtFilters(in: index)
      }
      if more > 0 { session.note(Message.moreHits(more)) }
    }
    return outcome.found.isEmpty || outcome.tooSlow != nil ? .noMatch : .done
  }

  /// In the order that is asked for, if one is; else as they are ranked.
  private static func sorted(
    _ found: [MemoSearch.Found], in index: VaultIndex, _ session: Session
  ) -> [MemoSearch.Found] {
    let orders = session.arguments.all(SortOptions.sort)
    guard !orders.isEmpty else { return found }
    session.noteUnknownFields(orders.compactMap(\.field), in: index)
    var listing = MemoListing(collation: session.machine.collation, clock: session.machine.clock)
    listing.order = orders
    let places = Dictionary(uniqueKeysWithValues: found.map { ($0.memo.path, $0) })
    return listing.inOrder(found.map(\.memo), in: index).compactMap { places[$0.path] }
  }

  private static func hint(_ words: String, isFound: Bool, in index: VaultIndex, _ session: Session) throws {
    let misleading = QueryHint.misleadingHint(for: words)
    if let hint = isFound ? misleading : misleading ?? QueryHint.hint(for: words) { return session.hint(hint) }
    if isFound { return }
    if let hint = QueryHint.fieldHint(for: words, keys: FieldCounts.keys(in: index).map(\.name)) {
      return session.hint(hint)
    }
    guard let query = QueryHint.pathQuery(for: words) else { return }
    let count = try count(of: SearchQuery(parsing: query), MemoFilter(), in: index, session)
    if count > 0 { session.hint(Message.foundInPaths(count, query)) }
  }

  /// Says which words of a query are nowhere, and what may have been meant by them.
  private static func hintAtWords(
    of query: String, _ parsed: SearchQuery, _ filter: MemoFilter, in index: VaultIndex, _ session: Session
  ) throws {
    let isExact = session.arguments[SearchOptions.exact]
    let plain = PlainQuery(query)
    let missing = try plain?.missing { word in
      let query = try SearchQuery(parsing: word, isExact: isExact)
      return count(of: query, filter, in: index, session) > 0
    }
    var meant = parsed
    if let plain, let missing {
      guard !missing.isEmpty else {
        session.note(Message.noMatch)
        return session.hint(Message.wordsApart(plain.words))
      }
      session.note(missing.count == plain.words.count ? Message.noMatch : Message.noMatch(for: missing))
      meant = try SearchQuery(parsing: missing.joined(separator: " "), isExact: isExact)
    } else {
      session.note(Message.noMatch)
    }
    let suggestions = SearchSuggestions(for: meant, in: index)
    if !suggestions.texts.isEmpty { session.hint(Message.suggestions(suggestions.texts)) }
  }

  /// `#word` is looked for in the text, where a tag of the front matter is not.
  private static func hintAtTag(_ word: String, found: Int, in index: VaultIndex, _ session: Session) throws {
    guard found == 0 || session.console.outputIsTerminal, word.utf8.first == UInt8(ascii: "#"), TagEdit(word) != nil
    else { return }
    let query = "tag:\(word.dropFirst())"
    let count = try count(of: SearchQuery(parsing: query), MemoFilter(), in: index, session)
    if count > found { session.hint(Message.foundByTag(count, "memo search \(ShellWord.of(query))")) }
  }

  /// How many memos another query finds.
  private static func count(
    of query: SearchQuery, _ filter: MemoFilter, in index: VaultIndex, _ session: Session
  ) -> Int {
    MemoSearch(query, processorTime: session.machine.processorTime).run(filter, in: index).found.count
  }

  private static func warn(_ failure: SearchFailure, _ session: Session) {
    switch failure.reason {
    case .tooSlow, .gaveUp: session.warn(Message.regexTooSlow(failure.pattern, session.paths.text(failure.path)))
    case .failed: session.warn(Message.searchFailed(failure.pattern, session.paths.text(failure.path)))
    }
  }
}
