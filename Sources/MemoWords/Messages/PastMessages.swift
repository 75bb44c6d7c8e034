package import MemoCore
import MemoKit
package import MemoSync

/// Messages about the history of memos.
package enum PastMessages {
  /// The failure of a whole command.
  package static func failure(_ error: PastError) -> Failure {
    switch error {
    case .repository(.repository(.missing)):
      Failure(kind: "repository", message: noRepository, hints: [noRepositoryHint], exitCode: .failure)
    case .repository(.repository(.linked(let link))):
      Failure(
        kind: "repository", message: SyncMessages.linked(link), hints: [SyncMessages.hint(for: link)],
        exitCode: .failure)
    case .noGit:
      Failure(
        kind: "program", message: Message.notInstalled("git"), hints: [gitHint, Message.installHint("git")],
        exitCode: .failure)
    case .repository(let error): SyncMessages.failure(error)
    case .untrustedAbove(let root, let keys):
      Failure(
        kind: "untrusted",
        message: keys.isEmpty ? SyncMessages.unclearConfig : SyncMessages.untrusted(keys.joined(separator: ", ")),
        hints: [keys.isEmpty ? SyncMessages.unclearHint : trustAbove(root)], candidates: keys, exitCode: .failure)
    case .noBackup:
      Failure(
        kind: "no-such-backup", message: UnfinishedMessages.noBackup, hints: [UnfinishedMessages.backupHint],
        exitCode: .noSuchMemo)
    case .unknownRevision(let name): Failure.invalid(unknownRevision(name), hints: [revisionHint])
    case .nothingYet(let time):
      Failure(
        kind: "no-such-version", message: nothingYet(time), hints: [nothingYetHint], exitCode: .noSuchMemo)
    case .beforeShallow(let time):
      Failure(
        kind: "no-such-version", message: beforeShallow(time), hints: [shallowHint], exitCode: .noSuchMemo)
    case .notThere(let path, let revision):
      Failure(
        kind: "no-such-version", message: notThere(path.text, revision), hints: [historyHint], exitCode: .noSuchMemo)
    case .filtered(let path, let revision):
      Failure(
        kind: "filter", message: filtered(path.text, revision), hints: [filterHint], exitCode: .failure)
    case .noPlace(let path): Failure.invalid(noPlace(path.text))
    }
  }

  package static let noRepository = Text(
    "the vault is not a git repository, so memos have no history", ko: "보관함이 git 저장소가 아니어서 메모의 이력이 없습니다")
  package static let noRepositoryHint = Text(
    "'memo init --git' makes it one; history starts with its first commit",
    ko: "'memo init --git'으로 저장소를 만들 수 있습니다. 이력은 첫 커밋부터 남습니다")
  package static let gitHint = Text(
    "history needs git 2.30 or newer; everything else works without",
    ko: "이력에는 git 2.30 이상이 필요합니다. 다른 기능은 git 없이도 쓸 수 있습니다")
  package static func trustAbove(_ root: HostPath) -> Text {
    let trusting = "memo trust --vault \(ShellWord.of(root))"
    return Text(
      "none of its commands were run; if '\(root.text)/.git/config' is yours: \(trusting)",
      ko: "설정의 명령은 아무것도 실행하지 않았습니다. '\(root.text)/.git/config'가 내 설정이면: \(trusting)")
  }
  package static func unknownRevision(_ name: String) -> Text {
    Text("'\(name)' is not a commit, branch, tag or time", ko: "'\(name)'\(.topic) 커밋, 브랜치, 태그, 시점이 아닙니다")
  }
  package static let revisionHint = Text(
    """
    for example: a hash from 'memo history', HEAD~2, 2026-10-01, yesterday, 7d; 'git log --all' lists all commits
    """,
    ko: "예: 'memo history'의 해시, HEAD~2, 2026-10-01, 어제, 7d. 모든 커밋은 'git log --all'로 볼 수 있습니다")
  package static func nothingYet(_ time: String) -> Text {
    Text("no commit was made by '\(time)'", ko: "'\(time)'까지 커밋이 없습니다")
  }
  package static let nothingYetHint = Text(
    "'git log --reverse' shows the first commit", ko: "첫 커밋은 'git log --reverse'로 볼 수 있습니다")
  package static func notThere(_ path: String, _ revision: String) -> Text {
    Text("'\(path)' did not exist at '\(revision)'", ko: "'\(revision)'에는 '\(path)'\(.subject) 없었습니다")
  }
  package static func filtered(_ path: String, _ revision: String) -> Text {
    Text(
      "cannot read '\(path)' at '\(revision)': its git filter failed or is not set up",
      ko: "'\(revision)'의 '\(path)'\(.object) 읽을 수 없습니다: git 필터가 실패했거나 설정되어 있지 않습니다")
  }
  package static let filterHint = Text(
    "you may have to run 'git-crypt unlock', 'git lfs install' or 'git lfs fetch'",
    ko: "'git-crypt unlock', 'git lfs install', 'git lfs fetch'를 실행해야 할 수 있습니다")
  package static let historyHint = Text(
    "'memo history' lists the existing versions", ko: "어떤 버전이 있는지 'memo history'로 볼 수 있습니다")
  package static func noPlace(_ path: String) -> Text {
    Text(
      "cannot put a memo at '\(path)': it would be hidden or ignored", ko: "'\(path)'에는 메모를 둘 수 없습니다: 숨겨지거나 제외됩니다")
  }
  package static func noVersions(_ path: String) -> Text {
    Text("no commit has '\(path)' yet", ko: "아직 '\(path)'\(.subject) 들어 있는 커밋이 없습니다")
  }
  package static let commitHint = Text(
    "'memo sync' commits and syncs; without a remote, 'git add -A' and 'git commit' in the vault keep a version",
    ko: "'memo sync'가 커밋하고 동기화합니다. 원격 저장소가 없으면 보관함에서 'git add -A'와 'git commit'으로 버전을 남길 수 있습니다")
  package static let shallow = Text(
    "the repository is a shallow clone: there may be older versions", ko: "얕은 복제여서 더 오래된 버전이 빠졌을 수 있습니다")
  package static func beforeShallow(_ time: String) -> Text {
    Text(
      "the repository is a shallow clone without commits from '\(time)' or before",
      ko: "얕은 복제여서 '\(time)'까지의 커밋이 빠져 있습니다")
  }
  package static let shallowHint = Text(
    "to fetch the rest: git fetch --unshallow", ko: "나머지를 받으려면: git fetch --unshallow")
  package static func unchanged(_ path: String, _ revision: String) -> Text {
    Text("'\(path)' is the same as at '\(revision)'", ko: "'\(path)'\(.topic) '\(revision)' 때와 같습니다")
  }
  package static func alreadyRestored(_ path: String, _ revision: String) -> Text {
    Text(
      "'\(path)' is already as it was at '\(revision)'", ko: "'\(path)'\(.topic) 이미 '\(revision)' 때와 같습니다")
  }
  package static func restored(_ path: String, _ rev: String) -> Text {
    Text(
      "restored '\(path)' from \(rev); 'memo undo' takes it back",
      ko: "'\(path)'\(.object) \(rev)의 내용으로 복원했습니다. 'memo undo'로 되돌릴 수 있습니다")
  }
  package static let deleted = Text("deleted", ko: "삭제됨")
  package static func formerly(_ path: String) -> Text { Text("formerly \(path)", ko: "이전 이름 \(path)") }
}
