import MemoCore
import MemoIndex
import MemoStore
import MemoWords

/// How many memos link to a memo, above its title, and to each of its headings that some link to.
enum CodeLenses {
  static let features = [Feature("textDocument/codeLens", lenses)]

  static let capability: JSONValue = ["resolveProvider": false]

  private static func lenses(_ request: FeatureRequest) throws -> JSONValue {
    let document = try request.document()
    guard let vault = document.vault, let path = document.path else { return [] }
    let (view, marks) = (vault.view, document.marks)
    let linking = view.linking(to: path)
    let title = marks.title
    var found = [lens(linking.count, at: title, in: document, request)]
    var counts: [Int: Int] = [:]
    for memo in linking {
      // Few memos have links to their headings.
      let named = Set(
        memo.links.compactMap { link in link.heading.flatMap { document.anchors.heading($0, link.kind) } })
      for heading in named { counts[heading, default: 0] += 1 }
    }
    for (place, heading) in marks.headings.enumerated() {
      guard let count = counts[place], !heading.content.overlaps(title) else { continue }
      found.append(lens(count, at: heading.content, in: document, request))
    }
    return .array(found)
  }

  private static func lens(
    _ count: Int, at range: Range<Int>, in document: PlacedDocument, _ request: FeatureRequest
  ) -> JSONValue {
    [
      "range": document.json(range),
      "command": [
        "title": .text(request.say(EditorMessages.backlinks(count))), "command": "memo.backlinks",
        "arguments": [["memo": .text(document.uri)]],
      ],
    ]
  }
}
