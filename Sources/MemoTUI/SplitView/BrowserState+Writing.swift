import MemoCore
import MemoKit
import MemoWords

/// Writing in the memo: keys, saving, and what other processes do to its file.
extension BrowserState {
  // MARK: Start and end

  /// Starts to write in the memo that is shown.
  ///
  /// - Parameter isPlaced: whether a key has put the cursor where the text comes, in view or not.
  mutating func startWriting(isPlaced: Bool = false) -> [BrowserEffect] {
    foldHiddenPane()
    guard let pane, pane.isEditable else {
      message = pane?.problem
      waiting.dropTyped()
      return []
    }
    enterWriting()
    let startsAtBody = !pane.hasCursor && pane.top == 0
    if startsAtBody { self.pane?.edit { $0.moveToBody() } }
    self.pane?.hasCursor = true
    if !isPlaced, !startsAtBody { fitCursor() }
    vi.typedFrom = self.pane?.editor.buffer.cursor
    return [.prepareWriting]
  }

  /// Starts a new memo, which gets its file when something was typed.
  ///
  /// - Parameters:
  ///   - title: its first line, unless titles are the names of files.
  ///   - path: where to create it; `nil` to name it after its first line.
  ///   - isWanted: whether the title alone makes a memo.
  mutating func startNewMemo(
    titled title: String = "", at path: VaultPath? = nil, isWanted: Bool = true
  ) -> [BrowserEffect] {
    let origin = Trail.Origin(query: list.query, hasStop: list.selectedPath != nil)
    let folder = FolderChoices.folder(of: list.query)
    leaveTrail(to: nil)
    // The folder that is listed has the new memo, unless a path leads elsewhere.
    let staysInList = list.query.isEmpty || folder != nil && path == nil
    let effects = staysInList ? [] : list.endSearch()
    show { [titles] in MemoPane(newMemo: $0, at: path, in: folder, columns: $1, titles: titles) }
    let isWritten = !title.isEmpty && (titles != .fileName || path == nil)
    if isWritten { pane?.begin(with: "# \(title)\n\n", isWanted: isWanted) }
    enterWriting()
    newMemoOrigin = origin
    pane?.hasCursor = true
    trackDraft()
    list.select(list.rows.row(of: nil) ?? 0)
    return effects + (isWritten && isWanted ? [.awaitPause] : [])
  }

  private mutating func enterWriting() {
    focusBeforeWriting = focus
    mode = .writing
    focus = .memo
    (completion, finder, vi.insertion, vi.typedFrom) = (nil, nil, nil, nil)
    newMemoOrigin = nil
  }

  /// Ends writing once the text is saved.
  mutating func endWriting() -> [BrowserEffect] {
    mode = .browsing
    (completion, finder) = (nil, nil)
    let revision = pane?.editor.buffer.revision
    pane?.edit { editor in
      editor.leaveTable(isEnding: true)
      editor.edit {
        $0.endStep()
        $0.deselect()
      }
    }
    if pane?.editor.buffer.revision != revision { trackDraft() }
    // Nothing was typed that would create the file again.
    if let pane, pane.isGone, !pane.isDirty {
      ChangesElsewhere.leave(&self)
      leaveMemoWithoutFile()
    }
    return [.flush]
  }

  mutating func finishWriting(_ path: VaultPath?, sent: VaultPath?) -> [BrowserEffect] {
    // Another process may have moved the memo since. Its new name may also be reported as a move before this comes.
    guard pane?.path == sent || pane?.path == path else { return [] }
    let isSelected = list.selectedPath == pane?.path
    if let path {
      list.moveDraft(of: pane?.path, to: path)
      pane?.path = path
    } else {
      // A new memo in which nothing was typed leaves nothing.
      list.dropDraft()
      pane = nil
      if isSelected, let effects = leaveEmptyMemo() { return effects }
    }
    if isSelected { list.selectOnceListed(path) }
    list.reselect()
    if list.rows.count == 0 { focus = .list }
    return []
  }

  /// Returns to the memo and the search that a new memo was started from; `nil` if it was not.
  private mutating func leaveEmptyMemo() -> [BrowserEffect]? {
    guard let origin = newMemoOrigin else { return nil }
    (newMemoOrigin, focus) = (nil, focusBeforeWriting)
    if origin.hasStop { return goBack() }
    list.select(list.selection)
    if list.rows.count == 0 { focus = .list }
    return origin.query.isEmpty ? [] : list.search(for: origin.query)
  }

  /// Closes a memo that has no file.
  private mutating func leaveMemoWithoutFile() {
    (pane, focus) = (nil, .list)
    list.dropDraft()
    list.select(list.selection)
  }

