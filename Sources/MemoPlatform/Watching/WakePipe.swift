import MemoCore
import MemoVault

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Waits for descriptors, and can be woken for good from any thread.
struct WakePipe: ~Copyable, Sendable {
  /// Why a wait ended.
  enum Outcome {
    case readable
    case woken
    case timeout
  }

  private let pipe: Pipe

  /// Makes the pipe, for the watch of a vault.
  init(for root: HostPath) throws(FileError) {
    do throws(SystemFailure) {
      pipe = try Pipe()
    } catch {
      throw FileError(.list, path: root.bytes, code: error.code)
    }
  }

  /// Ends this wait and all later ones.
  func wake() {
    var byte: UInt8 = 0
    // Nobody reads the byte, so the pipe stays readable; were it full, it would be readable, too.
    _ = write(pipe.writing.number, &byte, 1)
  }

  /// Waits until one of the descriptors can be read, `wake` is called or `deadline` passes.
  func wait(for descriptors: [Int32], until deadline: ContinuousClock.Instant?) throws(SystemFailure) -> Outcome {
    var polled = ([pipe.reading.number] + descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let count = poll(&polled, nfds_t(polled.count), Self.milliseconds(until: deadline))
      if count < 0 && errno != EINTR { throw SystemFailure(code: errno) }
      if count > 0 { return polled[0].revents == 0 ? .readable : .woken }
      if let deadline, deadline <= .now { return .timeout }
    }
  }

  /// What is left, rounded up so that a wait is never over before its time; -1 means for ever.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = (deadline - .now) / .milliseconds(1)
    return Int32(min(max(left.rounded(.up), 0), 1_000_000))
  }
}
