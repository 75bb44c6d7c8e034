import MemoCore
import MemoVault

/// `memo conflicts`
enum ConflictsCommand: Command {
  private static let resolve = Option<RawArgument>.path(
    "resolve", value: "REF",
    help: Text(
      "Do not list the places in this memo on this device any more", ko: "이 메모의 충돌을 이 기기에서는 더 나열하지 않습니다"),
    completion: .memos)

  static let declaration = CommandDeclaration(
    "conflicts", group: .sync,
    summary: Text("List the places where devices changed the same lines", ko: "여러 기기에서 같은 줄을 고친 곳을 나열합니다"),
    description: [
      Text(
        """
        A sync keeps both versions of lines that were changed on two devices, one after the other. Each place is listed \
        until one of the versions is taken out, which settles it on every device, or until --resolve says on this \
        device that both may stay. Listed are, too: files that are no memos and cannot hold both versions, memos that both \
        sides renamed, and files that got another name because the old one cannot stand beside the other side's, each \
        until one of the two files is gone; settings that both sides changed; and memos from which lines that had come \
        from elsewhere were taken out soon after.
        """,
        ko: """
          같은 줄을 두 기기에서 고치면 동기화는 두 가지를 차례로 모두 남깁니다. 둘 중 하나를 지우면 모든 기기에서, \
          --resolve로 둘 다 남긴다고 알리면 이 기기의 목록에서 빠집니다. 메모가 아니어서 두 버전을 한데 담을 수 없는 파일, \
          양쪽에서 이름을 바꾼 메모, 다른 쪽의 이름과 함께 둘 수 없어 이름이 바뀐 파일은 두 파일 중 하나가 \
          없어질 때까지, 그리고 양쪽에서 바뀐 설정과 다른 곳에서 온 줄이 곧바로 지워진 메모도 나열합니다.
          """)
    ],
    options: [resolve, CommonOptions.json],
    examples: [
      CommandExample("memo conflicts", Text("what needs a look", ko: "살펴볼 곳")),
      CommandExample("memo conflicts --resolve plan.md", Text("both versions stay", ko: "둘 다 남기기")),
    ],
    seeAlso: ["sync"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault(isChange: session.arguments[resolve] != nil)
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
    let listed = conflicts.flatMap { [$0.path, $0.otherPath].compactMap(\.self) }
    if let path = listed.first(where: { $0.bytes == named.bytes }) { return path }
    return try session.finder(in: vault, isChange: true).find(named.bytes)
  }
}
