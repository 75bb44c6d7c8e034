public import MemoCore

/// A memo that can be chosen in a picker.
public struct PickerCandidate: Equatable, Sendable {
  /// Which memo it is.
  public let path: VaultPath
  /// Its title as it is shown, also where it has none.
  public let title: String
  /// Its date as it is shown.
  public let date: String
  /// The start of its body.
  public let preview: String

  /// Puts together a candidate.
  public init(path: VaultPath, title: String, date: String, preview: String) {
    self.path = path
    self.title = title
    self.date = date
    self.preview = preview
  }
}

/// What a picker wants after an event.
public enum PickerEffect: Equatable, Sendable {
  /// Nothing but to be shown again.
  case none
  /// Candidates for another query, to be given to `show`.
  case match(String)
  /// The end: this one is chosen.
  case choose(PickerCandidate)
  /// The end: none is chosen.
  case cancel
}

/// A list of memos narrowed down by typing: what was typed, what matches, and which one is selected.
public struct PickerState: Equatable, Sendable {
  /// What was typed.
  public var query: String { input.text }
  /// What matches, best first.
  public private(set) var candidates: [PickerCandidate]
  /// How many there are without a query.
  public let total: Int
  /// The selected candidate's place; 0 if there is none.
  public private(set) var selection = 0
  /// The place of the first candidate on the screen.
  public private(set) var firstVisible = 0
  /// The size of the window.
  public private(set) var size: ScreenSize

  /// The line that it was typed in.
  private(set) var input = LineInput()

  /// Starts with an empty query, which all of `candidates` match.
  public init(candidates: [PickerCandidate], size: ScreenSize) {
    self.candidates = candidates
    self.total = candidates.count
    self.size = size
  }

  /// How many candidates the screen has room for: the query and, where there is room, the count take a row each.
  public var visibleRows: Int { max(0, size.rows - headerRows) }

  /// How many rows stand above the candidates.
  var headerRows: Int { size.rows >= 4 ? 2 : 1 }

  /// Shows what matches the query, the best one selected.
  public mutating func show(_ candidates: [PickerCandidate]) {
    self.candidates = candidates
    select(0)
  }

  /// Takes in what the user did and tells what is to be done.
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
    case .enter: return candidates.isEmpty ? PickerEffect.none : .choose(candidates[selection])
    case .escape, .control("c"), .control("d"): return .cancel
    case .up, .control("p"): select(selection - 1)
    case .down, .control("n"): select(selection + 1)
    case .pageUp: select(selection - max(1, visibleRows))
    case .pageDown: select(selection + max(1, visibleRows))
    case .home: select(0)
    case .end: select(candidates.count - 1)
    default: return nil
    }
    return PickerEffect.none
  }

  private mutating func edit(_ event: TerminalEvent) -> PickerEffect {
    input.update(event) ? .match(query) : .none
  }

  private mutating func select(_ place: Int) {
    selection = max(0, min(place, candidates.count - 1))
    let lastStart = max(0, candidates.count - visibleRows)
    firstVisible = min(max(firstVisible, selection - max(1, visibleRows) + 1), selection, lastStart)
  }
}
