/// Something that the user does at the terminal.
public enum TerminalEvent: Equatable, Sendable {
  /// A key without text, and the modifiers.
  case key(Key, KeyModifiers = [])
  /// A mouse event.
  case mouse(MouseEvent)
  /// Typed text: one character or, if the user types fast, several.
  case text(String)
  /// Pasted text, which may contain newlines and controls.
  case paste(String)
  /// The new size of the window.
  case resize(ScreenSize)

  /// Whether it cancels a prompt or a choice.
  var isCancel: Bool {
    switch self {
    case .key(.escape, _), .key(.control("c"), _), .key(.control("g"), _): true
    default: false
    }
  }
}

/// A key without text.
public enum Key: Hashable, Sendable {
  /// Cursor keys.
  case up, down, left, right
  /// Keys for longer moves.
  case home, end, pageUp, pageDown
  /// Keys that edit.
  case backspace, delete, enter, tab
  /// Shift and Tab.
  case backTab
  /// Ins, which has no meaning here.
  case insert
  /// F1 to F12, which have none either.
  case function(Int)
  /// Esc alone.
  case escape
  /// Ctrl and a small letter or one of `@ \ ] ^ _`.
  case control(Character)
  /// Alt and an ASCII character; DEL is Alt and Backspace, CR is Alt and Enter.
  case alt(Character)
}

/// Keys that are held down with another one.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Shift.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Alt, or Meta.
  public static let alt = KeyModifiers(rawValue: 2)
  /// Ctrl.
  public static let control = KeyModifiers(rawValue: 4)

  /// Modifiers by their bits: as terminals send them, less 1.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// An event of the mouse.
public struct MouseEvent: Hashable, Sendable {
  /// Kinds of mouse events.
  public enum Action: Hashable, Sendable {
    /// The left button was pressed, moved while pressed, or released.
    case press, drag, release
    /// The wheel.
    case wheelUp, wheelDown
  }

  /// Its kind.
  public var action: Action
  /// The row, from 0.
  public var row: Int
  /// The column, from 0.
  public var column: Int
  /// Of a press: how many followed one another on this cell.
  public var clicks = 1

  /// An event in a cell.
  public init(_ action: Action, row: Int, column: Int) {
    self.action = action
    self.row = row
    self.column = column
  }
}

/// The size of a window in cells.
public struct ScreenSize: Hashable, Sendable {
  /// Cells in a row.
  public var columns: Int
  /// Rows.
  public var rows: Int
  /// The size of a cell; `nil` where the system does not know how large the window is.
  public var cell: CellSize?

  /// A size; less than one cell becomes one.
  public init(columns: Int, rows: Int, cell: CellSize? = nil) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    self.cell = cell
  }
}
