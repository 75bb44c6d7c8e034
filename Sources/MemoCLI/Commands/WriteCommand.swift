import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// `memo write`
enum WriteCommand: Command {
  private static let allowEmpty = Flag("allow-empty", help: Text("Accept empty input", ko: "빈 입력 허용"))

  static let declaration = CommandDeclaration(
    "write", group: .write, summary: Text("Replace a memo with standard input", ko: "표준 입력의 내용으로 메모 바꾸기"),
    description: [
      Text(
        """
        The bytes are written as they are. Empty input, as from a filter that failed, is refused. 'memo undo' \
        restores the former text and time.
        """,
        ko: "입력한 바이트를 그대로 씁니다. 실패한 필터에서 나온 것 같은 빈 입력은 거부합니다. 이전 내용과 시각은 'memo undo'로 되돌릴 수 있습니다.")
    ],
    positionals: [ChangeOptions.reference], options: [allowEmpty, CommonOptions.ifMatch, CommonOptions.json],
    examples: [
      CommandExample(
        "memo show plan.md | sed s/May/June/ | memo write plan.md", Text("through a filter", ko: "필터를 거쳐서")),
      CommandExample(
        "memo write plan.md --if-match 9a1be0… < new.md",
        Text("only if no one has changed it since", ko: "그사이 바뀌지 않았을 때만")),
    ],
    seeAlso: ["append", "edit", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(for: declaration, isChange: true)
    guard let path = try session.references(in: workspace, of: declaration, isChange: true).first else { return .done }
    let contents = try session.readInput()
    guard !contents.isEmpty || session.arguments[allowEmpty] else {
      throw Failure(
        kind: "empty-input", message: Message.emptyInput(session.paths.text(path)), hints: [Message.allowEmptyHint],
        exitCode: .usage)
    }
    // Whatever the memo has become is replaced and kept for undo, unless an etag forbids it.
    try workspace.retrying(ifMatch: session.etag) { workspace in
      try workspace.replace(path, ifMatch: session.etag, as: declaration.name, isWhole: true) { _ in contents }
    }
    if session.console.errorIsTerminal { session.note(Message.wrote(session.paths.text(path))) }
    try session.printRecord(of: path, in: workspace)
    return .done
  }
}
