import MemoCore
import MemoStore

/// Has git's own index follow the branch, beside what else there is to do.
final class IndexUpdate {
  private let sync: SyncContext
  private let index: UserIndex
  /// The commits that the index may stand for.
  private var heads: [ObjectId?]
  /// The ref that holds what was staged of files that have other bytes now.
  private var kept: String?
  private var running: (head: ObjectId, outcome: Background<Result<UserIndex.Outcome, any Error>>)?

  init(from heads: [ObjectId?], in sync: SyncContext) {
    (self.sync, self.heads, index) = (sync, heads, sync.userIndex)
  }

  /// Begins, unless that commit is the one that was last begun with.
  func begin(to head: ObjectId) {
    guard running?.head != head else { return }
    finishRunning()
    let (folder, known, waiting) = (sync.folder, sync.knownChanges, sync.pathsPassedOver)
    running = (
      head,
      Background { [index, heads] in
        Result {
          // First: the branch may move on before the sync is killed.
          if !heads.contains(head) { try folder.add(head) }
          return try index.update(from: heads, to: head, knowing: known, besides: waiting)
        }
      }
    )
  }

  /// Waits for what has begun: before locks are removed that may be its own.
  func wait() { _ = running?.outcome.wait() }

  /// Brings it to where the branch is at the end.
  func end(at head: ObjectId) throws -> UserIndex.Outcome {
    var outcome: UserIndex.Outcome
    if let running, running.head == head, case .success(let found)? = running.outcome.wait() {
      outcome = found
    } else {
      finishRunning()
      outcome = try index.update(from: heads, to: head, knowing: sync.knownChanges, besides: sync.pathsPassedOver)
    }
    if case .inStep(nil) = outcome { outcome = .inStep(staged: kept) }
    return outcome
  }

  /// Takes account of what has begun before, when it is done.
  private func finishRunning() {
    guard let running else { return }
    switch running.outcome.wait() {
    case .success(.inStep(let staged))?: (kept, heads) = (staged ?? kept, [running.head])
    case .success(.locked)?: break
    // Its git may have been killed before or after it changed the index.
    case .failure?, nil: if !heads.contains(running.head) { heads.append(running.head) }
    }
    self.running = nil
  }
}
