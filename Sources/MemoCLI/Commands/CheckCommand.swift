import MemoCore
import MemoVault

/// `memo check`
enum CheckCommand: Command {
  private static let fix = Flag("fix", help: "Repair links to memos that moved")

  static let declaration = CommandDeclaration(
    "check", group: .vault, summary: "Look for broken links, twins and other trouble",
    description: [
      """
      Each line reads path:line:column: code: message. Codes are broken-link, ambiguous-link, duplicate-title, \
      normalization-twin, case-twin, windows-name, conflict-marker, unreadable and too-large. Exit code 1 if there are any.
      """,
      "Links to web pages, attachments and files outside of the vault are not looked at.",
      """
      A broken link to a memo that another program has moved or renamed says where it is now, if memo was used before and \
      after that, or if just one memo has the file name. --fix rewrites these links and nothing else: it shows the changes, \
      asks on a terminal and needs --yes elsewhere. All of it is one change, which 'memo undo' takes back.
      """,
    ],
    options: [fix, ChangeOptions.yes, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo check", "all there is to see to"),
      CommandExample("memo check --fix", "after 'mv plan.md work/': repair the links to it"),
      CommandExample(
        "memo check --json | jq -r '.[] | select(.code == \"broken-link\") | .path'", "broken links alone"),
    ],
    seeAlso: ["links", "move", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault()
    // What cannot be read is a problem of the report here, not a warning beside it.
    let check = VaultCheck(vault, try vault.current())
    let problems = check.problems()
    let writer = ProblemWriter(session: session)
    if session.arguments[fix] {
      return try LinkFixing(session: session, vault: vault, writer: writer).run(check, problems)
    }
    if session.isJSON {
      try writer.writeJSON(problems)
    } else {
      try writer.write(problems)
      let fixable = problems.count(where: \.isRepairable)
      if fixable > 0 { session.note(Message.fixable(fixable)) }
      if problems.isEmpty { session.note(Message.noProblems) }
    }
    return problems.isEmpty ? .done : .noMatch
  }
}
