import MemoCore
import MemoWords

/// Keys as commands.
extension BrowserState {
  mutating func browse(_ event: TerminalEvent) -> [BrowserEffect] {
    if let effects = takePair(event) ?? read(event) { return effects }
    if let command = BrowserCommand(event) { return carryOut(command) }
    switch event {
    case .text(let text):
      guard let move = Move(text) else { return [] }
      go(move)
    case .key(.escape, _), .key(.control("g"), _): return escape()
    case .key(.control("l"), _): return [.repaint]
    case .key(let key, let modifiers): if let move = Move(key, modifiers) { go(move) }
    case .paste, .mouse, .resize: break
    }
    return []
  }

  /// Two keys that mean something together; `nil` for others.
  private mutating func takePair(_ event: TerminalEvent) -> [BrowserEffect]? {
    let first = pendingKey
    pendingKey = nil
    guard case .text("Z") = event else { return nil }
    if first == "Z" { return carryOut(.quit) }
    pendingKey = "Z"
    return []
  }

  /// Does what a command says.
  mutating func carryOut(_ command: BrowserCommand) -> [BrowserEffect] {
    switch command {
    case .open: return open()
    case .write: return startWriting()
    case .new: return [.prepareWriting] + startNewMemo()
    case .search: mode = .searching(LineInput(query))
    case .delete: if let selectedPath { mode = .asking(.delete(selectedPath)) }
    case .undo: return [.undo(selectedPath)]
    case .redo: return [.redo(selectedPath)]
    case .rename: startRenaming()
    case .move: startMoving()
    case .share: return selectedPath.map { [.share($0)] } ?? []
    case .tags: return [.tags]
    case .follow: return selectedPath.map { [.links($0, only: linkAtCursor)] } ?? []
    case .backlinks: return selectedPath.map { [.backlinks($0)] } ?? []
    case .back: return goBack()
    case .conflicts: return [.conflicts(isAsked: true)]
    case .today: return [.today]
    case .order: return nextOrder()
    case .editor: return selectedPath.map { [.edit($0)] } ?? []
    case .sync:
      message = BrowserMessages.syncing[language]
      return [.flush, .sync]
    case .save:
      message = BrowserMessages.saved[language]
      return [.flush]
    case .switchPane: if focus == .list { goToText() } else { focus = .list }
    case .palette: openPalette()
    case .help: mode = .help(top: 0)
    case .suspend: return [.suspend]
    case .quit: return [.flush, .quit]
    }
    return []
  }

  /// From the memo to the list, from what was found to all memos.
  private mutating func escape() -> [BrowserEffect] {
    if focus == .memo {
      focus = .list
      return []
    }
    return query.isEmpty ? [] : endSearch()
  }

  private mutating func nextOrder() -> [BrowserEffect] {
    let orders = BrowserOrder.allCases
    let place = orders.firstIndex(of: order) ?? 0
    order = orders[(place + 1) % orders.count]
    message = BrowserMessages.order(order)[language]
    return [.list(query: query, order: order)]
  }

  private mutating func goBack() -> [BrowserEffect] {
    guard let stop = trail.popLast() else {
      message = BrowserMessages.noWayBack[language]
      return []
    }
    guard stop.query != query else {
      let effects = go(to: stop.path)
      wantedStop = stop
      // The memo that is shown has its text already.
      if stop.path == pane?.path { showStop() }
      return effects
    }
    // What was found there is found again.
    (selectedPath, returnPath, wantedStop) = (stop.path, stop.path, stop)
    return search(for: stop.query)
  }

  /// From the list to the text, from the text along the link at the cursor.
  private mutating func open() -> [BrowserEffect] {
    if focus == .memo, let selectedPath, let link = linkAtCursor { return [.links(selectedPath, only: link)] }
    goToText()
    return []
  }

  /// The link at the cursor, where that is seen.
  private var linkAtCursor: MemoLink? {
    guard focus == .memo, showsCursor, case .link(let link) = pane?.editor.linkAtCursor else { return nil }
    return link
  }

  /// Whether the cursor is in sight.
  var showsCursor: Bool {
    guard movesCursor, let pane, let area = layout.memo else { return false }
    return (pane.top..<pane.top + area.rows).contains(pane.editor.cursorCell.row)
  }

  /// Shows a memo wherever it is in the vault: what was found makes way for all memos where it is not among them.
  mutating func go(to path: VaultPath, _ place: WantedPlace? = nil) -> [BrowserEffect] {
    (wantedPlace, wantedStop) = (place, nil)
    // The memo that is shown has its text already.
    if path == pane?.path { showWantedPlace() }
    if rows.row(of: path) == nil, !query.isEmpty {
      selectedPath = path
      return endSearch()
    }
    select(path)
    return []
  }
}
