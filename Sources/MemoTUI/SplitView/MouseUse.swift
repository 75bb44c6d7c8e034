import MemoCore

/// A click in the text.
struct TextClick: Sendable {
  let row: Int
  let column: Int
  /// The memo in the pane.
  let pane: Int?
  /// Where it put the cursor. Text may be drawn in another way then, so that something else is under the pointer.
  let position: LinePosition
  /// Whether the text was being read, and its revision.
  let wasReading: Bool
  let revision: Int?

  /// Whether another click follows it in the same cell.
  func isFollowed(by event: MouseEvent, in pane: Int?) -> Bool {
    event.clicks > 1 && (row, column) == (event.row, event.column) && self.pane == pane
  }
}

/// The mouse: it selects, opens, places the cursor, moves the divider and scrolls.
enum MouseUse {
  /// What is dragged.
  enum Held: Sendable {
    case divider, text
  }

  private static let rowsOfWheel = 3

  /// Applies an event of the mouse.
  static func update(_ event: MouseEvent, _ state: inout BrowserState) -> [BrowserEffect] {
    // With vi's keys, what is selected may be about to reach to what is searched for.
    let isSelecting = if case .selecting = state.mode { true } else { state.vi.selection != nil }
    // What is being dragged is still selected.
    let isHeld = state.held == .text && (event.action == .drag || event.action == .release)
    if isSelecting, !isHeld {
      _ = state.endSelecting()
      state.vi.keys = ViKeys()
    }
    switch event.action {
    case .press: return press(event, &state)
    case .drag: drag(event, &state)
    case .release: return release(&state)
    case .wheelUp: return turnWheel(event, by: -1, &state)
    case .wheelDown: return turnWheel(event, by: 1, &state)
    }
    return []
  }

  private static func press(_ event: MouseEvent, _ state: inout BrowserState) -> [BrowserEffect] {
    (state.message, state.conflictElsewhere) = (nil, nil)
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
    state.list.selectShown(row)
    return effects
  }

  private static func pressInText(_ event: MouseEvent, _ state: inout BrowserState) -> [BrowserEffect] {
    let last = state.click.flatMap { $0.isFollowed(by: event, in: state.pane?.id) ? $0 : nil }
    state.click = nil
    if last == nil, let effects = pressTaskBox(event, &state) { return effects }
    var effects: [BrowserEffect] = []
    var wasReading = last?.wasReading ?? false
    let (drawing, area) = (RowDrawing(state), state.layout.text)
    switch state.mode {
    case .writing: break
    case .browsing, .searching, .selecting, .finding:
      (state.mode, wasReading) = (.browsing, true)
      if last == nil, let effects = LinkFollowing.click(event, in: area, drawing: drawing, &state) { return effects }
      effects = state.startWriting()
    case .prompting, .asking, .choosing, .help: return []
    }
    guard case .writing = state.mode else { return [] }
    state.held = .text
    state.completion = nil
    if let last {
      state.pane?.edit { $0.edit { $0.move(to: last.position) } }
    } else {
      state.pane?.moveCursor(to: event, in: area, drawing: drawing, isSelecting: false)
    }
    let revision = state.pane?.editor.buffer.revision
    state.pane?.edit { $0.leaveTable() }
    if state.pane?.editor.buffer.revision != revision {
      state.trackDraft()
      effects.append(.awaitPause)
    }
    state.click = TextClick(
      row: event.row, column: event.column, pane: state.pane?.id, position: state.pane?.editor.buffer.cursor ?? .start,
      wasReading: wasReading, revision: state.pane?.editor.buffer.revision)
    if event.clicks > 1 {
      state.pane?.edit { $0.edit { event.clicks == 2 ? $0.selectWord() : $0.selectLine() } }
      selectWhatWasRead(&state)
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
    case .text:
      scroll(toward: event, &state)
      state.pane?.moveCursor(to: event, in: area, drawing: drawing, isSelecting: true)
      selectWhatWasRead(&state)
    case nil: break
    }
  }

  /// Scrolls a row where text is dragged beyond the edge. Nothing is above the first row of a window, so that it counts as
  /// beyond it, unless the drag began there.
  private static func scroll(toward event: MouseEvent, _ state: inout BrowserState) {
    guard let area = state.layout.text else { return }
    let isAbove = event.row < area.row || event.row == 0 && state.click?.row != 0
    let isBelow = event.row >= area.row + area.rows
    if isAbove || isBelow { state.pane?.scroll(by: isBelow ? 1 : -1, rows: area.rows) }
  }

  /// Text that was read when the mouse selected it is still read: the keys of a selection copy and cut it.
  private static func selectWhatWasRead(_ state: inout BrowserState) {
    guard let click = state.click, click.wasReading, let buffer = state.pane?.editor.buffer, buffer.selection != nil,
      click.revision == buffer.revision
    else { return }
    switch state.mode {
    case .writing, .browsing: break
    default: return
    }
    (state.mode, state.focus, state.vi.insertion) = (.selecting, .memo, nil)
    state.pane?.hasCursor = true
  }

  /// Ends dragging. With vi's keys its visual mode begins with what was selected; where nothing was in the end, it was a click.
  private static func release(_ state: inout BrowserState) -> [BrowserEffect] {
    let isText = state.held == .text
    state.held = nil
    guard isText, case .selecting = state.mode, let buffer = state.pane?.editor.buffer else { return [] }
    guard let selection = buffer.selection else { return state.startWriting() }
    let isByLines = selection.lowerBound.offset == 0 && selection.upperBound.offset == 0
    if state.looks.keys == .vi, let selected = ViSelection(selectedIn: buffer, isByLines: isByLines) {
      ViSelecting.show(selected, &state)
    }
    return []
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
        // A table that the cursor leaves is lined up, which has to be saved.
        return (0..<rowsOfWheel).flatMap { _ in state.write(arrow) }
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
