import MemoCore
import MemoStore

/// Has git's own index follow the branch, beside the push of what was committed.
final class IndexUpdate {
  private let index: UserIndex
  /// The commits that the index may stand for.
  private var heads: [ObjectId?]
  private var running: (head: ObjectId, outcome: Background<Result<UserIndex.Outcome, any Error>>)?

  init(_ index: UserIndex, from heads: [ObjectId?]) {
    (self.index, self.heads) = (index, heads)
  }

  /// Begins, unless it has begun before.
  ///
  /// - Parameters:
  ///   - known: how commits differ, as far as that was found out already.
  ///   - waiting: files that wait.
  func begin(to head: ObjectId, knowing known: KnownChanges, besides waiting: Set<VaultPath>) {
    guard running == nil else { return }
    running = (
      head,
      Background { [index, heads] in
        Result { try index.update(from: heads, to: head, knowing: known, besides: waiting) }
      }
    )
  }

  /// Waits for what has begun: before locks are removed that may be its own.
  func wait() { _ = running?.outcome.wait() }

  /// Brings it to where the branch is at the end.
  func end(
    at head: ObjectId, knowing known: KnownChanges, besides waiting: Set<VaultPath>
  ) throws -> UserIndex.Outcome {
    var kept: String?
    // Where it failed, as when its git was killed, once more.
    if let running, case .success(let outcome)? = running.outcome.wait() {
      if running.head == head { return outcome }
      if case .inStep(let staged) = outcome { (kept, heads) = (staged, [running.head]) }
    }
    let outcome = try index.update(from: heads, to: head, knowing: known, besides: waiting)
    if case .inStep(nil) = outcome { return .inStep(staged: kept) }
    return outcome
  }
}
