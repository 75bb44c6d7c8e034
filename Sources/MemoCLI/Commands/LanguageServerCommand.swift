import MemoKit
import MemoLSP
import MemoWords

/// `memo lsp`
enum LanguageServerCommand: Command {
  static let declaration = CommandDeclaration(
    "lsp", namesElsewhere: ["language-server"], group: .vault,
    summary: Text("Serve the vault to editors (language server)", ko: "편집기에 보관함 제공(언어 서버)"),
    description: [
      Text(
        """
        Speaks the Language Server Protocol on standard input and output. An editor starts it; it ends with the editor. \
        It completes links and tags, follows them, shows problems, renames memos, headings and tags with all links to \
        them, and offers changes such as creating the memo that a link names. Texts that are not saved yet count as \
        they are in the editor.
        """,
        ko: """
          표준 입력과 출력으로 언어 서버 프로토콜(LSP)을 씁니다. 편집기가 시작하며 편집기와 함께 끝납니다. 링크와 태그를 완성하고, 따라가고, 문제를 보여 주고, 메모와 소제목과 태그의 이름을 모든 링크와 \
          함께 바꾸며, 링크가 가리키는 메모 만들기 같은 변경을 제안합니다. 저장하지 않은 글은 편집기에 있는 그대로 다룹니다.
          """),
      Text(
        """
        The vault of a file is the nearest folder above it with .memo, .obsidian or .zk, else the folder that the \
        editor has open. Nothing is written to disk unless you run a command or save.
        """,
        ko: """
          파일의 보관함은 .memo, .obsidian, .zk 중 하나가 있는 가장 가까운 상위 폴더이며, 없으면 편집기에서 연 폴더입니다. 명령을 실행하거나 저장하지 않는 한 디스크에 아무것도 쓰지 않습니다.
          """),
      Text(
        """
        Plugins can run memo.new, memo.today, memo.list, memo.search, memo.backlinks, memo.tags, memo.mentions, \
        memo.rename, memo.move, memo.merge, memo.extract, memo.undo and memo.sync with workspace/executeCommand. Each \
        takes one object, such as {"query": "budget", "limit": 20} or {"memo": "plan", "title": "Goal"}, and answers what the \
        command prints with --json. Those that change memos are refused while a memo that they would change is not saved, and 'memo \
        undo' takes them back. A sync goes on while you edit; a memo that you edit during one stays as it is in the \
        editor, and you are warned that its file has changed.
        """,
        ko: """
          플러그인은 workspace/executeCommand로 memo.new, memo.today, memo.list, memo.search, memo.backlinks, memo.tags, \
          memo.mentions, memo.rename, memo.move, memo.merge, memo.extract, memo.undo, memo.sync를 실행할 수 있습니다. 인수는 \
          {"query": "예산", "limit": 20}이나 {"memo": "plan", "title": "목표"} 같은 객체 하나이며, 결과는 그 명령이 --json으로 출력하는 것과 같습니다. 메모를 변경하는 명령은 변경할 메모가 편집기에 저장되지 \
          않은 동안에는 거부하며, 'memo undo'로 되돌릴 수 있습니다. 동기화하는 동안에도 계속 편집할 수 있습니다. 그동안 편집한 메모는 편집기의 내용이 그대로 남고, 파일이 변경되었다고 알립니다.
          """),
    ],
    examples: [
      CommandExample("memo lsp", Text("what an editor runs", ko: "편집기가 실행하는 명령"))
    ],
    seeAlso: ["check", "rename", "watch"]
  ).with(EditorSettings.all)

  static func run(_ session: Session) throws -> ExitCode {
    session.cacheTrust.endure()
    session.machine.returnFreedMemory()
    let loop = ServerLoop(
      on: session.machine, language: session.language, version: session.environment.version,
      commands: EmbeddedTool(environment: session.environment))
    // 1 for an end without a shutdown, as the protocol has it.
    return ExitCode(rawValue: try loop.run()) ?? .failure
  }
}
