#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs whole processes as a user's shell does, their output read through a pipe.
struct ProcessRunner {
  /// `NAME=value`, all that a child sees.
  let environment: [String]
  /// Takes what the children write to standard error.
  let errorPath: String

  /// Runs a program to its end; `inspecting` counts the output, which costs time and is for runs that are not timed.
  func run(_ command: [String], inspecting: Bool = false) throws -> Measurement {
    try Interruption.check()
    let output = try openPipe(for: command)
    defer { close(output.from) }
    resetOwnPeakMemory()
    let start = ContinuousClock.now
    let child: pid_t
    do {
      defer { close(output.to) }
      child = try spawn(command, output: output.to)
    }
    let summary = drain(output.from, of: child, inspecting: inspecting)
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 && errno == EINTR {}
    let elapsed = ContinuousClock.now - start
    try Interruption.check()
    return Measurement(status: status, elapsed: elapsed, usage: usage, output: summary)
  }

  /// Starts a program and goes on; nothing is written to its input where `isFed` is false.
  func start(_ command: [String], isFed: Bool = false) throws -> RunningProgram {
    resetOwnPeakMemory()
    let (output, input) = (try openPipe(for: command), isFed ? try openPipe(for: command) : nil)
    defer { for end in [output.to, input?.from].compactMap(\.self) { close(end) } }
    return RunningProgram(
      process: try spawn(command, input: input?.from, output: output.to), input: input?.to, output: output.from)
  }

  private func openPipe(for command: [String]) throws -> (from: Int32, to: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchError.system("pipe", command[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// - Parameter input: `nil` for an empty one.
  private func spawn(_ command: [String], input: Int32? = nil, output: Int32) throws -> pid_t {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    // The child gets back the signals that this program holds.
    var none = sigset_t()
    var defaults = sigset_t()
    sigemptyset(&none)
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for string in arguments + variables { free(string) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, command[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw BenchError.failed("cannot run \(command[0]): \(String(cString: strerror(code)))") }
    return child
  }

  /// Reads to the end; kills the child when the user interrupts.
  private func drain(_ pipe: Int32, of child: pid_t, inspecting: Bool) -> OutputSummary {
    var summary = OutputSummary()
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      while true {
        var input = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
        if poll(&input, 1, 200) == 0 {
          if Interruption.isPending { kill(child, SIGKILL) }
          continue
        }
        let count = read(pipe, buffer.baseAddress, buffer.count)
        if count <= 0 { break }
        if inspecting { summary.add(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      }
    }
    return summary
  }

  /// A child's peak begins at its parent's, because the two share memory until the child's program starts.
  private func resetOwnPeakMemory() {
    let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, "5", 1)
    close(file)
  }
}

/// What a running process has used so far, as Linux reports it.
struct ProcessUse {
  let cpuSeconds: Double
  let peakMegabytes: Double
  /// In memory now, without mapped files, whose pages the system drops when it needs them.
  let megabytes: Double

  init(of process: Int) throws {
    let fields = try Self.text("/proc/\(process)/stat").split(separator: ") ").last?.split(separator: " ") ?? []
    // The 14th and 15th field of the file; the first two stand before the name's end.
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      throw BenchError.failed("cannot read what process \(process) uses")
    }
    cpuSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    let status = try Self.text("/proc/\(process)/status")
    func megabytes(_ name: String) -> Double {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
      return Double(line.filter(\.isNumber)).map { $0 * 1024 / 1e6 } ?? 0
    }
    (peakMegabytes, self.megabytes) = (megabytes("VmHWM:"), megabytes("RssAnon:"))
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try FileSystem.readFile(path), as: UTF8.self)
  }
}

/// A program that goes on running while its output is read.
struct RunningProgram {
  let process: pid_t
  let input: Int32?
  let output: Int32

  private static let patience: Int32 = 60_000

  /// Waits for a whole line, and takes whatever came with it.
  func readLine() throws {
    while try readSome().last != UInt8(ascii: "\n") {}
  }

  /// Waits for bytes; there is at least one.
  func readSome() throws -> [UInt8] {
    try Interruption.check()
    var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Self.patience) > 0 else { throw BenchError.failed("memo reported nothing in time") }
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = max(0, read(output, buffer.baseAddress, buffer.count))
    }
    guard !bytes.isEmpty else { throw BenchError.failed("memo ended before it was told to") }
    return bytes
  }

  /// Writes to its input.
  func send(_ bytes: [UInt8]) throws {
    guard let input, bytes.withUnsafeBytes({ FileSystem.writeAll($0, to: input) }) else {
      throw BenchError.system("write", "memo")
    }
  }

  func end() {
    kill(process, SIGTERM)
    if let input { close(input) }
    close(output)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  }
}

/// Ctrl-C and its kin, held back so that the temporary folder is removed before the program ends.
///
/// The signals stay blocked and are asked for, which needs neither a handler nor a global flag.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Call before any thread starts: threads inherit the mask.
  static func hold() {
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in signals { sigaddset(&mask, number) }
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  static func check() throws {
    if isPending { throw BenchError.interrupted }
  }

  static var isPending: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return signals.contains { sigismember(&pending, $0) == 1 }
  }
}

/// Finds programs as a shell does.
enum Program {
  /// The path of a program by its name; nil where PATH has none.
  static func find(_ name: String) -> String? {
    if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
    return searchPath.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  static var searchPath: String {
    getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
  }

  /// The `memo` to measure: the one named, else the one beside this program.
  static func memo(named path: String?) throws -> String {
    let candidate = try path ?? own().split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/memo"
    guard access(candidate, X_OK) == 0 else {
      throw BenchError.failed("no program at \(candidate): build memo, or name it by --memo PATH")
    }
    return try FileSystem.resolve(candidate)
  }

  /// The path of this program.
  static func own() throws -> String {
    guard let own = find(CommandLine.arguments[0]) else {
      throw BenchError.failed("cannot find this program: call it by its path")
    }
    return try FileSystem.resolve(own)
  }
}
