import MemoWords

extension ExitCode {
  /// What it tells, in the words of the manual, of `memo help exit-codes` and of the README.
  var meaning: Text {
    switch self {
    case .done:
      Text(
        "done, also where a list is empty or a question is answered with no",
        ko: "제대로 끝났습니다. 목록이 비었거나 물음에 아니라고 답한 때도 같습니다")
    case .noMatch:
      Text(
        """
        a search, 'undo' or a setting found nothing, a check found something, an import or export left a memo out, or a \
        search gave up on a regular expression
        """,
        ko: """
          검색이나 'undo'나 설정에서 찾은 것이 없거나, 검사에서 문제를 찾았거나, 가져오거나 내보내며 빠뜨린 메모가 있거나, \
          정규식 때문에 검색을 다 하지 못했습니다
          """)
    case .usage: Text("wrong usage, or there is nobody to ask and no terminal", ko: "사용법이 틀렸거나, 물어볼 사람이나 터미널이 없습니다")
    case .noSuchMemo: Text("no such memo", ko: "그런 메모가 없습니다")
    case .ambiguous: Text("more than one memo may be meant", ko: "맞는 메모가 여럿입니다")
    case .changed:
      Text(
        "a memo changed since it was read, or a conflict needs a person", ko: "메모가 읽은 뒤에 바뀌었거나, 사람이 풀어야 할 충돌이 있습니다")
    case .locked:
      Text(
        "another process changes, syncs or watches the vault for longer than a command waits; nothing was written, try again",
        ko: "다른 프로세스가 명령이 기다리는 시간보다 오래 볼트를 바꾸거나 동기화하거나 지켜보고 있습니다. 아무것도 쓰지 않았으니 다시 시도하십시오")
    case .failure: Text("the vault, a file or a program failed", ko: "볼트, 파일 또는 프로그램에 문제가 있습니다")
    case .remote:
      Text(
        "the remote cannot be reached, does not answer or refuses; your work is safe here",
        ko: "원격 저장소에 닿을 수 없거나, 답이 없거나, 거절당했습니다. 내용은 이곳에 안전하게 있습니다")
    case .interrupted: Text("interrupted", ko: "중단되었습니다")
    }
  }
}

/// `memo help exit-codes`
enum ExitCodeHelp {
  static let declaration = CommandDeclaration(
    "exit-codes", group: .vault, summary: Text("How a command ended, for scripts", ko: "스크립트를 위한, 명령이 끝난 모양"),
    description: ExitCode.allCases.map { code in
      Text("\(Int(code.rawValue)): \(code.meaning)", ko: "\(Int(code.rawValue)): \(code.meaning)")
    },
    seeAlso: ["man"])
}
