import CSystem
public import MemoTUI

#if canImport(Darwin)
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

  /// The size of the window behind a descriptor; 80 columns and 24 rows where there is none that knows.
  public func size(of descriptor: Int32) -> ScreenSize {
    var window = csystem_window()
    // A terminal whose size was never set reports 0, as do most of their width and height.
    guard csystem_terminal_size(descriptor, &window) == 0, window.columns > 0, window.rows > 0 else {
      return limited(columns: 80, rows: 24)
    }
    return limited(
      columns: Int(window.columns), rows: Int(window.rows),
      cell: CellSize(reported: Int(window.width / window.columns), Int(window.height / window.rows)))
  }

  /// What the environment says comes first.
  private func limited(columns windowColumns: Int, rows windowRows: Int, cell: CellSize? = nil) -> ScreenSize {
    ScreenSize(
      columns: min(columns ?? windowColumns, Self.mostColumns), rows: min(rows ?? windowRows, Self.mostRows),
      cell: cell)
  }

  /// Takes over the terminal while `body` runs; throws `TerminalError` where the process has none.
  ///
  /// A signal that asked the process to end in the meantime ends it then.
  public func withScreen<Result>(_ use: ScreenUse, _ body: (any Screen) throws -> Result) throws -> Result {
    let screen = try SystemScreen(device: device ?? Self.ownDevice(), use: use, size: size)
    let result = Swift.Result { try body(screen) }
    let held = screen.leave()
    if held != 0 {
      if !screen.lastWords.isEmpty { SystemConsole().writeError(Array(screen.lastWords.utf8)) }
      ProcessCleanup.end(by: held)
    }
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
