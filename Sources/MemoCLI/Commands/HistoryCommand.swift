import MemoCore
import MemoVault

/// `memo history`
enum HistoryCommand: Command {
  private static let limit = Option<Int>.number(
    "limit", short: "n", in: 0...Int.max, help: "At most N versions; 0 for all")

  static let declaration = CommandDeclaration(
    "history", group: .sync, isCommon: true, summary: "List the versions of a memo, from git",
    description: [
      """
      Newest first: the commits that changed the memo, also under the names that it had before. A memo that is gone is \
      named by its exact path. The vault may be a git repository of its own or a folder in one.
      """,
      """
      Elsewhere than on a terminal each line holds the commit's hash, its author's date, the author and the first line \
      of its message, separated by tabs.
      """,
    ],
    positionals: [CommonOptions.oneReference], options: [limit, CommonOptions.json],
    examples: [
      CommandExample("memo history plan", "the versions of a memo"),
      CommandExample("memo show plan --at 3f2a91c0", "one of them"),
      CommandExample("memo history plan --json | jq -r '.[0].date'", "when it was committed last"),
    ],
    seeAlso: ["diff", "restore", "show"])

  static func run(_ session: Session) throws -> ExitCode {
    let past = try session.past(in: try session.openVault(for: declaration), of: declaration)
    let count = session.arguments[limit] ?? 0
    let versions = count == 0 ? past.versions : Array(past.versions.prefix(count))
    if past.versions.isEmpty, !session.isJSON { session.note(PastMessages.noVersions(past.path.text)) }
    try HistoryWriter(session: session).write(versions)
    return .done
  }
}
