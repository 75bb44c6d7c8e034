import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoWords

/// `memo git`
enum GitCommand: Command {
  private static let action = Positional(
    choices: ["setup", "backup", "restore"], .one, help: Text("What to do", ko: "수행할 작업"))
  private static let backup = Positional(
    "REV", .optional,
    help: Text("The backup, or another commit; by default the last backup", ko: "백업이나 다른 커밋. 기본값은 마지막 백업"))
  private static let undo = Flag("undo", help: Text("Take the setup back", ko: "설정을 되돌림"))
  private static let shared = Flag(
    "shared",
    help: Text(
      "Put the attributes into .gitattributes, for everyone; with --undo, remove them there, too",
      ko: "속성을 모두가 쓰는 .gitattributes에 기록. --undo와 함께 쓰면 거기에서도 제거"))

  static let declaration = CommandDeclaration(
    "git", group: .sync,
    summary: Text(
      "Have plain git merge memos as sync does; back up before a git command",
      ko: "git 병합도 동기화와 같은 방식으로 하기, git 명령 전에 백업"
    ),
    description: [
      Text(
        """
        'setup' makes 'memo merge-file' the merge driver of *.md and *.markdown in this repository, so that 'git pull', \
        merge, rebase, cherry-pick and stash keep every line of both sides and write no conflict markers. 'git diff \
        --word-diff' then compares by words, and the line above a change is its heading. Where memo is missing, git's \
        own merge is used.
        """,
        ko: """
          'setup'은 이 저장소에서 *.md와 *.markdown의 병합 드라이버로 'memo merge-file'을 지정합니다. 'git pull', merge, rebase, cherry-pick, \
          stash가 양쪽의 모든 줄을 남기고 충돌 표시를 쓰지 않게 됩니다. 'git diff --word-diff'는 단어 단위로 비교하며, 변경 위에는 해당 소제목을 보여 줍니다. memo가 없으면 git의 \
          기본 병합을 씁니다.
          """),
      Text(
        """
        The settings go into .git/config and .git/info/attributes, which git never carries to another device: run it \
        once on each. The folder need not be a vault. Nothing is set that runs a program from the repository. Other \
        attributes that win, such as '*.md merge=union', are reported with what would change that.
        """,
        ko: """
          설정은 .git/config와 .git/info/attributes에 기록되며, git은 이 파일들을 다른 기기로 옮기지 않으므로 기기마다 한 번씩 실행합니다. 보관함이 아닌 폴더에서도 쓸 수 있습니다. \
          저장소 안의 프로그램을 실행하는 설정은 만들지 않습니다. '*.md merge=union'처럼 우선하는 다른 속성이 있으면 바꾸는 방법과 함께 알려 줍니다.
          """),
      Text(
        """
        'backup' keeps all files as they are, and what is only staged, under refs that no other command moves, whatever \
        git is in the middle of: run it before a git command that may throw text away. It exits with 7 where a file is \
        not in the backup, so that 'memo git backup && git merge --abort' is safe.
        """,
        ko: """
          'backup'은 git이 어떤 작업 중이든 모든 파일과 스테이징만 한 내용을 다른 명령이 옮기지 않는 ref에 보존합니다. 내용을 버릴 수 있는 git 명령 전에 실행하십시오. 백업에 들어가지 못한 파일이 있으면 7로 \
          끝나므로 'memo git backup && git merge --abort'처럼 쓸 수 있습니다.
          """),
      Text(
        """
        'restore' brings back what was typed when a backup was made, or what a commit changed since it left the branch. \
        Of a backup that was made while no branch was checked out, the commits below it count, too. All of it is merged \
        into the memos as they are now, and what came to them since stays. 'memo undo' takes it out again.
        """,
        ko: """
          'restore'는 백업할 때 입력해 둔 내용이나 브랜치에서 갈라진 커밋의 변경을 복원합니다. 체크아웃된 브랜치가 없을 때 만든 백업이면 그 아래 커밋의 변경도 함께 복원합니다. 지금의 메모에 병합하므로 그 뒤에 들어온 내용은 그대로 남습니다. 'memo undo'로 되돌릴 수 있습니다.
          """),
    ],
    positionals: [action, backup], options: [undo, shared, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo git setup --dry-run", Text("every line it would change", ko: "바뀔 줄을 모두 표시")),
      CommandExample("memo git setup", Text("then use git as always", ko: "설정한 뒤 평소처럼 git 사용")),
      CommandExample("memo git setup --undo", Text("as it was before", ko: "원래대로")),
      CommandExample(
        "memo git backup && git merge --abort", Text("the text that it drops is kept", ko: "사라질 내용을 보존하고 중단")),
      CommandExample("memo git restore", Text("bring it back", ko: "보존한 내용을 복원")),
    ],
    seeAlso: ["merge-file", "sync"])

