public import MemoCore

/// What to do after an event.
public enum PickerEffect: Equatable, Sendable {
  /// Only paint.
  case none
  /// Pass the memos that match a query to `show`.
  case match(String)
  /// End with a memo.
  case choose(VaultPath)
  /// End without one.
  case cancel
}

/// A list of memos that is filtered by typing.
public struct PickerState: Sendable {
  /// The query.
  public var query: String { input.text }
  /// The memos that match, best first.
  public private(set) var rows: any MemoRows
  /// How many memos there are without a query.
  public let total: Int
  /// The title of a memo without one.
  public let untitled: String
  /// The selected memo's place; 0 if there is none.
  public private(set) var selection = 0
  /// The place of the first visible memo.
  public private(set) var firstVisible = 0
  /// The size of the window.
  public private(set) var size: ScreenSize

  /// The line with the query.
  private(set) var input = LineInput()

  /// Starts with an empty query, which all of `rows` match.
  public init(rows: any MemoRows, untitled: String, size: ScreenSize) {
    self.rows = rows
    total = rows.count
    self.untitled = untitled
    self.size = size
  }

  /// How many memos fit: the query and, in larger windows, the count take a row each.
  public var visibleRows: Int { max(0, size.rows - headerRows) }

  /// Rows above the memos.
  var headerRows: Int { size.rows >= 4 ? 2 : 1 }

  /// Shows other memos, the first one selected.
  public mutating func show(_ rows: any MemoRows) {
    self.rows = rows
    select(0)
  }

  /// Updates the state for an event and returns what to do.
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

  /// Applies a key; `nil` for a key of the query.
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
