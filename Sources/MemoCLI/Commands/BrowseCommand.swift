import MemoCore
import MemoKit
import MemoStore
import MemoTUI
import MemoWords

/// `memo browse`, and plain `memo` on a terminal.
enum BrowseCommand: Command {
  static let declaration = CommandDeclaration(
    "browse", namesElsewhere: ["둘러보기", "열기", "tui", "ui"], group: .read, isCommon: true,
    summary: Text("Read, search and write memos in a split view", ko: "분할 화면에서 메모 읽기, 찾기, 쓰기"),
    description: [
      Text(
        """
        The list is on the left, the memo on the right; a narrow window shows one of them at a time. Both follow \
        every change of the files, whatever program makes it. Press 'i' to write in the memo; it is saved half a \
        second after the last key. '?' shows all keys, ':' finds a command.
        """,
        ko: """
          왼쪽은 목록, 오른쪽은 메모입니다. 창이 좁으면 둘 중 하나만 보입니다. 어떤 프로그램이 파일을 고치든 두 화면에 바로 반영됩니다. 'i'를 누르면 메모를 편집할 수 있고, 입력을 멈추고 \
          0.5초가 지나면 자동으로 저장됩니다. '?'는 모든 키를 보여 주고, ':'은 명령을 찾습니다.
          """),
      Text(
        """
        'memo config theme dark' or 'light' gives it colours and a background of its own; 'measure' sets how many columns a \
        text may take, 'marks' whether the marks of Markdown are dimmed, and 'pictures' whether pictures are drawn where \
        the terminal can. 'memo config keys vi' gives its text the keys of vi.
        """,
        ko: """
          'memo config theme dark'나 'light'로 고유한 색과 배경을 쓸 수 있습니다. 'measure'는 본문의 최대 너비(칸 수)를, 'marks'는 마크다운 기호를 흐리게 표시할지를, 'pictures'는 \
          터미널이 그릴 수 있을 때 그림을 표시할지를 정합니다. 'memo config keys vi'를 실행하면 본문에서 vi의 키를 쓸 수 있습니다.
          """),
      Text("On a terminal, 'memo' alone does the same.", ko: "터미널에서는 'memo'만 입력해도 됩니다."),
    ],
    positionals: [],
    examples: [
      CommandExample("memo", Text("the current vault", ko: "현재 보관함")),
      CommandExample("memo browse --vault ~/memos", Text("another vault", ko: "다른 보관함")),
    ],
    seeAlso: ["list", "search", "edit", "config"])

  static func run(_ session: Session) throws -> ExitCode {
    guard session.isInteractive else { throw refusal(needsTerminal) }
    guard session.machine.canDraw else { throw refusal(notOnThisTerminal(session.machine.variables["TERM"])) }
    session.cacheTrust.endure()
    let workspace = try FirstStart.open(session)
    let settings = try session.machine.userSettings()
    let looks = Looks { settings.text($0.rawValue) }
    var kit = session.browserKit(for: workspace)
    if looks.keys == .vi { (kit.undoKey, kit.conflictsKey) = (":undo", ":conflicts") }
    kit.report = { [language = session.language, style = session.errorStyle] error in
      ErrorReport(failure: FailureMessages.failure(for: error)).text(in: language, style: style)
    }
    let library = BrowserLibrary(workspace.vault, try workspace.index(), kit: kit)
    try BrowserSession(
      terminal: session.environment.screen, library: library, isColored: session.style.isColored, looks: looks,
      pictures: PictureSupport(looks.pictures, variable: session.machine.variable)
    ).run()
    return .done
  }

  private static let needsTerminal = Text("the split view needs a terminal", ko: "분할 화면에는 터미널이 필요합니다")
  private static func notOnThisTerminal(_ name: String?) -> Text {
    guard let name else {
      return Text("cannot draw on this terminal (TERM is not set)", ko: "이 터미널에서는 분할 화면을 열 수 없습니다(TERM이 설정되지 않았습니다)")
    }
    return Text("cannot draw on this terminal (TERM=\(name))", ko: "이 터미널에서는 분할 화면을 열 수 없습니다(TERM=\(name))")
  }
  private static let listHint = Text(
    "'memo list' and 'memo show' work anywhere", ko: "'memo list'와 'memo show'는 어디서나 쓸 수 있습니다")

  private static func refusal(_ reason: Text) -> Failure {
    Failure(kind: "no-terminal", message: reason, hints: [listHint], exitCode: .usage)
  }
}

extension Session {
  /// What the split view and the picker call.
  fileprivate func browserKit(for workspace: Workspace) -> BrowserKit {
    BrowserKit(workspace, editor: editor, language: language, locale: dateLocale)
  }

  /// Whether a person can choose a memo in a list.
  var canPick: Bool { isInteractive && machine.canDraw }

  /// Lets the person choose a memo, found as in the split view or by its names; ends the command if they do not want to.
  func pick(in workspace: Workspace) throws -> VaultPath {
    let library = BrowserLibrary(
      workspace.vault, try workspace.index(), kit: browserKit(for: workspace))
    let picked = try library.candidates(for: "").flatMap { all in
      try PickerSession(
        terminal: environment.screen, all: all, untitled: Message.untitled[language],
        matcher: library.candidates
      ).run()
    }
    guard let picked else {
      note(Message.nothingPicked)
      throw Failure.interrupted
    }
    return picked
  }
}
