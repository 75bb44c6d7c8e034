import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoSync
import MemoWords

/// `memo conflicts`
enum ConflictsCommand: Command {
  private static let resolve = Option<RawArgument>.path(
    "resolve", value: "[REF]",
    help: Text(
      "Stop listing the conflicts of this memo on this device; without REF, go through all conflicts on the terminal",
      ko: "이 메모의 충돌을 이 기기의 목록에서 제거. 메모를 생략하면 터미널에서 모든 충돌을 하나씩 처리"),
    completion: .memos
  ).atEnd("")
  private static let ours = Flag(
    "ours",
    help: Text(
      "With --resolve: keep what was written here, and take out what a sync had received in its place",
      ko: "--resolve와 함께: 여기서 쓴 내용을 유지하고, 같은 자리에 동기화로 받은 내용을 제거"))
  private static let lost = Flag(
    "lost", help: Text("List lines that merges of other programs dropped", ko: "다른 프로그램의 병합에서 빠진 줄 목록"))
  private static let restore = Option<RawArgument>.path(
    "restore", value: "REF",
    help: Text("With --lost: bring the dropped lines of this memo back", ko: "--lost와 함께: 이 메모에서 빠진 줄 복원"),
    completion: .memos)
  private static let range = Positional(
    "REV..REV", .optional,
    help: Text(
      "With --lost: look only at these commits, such as main~20.. or v1..v2",
      ko: "--lost와 함께: main~20..이나 v1..v2처럼 지정한 커밋만 확인"))
  private static let theirs = Flag(
    "theirs",
    help: Text(
      "With --resolve: keep what a sync had received, and take out what was written here in its place",
      ko: "--resolve와 함께: 동기화로 받은 내용을 유지하고, 같은 자리에 여기서 쓴 내용을 제거"))

  static let declaration = CommandDeclaration(
    "conflicts", equivalents: ["resolve": "memo conflicts --resolve REF"], group: .sync,
    summary: Text("Review sync conflicts", ko: "동기화 충돌 보기"),
    description: [
      Text(
        """
        Where two devices changed the same lines, a sync keeps both versions, one after the other. Each conflict is \
        listed until one version is deleted, which settles it on every device, or until --resolve keeps both, which \
        settles it on this device; --ours and --theirs take the other version out. A key of the front matter keeps one \
        of two values; --ours and --theirs say which. Also listed: files other than memos that cannot hold both \
        versions, memos renamed on both sides, and files renamed because their name clashes with one from the other \
        side, each until one of the two files is gone; and settings changed on both sides.
        """,
        ko: """
          두 기기에서 같은 줄을 고치면 동기화는 두 버전을 차례로 모두 남깁니다. 한 버전을 지우면 모든 기기에서, --resolve로 둘 다 남기면 이 기기에서 충돌이 해결됩니다. --ours와 --theirs는 반대쪽 버전을 지웁니다. \
          프런트매터의 키에는 한 값만 남으며, --ours와 --theirs로 어느 값을 쓸지 고릅니다. 두 버전을 한데 담을 \
          수 없는 메모 외의 파일, 양쪽에서 이름을 바꾼 메모, 다른 쪽의 이름과 겹쳐 이름이 바뀐 파일은 두 파일 중 하나가 없어질 때까지 목록에 남습니다. 양쪽에서 바꾼 설정도 목록에 나옵니다.
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
          줄은 저장한 그대로 둡니다. 이 메모는 이 기기에서 --resolve로 해결할 때까지 두 버전과 함께 목록에 남습니다. --ours는 여기서 저장한 내용으로, --theirs는 받은 변경을 모두 \
          반영한 내용으로 바꾸고, 둘 다 없으면 지금 내용을 그대로 둡니다.
          """),
      Text(
        """
        git pull, Obsidian Git, a host's merge button and other programs make merges, too. --lost compares each with \
        the merge that memo would have made, and lists the lines that it dropped and that are still missing. Whether \
        someone dropped them on purpose cannot be seen: --restore brings them back, --resolve stops listing them.
        """,
        ko: """
          git pull, Obsidian Git, git 호스트의 병합 버튼 등 다른 프로그램도 병합합니다. --lost는 그 병합을 memo가 했을 병합과 비교하여, 빠졌고 지금도 없는 줄을 보여 줍니다. 일부러 뺀 \
          것인지는 알 수 없습니다. --restore는 그 줄을 복원하고, --resolve는 목록에서 제거합니다.
          """),
    ],
    positionals: [range], options: [resolve, ours, theirs, lost, restore, CommonOptions.json],
    exclusions: [[ours, theirs], [lost, ours], [lost, theirs], [restore, resolve]],
    examples: [
      CommandExample("memo conflicts", Text("list conflicts", ko: "충돌 목록")),
      CommandExample("memo conflicts --resolve plan.md", Text("keep both versions", ko: "두 버전 모두 유지")),
      CommandExample(
        "memo conflicts --resolve plan.md --ours", Text("keep the memo as it was saved here", ko: "여기서 저장한 내용 유지")),
      CommandExample(
        "memo conflicts --resolve", Text("go through all conflicts, one after the other", ko: "모든 충돌을 차례로 처리")),
      CommandExample("memo conflicts --lost", Text("lines that other programs dropped", ko: "다른 프로그램이 빠뜨린 줄")),
      CommandExample(
        "memo conflicts --lost --restore plan.md", Text("bring those of a memo back", ko: "한 메모의 줄 복원")),
    ],
    seeAlso: ["sync", "git"])

