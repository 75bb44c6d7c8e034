import MemoCore
import MemoVault

/// `memo check`
enum CheckCommand: Command {
  static let declaration = CommandDeclaration(
    "check", group: .vault, summary: "Look for broken links, twins and other trouble",
    description: [
      """
      Each line reads path:line:column: code: message. Codes are broken-link, ambiguous-link, duplicate-title, \
      normalization-twin, case-twin, windows-name, conflict-marker, unreadable and too-large. Exit code 1 if there are any.
      """,
      "Links to web pages, attachments and files outside of the vault are not looked at.",
    ],
    options: [CommonOptions.json],
    examples: [
      CommandExample("memo check", "all there is to see to"),
      CommandExample(
        "memo check --json | jq -r '.[] | select(.code == \"broken-link\") | .path'", "broken links alone"),
    ],
    seeAlso: ["links", "index"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault()
    // What cannot be read is a problem of the report here, not a warning beside it.
    let index = try vault.current()
    let problems = VaultCheck(vault, index).problems()
    if session.isJSON {
      try writeJSON(problems, session)
    } else if session.console.outputIsTerminal {
      try session.page(problems.lazy.map { shownLine($0, session.style) })
    } else {
      try session.writeLines(problems.flatMap { session.isColorForced ? shownLine($0, session.style) : plainLine($0) })
    }
    if problems.isEmpty, !session.isJSON { session.note(Message.noProblems) }
    return problems.isEmpty ? .done : .noMatch
  }

  private static func plainLine(_ problem: VaultProblem) -> [UInt8] {
    let place = ":\(problem.position.line):\(problem.position.column): \(problem.code): "
    let message = OneLine.bytes(CheckMessages.text(of: problem.kind).en)
    return QuotedPath.bytes(problem.path) + Array(place.utf8) + message + [UInt8(ascii: "\n")]
  }

  /// For people: what is in colour has passed the gate to terminals.
  private static func shownLine(_ problem: VaultProblem, _ style: Style) -> [UInt8] {
    let path = style.faint(TerminalText.visible(QuotedPath.bytes(problem.path)))
    let place = style.number(":\(problem.position.line):\(problem.position.column):")
    let message = TerminalText.visible(CheckMessages.text(of: problem.kind).en)
    return Array("\(path)\(place) \(style.error(problem.code)): \(message)\n".utf8)
  }

  private static func writeJSON(_ problems: [VaultProblem], _ session: Session) throws {
    var writer = JSONWriter()
    writer.beginArray()
    for problem in problems {
      writer.beginObject()
      writer.key("code")
      writer.string(problem.code)
      writer.path(problem.path)
      writer.key("line")
      writer.number(problem.position.line)
      writer.key("column")
      writer.number(problem.position.column)
      writer.key("message")
      writer.string(CheckMessages.text(of: problem.kind).en)
      writer.endObject()
    }
    writer.endArray()
    writer.newline()
    try session.write(writer.bytes)
  }
}
