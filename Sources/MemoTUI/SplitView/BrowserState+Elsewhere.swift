import MemoCore
import MemoWords

/// What others do to the memo that is shown.
extension BrowserState {
  /// Someone gave a memo another path: what is shown, selected and written goes with it.
  mutating func follow(_ path: VaultPath, to newPath: VaultPath) {
    if selectedPath == path { selectedPath = newPath }
    for stop in trail.indices where trail[stop].path == path { trail[stop].path = newPath }
    if wantedStop?.path == path { wantedStop?.path = newPath }
    guard pane?.path == path else { return }
    pane?.path = newPath
    if rows.draft != nil { trackDraft() }
    if case .writing = mode { message = BrowserMessages.movedElsewhere(to: newPath)[language] }
  }

  /// A memo is not at its path any more. Where it is being written, it is looked for.
  mutating func lose(_ path: VaultPath) -> [BrowserEffect] {
    // It may have come and gone before the list had it.
    if !isWriting, rows.draft?.path == path { rows.setDraft(nil) }
    guard case .writing = mode, let pane, pane.path == path, !pane.isSaving else { return [] }
    return [.trace(path, pane.base)]
  }

  /// A memo that is being written is gone. Its text stays: it is on disk again with the next save.
  mutating func takeLoss(of path: VaultPath) {
    guard case .writing = mode, pane?.path == path else { return }
    pane?.takeLoss()
    trackDraft()
    message = BrowserMessages.goneWhileWriting[language]
  }

  /// Memos cannot be changed: what was to be typed is refused before the first key.
  mutating func refuseWriting(_ reason: String) {
    guard case .writing = mode else { return }
    (mode, focus) = (.browsing, focusBeforeWriting)
    message = reason
    guard let pane, pane.path == nil else { return }
    leaveNewMemo()
  }

  /// A memo that never had a file makes way for the one that is selected.
  mutating func leaveNewMemo() {
    pane = nil
    rows.setDraft(nil)
    select(selection)
    if rows.count == 0 { focus = .list }
  }
}
