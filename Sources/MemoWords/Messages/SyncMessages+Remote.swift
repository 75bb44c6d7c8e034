import MemoCore
package import MemoSync

/// Why a remote could not be used, and what to do about it.
extension SyncMessages {
  package static func remote(_ reason: RemoteReason) -> Text {
    switch reason.kind {
    case .noCredentials:
      Text(
        "the remote asks for a user name and a password or token, and git has none: \(reason.text)",
        ko: "원격 저장소가 사용자 이름과 비밀번호(또는 토큰)를 요구하지만 git에 저장된 것이 없습니다: \(reason.text)")
    case .checkedOut:
      Text(
        "the remote is a folder in which its branch is checked out, and git sends nothing to such a branch",
        ko: "원격 저장소가 작업 폴더이며, 체크아웃되어 있는 브랜치로는 git이 아무것도 보내지 않습니다")
    case .transport:
      Text(
        "memo does not sync over the transport of the remote's address: \(reason.text)",
        ko: "memo는 원격 저장소 주소의 전송 방식으로 동기화하지 않습니다: \(reason.text)")
    case .bundle:
      Text(
        "the remote is a bundle, and git sends nothing to a bundle: \(reason.text)",
        ko: "원격 저장소가 번들 파일이며, 번들로는 git이 아무것도 보내지 않습니다: \(reason.text)")
    case .otherFormat:
      Text(
        "the remote's repository has SHA-256 object names, and memo syncs with SHA-1 repositories only",
        ko: "원격 저장소의 객체 이름이 SHA-256이며, memo는 SHA-1 저장소와만 동기화합니다")
    case .shallow:
      Text(
        "the remote's repository is a shallow clone: part of its history is missing",
        ko: "원격 저장소가 얕은 복제여서 이력의 일부가 없습니다")
    case .refused:
      Text("the remote refused the changes: \(reason.text)", ko: "원격 저장소가 변경을 거부했습니다: \(reason.text)")
    case .protectedBranch:
      Text(
        "the remote's branch is protected, and the remote refused the changes: \(reason.text)",
        ko: "원격 저장소의 브랜치가 보호되어 있어 변경이 거부되었습니다: \(reason.text)")
    case .exposedKey:
      Text(
        "ssh did not use the key in '\(reason.text)', because other users may read the file",
        ko: "다른 사용자가 읽을 수 있는 파일이어서 ssh가 '\(reason.text)'의 키를 쓰지 않았습니다")
    case .branchInTheWay:
      Text(
        "the remote has a branch '\(reason.text)', and git cannot keep the synced branch beside it under its name",
        ko: "원격 저장소에 '\(reason.text)' 브랜치가 있어 동기화하는 브랜치를 그 이름으로 함께 둘 수 없습니다")
    case .otherOwner:
      Text(
        "the remote's repository belongs to another user, so git does not use it: \(reason.text)",
        ko: "원격 저장소가 다른 사용자의 것이어서 git이 사용하지 않습니다: \(reason.text)")
    case .notWritable:
      Text("git cannot write to the remote's repository: \(reason.text)", ko: "git이 원격 저장소에 쓸 수 없습니다: \(reason.text)")
    case .diskFull:
      Text("the remote's disk is full: \(reason.text)", ko: "원격 저장소의 디스크가 가득 찼습니다: \(reason.text)")
    case .damaged:
      Text("the remote's repository is damaged: \(reason.text)", ko: "원격 저장소가 손상되었습니다: \(reason.text)")
    case .invalidObject:
      Text(
        "what the remote sent does not pass git's checks: \(reason.text)",
        ko: "원격 저장소에서 받은 내용이 git의 검사를 통과하지 못했습니다: \(reason.text)")
    default:
      Text(
        "the remote is unreachable or refused: \(words(of: reason))",
        ko: "원격 저장소에 연결할 수 없거나 연결이 거부되었습니다: \(words(of: reason))")
    }
  }

  /// Git's words; those about a folder of this machine, which are frequent, are translated.
  private static func words(of reason: RemoteReason) -> Text {
    guard reason.kind == .noFolder, let folder = folder(in: reason) else { return Text(verbatim: reason.text) }
    return Text("\(reason.text)", ko: "'\(folder)'\(.topic) git 저장소가 아닙니다")
  }

  /// What to do; nothing where git's words are all that is known.
  package static func hints(for reason: RemoteReason) -> [Text] {
    if reason.kind == .noFolder, let folder = folder(in: reason) { return [mountHint, newFolderHint(folder)] }
    switch reason.kind {
    case .otherOwner: return [ownerHint(reason.text)]
    case .noKey: return [passphraseHint, unknownKeyHint]
    case .exposedKey: return [exposedKeyHint(reason.text)]
    case .hostKey: return [hostKeyHint(reason.login)]
    case .certificate where reason.text.containsBytes("expired"): return [expiredHint]
    case .refused where reason.text.hasByteSuffix("hook declined"): return [silentHookHint]
    default: break
    }
    return hint(for: reason.kind).map { [$0] } ?? []
  }

