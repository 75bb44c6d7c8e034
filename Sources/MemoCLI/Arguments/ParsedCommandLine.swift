/// What a command line asks for.
public struct ParsedCommandLine: Sendable {
  /// What to do.
  public enum Action: Sendable {
    /// Run the command.
    case run(CommandDeclaration)
    /// Show help for a command, or the overview.
    case help(CommandDeclaration?)
    /// Show the version.
    case version
    /// An unknown command: run the program `memo-NAME` with these words, or else throw `UsageError.unknownCommand`.
    case external(name: RawArgument, rest: [RawArgument])
    /// No command was named.
    case none
  }

  /// What to do.
  public let action: Action
  /// The arguments of the command and the global ones; the global ones alone where no command runs.
  public let arguments: ParsedArguments
}
