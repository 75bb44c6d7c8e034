import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// A request, and all that answers it.
struct FeatureRequest {
  /// What the client asks.
  let params: JSONValue
  let workspace: EditorWorkspace
  let client: ClientProfile
  let machine: Machine
  /// Whether the client does not want the answer any more.
  let isCancelled: @Sendable () -> Bool
  /// Sends requests and notifications to the client.
  let outbox: Outbox
  /// Runs command lines of memo.
  let commands: any CommandLines

  /// A text in the client's language.
  func say(_ text: Text) -> String { text[client.language] }

  /// Shows a warning.
  func warn(_ text: Text) { outbox.show(say(text), as: .warning) }

  /// The document that it is about.
  func document() throws -> PlacedDocument {
    guard let uri = params["textDocument", "uri"]?.text else { throw ResponseError(.invalidParams, "no document") }
    return try workspace.placed(uri)
  }

  /// The document and the offset that it is about.
  func cursor() throws -> (document: PlacedDocument, offset: Int) {
    let document = try document()
    guard let position = DocumentPosition(params["position"]) else {
      throw ResponseError(.invalidParams, "no position")
    }
    return (document, document.lines.offset(of: position))
  }

  /// The range that it is about.
  func range() throws -> Range<DocumentPosition> {
    guard let range = Range<DocumentPosition>(params["range"]) else { throw ResponseError(.invalidParams, "no range") }
    return range
  }

  /// Throws where the client does not want the answer any more.
  func checkCancelled() throws {
    if isCancelled() { throw ResponseError.cancelled }
  }

  /// The use cases of a vault on the disk.
  func workspace(of vault: ServedVault) -> Workspace {
    Workspace(vault.vault, on: machine, locale: client.locale)
  }
}

/// What the server can answer: a method, and what answers it.
struct Feature: Sendable {
  /// The method of the protocol.
  let method: String
  let answer: @Sendable (FeatureRequest) throws -> FeatureAnswer

  /// A feature that answers at once.
  init(_ method: String, _ answer: @escaping @Sendable (FeatureRequest) throws -> JSONValue) {
    self.init(method) { .now(try answer($0)) }
  }

  /// A feature that may have to wait.
  init(_ method: String, _ answer: @escaping @Sendable (FeatureRequest) throws -> FeatureAnswer) {
    (self.method, self.answer) = (method, answer)
  }
}

/// Messages for the client, in the order in which they are sent, and what is to be done with its answers.
final class Outbox {
  private var messages: [JSONValue] = []
  private var waiting: [Int: (JSONValue?) -> Void] = [:]
  private var count = 0

  init() {}

  /// Sends a message.
  func send(_ message: JSONValue) {
    messages.append(message)
  }

  /// Sends a notification.
  func notify(_ method: String, _ params: JSONValue) {
    send(RemoteMessage.notify(method, params))
  }

  /// What a message for the user is, as the protocol numbers it.
  enum MessageKind: Int {
    case error = 1
    case warning = 2
    case information = 3
  }

  /// Has the client show a message to its user.
  func show(_ message: String, as kind: MessageKind) {
    notify("window/showMessage", ["type": .integer(kind.rawValue), "message": .text(message)])
  }

  /// Sends a request.
  ///
  /// - Parameter done: called with the answer; `nil` for an error.
  func ask(_ method: String, _ params: JSONValue, done: @escaping (JSONValue?) -> Void = { _ in }) {
    count += 1
    waiting[count] = done
    send(RemoteMessage.ask(count, method, params))
  }

  /// Takes the client's answer to a request.
  func take(_ id: JSONValue, _ result: JSONValue?) {
    id.integer.flatMap { waiting.removeValue(forKey: $0) }?(result)
  }

  /// Takes out what is to be sent.
  func takeAll() -> [JSONValue] {
    defer { messages = [] }
    return messages
  }
}
