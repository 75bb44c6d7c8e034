import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// `memo completions`
enum CompletionsCommand: Command {
  private static let shell = Positional(
    choices: Shell.allCases.map(\.rawValue), .optional,
    help: Text("The shell; with --install, yours by default", ko: "셸. --install과 함께 쓰면 기본값은 지금 쓰는 셸"))
  private static let install = Flag(
    "install", help: Text("Write the script where the shell looks for it", ko: "셸이 찾는 곳에 스크립트 기록"))

  static let declaration = CommandDeclaration(
    "completions", group: .vault,
    summary: Text("Print the completion script of a shell", ko: "셸 자동 완성 스크립트 출력"),
    description: [
      Text(
        """
        Completes commands, options and their values, and titles, paths, tags, folders and templates from the cache; \
        changes since the last command that read the vault are not included.
        """,
        ko: "명령, 옵션과 그 값, 그리고 캐시에 있는 제목, 경로, 태그, 폴더, 템플릿을 자동 완성합니다. 보관함을 마지막으로 읽은 명령 이후의 변경은 포함하지 않습니다."),
      Text(
        """
        With --install, it says which file it would write and asks. bash reads that file if bash-completion is \
        installed, and fish always; zsh if ~/.zfunc is in $fpath.
        """,
        ko: """
          --install을 붙이면 어떤 파일을 쓸지 보여 주고 확인을 받습니다. bash는 bash-completion이 설치되어 있으면, fish는 항상, zsh는 $fpath에 ~/.zfunc가 있으면 그 파일을 읽습니다.
          """),
      Text(
        "bash: add this line to ~/.bashrc: source <(memo completions bash)",
        ko: "bash: ~/.bashrc에 다음 줄을 추가합니다: source <(memo completions bash)"),
      Text(
        "zsh: add this line to ~/.zshrc, after compinit: source <(memo completions zsh)",
        ko: "zsh: ~/.zshrc의 compinit 다음에 다음 줄을 추가합니다: source <(memo completions zsh)"),
      Text("fish: run the last example once.", ko: "fish: 마지막 예시를 한 번 실행합니다."),
    ],
    positionals: [shell], options: [install, ChangeOptions.yes],
    examples: [
      CommandExample("memo completions --install", Text("for the shell you use", ko: "지금 쓰는 셸에 설치")),
      CommandExample(
        "memo completions bash > ~/.local/share/bash-completion/completions/memo",
        Text(
          "with bash-completion, instead of the line in ~/.bashrc",
          ko: "bash-completion이 있으면 ~/.bashrc에 추가하는 대신")),
      CommandExample(
        "memo completions zsh > ~/.zfunc/_memo", Text("if ~/.zfunc is in $fpath", ko: "$fpath에 ~/.zfunc가 있으면")),
      CommandExample("memo completions fish > ~/.config/fish/completions/memo.fish", Text("for fish", ko: "fish에서")),
    ],
    seeAlso: ["config"])

  static func run(_ session: Session) throws -> ExitCode {
    let named = session.arguments[shell]?.text ?? (session.arguments[install] ? usersShell(session) : nil)
    guard let shell = named.flatMap(Shell.init) else { throw UsageError.missing(shell, of: declaration) }
    guard session.arguments[install] else {
      try session.writeLine(shell.script)
      return .done
    }
    return try install(shell, session)
  }

  /// The name of the shell that the person has chosen.
  private static func usersShell(_ session: Session) -> String? {
    session.machine.variable("SHELL")?.parts(at: "/").last
  }

