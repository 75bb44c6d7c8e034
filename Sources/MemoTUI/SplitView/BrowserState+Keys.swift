import MemoCore
import MemoIndex
import MemoStore
import MemoSync
import MemoWords

/// Keys while no text is typed, and the mouse.
extension BrowserState {
  // MARK: Commands

  mutating func browse(_ event: TerminalEvent) -> [BrowserEffect] {
    if let effects = takePair(event) ?? read(event) { return effects }
    if let command = BrowserCommand(event) { return carryOut(command) }
    switch event {
    case .text(let text): if let motion = Motion(text) { go(motion) }
    case .key(.escape, _), .key(.control("g"), _): return escape()
    case .key(.control("l"), _): return [.repaint]
    case .key(let key, let modifiers): if let motion = Motion(key, modifiers) { go(motion) }
    case .paste, .mouse, .resize: break
    }
    return []
  }

  /// Applies a command of two keys; `nil` for other keys.
  private mutating func takePair(_ event: TerminalEvent) -> [BrowserEffect]? {
    let first = pendingKey
    pendingKey = nil
    guard case .text("Z") = event else { return nil }
    if first == "Z" { return carryOut(.quit) }
    pendingKey = "Z"
    return []
  }

  private mutating func carryOut(_ command: BrowserCommand) -> [BrowserEffect] {
    switch command {
    case .open: return open()
    case .write: return startWriting()
    case .new: return [.prepareWriting] + startNewMemo()
    case .search: mode = .searching(LineInput(list.query))
    case .delete: if let path = list.selectedPath { mode = .asking(.delete(path)) }
    case .undo: return [.undo(list.selectedPath)]
    case .redo: return [.redo(list.selectedPath)]
    case .rename:
      guard let path = list.selectedPath, let row = list.rows.row(of: path) else { return [] }
      mode = .prompting(Prompt(.title, list.rows[row].title))
    case .move: if let path = list.selectedPath { mode = .prompting(Prompt(.folder, path.parent.text)) }
    case .share: return list.selectedPath.map { [.share($0)] } ?? []
    case .tags: return [.tags]
    case .follow: return list.selectedPath.map { [.links($0, only: linkAtCursor)] } ?? []
    case .backlinks: return list.selectedPath.map { [.backlinks($0)] } ?? []
    case .back: return goBack()
    case .conflicts: return [.conflicts(isAsked: true)]
    case .today: return [.today]
    case .order:
      let effects = list.changeOrder()
      message = BrowserMessages.order(list.order)[language]
      return effects
    case .editor:
      guard let path = list.selectedPath else { return [] }
      let place = pane?.path == path ? pane?.placeToEdit(isFocused: focus == .memo) : nil
      return [.edit(place ?? MemoPlace(path))]
    case .sync:
      message = BrowserMessages.syncing[language]
      return [.flush, .sync]
    case .save:
      message = BrowserMessages.saved[language]
      return [.flush]
    case .switchPane: if focus == .list { goToText() } else { focus = .list }
    case .palette: mode = .choosing(Chooser(commandsIn: language))
    case .help: mode = .help(HelpPage())
    case .suspend: return [.suspend]
    case .quit: return [.flush, .quit]
    }
    return []
  }

  /// Goes from the text to the list, from search results to all memos.
  private mutating func escape() -> [BrowserEffect] {
    if focus == .memo {
      focus = .list
      return []
    }
    return list.query.isEmpty ? [] : list.endSearch()
  }

  // MARK: Motions

  private mutating func go(_ motion: Motion) {
    switch focus {
    case .list where motion == .right: goToText()
    case .list: list.go(motion, visible: (layout.list?.rows ?? 0) / BrowserLayout.rowsOfMemo)
    // ← at the start of a line goes to the list.
    case .memo where motion == .left && pane?.editor.buffer.cursor.offset == 0: focus = .list
    case .memo: if let rows = layout.memo?.rows, pane?.isEditable == true { pane?.go(motion, rows: rows) }
    }
  }

  mutating func goToText() {
    guard pane != nil else { return }
    focus = .memo
    fitCursor()
  }

  /// Moves a cursor that is out of view to the nearest visible row.
  mutating func fitCursor() {
    if let rows = layout.memo?.rows { pane?.fitCursor(rows: rows) }
  }

  // MARK: Links

  /// Goes from the list to the text, and from the text along the link at the cursor.
  private mutating func open() -> [BrowserEffect] {
    if focus == .memo, let path = list.selectedPath, let link = linkAtCursor { return [.links(path, only: link)] }
    goToText()
    return []
  }

  /// The link at the cursor, if the cursor is visible.
  private var linkAtCursor: MemoLink? {
    guard focus == .memo, showsCursor, case .link(let link) = pane?.editor.linkAtCursor else { return nil }
    return link
  }

