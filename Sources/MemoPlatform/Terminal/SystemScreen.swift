import MemoBrowser

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A terminal in raw mode on its alternate screen, without line wrapping and with bracketed paste.
final class SystemScreen: Screen {
  private static let enterSequence = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h"

  private let terminal: OwnedDescriptor
  private let wakeUp: Pipe
  private let sizeOf: (Int32) -> ScreenSize

  /// Takes over the terminal at `device`; `leave` gives it back.
  init(device: String, size: @escaping (Int32) -> ScreenSize) throws(TerminalError) {
    do throws(SystemFailure) {
      let terminal = OwnedDescriptor(try retrying { open(device, O_RDWR | O_NOCTTY | O_CLOEXEC) })
      let wakeUp = try Pipe()
      let number = terminal.number
      var modes = termios()
      try retrying { tcgetattr(number, &modes) }
      // A signal handler must never wait for somebody to empty the pipe.
      for end in [wakeUp.reading.number, wakeUp.writing.number] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
      TerminalRescue.prepare(terminal: number, modes: modes, wakeUp: wakeUp.writing.number)
      cfmakeraw(&modes)
      // From here on a failure leaves no handlers behind either.
      do throws(SystemFailure) {
        try retrying { tcsetattr(number, TCSADRAIN, &modes) }
        try writeAll(Array(Self.enterSequence.utf8), to: number)
      } catch {
        TerminalRescue.finish()
        throw error
      }
      self.terminal = terminal
      self.wakeUp = wakeUp
      self.sizeOf = size
    } catch {
      throw TerminalError(code: error.code)
    }
  }

  var size: ScreenSize { sizeOf(terminal.number) }

  /// Gives the terminal back; what was typed and not read goes, so that the rest of a paste is not run by the shell.
  func leave() {
    _ = tcflush(terminal.number, TCIFLUSH)
    TerminalRescue.finish()
  }

  func next(within milliseconds: Int?) throws -> ScreenInput {
    while true {
      var waits = [terminal.number, wakeUp.reading.number].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = poll(&waits, nfds_t(waits.count), milliseconds.map { Int32(clamping: $0) } ?? -1)
      if count < 0 && errno != EINTR { throw TerminalError(code: errno) }
      if count == 0 { return .nothing }
      if count > 0, let input = try waits[1].revents != 0 ? wokenUp() : readBytes() { return input }
    }
  }

  func write(_ text: String) throws {
    do throws(SystemFailure) {
      try writeAll(Array(text.utf8), to: terminal.number)
    } catch {
      throw TerminalError(code: error.code)
    }
  }

  // What a signal handler reported: another size, or that it gave the terminal back.
  private func wokenUp() -> ScreenInput {
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = read(wakeUp.reading.number, &bytes, bytes.count)
    return TerminalRescue.isGivenBack ? .end : .resize(size)
  }

  private func readBytes() throws(TerminalError) -> ScreenInput? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(terminal.number, &bytes, bytes.count)
    if count > 0 { return .bytes(Array(bytes[..<count])) }
    // EIO: the window was closed.
    if count == 0 || errno == EIO { return .end }
    if errno == EINTR || errno == EAGAIN { return nil }
    throw TerminalError(code: errno)
  }
}
