import MemoCore
import MemoWords

/// Shows a client how far the first index of each vault is, where it shows progress.
final class IndexProgress {
  /// What the client was told of a vault.
  private enum Stage {
    /// The client was asked to make a place for it.
    case asked
    case shown
  }

  private var stages: [HostPath: Stage] = [:]

  /// Begins for a vault whose index has to be brought up to date.
  func begin(_ root: HostPath, _ client: ClientProfile, _ outbox: Outbox) {
    guard client.can("window", "workDoneProgress"), stages[root] == nil else { return }
    stages[root] = .asked
    let token = Self.token(root)
    outbox.ask("window/workDoneProgress/create", ["token": token]) { [weak self] answer in
      // Refused, or done by now.
      guard let self, answer != nil, stages[root] == .asked else { return }
      stages[root] = .shown
      let title = JSONValue.text(EditorMessages.indexing[client.language])
      outbox.notify("$/progress", ["token": token, "value": ["kind": "begin", "title": title, "percentage": 0]])
    }
  }

  /// So many memos of a vault were read.
  func report(_ root: HostPath, _ done: Int, of count: Int, _ outbox: Outbox) {
    guard stages[root] == .shown, count > 0 else { return }
    let value: JSONValue = [
      "kind": "report", "message": .text("\(done)/\(count)"), "percentage": .integer(min(100, done * 100 / count)),
    ]
    outbox.notify("$/progress", ["token": Self.token(root), "value": value])
  }

  /// The index of a vault is there, or will not be.
  func end(_ root: HostPath, _ outbox: Outbox) {
    guard stages.removeValue(forKey: root) == .shown else { return }
    outbox.notify("$/progress", ["token": Self.token(root), "value": ["kind": "end"]])
  }

  private static func token(_ root: HostPath) -> JSONValue { .text("memo-index \(root.text)") }
}
