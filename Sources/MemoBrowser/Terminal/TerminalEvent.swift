/// What the user does at the terminal.
public enum TerminalEvent: Equatable, Sendable {
  /// A key that is no text.
  case key(Key)
  /// Typed text: one character or, when the user types fast, several.
  case text(String)
  /// Pasted text, which may hold newlines and controls.
  case paste(String)
  /// The window has this size now.
  case resize(ScreenSize)
}

/// A key that is no text.
public enum Key: Hashable, Sendable {
  /// Cursor keys; with Shift, Alt or Ctrl they are the same keys.
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
