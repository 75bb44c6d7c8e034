import MemoWords

/// What becomes of a text that could not be saved.
struct FailedSave: Sendable {
  /// Whether what is to follow the next save leaves the text, so that a save that fails asks.
  var leavesText = false
  /// Whether the last save failed and is tried again.
  private(set) var isRetried = false

  /// Keeps the text in the pane until it is on disk or the user discards it.
  ///
  /// With vi's keys only a key that leaves the text asks: Esc ends writing there, and leaves nothing.
  static func take(_ reason: String, _ state: inout BrowserState) -> [BrowserEffect] {
    state.pane?.isSaving = false
    let leavesText = state.failedSave.leavesText
    state.failedSave = FailedSave()
    guard let pane = state.pane, pane.isDirty else { return [] }
    let leaves = leavesText || state.focus == .list || state.list.selectedPath != pane.path
    if let row = state.list.rows.row(of: pane.path) { state.list.select(row) }
    let isWriting = if case .writing = state.mode { true } else { false }
    if isWriting || state.isEnding || state.looks.keys == .vi && !leaves {
      state.error.report(reason, isOfSave: true)
      state.failedSave.isRetried = true
      return [.awaitPause]
    }
    state.mode = .asking(.discard(reason))
    state.focus = .memo
    return []
  }

  /// Goes back to the text that could not be saved.
  static func keep(_ state: inout BrowserState) -> [BrowserEffect] {
    state.mode = state.looks.keys == .vi ? .browsing : .writing
    return [.awaitPause]
  }

  /// Goes back to the text on disk, or to the list if there is none. What was typed is kept in the user's folder.
  static func discard(_ state: inout BrowserState) -> [BrowserEffect] {
    let text = state.unsaved?.contents
    state.pane?.revert()
    state.list.takeBack(state.pane, date: state.now)
    state.list.reselect()
    if state.list.selectedPath != state.pane?.path { state.focus = .list }
    return (text.map { [.rescue($0)] } ?? []) + [.flush]
  }

  /// The effects before a command that would leave a text which could not be saved; `nil` if the command may be carried out.
  static func effects(before command: BrowserCommand, _ state: inout BrowserState) -> [BrowserEffect]? {
    guard case .browsing = state.mode, state.focus == .memo, state.pane?.isDirty == true else { return nil }
    switch command {
    case .write, .outline, .fold, .save, .palette, .help, .suspend, .quit: return nil
    default:
      state.failedSave.leavesText = true
      return [.flush]
    }
  }
}
