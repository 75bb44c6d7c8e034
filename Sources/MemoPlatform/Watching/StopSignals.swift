#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Signals that ask this process to end, as something that can be waited for.
struct StopSignals: Sendable {
  /// Can be read once a signal has come.
  let number: Int32

  private static let asking = [SIGINT, SIGTERM, SIGHUP]

  /// Hears the signals from now on; the second of a kind ends the process whatever it is doing.
  static func hear() throws(SystemFailure) -> StopSignals {
    if ends.reading >= 0 { return StopSignals(number: ends.reading) }
    var numbers: [Int32] = [-1, -1]
    try retrying { pipe(&numbers) }
    for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    ends = StopSignalEnds(reading: numbers[0], writing: numbers[1])
    ProcessCleanup.prepare()
    for number in asking {
      let before = signal(number) { reportStop($0) }
      // Under nohup, a closed terminal is none of our business.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
    return StopSignals(number: ends.reading)
  }
}

private struct StopSignalEnds {
  var reading: Int32 = -1
  var writing: Int32 = -1
}

// A signal handler reaches nothing but global memory. Written once, before the first handler is installed, by the thread
// that begins the first watch.
nonisolated(unsafe) private var ends = StopSignalEnds()

// Runs in a signal handler: it makes only calls that POSIX allows there.
private func reportStop(_ number: Int32) {
  let code = errno
  var byte: UInt8 = 0
  _ = write(ends.writing, &byte, 1)
  endTalks()
  signal(number, SIG_DFL)
  errno = code
}
