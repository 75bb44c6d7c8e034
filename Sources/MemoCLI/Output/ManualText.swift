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
      ("MEMO_VAULT", Text("The vault, unless --vault names one.", ko: "볼트. --vault가 먼저입니다.")),
      (
        "MEMO_EDITOR, VISUAL, EDITOR",
        Text(
          "The editor, a shell command line; the setting 'editor' comes after the first.",
          ko: "편집기, 셸 명령줄. 설정 'editor'는 첫 번째 다음입니다.")
      ),
      (
        "MEMO_PAGER, PAGER",
        Text("The pager, on a terminal only; 'less -FIRX' unless set.", ko: "페이저, 터미널에서만. 없으면 'less -FIRX'입니다.")
      ),
      ("MEMO_DEBUG", Text("1 does the same as --debug.", ko: "1이면 --debug와 같습니다.")),
      (
        "NO_COLOR, TERM, COLUMNS",
        Text("Whether there is colour, and how wide output is.", ko: "색을 쓸지, 출력의 너비가 얼마인지.")
      ),
      (
        "LC_ALL, LC_MESSAGES, LC_TIME, LC_COLLATE, LC_CTYPE, LANG, TZ",
        Text("Language, dates, the order of titles, time zone.", ko: "언어, 날짜, 제목의 순서, 시간대.")
      ),
      ("XDG_CONFIG_HOME, XDG_CACHE_HOME", Text("Where settings and caches are.", ko: "설정과 캐시가 있는 곳.")),
    ])

  private static let files = Definitions(
    HelpHeading.files,
    [
      (
        ".memo/",
        Text(
          "The mark of a vault, in its root: settings, templates, trash and what is derived from the memos.",
          ko: "볼트의 루트에 있는 볼트의 표시: 설정, 템플릿, 휴지통, 메모에서 만들어 낸 것.")
      ),
      (".memo/config.json", Text("The vault's settings.", ko: "볼트의 설정.")),
      (
        ".memo/templates/",
        Text("Templates for 'memo new' and 'memo today'.", ko: "'memo new'와 'memo today'의 템플릿.")
      ),
      (".memo/cache/", Text("The cache; it may be deleted at any time.", ko: "캐시. 언제든 지워도 됩니다.")),
      ("~/.config/memo/config.json", Text("The user's settings.", ko: "사용자의 설정.")),
    ])
}
