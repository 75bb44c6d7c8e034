/// What the manual says beyond what is declared.
enum ManualText {
  private static let exitCodes: [(String, Text)] = [
    ("0", Text("Done.", ko: "제대로 끝났습니다.")),
    ("1", Text("Nothing matched, or a check found problems.", ko: "맞는 것이 없거나 검사에서 문제를 찾았습니다.")),
    ("2", Text("Wrong usage.", ko: "사용법이 틀렸습니다.")),
    ("3", Text("No such memo.", ko: "그런 메모가 없습니다.")),
    ("4", Text("More than one memo may be meant.", ko: "맞는 메모가 여럿입니다.")),
    (
      "5",
      Text(
        "A memo changed since it was read, or a conflict needs a person.", ko: "메모가 읽은 뒤에 바뀌었거나, 사람이 풀어야 할 충돌이 있습니다.")
    ),
    ("6", Text("Another process holds a lock.", ko: "다른 프로세스가 잠그고 있습니다.")),
    ("7", Text("The vault, a file or a program failed.", ko: "볼트, 파일 또는 프로그램에 문제가 있습니다.")),
    (
      "8",
      Text(
        "The remote cannot be reached or refused; local work is safe.",
        ko: "원격 저장소에 닿을 수 없거나 거절당했습니다. 이곳의 내용은 안전합니다.")
    ),
    ("130", Text("Interrupted.", ko: "중단되었습니다.")),
  ]

  private static let variables: [(String, Text)] = [
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
    (
      "NO_COLOR, TERM, COLUMNS",
      Text("Whether there is colour, and how wide output is.", ko: "색을 쓸지, 출력의 너비가 얼마인지.")
    ),
    (
      "LC_ALL, LC_MESSAGES, LC_TIME, LC_COLLATE, LC_CTYPE, LANG, TZ",
      Text("Language, dates, the order of titles, time zone.", ko: "언어, 날짜, 제목의 순서, 시간대.")
    ),
    ("XDG_CONFIG_HOME, XDG_CACHE_HOME", Text("Where settings and caches are.", ko: "설정과 캐시가 있는 곳.")),
  ]

  private static let files: [(String, Text)] = [
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
  ]

  /// The sections that end the page of memo, in roff.
  static func sections(in language: Language) -> [String] {
    let sections = [
      (HelpHeading.exitStatus, exitCodes), (HelpHeading.environment, variables), (HelpHeading.files, files),
    ]
    return sections.flatMap { title, pairs in
      [heading(title, language)] + pairs.map { Roff.item(Roff.bold($0.0), $0.1[language]) }
    } + [heading(HelpHeading.seeAlso, language), Roff.reference("git")]
  }

  private static func heading(_ title: Text, _ language: Language) -> String {
    Roff.section(title[language].uppercased())
  }
}
