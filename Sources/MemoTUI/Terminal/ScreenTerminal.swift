public import MemoStore
package import MemoWords

/// A terminal that a full-screen program can take over: the picker and the split view run on it.
public protocol ScreenTerminal: Sendable {
  /// Takes over the terminal while `body` runs; afterwards it is as before, however `body` or the process ends.
  func withScreen<Result>(_ use: ScreenUse, _ body: (any Screen) throws -> Result) throws -> Result
}

extension ScreenTerminal {
  /// The same for a program that hears only keys and has nothing to save.
  public func withScreen<Result>(_ body: (any Screen) throws -> Result) throws -> Result {
    try withScreen(.keys, body)
  }
}

/// What a program wants of a terminal that it takes over.
public enum ScreenUse: Sendable {
  /// Keys; a signal ends it at once.
  case keys
  /// Keys and mouse; a signal that ends the process is the end of its input, so that it can save first.
  case everything
}

/// A terminal that was taken over: every key arrives as it is struck, and lines do not wrap.
public protocol Screen: AnyObject {
  /// The size of the window.
  var size: ScreenSize { get }

  /// Waits for what comes next; at most `milliseconds`, if given.
  func next(within milliseconds: Int?) throws -> ScreenInput

  /// Writes text and escape sequences as they are.
  func write(_ text: String) throws

  /// Makes `next` return `nothing` at once. Any thread may call it as long as the screen lives.
  var wakeUp: @Sendable () -> Void { get }

  /// Gives the terminal back while another program has it; what it shows afterwards is unknown.
  func lend<Result>(_ body: () throws -> Result) throws -> Result

  /// Gives the terminal back and stops the process, as Ctrl-Z does, until the user takes it up again.
  func suspend() throws
}

/// What comes from a terminal.
public enum ScreenInput: Equatable, Sendable {
  /// Bytes of keys, any number.
  case bytes([UInt8])
  /// The window has another size, or shows something else now.
  case resize(ScreenSize)
  /// The user wants the process to stop for a while.
  case suspend
  /// Nothing came in time, or someone called `wakeUp`.
  case nothing
  /// The terminal is gone, or its end of input was reached.
  case end
}

/// A terminal that refused.
public struct TerminalError: Error, Equatable, Sendable {
  /// Why.
  public let reason: SystemReason

  /// Puts together an error.
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
