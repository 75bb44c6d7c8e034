import MemoCore

/// Typing in the memo.
extension BrowserState {
  /// Lets keys go into the text.
  mutating func startWriting() -> [BrowserEffect] {
    guard let pane, pane.isEditable else { return [] }
    focusBeforeWriting = focus
    mode = .writing
    focus = .memo
    completion = nil
    if !pane.hasCursor, pane.top == 0 { self.pane?.edit { $0.moveToBody() } }
    self.pane?.hasCursor = true
    fitCursor()
    return [.prepareWriting]
  }

  /// Starts a memo that gets a file once something was typed.
  ///
  /// - Parameters:
  ///   - title: what is typed already.
  ///   - path: where it is made; `nil` to name it after its title.
  mutating func startNewMemo(titled title: String = "", at path: VaultPath? = nil) -> [BrowserEffect] {
    let effects = query.isEmpty ? [] : endSearch()
    leaveTrail(to: nil)
    focusBeforeWriting = focus
    show { MemoPane(newMemo: $0, at: path, columns: $1) }
    if !title.isEmpty { change { $0.insert("# \(title)\n\n") } }
    mode = .writing
    focus = .memo
    completion = nil
    pane?.hasCursor = true
    trackDraft()
    select(0)
    return effects + (title.isEmpty ? [] : [.awaitPause])
  }

  /// Lets keys be commands again, after what was typed was saved.
  mutating func endWriting() -> [BrowserEffect] {
    mode = .browsing
    completion = nil
    pane?.edit { editor in
      editor.edit {
        $0.endStep()
        $0.deselect()
      }
    }
    // Nothing was typed that would bring the file back.
    if let pane, pane.isGone, !pane.isDirty { leaveNewMemo() }
    return [.flush]
  }

  mutating func write(_ event: TerminalEvent) -> [BrowserEffect] {
    if completion?.isShown == true, let effects = complete(event) { return effects }
    if case .key(.escape, _) = event { return endWriting() }
    if case .key(.control("l"), _) = event { return [.repaint] }
    if case .key(.control("s"), _) = event { return pause() }
    let before = pane?.editor.buffer.revision
    let effects = edit(event)
    guard pane?.editor.buffer.revision != before else {
      completion = nil
      return effects
    }
    trackDraft()
    return effects + [.awaitPause] + followTypedLink()
  }

  private mutating func edit(_ event: TerminalEvent) -> [BrowserEffect] {
    switch event {
    case .text(let text): change { $0.insert(text) }
    case .paste(let text): change { $0.paste(Array(text.utf8)) }
    case .key(let key, let modifiers):
      if let copied = copy(key) { return copied }
      if !editText(key, modifiers) { moveCursor(key, modifiers) }
    case .mouse, .resize: break
    }
    return []
  }

  private mutating func change(_ body: (inout EditBuffer) -> Void) {
    pane?.edit { $0.edit(body) }
  }

  private mutating func copy(_ key: Key) -> [BrowserEffect]? {
    switch key {
    case .control("x"): clipboard = pane?.edit { $0.edit { $0.cut() } } ?? []
    case .control("c"):
      let selected = pane?.editor.buffer.selectedBytes ?? []
      if selected.isEmpty { return [] }
      clipboard = selected
    default: return nil
    }
    return clipboard.isEmpty ? [] : [.copy(clipboard)]
  }

  /// Changes the text by a key; false where the key does not.
  private mutating func editText(_ key: Key, _ modifiers: KeyModifiers) -> Bool {
    let isByWord = !modifiers.isDisjoint(with: [.control, .alt])
    let clipboard = clipboard
    switch key {
    case .enter: pane?.edit { $0.breakLine() }
    case .tab: pane?.edit { $0.indent() }
    case .backTab: change { $0.outdent() }
    case .backspace: change { isByWord ? $0.deleteWordBackward() : $0.deleteBackward() }
    case .delete: change { isByWord ? $0.deleteWordForward() : $0.deleteForward() }
    case .control("w"), .alt("\u{7F}"): change { $0.deleteWordBackward() }
    case .alt("d"): change { $0.deleteWordForward() }
    case .control("d"): change { $0.deleteForward() }
    case .control("u"): change { $0.deleteToLineStart() }
    case .control("k"): change { $0.deleteToLineEnd() }
    case .control("v"): change { $0.paste(clipboard) }
    case .control("z"): change { $0.undo() }
    case .control("y"): change { $0.redo() }
    default: return false
    }
    return true
  }

  private mutating func moveCursor(_ key: Key, _ modifiers: KeyModifiers) {
    let isSelecting = modifiers.contains(.shift)
    let isFar = !modifiers.isDisjoint(with: [.control, .alt])
    let page = max(1, (layout.memo?.rows ?? 2) - 1)
    switch key {
    case .left: change { $0.move(isFar ? .wordLeft : .left, selecting: isSelecting) }
    case .right: change { $0.move(isFar ? .wordRight : .right, selecting: isSelecting) }
    case .alt("b"): change { $0.move(.wordLeft) }
    case .alt("f"): change { $0.move(.wordRight) }
    case .home where isFar: change { $0.move(.textStart, selecting: isSelecting) }
    case .end where isFar: change { $0.move(.textEnd, selecting: isSelecting) }
    case .control("a"): change { $0.selectAll() }
    case .up: move(.up, isSelecting)
    case .down: move(.down, isSelecting)
    case .home: move(.rowStart, isSelecting)
    case .end, .control("e"): move(.rowEnd, isSelecting)
    case .pageUp: move(.upRows(page), isSelecting)
    case .pageDown: move(.downRows(page), isSelecting)
    default: break
    }
  }

  private mutating func move(_ move: RowMove, _ isSelecting: Bool) {
    pane?.edit { $0.move(move, selecting: isSelecting) }
  }

  /// Lets the memo's row in the list follow the text.
  mutating func trackDraft() {
    guard let pane else { return rows.setDraft(nil) }
    let summary = pane.editor.summary
    rows.raisesDraft = order == .newest && query.isEmpty
    rows.setDraft(
      BrowserRow(path: pane.path, title: summary.title, date: now, preview: summary.preview, hash: pane.savedHash))
    if selectedPath == pane.path, let row = rows.row(of: pane.path) { select(row) }
  }
}
