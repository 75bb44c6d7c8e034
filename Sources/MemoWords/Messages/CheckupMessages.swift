import MemoCore
package import MemoKit
import MemoStore
import MemoSync

/// Messages about what memo depends on, as `memo doctor` shows them.
package enum CheckupMessages {
  /// What a finding is about, in a word that scripts may look for.
  package static func subject(of finding: Checkup.Finding) -> String {
    switch finding {
    case .terminal: "terminal"
    case .locale: "locale"
    case .git: "git"
    case .author: "author"
    case .editor: "editor"
    case .clipboard: "clipboard"
    case .watches: "watching"
    case .vault, .noVault, .badVault, .unreadable: "vault"
    case .interrupted: "change"
    case .unwritable: "permissions"
    case .drafts: "drafts"
    case .shared: "hard links"
    case .passedOver: "git index"
    case .remote: "sync"
    }
  }

  /// The same for a person.
  package static func name(of finding: Checkup.Finding) -> Text {
    let subject = subject(of: finding)
    let korean =
      switch finding {
      case .terminal: "터미널"
      case .locale: "로캘"
      case .git: subject
      case .author: "작성자"
      case .editor: "편집기"
      case .clipboard: "클립보드"
      case .watches: "감시"
      case .vault, .noVault, .badVault, .unreadable: "보관함"
      case .interrupted: "변경"
      case .unwritable: "권한"
      case .drafts: "초안"
      case .shared: "하드 링크"
      case .passedOver: "git 인덱스"
      case .remote: "동기화"
      }
    return Text("\(subject)", ko: "\(korean)")
  }

  /// What was found.
  package static func text(of finding: Checkup.Finding) -> Text {
    switch finding {
    case .terminal(nil): Text("output goes to a file or a pipe", ko: "출력이 파일이나 파이프로 나갑니다")
    case .terminal(""): Text("TERM is not set", ko: "TERM이 설정되지 않았습니다")
    case .terminal(let type?): Text("\(type)", ko: "\(type)")
    case .locale(""): Text("not set", ko: "설정되지 않았습니다")
    case .locale(let name): Text("\(name)", ko: "\(name)")
    case .git(nil): Text("not installed", ko: "설치되어 있지 않습니다")
    case .git(let version?): Text("\(version)", ko: "\(version)")
    case .author(nil): Text("git does not know your name and address", ko: "git에 이름과 이메일 주소가 설정되지 않았습니다")
    case .author(let author?): Text("\(author)", ko: "\(author)")
    case .editor(let line, true): Text("\(line)", ko: "\(line)")
    case .editor(let line, false): Text("'\(line)' cannot be found", ko: "'\(line)'\(.object) 찾을 수 없습니다")
    case .clipboard(nil):
      Text("no program; the terminal is asked to set it (OSC 52)", ko: "프로그램이 없어 터미널에 요청합니다(OSC 52)")
    case .clipboard(let tool?): Text("\(tool)", ko: "\(tool)")
    case .watches(let limit, let folders):
      Text(
        "\(Message.grouped(folders)) \(folders == 1 ? "folder" : "folders") here, \(Message.grouped(limit)) may be watched",
        ko: "이 보관함의 폴더 \(Message.grouped(folders))개(최대 \(Message.grouped(limit))개까지 감시 가능)")
    case .vault(let root, let memos, nil):
      Text("\(root.text), \(Message.memoCount(memos))", ko: "\(root.text), \(Message.memoCount(memos))")
    case .vault(let root, _, let refusal?):
      Text(
        "\(root.text) cannot be written to: \(SystemMessages.reason(refusal))",
        ko: "\(root.text)에 쓸 수 없습니다: \(SystemMessages.reason(refusal))")
    case .noVault: Text("none here", ko: "여기에는 없습니다")
    case .badVault(let error): FailureMessages.failure(for: error).message
    case .unreadable(let error): FailureMessages.failure(for: error).message
    case .interrupted(let change): InterruptionMessages.interrupted(change)
    case .unwritable(let paths, let owner):
      Text(
        "you cannot write to \(OperationMessages.list(paths)) (owner: user \(Int(owner)))",
        ko: "쓸 수 없는 항목: \(OperationMessages.list(paths))(소유자: 사용자 \(Int(owner)))")
    case .drafts(let paths):
      Text(
        "text without a memo: \(OperationMessages.list(paths))", ko: "아직 메모가 아닌 글: \(OperationMessages.list(paths))")
    case .shared(let paths):
      Text(
        "\(paths.count) \(paths.count == 1 ? "memo has" : "memos have") several names: \(OperationMessages.list(paths))",
        ko: "이름이 여러 개인 메모 \(paths.count)개: \(OperationMessages.list(paths))")
    case .passedOver(let paths):
      Text(
        "git skips \(paths.count == 1 ? "a file" : "files") in the work tree (skip-worktree): \(OperationMessages.list(paths))",
        ko: "git이 작업 폴더에서 건너뛰는 파일(skip-worktree): \(OperationMessages.list(paths))")
    case .remote(_, let trouble?, _) where trouble.error as? GitError == .notInstalled:
      Text("cannot be checked without git", ko: "git이 없어 확인할 수 없습니다")
    case .remote(_, let trouble?, _): SyncMessages.text(of: trouble)
    case .remote(nil, nil, _): Text("not set up", ko: "설정되지 않았습니다")
    case .remote(let remote?, nil, _): Text("\(remote)", ko: "\(remote)")
    }
  }

  /// What to do about it; `nil` where nothing has to be done.
  package static func hint(for finding: Checkup.Finding) -> Text? {
    switch finding {
    case .remote(_, let trouble?, _): trouble.error.flatMap { FailureMessages.failure(for: $0).hints.first }
    case .remote(_, nil, let log?): log.lastError?.error.flatMap { FailureMessages.failure(for: $0).hints.first }
    case .unwritable:
      Text(
        "no memo can be changed; in the vault, as root: chown -R --reference=. .memo",
        ko: "메모를 변경할 수 없습니다. 보관함에서 root로 실행하십시오: chown -R --reference=. .memo")
    case .drafts:
      Text(
        "once its editor has ended, the next command that changes or lists memos makes a memo of it",
        ko: "편집기가 끝난 뒤, 메모를 변경하거나 목록을 보여 주는 다음 명령이 메모로 만듭니다")
    case .shared:
      Text(
        "a change gives the memo a file of its own: its other names keep the old text",
        ko: "메모를 변경하면 그 메모만 새 파일이 되고, 나머지 이름에는 이전 글이 그대로 남습니다")
    case .passedOver(let paths): freeing(paths)
    case .remote(nil, nil, _): Text("to sync this vault: memo sync --remote URL", ko: "동기화하려면: memo sync --remote 주소")
    case _ where !finding.isTrouble: nil
    case .terminal:
      Text("the split view needs one such as xterm-256color", ko: "분할 화면에는 xterm-256color 같은 터미널이 필요합니다")
    case .locale:
      Text(
        "letters outside of ASCII may not be shown; in your shell's settings: export LANG=C.UTF-8",
        ko: "한글이 보이지 않을 수 있습니다. 셸 설정에 추가하십시오: export LANG=ko_KR.UTF-8")
    case .git: Text("install git; memo syncs and keeps a history with it", ko: "git을 설치하십시오. 동기화와 기록에 필요합니다")
    case .author:
      Text(
        "git config --global user.name 'Your Name'; git config --global user.email you@example.org",
        ko: "git config --global user.name '이름'; git config --global user.email you@example.org")
    case .editor(let line, _):
      Text(
        "choose one: memo config editor \(NoticeMessages.otherEditor(than: line))",
        ko: "편집기를 지정하십시오: memo config editor \(NoticeMessages.otherEditor(than: line))")
    case .watches(_, let folders):
      Text(
        "'memo watch' would check the files at intervals; as root: sysctl fs.inotify.max_user_watches=\(folders * 4)",
        ko: "'memo watch'가 파일을 주기적으로 확인하게 됩니다. root로 실행하십시오: sysctl fs.inotify.max_user_watches=\(folders * 4)")
    case .noVault:
      Text("create one with 'memo init', or choose one with --vault DIR", ko: "'memo init'으로 만들거나 --vault 폴더로 지정하십시오")
    case .badVault(let error): FailureMessages.failure(for: error).hints.first
    case .unreadable(let error): FailureMessages.failure(for: error).hints.first
    case .vault: Text("memo only reads there", ko: "여기에서는 읽기만 합니다")
    case .interrupted(let change): InterruptionMessages.hint(for: change)
    case .clipboard, .remote: nil
    }
  }

  private static let freedAtOnce = 3

  /// How to make git see files again that it skips.
  private static func freeing(_ paths: [VaultPath]) -> Text {
    let names = paths.prefix(freedAtOnce).map { ShellWord.of($0) } + (paths.count > freedAtOnce ? ["…"] : [])
    let command = "git update-index --no-skip-worktree \(names.joined(separator: " "))"
    return Text(
      "git does not report changes to such files; unless you set that yourself, run in the vault: \(command)",
      ko: "git이 이런 파일의 변경을 알리지 않습니다. 직접 설정한 것이 아니라면 보관함에서 실행하십시오: \(command)")
  }

  /// A text whose end shows whether the terminal takes characters for as wide as memo does.
  package static let ruler = ["한글 漢字 かな 👩\u{200D}🍳 é", "12345678901234567890"]

  /// What the ruler is for.
  package static let rulerHint = Text(
    "the bars above should be in one column; if not, choose another font or terminal",
    ko: "위의 막대 두 개가 같은 열에 있어야 합니다. 그렇지 않으면 다른 글꼴이나 터미널을 쓰십시오")
}
