import MemoCore

/// What folds in a document: front matter, sections, list items, quotes, code and comments of more than one line.
enum FoldingRanges {
  static let features = [Feature("textDocument/foldingRange", ranges)]

  private static func ranges(_ request: FeatureRequest) throws -> JSONValue {
    let document = try request.document()
    let marks = document.marks
    let parts =
      [marks.front.range] + marks.headings.map(\.section) + marks.blocks.filter(\.folds).map(\.range)
    // Editors show one fold for each first line; the sections come before the blocks in them.
    var seen: Set<Int> = []
    let found = parts.compactMap { part -> (first: Int, last: Int)? in
      guard let lines = lines(of: part, in: document), seen.insert(lines.first).inserted else { return nil }
      return lines
    }
    return .array(
      found.sorted { $0.first < $1.first }.map {
        ["startLine": .integer($0.first), "endLine": .integer($0.last)]
      })
  }

  /// The first line of a part and its last one with text; `nil` for fewer than two.
  private static func lines(of part: Range<Int>, in document: PlacedDocument) -> (first: Int, last: Int)? {
    let blanks = Array(" \t\r\n".utf8)
    guard let end = document.bytes[part].lastIndex(where: { !blanks.contains($0) }) else { return nil }
    let (first, last) = (document.lines.number(at: part.lowerBound), document.lines.number(at: end))
    return last > first ? (first, last) : nil
  }
}

extension MarkupTree.Block {
  /// Whether it folds, if it has several lines.
  fileprivate var folds: Bool {
    switch kind {
    case .quote, .item: true
    case .leaf(let leaf):
      switch leaf.kind {
      case .code, .html, .opaque: true
      case .paragraph, .heading, .rule: false
      }
    case .definition: false
    }
  }
}
