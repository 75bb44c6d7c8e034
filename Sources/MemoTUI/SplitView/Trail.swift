import MemoCore

/// The way back: the memos from which links were followed.
struct Trail: Sendable {
  /// A memo, and what was shown when it was left.
  struct Stop: Sendable {
    var path: VaultPath
    /// The search.
    let query: String
    /// The position in the text; `nil` if it was not loaded yet.
    let place: MemoPane.Place?
  }

  private var stops: [Stop] = []

  /// Remembers a stop.
  mutating func leave(_ stop: Stop) {
    stops.append(stop)
  }

  /// Removes the latest stop and returns it.
  mutating func goBack() -> Stop? {
    stops.popLast()
  }

  /// Follows a memo that another process has moved.
  mutating func follow(_ path: VaultPath, to newPath: VaultPath) {
    for place in stops.indices where stops[place].path == path { stops[place].path = newPath }
  }
}
