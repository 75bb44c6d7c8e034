import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo share`
enum ShareCommand: Command {
  private static let output = Flag("stdout", help: Text("Print it to standard output", ko: "표준 출력으로 출력"))
  private static let mail = Flag("mail", help: Text("Start an email with it", ko: "메모를 담은 이메일 작성"))
  private static let open = Flag(
    "open", help: Text("Open its file in the desktop's default program", ko: "데스크톱의 기본 프로그램으로 파일 열기"))
  private static let html = Flag("html", help: Text("As HTML, made with pandoc", ko: "pandoc으로 만든 HTML로 보내기"))
  private static let reference = Positional(
    "REF", .optional, help: CommonOptions.reference.help, completion: .memos)

  static let declaration = CommandDeclaration(
    "share", namesElsewhere: ["공유", "copy-to-clipboard", "email", "mail"], group: .organize,
    summary: Text("Copy a memo to the clipboard, an email or standard output", ko: "메모를 클립보드, 이메일, 표준 출력으로 보내기"),
    description: [
      Text(
        """
        Uses pbcopy, wl-copy or xclip. Where there is none, as over SSH, the terminal is asked to set its clipboard \
        (OSC 52), for memos of up to 74 kB.
        """,
        ko: "pbcopy, wl-copy, xclip을 사용합니다. SSH 접속처럼 셋 다 없으면 터미널에 클립보드 설정을 요청하며(OSC 52), 이때는 74kB까지만 보낼 수 있습니다."),
      Text(
        """
        HTML leaves out comments, both %%…%% and <!-- … -->, and shows links to memos as text. The language \
        of a page is the lang of the front matter; without one, a memo that is mostly Hangul is Korean.
        """,
        ko: """
          HTML에는 %%…%%와 <!-- … --> 주석이 들어가지 않으며, 다른 메모로 가는 링크는 글자로 나옵니다. 페이지의 언어는 프런트매터의 lang을 따르며, lang이 \
          없으면 글자가 대부분 한글일 때만 한국어로 표시합니다.
          """),
    ],
    positionals: [reference],
    optionGroups: [
      OptionGroup(
        Text("Destinations", ko: "보낼 곳"), [output, mail, open, html],
        exclusions: [[output, mail, open], [html, mail, open]])
    ],
    examples: [
      CommandExample("memo share 장보기", Text("to the clipboard", ko: "클립보드로")),
      CommandExample("memo share --html --stdout plan > plan.html", Text("a page for the browser", ko: "브라우저로 볼 페이지")),
    ],
    seeAlso: ["show", "export"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open()
    let vault = workspace.vault
    let path = try memo(in: workspace, session)
    let isPage = session.arguments[html]
    let sharing = Sharing(from: workspace, isHTML: isPage)
    if session.arguments[open] {
      try sharing.open(path)
    } else if session.arguments[mail] {
      try sharing.mail(try ReadMemo(path, in: vault))
    } else if session.arguments[output] {
      let memo = try ReadMemo(path, in: vault)
      try session.writeExact(isPage ? sharing.page(memo, untitled: Message.untitled[session.language]) : memo.bytes)
    } else {
      let isCertain = try sharing.copy(try ReadMemo(path, in: vault))
      session.note(isCertain ? Message.copied(session.paths.text(path)) : Message.askedTerminal)
    }
    return .done
  }

  private static func memo(in workspace: Workspace, _ session: Session) throws -> VaultPath {
    if let named = session.arguments[reference] {
      return try session.finder(in: workspace, isChange: false).find(named.bytes)
    }
    guard session.canPick else { throw UsageError.missingChoice(reference, of: declaration) }
    return try session.pick(in: workspace)
  }
}
