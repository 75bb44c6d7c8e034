import MemoStore
import MemoWords

/// Options that several commands share, declared once.
enum CommonOptions {
  static let json = Flag("json", help: Text("Print JSON", ko: "JSON으로 출력"))
  static let dryRun = Flag(
    "dry-run", help: Text("Show what would change without changing anything", ko: "실제로 바꾸지 않고 바뀔 내용만 표시"))
  static let ifMatch = Option<String>.text(
    "if-match", value: "ETAG",
    help: Text(
      "Change the memo only if this is its etag; otherwise exit with code 5",
      ko: "메모의 etag가 이 값일 때만 변경. 다르면 종료 코드 5"))
  static let reference = Positional(
    "REF", .many,
    help: Text(
      "A path, a row number of 'memo list', a title, file name or alias, or part of one",
      ko: "경로, 'memo list'의 번호, 제목, 파일 이름, 별칭 또는 그 일부"),
    completion: .memos)
  static let changedReference = Positional(
    reference.name, reference.arity, help: ChangeOptions.whole, completion: reference.completion)
  static let oneReference = Positional(
    reference.name, .optional, help: reference.help, completion: reference.completion)
}

/// Which memos a list or a search is about.
enum FilterOptions {
  static let tag = Option<String>.text(
    "tag", value: "EXPR",
    help: Text(
      "Only memos with matching tags: 'work', 'a OR b', 'NOT a' or '-a', 'project/*'",
      ko: "태그가 일치하는 메모만: 'work', 'a OR b', 'NOT a' 또는 '-a', 'project/*'"), isRepeatable: true,
    completion: .tagFilters)
  static let since = Option<String>.text(
    "since", value: "DATE",
    help: Text(
      """
      Only memos modified at this time or later: 2026-03-01, yesterday, last week, 3 days ago, 7d (or min, h, w, m \
      for months, y)
      """,
      ko: "이 시점 이후에 수정한 메모만: 2026-03-01, 어제, 지난주, 3일 전, 7d(또는 min, h, w, m(개월), y)"))
  static let until = Option<String>.text(
    "until", value: "DATE", help: Text("Only memos modified at this time or earlier", ko: "이 시점 이전에 수정한 메모만"))
  static let createdSince = Option<String>.text(
    "created-since", value: "DATE", help: Text("Only memos created at this time or later", ko: "이 시점 이후에 만든 메모만"))
  static let createdUntil = Option<String>.text(
    "created-until", value: "DATE", help: Text("Only memos created at this time or earlier", ko: "이 시점 이전에 만든 메모만"))
  static let exclude = Option<String>.text(
    "exclude", value: "GLOB",
    help: Text("No memos whose path matches: 'archive/**'", ko: "경로가 일치하는 메모 제외: 'archive/**'"), isRepeatable: true,
    completion: .folderPatterns)
  static let noLinksTo = Option<String>.text(
    "no-links-to", value: "REF", help: Text("Only memos that do not link to this one", ko: "이 메모로 링크하지 않은 메모만"),
    completion: .memos)
  static let distance = Option<Int>.number(
    "distance", in: 0...Int.max,
    help: Text(
      "With --links-to or --linked-from: up to N links away; 0 for any distance",
      ko: "--links-to나 --linked-from과 함께: 링크 N개 이내로 이어진 메모까지. 0이면 제한 없음"))
  static let deadEnd = Flag("dead-end", help: Text("Only memos that link to no other memo", ko: "다른 메모로 링크하지 않은 메모만"))
  static let path = Option<String>.text(
    "path", value: "GLOB",
    help: Text("Only memos whose path matches: 'work/**', '2026-*'", ko: "경로가 일치하는 메모만: 'work/**', '2026-*'"),
    isRepeatable: true,
    completion: .folderPatterns)
  static let linksTo = Option<String>.text(
    "links-to", value: "REF", help: Text("Only memos that link to this one", ko: "이 메모로 링크한 메모만"), completion: .memos)
  static let linkedFrom = Option<String>.text(
    "linked-from", value: "REF", help: Text("Only memos that this one links to", ko: "이 메모가 링크한 메모만"),
    completion: .memos)
  static let orphan = Flag("orphan", help: Text("Only memos that no other memo links to", ko: "다른 메모가 링크하지 않은 메모만"))
  static let untagged = Flag("untagged", help: Text("Only memos without tags", ko: "태그가 없는 메모만"))
  static let limit = Option<Int>.number(
    "limit", short: "n", in: 0...Int.max, help: Text("At most N results; 0 for all", ko: "최대 N개. 0이면 전부"))
  static let offset = Option<Int>.number(
    "offset", in: 0...Int.max, help: Text("Skip the first N results", ko: "처음 N개를 건너뜀"))

