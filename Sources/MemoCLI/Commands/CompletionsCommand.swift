/// `memo completions`
enum CompletionsCommand: Command {
  private static let shell = Positional(choices: Shell.allCases.map(\.rawValue), help: "The shell to write it for")

  static let declaration = CommandDeclaration(
    "completions", group: .vault, summary: "Write what lets a shell complete memo's command lines",
    description: [
      """
      Commands, options and their values are completed, and titles, paths, tags, folders and templates from the cache: \
      what changed since the last command that read the vault is not seen yet.
      """,
      "For bash, put this line into ~/.bashrc: source <(memo completions bash)",
      "For zsh, this one into ~/.zshrc, after compinit: source <(memo completions zsh)",
      "For fish, run the last of the examples once.",
    ],
    positionals: [shell],
    examples: [
      CommandExample(
        "memo completions bash > ~/.local/share/bash-completion/completions/memo",
        "where bash-completion is installed, instead of the line in ~/.bashrc"),
      CommandExample("memo completions zsh > ~/.zfunc/_memo", "where $fpath holds ~/.zfunc"),
      CommandExample("memo completions fish > ~/.config/fish/completions/memo.fish", "for fish"),
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
