import MemoCore

/// The folder of one operation: `.memo/history/12-4096-done` holds the twelfth, whose slots held 4096 bytes when it was
/// made. How far it is stands in the name, because a rename is the one thing that a crash cannot leave half done.
struct OperationFolder: Equatable, Sendable {
  /// How far an operation is.
  enum State: String, Sendable {
    /// It is being put together; nothing of it is in the vault.
    case draft
    /// It is being made for the first time.
    case applying
    case done
    case undoing
    case undone
    case redoing

    /// Whether a crash has left it there, unless a process works on it.
    var isUnfinished: Bool {
      switch self {
      case .draft, .applying, .undoing, .redoing: true
      case .done, .undone: false
      }
    }
  }

  let number: Int
  var size = 0
  var state = State.draft

  /// The largest number and size of an operation: far more than there can be, and no sum of many overflows.
  static let limit = 1 << 40

  init(number: Int) {
    self.number = number
  }

  /// Understands a name in the history; `nil` for a foreign one.
  init?(name: [UInt8]) {
    let parts = String(decoding: name, as: UTF8.self).parts(at: "-")
    guard parts.count == 3, let number = Int(parts[0]), let size = Int(parts[1]),
      (0...Self.limit).contains(number), (0...Self.limit).contains(size), let state = State(rawValue: parts[2])
    else { return nil }
    (self.number, self.size, self.state) = (number, size, state)
    // `012-0-done` would be looked for as `12-0-done`.
    guard path.name.elementsEqual(name) else { return nil }
  }

  var path: VaultPath { Vault.historyPath.appending("\(number)-\(size)-\(state.rawValue)") }

  var recordPath: VaultPath { path.appending(OperationRecord.fileName.name) }

  /// Where a change keeps the bytes that are not in the vault.
  func slot(_ index: Int) -> VaultPath {
    path.appending("\(index)")
  }
}
