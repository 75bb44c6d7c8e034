import MemoCore

/// A command line that cannot be run: exit code 2.
public struct UsageError: Error, Sendable {
  /// What is wrong, for scripts.
  public enum Kind: String, Sendable, CaseIterable {
    case unknownCommand = "unknown-command"
    case unknownOption = "unknown-option"
    case missingValue = "missing-value"
    case unexpectedValue = "unexpected-value"
    case invalidValue = "invalid-value"
    case conflictingOptions = "conflicting-options"
    case missingArgument = "missing-argument"
    case unexpectedArgument = "unexpected-argument"
  }

  /// What is wrong, for scripts.
  public let kind: Kind
  /// What is wrong, for people. It may quote what the user typed, so it is escaped where it is printed.
  public let message: Text
  /// What to do next, one line each.
  public var hints: [Text]
  /// What was understood all the same, so that the error can heed `--json`, `--lang` and `--color`.
  public var arguments: ParsedArguments

  /// An error that says what is wrong and what to do next.
  public init(_ kind: Kind, _ message: Text, hints: [Text] = []) {
    self.kind = kind
    self.message = message
    self.hints = hints
    self.arguments = ParsedArguments()
  }
}

extension UsageError {
  /// No command has this name; the nearest ones are hints.
  public static func unknownCommand(_ name: RawArgument, among commands: [CommandDeclaration]) -> UsageError {
    let near = Suggestions.nearest(to: name.text, among: commands.flatMap(\.names), limit: 2)
    return UsageError(
      .unknownCommand, "unknown command '\(name.text)'", hints: Wording.didYouMean(near) + [.seeHelp(nil)])
  }

  /// A positional that the command cannot do without got no word.
  public static func missing(_ positional: Positional, of command: CommandDeclaration) -> UsageError {
    UsageError(
      .missingArgument, "missing \(positional.name)", hints: ["usage: \(command.usage)", .seeHelp(command)])
  }

  static func unexpected(_ word: RawArgument, of command: CommandDeclaration) -> UsageError {
    UsageError(
      .unexpectedArgument, "unexpected argument '\(word.text)'",
      hints: ["usage: \(command.usage)", .seeHelp(command)])
  }

  static func invalid(_ word: RawArgument, for name: String, _ rejection: ArgumentRejection) -> UsageError {
    UsageError(
      .invalidValue, "invalid value '\(word.text)' for \(name): \(rejection.reason)", hints: rejection.hints)
  }

  static func missingValue(of spelling: String, _ argument: any ArgumentDeclaration) -> UsageError {
    UsageError(.missingValue, "\(spelling) needs a value: \(spelling)\(argument.valueSuffix)")
  }

  static func unexpectedValue(of spelling: String) -> UsageError {
    UsageError(.unexpectedValue, "\(spelling) takes no value")
  }

  static func conflict(_ first: String, _ second: String) -> UsageError {
    UsageError(.conflictingOptions, "\(first) and \(second) cannot be used together")
  }
}

extension Text {
  /// The hint that names the help page.
  static func seeHelp(_ command: CommandDeclaration?) -> Text {
    "see memo help\(command.map { " \($0.name)" } ?? "")"
  }
}
