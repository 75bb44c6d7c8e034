import CSystem
import MemoTUI

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A terminal whose user is the test.
final class PseudoTerminal {
  /// The device that a program opens.
  let device: String
  private let user: Int32
  // Held open, so that the terminal keeps its modes and its window between programs.
  private let program: Int32

  init(size: ScreenSize) throws {
    self.user = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard user >= 0, let device = Self.unlockedDevice(of: user) else { throw SetUpFailure(code: errno) }
    self.device = device
    self.program = open(device, O_RDWR | O_NOCTTY | O_CLOEXEC)
    resize(to: size)
  }

  deinit {
    close(user)
    close(program)
  }

  /// Whether what is typed waits for a newline, as in a shell.
  var isCooked: Bool {
    var modes = termios()
    tcgetattr(program, &modes)
    return modes.c_lflag & tcflag_t(ICANON) != 0 && modes.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Gives the window a size; no signal is sent, for the test is not in its session.
  func resize(to size: ScreenSize) {
    var window = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(user, UInt(TIOCSWINSZ), &window)
  }

  /// Types keys.
  func type(_ text: String) {
    _ = write(user, text, text.utf8.count)
  }

  /// Waits until the program has written something that ends so, and returns all of it.
  func output(until end: String) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while !String(decoding: bytes, as: UTF8.self).hasSuffix(end) {
      let count = read(user, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unlockedDevice(of user: Int32) -> String? {
    #if canImport(Darwin)
      guard grantpt(user) == 0, unlockpt(user) == 0, let name = ptsname(user) else { return nil }
      return String(cString: name)
    #else
      // TIOCSPTLCK and TIOCGPTN, which the Glibc module does not show, like the functions that wrap them.
      var (number, lock): (UInt32, Int32) = (0, 0)
      guard ioctl(user, 0x4004_5431, &lock) == 0, ioctl(user, 0x8004_5430, &number) == 0 else { return nil }
      return "/dev/pts/\(number)"
    #endif
  }
}
