import MemoCore

/// A memo from which lines that a sync had brought are gone: on purpose, or because an editor did not know of them.
struct StaleDoubt: Codable, Equatable {
  private let stored: StoredPath
  /// The text before the sync.
  private let old: String
  /// The text that the sync brought.
  private let new: String

  init(path: VaultPath, old: ObjectId, new: ObjectId) {
    (stored, self.old, self.new) = (StoredPath(path), old.text, new.text)
  }

  var path: VaultPath { stored.path }
  var oldText: ObjectId { ObjectId(old) }
  var newText: ObjectId { ObjectId(new) }

  /// What tells it from every other.
  var key: String { "doubt \(new) \(stored.text)" }

  static func == (one: StaleDoubt, other: StaleDoubt) -> Bool { one.key == other.key && one.old == other.old }
}

extension SyncFolder {
  private static let doubtLimit = 1_000

  /// Remembers doubts until a person has looked or the lines are back.
  func add(_ doubts: [StaleDoubt]) {
    guard !doubts.isEmpty else { return }
    var state = readState()
    state.doubts = ((state.doubts ?? []) + doubts).suffix(Self.doubtLimit)
    write(state)
  }
}
