import MemoWords

/// `memo completions`
enum CompletionsCommand: Command {
  private static let shell = Positional(
    choices: Shell.allCases.map(\.rawValue), help: Text("The shell", ko: "셸"))

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
        "bash: add this line to ~/.bashrc: source <(memo completions bash)",
        ko: "bash: ~/.bashrc에 다음 줄을 추가합니다: source <(memo completions bash)"),
      Text(
        "zsh: add this line to ~/.zshrc, after compinit: source <(memo completions zsh)",
        ko: "zsh: ~/.zshrc의 compinit 다음에 다음 줄을 추가합니다: source <(memo completions zsh)"),
      Text("fish: run the last example once.", ko: "fish: 마지막 예시를 한 번 실행합니다."),
    ],
    positionals: [shell],
    examples: [
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
    guard let shell = session.arguments[shell].flatMap({ Shell(rawValue: $0.text) }) else {
      throw UsageError.missing(shell, of: declaration)
    }
    try session.writeLine(shell.script)
    return .done
  }
}