  private static func install(_ shell: Shell, _ session: Session) throws -> ExitCode {
    guard let home = session.machine.home else {
      throw Failure(kind: "no-home", message: Message.noHome, exitCode: .failure)
    }
    let file = home.appending(VaultPath(shell.installedFile))
    guard try session.confirm(Message.writesCompletions(file.text)) else { return .done }
    let folder = home.appending(VaultPath(shell.installedFile).parent)
    try session.machine.host.makeFolder(folder)
    let writer = try session.machine.host.vault(at: folder).writer
    let name = VaultPath(bytes: Array(VaultPath(shell.installedFile).name))
    try writer.replace(name, contents: Array((shell.script + "\n").utf8))
    session.note(Message.wroteCompletions(file.text))
    if let hint = shell.installHint { session.hint(hint) }
    return .done
  }
}

/// `memo __complete`, which the scripts of `memo completions` run: says what the last word may become.
///
/// The first line is `words`, `files` or `folders`; after `words`, each line holds a word, a tab and its description.
/// bash hands over its line as typed; zsh and fish hand over words, of which fish leaves the last one quoted.
enum CompleteCommand: Command {
  private static let shell = Positional(
    choices: Shell.allCases.map(\.rawValue), help: Text("The shell that asks", ko: "요청하는 셸"))
  private static let words = Positional(
    "WORD", .many, help: Text("The words so far, after '--'", ko: "지금까지 입력한 단어('--' 다음)"))

  static let declaration = CommandDeclaration(
    "__complete", group: .vault, summary: Text("Print completions of a word", ko: "단어의 자동 완성 후보 출력"),
    positionals: [shell, words])

  static func run(_ session: Session) throws -> ExitCode {
    var words = session.arguments.all(words).map(\.bytes)
    var written: (String) -> [UInt8] = { Array($0.utf8) }
    let shell = session.arguments[shell].flatMap { Shell(rawValue: $0.text) }
    switch shell {
    case .bash:
      let line = ShellLine(words.first ?? [])
      // Other shells complete these by themselves.
      if line.isRedirected {
        try session.write(bytes(of: .files, written))
        return .done
      }
      words = Array(line.words.dropFirst())
      written = { line.quoted($0.utf8.dropFirst(line.breakOffset)) }
    case .fish: words = words.dropLast() + words.suffix(1).map(ShellLine.unquoted)
    case .zsh, nil: break
    }
    let answer = answer(words.dropLast().map { atHome($0, session) } + words.suffix(1), for: shell, session)
    try session.write(bytes(of: answer, written))
    return .done
  }

  private static func answer(_ words: [[UInt8]], for shell: Shell?, _ session: Session) -> CompletionAnswer {
    let request = CompletionRequest(words.map { RawArgument(bytes: $0) }, commands: CommandList.declarations)
    let setting = request.arguments[ConfigCommand.key].flatMap { SettingKey(rawValue: $0.text) }
    let renamesTag = request.arguments[TagsCommand.action]?.text == TagRenaming.action
    let finder = CompletionFinder(
      session: Session(request.arguments, session.environment), commands: CommandList.declarations,
      topics: CommandList.hidden.filter(\.isTopic), setting: setting, renamesTag: renamesTag,
      takesDashes: request.takesDashes,
      comparesLetters: shell?.comparesLetters ?? false)
    return finder.answer(request, word: String(decoding: words.last ?? [], as: UTF8.self))
  }

  /// A word with the home folder for `~`, as the shell will hand it over.
  private static func atHome(_ word: [UInt8], _ session: Session) -> [UInt8] {
    guard word.starts(with: "~/".utf8), let home = session.machine.home else { return word }
    return home.bytes + word.dropFirst()
  }

  private static func bytes(of answer: CompletionAnswer, _ written: (String) -> [UInt8]) -> [UInt8] {
    switch answer {
    case .files: Array("files\n".utf8)
    case .folders: Array("folders\n".utf8)
    case .words(let candidates):
      candidates.reduce(into: Array("words\n".utf8)) { bytes, candidate in
        bytes += written(candidate.word)
        if !candidate.help.isEmpty { bytes += [UInt8(ascii: "\t")] + candidate.help.utf8 }
        bytes.append(UInt8(ascii: "\n"))
      }
    }
  }
}