  /// Ends writing before the first key, since memos cannot be changed.
  mutating func refuseWriting(_ reason: String) -> [BrowserEffect] {
    WaitingKeys.stopPlaying(&self)
    let isWritten = pane?.isDirty == true
    if isWritten, pane?.path != nil {
      pane?.revert()
      list.takeBack(pane, date: now)
      error.report(reason)
    }
    guard case .writing = mode else { return [] }
    (mode, focus) = (.browsing, focusBeforeWriting)
    error.report(reason)
    waiting.dropTyped()
    guard let pane, pane.path == nil else { return [] }
    leaveMemoWithoutFile()
    return leaveEmptyMemo() ?? []
  }

  // MARK: Keys

  mutating func write(_ event: TerminalEvent) -> [BrowserEffect] {
    if let finder { return find(event, finder) }
    if completion?.isReady == true, let effects = complete(event) { return effects }
    let isEnd = if case .key(.escape, _) = event { true } else { ViReading.endsWriting(event, self) }
    if isEnd {
      if looks.keys == .vi { ViReading.leaveWriting(&self) }
      return endWriting()
    }
    if ViReading.isIdleInWriting(event, self) { return ViReading.report(ViMessages.idleInWriting, &self) }
    if case .key(.control("u"), _) = event, looks.keys == .vi {
      return change { [start = vi.typedFrom] in $0.deleteTyped(since: start ?? .start) }
    }
    if case .key(.control("l"), _) = event { return [.repaint] }
    if case .key(.control("s"), _) = event { return pause() }
    if let isReplacing = FindBar.opens(with: event) {
      finder = pane.map { FindBar(in: $0.editor, isReplacing: isReplacing) }
      return []
    }
    if case .paste(let text) = event { return [.paste(text)] }
    if case .key(.control("v"), _) = event { return [.paste(nil)] }
    message = IdleKey.explanation(of: event, in: pane?.editor.buffer.history)?[language]
    let page = max(1, (layout.memo?.rows ?? 2) - 1)
    var text = clipboard
    var isCopied = false
    let effects = change { isCopied = $0.type(event, page: page, clipboard: &text) }
    clipboard = text
    if isCopied, case .key(.control("c"), _) = event { message = BrowserMessages.copiedText[language] }
    return (isCopied ? [.copy(text)] : []) + effects
  }

  /// Finds and replaces text while what to find is typed.
  private mutating func find(_ event: TerminalEvent, _ finder: FindBar) -> [BrowserEffect] {
    var (finder, outcome) = (finder, FindBar.Outcome.goesOn)
    let effects = change { outcome = finder.update(event, in: &$0) }
    (self.finder, completion) = (outcome == .ends ? nil : finder, nil)
    message = outcome.message?[language]
    return effects.filter { if case .complete = $0 { false } else { true } }
  }

  /// Changes the text that is written, or moves the cursor in it.
  mutating func change(_ body: (inout TextEditor) -> Void) -> [BrowserEffect] {
    let (revision, moves) = (pane?.editor.buffer.revision, pane?.editor.typedTable.moves)
    pane?.edit(body)
    if pane?.editor.typedTable.moves != moves { ViRepeating.noteMove(&self) }
    guard pane?.editor.buffer.revision != revision else {
      ViRepeating.noteMove(&self)
      completion = nil
      return []
    }
    trackDraft()
    return [.awaitPause] + followTypedQuery()
  }

  /// Pastes a text where it is written, or over what is selected.
  mutating func takePaste(_ text: [UInt8], image: String?) -> [BrowserEffect] {
    if let effects = ViPasting.takePaste(text, &self) { return effects }
    switch mode {
    case .writing: return change { $0.paste(text, image: image) }
    case .selecting: return endSelecting { $0.paste(text, image: image) } + [.prepareWriting, .flush]
    case .browsing where focus == .memo && showsCursor:
      pane?.edit { $0.paste(text, image: image) }
      return [.prepareWriting, .flush]
    default: return []
    }
  }

  /// Shows the memo's current title and preview in the list.
  mutating func trackDraft() {
    list.track(pane, date: now)
  }

  // MARK: Links being typed

