import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo graph`
enum GraphCommand: Command {
  private static let dot = Flag(
    "dot",
    help: Text(
      "Print Graphviz DOT; links that resolve to no memo are dashed", ko: "Graphviz DOT으로 출력. 메모를 찾을 수 없는 링크는 점선"))

  static let declaration = CommandDeclaration(
    "graph", equivalents: ["graph *": "memo backlinks REF", "graph *": "memo links REF"], group: .organize,
    summary: Text("Print which memos link to which", ko: "메모 사이의 링크 출력"),
    description: [
      Text(
        """
        Each line has the path of a memo, the path of the memo it links to, and the link's target as written, \
        separated by tabs. The second path is empty if no memo matches the target; a terminal shows the \
        target there instead.
        """,
        ko: """
          줄마다 메모의 경로, 링크된 메모의 경로, 링크에 적힌 대상을 탭으로 구분하여 출력합니다. 대상에 맞는 메모가 없으면 두 번째 경로는 비어 있고, 터미널에서는 그 자리에 대상을 \
          표시합니다.
          """)
    ],
    options: [dot, CommonOptions.json], exclusions: [[dot, CommonOptions.json]],
    examples: [
      CommandExample("memo graph --dot | dot -Tsvg > memos.svg", Text("a picture of the vault", ko: "보관함을 그림으로")),
      CommandExample(
        "memo graph | cut -f2 | grep . | sort | uniq -c | sort -rn | head",
        Text("the memos with the most links to them", ko: "링크를 가장 많이 받은 메모")),
    ],
    seeAlso: ["links", "backlinks"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open()
    let graph = LinkGraph(of: try workspace.index())
    if session.isJSON {
      try session.writeJSON(graph.fields)
    } else if session.arguments[dot] {
      try GraphDOT(graph: graph).write(to: session)
    } else if session.console.outputIsTerminal {
      let rows = graph.edges().map(row)
      if rows.isEmpty { session.noteNothing(Message.noLinks) }
      try session.page(rows)
    } else {
      try session.writeRecords(of: graph.edges()) {
        session.line(.path($0.from), .pathText($0.to), .text($0.link.target))
      }
    }
    return .done
  }

  /// For people: the memo with the link and the one that it resolves to, or the target if it resolves to none.
  private static func row(_ edge: LinkEdge) -> [Cell] {
    let to = edge.to.map { Cell(.path($0), Style.title) } ?? Cell(.text(edge.link.target + " ?"), Style.error)
    return [Cell(.path(edge.from), Style.faint), to]
  }
}
