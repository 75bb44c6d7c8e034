import CSystem
import MemoCore
import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Waits for a descriptor, and can be woken for good from any thread.
struct WakePipe: ~Copyable, Sendable {
  /// Why a wait ended.
  enum Outcome {
    case readable
    /// Something was mounted or unmounted; the next wait does not end for it again.
    case mounted
    case woken
    case timeout
  }

  private let pipe: Pipe
  private let signals: StopSignals?

  /// Makes the pipe, for the watch of a vault.
  ///
  /// - Parameter isOfProcess: whether waits also end when the process is asked to end or no one reads its output.
  init(for root: HostPath, isOfProcess: Bool) throws(FileError) {
    let heard: StopSignals?
    do throws(SystemFailure) {
      heard = isOfProcess ? try StopSignals.hear() : nil
      pipe = try Pipe()
    } catch {
      throw FileError(.list, path: root.bytes, code: error.code)
    }
    signals = heard
  }

  /// Ends this wait and all later ones.
  func wake() {
    var byte: UInt8 = 0
    // No one reads the byte, so the pipe stays readable; were it full, it would be readable, too.
    _ = write(pipe.writing.number, &byte, 1)
  }

  /// Waits until a descriptor can be read, `wake` is called or `deadline` passes.
  ///
  /// - Parameter mounts: the kernel's table of mounts, whose change ends the wait, too.
  func wait(
    for descriptor: Int32? = nil, mounts: Int32? = nil, until deadline: ContinuousClock.Instant?
  ) throws(SystemFailure) -> Outcome {
    // A negative number is not waited for.
    let output = signals == nil ? -1 : STDOUT_FILENO
    var polled = [pipe.reading.number, signals?.number ?? -1, descriptor ?? -1, output, mounts ?? -1]
      .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    polled[3].events = 0
    polled[4].events = Int16(POLLPRI)
    while true {
      let count = poll(&polled, nfds_t(polled.count), Self.milliseconds(until: deadline))
      if count < 0 && errno != EINTR { throw SystemFailure(code: errno) }
      if count > 0 { return outcome(of: polled) }
      if let deadline, deadline <= .now { return .timeout }
    }
  }

  private func outcome(of polled: [pollfd]) -> Outcome {
    if polled[0].revents != 0 || polled[1].revents != 0 { return .woken }
    // The next call ends for the others.
    if polled[4].revents != 0 { return .mounted }
    if polled[2].revents != 0 { return .readable }
    // No one reads the output any more: the next write would end the process, but that may be a long time off.
    raise(SIGPIPE)
    return .woken
  }

  /// What is left, rounded up so that a wait is never over before its time; -1 means for ever.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = (deadline - .now) / .milliseconds(1)
    return Int32(min(max(left.rounded(.up), 0), 1_000_000))
  }
}

/// Signals that ask this process to end, as something that can be waited for.
struct StopSignals: Sendable {
  /// Can be read once a signal has come.
  let number: Int32

  private static let asking = [SIGINT, SIGTERM, SIGHUP]

  /// Whether a signal has come.
  var hasCome: Bool {
    var polled = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0
  }

  /// Hears the signals from now on; the second of a kind ends the process whatever it is doing.
  static func hear() throws(SystemFailure) -> StopSignals {
    if ends.reading >= 0 { return StopSignals(number: ends.reading) }
    var numbers: [Int32] = [-1, -1]
    try retrying { csystem_pipe(&numbers) }
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
// that hears signals first.
nonisolated(unsafe) private var ends = StopSignalEnds()

// Runs in a signal handler: it makes only calls that POSIX allows there.
private func reportStop(_ number: Int32) {
  let code = errno
  var byte: UInt8 = 0
  _ = write(ends.writing, &byte, 1)
  endConversations()
  signal(number, SIG_DFL)
  errno = code
}
