import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that runs with files as standard input, output and error, so that neither side waits for the other.
struct ChildProcess {
  let id: pid_t

  // Long, for a busy machine: only what never ends is to meet it.
  static let timeLimit: DispatchTimeInterval = .seconds(120)

  /// Starts `words` with exactly these variables.
  ///
  /// - Parameter folder: the working directory.
  init(
    _ words: [[UInt8]], variables: [String: String], folder: [UInt8], input: [UInt8], output: [UInt8], errors: [UInt8]
  ) throws {
    // The shell changes the folder: not every system can do that while it starts a program.
    let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\""].map { Array($0.utf8) } + [folder] + words
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    for (number, path, flags) in [(0, input, O_RDONLY), (1, output, writing), (2, errors, writing)] {
      let name = path.map(CChar.init(bitPattern:)) + [0]
      posix_spawn_file_actions_addopen(&actions, Int32(number), name, flags, 0o600)
    }
    var attributes = Self.attributes()
    defer { posix_spawnattr_destroy(&attributes) }
    let entries = variables.map { Array("\($0)=\($1)".utf8) }
    var id: pid_t = 0
    let code = Self.withStrings(shell) { words in
      Self.withStrings(entries) { entries in posix_spawn(&id, "/bin/sh", &actions, &attributes, words, entries) }
    }
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    self.id = id
  }

  /// Waits for the end; a program that takes longer than `limit` is ended.
  func wait(_ limit: DispatchTimeInterval = timeLimit) -> MemoRun.End {
    waitMeasuring(limit).end
  }

  /// The same with the most memory that it or a program it waited for had at once.
  func waitMeasuring(_ limit: DispatchTimeInterval) -> (end: MemoRun.End, kilobytes: Int) {
    let guardian = DispatchWorkItem { [id] in kill(-id, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: guardian)
    var status: Int32 = 0
    var usage = rusage()
    while wait4(id, &status, 0, &usage) < 0 && errno == EINTR {}
    guardian.cancel()
    let signal = status & 0x7F
    let end: MemoRun.End =
      signal == SIGKILL ? .stuck : signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    #if canImport(Darwin)
      return (end, usage.ru_maxrss / 1024)
    #else
      return (end, usage.ru_maxrss)
    #endif
  }

  // A group of its own, so that all it started can be ended; no signal blocked or ignored, whatever the test runner does.
  private static func attributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETPGROUP)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    return attributes
  }

  private static func withStrings<Result>(
    _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = strings.map { strdup($0.map(CChar.init(bitPattern:)) + [0]) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}
