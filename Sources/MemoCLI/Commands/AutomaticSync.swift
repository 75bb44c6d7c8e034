import Dispatch
import MemoCore
import MemoStore
import MemoSync
import MemoWords
import Synchronization

/// Syncs a vault from time to time while a watcher follows it, in a thread of its own. Never asks anybody anything.
final class AutomaticSync: Sendable {
  private let session: Session
  private let syncer: Syncer
  private let pacing: Mutex<SyncPacing>
  private let hasNews = DispatchSemaphore(value: 0)
  /// What was told last, so that being offline is told once.
  private let trouble = Mutex<String?>(nil)

  /// Starts it.
  init(_ root: HostPath, every seconds: Int, _ session: Session) throws(VaultError) {
    self.session = session
    syncer = try session.syncer(of: Vault(at: root, host: session.environment.host))
    pacing = Mutex(SyncPacing(interval: .seconds(seconds), now: session.environment.stopwatch()))
    // Before the watcher is ready, so that whoever asks at once is told that it syncs.
    noteNextTry(after: pacing.withLock { $0.delay(at: session.environment.stopwatch()) })
    DispatchQueue.global().async { [self] in run() }
  }

  /// Notes that memos have changed.
  func noteEdit() {
    let now = session.environment.stopwatch()
    pacing.withLock { $0.noteEdit(at: now) }
    hasNews.signal()
  }

  private func run() {
    while true {
      let delay = pacing.withLock { $0.delay(at: session.environment.stopwatch()) }
      if delay <= .zero {
        sync()
      } else {
        _ = hasNews.wait(timeout: .now() + .milliseconds(Int(delay / .milliseconds(1)) + 1))
      }
    }
  }

  private func sync() {
    pacing.withLock { $0.noteStart() }
    var options = session.syncOptions()
    options.mayAsk = false
    var failure: (any Error)?
    do {
      var received = SyncReport()
      received.issues = try syncer.sync(options).runnable.map { .runnable($0) }
      for line in SyncNotes(report: received).lines { session.warn(line) }
    } catch {
      failure = error
    }
    if let failure { syncer.note(failure: failure) }
    tell(failure.map { FailureMessages.failure(for: $0).message[session.language] })
    let now = session.environment.stopwatch()
    let delay = pacing.withLock { pacing in
      pacing.noteEnd(at: now, isSuccess: failure == nil)
      return pacing.delay(at: now)
    }
    noteNextTry(after: delay)
  }

  private func noteNextTry(after delay: Duration) {
    syncer.note(nextTry: session.now + Int64(max(.zero, delay) / .nanoseconds(1)))
  }

  private func tell(_ failure: String?) {
    let isNew = trouble.withLock { known in
      defer { known = failure }
      return known != failure
    }
    if let failure, isNew { session.warn(Text(verbatim: failure)) }
  }
}
