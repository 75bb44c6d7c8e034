/// What the user does at the terminal.
public enum TerminalEvent: Equatable, Sendable {
  /// A key that is no text, and what was held down with it.
  case key(Key, KeyModifiers = [])
  /// Something was done with the mouse.
  case mouse(MouseEvent)
  /// Typed text: one character or, when the user types fast, several.
  case text(String)
  /// Pasted text, which may hold newlines and controls.
  case paste(String)
  /// The window has this size now.
  case resize(ScreenSize)

  /// Whether it cancels what is being typed or chosen.
  var isCancel: Bool {
    switch self {
    case .key(.escape, _), .key(.control("c"), _), .key(.control("g"), _): true
    default: false
    }
  }
}

/// A key that is no text.
public enum Key: Hashable, Sendable {
  /// Cursor keys.
  case up, down, left, right
  /// Keys that move far.
  case home, end, pageUp, pageDown
  /// Keys that edit.
  case backspace, delete, enter, tab
  /// Shift and Tab.
  case backTab
  /// Esc alone.
  case escape
  /// Ctrl and a small letter or one of `@ \ ] ^ _`.
  case control(Character)
  /// Alt and an ASCII character; DEL is Alt and Backspace.
  case alt(Character)
}

/// Keys that are held down with another.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public let rawValue: Int

  /// Shift.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Alt, or Meta.
  public static let alt = KeyModifiers(rawValue: 2)
  /// Ctrl.
  public static let control = KeyModifiers(rawValue: 4)

  /// Puts together a set; bits as in what terminals send, less 1.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// Something that was done with the mouse.
public struct MouseEvent: Hashable, Sendable {
  /// What was done.
  public enum Action: Hashable, Sendable {
    /// The left button went down, moved while down, or went up.
    case press, drag, release
    /// The wheel was turned.
    case wheelUp, wheelDown
  }

  /// What was done.
  public var action: Action
  /// The cell, counted from 0.
  public var row: Int
  /// The cell, counted from 0.
  public var column: Int

  /// Puts together an event.
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

  /// Puts together a size; less than one cell becomes one.
  public init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }
}
