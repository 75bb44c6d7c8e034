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

/// A graph as `{"nodes": [{path, title, tags}], "edges": [{from, to, target, kind, label}]}`.
struct GraphJSON {
  let graph: LinkGraph

  /// Writes the object a piece at a time, so that it is never held whole.
  func write(to output: ([UInt8]) throws -> Void) throws {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("nodes")
    writer.beginArray()
    for memo in graph.index.memos {
      writeNode(memo, to: &writer)
      try writer.flush(to: output)
    }
    writer.endArray()
    writer.key("edges")
    writer.beginArray()
    for edge in graph.edges() {
      Self.write(edge, to: &writer)
      try writer.flush(to: output)
    }
    writer.endArray()
    writer.endObject()
    writer.newline()
    try output(writer.takeBytes())
  }

  private func writeNode(_ memo: IndexedMemo, to writer: inout JSONWriter) {
    let metadata = graph.index.record(of: memo)?.metadata ?? MemoMetadata()
    writer.beginObject()
    writer.path(memo.path)
    writer.key("title")
    writer.string(metadata.title)
    writer.key("tags")
    writer.strings(metadata.tags)
    writer.endObject()
  }

  private static func write(_ edge: LinkEdge, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("from")
    writer.string(edge.from.text)
    writer.key("to")
    writer.optional(edge.to?.text)
    writer.key("target")
    writer.string(edge.link.target)
    writer.key("kind")
    writer.string(edge.link.kind.word)
    writer.key("label")
    writer.optional(edge.link.label)
    writer.endObject()
  }
}

extension JSONWriter {
  /// Hands over what was written once it is worth a write, so that a long output is never held whole.
  mutating func flush(to output: ([UInt8]) throws -> Void) throws {
    if bytes.count >= 1 << 16 { try output(takeBytes()) }
  }
}
