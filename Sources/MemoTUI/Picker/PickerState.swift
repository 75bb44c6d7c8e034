public import MemoCore

/// What a picker wants after an event.
public enum PickerEffect: Equatable, Sendable {
  /// Nothing but to be shown again.
  case none
  /// Memos for another query, to be given to `show`.
  case match(String)
  /// The end: this one is chosen.
  case choose(VaultPath)
  /// The end: none is chosen.
  case cancel
}

/// A list of memos narrowed down by typing: what was typed, what matches, and which one is selected.
public struct PickerState: Sendable {
  /// What was typed.
  public var query: String { input.text }
  /// What matches, best first.
  public private(set) var rows: any MemoRows
  /// How many there are without a query.
  public let total: Int
  /// What is shown for a memo without a title.
  public let untitled: String
  /// The selected memo's place; 0 if there is none.
  public private(set) var selection = 0
  /// The place of the first memo on the screen.
  public private(set) var firstVisible = 0
  /// The size of the window.
  public private(set) var size: ScreenSize

  /// The line that it was typed in.
  private(set) var input = LineInput()

  /// Starts with an empty query, which all of `rows` match.
  public init(rows: any MemoRows, untitled: String, size: ScreenSize) {
    self.rows = rows
    total = rows.count
    self.untitled = untitled
    self.size = size
  }

  /// How many memos the screen has room for: the query and, where there is room, the count take a row each.
  public var visibleRows: Int { max(0, size.rows - headerRows) }

  /// How many rows stand above the memos.
  var headerRows: Int { size.rows >= 4 ? 2 : 1 }

  /// Shows what matches the query, the best one selected.
  public mutating func show(_ rows: any MemoRows) {
    self.rows = rows
    select(0)
  }

  /// Takes in what the user did and reports what is to be done.
  public mutating func update(_ event: TerminalEvent) -> PickerEffect {
    switch event {
    case .text, .paste: return edit(event)
    case .key(let key, _): return update(key) ?? edit(event)
    case .mouse: return .none
    case .resize(let size):
      self.size = size
      select(selection)
      return .none
    }
  }

  /// `nil` for a key that is about the query.
  private mutating func update(_ key: Key) -> PickerEffect? {
    switch key {
    case .enter: return rows.count == 0 ? PickerEffect.none : .choose(rows.path(ofRow: selection))
    case .escape, .control("c"), .control("d"): return .cancel
    case .up, .control("p"): select(selection - 1)
    case .down, .control("n"): select(selection + 1)
    case .pageUp: select(selection - max(1, visibleRows))
    case .pageDown: select(selection + max(1, visibleRows))
    case .home: select(0)
    case .end: select(rows.count - 1)
    default: return nil
    }
    return PickerEffect.none
  }

  private mutating func edit(_ event: TerminalEvent) -> PickerEffect {
    input.update(event) ? .match(query) : .none
  }

  private mutating func select(_ place: Int) {
    selection = max(0, min(place, rows.count - 1))
    let lastStart = max(0, rows.count - visibleRows)
    firstVisible = min(max(firstVisible, selection - max(1, visibleRows) + 1), selection, lastStart)
  }
}
