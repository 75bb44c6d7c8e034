import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoSync
import MemoWords

/// `memo conflicts`
enum ConflictsCommand: Command {
  private static let resolve = Option<RawArgument>.path(
    "resolve", value: "REF",
    help: Text(
      "Stop listing the conflicts of this memo on this device", ko: "이 메모의 충돌을 이 기기의 목록에서 제거"),
    completion: .memos)
  private static let ours = Flag(
    "ours",
    help: Text(
      "With --resolve: keep the memo as it was saved here, without the changes that a sync had received",
      ko: "--resolve와 함께: 동기화로 받은 변경 없이 여기서 저장한 내용을 유지"))
  private static let theirs = Flag(
    "theirs",
    help: Text("With --resolve: take the changes that the sync had received", ko: "--resolve와 함께: 동기화로 받은 변경을 반영"))

  static let declaration = CommandDeclaration(
    "conflicts", group: .sync,
    summary: Text("Review sync conflicts", ko: "동기화 충돌 보기"),
    description: [
      Text(
        """
        Where two devices changed the same lines, a sync keeps both versions, one after the other. Each conflict is \
        listed until one version is deleted, which settles it on every device, or until --resolve keeps both, which \
        settles it on this device. Also listed: files other than memos that cannot hold both versions, memos renamed \
        on both sides, and files renamed because their name clashes with one from the other side, each until one of \
        the two files is gone; and settings changed on both sides.
        """,
        ko: """
          두 기기에서 같은 줄을 고치면 동기화는 두 버전을 차례로 모두 남깁니다. 한 버전을 지우면 모든 기기에서, --resolve로 둘 다 남기면 이 기기에서 충돌이 해결됩니다. 두 버전을 한데 담을 \
          수 없는 메모 외의 파일, 양쪽에서 이름을 바꾼 메모, 다른 쪽의 이름과 겹쳐 이름이 바뀐 파일은 두 파일 중 하나가 없어질 때까지 나열합니다. 양쪽에서 바꾼 설정도 나열합니다.
          """),
      Text(
        """
        An editor that had a memo open during a sync may save it without the changes that the sync received. memo \
        never overrides such a save: new lines are added again; lines that had been changed or deleted stay as \
        saved. The memo is listed with both versions until --resolve settles it on this device: with --ours the memo \
        is as saved here, with --theirs it has all received changes, with neither it stays as it is now.
        """,
        ko: """
          동기화하는 동안 메모를 열어 둔 편집기는 동기화로 받은 변경 없이 메모를 저장할 수 있습니다. memo는 그렇게 저장한 내용을 되돌리지 않습니다. 새로 받은 줄은 다시 넣고, 바뀌었거나 지워졌던 \
          줄은 저장한 그대로 둡니다. 이 메모는 이 기기에서 --resolve로 해결할 때까지 두 버전과 함께 나열합니다. --ours는 여기서 저장한 내용으로, --theirs는 받은 변경을 모두 \
          반영한 내용으로 바꾸고, 둘 다 없으면 지금 내용을 그대로 둡니다.
          """),
    ],
    options: [resolve, ours, theirs, CommonOptions.json],
    exclusions: [[ours, theirs]],
    examples: [
      CommandExample("memo conflicts", Text("list conflicts", ko: "충돌 나열")),
      CommandExample("memo conflicts --resolve plan.md", Text("keep both versions", ko: "두 버전 모두 유지")),
      CommandExample(
        "memo conflicts --resolve plan.md --ours", Text("keep the memo as it was saved here", ko: "여기서 저장한 내용 유지")),
    ],
    seeAlso: ["sync"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(isChange: session.arguments[resolve] != nil)
    let syncer = try workspace.syncer()
    guard let named = session.arguments[resolve] else {
      if version(session) != nil { throw missingMemo }
      let conflicts = try syncer.conflicts()
      if conflicts.isEmpty, !session.isJSON { session.note(SyncMessages.noConflicts) }
      try ConflictWriter(session: session).write(conflicts)
      return .done
    }
    let path = try path(of: named, among: syncer.conflicts(), workspace, session)
    let resolved =
      if let version = version(session) {
        try syncer.resolve(path, with: version, as: declaration.name, at: session.machine.now)
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
    of named: RawArgument, among conflicts: [SyncConflict], _ workspace: Workspace, _ session: Session
  ) throws -> VaultPath {
    let listed = conflicts.flatMap { [$0.path, $0.otherPath].compactMap(\.self) }
    if let path = listed.first(where: { $0.bytes == named.bytes }) { return path }
    return try session.finder(in: workspace, isChange: true).find(named.bytes)
  }
}
