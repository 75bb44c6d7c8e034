import MemoCore
import MemoVault

/// `memo watch`
enum WatchCommand: Command {
  private static let poll = Flag("poll", help: "Look at every file every two seconds instead of waiting for events")

  static let declaration = CommandDeclaration(
    "watch", group: .vault, summary: "Tell what changes, and keep the cache in step",
    description: [
      """
      Each change to a memo is a line of what happened (added, modified, removed, renamed), path and title, separated by \
      tabs; after a rename the path before follows. A change is told once it has settled, so a program that empties a \
      memo before it writes it changes it once.
      """,
      "It runs until Ctrl-C. Other commands do not need it: each of them sees the files as they are.",
    ],
    options: [CommonOptions.json, poll],
    examples: [
      CommandExample("memo watch", "see what changes"),
      CommandExample("memo watch --json | jq -r .record.absPath", "hand on what changes, an object a line"),
    ],
    seeAlso: ["index"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault()
    prepare(vault, session)
    let surroundings = session.surroundings
    let follower = try ChangeFollower(
      vault.root, host: surroundings.host, watching: surroundings.watching,
      mode: session.arguments[poll] ? .polling : .automatic, now: surroundings.stopwatch)
    let writer = NewsWriter(session: session, root: vault.root)
    while let news = try follower.next() { try writer.write(news) }
    return .interrupted
  }

  /// The cache goes into the vault where that can be written to, so that all commands share it.
  private static func prepare(_ vault: Vault, _ session: Session) {
    do {
      _ = try VaultSetup.prepare(vault)
    } catch {
      if session.arguments[GlobalOptions.verbose] { session.note(FailureMessages.failure(for: error).message) }
    }
  }
}
