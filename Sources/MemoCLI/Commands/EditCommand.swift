import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo edit`
enum EditCommand: Command {
  static let declaration = CommandDeclaration(
    "edit", namesElsewhere: ["open", "편집", "열기", "쓰기"], equivalents: ["--line": "memo edit PATH:LINE"],
    group: .write, isCommon: true,
    summary: Text("Open memos in your editor", ko: "편집기에서 메모 열기"),
    description: [
      Text(
        """
        The editor is the first of these that is set: MEMO_EDITOR, 'editor' in your settings, VISUAL, EDITOR; by \
        default vi. It may be a shell command line.
        """,
        ko: "편집기는 MEMO_EDITOR, 사용자 설정의 'editor', VISUAL, EDITOR, vi 순으로 찾습니다. 셸 명령줄을 지정해도 됩니다."),
      Text(
        "PATH:LINE or TITLE:LINE opens a memo at that line, REF#HEADING at a heading.",
        ko: "경로:줄이나 제목:줄로 지정하면 그 줄에서, 메모#소제목으로 지정하면 그 소제목에서 엽니다."),
      Text(
        "Without a terminal, only an editor that you have set is started; with --no-input, none is.",
        ko: "터미널이 없으면 직접 지정한 편집기만 실행하고, --no-input을 붙이면 아무것도 실행하지 않습니다."),
    ],
    positionals: [CommonOptions.changedReference], options: [CommonOptions.ifMatch, CommonOptions.json],
    examples: [
      CommandExample("memo edit 1", Text("the newest memo", ko: "최신 메모")),
      CommandExample("memo edit 'plan#To do'", Text("at a heading", ko: "소제목에서 열기")),
      CommandExample("MEMO_EDITOR='code -w' memo edit 장보기", Text("in another editor", ko: "다른 편집기에서")),
    ],
    seeAlso: ["new", "append", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(for: declaration, isChange: true)
    // Named twice, a memo is opened once.
    let places = MemoPlace.joined(
      try session.places(in: workspace, of: declaration, isChange: true, takesHeadings: true))
    let paths = places.map(\.path)
    try session.editor.check()
    try workspace.check(paths, ifMatch: session.etag)
    try workspace.edit(places, in: session.editor, as: declaration.name)
    let isThere = Set(paths.filter { workspace.vault.files.stamp(of: $0) != nil })
    for path in paths where !isThere.contains(path) {
      session.warn(Message.goneInEditor(session.paths.text(path)))
    }
    if session.isJSON {
      let rows = try session.rows(of: paths.filter(isThere.contains), in: workspace)
      try session.writeJSON(rows, isArray: rows.count != 1)
    }
    return .done
  }
}
