import MemoWords

/// `memo completions`
enum CompletionsCommand: Command {
  private static let shell = Positional(
    choices: Shell.allCases.map(\.rawValue), help: Text("The shell to write it for", ko: "스크립트를 쓸 셸"))

  static let declaration = CommandDeclaration(
    "completions", group: .vault,
    summary: Text("Write what lets a shell complete memo's command lines", ko: "셸에서 memo 명령줄을 자동 완성하는 스크립트를 씁니다"),
    description: [
      Text(
        """
        Commands, options and their values are completed, and titles, paths, tags, folders and templates from the cache: \
        what changed since the last command that read the vault is not seen yet.
        """,
        ko: """
          명령, 옵션과 그 값을 완성하고, 캐시에 있는 제목, 경로, 태그, 폴더, 템플릿도 완성합니다. 볼트를 마지막으로 읽은 명령 \
          뒤에 바뀐 것은 아직 보이지 않습니다.
          """),
      Text(
        "For bash, put this line into ~/.bashrc: source <(memo completions bash)",
        ko: "bash에서는 ~/.bashrc에 이 줄을 넣습니다: source <(memo completions bash)"),
      Text(
        "For zsh, this one into ~/.zshrc, after compinit: source <(memo completions zsh)",
        ko: "zsh에서는 ~/.zshrc의 compinit 다음에 이 줄을 넣습니다: source <(memo completions zsh)"),
      Text("For fish, run the last of the examples once.", ko: "fish에서는 아래 예의 마지막 명령을 한 번 실행합니다."),
    ],
    positionals: [shell],
    examples: [
      CommandExample(
        "memo completions bash > ~/.local/share/bash-completion/completions/memo",
        Text(
          "where bash-completion is installed, instead of the line in ~/.bashrc",
          ko: "bash-completion이 설치되어 있을 때, ~/.bashrc에 줄을 넣는 대신")),
      CommandExample(
        "memo completions zsh > ~/.zfunc/_memo", Text("where $fpath holds ~/.zfunc", ko: "$fpath에 ~/.zfunc가 있을 때")),
      CommandExample("memo completions fish > ~/.config/fish/completions/memo.fish", Text("for fish", ko: "fish에서")),
    ],
    seeAlso: ["config"])

  static func run(_ session: Session) throws -> ExitCode {
    guard let shell = session.arguments[shell].flatMap({ Shell(rawValue: $0.text) }) else {
      throw UsageError.missing(shell, of: declaration)
    }
    try session.writeLine(shell.script)
    return .done
  }
}
