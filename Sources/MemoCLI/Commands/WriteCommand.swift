import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// `memo write`
enum WriteCommand: Command {
  private static let allowEmpty = Flag("allow-empty", help: Text("Take an empty input, too", ko: "빈 입력도 받아들입니다"))

  static let declaration = CommandDeclaration(
    "write", group: .write, summary: Text("Replace a memo by standard input", ko: "메모를 표준 입력으로 바꿉니다"),
    description: [
      Text(
        """
        The bytes are taken as they are; an empty input, as from a filter that failed, is refused. What the memo held before \
        comes back with 'memo undo', its time included.
        """,
        ko: """
          바이트를 그대로 받아들입니다. 실패한 필터가 내는 것 같은 빈 입력은 거절합니다. 메모에 있던 내용은 시각까지 'memo \
          undo'로 돌아옵니다.
          """)
    ],
    positionals: [ChangeOptions.reference], options: [allowEmpty, CommonOptions.ifMatch, CommonOptions.json],
    examples: [
      CommandExample(
        "memo show plan.md | sed s/May/June/ | memo write plan.md", Text("through a filter", ko: "필터를 거쳐서")),
      CommandExample(
        "memo write plan.md --if-match 9a1be0… < new.md",
        Text("only if nobody changed it meanwhile", ko: "그사이 아무도 바꾸지 않았을 때만")),
    ],
    seeAlso: ["append", "edit", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault(for: declaration, isChange: true)
    guard let path = try session.references(in: vault, of: declaration, isChange: true).first else { return .done }
    let contents = try session.readInput()
    guard !contents.isEmpty || session.arguments[allowEmpty] else {
      throw Failure(
        kind: "empty-input", message: Message.emptyInput(path.text), hints: [Message.allowEmptyHint], exitCode: .usage)
    }
    try session.replace(path, in: vault, by: declaration.name) { _ in contents }
    if session.console.errorIsTerminal { session.note(Message.wrote(path.text)) }
    try session.tellRecord(of: path, in: vault)
    return .done
  }
}
