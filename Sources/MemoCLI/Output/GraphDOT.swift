import MemoCore
import MemoVault

/// A graph in Graphviz's language. A target that leads to no memo is a dashed node of its own.
struct GraphDOT {
  let graph: LinkGraph

  /// The whole text.
  var bytes: [UInt8] {
    var text = "digraph memo {\n"
    for memo in graph.index.memos {
      let title = graph.index.title(of: memo)
      let label = title.isEmpty ? memo.path.text : title
      text += "  \(Self.quoted(memo.path.text)) [label=\(Self.quoted(label))];\n"
    }
    for edge in graph.edges() { text += Self.lines(of: edge) }
    return Array((text + "}\n").utf8)
  }

  private static func lines(of edge: LinkEdge) -> String {
    let from = quoted(edge.from.text)
    let label = edge.link.label.map { " [label=\(quoted($0))]" } ?? ""
    if let to = edge.to { return "  \(from) -> \(quoted(to.text))\(label);\n" }
    // No path starts with a slash, so it is no memo's name.
    let nowhere = quoted("/" + edge.link.target)
    return """
        \(nowhere) [label=\(quoted(edge.link.target)), style=dashed];
        \(from) -> \(nowhere) [style=dashed];

      """
  }

  /// A name in quotes. Backslashes are doubled, because in labels they start escapes such as `\\N`; control characters
  /// would end a line or a program that shows the picture.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.properties.generalCategory == .control: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
