import MemoCore

/// What a selection grows to: the word, the parts of a link, the block, items and quotes around it, sections, the document.
enum SelectionRanges {
  static let features = [Feature("textDocument/selectionRange", ranges)]

  private static func ranges(_ request: FeatureRequest) throws -> JSONValue {
    let document = try request.document()
    let marks = document.marks
    return .array(
      try (request.params["positions"]?.items ?? []).map { position in
        guard let position = DocumentPosition(position) else { throw ResponseError(.invalidParams, "a bad position") }
        return nested(around: document.lines.offset(of: position), marks, in: document)
      })
  }

  private static func nested(around offset: Int, _ marks: DocumentMarks, in document: PlacedDocument) -> JSONValue {
    let parts = parts(marks, document).filter { $0.holds(offset) }
    var chain = [word(around: offset, in: document)]
    for part in parts.sorted(by: { ($0.count, $0.lowerBound) < ($1.count, $1.lowerBound) }) {
      // What only overlaps is not around it: a section may end within a list that another one starts in.
      guard let last = chain.last, part != last, part.contains(last) else { continue }
      chain.append(part)
    }
    return chain.reversed().reduce(.null) { parent, range in
      JSONValue(members: ["range": document.json(range), "parent": parent == .null ? nil : parent])
    }
  }

  private static func parts(_ marks: DocumentMarks, _ document: PlacedDocument) -> [Range<Int>] {
    let links = marks.links.flatMap {
      [$0.link.target, $0.link.range] + [$0.link.heading, $0.link.label].compactMap(\.self)
    }
    let blocks = marks.blocks.flatMap { block -> [Range<Int>] in
      guard case .leaf(let leaf) = block.kind else { return [block.range] }
      return [leaf.content, block.range]
    }
    let front = [marks.front.range] + marks.front.entries.map(\.range)
    let rest = marks.tags.map(\.range) + marks.destinations.map(\.range) + marks.tasks.map(\.text)
    return links + blocks + front + rest + marks.headings.map(\.section) + [0..<document.bytes.count]
  }

  /// The letters and digits around an offset; nothing between words.
  private static func word(around offset: Int, in document: PlacedDocument) -> Range<Int> {
    let line = document.lines.line(document.lines.number(at: offset))
    return document.bytes.withUnsafeBytes { bytes in
      var (start, index) = (line.lowerBound, line.lowerBound)
      while index < line.upperBound {
        let (scalar, length) = LossyUTF8.decode(bytes, at: index)
        if !scalar.isOfWord {
          if index >= offset { return start..<max(start, index) }
          start = index + length
        }
        index += length
      }
      return min(start, offset)..<max(start, line.upperBound)
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter, a mark on one, a digit or `_`.
  fileprivate var isOfWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation:
      true
    default: false
    }
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
