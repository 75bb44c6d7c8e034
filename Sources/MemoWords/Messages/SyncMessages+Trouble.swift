package import MemoCore
package import MemoSync

/// What stands in the way of syncing, and what to do about it.
extension SyncMessages {
  package static func untrusted(_ keys: String) -> Text {
    Text(
      "the repository's settings could make git run commands or look elsewhere: \(keys)",
      ko: "저장소의 설정이 git에게 명령을 실행하거나 다른 곳을 보게 할 수 있습니다: \(keys)")
  }
  package static let trustHint = Text(
    "if '.git/config' is yours, 'memo trust' says so; until then nothing of it is run",
    ko: "'.git/config'가 내 것이면 'memo trust'로 밝히십시오. 그때까지는 아무것도 실행하지 않습니다")
  package static func settingsElsewhere(_ keys: String) -> Text {
    Text(
      "the repository's settings take others from outside of '.git/config': \(keys)",
      ko: "저장소의 설정이 '.git/config' 밖의 설정을 끌어옵니다: \(keys)")
  }
  package static let settingsElsewhereHint = Text(
    "copy them into '.git/config', or include them in your own '~/.gitconfig'",
    ko: "그 설정을 '.git/config'에 옮기거나 내 '~/.gitconfig'에서 포함하십시오")
  package static let workTreeSettingsHint = Text(
    "move the settings of '.git/config.worktree' into '.git/config', then: git config --unset extensions.worktreeConfig",
    ko: "'.git/config.worktree'의 설정을 '.git/config'로 옮긴 뒤: git config --unset extensions.worktreeConfig")
  package static func linked(_ link: RepositoryLink) -> Text {
    switch link {
    case .workTree: Text("the vault is a linked work tree of a repository", ko: "볼트가 다른 저장소에 연결된 작업 트리입니다")
    case .submodule: Text("the vault is a submodule of a repository", ko: "볼트가 다른 저장소의 서브모듈입니다")
    case .other: Text("'.git' leads to a repository in another folder", ko: "'.git'이 다른 폴더에 있는 저장소를 가리킵니다")
    }
  }
  package static func unnamedRemote(_ url: String) -> Text {
    Text(
      "the repository's settings name a remote on this machine that you have not named: '\(url)'",
      ko: "저장소의 설정에 있는 이 컴퓨터의 원격 저장소를 지정하신 적이 없습니다: '\(url)'")
  }
  package static let unnamedRemoteHint = Text(
    "if that repository is yours: memo trust; to name another remote: memo sync --remote URL",
    ko: "그 저장소가 내 것이면: memo trust. 다른 원격 저장소를 지정하려면: memo sync --remote URL")
  package static func remoteInVault(_ url: String) -> Text {
    Text("the remote '\(url)' is inside the vault", ko: "원격 저장소 '\(url)'\(.subject) 볼트 안에 있습니다")
  }
  package static let remoteInVaultHint = Text(
    "use a folder outside the vault: git init --bare FOLDER, then memo sync --remote FOLDER",
    ko: "원격 저장소는 볼트 밖에 두십시오: git init --bare 폴더, 그다음 memo sync --remote 폴더")
  package static func severalRemotes(_ urls: String) -> Text {
    Text("the remote 'origin' has several URLs: \(urls)", ko: "원격 저장소 'origin'에 URL이 여럿입니다: \(urls)")
  }
  package static let severalRemotesHint = Text(
    "memo syncs with one; remove the others: git config --edit", ko: "memo는 하나와만 동기화합니다. 나머지를 지우십시오: git config --edit")
  /// The command by which a user tells git that a folder is safe.
  package static func safeDirectory(_ root: HostPath) -> String {
    "git config --global --add safe.directory \(shellWord(root))"
  }
  /// A path as one word of a command line that a person may paste.
  package static func shellWord(_ path: HostPath) -> String {
    let quote = UInt8(ascii: "'")
    let inside = path.bytes.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] }
    return String(decoding: [quote] + inside + [quote], as: UTF8.self)
  }
  package static let unclearConfig = Text(
    "the repository's settings are written in a way that memo does not read", ko: "저장소의 설정이 memo가 읽지 못하는 방식으로 적혀 있습니다")
  package static let unclearHint = Text(
    "'git config --local --list' shows them; write '.git/config' anew, a setting a line",
    ko: "'git config --local --list'로 설정을 보고, '.git/config'를 한 줄에 설정 하나씩 새로 쓰십시오")
  package static let gitHint = Text(
    "memo syncs through git 2.30 or newer; everything else works without",
    ko: "동기화는 git 2.30 이상으로 합니다. 그 밖의 기능은 git 없이도 됩니다")
  package static func tooOld(_ version: String) -> Text {
    Text("git \(version) is too old", ko: "git \(version)\(.topic) 너무 오래되었습니다")
  }
  package static let noRemote = Text("there is nowhere to sync to", ko: "동기화할 곳이 없습니다")
  package static let remoteHint = Text(
    "'memo sync --remote URL' names a git remote, or a folder with a bare repository",
    ko: "'memo sync --remote URL'로 git 원격 저장소나 bare 저장소 폴더를 지정하십시오")
  package static func badRemote(_ name: String) -> Text {
    Text("'\(name)' is no remote that memo syncs with", ko: "'\(name)'\(.topic) memo가 동기화할 수 있는 원격 저장소가 아닙니다")
  }
  package static let remoteForms = Text(
    "a remote is https://…, ssh://…, user@host:path, or a folder",
    ko: "원격 저장소는 https://…, ssh://…, user@host:path 또는 폴더입니다")
  package static let savedLocally = Text(
    "your work is saved here; the next 'memo sync' sends it", ko: "내용은 여기에 저장되어 있고, 다음 'memo sync' 때 보냅니다")
  package static func notSaved(_ count: Int) -> Text {
    count == 0
      ? Text("nothing is to be saved here; what the remote has cannot be told", ko: "저장할 것이 없습니다. 원격 저장소의 내용은 알 수 없습니다")
      : Text(
        "a dry run saves nothing: 'memo sync' would commit \(Message.fileCount(count)) here and send them later",
        ko: "미리 보기는 아무것도 저장하지 않습니다. 'memo sync'를 쓰면 \(Message.fileCount(count))를 여기에 커밋하고 나중에 보냅니다")
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
  package static func damaged(_ what: String) -> Text {
    Text("the repository is damaged: \(what)", ko: "저장소가 손상되었습니다: \(what)")
  }
  package static let damagedHint = Text(
    "your memos are untouched; to rebuild from the remote: mv .git ../damaged.git, then memo sync --remote URL",
    ko: "메모는 그대로입니다. 원격 저장소에서 새로 만들려면 'mv .git ../damaged.git' 뒤에 'memo sync --remote URL'을 실행하십시오")
  package static let remoteLockedHint = Text(
    "your work is saved here; if no other program works there, a killed one has left that file, and it may be removed",
    ko: "내용은 여기에 저장되어 있습니다. 그곳에서 일하는 프로그램이 없으면 강제로 끝난 프로그램이 남긴 파일이니 지워도 됩니다")
  package static let newRemoteHint = Text(
    "nothing was synced; name the remote again when that is settled",
    ko: "아무것도 동기화하지 않았습니다. 해결한 뒤 원격 저장소를 다시 지정하십시오")
  package static let busy = Text(
    "the remote changed each time that memo was about to send", ko: "보내려고 할 때마다 원격 저장소가 바뀌었습니다")
  package static func newBranch(_ name: String) -> Text {
    Text(
      "the branch '\(name)' is not the one that other devices sync, and the remote does not have it",
      ko: "브랜치 '\(name)'\(.topic) 다른 기기가 동기화하는 브랜치가 아니며 원격 저장소에 없습니다")
  }
  package static let newBranchHint = Text(
    "'git switch main' goes back; 'memo sync --allow-new-branch' sends it for all to see",
    ko: "'git switch main'으로 돌아가십시오. 'memo sync --allow-new-branch'를 쓰면 모두가 볼 수 있게 보냅니다")
  package static let rewritten = Text(
    "the remote's history was rewritten since the last sync", ko: "마지막 동기화 뒤에 원격 저장소의 이력이 다시 쓰였습니다")
  package static let rewrittenHint = Text(
    """
    --merge-anyway keeps everything and brings the old history back; --adopt-remote takes the new one over, keeps what you \
    have not synced yet, and moves what the remote dropped to the trash. Add --dry-run to see what would change
    """,
    ko: """
      --merge-anyway는 모두 지키고 예전 이력을 되살립니다. --adopt-remote는 새 이력을 받아들이고, 아직 동기화하지 않은 변경은 지키며, \
      원격 저장소에서 없어진 것은 휴지통에 넣습니다. --dry-run을 함께 쓰면 무엇이 바뀔지 미리 볼 수 있습니다
      """)
  package static let wentBack = Text(
    "the remote is back in an earlier state, without changes that were synced",
    ko: "원격 저장소가 예전 상태로 돌아가, 이미 동기화한 변경이 빠져 있습니다")
  package static let wentBackHint = Text(
    """
    nothing is missing here: 'memo sync --merge-anyway' sends those changes again, as after a restored backup or a drive \
    that was unplugged too early. If they were taken back on purpose, --adopt-remote does the same here
    """,
    ko: """
      여기에는 모두 남아 있습니다. 백업을 되돌렸거나 드라이브를 너무 일찍 뽑았다면 'memo sync --merge-anyway'로 그 변경을 다시 \
      보내십시오. 일부러 되돌린 것이라면 --adopt-remote로 이곳도 똑같이 되돌릴 수 있습니다
      """)
  package static func massDeletion(_ missing: [VaultPath], _ total: Int) -> Text {
    let names = SyncNotes.names(missing)
    return Text(
      "\(missing.count) of \(total) files are missing: \(names)", ko: "파일 \(total)개 중 \(missing.count)개가 없습니다: \(names)"
    )
  }
  package static let missingHint = Text(
    "'memo restore --missing --at HEAD' brings the memos back", ko: "'memo restore --missing --at HEAD'로 메모를 되살릴 수 있습니다"
  )
  package static let massDeletionHint = Text(
    "if they are meant to go, 'memo sync --allow-mass-delete'", ko: "정말 지운 것이면 'memo sync --allow-mass-delete'를 쓰십시오")
  package static let markerMissing = Text(
    "'.memo/config.json' is missing, so this may not be the vault that was synced",
    ko: "'.memo/config.json'이 없습니다. 동기화하던 볼트가 아닐 수 있습니다")
  package static let markerHint = Text(
    "is a disk not mounted? Else 'git checkout .memo/config.json' brings it back",
    ko: "디스크가 마운트되어 있습니까? 그렇다면 'git checkout .memo/config.json'으로 되살리십시오")
  package static let locked = Text("another process syncs this vault", ko: "다른 프로세스가 이 볼트를 동기화하고 있습니다")
  package static func unsettled(_ paths: String) -> Text {
    Text("changed all the time, so they were left alone: \(paths)", ko: "계속 바뀌고 있어 그대로 두었습니다: \(paths)")
  }
  package static let unsettledHint = Text(
    "your work is saved; sync again when they are saved", ko: "내용은 저장되어 있습니다. 편집을 마친 뒤 다시 동기화하십시오")
}
