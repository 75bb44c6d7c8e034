import MemoCore

/// Something to insert in the place of what is typed.
struct CompletionItem {
  /// The kinds of items, as the protocol numbers them.
  enum Kind: Int {
    case field = 5
    case value = 12
    case keyword = 14
    case file = 17
    case reference = 18
    case folder = 19
    case event = 23
  }

  let label: String
  let kind: Kind
  /// What is inserted.
  let text: String
  /// How it is typed, where that is not how its label begins: `sub/plan`. Emacs' eglot compares nothing else with what is
  /// typed, and then makes the edit as all clients do.
  var spelling: String?
  /// What is shown beside the label.
  var detail: String?
  /// The memo to describe, and the heading in it.
  var memo: (path: VaultPath, anchor: String?)?
  /// Another change of the document.
  var more: ByteEdit?

  /// At most so many are offered.
  static let limit = 100
  /// At most so many bytes are inserted, and are typed of what is completed. A path has fewer, also percent-encoded.
  static let longestText = 1 << 14

  /// The item as messages hold it.
  ///
  /// - Parameters:
  ///   - number: its place in the order, from 0.
  ///   - place: what is completed. Clients compare what was typed with the filter text, which is the same: so that none drops
  ///     what was found by initials or by a word in the middle. One that needs no filter text for that may do without.
  func json(
    _ number: Int, at place: CompletionPlace, in document: PlacedDocument, for client: ClientProfile
  ) -> JSONValue {
    let isSnippet = client.cutsTextsAtSpaces && text.utf8.contains(UInt8(ascii: " "))
    let typed = document.text(place.replaced.lowerBound..<place.typed.upperBound)
    let isFiltered = !(client.insertsFilteredAtWords && text.utf8.starts(with: typed.utf8))
    let number = String(number)
    let rank = String(repeating: "0", count: max(0, 3 - number.utf8.count)) + number
    let data = memo.map { memo -> JSONValue in
      JSONValue(members: [
        "uri": .text(document.uri), "path": .text(memo.path.text), "anchor": memo.anchor.map { .text($0) },
      ])
    }
    return JSONValue(members: [
      "label": .text(MarkdownText.name(label)), "kind": .integer(kind.rawValue), "sortText": .text(rank),
      "filterText": isFiltered ? .text(typed) : nil, "insertText": spelling.map { .text(MarkdownText.name($0)) },
      "insertTextFormat": isSnippet ? 2 : 1,
      "detail": detail.map { .text(MarkdownText.name($0)) },
      "textEdit": ["range": document.json(place.replaced), "newText": .text(isSnippet ? snippet : text)],
      "additionalTextEdits": more.map { [TextEdits.json($0, in: document.lines)] }, "data": data,
    ])
  }

  /// The text as a snippet without places to fill in.
  private var snippet: String {
    text.unicodeScalars.reduce(into: "") { snippet, scalar in
      if scalar == "\\" || scalar == "$" || scalar == "}" { snippet += "\\" }
      snippet.unicodeScalars.append(scalar)
    }
  }
}
