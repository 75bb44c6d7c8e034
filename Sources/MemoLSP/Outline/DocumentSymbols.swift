import MemoCore

/// The headings of a document as `memo outline` has them, each with its tasks.
enum DocumentSymbols {
  static let features = [Feature("textDocument/documentSymbol", symbols)]

  /// The kinds of symbols, as the protocol numbers them.
  private enum Kind: Int {
    case string = 15
    case boolean = 17
  }

  private static func symbols(_ request: FeatureRequest) throws -> JSONValue {
    let document = try request.document()
    let marks = document.marks
    guard request.client.can("textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport") else {
      return .array(marks.headings.map { flat($0, in: document) })
    }
    let outline = document.bytes.withUnsafeBytes { MarkupTree($0, from: marks.front.range.upperBound).outline }
    var tasks = marks.tasks[...]
    let first = outline.first?.heading.range.lowerBound ?? document.bytes.count
    let loose = take(&tasks, before: first, in: document)
    return .array(loose + outline.map { symbol($0, &tasks, in: document) })
  }

  private static func flat(_ heading: MemoHeading, in document: PlacedDocument) -> JSONValue {
    [
      "name": .text(name(heading.text)), "kind": .integer(Kind.string.rawValue),
      "location": ["uri": .text(document.uri), "range": document.json(heading.section)],
    ]
  }

  private static func symbol(
    _ entry: OutlineEntry, _ tasks: inout ArraySlice<MarkupTask>, in document: PlacedDocument
  ) -> JSONValue {
    let heading = entry.heading
    let next = entry.entries.first?.heading.range.lowerBound ?? heading.section.upperBound
    var children = take(&tasks, before: next, in: document)
    for nested in entry.entries { children.append(symbol(nested, &tasks, in: document)) }
    return [
      "name": .text(name(heading.text)), "kind": .integer(Kind.string.rawValue),
      "detail": .text(String(repeating: "#", count: heading.level)), "range": document.json(heading.section),
      "selectionRange": document.json(heading.content.clamped(to: heading.section)), "children": .array(children),
    ]
  }

  /// The tasks before an offset.
  private static func take(
    _ tasks: inout ArraySlice<MarkupTask>, before end: Int, in document: PlacedDocument
  ) -> [JSONValue] {
    var found: [JSONValue] = []
    while let task = tasks.first, task.mark.lowerBound < end {
      tasks.removeFirst()
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
