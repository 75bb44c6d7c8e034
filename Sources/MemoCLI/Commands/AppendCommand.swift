import MemoCore
import MemoStore
import MemoWords

/// `memo append`
enum AppendCommand: Command {
  static let declaration = CommandDeclaration(
    "append", group: .write, isCommon: true, summary: Text("Add text at the end of a memo", ko: "메모 끝에 텍스트 덧붙이기"),
    description: [
      Text(
        """
        The text starts on a new line and uses the memo's own line breaks. The rest of the memo stays as it is, byte \
        for byte, and so does anything that another program saves at the same time.
        """,
        ko: "텍스트는 새 줄에서 시작하며 메모의 줄 바꿈 방식을 따릅니다. 나머지 내용은 1바이트도 바뀌지 않고, 다른 프로그램이 동시에 저장한 내용도 보존합니다.")
    ],
    positionals: [ChangeOptions.reference, ChangeOptions.text], options: [CommonOptions.ifMatch, CommonOptions.json],
    examples: [
      CommandExample("memo append 장보기 두부", Text("add a line", ko: "한 줄 추가")),
      CommandExample("memo append log.md - < today.txt", Text("add standard input", ko: "표준 입력에서 읽어 추가")),
    ],
    seeAlso: ["prepend", "write", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let addition = TextAddition(command: declaration) { session, text, path, vault in
      try session.append(text, to: path, in: vault, by: declaration.name)
    }
    return try addition.run(session)
  }
}
