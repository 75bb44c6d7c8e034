import MemoCore
import MemoVault

/// `memo links`
enum LinksCommand: Command {
  static let declaration = CommandDeclaration(
    "links", group: .organize, summary: "List the links of a memo",
    description: [
      """
      Each line holds the path of the memo that a link leads to, the link's line and column, and its target as written, \
      separated by tabs. The path is empty where no memo answers to the target, or several do.
      """,
      """
      A target is matched with paths, file names, titles and aliases, in this order, whatever its case and normalization.
      """,
    ],
    positionals: [CommonOptions.oneReference], options: [CommonOptions.json],
    examples: [
      CommandExample("memo links plan", "where the memo's links lead"),
      CommandExample("memo links plan --json | jq '.[] | select(.path == null)'", "those that lead to no memo"),
    ],
    seeAlso: ["backlinks", "graph", "check"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault(for: declaration)
    let paths = try session.references(in: vault, of: declaration, isChange: false)
    let graph = LinkGraph(of: try session.refresh(vault))
    let links = try paths.flatMap { path in
      guard let links = try graph.links(of: path) else {
        throw VaultError.noSuchMemo(reference: path.text, nearest: [])
      }
      return links
    }
    try LinkWriter(session: session).write(links)
    return .done
  }
}
