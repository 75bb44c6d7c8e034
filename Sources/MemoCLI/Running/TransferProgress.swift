import MemoCore
import MemoStore
import Synchronization

/// Shows on a terminal how far a sync's transfers have come; elsewhere nothing.
final class TransferProgress: Sendable {
  private let session: Session
  private let isShown = Mutex(false)
  private let bar: ProgressBar

  init(_ session: Session) {
    self.session = session
    bar = ProgressBar(session)
  }

  /// Whether there is anybody to see it.
  var isVisible: Bool { session.console.errorIsTerminal && !session.isQuiet }

  /// Shows a line of git's, if it tells how much is done.
  func show(_ line: String) {
    guard isVisible, line.containsBytes("%") else { return }
    isShown.withLock { $0 = true }
    let text = TerminalText.visible(line.dropping(prefix: "remote: ") ?? line)
    session.console.writeError(Array("\r\(text.prefix(max(10, session.columns - 1)))\u{1B}[K".utf8))
  }

  /// Shows how many files are written.
  func show(_ done: Int, _ total: Int) {
    clear()
    bar.show(done, total)
  }

  /// Takes it away.
  func clear() {
    bar.clear()
    let wasShown = isShown.withLock { shown in
      defer { shown = false }
      return shown
    }
    if wasShown { session.console.writeError(Array("\r\u{1B}[K".utf8)) }
  }
}
