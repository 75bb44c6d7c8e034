import MemoCore
import MemoIndex

/// A graph in Graphviz's language. A target that leads to no memo is a dashed node of its own.
struct GraphDOT {
  let graph: LinkGraph

  /// The whole text.
  var bytes: [UInt8] {
    var writer = DOTWriter()
    writer.raw("digraph memo {\n")
    for memo in graph.index.memos {
      let title = graph.index.title(of: memo)
      writer.line("  ", memo.path.text, " [label=", title.isEmpty ? memo.path.text : title, "];\n")
    }
    for edge in graph.edges() { Self.write(edge, to: &writer) }
    writer.raw("}\n")
    return writer.bytes
  }

  private static func write(_ edge: LinkEdge, to writer: inout DOTWriter) {
    guard let to = edge.to else {
      // No path starts with a slash, so it is no memo's name.
      let nowhere = "/" + edge.link.target
      writer.line("  ", nowhere, " [label=", edge.link.target, ", style=dashed];\n")
      return writer.line("  ", edge.from.text, " -> ", nowhere, " [style=dashed];\n")
    }
    guard let label = edge.link.label else { return writer.line("  ", edge.from.text, " -> ", to.text, ";\n") }
    writer.line("  ", edge.from.text, " -> ", to.text, " [label=")
    writer.name(label)
    writer.raw("];\n")
  }
}

/// Writes marks and names of Graphviz's language as bytes.
private struct DOTWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes a name and another one with the text around them.
  mutating func line(_ start: String, _ first: String, _ middle: String, _ second: String, _ end: String) {
    raw(start)
    name(first)
    raw(middle)
    name(second)
    raw(end)
  }

  mutating func raw(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a name in quotes. Backslashes are doubled, because in labels they start escapes such as `\N`; a control
  /// character would end a line or act on a program that shows the picture.
  mutating func name(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte < 0x20 || byte == 0x7F ? UInt8(ascii: " ") : byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension LinkGraph {
  /// `{"nodes": [{path, title, tags}], "edges": [{from, to, target, kind, label}]}`
  var fields: Record {
    let nodes = index.memos.lazy.map { memo -> Record in
      let metadata = index.record(of: memo)?.metadata ?? MemoMetadata()
      return ["path": .path(memo.path), "title": .text(metadata.title), "tags": .texts(metadata.tags)]
    }
    return ["nodes": .records(nodes), "edges": .records(edges().lazy.map(\.fields))]
  }
}

extension LinkEdge {
  fileprivate var fields: Record {
    [
      "from": .pathText(from.bytes), "to": .pathText(to?.bytes), "target": .text(link.target),
      "kind": .text(link.kind.word), "label": .text(link.label),
    ]
  }
}
