import MemoCore
import MemoKit
import MemoStore
package import MemoSync

/// Messages about failed syncs.
package enum SyncMessages {
  /// The failure of a whole command.
  package static func failure(_ error: SyncError) -> Failure {
    switch error {
    case .repository(let trouble): failure(trouble)
    case .untrusted(let keys):
      Failure(
        kind: "untrusted", message: keys.isEmpty ? unclearConfig : untrusted(keys.joined(separator: ", ")),
        hints: [keys.isEmpty ? unclearHint : trustHint], candidates: keys, exitCode: .failure)
    case .settingsElsewhere(let keys):
      Failure(
        kind: "untrusted", message: settingsElsewhere(keys.joined(separator: ", ")),
        hints: [keys == ["extensions.worktreeconfig"] ? workTreeSettingsHint : settingsElsewhereHint],
        candidates: keys, exitCode: .failure)
    case .unnamedRemote(let url):
      Failure(
        kind: "untrusted", message: unnamedRemote(url), hints: [unnamedRemoteHint], candidates: ["remote.origin.url"],
        exitCode: .failure)
    case .remoteInVault(let url):
      Failure(kind: "untrusted", message: remoteInVault(url), hints: [remoteInVaultHint], exitCode: .failure)
    case .severalRemotes(let urls):
      Failure(
        kind: "repository", message: severalRemotes(urls.joined(separator: ", ")),
        hints: [severalRemotesHint], exitCode: .failure)
    case .noRemote: Failure(kind: "no-remote", message: noRemote, hints: [remoteHint], exitCode: .failure)
    case .otherRemotes(let names):
      Failure(
        kind: "no-remote", message: otherRemotes(names.joined(separator: ", ")),
        hints: names.first.map { [otherRemotesHint($0)] } ?? [], candidates: names, exitCode: .failure)
    case .badRemote(let name): Failure.invalid(badRemote(name), hints: [remoteForms])
    case .remote(let reason):
      Failure(
        kind: "remote", message: remote(reason), hints: hints(for: reason) + [savedLocally(reason)], exitCode: .remote)
    case .offline(let reason, let unsaved):
      Failure(
        kind: "remote", message: remote(reason), hints: hints(for: reason) + [notSaved(unsaved)], exitCode: .remote)
    case .remoteLocked(let file, let since):
      Failure(kind: "remote", message: remoteLocked(file, since), hints: [remoteLockedHint], exitCode: .remote)
    case .newRemote(let reason):
      Failure(
        kind: "remote", message: remote(reason), hints: hints(for: reason) + [newRemoteHint], exitCode: .remote)
    case .busy: Failure(kind: "remote", message: busy, hints: [savedLocally(nil)], exitCode: .remote)
    case .newBranch(let branch):
      Failure(
        kind: "new-branch", message: newBranch(branch.name), hints: [newBranchHint(branch.synced)], exitCode: .failure)
    case .renamedBranch(let branch):
      Failure(
        kind: "new-branch", message: renamedBranch(branch), hints: [renamedBranchHint(branch)], exitCode: .failure)
    case .unlinkedBranch(let branch):
      Failure(
        kind: "new-branch", message: newBranch(branch.name), hints: [unlinkedBranchHint(branch)], exitCode: .failure)
    case .rewritten: Failure(kind: "rewritten", message: rewritten, hints: [rewrittenHint], exitCode: .changed)
    case .wentBack: Failure(kind: "rewritten", message: wentBack, hints: [wentBackHint], exitCode: .changed)
    case .massDeletion(let missing, let total):
      Failure(
        kind: "mass-deletion", message: massDeletion(missing, total), hints: [massDeletionHint, missingHint],
        candidates: missing.map(\.text), exitCode: .changed)
    case .markerMissing:
      Failure(kind: "marker", message: markerMissing, hints: [markerHint], exitCode: .changed)
    case .vaultMoved: Failure(kind: "no-vault", message: vaultMoved, exitCode: .failure)
    case .vaultInUse:
      Failure(kind: "locked", message: Message.locked, hints: [Message.lockedHint], exitCode: .locked)
    case .locked: Failure(kind: "locked", message: locked, hints: [Message.lockedHint], exitCode: .locked)
    case .overtaken:
      Failure(kind: "locked", message: overtaken, hints: [Message.lockedHint], exitCode: .locked)
    case .unsigned(let reason):
      Failure(kind: "unsigned", message: unsigned(reason), hints: [unsignedHint, unsignedRetry], exitCode: .failure)
    case .unsettled(let paths):
      Failure(
        kind: "changed", message: unsettled(OperationMessages.list(paths)), hints: [unsettledHint],
        candidates: paths.map(\.text), exitCode: .changed)
    }
  }

  /// The message of a recorded failure.
  package static func text(of trouble: SyncTrouble) -> Text {
    switch trouble {
    case .failure(_, let code, let parameters):
      trouble.error.map { FailureMessages.failure(for: $0).message }
        ?? Text(verbatim: ([code] + parameters).filter { !$0.isEmpty }.joined(separator: ": "))
    case .sentences(let text, let translations):
      Text(
        "\(translations[Language.english.rawValue] ?? text)", ko: "\(translations[Language.korean.rawValue] ?? text)")
    }
  }

  private static func failure(_ trouble: RepositoryTrouble) -> Failure {
    Failure(kind: "repository", message: message(of: trouble), hints: hints(for: trouble), exitCode: .failure)
  }

  private static func message(of trouble: RepositoryTrouble) -> Text {
    switch trouble {
    case .missing: Text("the vault is not a git repository", ko: "보관함이 git 저장소가 아닙니다")
    case .unfinished:
      Text(
        "'.git' exists but is not a git repository: parts of it are missing", ko: "'.git'이 있지만 일부가 빠져 있어 git 저장소가 아닙니다")
    case .insideAnother(let root):
      Text("the vault is inside the git repository \(root.text)", ko: "보관함이 git 저장소 \(root.text) 안에 있습니다")
    case .linked(let link): linked(link)
    case .ownedByAnother(let path, let user, _):
      Text(
        "cannot use the repository: '\(path.text)' belongs to another user (uid \(String(user)))",
        ko: "저장소를 사용할 수 없습니다: '\(path.text)'\(.topic) 다른 사용자(uid \(String(user)))의 것입니다")
    case .writableByOthers(let path, _, _):
      Text(
        "cannot use the repository: other users can write to '\(path.text)'",
        ko: "저장소를 사용할 수 없습니다: 다른 사용자가 '\(path.text)'에 쓸 수 있습니다")
    case .detached(_, let backup): UnfinishedMessages.detached(backup)
    case .jujutsu:
      Text(
        "no branch is checked out: jj works in this repository and never checks one out",
        ko: "체크아웃된 브랜치가 없습니다: 이 저장소를 함께 쓰는 jj는 브랜치를 체크아웃하지 않습니다")
    case .underway(let name, let backup): UnfinishedMessages.underway(name, backup)
    case .shallow:
      Text("the repository is a shallow clone: part of its history is missing", ko: "얕은 복제여서 저장소 이력의 일부가 없습니다")
    case .partialClone:
      Text("the repository is a partial clone: some of its objects are missing", ko: "부분 복제여서 저장소 객체의 일부가 없습니다")
    case .sparse:
      Text(
        "a sparse checkout leaves files of the repository out of the vault",
        ko: "스파스 체크아웃이 켜져 있어 저장소의 파일 일부가 보관함에 없습니다")
    case .otherForm(let setting):
      Text(
        "memo does not support this kind of repository ('\(setting)')",
        ko: "memo가 지원하지 않는 종류의 저장소입니다('\(setting)')")
    case .branchName(let name):
      Text(
        "memo does not sync the branch '\(name)', because its name is not UTF-8",
        ko: "브랜치 '\(name)'의 이름이 UTF-8이 아니어서 memo로 동기화하지 않습니다")
    case .linkedHead:
      Text(
        "'.git/HEAD' is a symbolic link, which memo does not follow",
        ko: "'.git/HEAD'가 심볼릭 링크이며, memo는 링크를 따라가지 않습니다")
    case .special(let path):
      Text("'\(path.text)' is not a regular file", ko: "'\(path.text)'\(.topic) 일반 파일이 아닙니다")
    case .unreadable(let what):
      Text("cannot read the repository: \(what)", ko: "저장소를 읽을 수 없습니다: \(what)")
    }
  }

  private static func hints(for trouble: RepositoryTrouble) -> [Text] {
    switch trouble {
    case .detached(let synced, let backup): UnfinishedMessages.hints(forDetached: synced, backup)
    case .underway(let name, let backup): UnfinishedMessages.hints(forUnderway: name, backup)
    default: hint(for: trouble).map { [$0] } ?? []
    }
  }

  private static func hint(for trouble: RepositoryTrouble) -> Text? {
    switch trouble {
    case .detached, .underway: nil
    case .missing: Text("'memo sync --remote URL' creates one", ko: "'memo sync --remote 주소'로 저장소를 만들 수 있습니다")
    case .unfinished:
      Text(
        "create the missing parts with 'memo sync --remote URL' or 'git init'",
        ko: "'memo sync --remote 주소'나 'git init'으로 빠진 부분을 만드십시오")
    case .insideAnother:
      Text(
        """
        'memo init --git' gives the vault a repository of its own, to be synced with a remote of its own; until then, \
        commit it with git
        """,
        ko: "'memo init --git'으로 보관함 전용 저장소를 만들고 전용 원격 저장소와 동기화할 수 있습니다. 그때까지는 git으로 커밋하십시오")
    case .linked(let link): hint(for: link)
    case .ownedByAnother(_, _, let root):
      Text(
        "if you trust that user, mark the vault as safe: \(safeDirectory(root))",
        ko: "그 사용자를 신뢰한다면 보관함을 안전한 폴더로 등록하십시오: \(safeDirectory(root))")
    case .writableByOthers(_, let root, isFixed: false):
      Text(
        """
        if you trust everyone who can write there: \(safeDirectory(root)); if not: chmod -R go-w \(ShellWord.of(root))
        """,
        ko: "쓸 수 있는 사용자를 모두 신뢰한다면: \(safeDirectory(root)). 아니면: chmod -R go-w \(ShellWord.of(root))")
    case .writableByOthers(_, let root, isFixed: true):
      Text(
        """
        if you trust everyone who can write there: \(safeDirectory(root)); if not, mount this file system so that only \
        you can write to it, as with the option 'umask=022'
        """,
        ko: """
          쓸 수 있는 사용자를 모두 신뢰한다면: \(safeDirectory(root)). 아니면 나만 쓸 수 있도록 이 파일 시스템을 'umask=022' 같은 옵션으로 다시 마운트하십시오
          """)
    case .jujutsu(let synced):
      Text(
        "before each sync: jj bookmark set \(ShellWord.of(synced)) -r @- && git switch \(ShellWord.of(synced))",
        ko: "동기화할 때마다 먼저: jj bookmark set \(ShellWord.of(synced)) -r @- && git switch \(ShellWord.of(synced))")
    case .shallow: PastMessages.shallowHint
    case .partialClone:
      Text("clone the remote into a folder of its own: \(cloning)", ko: "원격 저장소를 따로 복제하십시오: \(cloning)")
    case .sparse:
      Text("to check out all files: git sparse-checkout disable", ko: "파일을 모두 체크아웃하려면: git sparse-checkout disable")
    case .otherForm(let setting) where setting.hasBytePrefix("extensions.objectformat"):
      Text(
        "commit your files; then, to copy the commits into a SHA-1 repository: \(convertingToSHA1)",
        ko: "파일을 먼저 커밋하십시오. 그 뒤 커밋을 SHA-1 저장소로 옮기려면: \(convertingToSHA1)")
    case .otherForm(let setting) where setting.hasBytePrefix("extensions.refstorage"):
      Text(
        "to keep the refs in files (git 2.46 or newer): git refs migrate --ref-format=files",
        ko: "ref를 파일에 저장하려면(git 2.46 이상): git refs migrate --ref-format=files")
    case .otherForm:
      Text(
        "to sync with memo, clone it with git into a repository of the default format (SHA-1, refs in files)",
        ko: "memo로 동기화하려면 기본 형식(SHA-1, 파일에 저장하는 ref)의 저장소로 git에서 복제하십시오")
    case .branchName: Text("to rename it: git branch -m NAME", ko: "이름을 바꾸려면: git branch -m 이름")
    case .linkedHead:
      Text("to make it a file: \(headAsFile)", ko: "일반 파일로 바꾸려면: \(headAsFile)")
    case .special:
      Text("remove it, or clone the repository again", ko: "그 파일을 지우거나 저장소를 다시 복제하십시오")
    case .unreadable:
      Text(
        "'git fsck' shows details; if it finds nothing, clone the repository again",
        ko: "'git fsck'로 자세히 볼 수 있습니다. 문제가 나오지 않으면 저장소를 다시 복제하십시오")
    }
  }

  /// What to do with a vault whose repository is kept elsewhere.
  package static func hint(for link: RepositoryLink) -> Text {
    switch link {
    case .workTree:
      Text(
        "use the main work tree (the first in 'git worktree list'), or clone the remote: \(cloning)",
        ko: "주 작업 트리('git worktree list'의 첫 줄)를 쓰거나 원격 저장소를 복제하십시오: \(cloning)")
    case .submodule, .other:
      Text("clone the remote into a folder of its own: \(cloning)", ko: "원격 저장소를 따로 복제하십시오: \(cloning)")
    }
  }

  private static let cloning = "memo clone \"$(git remote get-url origin)\" ../notes"
  private static let headAsFile =
    "git -c core.preferSymlinkRefs=false symbolic-ref HEAD \"$(git symbolic-ref HEAD)\""
  /// Git does not clone from one kind of object names to another.
  private static let convertingToSHA1 =
    "git init ../notes && git fast-export --all | git -C ../notes fast-import"
    + " && git -C ../notes checkout -f \"$(git branch --show-current)\""

  package static func failure(_ error: GitError) -> Failure {
    switch error {
    case .notInstalled:
      Failure(
        kind: "program", message: Message.notInstalled("git"), hints: [gitHint, Message.installHint("git")],
        exitCode: .failure)
    case .tooOld(let version):
      Failure(kind: "program", message: tooOld(version), hints: [gitHint], exitCode: .failure)
    case .program(let error): FailureMessages.failure(for: error)
    case .tookTooLong(let command):
      Failure(
        kind: "program",
        message: Text(
          "stopped 'git \(command)': it took too long", ko: "'git \(command)'\(.object) 중단했습니다: 너무 오래 걸렸습니다"),
        hints: [slowHint], exitCode: .failure)
    case .tooMuch(let command):
      Failure(
        kind: "program",
        message: Text(
          "stopped 'git \(command)': the repository has more files or data than memo can handle",
          ko: "'git \(command)'\(.object) 중단했습니다: 저장소의 파일이나 데이터가 memo가 다룰 수 있는 양을 넘습니다"),
        hints: [sizeHint], exitCode: .failure)
    case .damaged(let what):
      Failure(kind: "damaged", message: damaged(what), hints: [damagedHint], exitCode: .failure)
    case .diskFull(let reason):
      Failure(
        kind: "file", message: Message.cannot(Message.write, ".git", Text(verbatim: reason)),
        hints: [SystemMessages.hint(inWords: reason) ?? SystemMessages.hint(for: .noSpace)].compactMap(\.self),
        exitCode: .failure)
    case .failed(let command, let reason):
      Failure(
        kind: "program",
        message: Text("'git \(command)' failed: \(reason)", ko: "'git \(command)'\(.subject) 실패했습니다: \(reason)"),
        hints: hint(forFailed: error, reason).map { [$0] } ?? [], exitCode: .failure)
    }
  }

  private static func hint(forFailed error: GitError, _ reason: String) -> Text? {
    if error.isOfLock { return staleLockHint }
    if error.isOfNameInTheWay { return nameInTheWayHint }
    switch error.signal {
    case fileSizeSignal?: return SystemMessages.fileSizeHint
    case let signal?: return signal == killSignal ? SystemMessages.hint(for: .outOfMemory) : nil
    case nil: return SystemMessages.hint(inWords: reason)
    }
  }

  /// SIGXFSZ, on Linux as on macOS.
  private static let fileSizeSignal: Int32 = 25
  /// SIGKILL: the system ends programs so where memory is short.
  private static let killSignal: Int32 = 9

  private static let slowHint = Text(
    "run the command again; if that does not help, 'memo sync --debug' shows how long each call of git takes",
    ko: "다시 실행해 보십시오. 그래도 안 되면 'memo sync --debug'로 git 호출마다 걸린 시간을 볼 수 있습니다")
  private static let sizeHint = Text(
    "'git count-objects -vH' shows its size; to sync the memos without its history, copy them into a new repository",
    ko: "저장소의 크기는 'git count-objects -vH'로 볼 수 있습니다. 이력 없이 동기화하려면 메모를 새 저장소로 복사하십시오")
  private static let nameInTheWayHint = Text(
    "git has no room for both names: rename the branch that exists, or switch to another one",
    ko: "git에서는 두 이름이 함께 있을 수 없습니다. 이미 있는 브랜치의 이름을 바꾸거나 다른 브랜치로 전환하십시오")
  private static let staleLockHint = Text(
    "if no other git is running here, the lock was left behind: remove it",
    ko: "여기서 실행 중인 다른 git이 없다면 남겨진 잠금 파일이니 지우십시오")
}
