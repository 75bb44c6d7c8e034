import MemoCore
import MemoIndex
import MemoStore
import MemoSync
import MemoWords

/// `memo conflicts`
enum ConflictsCommand: Command {
  private static let resolve = Option<RawArgument>.path(
    "resolve", value: "REF",
    help: Text(
      "Do not list the places in this memo on this device any more", ko: "이 메모의 충돌을 이 기기에서는 더 나열하지 않습니다"),
    completion: .memos)
  private static let ours = Flag(
    "ours",
    help: Text(
      "With --resolve: take what was saved here, of a memo saved without what a sync had brought",
      ko: "--resolve와 함께: 동기화로 받은 내용 없이 저장한 메모에서 이곳에서 저장한 것을 고릅니다"))
  private static let theirs = Flag(
    "theirs", help: Text("With --resolve: take what the sync had brought", ko: "--resolve와 함께: 동기화로 받은 것을 고릅니다"))

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
        until one of the two files is gone; and settings that both sides changed.
        """,
        ko: """
          같은 줄을 두 기기에서 고치면 동기화는 두 가지를 차례로 모두 남깁니다. 둘 중 하나를 지우면 모든 기기에서, \
          --resolve로 둘 다 남긴다고 알리면 이 기기의 목록에서 빠집니다. 메모가 아니어서 두 버전을 한데 담을 수 없는 파일, \
          양쪽에서 이름을 바꾼 메모, 다른 쪽의 이름과 함께 둘 수 없어 이름이 바뀐 파일은 두 파일 중 하나가 \
          없어질 때까지, 그리고 양쪽에서 바뀐 설정도 나열합니다.
          """),
      Text(
        """
        An editor that had a memo open during a sync may save it without what the sync had brought. Such a save is never \
        taken back: lines that were new are added again, lines that had been changed or deleted stay as they were saved. \
        The memo is listed with both versions until --resolve settles it on this device: with --ours the memo is as it was \
        saved, with --theirs it has all that had come, with neither it stays as it is.
        """,
        ko: """
          동기화하는 동안 메모를 열어 둔 편집기는 동기화로 받은 내용 없이 메모를 저장할 수 있습니다. 그렇게 저장한 것은 \
          되돌리지 않습니다. 새로 받은 줄은 다시 넣고, 바뀌었거나 지워진 줄은 저장한 그대로 둡니다. 그 메모는 이 기기에서 \
          --resolve로 정할 때까지 두 가지와 함께 나열합니다. --ours는 저장한 그대로, --theirs는 받은 내용을 모두 담아, 둘 다 \
          없으면 지금 그대로 둡니다.
          """),
    ],
    options: [resolve, ours, theirs, CommonOptions.json],
    exclusions: [[ours, theirs]],
    examples: [
      CommandExample("memo conflicts", Text("what needs a look", ko: "살펴볼 곳")),
      CommandExample("memo conflicts --resolve plan.md", Text("both versions stay", ko: "둘 다 남기기")),
      CommandExample(
        "memo conflicts --resolve plan.md --ours", Text("as it was saved here", ko: "이곳에서 저장한 그대로")),
    ],
    seeAlso: ["sync"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault(isChange: session.arguments[resolve] != nil)
    let syncer = try session.syncer(of: vault)
    guard let named = session.arguments[resolve] else {
      if version(session) != nil { throw missingMemo }
      let conflicts = try syncer.conflicts()
      if conflicts.isEmpty, !session.isJSON { session.note(SyncMessages.noConflicts) }
      try ConflictWriter(session: session).write(conflicts)
      return .done
    }
    let path = try path(of: named, among: syncer.conflicts(), vault, session)
    let resolved =
      if let version = version(session) {
        try syncer.resolve(path, with: version, as: declaration.name, at: session.now)
      } else {
        try syncer.resolve(path)
      }
    if session.isJSON { try ConflictWriter(session: session).write(resolved) }
    session.note(SyncMessages.resolved(path.text, resolved.count))
    return resolved.isEmpty ? .noMatch : .done
  }

  /// The version to take; `nil` to leave the memo as it is.
  private static func version(_ session: Session) -> ConflictVersion? {
    session.arguments[ours] ? .ours : session.arguments[theirs] ? .theirs : nil
  }

  private static var missingMemo: UsageError {
    UsageError(
      .missingArgument, Text("missing --resolve REF", ko: "--resolve REF가 빠졌습니다"), hints: [.seeHelp(declaration)])
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
