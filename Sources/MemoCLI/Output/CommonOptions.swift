import MemoVault

/// Options that several commands share, declared once.
enum CommonOptions {
  static let json = Flag("json", help: "Write JSON")
  static let dryRun = Flag("dry-run", help: "Show what would change, and change nothing")
  static let ifMatch = Option<String>.text(
    "if-match", value: "ETAG", help: "Change the memo only if its etag is this one; else end with exit code 5")
  static let reference = Positional(
    "REF", .many, help: "A path, a row of 'memo list', a title, file name or alias, or part of one",
    completion: .memos)
  static let oneReference = Positional(
    reference.name, .optional, help: reference.help, completion: reference.completion)
}

/// Which memos a list or a search is about.
enum FilterOptions {
  static let tag = Option<String>.text(
    "tag", value: "EXPR", help: "Only memos tagged so: 'work', 'a OR b', 'NOT a', 'project/*'", isRepeatable: true,
    completion: .tags)
  static let since = Option<String>.text(
    "since", value: "DATE", help: "Only memos modified then or later: 2026-03-01, 7d, yesterday, 어제")
  static let until = Option<String>.text("until", value: "DATE", help: "Only memos modified then or earlier")
  static let path = Option<String>.text(
    "path", value: "GLOB", help: "Only memos whose path matches: 'work/**', '2026-*'", isRepeatable: true,
    completion: .vaultFolders)
  static let linksTo = Option<String>.text(
    "links-to", value: "REF", help: "Only memos that link to this one", completion: .memos)
  static let linkedFrom = Option<String>.text(
    "linked-from", value: "REF", help: "Only memos that this one links to", completion: .memos)
  static let orphan = Flag("orphan", help: "Only memos that no other memo links to")
  static let untagged = Flag("untagged", help: "Only memos without tags")
  static let limit = Option<Int>.number("limit", short: "n", in: 0...Int.max, help: "At most N memos; 0 for all")
  static let offset = Option<Int>.number("offset", in: 0...Int.max, help: "Leave out the first N memos")

  static let group = OptionGroup(
    "Filters", [tag, since, until, path, linksTo, linkedFrom, orphan, untagged, limit, offset])
}

/// How memos are written.
enum FormatOptions {
  static let jsonLines = Flag("jsonl", help: "Write a JSON object a line")
  static let paths = Flag("paths", help: "Write paths only")
  static let format = Option<String>.text(
    "format", value: "TEMPLATE",
    help: "Write each memo as a template: '{title}\\t{path}'; all keys of --json can be named")
  static let null = Flag("null", short: "0", help: "End each record with NUL instead of a newline")

  static let group = OptionGroup(
    "Formats", [CommonOptions.json, jsonLines, paths, format, null],
    exclusions: [[CommonOptions.json, jsonLines, paths, format], [CommonOptions.json, null]])
}
