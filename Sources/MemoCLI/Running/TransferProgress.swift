import MemoCore
import MemoKit
import MemoStore
import MemoWords
import Synchronization

/// Shows on a terminal how far a sync's transfers have come; elsewhere nothing.
final class TransferProgress: Sendable {
  private let session: Session
  private let isShown = Mutex(false)
  private let (committing, updating): (ProgressBar, ProgressBar)

  init(_ session: Session) {
    self.session = session
    committing = ProgressBar(session, SyncMessages.committing)
    updating = ProgressBar(session, SyncMessages.updating)
  }

  /// Whether it can be seen.
  var isVisible: Bool { session.console.errorIsTerminal && !session.isQuiet }

  /// Shows a line of git's progress output.
  func show(_ line: String) {
    guard isVisible, line.containsBytes("%") else { return }
    write(TerminalText.visible(line.dropping(prefix: "remote: ") ?? line))
  }

  /// Shows why nothing is transferred for now.
  func show(_ wait: Text) {
    guard isVisible else { return }
    clear()
    write(wait[session.language])
  }

  private func write(_ text: String) {
    isShown.withLock { $0 = true }
    let line = DisplayWidth.cut(text, to: max(10, session.columns - 1))
    session.console.writeError(Array("\r\(line)\u{1B}[K".utf8))
  }

  /// Shows how many files are committed.
  func showCommitted(_ done: Int, _ total: Int) {
    if done == 0 { committing.restart() }
    committing.show(done, total)
  }

  /// Shows how many files are updated.
  func showUpdated(_ done: Int, _ total: Int) {
    clearLine()
    updating.show(done, total)
  }

  /// Takes it away.
  func clear() {
    committing.clear()
    updating.clear()
    clearLine()
  }

  private func clearLine() {
    let wasShown = isShown.withLock { shown in
      defer { shown = false }
      return shown
    }
    if wasShown { session.console.writeError(Array("\r\u{1B}[K".utf8)) }
  }
}

/// Shows on a terminal how far a change of many memos has come; elsewhere nothing.
struct ChangeProgress: Sendable {
  private let (preparing, changing): (ProgressBar, ProgressBar)

  init(_ session: Session) {
    preparing = ProgressBar(session, Message.preparing)
    changing = ProgressBar(session, Message.changing)
  }

  /// Draws how many memos were read of those that may change.
  func showRead(_ done: Int, _ total: Int) { show(.preparing, done, total) }

  /// Draws how many files have come through a step.
  func show(_ step: OperationHistory.Step, _ done: Int, _ total: Int) {
    let bar = step == .preparing ? preparing : changing
    if done == 0 { bar.restart() }
    bar.show(done, total)
  }

  /// Takes it away.
  func clear() {
    preparing.clear()
    changing.clear()
  }
}

extension Session {
  /// Plans a change of memos and makes it, unless it is only to be shown; does both again
  /// if the memos change in between.
  ///
  /// - Parameters:
  ///   - etag: the etag that the memos must have; `nil` for any.
  ///   - make: makes the change; returns the operation, `nil` if nothing changes.
  func carryOut<Plan>(
    in workspace: Workspace, ifMatch etag: String?, plan: (Workspace, ChangeProgress) throws -> Plan,
    make: (Plan, OperationHistory) throws -> PastOperation?
  ) throws -> (plan: Plan, operation: PastOperation?) {
    let progress = ChangeProgress(self)
    return try workspace.retrying(ifMatch: etag) { workspace in
      defer { progress.clear() }
      let planned = try plan(workspace, progress)
      guard !arguments[CommonOptions.dryRun] else { return (planned, nil) }
      return (planned, try make(planned, workspace.history(progress: progress.show)))
    }
  }
}

/// Shows on a terminal how far a long job has come, from half a second on; elsewhere nothing.
final class ProgressBar: Sendable {
  private struct State {
    var start: Duration
    var shownAt: Duration?
    var isShown = false
  }

  private let session: Session
  private let text: @Sendable (_ done: Int, _ total: Int) -> Text
  private let isVisible: Bool
  private let state: Mutex<State>

  private static let delay: Duration = .milliseconds(500)
  private static let interval: Duration = .milliseconds(100)
  private static let columns = 24

  /// - Parameter text: what is said next to the bar.
  init(_ session: Session, _ text: @escaping @Sendable (_ done: Int, _ total: Int) -> Text = Message.indexing) {
    (self.session, self.text) = (session, text)
    state = Mutex(State(start: session.machine.stopwatch()))
    isVisible = session.console.errorIsTerminal && !session.isQuiet
  }

  /// Counts the half second from now on: the job begins later than the command.
  func restart() {
    guard isVisible else { return }
    let now = session.machine.stopwatch()
    state.withLock { $0.start = now }
  }

  /// Draws the bar, not too often; called from any thread.
  func show(_ done: Int, _ total: Int) {
    guard isVisible, total > 0 else { return }
    let now = session.machine.stopwatch()
    state.withLock { state in
      guard now - state.start > Self.delay else { return }
      if let last = state.shownAt, now - last < Self.interval { return }
      (state.shownAt, state.isShown) = (now, true)
      let filled = Self.columns * done / total
      let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.columns - filled)
      write("\r\(bar) \(text(done, total)[session.language])\u{1B}[K")
    }
  }

  /// Takes the bar away.
  func clear() {
    if state.withLock({ $0.isShown }) { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    session.console.writeError(Array(text.utf8))
  }
}
