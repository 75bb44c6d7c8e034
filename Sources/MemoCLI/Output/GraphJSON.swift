import MemoCore
import MemoIndex

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
