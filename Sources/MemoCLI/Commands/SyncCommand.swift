import MemoCore
import MemoKit
import MemoSync
import MemoWords

/// `memo sync`
enum SyncCommand: Command {
  private static let remote = Option<String>.text(
    "remote", value: "URL",
    help: Text(
      "Sync with this git remote from now on: a URL, user@host:path or a folder",
      ko: "앞으로 동기화할 git 원격 저장소: URL, user@host:path 또는 폴더"),
    completion: .folders)
  private static let status = Flag(
    "status",
    help: Text(
      "Show how the vault and the remote differ, and the last error", ko: "보관함과 원격 저장소의 차이, 마지막 오류 표시"))
  private static let allowMassDelete = Flag(
    "allow-mass-delete",
    help: Text(
      "Allow a sync that deletes all files or all memos (5 or more), or more than 20 files if that is over a quarter of all",
      ko: "모든 파일이나 모든 메모(5개 이상일 때), 또는 20개가 넘으면서 전체의 4분의 1이 넘는 파일의 삭제를 허용"))
  private static let allowNewBranch = Flag(
    "allow-new-branch",
    help: Text(
      "Send a branch that the remote does not have, even if other devices sync another one",
      ko: "다른 기기가 다른 브랜치를 동기화하더라도, 원격 저장소에 없는 이 브랜치를 보냄"))
  private static let adoptRemote = Flag(
    "adopt-remote",
    help: Text(
      """
      Accept the rewritten history of the remote, with unsynced changes on top; what it dropped goes to the trash
      """,
      ko: "원격 저장소의 다시 쓰인 이력을 받아들이고 동기화하지 않은 변경을 그 위에 적용. 사라진 내용은 휴지통으로 이동"))
  private static let mergeAnyway = Flag(
    "merge-anyway",
    help: Text(
      "Merge with a remote whose history was rewritten or went back; the old history is sent again",
      ko: "이력이 다시 쓰였거나 예전으로 돌아간 원격 저장소와 병합. 예전 이력을 다시 보냄"))

  static let declaration = CommandDeclaration(
    "sync", namesElsewhere: ["push", "pull", "commit", "동기화"], equivalents: ["status": "memo sync --status"],
    explanations: ["sync *": SyncMessages.remoteOption], group: .sync, isCommon: true,
    summary: Text("Sync the vault with other devices through git", ko: "git으로 다른 기기와 보관함 동기화"),
    description: [
      Text(
        """
        Commits your changes, fetches those of other devices, merges line by line and pushes. No line is lost and no \
        conflict markers are written: where both sides changed the same lines, both versions stay and 'memo \
        conflicts' lists them.
        """,
        ko: """
          여기서 변경한 내용을 커밋하고, 다른 기기의 변경을 가져와 줄 단위로 병합한 뒤 푸시합니다. 한 줄도 잃지 않으며 충돌 표시를 남기지 않습니다. 양쪽에서 같은 줄을 고쳤으면 두 버전을 모두 \
          남기며, 'memo conflicts'로 볼 수 있습니다.
          """),
      Text(
        """
        Offline, changes are still committed (exit code 8) and the next sync sends them. All files that git does not \
        ignore are synced, up to 20 MB each, except swap files and backup copies of editors, and so are the times of \
        memos. memo never runs the repository's hooks, and gives up on a remote that does not respond.
        """,
        ko: """
          오프라인이어도 변경은 커밋되고(종료 코드 8), 다음 동기화 때 보냅니다. git이 무시하지 않는 모든 파일을 파일당 20MB까지 동기화하며(편집기의 스왑 파일과 백업 파일은 제외), 메모의 시각도 함께 \
          동기화합니다. 저장소의 훅은 실행하지 않고, 원격 저장소가 응답하지 않으면 중단합니다.
          """),
      Text(
        """
        With --dry-run, each line is a file: 'send' or 'receive', then 'new', 'changed', 'deleted' or 'renamed', its \
        path, and the path that it had, separated by tabs.
        """,
        ko: """
          --dry-run을 붙이면 줄마다 파일 하나를 보여 줍니다. 보낼 파일은 send, 받을 파일은 receive이고, 이어서 new(추가), changed(변경), deleted(삭제), renamed(이름 \
          변경) 가운데 하나와 경로, 이전 경로를 탭으로 구분하여 출력합니다.
          """),
    ],
    options: [
      remote, status, CommonOptions.dryRun, allowMassDelete, allowNewBranch, adoptRemote, mergeAnyway,
      CommonOptions.json,
    ],
    exclusions: [[status, CommonOptions.dryRun, remote], [adoptRemote, mergeAnyway]],
    examples: [
      CommandExample("memo sync --remote git@example.org:me/memos.git", Text("the first time", ko: "처음 한 번")),
      CommandExample("memo sync", Text("from then on", ko: "그다음부터")),
      CommandExample("memo sync --status", Text("when it last synced", ko: "마지막으로 동기화한 때")),
    ],
    seeAlso: ["clone", "conflicts", "trust"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(isChange: !session.arguments[status], toSync: true)
    if session.arguments[status] {
      return try SyncStatusWriter(session: session).write(workspace.syncer().status())
    }
    let options = try options(session, workspace)
    if session.arguments[remote] != nil { InitCommand.hintAtIgnoredObsidian(workspace.vault, session) }
    let bar = TransferProgress(session)
    let report = try session.sync(workspace, options, bar)
    return try SyncWriter(session).write(report, isDryRun: options.isDryRun)
  }

  private static func options(_ session: Session, _ workspace: Workspace) throws -> SyncOptions {
    var options = session.syncOptions(in: workspace)
    if let named = session.arguments[remote] { options.remote = try session.machine.remoteAddress(named).text }
    options.isDryRun = session.arguments[CommonOptions.dryRun]
    options.allowsMassDeletion = session.arguments[allowMassDelete]
    options.allowsNewBranch = session.arguments[allowNewBranch]
    if session.arguments[adoptRemote] { options.rewriting = .adopted }
    if session.arguments[mergeAnyway] { options.rewriting = .merged }
    return options
  }
}
