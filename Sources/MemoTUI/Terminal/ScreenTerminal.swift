public import MemoStore
package import MemoWords

/// A terminal that a full-screen program can take over, such as the picker or the split view.
public protocol ScreenTerminal: Sendable {
  /// Takes over the terminal while `body` runs, and restores it however `body` or the process ends.
  func withScreen<Result>(_ use: ScreenUse, _ body: (any Screen) throws -> Result) throws -> Result
}

extension ScreenTerminal {
  /// The same for a program that needs only keys and has nothing to save.
  public func withScreen<Result>(_ body: (any Screen) throws -> Result) throws -> Result {
    try withScreen(.keys, body)
  }
}

/// How a program uses a terminal.
public enum ScreenUse: Sendable {
  /// Keys; a signal ends the process at once.
  case keys
  /// Keys and mouse; a signal that ends the process ends the input, so that the program can save first.
  case everything
}

/// A terminal that was taken over: each key arrives when it is typed, and lines do not wrap.
public protocol Screen: AnyObject {
  /// The size of the window.
  var size: ScreenSize { get }

  /// Waits for input, at most so many milliseconds.
  func next(within milliseconds: Int?) throws -> ScreenInput

  /// Writes text and escape sequences unchanged.
  func write(_ text: String) throws

  /// Makes `next` return `nothing`. Any thread may call it while the screen exists.
  var wakeUp: @Sendable () -> Void { get }

  /// Gives the terminal to another program; its content is unknown afterwards.
  func lend<Result>(_ body: () throws -> Result) throws -> Result

  /// Gives the terminal back and suspends the process, as Ctrl-Z does, until the user resumes it.
  func suspend() throws

  /// Has a text written to standard error if a signal ends the process once the terminal is given back: what the process
  /// would say later is never said then.
  func sayBeforeSignal(_ text: String)
}

extension Screen {
  /// Says nothing: for screens that no signal ends.
  public func sayBeforeSignal(_ text: String) {}
}

/// Input of a terminal.
public enum ScreenInput: Equatable, Sendable {
  /// Bytes of any number of keys.
  case bytes([UInt8])
  /// The window was resized, or its content is unknown.
  case resize(ScreenSize)
  /// The user suspends the process.
  case suspend
  /// The time is over, or `wakeUp` was called.
  case nothing
  /// The terminal is gone, or its input ended.
  case end
}

/// A terminal that failed.
public struct TerminalError: Error, Equatable, Sendable {
  /// The reason.
  public let reason: SystemReason

  /// An error.
  public init(_ reason: SystemReason) {
    self.reason = reason
  }
}

extension TerminalError: FailureConvertible {
  /// The failure of a command that needs the terminal.
  package var failure: Failure {
    let reason = SystemMessages.reason(reason)
    return Failure(
      kind: "terminal",
      message: Text("cannot use the terminal: \(reason)", ko: "터미널을 쓸 수 없습니다: \(reason)"), exitCode: .failure)
  }
}
