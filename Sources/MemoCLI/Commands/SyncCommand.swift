import MemoCore
import MemoSync
import MemoWords

/// `memo sync`
enum SyncCommand: Command {
  private static let remote = Option<String>.text(
    "remote", value: "URL",
    help: Text(
      "Sync with this git remote from now on: a URL, user@host:path or a folder",
      ko: "이제부터 이 git 원격 저장소와 동기화합니다: URL, user@host:path 또는 폴더"),
    completion: .folders)
  private static let status = Flag(
    "status",
    help: Text(
      "Tell how far here and the remote are apart, and what went wrong", ko: "이곳과 원격 저장소가 얼마나 다른지, 무엇이 잘못되었는지 알려 줍니다"))
  private static let allowMassDelete = Flag(
    "allow-mass-delete",
    help: Text(
      "Let all files or all memos be deleted at once, or more than 20 that are more than a quarter",
      ko: "모든 파일이 한꺼번에, 또는 20개가 넘고 4분의 1이 넘게 지워져도 그대로 합니다"))
  private static let allowNewBranch = Flag(
    "allow-new-branch",
    help: Text(
      "Send a branch that the remote does not have, though other devices sync another one",
      ko: "다른 기기가 다른 브랜치를 동기화해도, 원격 저장소에 없는 이 브랜치를 보냅니다"))
  private static let adoptRemote = Flag(
    "adopt-remote",
    help: Text(
      "Take over a remote whose history was rewritten, with unsynced changes on top; what it dropped goes to the trash",
      ko: "이력이 다시 쓰인 원격 저장소를 받아들이고, 동기화하지 않은 변경을 그 위에 얹습니다. 빠진 것은 휴지통에 넣습니다"))
  private static let mergeAnyway = Flag(
    "merge-anyway",
    help: Text(
      "Merge with a remote whose history was rewritten or went back; the old history is sent again",
      ko: "이력이 다시 쓰였거나 예전으로 돌아간 원격 저장소와 병합합니다. 예전 이력을 다시 보냅니다"))

  static let declaration = CommandDeclaration(
    "sync", namesElsewhere: ["push", "pull", "commit", "status"], group: .sync, isCommon: true,
    summary: Text("Sync the vault with other devices through git", ko: "git으로 다른 기기와 볼트를 동기화합니다"),
    description: [
      Text(
        """
        Commits what changed here, fetches what changed elsewhere, merges it line by line and pushes. No line is lost, no \
        conflict marker is written: where both sides changed the same lines, both stay, and 'memo conflicts' lists them.
        """,
        ko: """
          이곳의 변경을 커밋하고 다른 곳의 변경을 가져와 줄 단위로 병합한 뒤 푸시합니다. 한 줄도 잃지 않고 충돌 표시도 남기지 \
          않습니다. 양쪽이 같은 줄을 고쳤으면 둘 다 남고 'memo conflicts'에 나옵니다.
          """),
      Text(
        """
        Offline, what changed is committed all the same (exit code 8), and the next sync sends it. Everything that git does \
        not ignore travels, up to 20 MB a file; the times of memos do, too. No hooks of the repository are run, and a remote \
        that does not answer is given up.
        """,
        ko: """
          오프라인이어도 변경은 커밋되며(종료 코드 8), 다음 동기화 때 보냅니다. git이 무시하지 않는 것은 파일당 20 MB까지 \
          모두 오가며, 메모의 시각도 함께 갑니다. 저장소의 훅은 실행하지 않으며, 원격 저장소가 답하지 않으면 그만둡니다.
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
      CommandExample("memo sync --status", Text("when it last went through", ko: "마지막으로 동기화된 때")),
    ],
    seeAlso: ["clone", "conflicts", "trust"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault(isChange: !session.arguments[status])
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
    options.allowsNewBranch = session.arguments[allowNewBranch]
    if session.arguments[adoptRemote] { options.rewriting = .adopted }
    if session.arguments[mergeAnyway] { options.rewriting = .merged }
    return options
  }
}