  /// The folder that git's words name.
  private static func folder(in reason: RemoteReason) -> String? {
    let end = "' does not appear to be a git repository"
    let text = reason.text.utf8
    guard reason.text.hasBytePrefix("'"), text.suffix(end.utf8.count).elementsEqual(end.utf8) else { return nil }
    return String(decoding: text.dropFirst().dropLast(end.utf8.count), as: UTF8.self)
  }
  private static let passphraseHint = Text(
    """
    if your key has a passphrase, load it with 'ssh-add' before the sync: where git cannot ask for the passphrase, ssh \
    does not use the key
    """,
    ko: """
      키에 암호 문구가 있으면 동기화하기 전에 'ssh-add'로 키를 불러오십시오. git이 암호 문구를 물어볼 수 없는 곳에서는 ssh가 그 키를 쓰지 않습니다
      """)
  private static let unknownKeyHint = Text(
    "if the host does not know the key, add your public SSH key to your account there; 'ssh-add -l' lists the loaded keys",
    ko: "호스트에 등록하지 않은 키라면 해당 계정에 SSH 공개 키를 등록하십시오. 불러온 키는 'ssh-add -l'로 볼 수 있습니다")
  private static func exposedKeyHint(_ file: String) -> Text {
    let command = "chmod 600 \(ShellWord.operands(file))"
    return Text("keep the file to yourself: \(command)", ko: "나만 읽을 수 있게 하십시오: \(command)")
  }
  private static func hostKeyHint(_ login: String?) -> Text {
    let machine = login.map { ShellWord.operands($0) }
    return Text(
      "check whether the host's key is new or has changed, by running this once in a terminal: ssh \(machine ?? "HOST")",
      ko: "호스트 키가 새것인지 바뀐 것인지 터미널에서 한 번 실행하여 확인하십시오: ssh \(machine ?? "호스트")")
  }
  private static let expiredHint = Text(
    "if this machine's clock is right, the server's certificate has to be renewed by whoever runs the server",
    ko: "이 컴퓨터의 시각이 맞다면 서버를 운영하는 쪽에서 서버의 인증서를 갱신해야 합니다")
  private static let silentHookHint = Text(
    "a hook of the remote gives no reason; ask whoever runs the remote what it checks",
    ko: "원격 저장소의 훅이 이유를 알리지 않았습니다. 무엇을 검사하는지 저장소를 운영하는 쪽에 문의하십시오")
  private static let mountHint = Text(
    "if it is on another disk, check that the disk is mounted", ko: "다른 디스크에 있다면 마운트되어 있는지 확인하십시오")
  private static func ownerHint(_ words: String) -> Text {
    // Not `*`, whatever a remote writes.
    let folder = words.parts(at: "'").first { $0.utf8.first == UInt8(ascii: "/") }
    let setting = "git config --global --add safe.directory \(folder.map { ShellWord.of($0) } ?? "FOLDER")"
    return Text(
      "if you trust that user, on the machine where the repository is: \(setting)",
      ko: "그 사용자를 신뢰한다면 저장소가 있는 컴퓨터에서 실행하십시오: \(setting)")
  }
  private static func newFolderHint(_ folder: String) -> Text {
    let making = "git init --bare \(ShellWord.of(folder))"
    return Text("to create a new repository there: \(making)", ko: "그곳에 새 저장소를 만들려면: \(making)")
  }

