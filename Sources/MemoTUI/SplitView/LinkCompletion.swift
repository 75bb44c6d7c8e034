public import MemoCore
import MemoStore

/// A link, tag or day that is being typed, and what it may become.
public struct LinkCompletion: Equatable, Sendable {
  /// A memo to link to, a heading of one, a tag, or a day.
  public struct Choice: Equatable, Sendable {
    /// The title, as the list shows it.
    public let title: String
    /// Shown at the right: how often a tag is used, a date.
    var note = ""
    /// The text of the link, of what is behind its `#`, of the tag or date.
    public let target: String
    /// The alias by which the memo was found, or its title, where that is no target of a link.
    private var shown: String?
    /// The whole link, where it is a Markdown link.
    private(set) var link: String?
    /// The path of the memo; the root for what is none.
    let path: VaultPath

    /// The label of a wiki link, which has none where its target says the same.
    var label: String? { shown.flatMap { $0.utf8.elementsEqual(target.utf8) ? nil : $0 } }

    /// A heading, tag or day.
    init(_ title: String, note: String, target: String) {
      (self.title, self.note, self.target, path) = (title, note, target, .root)
    }

    /// A memo, linked by its title, or by its path if no link can contain the title; `nil` if it can contain neither.
    ///
    /// - Parameter style: that of the vault, where other programs may know memos by the names of their files alone.
    public init?(title: String, path: VaultPath, _ style: LinkStyle = .memo) {
      let name = Self.name(of: path)
      let first = style.namesTitles ? title : String(decoding: MemoFileRules.stem(of: path), as: UTF8.self)
      guard let target = [first, name].first(where: MemoLink.canWrite) else { return nil }
      self.init(title: title.isEmpty ? name : title, target: target, path: path)
      if !style.namesTitles, LinkStyle.canLabel(title) { shown = title }
    }

    /// The memo linked by its path, which is shown, too: the title resolves to another memo, or to several.
    ///
    /// - Parameter withEnding: for a memo such as `paper.pdf.md`, without whose ending the file beside it is named.
    func byPath(withEnding: Bool = false) -> Choice {
      let name = withEnding ? path.text : Self.name(of: path)
      guard MemoLink.canWrite(name) else { return self }
      var choice = Choice(title: "\(title) (\(name))", target: name, path: path)
      choice.shown = shown
      return choice
    }

    /// The memo under the alias that is typed, beside its title: linked by the alias, or with it as the label.
    func called(_ alias: String, isTarget: Bool) -> Choice {
      var choice = Choice(title: alias, target: isTarget ? alias : target, path: path)
      choice.note = title
      if !isTarget { choice.shown = alias }
      return choice
    }

    /// The memo linked by a path of Markdown, with the label that it has, else its title.
    func linked(by target: String, titled title: String) -> Choice {
      var choice = self
      let link = LinkStyle.link(.markdown, to: Array(target.utf8), showing: shown ?? title)
      choice.link = String(decoding: link, as: UTF8.self)
      return choice
    }

    private init(title: String, target: String, path: VaultPath) {
      (self.title, self.target, self.path) = (title, target, path)
    }

    /// Whether it begins with what is typed, in capitals or not.
    fileprivate func begins(with typed: String) -> Bool {
      [title, target].contains { $0.lowercased().utf8.starts(with: typed.lowercased().utf8) }
    }

    /// The path without its extension, as links write it.
    private static func name(of path: VaultPath) -> String {
      path.parent.appending(MemoFileRules.stem(of: path)).text
    }
  }

  /// How many memos are offered.
  static let limit = 8

  /// Where what is completed starts: behind `[[` or `#`, at `@`.
  let start: LinePosition
  /// What is typed so far.
  private(set) var query: TypedQuery
  /// What is offered; until it is found, what was offered before and begins with what is typed now.
  private(set) var choices: [Choice] = []
  /// The text that the choices were found for.
  private var answered: TypedQuery?
  /// The selected one's place among them.
  private(set) var selection = 0
  /// Whether the user has dismissed the list.
  var isDismissed = false

  init(start: LinePosition, query: TypedQuery) {
    (self.start, self.query) = (start, query)
  }

  /// Whether the list is visible.
  var isShown: Bool { !isDismissed && !choices.isEmpty }

  /// Whether the choices were found for just what is typed.
  var isAnswered: Bool { answered == query }

  /// Whether keys and clicks go to the list: it is visible, and was found for just what is typed.
  var isReady: Bool { isShown && isAnswered }

  /// Whether the tag that is typed is whole, so that Enter breaks the line.
  var isWhole: Bool {
    guard query.kind == .tag, selection == 0 else { return false }
    return query.text.isEmpty || choices.contains { $0.target.utf8.elementsEqual(query.text.utf8) }
  }

