import Dispatch
import Synchronization

/// What has come in and waits for its turn. Cancellations do not wait: they reach a request before its turn, or in it.
final class Inbox: Sendable {
  /// Something to act on.
  enum Item: Sendable {
    /// A message of the client.
    case message(RemoteMessage)
    /// A request that the client does not want answered any more, or whose document has changed since.
    case refused(id: JSONValue, ResponseError)
    /// News of a vault.
    case news(VaultNews)
    /// The client is gone.
    case end
  }

  private struct State {
    var items: [Item] = []
    var first = 0
    /// Requests that have no answer yet.
    var known: Set<String> = []
    var cancelled: Set<String> = []
    var isEnded = false
  }

  private let state = Mutex(State())
  private let count = DispatchSemaphore(value: 0)

  /// Requests whose answers are worth nothing once the document has changed, and are soon asked again.
  private static let fleeting: Set = [
    "textDocument/diagnostic", "textDocument/semanticTokens/full", "textDocument/semanticTokens/range",
    "textDocument/inlayHint", "textDocument/codeLens", "textDocument/documentLink", "textDocument/foldingRange",
    "textDocument/documentSymbol", "textDocument/documentHighlight", "textDocument/codeAction",
  ]

  /// Notifications after which the server looks at the files, whatever they say. Some clients send one for each file of a
  /// checkout, and a look after the last one is enough.
  private static let looks: Set = [
    "textDocument/didSave", "workspace/didChangeWatchedFiles", "workspace/didDeleteFiles",
  ]

  init() {}

  /// Adds something. A cancellation takes effect at once.
  func post(_ item: Item) {
    let isKept = state.withLock { state in
      switch item {
      case .message(.request(let id, _, _)): state.known.insert(Self.key(id))
      case .message(.notification("$/cancelRequest", let params)):
        let key = params["id"].map(Self.key) ?? ""
        guard state.known.contains(key) else { return false }
        state.cancelled.insert(key)
        // One whose turn has come may go on beside the messages.
        if Self.waits(key, in: state) { return false }
      case .message(.notification(let method, _)) where Self.looks.contains(method):
        if case .message(.notification(let last, _))? = state.items.last, Self.looks.contains(last) { return false }
      case .end: state.isEnded = true
      default: break
      }
      state.items.append(item)
      return true
    }
    if isKept { count.signal() }
  }

  /// The next thing to act on; `nil` if none comes in time.
  func next(within limit: DispatchTimeInterval) -> Item? {
    guard count.wait(timeout: .now() + limit) == .success else { return nil }
    return state.withLock { state in
      let item = state.items[state.first]
      state.first += 1
      if state.first == state.items.count { (state.items, state.first) = ([], 0) }
      guard case .message(.request(let id, let method, let params)) = item else { return item }
      if state.cancelled.contains(Self.key(id)) { return .refused(id: id, .cancelled) }
      if Self.fleeting.contains(method), Self.changes(params["textDocument", "uri"]?.text, in: state) {
        return .refused(id: id, .modified)
      }
      return item
    }
  }

  /// Whether nothing waits.
  var isEmpty: Bool { state.withLock { $0.first == $0.items.count } }

  /// Whether nothing more will come from the client.
  var isEnded: Bool { state.withLock(\.isEnded) }

  /// Whether the client does not want a request answered any more.
  func isCancelled(_ id: JSONValue) -> Bool {
    // Asked at every step of long work, and nearly always nothing is cancelled.
    state.withLock { !$0.cancelled.isEmpty && $0.cancelled.contains(Self.key(id)) }
  }

  /// Forgets a request that has its answer.
  func forget(_ id: JSONValue) {
    state.withLock { state in
      state.known.remove(Self.key(id))
      state.cancelled.remove(Self.key(id))
    }
  }

  /// Whether a request waits.
  private static func waits(_ key: String, in state: State) -> Bool {
    state.items[state.first...].contains { item in
      if case .message(.request(let id, _, _)) = item { Self.key(id) == key } else { false }
    }
  }

  /// Whether what waits changes a document.
  private static func changes(_ uri: String?, in state: State) -> Bool {
    guard let uri else { return false }
    return state.items[state.first...].contains { item in
      guard case .message(.notification("textDocument/didChange", let params)) = item else { return false }
      return params["textDocument", "uri"]?.text == uri
    }
  }

  private static func key(_ id: JSONValue) -> String { String(decoding: id.encoded, as: UTF8.self) }
}
