#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What signal handlers and other threads tell the thread that reads keys: bytes in a pipe, which it polls.
final class ScreenReports: Sendable {
  private let pipe: Pipe

  /// Makes the pipe.
  init() throws(SystemFailure) {
    pipe = try Pipe()
    // A signal handler must never wait for someone to empty the pipe.
    for end in [pipe.reading.number, pipe.writing.number] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  /// Where reports are read.
  var reading: Int32 { pipe.reading.number }

  /// Where signal handlers write theirs.
  var writing: Int32 { pipe.writing.number }

  /// Reports that there is something to do; a full pipe tells that already.
  func wakeUp() {
    var byte = TerminalRescue.Report.wakeUp.rawValue
    _ = write(pipe.writing.number, &byte, 1)
  }

  /// All reports that have come.
  func takeAll() -> [TerminalRescue.Report] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = max(0, read(pipe.reading.number, &bytes, bytes.count))
    return bytes[..<count].compactMap(TerminalRescue.Report.init)
  }
}
