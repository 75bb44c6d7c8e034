import MemoCore

/// The mouse.
extension BrowserState {
  private static let rowsOfWheel = 3

  mutating func update(_ event: MouseEvent) -> [BrowserEffect] {
    switch event.action {
    case .press: return press(event)
    case .drag: return drag(event)
    case .release:
      held = nil
      return []
    case .wheelUp: return turnWheel(event, by: -1)
    case .wheelDown: return turnWheel(event, by: 1)
    }
  }

  private mutating func press(_ event: MouseEvent) -> [BrowserEffect] {
    message = nil
    if case .choosing(var chooser) = mode { return press(event, &chooser) }
    let layout = layout
    if event.column == layout.divider, event.row < layout.status {
      held = .divider
      return []
    }
    if let area = layout.list, area.contains(row: event.row, column: event.column) {
      return pressInList(listTop + (event.row - area.row) / BrowserLayout.rowsOfMemo)
    }
    guard let area = layout.memo, area.contains(row: event.row, column: event.column) else { return [] }
    return pressInText(event, area)
  }

  private mutating func press(_ event: MouseEvent, _ chooser: inout Chooser) -> [BrowserEffect] {
    let box = ChooserBox(chooser, in: size)
    guard let place = box.place(ofRow: event.row), place < chooser.matching.count else {
      mode = .browsing
      return []
    }
    chooser.select(place)
    return choose(.key(.enter), chooser)
  }

  private mutating func pressInList(_ row: Int) -> [BrowserEffect] {
    guard row < rows.count else { return [] }
    var effects: [BrowserEffect] = []
    let isDraft = row == rows.row(of: pane?.path) && rows.draft != nil
    if case .writing = mode {
      if isDraft { return [] }
      effects = endWriting()
    } else {
      mode = .browsing
    }
    // The first click selects, one on what is selected opens it.
    if row == selection, effects.isEmpty, layout.divider == nil { goToText() } else { focus = .list }
    select(row)
    return effects
  }

  private mutating func pressInText(_ event: MouseEvent, _ area: BrowserLayout.Area) -> [BrowserEffect] {
    var effects: [BrowserEffect] = []
    switch mode {
    case .writing: break
    case .browsing, .searching:
      mode = .browsing
      effects = startWriting()
    default: return []
    }
    guard case .writing = mode else { return [] }
    held = .text
    completion = nil
    moveCursor(event, area, isSelecting: false)
    return effects
  }

  private mutating func drag(_ event: MouseEvent) -> [BrowserEffect] {
    switch held {
    case .divider: listColumns = event.column
    case .text: if let area = layout.memo { moveCursor(event, area, isSelecting: true) }
    case nil: break
    }
    return []
  }

  private mutating func moveCursor(_ event: MouseEvent, _ area: BrowserLayout.Area, isSelecting: Bool) {
    let row = min(max(event.row - area.row, 0), max(0, area.rows - 1))
    let column = max(0, event.column - area.column - 1)
    let top = pane?.top ?? 0
    pane?.edit { editor in
      let position = editor.position(of: WrappedText.Cell(row: top + row, column: column))
      editor.edit { $0.move(to: position, selecting: isSelecting) }
    }
  }

  private mutating func turnWheel(_ event: MouseEvent, by direction: Int) -> [BrowserEffect] {
    if case .choosing(let chooser) = mode { return choose(.key(direction < 0 ? .up : .down), chooser) }
    if case .help(let top) = mode { return help(.key(direction < 0 ? .up : .down), top) }
    let layout = layout
    if let area = layout.memo, area.contains(row: event.row, column: event.column) {
      if case .writing = mode {
        for _ in 0..<Self.rowsOfWheel { _ = write(.key(direction < 0 ? .up : .down)) }
      } else {
        pane?.scroll(by: direction * Self.rowsOfWheel, rows: area.rows)
        if focus == .memo { fitCursor() }
      }
    } else if layout.list?.contains(row: event.row, column: event.column) == true, !isWriting {
      select(selection + direction)
    }
    return []
  }
}
