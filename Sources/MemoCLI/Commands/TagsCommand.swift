import MemoCore
import MemoVault

/// `memo tags`
enum TagsCommand: Command {
  /// What to sort by.
  enum Key: String, CaseIterable {
    case name
    case count
  }

  private static let action = Positional(
    choices: ["list", "rename"], .optional, help: "What to do; without it, list")
  private static let old = Positional("OLD", .optional, help: "The tag to rename", completion: .tags)
  private static let new = Positional("NEW", .optional, help: "Its new name", completion: .tags)
  private static let sort = Option<Key>.choice("sort", help: "Sort by name, or the tags of most memos first")
  private static let nested = Flag("nested", help: "Count the memos of project/a for project as well")

  static let declaration = CommandDeclaration(
    "tags", group: .organize, summary: "List tags with how many memos have them, or rename one",
    description: [
      "Elsewhere than on a terminal each line holds a tag and its count, separated by a tab.",
      """
      'rename' renames a tag and those nested below it in the text and the front matter of all memos, which keep their \
      modified time. 'memo undo' takes it back. With --dry-run each line holds a memo and how many places would change.
      """,
    ],
    positionals: [action, old, new], options: [sort, nested, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo tags --sort count | head", "the ten tags of most memos"),
      CommandExample("memo tags rename work job", "#work/plan becomes #job/plan, too"),
      CommandExample("memo list --tag 'project/*'", "the memos of a tag and those below it"),
    ],
    seeAlso: ["list", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault()
    guard session.arguments[action]?.text == "rename" else { return try list(vault, session) }
    guard let oldTag = session.arguments[old] else { throw UsageError.missing(old, of: declaration) }
    guard let newTag = session.arguments[new] else { throw UsageError.missing(new, of: declaration) }
    return try TagRenaming(old: oldTag.text, new: newTag.text).run(vault, session)
  }

  private static func list(_ vault: Vault, _ session: Session) throws -> ExitCode {
    let index = try session.refresh(vault)
    let counts = sorted(TagCounts(isNested: session.arguments[nested]).counts(in: index), session)
    if session.isJSON {
      try writeJSON(counts, session)
    } else if session.console.outputIsTerminal {
      try session.page(CollectionOfOne(table(counts, session)))
    } else {
      try session.writeRecords(counts.flatMap { Array("\($0.tag)\t\($0.count)\n".utf8) })
    }
    return .done
  }

  private static func sorted(_ counts: [TagCount], _ session: Session) -> [TagCount] {
    let collation = session.surroundings.collation
    let byName = counts.map { (count: $0, key: collation.key(for: $0.tag)) }.sorted { left, right in
      left.key == right.key
        ? left.count.tag.utf8.lexicographicallyPrecedes(right.count.tag.utf8)
        : left.key.lexicographicallyPrecedes(right.key)
    }.map(\.count)
    guard session.arguments[sort] == .count else { return byName }
    return byName.enumerated().sorted { left, right in
      left.element.count == right.element.count
        ? left.offset < right.offset : left.element.count > right.element.count
    }.map(\.element)
  }

  /// For people: counts in a column, then the tags.
  private static func table(_ counts: [TagCount], _ session: Session) -> [UInt8] {
    let width = counts.map { "\($0.count)".utf8.count }.max() ?? 0
    let lines = counts.map { count in
      let number = "\(count.count)"
      let padding = String(repeating: " ", count: width - number.utf8.count)
      return "\(padding)\(session.style.number(number))  \(TerminalText.visible(count.tag))\n"
    }
    return Array(lines.joined().utf8)
  }

  private static func writeJSON(_ counts: [TagCount], _ session: Session) throws {
    var writer = JSONWriter()
    writer.beginArray()
    for count in counts {
      writer.beginObject()
      writer.key("tag")
      writer.string(count.tag)
      writer.key("count")
      writer.number(count.count)
      writer.endObject()
    }
    writer.endArray()
    writer.newline()
    try session.write(writer.bytes)
  }
}