  private mutating func goBack() -> [BrowserEffect] {
    guard let stop = trail.goBack() else {
      message = BrowserMessages.noWayBack[language]
      return []
    }
    guard stop.query == list.query else {
      wantedStop = stop
      return list.search(for: stop.query, selecting: stop.path)
    }
    let effects = go(to: stop.path)
    wantedStop = stop
    // The memo that is shown is not loaded again.
    if stop.path == pane?.path { restoreStop() }
    return effects
  }

  /// Remembers the memo that is left for another one.
  mutating func leaveTrail(to path: VaultPath?) {
    guard let selected = list.selectedPath, selected != path else { return }
    let place = pane.flatMap { $0.path == selected ? $0.place : nil }
    trail.leave(Trail.Stop(path: selected, query: list.query, place: place))
  }

  /// Shows a memo, and ends a search that does not find it.
  private mutating func go(to path: VaultPath, _ place: WantedPlace? = nil) -> [BrowserEffect] {
    (wantedPlace, wantedStop) = (place, nil)
    // The memo that is shown is not loaded again.
    if path == pane?.path { goToWantedPlace() }
    if let row = list.rows.row(of: path) {
      list.select(row)
    } else if !list.query.isEmpty {
      list.selectOnceListed(path)
      return list.endSearch()
    }
    return []
  }

  // MARK: Reading

  /// Applies a key that has a meaning of its own in the text; `nil` for others.
  private mutating func read(_ event: TerminalEvent) -> [BrowserEffect]? {
    guard focus == .memo, pane?.isEditable == true, case .text(let text) = event else { return nil }
    switch text {
    case "n" where highlighter != nil: showMatch(isNext: true)
    case "N" where highlighter != nil: showMatch(isNext: false)
    case "a": return write { $0.moveBehindCharacter() }
    case "A": return write { $0.move(.lineEnd) }
    case "I": return write { $0.moveToLineText() }
    case "x": return tick()
    default: return nil
    }
    return []
  }

  /// Ticks the task at the cursor, which is saved at once.
  private mutating func tick() -> [BrowserEffect] {
    guard showsCursor, pane?.edit({ $0.tickTask() }) == true else {
      message = BrowserMessages.noTask[language]
      return []
    }
    return [.flush]
  }

  private mutating func write(afterMove move: (inout EditBuffer) -> Void) -> [BrowserEffect] {
    pane?.hasCursor = true
    pane?.edit { $0.edit(move) }
    return startWriting()
  }

  private mutating func showMatch(isNext: Bool) {
    guard let highlighter, let pane else { return }
    guard let match = isNext ? pane.nextMatch(of: highlighter) : pane.previousMatch(of: highlighter) else {
      message = Message.noMatch[language]
      return
    }
    if match.isWrapped { message = (isNext ? BrowserMessages.fromStart : BrowserMessages.fromEnd)[language] }
    guard let rows = layout.memo?.rows else { return }
    self.pane?.hasCursor = true
    self.pane?.edit { $0.edit { $0.move(to: match.position) } }
    if !showsCursor { self.pane?.show(match.position, rows: rows) }
  }

  // MARK: Searching

  /// Searches while the query is typed.
  mutating func search(_ event: TerminalEvent, _ input: LineInput) -> [BrowserEffect] {
    if event.isCancel {
      mode = .browsing
      return list.endSearch()
    }
    switch event {
    case .key(.enter, _): (mode, focus) = (.browsing, .list)
    case .key(.up, _), .key(.control("p"), _): list.select(list.selection - 1)
    case .key(.down, _), .key(.control("n"), _): list.select(list.selection + 1)
    default:
      var input = input
      let isChanged = input.update(event)
      mode = .searching(input)
      if isChanged { return list.search(for: input.text) }
    }
    return []
  }

  // MARK: Prompts, questions and choices

  mutating func fill(_ prompt: Prompt, _ event: TerminalEvent) -> [BrowserEffect] {
    mode = .browsing
    if event.isCancel { return [] }
    if case .key(.enter, _) = event { return list.selectedPath.map { [prompt.effect(on: $0)] } ?? [] }
    var prompt = prompt
    prompt.update(event)
    mode = .prompting(prompt)
    return []
  }

  mutating func answer(_ event: TerminalEvent, _ question: BrowserQuestion) -> [BrowserEffect] {
    mode = .browsing
    guard case .text(let text) = event, Answer.isYes(text) else {
      guard case .discard = question else { return [] }
      mode = .writing
      return [.awaitPause]
    }
    switch question {
    case .delete(let path):
      list.dropDraft()
      return [.delete(path)]
    case .discard: return discard()
    case .skip: return [.skip]
    case .twin(let path, let title): return [.rename(path, title, isSure: true)]
    case .create(let target):
      let path = MemoCreation.path(namedBy: target, titles: titles)
      let title = path.map { String(decoding: MemoFileRules.stem(of: $0), as: UTF8.self) } ?? target
      return [.prepareWriting] + startNewMemo(titled: title, at: path)
    }
  }

