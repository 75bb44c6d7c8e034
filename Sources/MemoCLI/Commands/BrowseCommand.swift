import MemoBrowser
import MemoCore
import MemoVault

/// `memo browse`, and plain `memo` on a terminal.
enum BrowseCommand: Command {
  static let declaration = CommandDeclaration(
    "browse", group: .read, isCommon: true, summary: "Read, search and write memos on the whole terminal",
    description: [
      """
      The list stands at the left, the memo at the right; a narrow window shows one of them. Both follow every change of \
      the files, whoever makes it. 'i' lets you write in the memo itself: it saves itself half a second after the last \
      key. '?' shows all keys, ':' finds a command.
      """,
      "Plain 'memo' on a terminal does the same.",
    ],
    positionals: [],
    examples: [
      CommandExample("memo", "the vault you are in"),
      CommandExample("memo browse --vault ~/memos", "another one"),
    ],
    seeAlso: ["list", "search", "edit"])

  static func run(_ session: Session) throws -> ExitCode {
    guard session.isInteractive else { throw refusal(BrowserMessages.needsTerminal) }
    guard session.surroundings.variable("TERM") != "dumb" else { throw refusal(BrowserMessages.notOnThisTerminal) }
    let vault = try session.openVault()
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
  fileprivate var name: String { text.split(separator: "/").last.map(String.init) ?? text }
}
