import MemoCore

/// Requests that wait until the index of a vault is complete. Each is answered from the start then; at its deadline it is
/// refused.
struct WaitingRequests {
  /// A request as it was received.
  struct Request {
    let id: JSONValue
    let method: String
    let params: JSONValue
    /// Whether the client does not want the answer any more.
    let isCancelled: @Sendable () -> Bool
    /// When it is refused, by the machine's stopwatch.
    let deadline: Duration
  }

  /// How long a request waits. A first index of 100,000 memos takes less; an editor that waits no longer cancels.
  static let limit = Duration.seconds(30)

  private var requests: [Request] = []

  /// Keeps a request.
  mutating func add(_ request: Request) {
    requests.append(request)
  }

  /// Takes out all requests: an index is complete, or will not be.
  mutating func takeAll() -> [Request] { take { _ in true } }

  /// Takes out the requests whose time is over.
  mutating func takeOverdue(at now: Duration) -> [Request] { take { $0.deadline <= now } }

  /// Takes out the requests that name a document, whose positions are those of a text that is gone.
  mutating func take(about uri: String) -> [Request] { take { $0.params["textDocument", "uri"]?.text == uri } }

  /// Takes out a request that is cancelled; all where none is named.
  mutating func cancel(_ id: JSONValue?) -> [Request] { take { id == nil || $0.id == id } }

  private mutating func take(_ isMeant: (Request) -> Bool) -> [Request] {
    let taken = requests.filter(isMeant)
    requests.removeAll(where: isMeant)
    return taken
  }
}
