/// A movement that a key asks for, in the list or in the text.
enum Motion {
  case up, down, left, right, pageUp, pageDown, halfPageUp, halfPageDown, first, last
  /// Only in the text.
  case wordLeft, wordRight, lineStart, lineEnd, paragraphStart, paragraphEnd
  /// In the list the same as `first` and `last`.
  case rowStart, rowEnd

  /// The motion of a letter, as in vi and less; `nil` for others.
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

  /// The motion of a key; `nil` for others.
  init?(_ key: Key, _ modifiers: KeyModifiers) {
    let isFar = !modifiers.isDisjoint(with: [.control, .alt])
    switch key {
    case .left where isFar: self = .wordLeft
    case .right where isFar: self = .wordRight
    case .up, .control("p"): self = .up
    case .down, .control("n"): self = .down
    case .left: self = .left
    case .right: self = .right
    case .pageUp, .control("b"): self = .pageUp
    case .pageDown, .control("f"): self = .pageDown
    case .control("u"): self = .halfPageUp
    case .control("d"): self = .halfPageDown
    case .home: self = isFar ? .first : .rowStart
    case .end: self = isFar ? .last : .rowEnd
    default: return nil
    }
  }
}

extension Motion {
  /// Whether it goes nowhere only where there is nothing more.
  var needsRoom: Bool {
    switch self {
    case .up, .down, .left, .right, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .wordLeft, .wordRight: true
    default: false
    }
  }
}

extension MemoList {
  /// Moves the selection in a window that shows so many rows.
  mutating func go(_ motion: Motion, visible: Int) {
    let (page, half) = (max(1, visible - 1), max(1, visible / 2))
    switch motion {
    case .up: select(selection - 1)
    case .down: select(selection + 1)
    case .pageUp: select(selection - page)
    case .pageDown: select(selection + page)
    case .halfPageUp: select(selection - half)
    case .halfPageDown: select(selection + half)
    case .first, .rowStart: select(0)
    case .last, .rowEnd: select(rows.count - 1)
    case .left, .right, .wordLeft, .wordRight, .lineStart, .lineEnd, .paragraphStart, .paragraphEnd: break
    }
  }
}

extension MemoPane {
  /// Moves the cursor in a window that shows so many rows, and selects the text between.
  mutating func go(_ motion: Motion, rows: Int, selecting: Bool = false) {
    hasCursor = true
    let (page, half) = (max(1, rows - 1), max(1, rows / 2))
    switch motion {
    case .up: edit { $0.move(.up, selecting: selecting) }
    case .down: edit { $0.move(.down, selecting: selecting) }
    case .left: move(.left, selecting)
    case .right: move(.right, selecting)
    case .pageUp: turnPage(by: -page, .upRows(page), rows, selecting)
    case .pageDown: turnPage(by: page, .downRows(page), rows, selecting)
    case .halfPageUp: turnPage(by: -half, .upRows(half), rows, selecting)
    case .halfPageDown: turnPage(by: half, .downRows(half), rows, selecting)
    case .first: move(.textStart, selecting)
    case .last: move(.textEnd, selecting)
    case .wordLeft: move(.wordLeft, selecting)
    case .wordRight: move(.wordRight, selecting)
    case .lineStart: move(.lineStart, selecting)
    case .lineEnd: move(.lineEnd, selecting)
    case .paragraphStart: move(.paragraphStart, selecting)
    case .paragraphEnd: move(.paragraphEnd, selecting)
    case .rowStart: edit { $0.move(.rowStart, selecting: selecting) }
    case .rowEnd: edit { $0.move(.rowEnd, selecting: selecting) }
    }
  }

  private mutating func move(_ move: CursorMove, _ selecting: Bool) {
    edit { $0.edit { $0.move(move, selecting: selecting) } }
  }

  /// Scrolls the text with the cursor, which keeps its row in the window.
  private mutating func turnPage(by count: Int, _ move: RowMove, _ rows: Int, _ selecting: Bool) {
    scroll(by: count, rows: rows)
    edit { $0.move(move, selecting: selecting) }
  }
}
