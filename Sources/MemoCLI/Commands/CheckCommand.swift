import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo check`
enum CheckCommand: Command {
  private static let fix = Flag("fix", help: Text("Repair links to memos that moved", ko: "옮겨 간 메모를 가리키는 링크를 고칩니다"))

  static let declaration = CommandDeclaration(
    "check", namesElsewhere: ["doctor", "lint"], group: .vault,
    summary: Text("Look for broken links, twins and other trouble", ko: "끊어진 링크, 이름이 겹치는 메모 등 문제를 찾습니다"),
    description: [
      Text(
        """
        Each line reads path:line:column: code: message. Codes are broken-link, ambiguous-link, broken-attachment, \
        duplicate-title, normalization-twin, case-twin, windows-name, conflict-marker, unreadable and too-large. Exit code 1 \
        if there are any.
        """,
        ko: """
          각 줄은 path:line:column: code: message 형식입니다. 코드는 broken-link, \
          ambiguous-link, broken-attachment, duplicate-title, normalization-twin, \
          case-twin, windows-name, conflict-marker, unreadable, too-large입니다. 하나라도 \
          있으면 종료 코드는 1입니다.
          """),
      Text(
        """
        Pictures and other attachments are known by the ending of their names. One may stand where the link says, seen from \
        the memo or from the vault's root, or go by that name in any folder. Links to web pages and to files outside of the \
        vault are not looked at.
        """,
        ko: """
          그림과 다른 첨부 파일은 이름의 확장자로 압니다. 메모나 볼트의 루트에서 보아 링크가 가리키는 곳에 있거나, 어느 폴더에든 \
          그 이름으로 있으면 됩니다. 웹 페이지와 볼트 밖의 파일로 가는 링크는 보지 않습니다.
          """),
      Text(
        """
        A broken link to a memo that another program has moved or renamed says where it is now, if memo was used before and \
        after that, or if just one memo has the file name. --fix rewrites these links and nothing else: it shows the changes, \
        asks on a terminal and needs --yes elsewhere. All of it is one change, which 'memo undo' takes back.
        """,
        ko: """
          다른 프로그램이 옮기거나 이름을 바꾼 메모로 가던 링크가 끊어지면 지금 어디에 있는지 알려 줍니다. 그 전후에 memo를 쓴 \
          적이 있거나, 파일 이름이 같은 메모가 하나뿐일 때 그렇습니다. --fix는 이런 링크만 고칩니다. 바뀔 내용을 보여 주고 \
          터미널에서는 물어보며, 그 밖에서는 --yes가 필요합니다. 모두 한 번의 변경이므로 'memo undo'로 되돌립니다.
          """),
    ],
    options: [fix, ChangeOptions.yes, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo check", Text("all there is to see to", ko: "살펴볼 것 전부")),
      CommandExample(
        "memo check --fix",
        Text("after 'mv plan.md work/': repair the links to it", ko: "'mv plan.md work/' 다음에, 그 메모로 가는 링크 고치기")),
      CommandExample(
        "memo check --json | jq -r '.[] | select(.code == \"broken-link\") | .path'",
        Text("broken links alone", ko: "끊어진 링크만")),
    ],
    seeAlso: ["links", "move", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault(isChange: session.arguments[fix])
    // What cannot be read is a problem of the report here, not a warning beside it.
    let index = try vault.current()
    // A link to a memo that cannot be read only looks broken.
    if session.arguments[fix], let problem = index.problems.first { throw VaultError.file(problem) }
    let check = VaultCheck(vault, index)
    let problems = check.problems()
    let writer = ProblemWriter(session: session)
    if session.arguments[fix] {
      return try LinkFixing(session: session, vault: vault, writer: writer).run(check, problems)
    }
    if session.isJSON {
      try writer.writeJSON(problems)
    } else {
      try writer.write(problems)
      let fixable = problems.count(where: \.isRepairable)
      if fixable > 0 { session.note(Message.fixable(fixable)) }
      if problems.isEmpty { session.note(Message.noProblems) }
    }
    return problems.isEmpty ? .done : .noMatch
  }
}
