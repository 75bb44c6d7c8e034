import MemoCore
import MemoKit

/// Formats tables and numbered lists, and nothing else: columns line up, numbers follow one another.
enum DocumentFormatting {
  static let features = [
    Feature("textDocument/formatting", whole), Feature("textDocument/rangeFormatting", part),
  ]

  private static func whole(_ request: FeatureRequest) throws -> JSONValue {
    let document = try request.document()
    return json(edits(in: document), of: document)
  }

  private static func part(_ request: FeatureRequest) throws -> JSONValue {
    let document = try request.document()
    let range = try request.range()
    let first = document.lines.line(min(range.lowerBound.line, document.lines.count - 1)).lowerBound
    let last = document.lines.line(min(range.upperBound.line, document.lines.count - 1)).upperBound
    let found = edits(in: document).filter { $0.range.lowerBound >= first && $0.range.upperBound <= last }
    return json(found, of: document)
  }

  private static func json(_ edits: [ByteEdit], of document: PlacedDocument) -> JSONValue {
    .array(edits.map { TextEdits.json($0, in: document.lines) })
  }

  private static func edits(in document: PlacedDocument) -> [ByteEdit] {
    let start = document.marks.front.range.upperBound
    return document.bytes.withUnsafeBytes { bytes in
      let tree = MarkupTree(bytes, from: start)
      let tables = TableLayout.edits(in: tree)
      let numbers = tree.lists.flatMap { $0.numbering(in: bytes) }
      let both = (tables + numbers).inOrder
      // What would make the text mean something else is left: a line that only looked like a part of an item.
      return [both, tables, numbers.inOrder].first { keepsStructure($0, of: tree, from: start) } ?? []
    }
  }

  /// Whether a text has the same blocks after some edits.
  private static func keepsStructure(_ edits: [ByteEdit], of tree: MarkupTree, from start: Int) -> Bool {
    ByteEdit.apply(edits, to: tree.bytes).withUnsafeBytes { bytes in
      let changed = MarkupTree(bytes, from: start)
      return changed.blocks.count == tree.blocks.count && changed.anchors.count == tree.anchors.count
        && zip(changed.blocks, tree.blocks).allSatisfy { $0.depth == $1.depth && $0.kind.isLike($1.kind) }
    }
  }
}

extension MarkupTree.Block.Kind {
  fileprivate func isLike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.quote, .quote), (.item, .item), (.definition, .definition): true
    case (.leaf(let leaf), .leaf(let other)): leaf.kind == other.kind
    default: false
    }
  }
}
