import MemoCore
import MemoStore
import MemoWords

/// `memo edit`
enum EditCommand: Command {
  static let declaration = CommandDeclaration(
    "edit", namesElsewhere: ["open"], group: .write, isCommon: true,
    summary: Text("Open memos in your editor", ko: "메모를 편집기로 엽니다"),
    description: [
      Text(
        """
        The editor is MEMO_EDITOR, else 'editor' in your settings, else VISUAL, else EDITOR, else vi; a shell command \
        line may be given.
        """,
        ko: """
          편집기는 MEMO_EDITOR, 설정의 'editor', VISUAL, EDITOR, vi 순으로 고릅니다. 셸 명령줄을 \
          적어도 됩니다.
          """),
      Text(
        "Without a terminal only an editor that you have named is run, and none with --no-input.",
        ko: "터미널이 없으면 직접 지정한 편집기만 실행하고, --no-input을 주면 실행하지 않습니다."),
    ],
    positionals: [CommonOptions.changedReference], options: [CommonOptions.ifMatch, CommonOptions.json],
    examples: [
      CommandExample("memo edit 1", Text("the newest memo", ko: "가장 최근 메모")),
      CommandExample("MEMO_EDITOR='code -w' memo edit 장보기", Text("in another editor", ko: "다른 편집기로")),
    ],
    seeAlso: ["new", "append", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault(for: declaration, isChange: true)
    let paths = try session.references(in: vault, of: declaration, isChange: true)
    try session.checkEditor()
    try session.checkEtag(of: paths, in: vault)
    try session.edit(paths, in: vault, by: declaration.name)
    if session.isJSON {
      let rows = try session.rows(of: paths, in: vault)
      try session.writeJSON(rows, isArray: rows.count != 1)
    }
    return .done
  }
}
