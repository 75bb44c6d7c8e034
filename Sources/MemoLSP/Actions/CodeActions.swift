import MemoCore
import MemoKit
import MemoStore

/// Lists the changes that are offered at a place, and makes the one that is chosen: of the text that they were offered for,
/// or not at all.
enum CodeActions {
  static let features = [Feature("textDocument/codeAction", list), Feature("codeAction/resolve", resolve)]

  static let capability: JSONValue = [
    "codeActionKinds": .array(CodeAction.Kind.allCases.map { .text($0.rawValue) }), "resolveProvider": true,
  ]

  /// Repairs may have to ask the repository.
  private static func allButRepairs(at place: ActionPlace) -> [CodeAction] {
    LinkActions.all(at: place) + ConflictActions.all(at: place) + TextActions.all(at: place)
      + MemoActions.all(at: place)
  }

  private static func list(_ request: FeatureRequest) throws -> JSONValue {
    let document = try request.document()
    let range = document.lines.offsets(of: try request.range())
    guard let place = ActionPlace(range, in: document, request) else { return [] }
    let wanted = request.params["context", "only"]?.items.compactMap(\.text) ?? []
    let problems = request.params["context", "diagnostics"]?.items ?? []
    let repairs = CodeAction.Kind.quickFix.isOne(of: wanted) ? RepairActions.all(at: place) : []
    let found = repairs + allButRepairs(at: place).filter { $0.kind.isOne(of: wanted) }
    try request.checkCancelled()
    return .array(found.map { json($0, at: place, problems) })
  }

  private static func json(_ action: CodeAction, at place: ActionPlace, _ problems: [JSONValue]) -> JSONValue {
    let title = MarkdownText.start(of: place.request.say(action.title))
    let client = place.request.client
    var data: JSONValue?
    var command: JSONValue?
    switch action.effect {
    case .command(let name, let argument):
      command = ["title": .text(title), "command": .text(name), "arguments": [argument]]
    case .edit:
      let chosen = ChosenAction(action.id, place.document, place.range).json
      if client.resolvesActions {
        data = chosen
      } else {
        command = ["title": .text(title), "command": .text(ActionCommand.name), "arguments": [chosen]]
      }
    }
    guard client.has("textDocument", "codeAction", "codeActionLiteralSupport") else { return command ?? .null }
    let fixed = problems.filter { $0["code"]?.text == action.fixes && action.fixes != nil }
    return JSONValue(members: [
      "title": .text(title), "kind": .text(action.kind.rawValue), "command": command, "data": data,
      "diagnostics": fixed.isEmpty ? nil : .array(fixed),
    ])
  }

  private static func resolve(_ request: FeatureRequest) throws -> JSONValue {
    guard let data = request.params["data"] else { return request.params }
    var action = request.params.members
    action["edit"] = try ChosenAction(data).edit(request)
    return .object(action)
  }

  /// The action that a choice names, as it is offered now.
  fileprivate static func action(_ id: String, at place: ActionPlace) throws -> CodeAction {
    let action = allButRepairs(at: place).first { $0.id == id } ?? RepairActions.all(at: place).first { $0.id == id }
    guard let action else { throw ResponseError.modified }
    return action
  }
}

/// An action that was chosen, and the text that it was offered for.
struct ChosenAction {
  private let id: String
  private let uri: String
  private let etag: String
  private let range: Range<Int>

  init(_ id: String, _ document: PlacedDocument, _ range: Range<Int>) {
    (self.id, self.range, uri) = (id, range, document.uri)
    etag = Etag.text(XXHash64.hash(document.bytes))
  }

  /// Reads what a client gives back.
  ///
  /// - Throws: `ResponseError` for anything else.
  init(_ json: JSONValue) throws {
    guard let id = json["id"]?.text, let uri = json["uri"]?.text, let etag = json["etag"]?.text,
      let start = json["start"]?.integer, let end = json["end"]?.integer, start >= 0, start <= end
    else { throw ResponseError(.invalidParams, "no action of memo") }
    (self.id, self.uri, self.etag, range) = (id, uri, etag, start..<end)
  }

  /// What a client keeps of it.
  var json: JSONValue {
    [
      "id": .text(id), "uri": .text(uri), "etag": .text(etag), "start": .integer(range.lowerBound),
      "end": .integer(range.upperBound),
    ]
  }

  /// The edits to make.
  ///
  /// - Throws: `ResponseError.modified` where the document has changed since.
  func edit(_ request: FeatureRequest) throws -> JSONValue {
    let document = try request.workspace.placed(uri)
    guard Etag.text(XXHash64.hash(document.bytes)) == etag, range.upperBound <= document.bytes.count else {
      throw ResponseError.modified
    }
    guard let view = try document.vault?.completeView(request),
      let place = ActionPlace(range, in: document, view: view, request)
    else { throw ResponseError.modified }
    let action = try CodeActions.action(id, at: place)
    guard case .edit(let make) = action.effect else { throw ResponseError(.invalidParams, "no edit: \(id)") }
    var builder = EditBuilder(view, request.client, label: request.say(action.title))
    try make(&builder)
    return builder.json
  }
}

/// Makes an action for a client that cannot ask for its edits: the server sends them.
enum ActionCommand {
  static let name = "memo.action"

  static func run(_ argument: JSONValue, _ request: FeatureRequest) throws -> JSONValue {
    let edit = try ChosenAction(argument).edit(request)
    request.outbox.ask("workspace/applyEdit", ["edit": edit])
    return .null
  }
}

extension ClientProfile {
  /// Whether the client asks for the edits of an action once it is chosen.
  fileprivate var resolvesActions: Bool {
    can("textDocument", "codeAction", "dataSupport")
      && names("textDocument", "codeAction", "resolveSupport", "properties").contains("edit")
  }
}
