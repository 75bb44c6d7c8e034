import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo share`
enum ShareCommand: Command {
  private static let output = Flag("stdout", help: Text("Write it to standard output", ko: "표준 출력에 씁니다"))
  private static let mail = Flag("mail", help: Text("Begin a mail with it", ko: "메모를 담은 메일을 씁니다"))
  private static let open = Flag(
    "open", help: Text("Open its file in the program that the desktop has for it", ko: "데스크톱이 정한 프로그램으로 파일을 엽니다"))
  private static let html = Flag("html", help: Text("As HTML, made by pandoc", ko: "pandoc으로 만든 HTML로 씁니다"))
  private static let reference = Positional(
    "REF", .optional, help: CommonOptions.reference.help, completion: .memos)

  static let declaration = CommandDeclaration(
    "share", group: .organize,
    summary: Text("Put a memo on the clipboard, in a mail or elsewhere", ko: "메모를 클립보드, 메일 등으로 보냅니다"),
    description: [
      Text(
        """
        The clipboard is reached by pbcopy, wl-copy or xclip; where there is none, as over SSH, the terminal is asked to \
        set it (OSC 52), which takes memos of up to 74 kB.
        """,
        ko: """
          클립보드에는 pbcopy, wl-copy, xclip으로 넣습니다. SSH처럼 아무것도 없는 곳에서는 터미널에 요청하며(OSC \
          52), 이때 메모는 74 kB까지입니다.
          """)
    ],
    positionals: [reference],
    optionGroups: [
      OptionGroup(
        Text("Where it goes", ko: "보낼 곳"), [output, mail, open, html],
        exclusions: [[output, mail, open], [html, mail, open]])
    ],
    examples: [
      CommandExample("memo share 장보기", Text("on the clipboard", ko: "클립보드로")),
      CommandExample("memo share --html --stdout plan > plan.html", Text("a page for the browser", ko: "브라우저로 볼 페이지")),
    ],
    seeAlso: ["show", "export"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault()
    let path = try memo(in: vault, session)
    let sharing = Sharing(session: session, vault: vault.root, isHTML: session.arguments[html])
    if session.arguments[open] {
      try sharing.open(vault.root.appending(path).bytes)
    } else if session.arguments[mail] {
      try sharing.mail(try vault.contents(of: path))
    } else if session.arguments[output] {
      try sharing.write(try vault.contents(of: path))
    } else {
      let isCertain = try sharing.copy(try vault.contents(of: path))
      session.note(isCertain ? Message.copied(path.text) : Message.askedTerminal)
    }
    return .done
  }

  private static func memo(in vault: Vault, _ session: Session) throws -> VaultPath {
    if let named = session.arguments[reference] {
      return try session.finder(in: vault, isChange: false).find(named.bytes)
    }
    guard session.isInteractive else { throw UsageError.missingChoice(reference, of: declaration) }
    guard let picked = try session.pick(in: vault) else { throw Failure.interrupted }
    return picked
  }
}
