import MemoCore
import MemoKit
import MemoStore
import MemoTUI
import MemoWords

/// `memo browse`, and plain `memo` on a terminal.
enum BrowseCommand: Command {
  static let declaration = CommandDeclaration(
    "browse", group: .read, isCommon: true,
    summary: Text("Read, search and write memos on the whole terminal", ko: "터미널 전체 화면에서 메모를 읽고 찾고 씁니다"),
    description: [
      Text(
        """
        The list stands at the left, the memo at the right; a narrow window shows one of them. Both follow every change of \
        the files, whoever makes it. 'i' lets you write in the memo itself: it saves itself half a second after the last \
        key. '?' shows all keys, ':' finds a command.
        """,
        ko: """
          왼쪽은 목록, 오른쪽은 메모입니다. 창이 좁으면 둘 중 하나만 보입니다. 누가 파일을 고치든 양쪽 모두 바로 따라갑니다. \
          'i'를 누르면 메모 안에서 바로 쓸 수 있고, 마지막 입력 후 0.5초가 지나면 저장됩니다. '?'는 모든 키를 보여 주고, \
          ':'은 명령을 찾습니다.
          """),
      Text("Plain 'memo' on a terminal does the same.", ko: "터미널에서 'memo'만 입력해도 같습니다."),
    ],
    positionals: [],
    examples: [
      CommandExample("memo", Text("the vault you are in", ko: "현재 볼트")),
      CommandExample("memo browse --vault ~/memos", Text("another one", ko: "다른 볼트")),
    ],
    seeAlso: ["list", "search", "edit"])

  static func run(_ session: Session) throws -> ExitCode {
    guard session.isInteractive else { throw refusal(BrowserMessages.needsTerminal) }
    guard !session.surroundings.isDumbTerminal else { throw refusal(BrowserMessages.notOnThisTerminal) }
    session.cacheTrust.endure()
    let vault = try session.openVault(isChange: true)
    let library = BrowserLibrary(vault, try session.refresh(vault), kit: session.browserKit(for: vault))
    let words = BrowserMessages.words(vault: vault.root.name, session.language)
    let browser = BrowserSession(
      terminal: session.surroundings.screen, library: library, words: words, isColored: session.style.isColored)
    do {
      try browser.run()
    } catch let error as UnsavedText {
      throw Failure(kind: "unsaved", message: BrowserMessages.notSaved(error.reason), exitCode: .failure)
    }
    return .done
  }

  private static func refusal(_ reason: Text) -> Failure {
    Failure(kind: "no-terminal", message: reason, hints: [BrowserMessages.listHint], exitCode: .usage)
  }
}

extension HostPath {
  /// The last component, for people.
  fileprivate var name: String { text.parts(at: "/").last ?? text }
}
