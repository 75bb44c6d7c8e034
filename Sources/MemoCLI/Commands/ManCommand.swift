import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// `memo man`
enum ManCommand: Command {
  /// Where pages are installed.
  private enum Place {
    case ofUser
    case folder(RawArgument)
  }

  private static let topic = Positional(
    "COMMAND", .optional, help: Text("The command; by default the page of memo itself", ko: "명령. 기본값은 memo 전체 설명서"),
    completion: .commands)
  private static let install = Option<Place>(
    "install", value: "DIR",
    help: Text(
      "Write the pages of all commands below DIR, by default ~/.local/share/man",
      ko: "모든 명령의 설명서를 이 폴더에 설치. 기본값은 ~/.local/share/man"),
    completion: .folders, bareValue: .ofUser
  ) { (word: RawArgument) throws -> Place in
    guard word != "" else { throw ArgumentRejection(Text("is empty", ko: "비어 있습니다")) }
    return .folder(word)
  }

  static let declaration = CommandDeclaration(
    "man", group: .vault,
    summary: Text("Show or print the manual page of memo or one of its commands", ko: "memo나 명령의 설명서(man 페이지) 보기"),
    description: [
      Text(
        "On a terminal, 'man' shows the page. In a pipe or file, it is in roff, which 'man -l -' reads.",
        ko: "터미널에서는 'man'으로 보여 줍니다. 파이프나 파일에는 roff 형식으로 출력하며, 'man -l -'로 볼 수 있습니다."),
      Text(
        """
        With --install, it says where it would write memo.1, memo-list.1 and all others, and asks; then 'man memo-list' \
        works. Each page is in English and in Korean; man chooses by the locale.
        """,
        ko: """
          --install을 붙이면 memo.1, memo-list.1 등 모든 설명서를 어디에 쓸지 보여 주고 확인을 받습니다. 설치하면 'man memo-list'로 볼 수 있습니다. 설명서마다 영어판과 한국어판이 있으며, man이 로캘에 따라 고릅니다.
          """),
    ],
    positionals: [topic], options: [install, ChangeOptions.yes],
    examples: [
      CommandExample("memo man list", Text("the page of a command", ko: "명령 하나의 설명서")),
      CommandExample("memo man --install", Text("for 'man memo-list'", ko: "'man memo-list'로 볼 수 있게 설치")),
      CommandExample("memo man > memo.1", Text("the whole manual as a file", ko: "전체 설명서를 파일로")),
    ],
    seeAlso: ["help"])

  static func run(_ session: Session) throws -> ExitCode {
    if let place = session.arguments[install] {
      if let topic = session.arguments[topic] { throw UsageError.unexpected(topic, of: declaration) }
      return try install(in: place, session)
    }
    let command = try session.arguments[topic].map { try self.command($0) }
    let renderer = renderer(in: session.language, session)
    let page = Array((command.map(renderer.manual) ?? renderer.manual(of: CommandList.declarations)).utf8)
    guard session.console.outputIsTerminal else {
      try session.write(page)
      return .done
    }
    if let viewer = viewer(session), try session.machine.programs.run(shellLine: viewer, feeding: [page]) == .exited(0)
    {
      return .done
    }
    return try session.showHelp(command)
  }

  private static func command(_ topic: RawArgument) throws -> CommandDeclaration {
    let commands = CommandList.declarations
    guard let command = commands.first(where: { $0.names.contains { RawArgument($0) == topic } }) else {
      throw UsageError.unknownCommand(topic, among: commands)
    }
    return command
  }

  private static func renderer(in language: Language, _ session: Session) -> ManualRenderer {
    ManualRenderer(version: session.environment.version, date: session.environment.versionDate, language: language)
  }

  // MARK: Showing

  /// The shell command line that shows a page; `nil` where no program can. mandoc's own `man` reads no pipe.
  private static func viewer(_ session: Session) -> String? {
    let vault = (try? session.locatedVault())?.root
    let programs = session.machine.programs
    let pager = session.isPaged ? session.machine.variable("MEMO_PAGER") : "cat"
    let variables = pager.map { "MANPAGER=\(ShellWord.of($0)) " } ?? ""
    for (name, options) in [("mandoc", "-a"), ("man", "-l -")] {
      guard let path = programs.find(name, outside: vault) else { continue }
      return "\(variables)\(ShellWord.of(HostPath(path))) \(options)"
    }
    return nil
  }

  // MARK: Installing

  /// Writes each page in each language to where `man` looks for it in a man folder: `man1`, `ko/man1`.
  private static func install(in place: Place, _ session: Session) throws -> ExitCode {
    let folder: HostPath
    switch place {
    case .folder(let named): folder = try session.machine.path(named.bytes)
    case .ofUser:
      guard let usual = session.machine.userManualPath else {
        throw Failure(
          kind: "no-home", message: Message.noHome, hints: [.use("memo man --install=DIR")], exitCode: .failure)
      }
      folder = usual
    }
    let all = Language.allCases.map { language in (language, pages(renderer(in: language, session))) }
    let count = all.reduce(0) { $0 + $1.1.count }
    guard try session.confirm(SetupMessages.writesManual(count, folder)) else { return .done }
    for (language, pages) in all {
      let section = folder.appending(VaultPath(language == .english ? "man1" : "\(language.rawValue)/man1"))
      try session.machine.host.makeFolder(section)
      let writer = try session.machine.host.vault(at: section).writer
      for (name, text) in pages { try writer.replace(name, contents: Array(text.utf8)) }
    }
    session.note(SetupMessages.wroteManual(count, folder))
    let search = ManualSearch(
      manualPath: session.machine.variables["MANPATH"], programPath: session.machine.variables["PATH"])
    session.hint(search.finds(folder) ? SetupMessages.manualHint : SetupMessages.manualPathHint(folder))
    return .done
  }

  private static func pages(_ renderer: ManualRenderer) -> [(VaultPath, String)] {
    [(VaultPath("memo.1"), renderer.manual(of: CommandList.declarations))]
      + CommandList.declarations.map { (VaultPath("memo-\($0.name).1"), renderer.manual(of: $0)) }
  }
}