  /// Whether the day that is typed is a date already, so that Enter takes it and breaks the line.
  var isWholeDay: Bool {
    query.kind == .date && chosen.map { $0.target.utf8.elementsEqual(query.text.utf8) } ?? false
  }

  /// The selected choice; `nil` if the list is not ready.
  var chosen: Choice? { isReady && choices.indices.contains(selection) ? choices[selection] : nil }

  /// Whether this is the text that is typed at this place.
  func completes(_ query: TypedQuery, from start: LinePosition) -> Bool {
    start == self.start && query.text.utf8.elementsEqual(self.query.text.utf8)
  }

  /// Sets the typed text; returns whether it changed.
  mutating func type(_ query: TypedQuery) -> Bool {
    guard query != self.query else { return false }
    (self.query, choices, selection) = (query, choices.filter { $0.begins(with: query.text) }, 0)
    return true
  }

  /// Takes the choices for a text, unless another one was typed since. The memo that is written comes last.
  mutating func take(_ choices: [Choice], for query: TypedQuery, in memo: VaultPath?) {
    guard query == self.query else { return }
    (self.choices, selection) = (choices.filter { $0.path != memo } + choices.filter { $0.path == memo }, 0)
    answered = query
  }

  /// Selects a choice.
  mutating func select(_ place: Int) {
    selection = place
  }

  /// Moves the selection, around the ends.
  mutating func move(by count: Int) {
    selection = (selection + count + choices.count) % choices.count
  }
}

/// The box next to the cursor that shows the choices.
private struct CompletionBox {
  private static let widest = 40

  let row: Int
  let column: Int
  /// Columns between the edges, less a blank at each.
  let inside: Int
  /// The first choice that is shown, and how many are.
  let first: Int
  let shown: Int
  let rows: [(title: String, note: String)]

  /// The box for a cursor; `nil` if there is no room.
  init?(_ completion: LinkCompletion, _ layout: BrowserLayout, _ cursor: CellGrid.Position) {
    guard let area = layout.memo else { return nil }
    rows = completion.choices.map { choice in
      let note = choice.note.isEmpty ? "" : " " + TerminalText.cut(choice.note, to: Self.widest / 2)
      return (TerminalText.cut(choice.title, to: Self.widest - DisplayWidth.columns(of: note)), note)
    }
    let widest = rows.map { DisplayWidth.columns(of: $0.title) + DisplayWidth.columns(of: $0.note) }.max() ?? 0
    inside = max(1, min(widest, area.columns - 4))
    // Below the line that is typed; above it if there are too few rows.
    let rowsBelow = layout.status - cursor.row - 1
    let isBelow = rowsBelow >= min(rows.count + 2, cursor.row)
    shown = min(rows.count, (isBelow ? rowsBelow : cursor.row) - 2)
    guard shown > 0 else { return nil }
    first = min(max(0, completion.selection - shown + 1), max(0, rows.count - shown))
    row = isBelow ? cursor.row + 1 : cursor.row - shown - 2
    column = max(area.column, min(cursor.column, area.column + area.columns - inside - 4))
  }

  /// The choice in a cell; `nil` on the edges and outside.
  func place(row: Int, column: Int) -> Int? {
    let place = row - self.row - 1
    guard (0..<shown).contains(place), (self.column + 1..<self.column + inside + 3).contains(column) else { return nil }
    return first + place
  }
}

extension LinkCompletion {
  /// The choice that a mouse points at; `nil` for none.
  func place(at event: MouseEvent, _ layout: BrowserLayout, cursor: CellGrid.Position?) -> Int? {
    guard isReady, let cursor else { return nil }
    return CompletionBox(self, layout, cursor)?.place(row: event.row, column: event.column)
  }

  /// Draws the choices in a box next to the cursor.
  func render(_ layout: BrowserLayout, on grid: inout CellGrid) {
    guard let cursor = grid.cursor, let box = CompletionBox(self, layout, cursor) else { return }
    let line = String(repeating: "─", count: box.inside + 2)
    grid.put("┌\(line)┐", row: box.row, column: box.column)
    for (place, choice) in box.rows.enumerated().dropFirst(box.first).prefix(box.shown) {
      let row = box.row + 1 + place - box.first
      let room = max(0, box.inside - DisplayWidth.columns(of: choice.note))
      let title = DisplayWidth.padded(TerminalText.cut(choice.title, to: room), to: room)
      let isChosen = place == selection
      let style = CellStyle(isBold: isChosen, isReversed: isChosen)
      grid.put("│", row: row, column: box.column)
      let text = "\(isChosen ? ">" : " ")\(title)\(choice.note) "
      let end = grid.put(text, row: row, column: box.column + 1, style: style)
      grid.put("│", row: row, column: end)
    }
    grid.put("└\(line)┘", row: box.row + 1 + box.shown, column: box.column)
  }
}