  /// The filters that choose memos.
  static let choosing = OptionGroup(
    Text("Filters", ko: "필터"),
    [
      tag, since, until, createdSince, createdUntil, path, exclude, linksTo, linkedFrom, distance, noLinksTo, orphan,
      deadEnd, untagged, FieldOptions.condition,
    ])
  /// The same with those that cut a list.
  static let group = OptionGroup(choosing.title, choosing.arguments + [limit, offset])
}

extension Session {
  /// How many results are wanted; `nil` for all.
  ///
  /// - Parameter standard: as many where the command line does not say; 0 for all.
  func resultLimit(standard: Int = 0) -> Int? {
    let limit = arguments[FilterOptions.limit] ?? standard
    return limit == 0 ? nil : limit
  }

  /// How many results are skipped.
  var resultOffset: Int { arguments[FilterOptions.offset] ?? 0 }

  /// The part of all results that is wanted.
  ///
  /// - Parameter standard: as many where the command line does not say; 0 for all.
  func part<Result>(of results: [Result], standard: Int = 0) -> ArraySlice<Result> {
    results.dropFirst(resultOffset).prefix(resultLimit(standard: standard) ?? .max)
  }
}

/// How memos are written.
enum FormatOptions {
  static let jsonLines = Flag("jsonl", help: Text("Print one JSON object per line", ko: "한 줄에 JSON 객체 하나씩 출력"))
  static let paths = Flag("paths", help: Text("Print only paths", ko: "경로만 출력"))
  static let format = Option<String>.text(
    "format", value: "TEMPLATE",
    help: Text(
      "Print each memo by a template: '{title}\\t{path}'; takes every key of 'memo list --json', and \\{ for a brace",
      ko: "메모를 서식에 따라 출력: '{title}\\t{path}'. 'memo list --json'의 모든 키를 쓸 수 있고, 중괄호는 \\{로 표기"))
  static let null = Flag(
    "null", short: "0", help: Text("End each record with NUL instead of a newline", ko: "레코드를 줄 바꿈 대신 NUL로 끝냄"))

  static let group = OptionGroup(
    Text("Formats", ko: "형식"), [CommonOptions.json, jsonLines, paths, format, null],
    exclusions: [[CommonOptions.json, jsonLines, paths, format], [CommonOptions.json, null]])
}

/// Options of the commands that change memos.
enum ChangeOptions {
  /// How a memo that is to be changed is named.
  static let whole = Text(
    "A path, or a full title, file name or alias; on a terminal also a row number of 'memo list' or part of a name",
    ko: "경로, 또는 제목·파일 이름·별칭 전체. 터미널에서는 'memo list'의 번호나 이름의 일부도 가능")
  static let yes = Flag("yes", short: "y", help: Text("Do not ask for confirmation", ko: "확인 없이 진행"))
  static let reference = Positional(
    "REF", .optional, help: whole,
    completion: .memos)
  static let text = Positional(
    "TEXT|-", .optional,
    help: Text(
      "The text; read from standard input if -, and off a terminal also if missing",
      ko: "넣을 글. -이면 표준 입력에서 읽고, 터미널이 아니면 없어도 그렇게 함"),
    takesDashedWords: true)
}

/// Arguments of the commands that look into the past.
enum PastOptions {
  static let revisionHelp = Text(
    "A commit, branch, tag, HEAD~2, or a time: 2026-10-01, yesterday, 7d",
    ko: "커밋, 브랜치, 태그, HEAD~2 또는 시점: 2026-10-01, 어제, 7d")
  static let at = Option<String>.text("at", value: "REV", help: revisionHelp)
  static let revision = Positional("REV", .optional, help: revisionHelp)
}
