import MemoCore
import MemoVault

/// What comes back from outside.
extension BrowserState {
  mutating func take(_ event: BrowserEvent) -> [BrowserEffect] {
    switch event {
    case .terminal: break
    case .vaultChanged: return [.list(query: query, order: order)]
    case .listed(let listing): return take(listing)
    case .loaded(let memo): take(memo)
    case .saved(let saved, let sent): return takeSaved(saved, sent)
    case .notSaved(let reason): return takeFailure(reason)
    case .finished(let path): finishWriting(path)
    case .paused: return pause()
    case .choices(let choices, let otherwise):
      if !choices.isEmpty { return offer(choices) }
      message = otherwise
    case .done(let text, let path):
      message = text
      return path.map { show($0) } ?? []
    case .ending: return [.flush, .quit]
    }
    return []
  }

  // MARK: The list

  private mutating func take(_ listing: BrowserListing) -> [BrowserEffect] {
    // An answer to an earlier question.
    guard listing.query == query, listing.order == order || !query.isEmpty else { return [] }
    total = listing.total
    queryProblem = listing.problem
    guard let new = listing.rows else { return [] }
    let isOtherQuery = !listing.query.isEmpty && listing.query != shownQuery
    shownQuery = listing.query
    rows.rows = new
    rows.raisesDraft = order == .newest && query.isEmpty
    if !isWriting { rows.dropDraftOnceListed() }
    if isOtherQuery, !isWriting {
      rows.setDraft(nil)
      select(0)
    } else if let row = selectedRow {
      select(row)
    } else {
      // What was selected is gone: the next one has its place, or the one before where it was the last.
      select(selection)
    }
    return reload()
  }

  private var selectedRow: Int? {
    if let draft = rows.draft, draft.path == nil { return rows.row(of: nil) }
    return selectedPath.flatMap { rows.row(of: $0) }
  }

  /// Asks for the memo that is shown where its file changed. What is being typed is merged when it is saved.
  private func reload() -> [BrowserEffect] {
    guard let pane, let path = pane.path, path == selectedPath, !pane.isDirty, !pane.isSaving, rows.draft == nil else {
      return []
    }
    return rows[selection].hash == pane.baseHash ? [] : [.load(path)]
  }

  /// Selects a memo that the list has or is about to have.
  private mutating func show(_ path: VaultPath) -> [BrowserEffect] {
    // What was written last may just have been undone.
    if !isWriting { rows.setDraft(nil) }
    selectedPath = path
    if let row = rows.row(of: path) { select(row) }
    return query.isEmpty ? [.list(query: "", order: order)] : endSearch()
  }

  // MARK: The memo

  private mutating func take(_ memo: LoadedMemo) {
    wantedPath = nil
    guard memo.path == selectedPath else { return }
    if memo.path == pane?.path, memo.problem == nil, pane?.problem == nil {
      // Typed since it was asked for: merged when it is saved.
      if pane?.isDirty == false { pane?.takeChange(memo) }
      return
    }
    guard !isWriting else { return }
    show { MemoPane(memo, id: $0, columns: $1) }
    showFirstMatch()
  }

  private mutating func showFirstMatch() {
    guard let highlighter, let rows = layout.memo?.rows,
      let match = pane?.editor.match(of: highlighter, from: .start)
    else { return }
    pane?.show(match.lowerBound, rows: rows)
  }

  /// Shows matches of another query in the text.
  mutating func highlight(_ query: String, with make: (String) -> SearchHighlighter?) {
    guard query != highlightedQuery else { return }
    highlightedQuery = query
    highlighter = query.isEmpty ? nil : make(query)
    showFirstMatch()
  }

  // MARK: Saving

  private mutating func pause() -> [BrowserEffect] {
    pane?.edit { $0.edit { $0.endStep() } }
    guard let save = unsaved, pane?.isSaving == false else { return [] }
    pane?.isSaving = true
    return [.save(save)]
  }

  private mutating func takeSaved(_ saved: SavedMemo, _ sent: MemoSave) -> [BrowserEffect] {
    guard pane?.id == sent.id else { return [] }
    let isNew = pane?.path == nil
    pane?.takeSaved(saved, sent)
    if isNew, selectedPath == nil { selectedPath = saved.path }
    if rows.draft != nil { trackDraft() }
    return pane?.isDirty == true ? [.awaitPause] : []
  }

  /// The text stays in the pane until it is on disk, or the user gives it up.
  private mutating func takeFailure(_ reason: String) -> [BrowserEffect] {
    pane?.isSaving = false
    guard let pane, pane.isDirty else { return [] }
    if let row = rows.row(of: pane.path) { select(row) }
    if case .writing = mode {
      message = reason
      return [.awaitPause]
    }
    mode = .refused(reason)
    focus = .memo
    return []
  }

  private mutating func finishWriting(_ path: VaultPath?) {
    let isSelected = selectedPath == pane?.path
    if let path {
      if var draft = rows.draft, draft.path == pane?.path {
        draft.path = path
        rows.setDraft(draft)
      }
      pane?.path = path
    } else {
      // A new memo that nothing was written in leaves nothing.
      rows.setDraft(nil)
      pane = nil
    }
    if isSelected { selectedPath = path }
    select(selectedPath.flatMap { rows.row(of: $0) } ?? selection)
    if rows.count == 0 { focus = .list }
  }

  // MARK: Choices

  private mutating func offer(_ choices: [Chooser.Choice]) -> [BrowserEffect] {
    guard case .browsing = mode else { return [] }
    // The only link of a memo needs no question.
    if choices.count == 1, case .memo = choices[0].action { return take(choices[0].action) }
    mode = .choosing(Chooser(choices))
    return []
  }
}
