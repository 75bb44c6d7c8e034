import MemoCore

/// The headings of a document as `memo outline` has them, each with its tasks.
enum DocumentSymbols {
  static let features = [Feature("textDocument/documentSymbol", symbols)]

  /// The kinds of symbols, as the protocol numbers them.
  private enum Kind: Int {
    case string = 15
    case boolean = 17
  }

  /// At most so many are listed: no one looks at more, and each takes a hundred times the room of its heading.
  private static let limit = 10_000

  /// What is still to be listed.
  private struct Rest {
    var tasks: ArraySlice<MarkupTask>
    /// How many symbols there is room for.
    var room = limit
  }

  private static func symbols(_ request: FeatureRequest) throws -> JSONValue {
    let document = try request.document()
    let marks = document.marks
    guard request.client.can("textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport") else {
      return .array(marks.headings.prefix(limit).map { flat($0, in: document) })
    }
    let outline = document.bytes.withUnsafeBytes { MarkupTree($0, from: marks.front.range.upperBound).outline }
    var rest = Rest(tasks: marks.tasks[...])
    let first = outline.first?.heading.range.lowerBound ?? document.bytes.count
    let loose = take(&rest, before: first, in: document)
    return .array(loose + symbols(outline, &rest, in: document))
  }

  private static func flat(_ heading: MemoHeading, in document: PlacedDocument) -> JSONValue {
    [
      "name": .text(name(heading.text)), "kind": .integer(Kind.string.rawValue),
      "location": ["uri": .text(document.uri), "range": document.json(heading.section)],
    ]
  }

  private static func symbols(
    _ entries: [OutlineEntry], _ rest: inout Rest, in document: PlacedDocument
  ) -> [JSONValue] {
    var found: [JSONValue] = []
    for entry in entries where rest.room > 0 {
      rest.room -= 1
      found.append(symbol(entry, &rest, in: document))
    }
    return found
  }

  private static func symbol(
    _ entry: OutlineEntry, _ rest: inout Rest, in document: PlacedDocument
  ) -> JSONValue {
    let heading = entry.heading
    let next = entry.entries.first?.heading.range.lowerBound ?? heading.section.upperBound
    let tasks = take(&rest, before: next, in: document)
    let children = tasks + symbols(entry.entries, &rest, in: document)
    return [
      "name": .text(name(heading.text)), "kind": .integer(Kind.string.rawValue),
      "detail": .text(String(repeating: "#", count: heading.level)), "range": document.json(heading.section),
      "selectionRange": document.json(heading.content.clamped(to: heading.section)), "children": .array(children),
    ]
  }

  /// The tasks before an offset.
  private static func take(
    _ rest: inout Rest, before end: Int, in document: PlacedDocument
  ) -> [JSONValue] {
    var found: [JSONValue] = []
    while rest.room > 0, let task = rest.tasks.first, task.mark.lowerBound < end {
      rest.tasks.removeFirst()
      rest.room -= 1
      found.append([
        "name": .text(MarkdownText.name("[\(document.text(task.mark))] \(document.text(task.text))")),
        "kind": .integer(Kind.boolean.rawValue), "range": document.json(task.item),
        "selectionRange": document.json(task.text.clamped(to: task.item)), "children": [],
      ])
    }
    return found
  }

  /// A symbol's name, which must not be empty.
  private static func name(_ text: String) -> String {
    let name = MarkdownText.name(text)
    return name.isEmpty ? "-" : name
  }
}
