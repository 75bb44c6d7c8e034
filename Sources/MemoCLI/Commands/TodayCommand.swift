import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo today`
enum TodayCommand: Command {
  private static let edit = Toggle(
    "edit",
    help: Text(
      "Open it in the editor, or not; by default on a terminal", ko: "편집기로 열지 결정. 기본값은 터미널에서 열기"))

  private static let date = Positional(
    "DATE", .optional,
    help: Text(
      "Another day: yesterday, +1, monday, 'Nov 20', 2026-11-20", ko: "다른 날: 어제, +1, 월요일, '11월 20일', 2026-11-20"),
    takesDashedWords: true)

  static let declaration = CommandDeclaration(
    "today", namesElsewhere: ["오늘", "일기"],
    equivalents: [
      "daily": "memo today", "daily": #"memo append "$(memo today)" TEXT"#, "journal": "memo today",
      "yesterday": "memo today yesterday", "--yesterday": "memo today yesterday",
      "tomorrow": "memo today tomorrow", "어제": "memo today 어제", "내일": "memo today 내일", "모레": "memo today 모레",
      "그저께": "memo today 그저께",
      "--append": #"memo append "$(memo today)" TEXT"#,
    ], explanations: ["today *": Message.quotedDate], group: .start,
    summary: Text("Open or create the memo of a day and print its path", ko: "그날의 메모를 열거나 새로 만들고 경로 출력"),
    description: [
      Text(
        """
        The file is YYYY-MM-DD.md in the folder of the setting 'daily.folder'; the setting 'daily.format' gives it \
        another name. Its first line is '# YYYY-MM-DD', \
        unless the file name is the title anyway (see 'titles' in 'memo help config') or there is a template: the one \
        that the setting 'daily.template' names, or one called 'today'. In it, {{title}} is the name of the file \
        without its ending. The folder may contain the date, as in 'Daily/{{date:YYYY/MM}}'.
        """,
        ko: """
          파일은 설정 'daily.folder'의 폴더에 있는 YYYY-MM-DD.md이고, 이름은 설정 'daily.format'으로 바꿀 수 있습니다. 첫 줄은 '# YYYY-MM-DD'이며, 파일 이름이 곧 \
          제목인 보관함에서는('memo help config'의 'titles') 그 줄을 넣지 않습니다. 설정 'daily.template'에 적은 템플릿이나 \
          이름이 today인 템플릿이 있으면 그 내용을 따릅니다. 템플릿의 {{title}}은 확장자를 뺀 파일 이름입니다. 폴더에는 '일기/{{date:YYYY/MM}}'처럼 날짜를 넣을 수 있습니다.
          """),
      Text(
        """
        If the folder has no such memo and exactly one memo elsewhere in the vault has that name, that one is \
        opened: each day has one memo, wherever it was moved. If 'daily.format' writes days or months as words, a memo \
        named in English or Korean is found in both languages; a new one is named in your language for dates.
        """,
        ko: """
          그 폴더에는 없고 보관함의 다른 곳에 같은 이름의 메모가 하나만 있으면 그 메모를 엽니다. 어디로 옮겼든 하루의 메모는 하나입니다. 'daily.format'이 요일이나 달을 글자로 쓰더라도 \
          한국어 이름과 영어 이름을 모두 찾으며, 새 메모의 이름에는 사용자의 날짜 언어를 씁니다.
          """),
      Text(
        """
        Standard input is not read, so that "$(memo today)" can be used in scripts and loops that read it: pipe text \
        to 'memo append "$(memo today)"' to add it.
        """,
        ko: """
          표준 입력은 읽지 않습니다. 그래서 표준 입력을 읽는 스크립트와 반복문에서도 "$(memo today)"를 쓸 수 있습니다. 파이프로 받은 글을 덧붙이려면 \
          'memo append "$(memo today)"'로 넘기십시오.
          """),
    ],
    positionals: [date], options: [edit, CommonOptions.json],
    examples: [
      CommandExample("memo today", Text("write about the day", ko: "오늘의 기록")),
      CommandExample(
        Text("memo today yesterday", ko: "memo today 어제"), Text("the memo of the day before", ko: "어제의 메모")),
      CommandExample(
        Text("memo append \"$(memo today)\" 'a line'", ko: "memo append \"$(memo today)\" '한 줄'"),
        Text("without an editor", ko: "편집기 없이")),
      CommandExample("memo tasks | memo append \"$(memo today)\"", Text("text from a pipe", ko: "파이프로 받은 글")),
    ],
    seeAlso: ["new", "config"])

  static func run(_ session: Session) throws -> ExitCode {
    try SettingNames.explained([.dailyFolder, .dailyFormat], templates: [.dailyTemplate, .templates]) {
      try open(session)
    }
  }

  private static func open(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(isChange: true)
    let day = try session.arguments[date].map { try namedDay($0.text, session) }
    var index: VaultIndex?
    let path = try workspace.todayPath(on: day, reading: &index)
    if path.parent != (try workspace.usualPath(on: day).parent) {
      let place = session.paths.text(path)
      session.note(day.map { Message.isMemo(of: $0.text, place) } ?? Message.isToday(place))
    }
    let isNew = workspace.vault.files.stamp(of: path) == nil
    let isEdited = session.arguments[edit] ?? session.isInteractive
    if isEdited {
      try session.editor.check()
      guard try workspace.editToday(path, on: day, in: session.editor, knowing: index) != nil else {
        session.note(Message.editLeftNothing)
        return .done
      }
    } else {
      try workspace.makeToday(path, on: day, knowing: index)
    }
    try session.printCreated(path, in: workspace)
    // Read by no one, it would be lost without a word; in "$(memo today)", it belongs to another command.
    if session.console.outputIsTerminal, !session.console.inputIsTerminal { session.hint(DailyMessages.inputNotRead) }
    if isNew, let text = session.arguments[date]?.text { hintAtComingDay(text, day, session) }
    return .done
  }

  /// The name of a day of the week means the last one, and people may mean the next.
  private static func hintAtComingDay(_ text: String, _ day: CivilDate?, _ session: Session) {
    let filter = DateFilter(clock: session.machine.clock)
    guard let coming = filter.comingDay(text), coming != day else { return }
    let isKorean = text.unicodeScalars.first.map { !$0.isASCII } ?? false
    let next = "\(isKorean ? "다음" : "next") \(text)"
    let named = filter.day(next) == coming ? next : coming.text
    session.hint(Message.comingDay("memo today \(ShellWord.of(named))", coming.text))
  }

  private static func namedDay(_ text: String, _ session: Session) throws -> CivilDate {
    let filter = DateFilter(clock: session.machine.clock)
    if let day = filter.day(text) { return day }
    try session.checkCalendar(of: text, isOfThisYear: true)
    let message = filter.isLongerThanDay(text) ? DailyMessages.severalDays(text) : Message.badDay(text)
    throw Failure.invalid(message, hints: [Message.dayHint, Message.addToDay])
  }
}
