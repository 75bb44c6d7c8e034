import MemoStore
import MemoTUI

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A terminal in raw mode on its alternate screen, without line wrapping and with bracketed paste.
final class SystemScreen: Screen {
  private static let enterSequence = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h"
  private static let mouseSequence = "\u{1B}[?1002h\u{1B}[?1006h"

  let wakeUp: @Sendable () -> Void

  private let terminal: OwnedDescriptor
  private let reports: ScreenReports
  private let sizeOf: (Int32) -> ScreenSize
  private let use: ScreenUse
  private let modes: termios
  /// What is said before a signal ends the process.
  private(set) var lastWords = ""

  /// Takes over the terminal at `device`; `leave` gives it back.
  init(device: String, use: ScreenUse, size: @escaping (Int32) -> ScreenSize) throws(TerminalError) {
    do throws(SystemFailure) {
      let terminal = OwnedDescriptor(try retrying { open(device, O_RDWR | O_NOCTTY | O_CLOEXEC) })
      let reports = try ScreenReports()
      wakeUp = { reports.wakeUp() }
      var modes = termios()
      try retrying { tcgetattr(terminal.number, &modes) }
      self.terminal = terminal
      (self.reports, self.use, self.modes, sizeOf) = (reports, use, modes, size)
      try enter()
    } catch {
      throw TerminalError(errno: error.code)
    }
  }

  var size: ScreenSize { sizeOf(terminal.number) }

  /// Gives the terminal back; what was typed and not read goes, so that the rest of a paste is not run by the shell.
  /// Returns the signal that asked the process to end in the meantime; 0 for none.
  func leave() -> Int32 {
    _ = tcflush(terminal.number, TCIFLUSH)
    let held = TerminalRescue.heldSignal
    TerminalRescue.finish()
    return held
  }

  func lend<Result>(_ body: () throws -> Result) throws -> Result {
    TerminalRescue.finish()
    let result = Swift.Result { try body() }
    do throws(SystemFailure) {
      try enter()
    } catch {
      throw TerminalError(errno: error.code)
    }
    return try result.get()
  }

  func suspend() throws {
    try lend { _ = raise(SIGTSTP) }
  }

  func sayBeforeSignal(_ text: String) {
    lastWords = text
  }

  func next(within milliseconds: Int?) throws -> ScreenInput {
    while true {
      var waits = [terminal.number, reports.reading].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = poll(&waits, nfds_t(waits.count), milliseconds.map { Int32(clamping: $0) } ?? -1)
      if count < 0 && errno != EINTR { throw TerminalError(errno: errno) }
      if count == 0 { return .nothing }
      if count > 0, let input = try waits[1].revents != 0 ? readReports() : readBytes() { return input }
    }
  }

  func write(_ text: String) throws(TerminalError) {
    do throws(SystemFailure) {
      try writeAll(Array(text.utf8), to: terminal.number)
    } catch {
      throw TerminalError(errno: error.code)
    }
  }

  private func enter() throws(SystemFailure) {
    var raw = modes
    cfmakeraw(&raw)
    TerminalRescue.prepare(
      terminal: terminal.number, modes: modes, wakeUp: reports.writing, holdsRequests: use == .everything)
    // From here on a failure leaves no handlers behind either.
    do throws(SystemFailure) {
      try retrying { tcsetattr(terminal.number, TCSADRAIN, &raw) }
      try writeAll(Array(enterText.utf8), to: terminal.number)
    } catch {
      TerminalRescue.finish()
      throw error
    }
  }

  private var enterText: String { Self.enterSequence + (use == .everything ? Self.mouseSequence : "") }

  // What signal handlers and other threads reported; the gravest first.
  private func readReports() throws(TerminalError) -> ScreenInput? {
    let reports = reports.takeAll()
    if reports.contains(.ending) { return .end }
    if reports.contains(.suspend) { return .suspend }
    if reports.contains(.resume) { return try resume() }
    return reports.contains(.resize) ? .resize(size) : .nothing
  }

  /// Someone stopped the process without asking and let it go on: the shell has had the terminal in the meantime.
  private func resume() throws(TerminalError) -> ScreenInput {
    var raw = modes
    cfmakeraw(&raw)
    _ = tcsetattr(terminal.number, TCSADRAIN, &raw)
    try write(enterText)
    return .resize(size)
  }

  private func readBytes() throws(TerminalError) -> ScreenInput? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(terminal.number, &bytes, bytes.count)
    if count > 0 { return .bytes(Array(bytes[..<count])) }
    // EIO: the window was closed.
    if count == 0 || errno == EIO { return .end }
    if errno == EINTR || errno == EAGAIN { return nil }
    throw TerminalError(errno: errno)
  }
}

extension TerminalError {
  /// A terminal that ended a system call with an error number.
  package init(errno code: Int32) {
    self.init(SystemReason(errno: code))
  }
}

/// What signal handlers and other threads report to the thread that reads keys: bytes in a pipe, which it polls.
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

  /// Reports that there is something to do; a full pipe already does.
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
