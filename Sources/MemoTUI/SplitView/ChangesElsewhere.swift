import MemoCore
import MemoWords

/// What other processes do to the memo in the pane.
enum ChangesElsewhere {
  /// Requests the memo in the pane again if its file changed, else only which of its links are broken. Text that is being
  /// typed is merged when it is saved.
  static func reload(_ state: inout BrowserState) -> [BrowserEffect] {
    guard let pane = state.pane, let path = pane.path, path == state.list.selectedPath else { return [] }
    guard let hash = state.list.rows.listedHash(of: path) else {
      // It is gone, or only what is searched for is.
      return state.list.kept == path && !pane.isDirty && !pane.isGone ? [.trace(path, pane.base)] : []
    }
    if hash == pane.baseHash, !pane.isGone { return [.examine(path)] }
    // A memo that is back shows what it is now, unless more was typed since it was gone.
    guard pane.isGone || !pane.isDirty, !pane.isSaving else {
      state.pane?.hasMissedChange = true
      return []
    }
    return [.load(path)]
  }

  // MARK: Moved

  /// Follows a memo that another process has moved.
  static func follow(_ path: VaultPath, to newPath: VaultPath, _ state: inout BrowserState) {
    state.list.follow(path, to: newPath)
    state.trail.follow(path, to: newPath)
    state.places.follow(path, to: newPath)
    state.folds.follow(path, to: newPath)
    if state.wantedStop?.path == path { state.wantedStop?.path = newPath }
    if case .prompting(var prompt) = state.mode {
      prompt.follow(path, to: newPath)
      state.mode = .prompting(prompt)
    }
    if case .asking(var question) = state.mode {
      question.follow(path, to: newPath)
      state.mode = .asking(question)
    }
    guard state.pane?.path == path else { return }
    state.pane?.path = newPath
    if state.list.rows.draft != nil { state.trackDraft() }
    if case .writing = state.mode { state.message = BrowserMessages.movedElsewhere(to: newPath)[state.language] }
  }

  // MARK: Removed

  /// Looks for the memo being written if its file is no longer at its path. One that is read is looked for once a listing is
  /// without it.
  static func lose(_ path: VaultPath, _ state: inout BrowserState) -> [BrowserEffect] {
    // It may have been removed before the list had it.
    if !state.isWriting, state.list.kept != path, state.list.rows.draft?.path == path { state.list.dropDraft() }
    guard case .writing = state.mode, let pane = state.pane, pane.path == path, !pane.isSaving else { return [] }
    return [.trace(path, pane.base)]
  }

  /// Keeps the text of a memo that was removed while it was written: the next save creates the file again. One that was read
  /// is left.
  static func takeLoss(of path: VaultPath, _ state: inout BrowserState) {
    guard state.pane?.path == path else { return }
    guard case .writing = state.mode else { return leave(&state) }
    state.pane?.takeLoss()
    state.trackDraft()
    state.message = BrowserMessages.goneWhileWriting[state.language]
  }

  /// Goes from the text of a memo that is gone to the list. What is typed for that text must not change another one.
  static func leave(_ state: inout BrowserState) {
    // A text that was changed is saved again.
    guard state.focus == .memo, let pane = state.pane, !pane.isDirty, let path = pane.path else { return }
    let title = pane.editor.summary(at: path).title
    switch state.mode {
    case .browsing, .selecting, .finding:
      _ = state.endSelecting()
      (state.vi.keys, state.pendingKey) = (ViKeys(), nil)
      state.waiting.dropTyped()
    // What is typed there is not for the text.
    case .writing, .searching, .prompting, .asking, .choosing, .help: break
    }
    state.focus = .list
    state.message = BrowserMessages.deletedElsewhere(title.isEmpty ? path.text : title)[state.language]
  }
}
