import Dispatch
import MemoStore
public import MemoSync
import Synchronization

/// Syncs a vault at intervals while it is watched, on its own thread. Never asks for anything.
public final class AutomaticSync: Sendable {
  private let workspace: Workspace
  private let syncer: Syncer
  private let pacing: Mutex<SyncPacing>
  private let wakeUp = DispatchSemaphore(value: 0)
  private let report: @Sendable (Result<SyncReport, any Error>) -> Void

  /// Starts it.
  ///
  /// - Parameters:
  ///   - seconds: the time from one sync to the next without changes.
  ///   - report: called at the end of each sync.
  public init(
    _ workspace: Workspace, every seconds: Int,
    report: @escaping @Sendable (Result<SyncReport, any Error>) -> Void
  ) throws {
    (self.workspace, self.report) = (workspace, report)
    syncer = try workspace.syncer()
    pacing = Mutex(SyncPacing(interval: .seconds(seconds), now: workspace.machine.stopwatch()))
    // Before the watcher is ready, so that `status` shows at once that it syncs.
    noteNextTry(after: pacing.withLock { $0.delay(at: workspace.machine.stopwatch()) })
    // One of its own: it never ends, and there are only so many threads for the others.
    DispatchQueue(label: "memo.sync").async { [self] in run() }
  }

  /// Notes that memos have changed.
  public func noteEdit() {
    let now = workspace.machine.stopwatch()
    pacing.withLock { $0.noteEdit(at: now) }
    wakeUp.signal()
  }

  private func run() {
    while true {
      let delay = pacing.withLock { $0.delay(at: workspace.machine.stopwatch()) }
      if delay <= .zero {
        sync()
      } else {
        _ = wakeUp.wait(timeout: .now() + .milliseconds(Int(delay / .milliseconds(1)) + 1))
      }
    }
  }

  private func sync() {
    pacing.withLock { $0.noteStart() }
    let result = Result { try workspace.sync(workspace.syncOptions(mayAsk: false)) }
    report(result)
    let now = workspace.machine.stopwatch()
    let isSuccess = if case .success = result { true } else { false }
    let delay = pacing.withLock { pacing in
      pacing.noteEnd(at: now, isSuccess: isSuccess)
      return pacing.delay(at: now)
    }
    noteNextTry(after: delay)
  }

  private func noteNextTry(after delay: Duration) {
    syncer.note(nextTry: workspace.machine.now + Int64(max(.zero, delay) / .nanoseconds(1)))
  }
}
