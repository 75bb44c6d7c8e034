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

  static let declaration = CommandDeclaration(
    "today", namesElsewhere: ["daily", "journal"], group: .start,
    summary: Text("Open or create today's memo and print its path", ko: "오늘 메모를 열거나 만들고 경로 출력"),
    description: [
      Text(
        """
        The file is YYYY-MM-DD.md in the folder of the setting 'daily.folder'. Its first line is '# YYYY-MM-DD', \
        unless the template .memo/templates/today.md exists; {{title}} is YYYY-MM-DD there. The folder may contain \
        the date, as in 'Daily/{{date:YYYY/MM}}'.
        """,
        ko: """
          파일은 설정 'daily.folder'의 폴더에 있는 YYYY-MM-DD.md입니다. 첫 줄은 '# YYYY-MM-DD'이며, 템플릿 .memo/templates/today.md가 있으면 그 \
          내용을 따릅니다. 템플릿의 {{title}}은 YYYY-MM-DD입니다. 폴더에는 '일기/{{date:YYYY/MM}}'처럼 날짜를 넣을 수 있습니다.
          """),
      Text(
        """
        If the folder has no such memo and exactly one memo elsewhere in the vault has that name, that one is \
        opened: each day has one memo, wherever it was moved.
        """,
        ko: "그 폴더에는 없고 보관함의 다른 곳에 같은 이름의 메모가 하나만 있으면 그 메모를 엽니다. 어디로 옮겼든 하루의 메모는 하나입니다."),
    ],
    options: [edit, CommonOptions.json],
    examples: [
      CommandExample("memo today", Text("write about the day", ko: "오늘의 기록")),
      CommandExample("memo append \"$(memo today)\" 'a line'", Text("without an editor", ko: "편집기 없이")),
    ],
    seeAlso: ["new", "config"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(isChange: true)
    let path = try workspace.todayPath()
    if path.parent != (try workspace.dailyFolder()) { session.note(Message.isToday(path.text)) }
    let isEdited = session.arguments[edit] ?? session.isInteractive
    if isEdited {
      try session.editor.check()
      try workspace.editToday(path, in: session.editor)
    } else {
      try workspace.makeToday(path)
    }
    try session.printCreated(path, in: workspace)
    return .done
  }
}
