import MemoCore
public import MemoWords

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
  public var message: Text
  /// What to do next, one line each.
  public var hints: [Text]
  /// The arguments that were understood, so that the error can respect `--json`, `--lang` and `--color`.
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
    var meant = commands.flatMap { command in
      command.equivalents.filter { $0.key == name.text }.map(\.value)
        + (command.namesElsewhere.contains(name.text) ? ["memo \(command.name)"] : [])
    }
    let explanations = commands.flatMap { $0.explanations.filter { $0.key == name.text }.map(\.value) }
    if name.text == GlobalOptions.version.long { meant.append("memo --version") }
    let near =
      meant.isEmpty
      ? Wording.didYouMean(Suggestions.nearest(to: name.text, among: commands.flatMap(\.names), limit: 2))
      : meant.map(Text.use)
    return UsageError(
      .unknownCommand, Text("unknown command '\(name.text)'", ko: "'\(name.text)' 명령은 없습니다"),
      hints: explanations + near + [.seeHelp(nil)])
  }

  /// A positional that the command cannot do without got no word.
  public static func missing(_ positional: Positional, of command: CommandDeclaration) -> UsageError {
    UsageError(
      .missingArgument, Text("missing \(positional.name)", ko: "\(positional.noun)\(.object) 지정하십시오"),
      hints: [.usage(of: command), .seeHelp(command)])
  }

  /// A positional that names a folder or a file got an empty word, as an unset variable in a script leaves it.
  static func empty(_ positional: Positional, of command: CommandDeclaration) -> UsageError {
    UsageError(
      .missingValue, Text("\(positional.name) is empty", ko: "\(positional.noun)\(.subject) 비어 있습니다"),
      hints: [.usage(of: command), .seeHelp(command)])
  }

  /// No memo is named, and there is no terminal to choose one on.
  static func missingChoice(_ positional: Positional, of command: CommandDeclaration) -> UsageError {
    var error = missing(positional, of: command)
    error.hints.insert(
      Text("it can be left out only on a terminal", ko: "터미널에서만 생략할 수 있습니다"), at: 1)
    return error
  }

  static func unexpected(_ word: RawArgument, of command: CommandDeclaration) -> UsageError {
    UsageError(
      .unexpectedArgument,
      Text("unexpected argument '\(word.text)'", ko: "'\(word.text)'\(.topic) 이 명령의 인수가 아닙니다"),
      hints: [.usage(of: command), .seeHelp(command)])
  }

  static func invalid(_ word: RawArgument, for name: String, _ rejection: ArgumentRejection) -> UsageError {
    UsageError(
      .invalidValue,
      Text(
        "invalid value '\(word.text)' for \(name): \(rejection.reason)",
        ko: "\(Placeholder.text(name))에는 '\(word.text)'\(.object) 쓸 수 없습니다. \(rejection.reason)"),
      hints: rejection.hints)
  }

  /// A word in the place of one of a few, whose names would be those of the place.
  static func notAChoice(_ word: RawArgument, _ choices: [String]) -> UsageError {
    let rejection = ArgumentRejection.notAmong(choices, word.text)
    return UsageError(
      .invalidValue,
      Text(
        "invalid value '\(word.text)': \(rejection.reason)",
        ko: "'\(word.text)'\(.object) 쓸 수 없습니다. \(rejection.reason)"),
      hints: rejection.hints)
  }

  static func missingValue(of spelling: String, _ argument: any ArgumentDeclaration) -> UsageError {
    let usage = Placeholder.text("\(spelling)\(argument.valueSuffix)")
    return UsageError(
      .missingValue, Text("\(spelling) needs a value: \(usage)", ko: "\(spelling)에는 값이 필요합니다: \(usage)"))
  }

  static func unexpectedValue(of spelling: String) -> UsageError {
    UsageError(.unexpectedValue, Text("\(spelling) takes no value", ko: "\(spelling)에는 값을 쓸 수 없습니다"))
  }

  static func conflict(_ first: String, _ second: String) -> UsageError {
    UsageError(
      .conflictingOptions,
      Text(
        "\(first) and \(second) cannot be used together", ko: "다음은 함께 쓸 수 없습니다: \(first), \(second)"))
  }

  /// The same where the command finds out.
  static func conflict(_ first: String, _ second: String, of command: CommandDeclaration) -> UsageError {
    var error = conflict(first, second)
    error.hints = [.seeHelp(command)]
    return error
  }
}

extension Text {
  /// The hint that shows how a command is written.
  static func usage(of command: CommandDeclaration) -> Text {
    Text("usage: \(command.usage)", ko: "사용법: \(Placeholder.text(command.usage))")
  }

  /// Whether it is such a hint, which needs no other mark.
  var isUsage: Bool { self[.english].utf8.starts(with: "usage:".utf8) }

  /// The hint that names what does the same as something that memo has not.
  static func use(_ commandLine: String) -> Text { use(Placeholder.text(commandLine)) }

  /// The same of a line with names of a person's, in which no word is a placeholder.
  static func use(_ line: Text) -> Text {
    // Quotes within quotes cannot be told apart.
    line[.english].utf8.contains(UInt8(ascii: "'"))
      ? Text("use: \(line)", ko: "다음을 쓰십시오: \(line)")
      : Text("use '\(line)'", ko: "'\(line)'\(.object) 쓰십시오")
  }

  /// The hint that a word may begin with a dash.
  static let dashedWords = Text(
    "put -- before words that begin with - and are not options", ko: "-로 시작하는 말이 옵션이 아니면 그 앞에 --를 쓰십시오")

  /// The hint that names the help page.
  static func seeHelp(_ command: CommandDeclaration?) -> Text {
    let page = (["memo", "help"] + [command?.name].compactMap(\.self)).joined(separator: " ")
    return Text("see '\(page)'", ko: "'\(page)'\(.object) 보십시오")
  }
}

extension UsageError: FailureConvertible {
  /// That of wrong usage.
  package var failure: Failure {
    Failure(kind: kind.rawValue, message: message, hints: hints, exitCode: .usage)
  }
}