  mutating func choose(_ event: TerminalEvent, _ chooser: Chooser) -> [BrowserEffect] {
    mode = .browsing
    if event.isCancel { return [] }
    if case .key(.enter, _) = event { return chooser.chosen.map { take($0.action) } ?? [] }
    var chooser = chooser
    chooser.update(event)
    mode = .choosing(chooser)
    return []
  }

  /// Carries out a choice.
  mutating func take(_ choice: BrowserChoice) -> [BrowserEffect] {
    switch choice {
    case .command(let command): return carryOut(command)
    case .tag(let tag):
      let hasBlank = tag.unicodeScalars.contains { $0.properties.isWhitespace }
      return list.search(for: hasBlank ? "tag:\"\(tag)\"" : "tag:\(tag)")
    case .memo(let path, let heading):
      leaveTrail(to: path)
      return go(to: path, heading.map { .heading($0) })
    case .conflict(let conflict):
      leaveTrail(to: conflict.path)
      message = SyncMessages.advice(on: conflict)[language]
      return go(to: conflict.path, .line(conflict.line))
    case .version(let path, let version): return [.settle(path, version)]
    case .notAMemo(let target): message = BrowserMessages.noMemo(target)[language]
    case .message(let text): message = text
    // A path is a place in the vault, and not a title.
    case .broken(let link) where link.kind == .wiki: mode = .asking(.create(link.target))
    case .broken(let link): message = Message.noSuchMemo(link.target)[language]
    }
    return []
  }

  mutating func help(_ page: HelpPage, _ event: TerminalEvent) -> [BrowserEffect] {
    var page = page
    mode = page.update(event, size: size, language) ? .help(page) : .browsing
    return []
  }

  // MARK: The mouse: it selects, opens, places the cursor, moves the divider and scrolls

  private static let rowsOfWheel = 3

  mutating func update(_ event: MouseEvent) -> [BrowserEffect] {
    switch event.action {
    case .press: return press(event)
    case .drag: drag(event)
    case .release: held = nil
    case .wheelUp: return turnWheel(event, by: -1)
    case .wheelDown: return turnWheel(event, by: 1)
    }
    return []
  }

  private mutating func press(_ event: MouseEvent) -> [BrowserEffect] {
    message = nil
    if case .choosing(let chooser) = mode { return press(event, chooser) }
    switch layout.part(at: event) {
    case .divider: held = .divider
    case .list(let row): return pressInList(list.top + row / BrowserLayout.rowsOfMemo)
    case .memo(let area): return pressInText(event, area)
    case nil: break
    }
    return []
  }

  private mutating func press(_ event: MouseEvent, _ chooser: Chooser) -> [BrowserEffect] {
    var chooser = chooser
    guard let place = ChooserBox(chooser, in: size).place(ofRow: event.row), place < chooser.matching.count else {
      mode = .browsing
      return []
    }
    chooser.select(place)
    return choose(.key(.enter), chooser)
  }

  private mutating func pressInList(_ row: Int) -> [BrowserEffect] {
    guard row < list.rows.count else { return [] }
    var effects: [BrowserEffect] = []
    if case .writing = mode {
      if row == list.rows.row(of: pane?.path), list.rows.draft != nil { return [] }
      effects = endWriting()
    } else {
      mode = .browsing
    }
    // The first click selects a memo, the second one opens it.
    if row == list.selection, effects.isEmpty, layout.divider == nil { goToText() } else { focus = .list }
    list.select(row)
    return effects
  }

  private mutating func pressInText(_ event: MouseEvent, _ area: BrowserLayout.Area) -> [BrowserEffect] {
    var effects: [BrowserEffect] = []
    switch mode {
    case .writing: break
    case .browsing, .searching:
      mode = .browsing
      effects = startWriting()
    case .prompting, .asking, .choosing, .help: return []
    }
    guard case .writing = mode else { return [] }
    held = .text
    completion = nil
    pane?.moveCursor(to: event, in: area, isSelecting: false)
    return effects
  }

  private mutating func drag(_ event: MouseEvent) {
    switch held {
    case .divider: listColumns = event.column
    case .text: if let area = layout.memo { pane?.moveCursor(to: event, in: area, isSelecting: true) }
    case nil: break
    }
  }

  private mutating func turnWheel(_ event: MouseEvent, by direction: Int) -> [BrowserEffect] {
    let arrow = TerminalEvent.key(direction < 0 ? .up : .down)
    if case .choosing(let chooser) = mode { return choose(arrow, chooser) }
    if case .help(let page) = mode { return help(page, arrow) }
    switch layout.part(at: event) {
    case .memo(let area):
      if case .writing = mode {
        for _ in 0..<Self.rowsOfWheel { _ = write(arrow) }
      } else {
        pane?.scroll(by: direction * Self.rowsOfWheel, rows: area.rows)
        if focus == .memo { fitCursor() }
      }
    case .list: if !isWriting { list.select(list.selection + direction) }
    case .divider, nil: break
    }
    return []
  }
}
