import MemoCLI

/// Declarations as real commands make them.
enum ListOptions {
  static let tag = Option.text(
    "tag", value: "EXPR", help: "Only memos with these tags", isRepeatable: true, completion: .tags)
  static let since = Option<Day>(
    "since", value: "DATE", help: "Only memos changed on DATE or later: 2024-05-01, 7d or yesterday"
  ) { (text: String) in
    guard let day = Day(text) else { throw ArgumentRejection("must be a date") }
    return day
  }
  static let orphan = Flag("orphan", help: "Only memos that no other memo links to")
  static let limit = Option.number("limit", short: "n", in: 0...Int.max, help: "Show at most N memos; 0 shows all")
  static let folder = Option.path("folder", value: "DIR", help: "Only memos in DIR", completion: .folders)
  static let sort = Option<SortKey>.choice(
    "sort", value: "KEY", help: "Sort by modified, created or title", isRepeatable: true)
  static let json = Flag("json", help: "One JSON array")
  static let paths = Flag("paths", help: "Paths alone")
  static let nul = Flag("null", short: "0", help: "NUL after each record instead of a line break")
  static let format = Option.text("format", value: "TEMPLATE", help: "Each memo in this shape: '{title} {path}'")

  static let filters = OptionGroup("Filters", [tag, since, orphan, folder])
  static let formats = OptionGroup(
    "Output", [json, paths, nul, format], exclusions: [[json, paths, format], [nul, json]])
}

struct Day: Sendable, Equatable {
  let text: String

  init?(_ text: String) {
    guard text.allSatisfy({ $0.isNumber || $0 == "-" }), text.count == 10 else { return nil }
    self.text = text
  }
}

enum SortKey: String, CaseIterable, Sendable {
  case modified
  case created
  case title
}

enum NewOptions {
  static let title = Positional("TITLE", .many, help: "The memo's title")
  static let edit = Toggle("edit", short: "e", help: "Open the memo in the editor, or do not")
  static let body = Option.text("body", short: "b", value: "TEXT", help: "The memo's text")
}

enum WatchOptions {
  static let sync = Option.number(
    "sync", short: "s", value: "SECONDS", in: 1...3600, help: "Sync as well, every SECONDS", bareValue: 300)
}

enum MoveOptions {
  static let memos = Positional("REF", .atLeastOne, help: "The memos", completion: .memos)
  static let folder = Positional("DIR", help: "Where they go", completion: .folders)
}

enum TrashOptions {
  static let action = Positional(choices: ["list", "restore", "empty"], .optional, help: "What to do")
  static let memo = Positional("REF", .optional, help: "The memo")
}

enum Samples {
  static let list = CommandDeclaration(
    "list", aliases: ["ls"], group: .read, isCommon: true, summary: "List memos, newest first",
    description: [
      """
      On a terminal a table that fits its width; elsewhere one memo a line: path, time of the last change and title, \
      with tabs between them.
      """,
      "An empty list is no error.",
    ],
    options: [ListOptions.limit, ListOptions.sort], optionGroups: [ListOptions.filters, ListOptions.formats],
    examples: [
      CommandExample("memo list --tag work -n 5", "The five memos tagged work that changed last"),
      CommandExample("memo list --paths -0", "All paths, safe to hand to xargs -0"),
    ], seeAlso: ["search", "show"])
  static let new = CommandDeclaration(
    "new", group: .write, isCommon: true, summary: "Make a memo", positionals: [NewOptions.title],
    options: [NewOptions.edit, NewOptions.body])
  static let watch = CommandDeclaration(
    "watch", group: .sync, summary: "Keep cache and files in step", options: [WatchOptions.sync, ListOptions.json])
  static let move = CommandDeclaration(
    "move", aliases: ["mv"], group: .organize, summary: "Move memos to another folder",
    positionals: [MoveOptions.memos, MoveOptions.folder])
  static let trash = CommandDeclaration(
    "trash", group: .organize, summary: "Look into the trash",
    positionals: [TrashOptions.action, TrashOptions.memo])

  static let all = [list, new, watch, move, trash, CommandDeclaration.help]
}

extension ParsedCommandLine {
  /// The action in a word, for comparing.
  var actionName: String {
    switch action {
    case .run(let command): "run \(command.name)"
    case .help(let command): "help \(command?.name ?? "-")"
    case .helpOfAll: "help of all"
    case .version: "version"
    case .external(let name, let rest): "external " + ([name] + rest).map(\.text).joined(separator: " ")
    case .none: "none"
    }
  }
}

/// Parses words of a line split at spaces.
func parse(_ line: String) throws -> ParsedCommandLine {
  try parse(line.split(separator: " ").map { RawArgument(String($0)) })
}

/// Parses words.
func parse(_ words: [RawArgument]) throws -> ParsedCommandLine {
  try CommandLineParser.parse(words, commands: Samples.all)
}

/// The error of a command line; nil where there is none.
func usageError(_ line: String) throws -> UsageError? {
  do {
    _ = try parse(line)
    return nil
  } catch let error as UsageError {
    return error
  }
}
