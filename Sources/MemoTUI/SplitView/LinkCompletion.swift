public import MemoCore
import MemoStore

/// A link that is being typed, with the memos that it may mean.
public struct LinkCompletion: Equatable, Sendable {
  /// A memo to link to.
  public struct Choice: Equatable, Sendable {
    /// Its title as it is shown.
    public let title: String
    /// What is in the link.
    public let target: String
    /// Where the memo is.
    let path: VaultPath

    /// A memo that is linked by its title, or by its path where no link can write that; `nil` where it can write neither.
    public init?(title: String, path: VaultPath) {
      let name = Self.name(of: path)
      guard let target = [title, name].first(where: MemoLink.canWrite) else { return nil }
      self.init(title: title.isEmpty ? name : title, target: target, path: path)
    }

    /// The memo linked by its path, which is shown, too: its title leads elsewhere, or nobody knows to which of several.
    func byPath() -> Choice {
      let name = Self.name(of: path)
      return MemoLink.canWrite(name) ? Choice(title: "\(title) (\(name))", target: name, path: path) : self
    }

    private init(title: String, target: String, path: VaultPath) {
      (self.title, self.target, self.path) = (title, target, path)
    }

    /// The path without its ending, as links write it.
    private static func name(of path: VaultPath) -> String {
      path.parent.appending(MemoFileRules.stem(of: path)).text
    }
  }

  /// How many memos are offered.
  static let limit = 8

  /// Where its text begins: behind `[[`.
  let start: LinePosition
  /// What is typed so far.
  private(set) var typed: String
  /// The memos; none until they are found.
  private(set) var choices: [Choice] = []
  /// The chosen one's place among them.
  private(set) var selection = 0
  /// Whether the user wants no help with this link.
  var isDismissed = false

  init(start: LinePosition, typed: String) {
    (self.start, self.typed) = (start, typed)
  }

  /// Whether there is something to choose.
  var isShown: Bool { !isDismissed && !choices.isEmpty }

  /// The choice that Enter takes.
  var chosen: Choice? { choices.indices.contains(selection) ? choices[selection] : nil }

  /// Goes on to what is typed now; returns whether that is something else.
  mutating func type(_ text: String) -> Bool {
    defer { typed = text }
    return text != typed
  }

  /// Takes in the memos for what was typed.
  mutating func take(_ choices: [Choice], for typed: String) {
    guard typed == self.typed else { return }
    (self.choices, selection) = (choices, 0)
  }

  /// Selects the next one or one before, round and round.
  mutating func move(by count: Int) {
    selection = (selection + count + choices.count) % choices.count
  }
}

extension LinkCompletion {
  private static let widest = 40

  /// Draws the choices next to the cursor.
  func render(_ layout: BrowserLayout, on grid: inout CellGrid) {
    guard let cursor = grid.cursor, let area = layout.memo else { return }
    let titles = choices.map { BrowserView.cut($0.title, to: Self.widest) }
    let inside = min(titles.map { DisplayWidth.columns(of: $0) }.max() ?? 0, max(1, area.columns - 2))
    // Below the line that is typed, else above it.
    let rowsBelow = layout.status - cursor.row - 1
    let isBelow = rowsBelow >= min(titles.count, cursor.row)
    let shown = min(titles.count, isBelow ? rowsBelow : cursor.row)
    let first = min(max(0, selection - shown + 1), max(0, titles.count - shown))
    let row = isBelow ? cursor.row + 1 : cursor.row - shown
    let column = max(area.column, min(cursor.column, area.column + area.columns - inside - 2))
    for (place, title) in titles.enumerated().dropFirst(first).prefix(shown) {
      let text = " " + DisplayWidth.padded(BrowserView.cut(title, to: inside), to: inside) + " "
      let style = CellStyle(isBold: place == selection, isReversed: true)
      let mark = place == selection ? ">" : " "
      grid.put(mark + text.dropFirst(), row: row + place - first, column: column, style: style)
    }
  }
}
