import MemoCore
import MemoVault

/// `memo sync`
enum SyncCommand: Command {
  private static let remote = Option<String>.text(
    "remote", value: "URL", help: "Sync with this git remote from now on: a URL, user@host:path or a folder",
    completion: .folders)
  private static let status = Flag("status", help: "Tell how far here and the remote are apart, and what went wrong")
  private static let allowMassDelete = Flag(
    "allow-mass-delete", help: "Let all files be deleted at once, or more than 20 that are more than a quarter")
  private static let adoptRemote = Flag(
    "adopt-remote", help: "Take over a remote whose history was rewritten, with the changes from here on top")
  private static let mergeAnyway = Flag(
    "merge-anyway", help: "Merge with a remote whose history was rewritten; the old history comes back")

  static let declaration = CommandDeclaration(
    "sync", group: .sync, isCommon: true, summary: "Sync the vault with other devices through git",
    description: [
      """
      Commits what changed here, fetches what changed elsewhere, merges it line by line and pushes. No line is lost, no \
      conflict marker is written: where both sides changed the same lines, both stay, and 'memo conflicts' lists them.
      """,
      """
      Offline, what changed is committed all the same (exit code 8), and the next sync sends it. Everything that git does \
      not ignore travels, up to 20 MB a file; the times of memos do, too.
      """,
    ],
    options: [
      remote, status, CommonOptions.dryRun, allowMassDelete, adoptRemote, mergeAnyway, CommonOptions.json,
    ],
    exclusions: [[status, CommonOptions.dryRun, remote], [adoptRemote, mergeAnyway]],
    examples: [
      CommandExample("memo sync --remote git@example.org:me/memos.git", "the first time"),
      CommandExample("memo sync", "from then on"),
      CommandExample("memo sync --status", "when it last went through"),
    ],
    seeAlso: ["clone", "conflicts", "trust"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault()
    if session.arguments[status] {
      return try SyncStatusWriter(session: session).write(session.syncer(of: vault).status())
    }
    let options = try options(session)
    let bar = TransferProgress(session)
    let report = try session.sync(vault, options, bar)
    return try SyncWriter(session).write(report, isDryRun: options.isDryRun)
  }

  private static func options(_ session: Session) throws -> SyncOptions {
    var options = session.syncOptions()
    if let named = session.arguments[remote] { options.remote = try session.remoteAddress(named).text }
    options.isDryRun = session.arguments[CommonOptions.dryRun]
    options.allowsMassDeletion = session.arguments[allowMassDelete]
    if session.arguments[adoptRemote] { options.rewriting = .adopted }
    if session.arguments[mergeAnyway] { options.rewriting = .merged }
    return options
  }
}
