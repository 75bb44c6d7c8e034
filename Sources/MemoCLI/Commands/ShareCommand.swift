import MemoCore
import MemoVault

/// `memo share`
enum ShareCommand: Command {
  private static let output = Flag("stdout", help: "Write it to standard output")
  private static let mail = Flag("mail", help: "Begin a mail with it")
  private static let open = Flag("open", help: "Open its file in the program that the desktop has for it")
  private static let html = Flag("html", help: "As HTML, made by pandoc")
  private static let reference = Positional(
    "REF", .optional, help: CommonOptions.reference.help, completion: .memos)

  static let declaration = CommandDeclaration(
    "share", group: .organize, summary: "Put a memo on the clipboard, in a mail or elsewhere",
    description: [
      """
      The clipboard is reached by pbcopy, wl-copy or xclip; where there is none, as over SSH, the terminal is asked to \
      set it (OSC 52), which takes memos of up to 74 kB.
      """
    ],
    positionals: [reference],
    optionGroups: [
      OptionGroup(
        "Where it goes", [output, mail, open, html], exclusions: [[output, mail, open], [html, mail, open]])
    ],
    examples: [
      CommandExample("memo share 장보기", "on the clipboard"),
      CommandExample("memo share --html --stdout plan > plan.html", "a page for the browser"),
    ],
    seeAlso: ["show", "export"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault()
    let path = try memo(in: vault, session)
    let sharing = Sharing(session: session, isHTML: session.arguments[html])
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
    guard session.isInteractive else { throw UsageError.missing(reference, of: declaration) }
    guard let picked = try session.pick(in: vault) else { throw Failure.interrupted }
    return picked
  }
}
