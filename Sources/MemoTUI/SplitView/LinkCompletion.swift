public import MemoCore
import MemoStore

/// A link, tag or day that is being typed, and what it may become.
public struct LinkCompletion: Equatable, Sendable {
  /// A memo to link to, a tag, or a day.
  public struct Choice: Equatable, Sendable {
    /// The title, as the list shows it.
    public let title: String
    /// Shown at the right: how often a tag is used, a date.
    var note = ""
    /// The text of the link, tag or date.
    public let target: String
    /// The path of the memo; the root for a tag or day.
    let path: VaultPath

    /// A tag or day.
    init(_ title: String, note: String, target: String) {
      (self.title, self.note, self.target, path) = (title, note, target, .root)
    }

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

  /// Where its text starts: behind `[[` or `#`, at `@`.
  let start: LinePosition
  /// What is typed so far.
  private(set) var query: TypedQuery
  /// What is offered; empty until it is found.
  private(set) var choices: [Choice] = []
  /// The selected one's place among them.
  private(set) var selection = 0
  /// Whether the user has dismissed the list.
  var isDismissed = false

  init(start: LinePosition, query: TypedQuery) {
    (self.start, self.query) = (start, query)
  }

  /// Whether the list is visible.
  var isShown: Bool { !isDismissed && !choices.isEmpty }

  /// Whether the tag that is typed is whole, so that Enter breaks the line.
  var isWhole: Bool {
    guard query.kind == .tag, selection == 0 else { return false }
    return query.text.isEmpty || choices.contains { $0.target.utf8.elementsEqual(query.text.utf8) }
  }

  /// The selected choice.
  var chosen: Choice? { choices.indices.contains(selection) ? choices[selection] : nil }

  /// Sets the typed text; returns whether it changed.
  mutating func type(_ query: TypedQuery) -> Bool {
    defer { self.query = query }
    return query != self.query
  }

  /// Takes the choices for a text, unless another one was typed since.
  mutating func take(_ choices: [Choice], for query: TypedQuery) {
    guard query == self.query else { return }
    (self.choices, selection) = (choices, 0)
  }

  /// Moves the selection, around the ends.
  mutating func move(by count: Int) {
    selection = (selection + count + choices.count) % choices.count
  }
}

extension LinkCompletion {
  private static let widest = 40

  /// Draws the choices in a box next to the cursor.
  func render(_ layout: BrowserLayout, on grid: inout CellGrid) {
    guard let cursor = grid.cursor, let area = layout.memo else { return }
    let rows = choices.map { choice -> (title: String, note: String) in
      let note = choice.note.isEmpty ? "" : " " + BrowserView.cut(choice.note, to: Self.widest / 2)
      return (BrowserView.cut(choice.title, to: Self.widest - DisplayWidth.columns(of: note)), note)
    }
    let widest = rows.map { DisplayWidth.columns(of: $0.title) + DisplayWidth.columns(of: $0.note) }.max() ?? 0
    let inside = max(1, min(widest, area.columns - 4))
    // Below the line that is typed; above it if there are too few rows.
    let rowsBelow = layout.status - cursor.row - 1
    let isBelow = rowsBelow >= min(rows.count + 2, cursor.row)
    let shown = min(rows.count, (isBelow ? rowsBelow : cursor.row) - 2)
    guard shown > 0 else { return }
    let first = min(max(0, selection - shown + 1), max(0, rows.count - shown))
    let row = isBelow ? cursor.row + 1 : cursor.row - shown - 2
    let column = max(area.column, min(cursor.column, area.column + area.columns - inside - 4))
    let line = String(repeating: "─", count: inside + 2)
    grid.put("┌\(line)┐", row: row, column: column)
    for (place, choice) in rows.enumerated().dropFirst(first).prefix(shown) {
      let room = max(0, inside - DisplayWidth.columns(of: choice.note))
      let title = DisplayWidth.padded(BrowserView.cut(choice.title, to: room), to: room)
      let isChosen = place == selection
      let style = CellStyle(isBold: isChosen, isReversed: isChosen)
      grid.put("│", row: row + 1 + place - first, column: column)
      let end = grid.put(
        "\(isChosen ? ">" : " ")\(title)\(choice.note) ", row: row + 1 + place - first, column: column + 1, style: style
      )
      grid.put("│", row: row + 1 + place - first, column: end)
    }
    grid.put("└\(line)┘", row: row + 1 + shown, column: column)
  }
}
