import CSystem
public import MemoTUI

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal that this process was started from, whatever its standard streams are connected to.
public struct SystemTerminal: ScreenTerminal {
  private let columns: Int?
  private let rows: Int?
  private let device: String?

  // Each frame is made of cells: a window of 65,535 by 65,535, which a terminal may claim to be, would not fit in memory.
  private static let mostColumns = 2_000
  private static let mostRows = 1_000

  /// Takes the user's `COLUMNS` and `LINES`, which count more than the window where they are positive numbers.
  public init(columns: String?, rows: String?) {
    self.init(columns: columns, rows: rows, device: nil)
  }

  /// The same on another device than the process's own terminal.
  init(columns: String?, rows: String?, device: String?) {
    self.columns = columns.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    self.rows = rows.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    self.device = device
  }

  /// Whether a descriptor is connected to a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The size of the window behind a descriptor; 80 columns and 24 rows where there is none that knows.
  public func size(of descriptor: Int32) -> ScreenSize {
    var (windowColumns, windowRows): (UInt16, UInt16) = (0, 0)
    // A terminal whose size was never set reports 0.
    let isKnown =
      csystem_terminal_size(descriptor, &windowColumns, &windowRows) == 0 && windowColumns > 0 && windowRows > 0
    return ScreenSize(
      columns: min(columns ?? (isKnown ? Int(windowColumns) : 80), Self.mostColumns),
      rows: min(rows ?? (isKnown ? Int(windowRows) : 24), Self.mostRows))
  }

  /// Takes over the terminal while `body` runs; throws `TerminalError` where the process has none.
  ///
  /// A signal that asked the process to end in the meantime ends it then.
  public func withScreen<Result>(_ use: ScreenUse, _ body: (any Screen) throws -> Result) throws -> Result {
    let screen = try SystemScreen(device: device ?? Self.ownDevice(), use: use, size: size)
    let result = Swift.Result { try body(screen) }
    let held = screen.leave()
    if held != 0 { raise(held) }
    return try result.get()
  }

  private static func ownDevice() -> String {
    #if canImport(Darwin)
      // There poll knows nothing of /dev/tty, but of the device behind it.
      for descriptor in [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO] {
        if let name = ttyname(descriptor) { return String(cString: name) }
      }
    #endif
    return "/dev/tty"
  }
}
