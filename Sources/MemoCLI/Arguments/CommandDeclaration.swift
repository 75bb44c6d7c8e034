public import MemoWords

/// A command as users see it: everything that parser, help, completions and man page need.
public struct CommandDeclaration: Sendable {
  /// The word that runs it.
  public let name: String
  /// Other words that run it.
  public let aliases: [String]
  /// Its names in other programs: typing one suggests this command.
  public let namesElsewhere: [String]
  /// Commands and options of other programs, the latter with their dashes, words that this command does not take behind its
  /// name, and command lines that do the same here: typing one suggests them.
  public let equivalents: KeyValuePairs<String, String>
  /// What to know about some of those words, which have the same keys; `NAME *` is for any word too many.
  public let explanations: KeyValuePairs<String, Text>
  /// The task it belongs to.
  public let group: CommandGroup
  /// Whether the overview describes it; the others are only named there.
  public let isCommon: Bool
  /// One line that says what it does, without a full stop.
  public let summary: Text
  /// More about it, a paragraph each.
  public let description: [Text]
  /// The words it takes, in order; one of them at most takes a varying number.
  public let positionals: [Positional]
  /// Its options under their headings.
  public let optionGroups: [OptionGroup]
  /// Lines for the settings of other programs.
  private(set) var snippets: [HelpSnippet] = []
  /// Whether it is no command, but a topic that there is only help of.
  private(set) var isTopic = false
  /// Settings or other terms with what they mean, a table.
  private(set) var terms: [(term: String, meaning: Text)] = []
  /// Command lines to learn from.
  public let examples: [CommandExample]
  /// Names of related commands.
  public let seeAlso: [String]

  /// Declares a command; `options` are listed under the heading "Options", before the other groups.
  public init(
    _ name: String, aliases: [String] = [], namesElsewhere: [String] = [],
    equivalents: KeyValuePairs<String, String> = [:], explanations: KeyValuePairs<String, Text> = [:],
    group: CommandGroup, isCommon: Bool = false, summary: Text,
    description: [Text] = [], positionals: [Positional] = [], options: [any ArgumentDeclaration] = [],
    exclusions: [[any ArgumentDeclaration]] = [], optionGroups: [OptionGroup] = [], examples: [CommandExample] = [],
    seeAlso: [String] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.namesElsewhere = namesElsewhere
    self.equivalents = equivalents
    self.explanations = explanations
    self.group = group
    self.isCommon = isCommon
    self.summary = summary
    self.description = description
    self.positionals = positionals
    let ownGroup = OptionGroup(HelpHeading.options, options, exclusions: exclusions)
    self.optionGroups = options.isEmpty && exclusions.isEmpty ? optionGroups : [ownGroup] + optionGroups
    self.examples = examples
    self.seeAlso = seeAlso
  }

  /// The same command with lines for the settings of other programs.
  func with(_ snippets: [HelpSnippet]) -> CommandDeclaration {
    var command = self
    command.snippets = snippets
    return command
  }

  /// The same command with a table of terms.
  func with(_ terms: [(term: String, meaning: Text)]) -> CommandDeclaration {
    var command = self
    command.terms = terms
    return command
  }

  /// A topic of this name instead of a command.
  func asTopic() -> CommandDeclaration {
    var topic = self
    topic.isTopic = true
    return topic
  }

  /// All its options, in the order help shows them; the global ones are not among them.
  public var options: [any ArgumentDeclaration] { optionGroups.flatMap(\.arguments) }

  /// The words that run it: its name, then its aliases.
  public var names: [String] { [name] + aliases }

  /// How it is written: `memo show [OPTIONS] REF…`.
  public var usage: String { usage(as: name) }

  /// How it is written with one of its names.
  func usage(as name: String) -> String {
    let hasOptions = optionGroups.contains { !$0.arguments.isEmpty }
    return (["memo", name] + (hasOptions ? ["[OPTIONS]"] : []) + positionals.map(\.usage)).joined(separator: " ")
  }
}

/// Lines for the settings of another program.
struct HelpSnippet: Sendable {
  /// Which program, and where they go; without a colon.
  let title: Text
  /// The lines as they are copied.
  let lines: [String]

