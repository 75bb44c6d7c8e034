package import MemoCore
package import MemoSync

/// Obstacles to syncing, and what to do about them.
extension SyncMessages {
  package static func readOnly(_ reason: Text) -> Text {
    Text("cannot write to the vault's repository: \(reason)", ko: "보관함의 저장소에 쓸 수 없습니다: \(reason)")
  }
  package static let readOnlyHint = Text(
    "a sync has to write to '.git' and the vault; 'memo sync --status' and 'memo history' only read",
    ko: "동기화하려면 '.git'과 보관함에 쓸 수 있어야 합니다. 'memo sync --status'와 'memo history'는 그대로 쓸 수 있습니다")
  package static func untrusted(_ keys: String) -> Text {
    Text(
      "the repository's settings could make git run commands or use other locations: \(keys)",
      ko: "저장소의 설정 때문에 git이 명령을 실행하거나 다른 위치를 사용할 수 있습니다: \(keys)")
  }
  package static let trustHint = Text(
    "if '.git/config' is yours, run 'memo trust'; none of its commands were run",
    ko: "'.git/config'가 내 설정이면 'memo trust'를 실행하십시오. 설정의 명령은 아무것도 실행하지 않았습니다")
  package static func settingsElsewhere(_ keys: String) -> Text {
    Text(
      "the repository's settings include others from outside '.git/config': \(keys)",
      ko: "저장소의 설정이 '.git/config' 밖의 설정을 포함합니다: \(keys)")
  }
  package static let settingsElsewhereHint = Text(
    "copy them into '.git/config', or include them in your own '~/.gitconfig'",
    ko: "그 설정을 '.git/config'에 복사하거나 내 '~/.gitconfig'에서 포함하십시오")
  package static let workTreeSettingsHint = Text(
    "move the settings of '.git/config.worktree' into '.git/config', then: git config --unset extensions.worktreeConfig",
    ko: "'.git/config.worktree'의 설정을 '.git/config'로 옮긴 뒤: git config --unset extensions.worktreeConfig")
  package static func linked(_ link: RepositoryLink) -> Text {
    switch link {
    case .workTree: Text("the vault is a linked work tree of a repository", ko: "보관함이 다른 저장소에 연결된 작업 트리입니다")
    case .submodule: Text("the vault is a submodule of a repository", ko: "보관함이 다른 저장소의 서브모듈입니다")
    case .other: Text("'.git' points to a repository in another folder", ko: "'.git'이 다른 폴더에 있는 저장소를 가리킵니다")
    }
  }
  package static func unnamedRemote(_ url: String) -> Text {
    Text(
      "the repository's settings name a local remote that you have not named: '\(url)'",
      ko: "저장소의 설정에 직접 지정하지 않은 로컬 원격 저장소가 있습니다: '\(url)'")
  }
  package static let unnamedRemoteHint = Text(
    "if that repository is yours: memo trust; to use another remote: memo sync --remote URL",
    ko: "그 저장소가 내 것이면: memo trust. 다른 원격 저장소를 쓰려면: memo sync --remote 주소")
  package static func remoteInVault(_ url: String) -> Text {
    Text("the remote '\(url)' is inside the vault", ko: "원격 저장소 '\(url)'\(.subject) 보관함 안에 있습니다")
  }
  package static let remoteInVaultHint = Text(
    "use a folder outside the vault: git init --bare FOLDER, then memo sync --remote FOLDER",
    ko: "보관함 밖의 폴더를 쓰십시오: git init --bare 폴더, 그다음 memo sync --remote 폴더")
  package static func severalRemotes(_ urls: String) -> Text {
    Text("the remote 'origin' has several URLs: \(urls)", ko: "원격 저장소 'origin'에 URL이 여러 개입니다: \(urls)")
  }
  package static let severalRemotesHint = Text(
    "memo syncs with one remote; remove the other URLs with 'git config --edit'",
    ko: "memo는 원격 저장소 하나와만 동기화합니다. 나머지 URL은 'git config --edit'으로 지우십시오")
  /// The command that marks a folder as safe for git.
  package static func safeDirectory(_ root: HostPath) -> String {
    "git config --global --add safe.directory \(ShellWord.inQuotes(root))"
  }
  package static let unclearConfig = Text(
    "the repository's settings are written in a form that memo does not read", ko: "저장소의 설정이 memo가 읽지 못하는 형식으로 적혀 있습니다")
  package static let unclearHint = Text(
    "list them with 'git config --local --list' and rewrite '.git/config' with one setting per line",
    ko: "'git config --local --list'로 설정을 확인하고, '.git/config'를 한 줄에 설정 하나씩 다시 쓰십시오")
  package static let gitHint = Text(
    "syncing needs git 2.30 or newer; everything else works without",
    ko: "동기화에는 git 2.30 이상이 필요합니다. 다른 기능은 git 없이도 쓸 수 있습니다")
  package static func tooOld(_ version: String) -> Text {
    version.isEmpty
      ? Text("the program 'git' does not print its version as git does", ko: "'git' 프로그램이 git의 버전을 출력하지 않습니다")
      : Text("git \(version) is too old", ko: "git \(version)\(.topic) 너무 오래되었습니다")
  }
  package static let noRemote = Text("no remote to sync with", ko: "동기화할 원격 저장소가 없습니다")
  package static let remoteHint = Text(
    """
    name one with 'memo sync --remote URL': a git remote, or a folder with a bare repository; to keep versions on this \
    device alone, use 'git add -A' and 'git commit'
    """,
    ko: """
      'memo sync --remote 주소'로 git 원격 저장소나 bare 저장소 폴더를 지정하십시오. 이 기기에만 버전을 남기려면 'git add -A'와 'git commit'을 쓰십시오
      """)
  package static func otherRemotes(_ names: String) -> Text {
    Text(
      "memo syncs with the remote 'origin', and the repository has other ones only: \(names)",
      ko: "memo는 원격 저장소 'origin'과 동기화하지만, 이 저장소에는 다른 원격 저장소만 있습니다: \(names)")
  }
  package static func otherRemotesHint(_ name: String) -> Text {
    let renaming = "git remote rename \(ShellWord.of(name)) origin"
    return Text("to sync with '\(name)': \(renaming)", ko: "'\(name)'\(.with) 동기화하려면: \(renaming)")
  }
  package static func badRemote(_ name: String) -> Text {
    name.isEmpty
      ? Text("the address of the remote is empty", ko: "원격 저장소의 주소가 비어 있습니다")
      : Text("cannot sync with '\(name)'", ko: "'\(name)'\(.with) 동기화할 수 없습니다")
  }
  package static let remoteForms = Text(
    "a remote is https://…, ssh://…, user@host:path, or a folder",
    ko: "원격 저장소는 https://…, ssh://…, user@host:path 또는 폴더입니다")
  package static func savedLocally(_ reason: RemoteReason?) -> Text {
    switch reason?.kind {
    case .checkedOut, .transport, .bundle, .otherFormat, .shallow, .branchInTheWay, .invalidObject, .protectedBranch:
      Text("your work is saved here", ko: "작업한 내용은 여기에 저장되어 있습니다")
    case .refused:
      Text(
        """
        your work is saved here; to send it without what was refused, change or remove that, take back the commits with \
        '\(takingBack)', which keeps your files, and run 'memo sync'
        """,
        ko: """
          작업한 내용은 여기에 저장되어 있습니다. 거부된 내용을 빼고 보내려면 그 내용을 고치거나 지우고, '\(takingBack)'로 파일은 그대로 둔 채 커밋만 취소한 뒤 'memo sync'를 \
          실행하십시오
          """)
    default:
      Text(
        "your work is saved here; the next 'memo sync' sends it", ko: "작업한 내용은 여기에 저장되어 있으며, 다음 'memo sync' 때 보냅니다")
    }
  }
  /// To what the remote has of the branch here: commits that it does not have are no longer in it.
  private static let takingBack = "git reset \"refs/memo/taken/$(git branch --show-current)\""
  package static func notSaved(_ count: Int) -> Text {
    count == 0
      ? Text(
        "there is nothing to save here; the state of the remote is unknown",
        ko: "여기에는 저장할 내용이 없습니다. 원격 저장소의 상태는 알 수 없습니다")
      : Text(
        "a dry run saves nothing: 'memo sync' would commit \(Message.fileCount(count)) here and send them later",
        ko: "--dry-run은 아무것도 저장하지 않습니다. 'memo sync'를 실행하면 \(Message.fileCount(count))를 여기에 커밋하고 나중에 보냅니다")
  }
  package static func remoteLocked(_ file: String, _ since: Int64?) -> Text {
    guard let since else {
      return Text("the remote's repository is locked by '\(file)'", ko: "원격 저장소가 '\(file)'\(.toward) 잠겨 있습니다")
    }
    let time = "\(Timestamp.rfc3339(since).prefix(19))Z"
    return Text(
      "the remote's repository has been locked by '\(file)' since \(time)",
      ko: "원격 저장소가 \(time)부터 '\(file)'\(.toward) 잠겨 있습니다")
  }
  package static func damaged(_ damage: RepositoryDamage) -> Text {
    let what = details(of: damage)
    return Text("the repository is damaged: \(what)", ko: "저장소가 손상되었습니다: \(what)")
  }
  private static func details(of damage: RepositoryDamage) -> Text {
    switch damage {
    case .reported(let line): Text(verbatim: line)
    case .configWithNULs: Text("'.git/config' holds NUL bytes", ko: "'.git/config'에 NUL 바이트가 있습니다")
    case .headWithoutBranch: Text("'.git/HEAD' names no branch", ko: "'.git/HEAD'가 가리키는 브랜치가 없습니다")
    case .refWithoutCommit(let ref):
      Text("'.git/\(ref)' names no commit", ko: "'.git/\(ref)'\(.subject) 가리키는 커밋이 없습니다")
    case .missingObject(let id): Text("object \(id) is missing", ko: "\(id) 객체가 없습니다")
    }
  }
  package static let damagedHint = Text(
    "your memos are not affected; to rebuild from the remote: mv .git ../damaged.git, then memo sync --remote URL",
    ko: "메모에는 영향이 없습니다. 원격 저장소에서 다시 만들려면 'mv .git ../damaged.git'을 실행한 뒤 'memo sync --remote 주소'를 실행하십시오")
  package static let remoteLockedHint = Text(
    """
    your work is saved here; if no other program is running there, the file was left by a killed one and can be \
    removed
    """,
    ko: "작업한 내용은 여기에 저장되어 있습니다. 그곳에서 실행 중인 프로그램이 없으면 강제 종료된 프로그램이 남긴 파일이니 지워도 됩니다")
  package static let newRemoteHint = Text(
    "nothing was synced; fix this, then name the remote again",
    ko: "아무것도 동기화하지 않았습니다. 해결한 뒤 원격 저장소를 다시 지정하십시오")
  package static func committing(_ done: Int, _ total: Int) -> Text {
    let share = Message.share(done, of: total)
    return Text("committing files: \(share)", ko: "파일을 커밋하는 중: \(share)")
  }
  package static func updating(_ done: Int, _ total: Int) -> Text {
    let share = Message.share(done, of: total)
    return Text("updating files: \(share)", ko: "파일을 갱신하는 중: \(share)")
  }
  package static let retrying = Text(
    "the remote is busy; trying again", ko: "원격 저장소가 사용 중이어서 다시 시도하는 중입니다")
  package static let waitingForTurn = Text(
    "waiting for another device to finish syncing", ko: "다른 기기의 동기화가 끝나기를 기다리는 중입니다")
  package static let busy = Text(
    "the remote kept changing before memo could push", ko: "푸시하기 전에 원격 저장소가 계속 바뀌었습니다")
  package static func newBranch(_ name: String) -> Text {
    Text(
      "the branch '\(name)' is not the one that other devices sync, and the remote does not have it",
      ko: "브랜치 '\(name)'\(.topic) 다른 기기가 동기화하는 브랜치가 아니며 원격 저장소에도 없습니다")
  }
  package static func newBranchHint(_ synced: String) -> Text {
    let back = ShellWord.of(synced)
    return Text(
      "to switch back: git switch \(back); to send the branch: memo sync --allow-new-branch",
      ko: "돌아가려면: git switch \(back). 이 브랜치를 보내려면: memo sync --allow-new-branch")
  }
  package static func renamedBranch(_ branch: SideBranch) -> Text {
    Text(
      "the remote no longer has the branch '\(branch.name)'; its default branch is '\(branch.synced)'",
      ko: "원격 저장소에 브랜치 '\(branch.name)'\(.subject) 더는 없으며, 기본 브랜치는 '\(branch.synced)'입니다")
  }
  package static func renamedBranchHint(_ branch: SideBranch) -> Text {
    // The branch here may have another name than the remote's had.
    let section = ShellWord.of("branch.\(branch.synced).merge")
    let setting = "git config \(section) \(ShellWord.of("refs/heads/\(branch.synced)"))"
    let following = "git branch -m \(ShellWord.of(branch.synced)) && \(setting)"
    return Text(
      "to send the old branch again: memo sync --allow-new-branch; to follow the new one: \(following)",
      ko: "예전 브랜치를 다시 보내려면: memo sync --allow-new-branch. 새 브랜치를 따르려면: \(following)")
  }
  package static func unlinkedBranchHint(_ branch: SideBranch) -> Text {
    let linking = "git branch --set-upstream-to=\(ShellWord.of("origin/\(branch.synced)"))"
    return Text(
      "to sync it with '\(branch.synced)': \(linking); to send it as a branch of its own: memo sync --allow-new-branch",
      ko: "'\(branch.synced)'\(.with) 동기화하려면: \(linking). 별도의 브랜치로 보내려면: memo sync --allow-new-branch")
  }
  package static let rewritten = Text(
    "the remote's history was rewritten since the last sync", ko: "마지막 동기화 뒤에 원격 저장소의 이력이 다시 쓰였습니다")
  package static let rewrittenHint = Text(
    """
    'memo sync --merge-anyway' keeps everything and sends the old history again; 'memo sync --adopt-remote' accepts \
    the new history, keeps your unsynced changes and moves what the remote dropped to the trash. Add --dry-run to \
    preview
    """,
    ko: """
      'memo sync --merge-anyway'는 모든 내용을 유지하고 예전 이력을 다시 보냅니다. 'memo sync --adopt-remote'는 새 이력을 받아들이고, 아직 동기화하지 않은 변경은 유지하며, 원격 저장소에서 사라진 내용은 \
      휴지통으로 옮깁니다. 미리 확인하려면 --dry-run을 함께 쓰십시오
      """)
  package static let wentBack = Text(
    "the remote went back to an earlier state, without changes that were synced",
    ko: "원격 저장소가 이전 상태로 돌아가, 이미 동기화한 변경이 없습니다")
  package static let wentBackHint = Text(
    """
    nothing is missing here: 'memo sync --merge-anyway' sends those changes again, as after a restored backup or a \
    drive unplugged too early. If they were reverted on purpose, 'memo sync --adopt-remote' reverts them here too
    """,
    ko: """
      여기에는 빠진 내용이 없습니다. 백업을 복원했거나 드라이브를 너무 일찍 뽑았다면 'memo sync --merge-anyway'로 그 변경을 다시 보내십시오. 일부러 되돌린 것이면 \
      'memo sync --adopt-remote'로 여기서도 되돌리십시오
      """)
  package static func massDeletion(_ missing: [VaultPath], _ total: Int) -> Text {
    let names = SyncNotes.names(missing)
    return Text(
      "\(missing.count) of \(total) files are missing: \(names)", ko: "파일 \(total)개 중 \(missing.count)개가 없습니다: \(names)"
    )
  }
  package static let missingHint = Text(
    "to restore the memos: memo restore --missing --at HEAD", ko: "메모를 복원하려면: memo restore --missing --at HEAD"
  )
  package static let massDeletionHint = Text(
    "to delete them on all devices: memo sync --allow-mass-delete", ko: "모든 기기에서 삭제하려면: memo sync --allow-mass-delete")
  package static let markerMissing = Text(
    "'.memo/config.json' is missing, so this may not be the vault that was synced",
    ko: "'.memo/config.json'이 없어 동기화하던 보관함이 아닐 수 있습니다")
  package static let markerHint = Text(
    """
    check that the disk is mounted; if it is, restore the file with 'git checkout .memo/config.json', or, if it was set \
    aside because it is damaged, make a new one with 'memo init'
    """,
    ko: """
      디스크가 마운트되어 있는지 확인하십시오. 마운트되어 있다면 'git checkout .memo/config.json'으로 복원하고, 손상되어 치워 둔 것이면 'memo init'으로 새로 만드십시오
      """)
  package static let locked = Text("another process is syncing this vault", ko: "다른 프로세스가 이 보관함을 동기화하고 있습니다")
  package static let overtaken = Text(
    "another program kept committing to the branch", ko: "다른 프로그램이 브랜치에 계속 커밋하고 있습니다")
  package static let vaultMoved = Text(
    "the vault's folder was moved while it was synced; nothing is lost; run it again there",
    ko: "동기화하는 동안 보관함 폴더가 옮겨졌습니다. 잃은 내용은 없으니 옮긴 곳에서 다시 동기화하십시오")
  package static func unsigned(_ reason: String) -> Text {
    Text(
      "nothing was committed: git's settings have commits signed, and git cannot sign: \(reason)",
      ko: "커밋하지 않았습니다. git 설정에 따라 커밋에 서명해야 하지만 git이 서명하지 못했습니다: \(reason)")
  }
  package static let unsignedHint = Text(
    """
    for a passphrase, try 'git commit-tree -S -m test HEAD^{tree}': it asks, and its agent keeps it; for a key that is not \
    there, look at 'git config user.signingkey'
    """,
    ko: """
      암호가 필요한 키라면 'git commit-tree -S -m test HEAD^{tree}'를 실행해 보십시오. 암호를 물으며, 에이전트가 기억합니다. 키가 없다면 'git config user.signingkey'를 확인하십시오
      """)
  package static let unsignedRetry = Text(
    "to sync without signatures: git config commit.gpgsign false",
    ko: "서명 없이 동기화하려면: git config commit.gpgsign false")
  package static func unsettled(_ paths: String) -> Text {
    Text("skipped because they keep changing: \(paths)", ko: "계속 바뀌고 있어 건너뛰었습니다: \(paths)")
  }
  package static let unsettledHint = Text(
    "your work is saved; sync again when the edits are finished", ko: "작업한 내용은 저장되어 있습니다. 편집을 마친 뒤 다시 동기화하십시오")
}
