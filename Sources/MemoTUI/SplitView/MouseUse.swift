import MemoCore

/// The mouse: it selects, opens, places the cursor, moves the divider and scrolls.
enum MouseUse {
  private static let rowsOfWheel = 3

  /// Applies an event of the mouse.
  static func update(_ event: MouseEvent, _ state: inout BrowserState) -> [BrowserEffect] {
    // With vi's keys, what is selected may be about to reach to what is searched for.
    let isSelecting = if case .selecting = state.mode { true } else { state.vi.selection != nil }
    if isSelecting { _ = state.endSelecting() }
    switch event.action {
    case .press: return press(event, &state)
    case .drag: drag(event, &state)
    case .release: state.held = nil
    case .wheelUp: return turnWheel(event, by: -1, &state)
    case .wheelDown: return turnWheel(event, by: 1, &state)
    }
    return []
  }

  private static func press(_ event: MouseEvent, _ state: inout BrowserState) -> [BrowserEffect] {
    state.message = nil
    state.error.takeKey()
    (state.vi.keys, state.vi.listCount) = (ViKeys(), nil)
    if case .choosing(let chooser) = state.mode { return press(event, chooser, &state) }
    if let place = state.completion?.place(at: event, state.layout, cursor: BrowserView.cursor(of: state)) {
      state.completion?.select(place)
      return state.takeCompletion()
    }
    switch state.layout.part(at: event) {
    case .divider: state.held = .divider
    case .list(let row): return pressInList(state.list.row(inLine: row), &state)
    case .memo: return pressInText(event, &state)
    case nil: break
    }
    return []
  }

  private static func press(
    _ event: MouseEvent, _ chooser: Chooser, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    var chooser = chooser
    guard let place = ChooserBox(chooser, in: state.size).place(ofRow: event.row), place < chooser.matching.count else {
      state.mode = .browsing
      return []
    }
    chooser.select(place)
    return state.choose(.key(.enter), chooser)
  }

  private static func pressInList(_ row: Int?, _ state: inout BrowserState) -> [BrowserEffect] {
    guard let row else { return [] }
    var effects: [BrowserEffect] = []
    if case .writing = state.mode {
      if row == state.list.rows.row(of: state.pane?.path), state.list.rows.draft != nil { return [] }
      effects = state.endWriting()
    } else {
      effects = state.effectsOfLeaving
      state.mode = .browsing
    }
    // The first click selects a memo, the second one opens it.
    if row == state.list.selection, effects.isEmpty, state.layout.divider == nil {
      state.goToText()
    } else {
      state.focus = .list
    }
    state.list.select(row)
    return effects
  }

  private static func pressInText(_ event: MouseEvent, _ state: inout BrowserState) -> [BrowserEffect] {
    if let effects = pressTaskBox(event, &state) { return effects }
    var effects: [BrowserEffect] = []
    let (drawing, area) = (RowDrawing(state), state.layout.text)
    switch state.mode {
    case .writing: break
    case .browsing, .searching, .selecting, .finding:
      state.mode = .browsing
      if let effects = LinkFollowing.click(event, in: area, drawing: drawing, &state) { return effects }
      effects = state.startWriting()
    case .prompting, .asking, .choosing, .help: return []
    }
    guard case .writing = state.mode else { return [] }
    state.held = .text
    state.completion = nil
    state.pane?.moveCursor(to: event, in: area, drawing: drawing, isSelecting: false)
    if event.clicks > 1 {
      state.pane?.edit { $0.edit { event.clicks == 2 ? $0.selectWord() : $0.selectLine() } }
    }
    ViRepeating.noteMove(&state)
    return effects
  }

  /// Ticks the task whose box was clicked; `nil` if there is none.
  private static func pressTaskBox(_ event: MouseEvent, _ state: inout BrowserState) -> [BrowserEffect]? {
    let drawing = RowDrawing(state)
    guard state.pane?.isEditable == true, let area = state.layout.text,
      state.pane?.tickTask(at: event, in: area, drawing: drawing) == true
    else { return nil }
    guard case .writing = state.mode else { return [.prepareWriting, .flush] }
    state.trackDraft()
    return [.awaitPause]
  }

  private static func drag(_ event: MouseEvent, _ state: inout BrowserState) {
    let (drawing, area) = (RowDrawing(state), state.layout.text)
    switch state.held {
    case .divider: state.listColumns = event.column
    case .text: state.pane?.moveCursor(to: event, in: area, drawing: drawing, isSelecting: true)
    case nil: break
    }
  }

  private static func turnWheel(
    _ event: MouseEvent, by direction: Int, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    let arrow = TerminalEvent.key(direction < 0 ? .up : .down)
    if case .choosing(let chooser) = state.mode { return state.choose(arrow, chooser) }
    if case .help(let page) = state.mode { return state.help(page, arrow) }
    switch state.layout.part(at: event) {
    case .memo(let area):
      if case .writing = state.mode {
        for _ in 0..<rowsOfWheel { _ = state.write(arrow) }
      } else {
        state.pane?.scroll(by: direction * rowsOfWheel, rows: area.rows)
        if state.focus == .memo { state.fitCursor() }
      }
    case .list: if let area = state.layout.list { state.list.scroll(byRows: direction, inLines: area.rows) }
    case .divider, nil: break
    }
    return []
  }
}