  static func run(_ session: Session) throws -> ExitCode {
    if session.arguments[lost] {
      let (resolve, restore) = (session.arguments[resolve], session.arguments[restore])
      if resolve?.bytes.isEmpty == true { throw UsageError.missingValue(of: "--resolve", Self.resolve) }
      return try LostLinesRun(session: session, name: declaration.name, range: session.arguments[range])
        .run(restoring: restore, dismissing: resolve)
    }
    let resolved = session.arguments[resolve]
    if resolved == nil, version(session) != nil { throw missing("--resolve REF") }
    // `--resolve --ours plan.md`
    let word = session.arguments[range]
    let isBehind = resolved?.bytes.isEmpty == true && word != nil
    if word != nil && !isBehind || session.arguments[restore] != nil { throw missing("--lost") }
    let workspace = try session.open(isChange: resolved != nil)
    let syncer = try workspace.syncer()
    guard let named = isBehind ? word : resolved else {
      let conflicts = try syncer.conflicts()
      if conflicts.isEmpty, !session.isJSON { session.note(SyncMessages.noConflicts) }
      try ConflictWriter(session: session).write(conflicts)
      if !conflicts.isEmpty, session.isInteractive { session.hint(SettlingMessages.walkHint) }
      return .done
    }
    if named.bytes.isEmpty {
      if version(session) != nil { throw UsageError.missingValue(of: "--resolve", resolve) }
      return try ConflictWalk(session: session, workspace: workspace, syncer: syncer, name: declaration.name).run()
    }
    let path = try path(of: named, among: syncer.openPlaces(), workspace, session)
    if let version = version(session) { return try settle(path, with: version, workspace, session) }
    let settled = try syncer.resolve(path)
    if session.isJSON { try ConflictWriter(session: session).write(settled) }
    session.note(SyncMessages.resolved(session.paths.text(path), settled.count))
    return settled.isEmpty ? .noMatch : .done
  }

  /// Takes one version of all conflicts in a memo that have two in it.
  private static func settle(
    _ path: VaultPath, with version: ConflictVersion, _ workspace: Workspace, _ session: Session
  ) throws -> ExitCode {
    let syncer = try workspace.syncer()
    let listed = try syncer.conflicts(in: path)
    let found = listed.filter { $0.choices.contains(.only(version)) }
    let others = listed.filter { !$0.choices.contains(.only(version)) }
    for conflict in others { session.warn(SettlingMessages.holdsOne(conflict)) }
    var (settled, isLeft) = ([SyncConflict](), !others.isEmpty)
    let own = found.filter(\.hasOwn)
    let outcomes = try workspace.settle(in: path, reporting: session.warn(unsettled:)) { syncer in
      try syncer.settle(own, in: path, with: version, as: declaration.name, at: session.machine.now)
    }
    for (conflict, outcome) in zip(own, outcomes) {
      switch outcome {
      case .settled: settled.append(conflict)
      case .gone: break
      case .byHand:
        isLeft = true
        session.warn(SettlingMessages.byHand(conflict))
      }
    }
    // Versions of other devices may be gone together with what they were to this one, or be all that is left of a place.
    let left = try syncer.conflicts(in: path).filter { one in
      !one.hasOwn && one.path == path && one.choices.contains(.only(version))
    }
    for conflict in left {
      isLeft = true
      session.warn(SettlingMessages.noOwn(session.paths.text(path), line: conflict.line))
    }
    if !left.isEmpty { session.hint(SettlingMessages.walkHint) }
    if session.isJSON { try ConflictWriter(session: session).write(settled) }
    if !settled.isEmpty || !isLeft { session.note(SettlingMessages.tookOut(session.paths.text(path), settled.count)) }
    return isLeft ? .changed : settled.isEmpty ? .noMatch : .done
  }

  /// The version to take; `nil` to leave the memo as it is.
  private static func version(_ session: Session) -> ConflictVersion? {
    session.arguments[ours] ? .ours : session.arguments[theirs] ? .theirs : nil
  }

  private static func missing(_ option: String) -> UsageError {
    UsageError(
      .missingArgument, Text("missing \(option)", ko: "\(Placeholder.text(option))\(.subject) 빠졌습니다"),
      hints: [.seeHelp(declaration)])
  }

  /// A memo, or any other file that is listed.
  private static func path(
    of named: RawArgument, among conflicts: [SyncConflict], _ workspace: Workspace, _ session: Session
  ) throws -> VaultPath {
    let listed = conflicts.flatMap { [$0.path, $0.otherPath].compactMap(\.self) }
    if let path = session.path(named, among: listed) { return path }
    return try session.finder(in: workspace, isChange: true).find(named.bytes)
  }
}