  /// Applies a key to the completions; `nil` for a key that goes into the text.
  private mutating func complete(_ event: TerminalEvent) -> [BrowserEffect]? {
    guard case .key(let key, let modifiers) = event, modifiers.isEmpty else { return nil }
    switch key {
    case .up, .control("p"): completion?.move(by: -1)
    case .down, .control("n"): completion?.move(by: 1)
    // Those who know vi are used to it that Esc ends writing, whatever is shown.
    case .escape where looks.keys == .vi: return nil
    case .escape: completion?.isDismissed = true
    case .enter where completion?.isWhole == true: return nil
    case .enter where completion?.isWholeDay == true:
      _ = takeCompletion()
      return nil
    case .enter, .tab: return takeCompletion()
    default: return nil
    }
    return []
  }

  mutating func takeCompletion() -> [BrowserEffect] {
    guard let completion, let chosen = completion.chosen else { return [] }
    let isLink = completion.query.kind != .tag && completion.query.kind != .date
    pane?.edit { editor in
      guard isLink else { return editor.finishWord(from: completion.start, with: chosen.target) }
      if let link = chosen.link, editor.replaceLink(from: completion.start, with: link) { return }
      let label = chosen.label.map { editor.labelBar + $0 } ?? ""
      editor.finishLink(from: completion.start, with: chosen.target + label)
    }
    self.completion = nil
    trackDraft()
    return [.awaitPause]
  }

  /// Requests the completions of the link, tag or day at the cursor.
  private mutating func followTypedQuery() -> [BrowserEffect] {
    guard let (start, typed) = pane?.editor.typedQuery else {
      completion = nil
      return []
    }
    if completion?.start == start {
      guard completion?.type(typed) == true, completion?.isDismissed == false else { return [] }
    } else {
      completion = LinkCompletion(start: start, query: typed)
    }
    return [.complete(typed, in: pane?.path)]
  }

  /// Follows changes of the text by other processes: completions of what is no longer before the cursor are dropped.
  mutating func followChangedText() {
    ViSelecting.followText(&self)
    guard let completion else { return }
    let typed = pane?.editor.typedQuery
    if typed.map({ completion.completes($0.query, from: $0.start) }) != true { self.completion = nil }
  }

  // MARK: Saving

  /// Saves, and ends the step of undo.
  mutating func pause() -> [BrowserEffect] {
    pane?.edit { $0.edit { $0.endStep() } }
    // What was changed while reading is whole: the file gets the name that its title asks for.
    if case .browsing = mode, !failedSave.isRetried { return effectsOfLeaving }
    return save()
  }

  /// Saves unless a save is running.
  mutating func save() -> [BrowserEffect] {
    guard let save = unsaved, pane?.isSaving == false else { return [] }
    pane?.isSaving = true
    return [.save(save)]
  }

  mutating func takeSaved(_ saved: SavedMemo, _ sent: MemoSave) -> [BrowserEffect] {
    guard pane?.id == sent.id else { return [] }
    let isSelected = list.selectedPath == pane?.path
    pane?.takeSaved(saved, sent)
    error.takeSaved()
    let isLate = failedSave.isRetried
    failedSave = FailedSave()
    if isSelected { list.selectOnceListed(saved.path) }
    if list.rows.draft != nil { trackDraft() }
    switch saved.meanwhile {
    case .nothing: break
    case .changed: message = BrowserMessages.merged[language]
    case .moved: message = BrowserMessages.movedElsewhere(to: saved.path)[language]
    case .removed: message = BrowserMessages.savedAgain[language]
    }
    if pane?.isDirty == true { return [.awaitPause] }
    let load: [BrowserEffect] = pane?.hasMissedChange == true ? [.load(saved.path)] : []
    // Writing has ended before the text could be saved.
    if isLate, case .browsing = mode { return [.flush] + load }
    return load
  }

  // MARK: Selecting

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
      if case .cut = SelectingKey(event) {
        return copies + endSelecting { $0.edit { _ = $0.cut() } } + [.prepareWriting, .flush]
      }
      message = (selected.isEmpty ? BrowserMessages.nothingSelected : BrowserMessages.copiedText)[language]
      return copies + endSelecting()
    case .other: message = BrowserMessages.selectingKeys[language]
    }
    return []
  }

  /// Ends selecting, after a change of the selected text if there is one to make.
  ///
  /// - Parameter position: where to put the cursor; `nil` leaves it where it is.
  mutating func endSelecting(
    at position: LinePosition? = nil, _ change: (inout TextEditor) -> Void = { _ in }
  ) -> [BrowserEffect] {
    if let selection = vi.selection, let pane { vi.lastSelection = (pane.id, selection) }
    (mode, vi.selection) = (.browsing, nil)
    pane?.edit { editor in
      change(&editor)
      if let position { editor.edit { $0.move(to: position) } }
      editor.edit { $0.deselect() }
    }
    return []
  }
}
