import MemoCore

/// Moving in the list and in the text.
extension BrowserState {
  /// Where a key goes.
  enum Move {
    case up, down, left, right, pageUp, pageDown, halfPageUp, halfPageDown, first, last
    /// In the text alone.
    case wordLeft, wordRight, lineStart, lineEnd, paragraphStart, paragraphEnd

    init?(_ text: String) {
      switch text {
      case "k": self = .up
      case "j": self = .down
      case "h": self = .left
      case "l": self = .right
      case " ", "f": self = .pageDown
      case "b": self = .pageUp
      case "g": self = .first
      case "G": self = .last
      case "w": self = .wordRight
      case "0": self = .lineStart
      case "$": self = .lineEnd
      case "{": self = .paragraphStart
      case "}": self = .paragraphEnd
      default: return nil
      }
    }

    init?(_ key: Key, _ modifiers: KeyModifiers) {
      let isByWord = !modifiers.isDisjoint(with: [.control, .alt])
      switch key {
      case .left where isByWord: self = .wordLeft
      case .right where isByWord: self = .wordRight
      case .up, .control("p"): self = .up
      case .down, .control("n"): self = .down
      case .left: self = .left
      case .right: self = .right
      case .pageUp, .control("b"): self = .pageUp
      case .pageDown, .control("f"): self = .pageDown
      case .control("u"): self = .halfPageUp
      case .control("d"): self = .halfPageDown
      case .home: self = .first
      case .end: self = .last
      default: return nil
      }
    }
  }

  mutating func go(_ move: Move) {
    switch focus {
    case .list: goInList(move)
    case .memo: goInText(move)
    }
  }

  /// From the list to the text; the cursor is where the text is read.
  mutating func goToText() {
    guard pane != nil else { return }
    focus = .memo
    fitCursor()
  }

  /// A cursor out of sight comes to the nearest row that is shown.
  mutating func fitCursor() {
    guard let pane, let rows = layout.memo?.rows else { return }
    let row = pane.editor.cursorCell.row
    let nearest = min(max(row, pane.top), pane.top + max(1, rows) - 1)
    guard nearest != row else { return }
    let position = pane.editor.position(of: WrappedText.Cell(row: nearest, column: 0))
    self.pane?.edit { $0.edit { $0.move(to: position) } }
  }

  /// Whether keys move the cursor of the text.
  var movesCursor: Bool {
    switch mode {
    case .writing: true
    case .browsing: focus == .memo && pane?.isEditable == true
    default: false
    }
  }

  private mutating func goInList(_ move: Move) {
    let shown = (layout.list?.rows ?? 0) / BrowserLayout.rowsOfMemo
    let (page, half) = (max(1, shown - 1), max(1, shown / 2))
    switch move {
    case .up: select(selection - 1)
    case .down: select(selection + 1)
    case .left: break
    case .right: goToText()
    case .pageUp: select(selection - page)
    case .pageDown: select(selection + page)
    case .halfPageUp: select(selection - half)
    case .halfPageDown: select(selection + half)
    case .first: select(0)
    case .last: select(rows.count - 1)
    case .wordLeft, .wordRight, .lineStart, .lineEnd, .paragraphStart, .paragraphEnd: break
    }
  }

  private mutating func goInText(_ move: Move) {
    // From the start of a line the list is reached.
    if move == .left, pane?.editor.buffer.cursor.offset == 0 {
      focus = .list
      return
    }
    guard let rows = layout.memo?.rows, pane?.isEditable == true else { return }
    pane?.hasCursor = true
    let (page, half) = (max(1, rows - 1), max(1, rows / 2))
    switch move {
    case .up: pane?.edit { $0.move(.up) }
    case .down: pane?.edit { $0.move(.down) }
    case .left: moveCursor(.left)
    case .right: moveCursor(.right)
    case .pageUp: turnPage(by: -page, .upRows(page), rows)
    case .pageDown: turnPage(by: page, .downRows(page), rows)
    case .halfPageUp: turnPage(by: -half, .upRows(half), rows)
    case .halfPageDown: turnPage(by: half, .downRows(half), rows)
    case .first: moveCursor(.textStart)
    case .last: moveCursor(.textEnd)
    case .wordLeft: moveCursor(.wordLeft)
    case .wordRight: moveCursor(.wordRight)
    case .lineStart: moveCursor(.lineStart)
    case .lineEnd: moveCursor(.lineEnd)
    case .paragraphStart: moveCursor(.paragraphStart)
    case .paragraphEnd: moveCursor(.paragraphEnd)
    }
  }

  mutating func moveCursor(_ move: CursorMove) {
    pane?.edit { $0.edit { $0.move(move) } }
  }

  /// Text and cursor go together, so that the cursor stays where it is in the window.
  private mutating func turnPage(by count: Int, _ move: RowMove, _ rows: Int) {
    pane?.scroll(by: count, rows: rows)
    pane?.edit { $0.move(move) }
  }
}
