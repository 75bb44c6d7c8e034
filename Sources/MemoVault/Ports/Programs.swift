/// Other programs that take over the terminal for a while: editors, pagers, clipboard tools, `memo-NAME`.
///
/// Paths and arguments are bytes, because a file's name need not be UTF-8.
public protocol Programs: Sendable {
  /// The absolute path of a program on the user's search path; `nil` where there is none.
  func find(_ name: String) -> [UInt8]?

  /// Runs the program at `path` on this terminal and waits for its end; `arguments` come after its name.
  func run(_ path: [UInt8], arguments: [[UInt8]]) throws(ProgramError) -> ProgramExit

  /// Runs a shell command line that reads `chunks` from its standard input: a pager or a clipboard tool.
  ///
  /// A chunk is asked for when the one before was read. A program that stops reading is no error: the user quit.
  func run(shellLine: String, feeding chunks: some Sequence<[UInt8]>) throws(ProgramError) -> ProgramExit

  /// Opens files, named by absolute paths, in an editor given as a shell command line, and waits for its end.
  func edit(_ paths: [[UInt8]], with shellLine: String) throws(ProgramError) -> ProgramExit

  /// Becomes the program at `path`; returns only by throwing. What was written must have been flushed.
  ///
  /// - Parameter variables: what the environment has besides, or in place of others.
  func replaceProcess(
    with path: [UInt8], arguments: [[UInt8]], variables: [String: [UInt8]]
  ) throws(ProgramError) -> Never
}

/// How a program ended.
public enum ProgramExit: Equatable, Sendable {
  /// By itself, with this status; a shell gives 127 for a command that it did not find.
  case exited(Int32)
  /// By this signal.
  case signalled(Int32)

  /// Whether it ended with status 0.
  public var isSuccess: Bool { self == .exited(0) }
}

/// A program that could not be started.
public struct ProgramError: Error, Equatable, Sendable {
  /// Its path.
  public let path: [UInt8]
  /// The system's error number (`errno`).
  public let code: Int32

  /// Puts together an error.
  public init(path: [UInt8], code: Int32) {
    self.path = path
    self.code = code
  }
}
