import MemoCore
import MemoKit
import MemoWords

/// What comes back from outside.
extension BrowserState {
  mutating func take(_ event: BrowserEvent) -> [BrowserEffect] {
    switch event {
    case .terminal: break
    case .vaultChanged: return [.list(query: query, order: order)]
    case .listed(let listing): return take(listing)
    case .loaded(let memo): return take(memo)
    case .saved(let saved, let sent): return takeSaved(saved, sent)
    case .notSaved(let reason): return takeFailure(reason)
    case .finished(let path): finishWriting(path)
    case .paused: return pause()
    case .saveDue: return save()
    case .moved(let path, let newPath): follow(path, to: newPath)
    case .removed(let path): return lose(path)
    case .gone(let path): takeLoss(of: path)
    case .cannotWrite(let reason): refuseWriting(reason)
    case .cannotUndo(let reason): ask(.forget(reason))
    case .twin(let path, let title): ask(.twin(path, title: title))
    case .examined(let path, let broken): if pane?.path == path { pane?.brokenLinks = broken }
    case .completions(let typed, let choices): completion?.take(choices, for: typed)
    case .conflicts(let found): conflicts = found
    case .choices(let choices, let otherwise):
      if !choices.isEmpty { return offer(choices) }
      message = otherwise
    case .done(let text, let path):
      if !text.isEmpty { message = text }
      return path.map { show($0) } ?? []
    case .ending: return [.flush, .quit]
    }
    return []
  }

  // MARK: The list

  private mutating func take(_ listing: BrowserListing) -> [BrowserEffect] {
    // An answer to an earlier question.
    guard listing.query == query, listing.order == order || !query.isEmpty else { return [] }
    (total, sync) = (listing.total, listing.sync)
    queryProblem = listing.problem
    guard let new = listing.rows else { return [] }
    if let path = pathOfChange {
      pathOfChange = nil
      // A search that finds it no more makes way for it.
      if query == queryOfChange, !query.isEmpty, !isWriting, new.row(of: path) == nil { return endSearch() }
    }
    if new.count == 0 { lastPath = selectedPath ?? lastPath }
    let isOtherQuery = !listing.query.isEmpty && listing.query != shownQuery
    shownQuery = listing.query
    rows.rows = new
    rows.raisesDraft = order == .newest && query.isEmpty
    if !isWriting { rows.dropDraftOnceListed() }
    // What is being written stays in the list, whatever becomes of its file and of what was searched for.
    if isWriting, rows.row(of: pane?.path) == nil { trackDraft() }
    if isOtherQuery, !isWriting {
      rows.setDraft(nil)
      select(returnPath.flatMap { rows.row(of: $0) } ?? 0)
    } else if let row = selectedRow {
      select(row)
    } else {
      // What was selected is gone: the next one has its place, or the one before where it was the last.
      select(selection)
    }
    returnPath = nil
    return reload() + lookForConflicts(listing)
  }

  /// Those that a person has settled in the meantime do not count.
  private mutating func lookForConflicts(_ listing: BrowserListing) -> [BrowserEffect] {
    guard listing.mayHaveConflicts else {
      conflicts = []
      return []
    }
    // Not with each key of a search: git is asked for them.
    return listing.query.isEmpty ? [.conflicts(isAsked: false)] : []
  }

  private var selectedRow: Int? {
    if let draft = rows.draft, draft.path == nil { return rows.row(of: nil) }
    return selectedPath.flatMap { rows.row(of: $0) }
  }

  /// Asks for the memo that is shown where its file changed, and which of its links lead somewhere now. What is being
  /// typed is merged when it is saved.
  private mutating func reload() -> [BrowserEffect] {
    guard let pane, let path = pane.path, path == selectedPath, let hash = rows.listedHash(of: path) else { return [] }
    if hash == pane.baseHash { return [.examine(path)] }
    guard !pane.isDirty, !pane.isSaving else {
      self.pane?.hasMissedChange = true
      return []
    }
    return [.load(path)]
  }

  /// Selects a memo that the list has or is about to have. What was found stays where the memo is still among it.
  private mutating func show(_ path: VaultPath) -> [BrowserEffect] {
    // Nobody is led away from what was begun since the change was asked for.
    guard !isWriting, query == queryOfChange else { return [.list(query: query, order: order)] }
    // What was written last may just have been undone.
    rows.setDraft(nil)
    (selectedPath, pathOfChange) = (path, path)
    guard let row = rows.row(of: path) else { return query.isEmpty ? [.list(query: "", order: order)] : endSearch() }
    select(row)
    return [.list(query: query, order: order)]
  }

