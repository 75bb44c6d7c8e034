import MemoCore
import MemoStore
import MemoWords

/// `memo prepend`
enum PrependCommand: Command {
  static let declaration = CommandDeclaration(
    "prepend", group: .write, summary: Text("Add text below the title of a memo", ko: "메모의 제목 아래에 글을 넣습니다"),
    description: [
      Text(
        "The text gets a line of its own, below front matter and title and above everything else.",
        ko: "글은 새 줄에 들어가며, 머리말과 제목 아래, 다른 모든 것 위에 놓입니다.")
    ],
    positionals: [ChangeOptions.reference, ChangeOptions.text], options: [CommonOptions.ifMatch, CommonOptions.json],
    examples: [CommandExample("memo prepend journal.md 'up early'", Text("the newest line first", ko: "최근 줄을 맨 위에"))],
    seeAlso: ["append", "write", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let addition = TextAddition(command: declaration) { session, text, path, vault in
      try session.replace(path, in: vault, by: declaration.name) { LineInsertion.prepending(text, to: $0.bytes) }
    }
    return try addition.run(session)
  }
}