  static func run(_ session: Session) throws -> ExitCode {
    let word = session.arguments[action]?.text
    if word == "restore" { return try restore(session) }
    if let revision = session.arguments[backup] { throw UsageError.unexpected(revision, of: declaration) }
    return word == "backup" ? try backUp(session) : try setUp(session)
  }

  /// `memo git restore`
  private static func restore(_ session: Session) throws -> ExitCode {
    if let flag = [undo, shared].first(where: { session.arguments[$0] }) {
      throw UsageError.conflict("restore", "--\(flag.long)", of: declaration)
    }
    let workspace = try session.open(isChange: true)
    let restoring = try BackupRestoring(
      session.arguments[backup]?.text, in: workspace.pastRepository(), workspace.vault)
    let isDryRun = session.arguments[CommonOptions.dryRun]
    var changed: Set<VaultPath> = []
    if !isDryRun {
      changed = try workspace.restore(restoring.memos, as: "git restore")
    } else if session.isJSON {
      let relinked = try workspace.relinkedMemos(restoring: restoring.memos).rewrites.map(\.memo.path)
      changed = Set(restoring.memos.map(\.path) + relinked)
    } else {
      try session.write(RestoreCommand.changes(of: restoring.memos, workspace, session))
    }
    if session.isJSON {
      try session.writeJSON(["from": .text(restoring.name), "changed": .pathTexts(changed.sorted())])
    } else if !isDryRun || restoring.memos.isEmpty {
      let count = restoring.memos.count
      let name = restoring.name
      session.note(
        count == 0 ? UnfinishedMessages.nothingToBringBack(name) : UnfinishedMessages.broughtBack(count, from: name))
    }
    if let commit = restoring.commitBelow { session.hint(UnfinishedMessages.commitsBelow(commit)) }
    return .done
  }

  /// `memo git backup`
  private static func backUp(_ session: Session) throws -> ExitCode {
    if let flag = [undo, shared, CommonOptions.dryRun].first(where: { session.arguments[$0] }) {
      throw UsageError.conflict("backup", "--\(flag.long)", of: declaration)
    }
    let backup = try session.open(isChange: true).syncer().backup()
    if session.isJSON {
      try session.writeJSON([
        "ref": .text(backup.ref), "staged": .text(backup.staged), "missing": .pathTexts(backup.missing),
      ])
    }
    session.note(UnfinishedMessages.backedUp(backup))
    for hint in UnfinishedMessages.hints(for: backup) { session.hint(hint) }
    guard !backup.missing.isEmpty else { return .done }
    session.warn(UnfinishedMessages.notBackedUp(backup))
    session.hint(UnfinishedMessages.copyThem)
    return .failure
  }

  /// `memo git setup`
  private static func setUp(_ session: Session) throws -> ExitCode {
    let setup = try DriverSetup(near: folder(session), on: session.machine.host, session.machine.git)
    let (isUndo, isShared) = (session.arguments[undo], session.arguments[shared])
    let changes = try isUndo ? setup.removals(isShared: isShared) : setup.changes(isShared: isShared)
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let before = try isUndo ? [] : setup.otherMerges(isSet: false)
    if !isDryRun { try setup.carryOut(changes) }
    let others = try isUndo || isDryRun ? before : setup.otherMerges(isSet: true)
    if session.isJSON {
      let lines = Record.Value.records(changes) {
        ["file": .path($0.file), "line": .text($0.line), "removed": .flag($0.isRemoval)]
      }
      let merges = Record.Value.records(others) {
        ["attribute": .text($0.attribute), "path": .path($0.path), "memos": .number($0.count)]
      }
      try session.writeJSON(["root": .text(setup.root.text), "changes": lines, "others": merges])
      return .done
    }
    for change in changes {
      let text = "\(change.isRemoval ? "-" : "+") \(change.file.text): \(change.line)"
      try session.writeLine(TerminalText.visible(text))
    }
    if changes.isEmpty, isDryRun || others.isEmpty { session.note(GitMessages.nothingToSet(isUndo)) }
    for other in others {
      if isDryRun { session.note(GitMessages.mergedOtherwise(other)) } else { warn(of: other, isShared, session) }
    }
    for other in before where !isDryRun && !others.contains(where: { $0.attribute == other.attribute }) {
      // A file that git never carries to another device is nobody else's.
      session.note(GitMessages.replaced(other, isShared: isShared || other.isPrivate))
    }
    if isUndo, !isShared, try setup.isShared() { session.hint(GitMessages.sharedStays) }
    return .done
  }

  private static func warn(of other: OtherMerge, _ isShared: Bool, _ session: Session) {
    session.warn(GitMessages.stillMerged(other))
    session.hint(other.isPrivate || !isShared ? GitMessages.putLast : GitMessages.setUpHere)
  }

  /// The folder whose repository is meant: the vault, else where the user is.
  private static func folder(_ session: Session) throws -> HostPath {
    if try session.namedVault() != nil { return try session.locatedVault().root }
    do {
      return try session.locatedVault().root
    } catch VaultError.noVault {
      return try session.machine.path([])
    }
  }
}
