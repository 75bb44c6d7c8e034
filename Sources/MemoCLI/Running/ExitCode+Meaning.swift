import MemoWords

extension ExitCode {
  /// Its meaning, as in the manual, `memo help exit-codes` and the article on scripts.
  var meaning: Text {
    switch self {
    case .done:
      Text(
        "success; also an empty list, or a question answered with no",
        ko: "성공. 목록이 비었거나 질문에 아니요라고 답한 경우도 포함")
    case .noMatch:
      Text(
        """
        nothing found, as by a search, 'undo', 'config', 'fields' or 'tags rename'; problems found by 'check'; memos \
        left out of an import or export; or a regular expression that took too long
        """,
        ko: "검색, 'undo', 'config', 'fields' 등에서 찾은 것이 없거나, 'check'에서 문제를 찾았거나, 가져오기나 내보내기에서 빠진 메모가 있거나, 정규식이 너무 오래 걸림")
    case .usage:
      Text(
        "usage error, or an answer or editor needed where there is no terminal", ko: "잘못된 사용법, 또는 답이나 편집기가 필요한데 터미널이 없음"
      )
    case .noSuchMemo: Text("no such memo", ko: "그런 메모가 없음")
    case .ambiguous: Text("more than one memo matches", ko: "여러 메모가 일치함")
    case .changed:
      Text(
        "a memo changed since it was read, or a conflict has to be settled by hand",
        ko: "읽은 뒤에 메모가 바뀌었거나, 직접 해결해야 할 충돌이 있음")
    case .locked:
      Text(
        "another process is changing, syncing or watching the vault; nothing was written, try again",
        ko: "다른 프로세스가 보관함을 변경, 동기화 또는 감시하는 중. 아무것도 쓰지 않았으니 다시 시도")
    case .failure: Text("a failure of the vault, a file or a program", ko: "보관함, 파일 또는 프로그램의 오류")
    case .remote:
      Text(
        "the remote is unreachable, does not answer or refuses; your work is safe here",
        ko: "원격 저장소에 연결할 수 없거나, 응답이 없거나, 거부됨. 작업한 내용은 이 기기에 안전하게 남음")
    case .interrupted: Text("interrupted", ko: "중단됨")
    }
  }
}

/// `memo help exit-codes`
enum ExitCodeHelp {
  static let declaration = CommandDeclaration(
    "exit-codes", group: .vault, summary: Text("What exit codes mean, for scripts", ko: "종료 코드의 뜻(스크립트용)"),
    seeAlso: ["man"]
  ).with(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }).asTopic()
}
