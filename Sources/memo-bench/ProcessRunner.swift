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
    var pipeEnds: [Int32] = [0, 0]
    guard pipe(&pipeEnds) == 0 else { throw BenchError.system("pipe", command[0]) }
    defer { close(pipeEnds[0]) }
    for end in pipeEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    resetOwnPeakMemory()
    let start = ContinuousClock.now
    let child: pid_t
    do {
      defer { close(pipeEnds[1]) }
      child = try spawn(command, output: pipeEnds[1])
    }
    let summary = drain(pipeEnds[0], of: child, inspecting: inspecting)
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 && errno == EINTR {}
    let elapsed = ContinuousClock.now - start
    try Interruption.check()
    return Measurement(status: status, elapsed: elapsed, usage: usage, output: summary)
  }

  /// Starts a program and goes on.
  func start(_ command: [String]) throws -> RunningProgram {
    var pipeEnds: [Int32] = [0, 0]
    guard pipe(&pipeEnds) == 0 else { throw BenchError.system("pipe", command[0]) }
    for end in pipeEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(pipeEnds[1]) }
    return RunningProgram(process: try spawn(command, output: pipeEnds[1]), output: pipeEnds[0])
  }

  private func spawn(_ command: [String], output: Int32) throws -> pid_t {
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
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
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
