import MemoVault

/// `memo list`
enum ListCommand: Command {
  private static let sort = Option<SortOrder>(
    "sort", value: "KEY[+|-]", help: "Sort by modified, created, title, path, size or words; repeat for ties",
    isRepeatable: true, completion: .choices(SortOrder.Key.allCases.map(\.rawValue)),
    parse: { (text: String) throws(ArgumentRejection) -> SortOrder in
      guard let order = SortOrder(text) else {
        throw .notAmong(SortOrder.Key.allCases.map(\.rawValue), text)
      }
      return order
    })

  static let declaration = CommandDeclaration(
    "list", aliases: ["ls"], group: .read, isCommon: true, summary: "List memos, newest first",
    description: [
      """
      On a terminal it is a table that fits the width; elsewhere each memo is a line of path, time of modification \
      and title, separated by tabs.
      """,
      "The number before a title names the memo in other commands: 'memo show 3'.",
    ],
    options: [sort], optionGroups: [FilterOptions.group, FormatOptions.group],
    examples: [
      CommandExample("memo list -n 20", "the 20 newest memos"),
      CommandExample("memo list --tag project/* --since 7d", "what changed in projects this week"),
      CommandExample("memo list --links-to plan --paths", "the memos that link to one"),
      CommandExample("memo list --format '{absPath}' -0 | xargs -0 grep -l sugar", "hand memos to another program"),
      CommandExample("memo list --sort title --format '{title}\\t{wordCount}'", "titles with their words"),
    ],
    seeAlso: ["search", "show"])

  static func run(_ session: Session) throws -> ExitCode {
    let format = try ListFormat(session)
    var listing = MemoListing(collation: session.surroundings.collation, clock: session.surroundings.clock)
    listing.filter = try session.filter()
    let orders = session.arguments.all(sort)
    if !orders.isEmpty { listing.order = orders }
    let limit = session.arguments[FilterOptions.limit] ?? 0
    listing.limit = limit == 0 ? nil : limit
    listing.offset = session.arguments[FilterOptions.offset] ?? 0
    let vault = try session.openVault()
    let index = try session.refresh(vault)
    listing.filter = try session.filter(listing.filter, byLinksOf: index, in: vault)
    let memos = listing.memos(in: index)
    if memos.isEmpty, format.isTable { session.note(index.count == 0 ? Message.noMemos : Message.noMatch) }
    try ListWriter(session: session, vault: vault, index: index, format: format).write(memos)
    return .done
  }
}
