import MemoCore
import MemoVault

/// `memo graph`
enum GraphCommand: Command {
  private static let dot = Flag("dot", help: "Write Graphviz's language; links to no memo are dashed")

  static let declaration = CommandDeclaration(
    "graph", group: .organize, summary: "Write which memos link to which",
    description: [
      """
      Each line holds the path of a memo, the path of the one that it links to, and the link's target as written, \
      separated by tabs. The second path is empty where no memo answers to the target, or several do; on a terminal the \
      target stands there then.
      """
    ],
    options: [dot, CommonOptions.json], exclusions: [[dot, CommonOptions.json]],
    examples: [
      CommandExample("memo graph --dot | dot -Tsvg > memos.svg", "a picture of the vault"),
      CommandExample("memo graph | cut -f2 | sort | uniq -c | sort -rn | head", "the memos linked to most"),
    ],
    seeAlso: ["links", "backlinks"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault()
    let graph = LinkGraph(of: try session.refresh(vault))
    if session.isJSON {
      try GraphJSON(graph: graph).write { try session.write($0) }
    } else if session.arguments[dot] {
      try session.writeRecords(GraphDOT(graph: graph).bytes)
    } else if session.console.outputIsTerminal {
      try session.page(graph.edges().map { row($0, session.style) })
    } else {
      try session.writeRecords(graph.edges().flatMap(line))
    }
    return .done
  }

  /// For people: where the link stands and where it leads; its target where that is no memo, or not clear.
  private static func row(_ edge: LinkEdge, _ style: Style) -> [ColumnTable.Cell] {
    let from = ColumnTable.Cell(text: TerminalText.visible(QuotedPath.bytes(edge.from)), paint: style.faint)
    if let to = edge.to { return [from, .init(text: TerminalText.visible(QuotedPath.bytes(to)), paint: style.title)] }
    return [from, .init(text: TerminalText.visible(edge.link.target) + " ?", paint: style.error)]
  }

  private static func line(_ edge: LinkEdge) -> [UInt8] {
    let tab = UInt8(ascii: "\t")
    let target = edge.to.map(QuotedPath.bytes) ?? []
    return QuotedPath.bytes(edge.from) + [tab] + target + [tab] + OneLine.bytes(edge.link.target)
      + [UInt8(ascii: "\n")]
  }
}
