public import MemoCore
import MemoStore

/// A link that is being typed, and the memos that it may name.
public struct LinkCompletion: Equatable, Sendable {
  /// A memo to link to.
  public struct Choice: Equatable, Sendable {
    /// The title, as the list shows it.
    public let title: String
    /// The text of the link.
    public let target: String
    /// The path of the memo.
    let path: VaultPath

    /// A memo, linked by its title, or by its path if no link can contain the title; `nil` if it can contain neither.
    public init?(title: String, path: VaultPath) {
      let name = Self.name(of: path)
      guard let target = [title, name].first(where: MemoLink.canWrite) else { return nil }
      self.init(title: title.isEmpty ? name : title, target: target, path: path)
    }

    /// The memo linked by its path, which is shown, too: the title resolves to another memo, or to several.
    func byPath() -> Choice {
      let name = Self.name(of: path)
      return MemoLink.canWrite(name) ? Choice(title: "\(title) (\(name))", target: name, path: path) : self
    }

    private init(title: String, target: String, path: VaultPath) {
      (self.title, self.target, self.path) = (title, target, path)
    }

    /// The path without its extension, as links write it.
    private static func name(of path: VaultPath) -> String {
      path.parent.appending(MemoFileRules.stem(of: path)).text
    }
  }

  /// How many memos are offered.
  static let limit = 8

  /// Where its text starts: behind `[[`.
  let start: LinePosition
  /// The text typed so far.
  private(set) var typed: String
  /// The memos; empty until they are found.
  private(set) var choices: [Choice] = []
  /// The selected one's place among them.
  private(set) var selection = 0
  /// Whether the user has dismissed the list.
  var isDismissed = false

  init(start: LinePosition, typed: String) {
    (self.start, self.typed) = (start, typed)
  }

  /// Whether the list is visible.
  var isShown: Bool { !isDismissed && !choices.isEmpty }

  /// The selected memo.
  var chosen: Choice? { choices.indices.contains(selection) ? choices[selection] : nil }

  /// Sets the typed text; returns whether it changed.
  mutating func type(_ text: String) -> Bool {
    defer { typed = text }
    return text != typed
  }

  /// Takes the memos for a text, unless another one was typed since.
  mutating func take(_ choices: [Choice], for typed: String) {
    guard typed == self.typed else { return }
    (self.choices, selection) = (choices, 0)
  }

  /// Moves the selection, around the ends.
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
    // Below the line that is typed; above it if there are too few rows.
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
