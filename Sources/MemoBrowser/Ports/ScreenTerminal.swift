/// A terminal that a full-screen program can take over: the picker and the split view run on it.
public protocol ScreenTerminal: Sendable {
  /// Takes over the terminal while `body` runs; afterwards it is as before, however `body` or the process ends.
  func withScreen<Result>(_ body: (any Screen) throws -> Result) throws -> Result
}

/// A terminal that was taken over: every key arrives as it is struck, and lines do not wrap.
public protocol Screen: AnyObject {
  /// The size of the window.
  var size: ScreenSize { get }

  /// Waits for what comes next; at most `milliseconds`, if given.
  func next(within milliseconds: Int?) throws -> ScreenInput

  /// Writes text and escape sequences as they are.
  func write(_ text: String) throws
}

/// What comes from a terminal.
public enum ScreenInput: Equatable, Sendable {
  /// Bytes of keys, any number.
  case bytes([UInt8])
  /// The window has another size.
  case resize(ScreenSize)
  /// Nothing came in time.
  case nothing
  /// The terminal is gone, or its end of input was reached.
  case end
}

/// A terminal that refused.
public struct TerminalError: Error, Equatable, Sendable {
  /// The system's error number (`errno`).
  public let code: Int32

  /// Puts together an error.
  public init(code: Int32) {
    self.code = code
  }
}
