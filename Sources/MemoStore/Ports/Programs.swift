public import MemoCore

/// Other programs: editors and pagers that take over the terminal, converters and clipboard tools, `memo-NAME`.
///
/// Paths and arguments are bytes, because a file's name need not be UTF-8. Only what the user wrote is a shell command
/// line; a vault's text is an argument or standard input. No program gets a relative or empty entry of `PATH`: it would
/// find in the working directory, which may be another user's vault, what it takes for a program of the system.
public protocol Programs: Sendable {
  /// The absolute path of a program on the user's search path; `nil` if there is none.
  ///
  /// - Parameter vault: the root of a vault, in which no program is looked for.
  func find(_ name: String, outside vault: HostPath?) -> [UInt8]?

  /// Runs the program at `path` on this terminal and waits for its end; `arguments` come after its name.
  func run(_ path: [UInt8], arguments: [[UInt8]]) throws(ProgramError) -> ProgramExit

  /// Runs the program at `path` away from the terminal: it reads `input`, and what it writes is collected.
  ///
  /// One that exceeds the limits is ended. A program that goes on in the background, as clipboard tools do, is not waited
  /// for.
  func run(
    _ path: [UInt8], arguments: [[UInt8]], reading input: [UInt8], within limits: ProgramLimits
  ) throws(ProgramError) -> ProgramOutput

  /// Runs a shell command line of the user's that reads `chunks` from its standard input: a pager.
  ///
  /// A chunk is asked for when the one before was read. A program that stops reading is not an error: the user quit.
  func run(shellLine: String, feeding chunks: some Sequence<[UInt8]>) throws(ProgramError) -> ProgramExit

  /// Starts an editor given as a shell command line, and waits for its end. Where standard output is not a terminal, it writes
  /// to the terminal that is typed on, else to standard error.
  ///
  /// - Parameter arguments: follow the line's own words; files are named by absolute paths, which never look like options.
  func edit(_ arguments: [[UInt8]], with shellLine: String) throws(ProgramError) -> ProgramExit

  /// Becomes the program at `path`; returns only by throwing. What was written must have been flushed.
  ///
  /// - Parameter variables: added to the environment, replacing those with the same names.
  func replaceProcess(
    with path: [UInt8], arguments: [[UInt8]], variables: [String: [UInt8]]
  ) throws(ProgramError) -> Never
}

extension Programs {
  /// Runs a program within the limits of a converter.
  public func run(
    _ path: [UInt8], arguments: [[UInt8]], reading input: [UInt8]
  ) throws(ProgramError) -> ProgramOutput {
    try run(path, arguments: arguments, reading: input, within: .converter)
  }
}

/// What a program may take that runs away from the terminal.
public struct ProgramLimits: Equatable, Sendable {
  /// How long it may run.
  public let time: Duration
  /// How many bytes it may write.
  public let output: Int
  /// How many bytes of memory it may have for data; `nil` for as many as this process.
  public let memory: UInt64?
  /// Whether it works on data that no one has checked: then it has no terminal, and `/` is its working directory, where it
  /// finds no settings that came with a vault.
  public let isConfined: Bool

  /// For a converter: none takes longer for a memo that fits the memory, or writes more.
  public static let converter = ProgramLimits(time: .seconds(300), output: 512 << 20)

  /// Limits.
  public init(time: Duration, output: Int, memory: UInt64? = nil, isConfined: Bool = false) {
    (self.time, self.output, self.memory, self.isConfined) = (time, output, memory, isConfined)
  }
}

/// How a program ended.
public enum ProgramExit: Equatable, Sendable {
  /// By itself, with this status; a shell gives 127 for a command that it did not find.
  case exited(Int32)
  /// By this signal.
  case signalled(Int32)

  /// By Ctrl-C (SIGINT, which has this number on every system memo runs on).
  public static let interrupted = ProgramExit.signalled(2)

  /// Whether it ended with status 0.
  public var isSuccess: Bool { self == .exited(0) }
}

/// What a program wrote, and how it ended.
public struct ProgramOutput: Equatable, Sendable {
  /// How it ended.
  public let exit: ProgramExit
  /// What it wrote to standard output.
  public let output: [UInt8]
  /// What it wrote to standard error.
  public let errors: [UInt8]

  /// Creates an output.
  public init(exit: ProgramExit, output: [UInt8] = [], errors: [UInt8] = []) {
    self.exit = exit
    self.output = output
    self.errors = errors
  }
}

/// A program that could not be started.
public struct ProgramError: Error, Equatable, Sendable {
  /// Its path.
  public let path: [UInt8]
  /// Why.
  public let reason: SystemReason

  /// Creates an error.
  public init(path: [UInt8], reason: SystemReason) {
    self.path = path
    self.reason = reason
  }
}

/// Standard input, output and error of the process.
public protocol Console: Sendable {
  /// Whether a person reads standard output.
  var outputIsTerminal: Bool { get }
  /// Whether a person reads standard error.
  var errorIsTerminal: Bool { get }
  /// Whether a person types standard input.
  var inputIsTerminal: Bool { get }
  /// Columns of the terminal; `nil` if there is none to ask.
  var terminalColumns: Int? { get }

  /// Writes to standard output; the process ends by SIGPIPE once the reader has gone.
  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError)

  /// Writes to standard error; what cannot be written is lost.
  func writeError(_ bytes: [UInt8])

  /// What a person types up to the end of the line, without it; empty at the end of standard input.
  func readLine() throws(FileError) -> [UInt8]

  /// All of standard input.
  func readInput() throws(FileError) -> [UInt8]

  /// What is there of standard input, at least a byte; waits for it. Empty at its end.
  func readPiece() throws(FileError) -> [UInt8]
}

extension Console {
  /// All of standard input at once.
  public func readPiece() throws(FileError) -> [UInt8] { try readInput() }
}