  // MARK: The memo

  private mutating func take(_ memo: LoadedMemo) -> [BrowserEffect] {
    wantedPath = nil
    guard memo.path == selectedPath else { return [] }
    if memo.path == pane?.path, memo.problem == nil, pane?.problem == nil {
      // Typed since it was asked for: merged when it is saved.
      guard pane?.isDirty == false, pane?.takeChange(memo) == true else { return [] }
      if case .writing = mode, message == nil { message = BrowserMessages.merged[language] }
      if rows.draft != nil { trackDraft() }
      return [.examine(memo.path)]
    }
    guard !isWriting else { return [] }
    show { MemoPane(memo, id: $0, columns: $1) }
    if !showStop(), !showWantedPlace() { showFirstMatch() }
    return [.examine(memo.path)]
  }

  /// Shows of a memo what was shown before a link was followed from it; false where none was.
  @discardableResult mutating func showStop() -> Bool {
    defer { wantedStop = nil }
    guard let wantedStop, wantedStop.path == pane?.path, let place = wantedStop.place else { return false }
    pane?.show(place)
    return true
  }

  private mutating func showFirstMatch() {
    guard let highlighter, let rows = layout.memo?.rows,
      let match = pane?.editor.match(of: highlighter, from: .start)
    else { return }
    pane?.show(match.lowerBound, rows: rows)
    // Out of sight of the start, one reads and writes at the match.
    guard let pane, pane.top > 0 else { return }
    self.pane?.hasCursor = true
    self.pane?.edit { $0.edit { $0.move(to: match.lowerBound) } }
  }

  /// Shows the heading that a link named, or the line that was asked for; false where there is none.
  @discardableResult mutating func showWantedPlace() -> Bool {
    guard let place = wantedPlace else { return false }
    wantedPlace = nil
    guard let position = pane?.editor.position(of: place) else { return false }
    let rows = layout.memo?.rows ?? layout.status
    pane?.showCursor(at: position, rows: rows)
    return true
  }

  /// Shows matches of another query in the text.
  mutating func highlight(_ query: String, with make: (String) -> SearchHighlighter?) {
    guard query != highlightedQuery else { return }
    highlightedQuery = query
    highlighter = query.isEmpty ? nil : make(query)
    showFirstMatch()
  }

  // MARK: Saving

  /// Saves what was typed; what is typed next is undone by itself.
  mutating func pause() -> [BrowserEffect] {
    pane?.edit { $0.edit { $0.endStep() } }
    return save()
  }

  /// Saves what was typed while typing goes on.
  private mutating func save() -> [BrowserEffect] {
    guard let save = unsaved, pane?.isSaving == false else { return [] }
    pane?.isSaving = true
    return [.save(save)]
  }

  private mutating func takeSaved(_ saved: SavedMemo, _ sent: MemoSave) -> [BrowserEffect] {
    guard pane?.id == sent.id else { return [] }
    let isSelected = selectedPath == pane?.path
    pane?.takeSaved(saved, sent)
    if isSelected { selectedPath = saved.path }
    if rows.draft != nil { trackDraft() }
    tell(saved)
    if pane?.isDirty == true { return [.awaitPause] }
    return pane?.hasMissedChange == true ? [.load(saved.path)] : []
  }

  /// What others have done to a memo that is written is never passed over in silence.
  private mutating func tell(_ saved: SavedMemo) {
    switch saved.meanwhile {
    case .nothing: break
    case .changed: message = BrowserMessages.merged[language]
    case .moved: message = BrowserMessages.movedElsewhere(to: saved.path)[language]
    case .removed: message = BrowserMessages.broughtBack[language]
    }
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
    mode = .asking(.giveUp(reason))
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

  // MARK: Questions and choices

  private mutating func ask(_ question: BrowserQuestion) {
    guard case .browsing = mode else { return }
    mode = .asking(question)
  }

  private mutating func offer(_ choices: [Chooser.Choice]) -> [BrowserEffect] {
    guard case .browsing = mode else { return [] }
    // The only link of a memo needs no list.
    if choices.count == 1, choices[0].action.isPlace { return take(choices[0].action) }
    mode = .choosing(Chooser(choices))
    return []
  }
}

extension TextEditor {
  fileprivate func position(of place: WantedPlace) -> LinePosition? {
    switch place {
    case .heading(let name): position(ofHeading: name)
    case .line(let number): LinePosition(line: min(max(1, number), buffer.lines.count) - 1, offset: 0)
    }
  }
}
