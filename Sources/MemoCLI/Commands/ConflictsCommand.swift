import MemoCore
import MemoVault

/// `memo conflicts`
enum ConflictsCommand: Command {
  private static let resolve = Option<RawArgument>.path(
    "resolve", value: "REF", help: "Do not list the places in this memo on this device any more", completion: .memos)

  static let declaration = CommandDeclaration(
    "conflicts", group: .sync, summary: "List the places where devices changed the same lines",
    description: [
      """
      A sync keeps both versions of lines that were changed on two devices, one after the other. Each place is listed \
      until one of the versions is taken out, which settles it on every device, or until --resolve says on this device \
      that both may stay. Settings that both sides changed are listed, too, and memos from which lines that had come \
      from elsewhere were taken out soon after.
      """
    ],
    options: [resolve, CommonOptions.json],
    examples: [
      CommandExample("memo conflicts", "what needs a look"),
      CommandExample("memo conflicts --resolve plan.md", "both versions stay"),
    ],
    seeAlso: ["sync"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault()
    let syncer = try session.syncer(of: vault)
    guard let named = session.arguments[resolve] else {
      let conflicts = try syncer.conflicts()
      if conflicts.isEmpty, !session.isJSON { session.note(SyncMessages.noConflicts) }
      try ConflictWriter(session: session).write(conflicts)
      return .done
    }
    let path = try path(of: named, among: syncer.conflicts(), vault, session)
    let resolved = try syncer.resolve(path)
    if session.isJSON { try ConflictWriter(session: session).write(resolved) }
    session.note(SyncMessages.resolved(path.text, resolved.count))
    return resolved.isEmpty ? .noMatch : .done
  }

  /// A memo, or any other file that is listed.
  private static func path(
    of named: RawArgument, among conflicts: [SyncConflict], _ vault: Vault, _ session: Session
  ) throws -> VaultPath {
    if let listed = conflicts.first(where: { $0.path.bytes == named.bytes }) { return listed.path }
    return try session.finder(in: vault, isChange: true).find(named.bytes)
  }
}
