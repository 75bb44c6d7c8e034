import Dispatch
import MemoPlatform
import MemoTUI
import Synchronization

/// A terminal with a scripted screen.
struct ScriptedTerminal: ScreenTerminal {
  let screen: ScriptedScreen

  func withScreen<Result>(_ use: ScreenUse, _ body: (any Screen) throws -> Result) throws -> Result {
    try body(screen)
  }
}

/// A screen that hands over its inputs one by one, and records how it is used.
final class ScriptedScreen: Screen, Sendable {
  private struct State {
    var inputs: [ScreenInput]
    var writes: [String] = []
    var waits: [Int?] = []
    var given: [String] = []
    var lastWords = ""
    var beforeEnd: @Sendable () -> Void = {}
  }

  let size: ScreenSize
  private let state: Mutex<State>
  private let failsWriting: Bool
  private let failsAtEnd: Bool
  private let answers = DispatchSemaphore(value: 0)

  init(
    _ inputs: [ScreenInput], size: ScreenSize = ScreenSize(columns: 80, rows: 8), failsWriting: Bool = false,
    failsAtEnd: Bool = false
  ) {
    state = Mutex(State(inputs: inputs))
    (self.size, self.failsWriting, self.failsAtEnd) = (size, failsWriting, failsAtEnd)
  }

  var writes: [String] { state.withLock(\.writes) }
  /// The time limits of all waits for input.
  var waits: [Int?] { state.withLock(\.waits) }
  /// How the terminal was given away: lent or suspended.
  var given: [String] { state.withLock(\.given) }

  /// What the last row shows.
  var lastRow: String {
    var terminal = TerminalModel()
    for text in writes { terminal.obey(text) }
    return terminal.texts(inRow: size.rows - 1, columns: size.columns).joined()
  }

  /// What is said if a signal ends the process.
  var lastWords: String { state.withLock(\.lastWords) }

  func sayBeforeSignal(_ text: String) { state.withLock { $0.lastWords = text } }

  var wakeUp: @Sendable () -> Void { { [answers] in _ = answers.signal() } }

  /// Waits until another thread wakes the reader; returns false if none does.
  func waitForAnswer() -> Bool { answers.wait(timeout: .now() + .seconds(20)) == .success }

  /// Runs `body` before the last input is handed over.
  func beforeEnd(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.beforeEnd = body } }

  func next(within milliseconds: Int?) throws -> ScreenInput {
    let isLast = state.withLock { $0.inputs.count == 1 }
    if isLast { state.withLock(\.beforeEnd)() }
    return try state.withLock { state in
      state.waits.append(milliseconds)
      if state.inputs.isEmpty { if failsAtEnd { throw TerminalError(errno: 5) } else { return .end } }
      return state.inputs.removeFirst()
    }
  }

  func write(_ text: String) throws {
    if failsWriting { throw TerminalError(errno: 5) }
    state.withLock { $0.writes.append(text) }
  }

  func lend<Result>(_ body: () throws -> Result) throws -> Result {
    state.withLock { $0.given.append("lent") }
    return try body()
  }

  func suspend() throws {
    state.withLock { $0.given.append("suspended") }
  }
}
