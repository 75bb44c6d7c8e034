#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that goes on running while its output is read.
struct RunningProgram {
  let process: pid_t
  let output: Int32

  private static let patience: Int32 = 30_000

  /// Waits for a whole line, and takes whatever came with it.
  func readLine() throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var input = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&input, 1, Self.patience) > 0 else { throw BenchError.failed("the watcher reported nothing") }
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { throw BenchError.failed("the watcher ended") }
      if buffer[count - 1] == UInt8(ascii: "\n") { return }
    }
  }

  func end() {
    kill(process, SIGTERM)
    close(output)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  }
}