  private static func hint(for kind: RemoteReason.Kind) -> Text? {
    switch kind {
    case .noCredentials:
      Text(
        """
        set up a credential helper (see 'git help credentials') and run 'memo sync' or 'git push' once in a \
        terminal, where git can ask; or use an SSH key and a remote like git@host:path
        """,
        ko: """
          자격 증명 도우미를 설정하고('git help credentials' 참고) git이 물어볼 수 있도록 터미널에서 'memo sync'나 'git push'를 한 번 실행하십시오. 또는 SSH \
          키와 git@host:path 형식의 원격 저장소를 쓰십시오
          """)
    case .wrongCredentials:
      Text(
        "most hosts want an access token instead of a password; 'git credential reject' removes an old one",
        ko: "대부분의 호스트는 비밀번호 대신 액세스 토큰을 요구합니다. 저장된 이전 비밀번호는 'git credential reject'로 지우십시오")
    case .certificate:
      Text(
        """
        check the machine's clock; for a server of your own, set its certificate with 'git config --global \
        http.sslCAInfo FILE'
        """,
        ko: "컴퓨터의 시각을 확인하십시오. 직접 운영하는 서버의 인증서는 'git config --global http.sslCAInfo 파일'로 지정하십시오")
    case .unknownHost:
      Text(
        "check the network and the host name in the address", ko: "네트워크와 주소의 호스트 이름을 확인하십시오")
    case .noConnection:
      Text("check the network and that the host is up", ko: "네트워크가 연결되어 있고 호스트가 켜져 있는지 확인하십시오")
    case .forbidden:
      Text(
        "the account that git uses has no permission; check the repository's members",
        ko: "git이 쓰는 계정에 권한이 없습니다. 저장소의 구성원 설정을 확인하십시오")
    case .noRepository:
      Text(
        "check the address, that the repository exists, and that your account can see it",
        ko: "주소가 맞는지, 저장소가 있는지, 계정에 저장소를 볼 권한이 있는지 확인하십시오")
    case .noFolder:
      Text(
        "check that the disk is mounted; 'git init --bare FOLDER' creates a new repository in a folder",
        ko: "디스크가 마운트되어 있는지 확인하십시오. 'git init --bare 폴더'로 폴더에 새 저장소를 만들 수 있습니다")
    case .transport:
      Text(
        "use https://…, ssh://…, user@host:path or a folder: memo sync --remote URL",
        ko: "https://…, ssh://…, user@host:path 또는 폴더를 쓰십시오: memo sync --remote 주소")
    case .bundle:
      Text(
        "sync through a repository: 'git init --bare FOLDER', then 'memo sync --remote FOLDER'",
        ko: "저장소를 거쳐 동기화하십시오: 'git init --bare 폴더'를 실행한 뒤 'memo sync --remote 폴더'를 실행하십시오")
    case .checkedOut:
      Text(
        "sync through a repository without files: 'git init --bare FOLDER', then 'memo sync --remote FOLDER'",
        ko: "작업 파일이 없는 저장소를 거쳐 동기화하십시오: 'git init --bare 폴더'를 실행한 뒤 'memo sync --remote 폴더'를 실행하십시오")
    case .otherFormat:
      Text(
        "use a SHA-1 repository: git init --bare --object-format=sha1 FOLDER, then memo sync --remote FOLDER",
        ko: "SHA-1 저장소를 쓰십시오: git init --bare --object-format=sha1 폴더, 그런 다음 memo sync --remote 폴더")
    case .shallow:
      Text(
        "complete it there with 'git fetch --unshallow', or use another repository: memo sync --remote URL",
        ko: "그곳에서 'git fetch --unshallow'를 실행해 이력을 채우거나 다른 저장소를 쓰십시오: memo sync --remote 주소")
    case .talkativeShell:
      Text(
        "the shell of your account there prints text when it starts; change its start-up files, such as ~/.bashrc",
        ko: "그곳 계정의 셸이 시작할 때 글을 출력합니다. ~/.bashrc 같은 시작 파일을 고치십시오")
    case .notWritable:
      Text(
        "check who may write to its files, and whether its disk is mounted read-only or full",
        ko: "저장소 파일의 쓰기 권한이 있는지, 디스크가 읽기 전용으로 마운트되었거나 가득 차지는 않았는지 확인하십시오")
    case .diskFull: Text("free some space there, then sync again", ko: "그곳의 공간을 확보한 뒤 다시 동기화하십시오")
    case .damaged:
      Text(
        """
        'git fsck' there shows the damage; if it cannot be repaired, replace it with a new, empty repository and \
        sync
        """,
        ko: "그곳에서 'git fsck'를 실행하면 손상된 부분을 볼 수 있습니다. 고칠 수 없으면 빈 저장소로 새로 바꾼 뒤 동기화하십시오")
    case .invalidObject:
      Text(
        """
        nothing of it was kept; a faulty or malicious program has put it there: take the commit back at the remote, where \
        'git fsck' shows what is wrong, or sync with a new, empty repository: memo sync --remote URL
        """,
        ko: """
          받은 내용은 저장하지 않았습니다. 결함이 있거나 악의적인 프로그램이 올린 것입니다. 원격 저장소에서 그 커밋을 되돌리거나(그곳에서 'git fsck'를 실행하면 잘못된 부분을 볼 수 있습니다) 새로 \
          만든 빈 저장소와 동기화하십시오: memo sync --remote 주소
          """)
    case .branchInTheWay:
      Text(
        "rename that branch there, or yours here: git branch -m NAME && memo sync --allow-new-branch",
        ko: "그곳의 브랜치 이름을 바꾸거나 이곳의 브랜치 이름을 바꾸십시오: git branch -m 이름 && memo sync --allow-new-branch")
    case .protectedBranch:
      Text(
        """
        in the remote's settings, allow your account to push to the branch; or sync another branch: git switch -c \
        NAME && memo sync --allow-new-branch
        """,
        ko: """
          원격 저장소의 설정에서 이 계정의 푸시를 허용하십시오. 또는 다른 브랜치를 동기화하십시오: git switch -c 이름 && memo sync --allow-new-branch
          """)
    case .noKey, .exposedKey, .hostKey, .refused, .otherOwner, .other: nil
    }
  }
}
