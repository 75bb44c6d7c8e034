import MemoCore
import MemoIndex
import MemoStore

/// What links, tags, tasks and fields are shown as: types and modifiers that themes have colours for.
enum SemanticTokens {
  static let features = [
    Feature("textDocument/semanticTokens/full", whole), Feature("textDocument/semanticTokens/range", part),
  ]

  static let capability: JSONValue = [
    "legend": [
      "tokenTypes": .array(Kind.allCases.map { .text($0.name) }),
      "tokenModifiers": .array(Modifier.allCases.map { .text($0.name) }),
    ], "full": true, "range": true,
  ]

  /// What a token is, by its place in the legend.
  private enum Kind: Int, CaseIterable {
    case link, tag, task, field

    var name: String {
      switch self {
      case .link: "class"
      case .tag: "enumMember"
      case .task: "keyword"
      case .field: "property"
      }
    }
  }

  /// What is special about a token, by its bit.
  private enum Modifier: Int, CaseIterable {
    /// A link to no memo.
    case broken
    /// A task that is done or cancelled.
    case finished

    var name: String {
      switch self {
      case .broken: "deprecated"
      case .finished: "readonly"
      }
    }
  }

  private struct Token {
    let range: Range<Int>
    let kind: Kind
    var modifier: Modifier?
  }

  private static func whole(_ request: FeatureRequest) throws -> JSONValue {
    let document = try request.document()
    return ["data": .array(encoded(tokens(of: document), in: document))]
  }

  private static func part(_ request: FeatureRequest) throws -> JSONValue {
    let document = try request.document()
    let offsets = document.lines.offsets(of: try request.range())
    return ["data": .array(encoded(tokens(of: document).filter { $0.range.overlaps(offsets) }, in: document))]
  }

  private static func tokens(of document: PlacedDocument) -> [Token] {
    let marks = document.marks
    var tokens = links(of: document, marks)
    tokens += marks.tags.map { Token(range: $0.span, kind: .tag) }
    tokens += marks.tasks.map { task in
      Token(
        range: task.mark.lowerBound - 1..<task.mark.upperBound + 1, kind: .task,
        modifier: task.state == .open ? nil : .finished)
    }
    tokens += marks.front.entries.map { Token(range: $0.name, kind: .field) }
    var end = 0
    // One thing at a place: a link in a label of another one is a part of it.
    return tokens.sorted { ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound) }
      .filter { token in
        guard token.range.lowerBound >= end, !token.range.isEmpty else { return false }
        end = token.range.upperBound
        return true
      }
  }

  private static func links(of document: PlacedDocument, _ marks: DocumentMarks) -> [Token] {
    guard let vault = document.vault, let path = document.path else {
      return marks.links.map { Token(range: $0.link.range, kind: .link) }
    }
    let view = vault.view
    return view.links(of: document, at: path).map { span, link in
      // What is not known yet only looks broken.
      let isBroken = link.resolution == .broken && view.isComplete
      return Token(range: span.link.range, kind: .link, modifier: isBroken ? .broken : nil)
    }
  }

  /// Five numbers a token: lines and characters from the one before, its length, type and modifiers. A token of several
  /// lines is one for each: few clients take others.
  private static func encoded(_ tokens: [Token], in document: PlacedDocument) -> [JSONValue] {
    var data: [JSONValue] = []
    var last = DocumentPosition.start
    for token in tokens {
      for part in lines(of: token.range, in: document) {
        let place = document.lines.positions(of: part)
        let (start, end) = (place.lowerBound, place.upperBound)
        let isSameLine = start.line == last.line
        data += [
          .integer(start.line - last.line), .integer(start.character - (isSameLine ? last.character : 0)),
          .integer(end.character - start.character), .integer(token.kind.rawValue),
          .integer(token.modifier.map { 1 << $0.rawValue } ?? 0),
        ]
        last = start
      }
    }
    return data
  }

  /// The parts of a range on each of its lines, without indentation.
  private static func lines(of range: Range<Int>, in document: PlacedDocument) -> [Range<Int>] {
    let numbers = document.lines.number(at: range.lowerBound)...document.lines.number(at: range.upperBound - 1)
    return numbers.compactMap { number in
      let line = document.lines.line(number).clamped(to: range)
      let start = line.first { document.bytes[$0] > 0x20 }
      return start.map { $0..<line.upperBound }
    }
  }
}
