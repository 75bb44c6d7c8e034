import MemoWords

/// Turns the words of a command line into what they ask for, by the declarations alone.
public enum CommandLineParser {
  /// Reads the words after the program's name; throws the first thing that is wrong with them.
  ///
  /// `--help` wins over mistakes, mistakes win over everything else.
  ///
  /// - Parameter leading: options that may stand without a command, besides the global ones.
  public static func parse(
    _ words: [RawArgument], commands: some Sequence<CommandDeclaration>, leading: [any ArgumentDeclaration] = []
  ) throws(UsageError) -> ParsedCommandLine {
    var reader = ArgumentReader(words)
    let name = reader.nextPositional(OptionTable(GlobalOptions.all + leading))
    let isMistakenEarly = reader.mistake != nil
    let command = name.flatMap { commands.first(named: $0) }
    let positionals = command.map { readPositionals(of: $0, &reader) } ?? []
    let arguments = ParsedArguments(
      occurrences: reader.occurrences, positionals: positionals,
      assignments: command?.assignments(of: positionals) ?? [])
    do throws(UsageError) {
      let request = Request(name: name, command: command, arguments: arguments, commands: commands)
      return ParsedCommandLine(action: try request.action(after: reader), arguments: arguments)
    } catch {
      throw error.explained(arguments, isMistakenEarly ? nil : command)
    }
  }

  private static func readPositionals(of command: CommandDeclaration, _ reader: inout ArgumentReader) -> [RawArgument] {
    let table = OptionTable(
      GlobalOptions.ofCommands + command.options, takesWords: command.positionals.contains(where: \.isWord),
      takesText: command.positionals.contains(where: \.isText),
      takesDashedWords: command.positionals.contains { $0.takesDashedWords }, hints: command.hints)
    var words: [RawArgument] = []
    while let word = reader.nextPositional(table) { words.append(word) }
    return words
  }
}

/// A command line split into options and words, before it is checked.
private struct Request<Commands: Sequence<CommandDeclaration>> {
  let name: RawArgument?
  let command: CommandDeclaration?
  let arguments: ParsedArguments
  let commands: Commands

  func action(after reader: ArgumentReader) throws(UsageError) -> ParsedCommandLine.Action {
    if arguments[GlobalOptions.help] { return try help(name) }
    if let mistake = reader.mistake { throw mistake }
    if arguments[GlobalOptions.version] { return .version }
    guard let name else { return .none }
    guard let command else { return .external(name: name, rest: Array(reader.rest)) }
    try command.check(arguments)
    guard command.name == CommandDeclaration.help.name else { return .run(command) }
    let topic = arguments[CommandDeclaration.helpTopic]
    guard arguments[CommandDeclaration.helpOfAll] else { return try help(topic) }
    if let topic { throw .unexpected(topic, of: command) }
    return .helpOfAll
  }

  private func help(_ topic: RawArgument?) throws(UsageError) -> ParsedCommandLine.Action {
    guard let topic else { return .help(nil) }
    guard let command = commands.first(named: topic) else { throw .unknownCommand(topic, among: Array(commands)) }
    return .help(command)
  }
}

extension Sequence<CommandDeclaration> {
  /// The command that a word runs.
  fileprivate func first(named word: RawArgument) -> CommandDeclaration? {
    first { command in command.names.contains { RawArgument($0) == word } }
  }
}

extension UsageError {
  /// The error with what was understood, and with the hints that depend on where the mistake is.
  fileprivate func explained(_ arguments: ParsedArguments, _ command: CommandDeclaration?) -> UsageError {
    var error = self
    error.arguments = arguments
    if kind == .unknownOption, command == nil {
      error.hints.append(Text("only global options may come before the command", ko: "명령 앞에는 전역 옵션만 쓸 수 있습니다"))
    }
    let help = Text.seeHelp(command)
    if kind != .unknownCommand, !error.hints.contains(help) { error.hints.append(help) }
    return error
  }
}

/// What a command line asks for.
public struct ParsedCommandLine: Sendable {
  /// What to do.
  public enum Action: Sendable {
    /// Run the command.
    case run(CommandDeclaration)
    /// Show help for a command, or the overview.
    case help(CommandDeclaration?)
    /// Show help for all commands.
    case helpOfAll
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
