import MemoWords

/// A heading with terms and what they mean.
struct Definitions {
  let title: Text
  let items: [(term: String, meaning: Text)]

  init(_ title: Text, _ items: [(String, Text)]) {
    self.title = title
    self.items = items.map { (term: $0.0, meaning: $0.1) }
  }
}

/// The parts of the manual and of the command reference that no command declares.
enum ManualText {
  /// All parts, in their order.
  static let all = [exitStatus, environment, files]

  /// The exit codes, which the page of each command has, too.
  static let exitStatus = Definitions(
    HelpHeading.exitStatus,
    ExitCode.allCases.map { ("\($0.rawValue)", Text("\($0.meaning).", ko: "\($0.meaning).")) })

  private static let environment = Definitions(
    HelpHeading.environment,
    [
      ("MEMO_VAULT", Text("The vault, unless --vault is given.", ko: "보관함. --vault가 우선합니다.")),
      (
        "MEMO_EDITOR, VISUAL, EDITOR",
        Text(
          "The editor, as a shell command line. The setting 'editor' comes after MEMO_EDITOR.",
          ko: "편집기를 실행할 셸 명령줄. 설정 'editor'는 MEMO_EDITOR 다음입니다.")
      ),
      (
        "MEMO_PAGER, PAGER",
        Text(
          "The pager, used only on a terminal; the default is 'less -FIRX'.", ko: "터미널에서만 쓰는 페이저. 기본값은 'less -FIRX'입니다."
        )
      ),
      ("MEMO_DEBUG", Text("1 does the same as --debug.", ko: "1이면 --debug와 같습니다.")),
      (
        "NO_COLOR, TERM, COLUMNS",
        Text("Whether to use colour, and the width of the output.", ko: "색 사용 여부와 출력 너비.")
      ),
      (
        "LC_ALL, LC_MESSAGES, LC_TIME, LC_COLLATE, LC_CTYPE, LANG, TZ",
        Text("Language, date format, the order of titles and the time zone.", ko: "언어, 날짜 형식, 제목의 정렬 순서, 시간대.")
      ),
      ("XDG_CONFIG_HOME, XDG_CACHE_HOME", Text("Where settings and caches are.", ko: "설정과 캐시의 위치.")),
    ])

  private static let files = Definitions(
    HelpHeading.files,
    [
      (
        ".memo/",
        Text(
          "Marks the root of a vault: settings, templates, trash, and data derived from the memos.",
          ko: "보관함의 루트를 나타내는 폴더: 설정, 템플릿, 휴지통, 메모에서 만든 데이터.")
      ),
      (".memo/config.json", Text("The vault's settings.", ko: "보관함의 설정.")),
      (
        ".memo/templates/",
        Text("Templates for 'memo new' and 'memo today'.", ko: "'memo new'와 'memo today'의 템플릿.")
      ),
      (".memo/cache/", Text("The cache; it may be deleted at any time.", ko: "캐시. 언제든지 지워도 됩니다.")),
      ("~/.config/memo/config.json", Text("The user's settings.", ko: "사용자의 설정.")),
    ])
}
