import MemoWords

/// Selecting in the memo: keys, and what is done with what is selected.
extension BrowserState {
  mutating func beginSelecting(_ event: TerminalEvent) -> [BrowserEffect] {
    mode = .selecting
    pane?.hasCursor = true
    if case .text = event { return [] }
    return select(event)
  }

  /// Selects text that is read.
  mutating func select(_ event: TerminalEvent) -> [BrowserEffect] {
    guard let pane, let rows = layout.memo?.rows else { return endSelecting() }
    if vi.selection != nil { return ViSelecting.select(event, &self) }
    let selected = pane.editor.buffer.selectedBytes
    let copies: [BrowserEffect] = selected.isEmpty ? [] : [.copy(selected)]
    switch SelectingKey(event) {
    case .move(let motion): self.pane?.go(motion, rows: rows, selecting: true)
    case .end: return endSelecting()
    case .paste: return [.paste(nil)]
    case .copy, .cut:
      if !selected.isEmpty { clipboard = selected }
      if case .cut = SelectingKey(event) { return copies + endSelecting { $0.edit { _ = $0.cut() } } + [.flush] }
      message = (selected.isEmpty ? BrowserMessages.nothingSelected : BrowserMessages.copiedText)[language]
      return copies + endSelecting()
    case .other: message = BrowserMessages.selectingKeys[language]
    }
    return []
  }

  /// Ends selecting, after a change of the selected text if there is one to make.
  mutating func endSelecting(_ change: (inout TextEditor) -> Void = { _ in }) -> [BrowserEffect] {
    if let selection = vi.selection, let pane { vi.lastSelection = (pane.id, selection) }
    (mode, vi.selection) = (.browsing, nil)
    pane?.edit { editor in
      change(&editor)
      editor.edit { $0.deselect() }
    }
    return []
  }

  /// Ends selecting with the cursor at a position.
  mutating func endSelecting(at position: LinePosition) -> [BrowserEffect] {
    endSelecting { $0.edit { $0.move(to: position) } }
  }
}
