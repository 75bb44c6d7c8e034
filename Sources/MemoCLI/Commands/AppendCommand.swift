import MemoCore
import MemoStore
import MemoWords

/// `memo append`
enum AppendCommand: Command {
  static let declaration = CommandDeclaration(
    "append", group: .write, isCommon: true, summary: Text("Add text at the end of a memo", ko: "메모 끝에 글을 덧붙입니다"),
    description: [
      Text(
        """
        The text gets a line of its own, with the line break that the memo uses. Everything that is in the memo stays as \
        it is, byte for byte; a save by another program at the same time is kept.
        """,
        ko: """
          글은 새 줄에 들어가고, 줄 바꿈은 메모가 쓰는 것을 따릅니다. 메모에 있던 내용은 바이트 하나까지 그대로 남으며, 다른 \
          프로그램이 동시에 저장한 내용도 잃지 않습니다.
          """)
    ],
    positionals: [ChangeOptions.reference, ChangeOptions.text], options: [CommonOptions.ifMatch, CommonOptions.json],
    examples: [
      CommandExample("memo append 장보기 두부", Text("one more line", ko: "한 줄 추가")),
      CommandExample("memo append log.md - < today.txt", Text("from standard input", ko: "표준 입력에서 읽기")),
    ],
    seeAlso: ["prepend", "write", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let addition = TextAddition(command: declaration) { session, text, path, vault in
      try session.append(text, to: path, in: vault, by: declaration.name)
    }
    return try addition.run(session)
  }
}
