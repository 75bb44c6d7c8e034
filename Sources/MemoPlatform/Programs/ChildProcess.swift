import CSystem
import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program to start as a child of this process, in the same process group, so that it has the terminal.
struct ChildProcess {
  /// The absolute path of the program.
  let path: [UInt8]
  /// What follows the program's name.
  let arguments: [[UInt8]]
  /// `NAME=value`, all that the program gets.
  let variables: [[UInt8]]
  /// Signals that act on the child as usual though this process ignores them.
  let heardSignals: [Int32]
  /// Whether it outlives this process and its terminal, and reads and writes nothing; SIGPIPE is for it as for us.
  var isDetached = false
  /// Whether it has a session of its own, and so no terminal that it could ask on.
  var hasOwnSession = false
  /// Whether `/` is its working directory, and not that of this process.
  var runsInRoot = false
  /// How many bytes of memory it, and each program that it starts, may have for data; as many as this process where `nil`.
  var memoryLimit: UInt64?

  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
    private typealias FileActions = posix_spawn_file_actions_t?
  #else
    private typealias Attributes = posix_spawnattr_t
    private typealias FileActions = posix_spawn_file_actions_t
  #endif

  #if os(Linux)
    private static let ownSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which Glibc's overlay hides
  #else
    private static let ownSession = Int16(POSIX_SPAWN_SETSID)
  #endif

  /// Starts the program; its standard input, output and error are those given, else those of this process.
  func run(input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil) throws(SystemFailure) -> RunningProcess {
    var attributes = makeAttributes()
    defer { posix_spawnattr_destroy(&attributes) }
    var actions = makeFileActions(input: input, output: output, errors: errors)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var process: pid_t = 0
    let code = withCStrings([path] + arguments) { words in
      withCStrings(variables) { variables in
        posix_spawn(&process, cString(path), &actions, &attributes, words, variables)
      }
    }
    if code != 0 { throw SystemFailure(code: code) }
    // It has hardly begun: a limit from before the start would be ours, too.
    if let memoryLimit { csystem_limit_memory(process, memoryLimit) }
    return RunningProcess(id: process)
  }

  // The child blocks no signal and hears those that only we ignore, SIGXFSZ among them, and SIGPIPE, whatever this process
  // does with it.
  private func makeAttributes() -> Attributes {
    #if canImport(Darwin)
      var attributes: Attributes = nil
    #else
      var attributes = Attributes()
    #endif
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in heardSignals + [SIGXFSZ] + (isDetached ? [] : [SIGPIPE]) { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, isDetached || hasOwnSession ? flags | Self.ownSession : flags)
    return attributes
  }

  private func makeFileActions(input: Int32?, output: Int32?, errors: Int32?) -> FileActions {
    #if canImport(Darwin)
      var actions: FileActions = nil
    #else
      var actions = FileActions()
    #endif
    posix_spawn_file_actions_init(&actions)
    if runsInRoot { csystem_spawn_in_root(&actions) }
    if isDetached {
      for number in [STDIN_FILENO, STDOUT_FILENO] {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      }
      // Whoever waits for the end of a pipe or a lock that this process was started with would wait for the other's, too.
      for number in Self.inherited { posix_spawn_file_actions_addclose(&actions, number) }
    }
    if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
    if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    return actions
  }
}

extension ChildProcess {
  private static let folder = "/dev/fd"
  /// Where the system does not list them.
  private static let usualCount: Int32 = 256

  /// The descriptors besides the standard streams that a program inherits: memo's own are not among them.
  fileprivate static var inherited: [Int32] {
    let all = Descriptor.open(folder, flags: O_RDONLY | O_DIRECTORY)?.entryNames()?.compactMap { Int32($0) } ?? []
    return (all.isEmpty ? Array(0..<usualCount) : all).filter { number in
      let flags = fcntl(number, F_GETFD)
      return number > STDERR_FILENO && flags >= 0 && flags & FD_CLOEXEC == 0
    }
  }
}

/// A child that was started and must be waited for once.
struct RunningProcess {
  /// Its process number.
  let id: pid_t

  /// Waits for its end.
  func wait() throws(SystemFailure) -> ProgramExit {
    var status: Int32 = 0
    try retrying { waitpid(id, &status, 0) }
    return Self.exit(status)
  }

  /// How it ended, if it has; it must not be waited for any more then.
  func endIfOver() throws(SystemFailure) -> ProgramExit? {
    var status: Int32 = 0
    return try retrying { waitpid(id, &status, WNOHANG) } == id ? Self.exit(status) : nil
  }

  private static func exit(_ status: Int32) -> ProgramExit {
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
  }
}

/// Hands the NUL-terminated array that `exec` and `spawn` take to `body`.
func withCStrings<Result>(
  _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = strings.map { strdup(cString($0)) }
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers + [nil])
}

/// A pipe to a child's standard input; no other child inherits its ends.
struct Pipe: ~Copyable {
  /// The child's end.
  let reading: OwnedDescriptor
  /// Our end.
  let writing: OwnedDescriptor

  /// Makes a pipe.
  init() throws(SystemFailure) {
    var ends: [Int32] = [-1, -1]
    try retrying { csystem_pipe(&ends) }
    self.reading = OwnedDescriptor(ends[0])
    self.writing = OwnedDescriptor(ends[1])
  }

  /// Reads until `isEnough` after a whole line, or until no one writes any more. A child must have the other end by now.
  consuming func readLines(until isEnough: () -> Bool) throws(SystemFailure) -> [UInt8] {
    writing.close()
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1024)
    while true {
      let count = try Self.read(reading.number, into: &chunk)
      text += chunk[..<count]
      if count == 0 || text.last == UInt8(ascii: "\n") && isEnough() { return text }
    }
  }

  private static func read(_ descriptor: Int32, into chunk: inout [UInt8]) throws(SystemFailure) -> Int {
    try retrying { readBytes(descriptor, into: &chunk, chunk.count) }
  }

  /// Writes the chunks and closes the pipe; returns what went wrong, to which a reader that left does not count.
  ///
  /// The child must have its end by now and SIGPIPE be ignored.
  consuming func feed(_ chunks: some Sequence<[UInt8]>) -> SystemFailure? {
    // While we hold the child's end too, we would wait for ourselves instead of learning that the child left.
    reading.close()
    do throws(SystemFailure) {
      for chunk in chunks { try writeAll(chunk, to: writing.number) }
      return nil
    } catch {
      return error.code == EPIPE ? nil : error
    }
  }
}
