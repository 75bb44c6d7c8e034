import MemoCore
import MemoIndex
import MemoStore
import MemoTestSupport
import Synchronization

/// A watcher that does what a script says, with a clock that stands still unless someone waits.
final class ScriptedWatching: VaultWatching, VaultWatch {
  /// Something that happens to the vault and what the watcher says of it.
  struct Step: Sendable {
    let time: Duration
    let hint: WatchHint?
    let edit: @Sendable () throws -> Void
  }

  private struct State {
    var now = Duration.zero
    var steps: [Step]
    var starts = 0
    var failure: (any Error)?
  }

  private let state: Mutex<State>
  /// A wait this long comes when nothing is held back any more.
  private static let idle = Duration.seconds(10)
  /// Whether to go on after the script, to the looks that nothing hints at.
  private let isPatient: Bool
  private let slack: Duration

  /// - Parameter slack: how much later a wait of no time ends than it began.
  init(_ steps: [Step], isPatient: Bool = false, slack: Duration = .zero) {
    self.slack = slack
    state = Mutex(State(steps: steps.sorted { $0.time < $1.time }))
    self.isPatient = isPatient
  }

  var now: Duration { state.withLock { $0.now } }
  /// How often a watch began.
  var starts: Int { state.withLock { $0.starts } }
  /// What went wrong with an edit.
  var failure: (any Error)? { state.withLock { $0.failure } }

  func watch(_ root: HostPath, rules: MemoFileRules, mode: WatchMode) -> any VaultWatch {
    state.withLock { $0.starts += 1 }
    return self
  }

  func next(within limit: Duration?) -> WatchHint? {
    let limit = limit == .zero ? slack : limit
    return state.withLock { state in
      let end = state.now + (limit ?? .seconds(1_000_000))
      while let step = state.steps.first, step.time <= end {
        state.steps.removeFirst()
        state.now = max(state.now, step.time)
        do { try step.edit() } catch { state.failure = error }
        if let hint = step.hint { return hint }
      }
      guard let limit, isPatient || limit < Self.idle else { return .ended }
      state.now = end
      return nil
    }
  }

  func end() {}
}

/// A change as tests write it: `+a.md`, `*a.md`, `-a.md`, `a.md>b.md`.
func sign(_ change: VaultChange) -> String {
  switch change.kind {
  case .added: "+\(change.path.text)"
  case .modified: "*\(change.path.text)"
  case .removed: "-\(change.path.text)"
  case .renamed(let from): "\(from.text)>\(change.path.text)"
  }
}

/// Follows a vault through a script.
struct ScriptedVault {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeVault()
  }

  /// Runs edits at milliseconds from the start, each with a hint; returns all news up to the end.
  func follow(_ edits: (Int, @Sendable (TemporaryFolder) throws -> Void)...) throws -> [VaultEvent] {
    try follow(
      ScriptedWatching(
        edits.map { time, edit in
          ScriptedWatching.Step(time: .milliseconds(time), hint: .everything) { [folder] in try edit(folder) }
        }))
  }

  /// Follows until the script ends.
  func follow(_ watching: ScriptedWatching) throws -> [VaultEvent] {
    let follower = try ChangeFollower(
      folder.path, host: folder.host(), watching: watching, now: { watching.now })
    var all: [VaultEvent] = []
    while let news = try follower.next() { all.append(news) }
    if let failure = watching.failure { throw failure }
    return all
  }

  /// The changes that were reported, a string for those reported at once.
  func changes(_ edits: (Int, @Sendable (TemporaryFolder) throws -> Void)...) throws -> [String] {
    try follow(
      ScriptedWatching(
        edits.map { time, edit in
          ScriptedWatching.Step(time: .milliseconds(time), hint: .everything) { [folder] in try edit(folder) }
        })
    ).compactMap(\.signs)
  }
}

extension VaultEvent {
  /// The signs of its changes; `nil` where it is other news.
  var signs: String? {
    if case .changes(let changes) = self { changes.map(sign).joined(separator: " ") } else { nil }
  }
}
