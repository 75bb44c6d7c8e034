import MemoCore
import MemoStore
import MemoWords

/// `memo prepend`
enum PrependCommand: Command {
  static let declaration = CommandDeclaration(
    "prepend", group: .write, summary: Text("Add text below the title of a memo", ko: "메모의 제목 아래에 텍스트 넣기"),
    description: [
      Text(
        "The text starts on a new line, below the front matter and the title and above the rest of the memo.",
        ko: "텍스트는 새 줄에 들어가며, 프런트매터와 제목 바로 아래, 나머지 내용 위에 놓입니다.")
    ],
    positionals: [ChangeOptions.reference, ChangeOptions.text], options: [CommonOptions.ifMatch, CommonOptions.json],
    examples: [CommandExample("memo prepend journal.md 'up early'", Text("newest line first", ko: "최신 줄을 맨 위에"))],
    seeAlso: ["append", "write", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let addition = TextAddition(command: declaration) { session, text, path, vault in
      try session.replace(path, in: vault, by: declaration.name) { LineInsertion.prepending(text, to: $0.bytes) }
    }
    return try addition.run(session)
  }
}