  init(_ title: Text, _ lines: String) {
    self.title = title
    self.lines = lines.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A command line and what it does.
public struct CommandExample: Sendable, Equatable {
  /// The command line as typed in a shell.
  public let commandLine: Text
  /// What it does, in a phrase.
  public let help: Text

  /// Pairs a command line with what it does.
  public init(_ commandLine: String, _ help: Text) {
    self.init(Text(verbatim: commandLine), help)
  }

  /// Pairs a command line that differs between languages, such as one with a date, with what it does.
  public init(_ commandLine: Text, _ help: Text) {
    self.commandLine = commandLine
    self.help = help
  }
}

extension CommandDeclaration {
  /// The word that `help` takes.
  static let helpTopic = Positional(
    "COMMAND", .optional,
    help: Text("The command to describe, or exit-codes or agents", ko: "도움말을 볼 명령, 또는 exit-codes나 agents"),
    completion: .helpTopics)

  /// The option of `help` for all pages at once.
  static let helpOfAll = Flag("all", help: Text("Help for all commands", ko: "모든 명령의 도움말"))

  /// The `help` command. It belongs in the list of commands; the parser turns it into `Action.help` by itself.
  public static let help = CommandDeclaration(
    "help", group: .vault, isCommon: true,
    summary: Text("Show help for memo or one of its commands", ko: "memo나 명령의 도움말 보기"),
    positionals: [helpTopic], options: [helpOfAll],
    examples: [CommandExample("memo help list", Text("help for 'memo list'", ko: "'memo list'의 도움말"))])
}

extension CommandDeclaration {
  /// Deals the words out to the positionals: to each its minimum, then what is left over from left to right.
  func assignments(of words: [RawArgument]) -> [PositionalWords] {
    var rest = words[...]
    var spare = max(0, words.count - positionals.reduce(0) { $0 + $1.arity.minimum })
    return positionals.map { positional in
      let extra = min(spare, positional.arity.maximum - positional.arity.minimum)
      let share = rest.prefix(positional.arity.minimum + extra)
      spare -= extra
      rest = rest.dropFirst(share.count)
      return PositionalWords(name: positional.name, words: share)
    }
  }

  /// Throws what a command line that was read without mistakes still does wrong.
  func check(_ arguments: ParsedArguments) throws(UsageError) {
    for exclusion in optionGroups.flatMap(\.exclusions) {
      try checkExclusion(exclusion, arguments)
    }
    for positional in positionals {
      try checkPositional(positional, arguments)
    }
    let assigned = positionals.reduce(0) { $0 + arguments.all($1).count }
    guard let word = arguments.positionals.dropFirst(assigned).first else { return }
    var error = UsageError.unexpected(word, of: self)
    error.hints.insert(contentsOf: hints(for: "\(name) *"), at: 0)
    throw error
  }

  /// What does the same as words of other programs, and what to know about it.
  func hints(for key: String) -> [Text] {
    explanations.filter { $0.key == key }.map(\.value) + equivalents.filter { $0.key == key }.map { .use($0.value) }
  }

  private func checkExclusion(
    _ exclusion: [any ArgumentDeclaration], _ arguments: ParsedArguments
  ) throws(UsageError) {
    let given = arguments.occurrences.filter { occurrence in exclusion.contains { $0.long == occurrence.long } }
    guard let first = given.first, let second = given.first(where: { $0.long != first.long }) else { return }
    throw .conflict(first.spelling, second.spelling)
  }

  private func checkPositional(_ positional: Positional, _ arguments: ParsedArguments) throws(UsageError) {
    let words = arguments.all(positional)
    guard words.count >= positional.arity.minimum else { throw .missing(positional, of: self) }
    guard let choices = positional.choices else { return }
    for word in words where !choices.contains(where: { RawArgument($0) == word }) {
      var error = UsageError.notAChoice(word, choices)
      let meant = equivalents.filter { $0.key == "\(name) \(word.text)" }
      let uses = meant.isEmpty && error.hints.isEmpty ? equivalents.filter { $0.key == "\(name) *" } : meant
      error.hints.insert(contentsOf: uses.map { .use($0.value) }, at: 0)
      throw error
    }
  }
}

/// The task a command belongs to, in the order the overview shows them.
public enum CommandGroup: Sendable, CaseIterable {
  case start
  case read
  case write
  case organize
  case sync
  case vault

  /// The heading in the overview.
  public var title: Text {
    switch self {
    case .start: Text("Start", ko: "시작")
    case .read: Text("Find and read", ko: "찾기와 읽기")
    case .write: Text("Write", ko: "쓰기")
    case .organize: Text("Organize", ko: "정리")
    case .sync: Text("Sync and history", ko: "동기화와 이력")
    case .vault: Text("Vault and help", ko: "보관함과 도움말")
    }
  }
}
