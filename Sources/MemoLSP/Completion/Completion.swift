import MemoCore
import MemoStore

/// What may be typed next at a place: links, headings, blocks, paths, tags, days and fields.
enum Completion {
  static let features = [
    Feature("textDocument/completion", complete), Feature("completionItem/resolve", resolve),
  ]

  /// What starts a completion, besides letters.
  static let capability: JSONValue = [
    "triggerCharacters": ["[", "#", "(", "^", "/", "@"], "resolveProvider": true,
  ]

  private static func complete(_ request: FeatureRequest) throws -> JSONValue {
    let (document, offset) = try request.cursor()
    guard let vault = document.vault, let path = document.path,
      let typed = CompletionPlace(in: document, at: offset), typed.typed.count <= CompletionItem.longestText
    else { return ["isIncomplete": false, "items": []] }
    let view = vault.view
    let style = view.vault.linkStyle
    let place = style.markdownPaths == nil ? typed : typed.aroundBrackets
    let links = LinkCompletions(
      document: document, place: place, view: view, style: style, path: path, request: request)
    let fields = FieldCompletions(document: document, view: view, request: request)
    let items =
      switch place.kind {
      case .wikiTarget: links.targets()
      case .anchor(let target, let kind): links.headings(of: target, kind)
      case .block(let target, let kind): links.blocks(of: target, kind)
      case .path: links.paths()
      // Front matter may hold tags with blanks, which no text can.
      case .tag: fields.tags(place.typed).filter { TagEdit($0.text) != nil }
      case .date: fields.dates(place.typed)
      case .key: fields.keys(place.typed)
      case .value(let key): fields.values(of: key, place.typed)
      }
    try request.checkCancelled()
    // Never whole: what is found by initials is not what begins so, and a client must not choose from old items.
    return [
      "isIncomplete": true,
      "items": .array(
        items.filter { $0.text.utf8.count <= CompletionItem.longestText }.prefix(CompletionItem.limit).enumerated().map
        {
          $1.json($0, at: place, in: document, for: request.client)
        }),
    ]
  }

  /// Describes the memo of an item, which is read only now.
  private static func resolve(_ request: FeatureRequest) throws -> JSONValue {
    var item = request.params.members
    guard let uri = request.params["data", "uri"]?.text, let path = request.params["data", "path"]?.text,
      let vault = try request.workspace.placed(uri).vault
    else { return request.params }
    let formats = request.client.names("textDocument", "completion", "completionItem", "documentationFormat")
    let text = MarkdownText(for: formats)
    let anchor = request.params["data", "anchor"]?.text
    if let card = HoverCard.memo(VaultPath(path), anchor, .wiki, in: vault.view, text, request) {
      item["documentation"] = text.content(card)
    }
    return .object(item)
  }
}
