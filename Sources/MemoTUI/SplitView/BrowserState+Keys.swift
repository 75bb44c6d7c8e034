import MemoCore
import MemoIndex
import MemoStore
import MemoSync
import MemoWords

/// Keys while no text is typed.
extension BrowserState {
  // MARK: Commands

  mutating func browse(_ event: TerminalEvent) -> [BrowserEffect] {
    if let effects = takeSecond(event) ?? ViReading.read(event, &self) { return effects }
    return effectsOfLeaving + browsePlainly(event)
  }

  /// What comes before anything but another key of vi: text that was changed by these is saved.
  var effectsOfLeaving: [BrowserEffect] { pane?.isDirty == true ? [.flush] : [] }

  /// Whether vi's keys have their meaning.
  var readsVi: Bool { looks.keys == .vi && focus == .memo && pane?.isEditable == true }

  private mutating func browsePlainly(_ event: TerminalEvent) -> [BrowserEffect] {
    if ViMoving.goInList(event, &self) { return [] }
    if focus == .memo, pane?.isEditable == true, SelectingKey.begins(with: event) { return beginSelecting(event) }
    if let effects = ConflictKeys.settle(event, &self) ?? takeFirst(event) ?? read(event) { return effects }
    if goesThroughFound, event == .text("n") || event == .text("N") {
      goThroughFound(isNext: event == .text("n"))
      return []
    }
    if focus == .list, case .key(.delete, _) = event { return carryOut(.delete) }
    if let command = BrowserCommand(event) { return carryOut(command) }
    message = IdleKey.explanation(of: event, in: focus)?[language]
    switch event {
    case .text(let text): if let motion = Motion(text) { go(motion) }
    case .key(.escape, _), .key(.control("g"), _): return escape()
    case .key(.control("l"), _): return [.repaint]
    case .key(let key, let modifiers): if let motion = Motion(key, modifiers) { go(motion) }
    case .paste, .mouse, .resize: break
    }
    return []
  }

  /// Begins a command of two keys; `nil` for other keys.
  private mutating func takeFirst(_ event: TerminalEvent) -> [BrowserEffect]? {
    guard case .text("Z") = event else { return nil }
    pendingKey = "Z"
    return []
  }

  /// Completes a command of two keys; `nil` if there is none.
  private mutating func takeSecond(_ event: TerminalEvent) -> [BrowserEffect]? {
    let first = pendingKey
    pendingKey = nil
    guard first == "Z", case .text(let second) = event else { return nil }
    if second == "Z" { return carryOut(.quit) }
    if second == "Q" { return ViCommandLine.leaveWithoutSaving("ZQ", &self) }
    // It may belong to what was meant.
    return readsVi ? ViReading.lose("Z\(second)", &self) : nil
  }

  mutating func carryOut(_ command: BrowserCommand) -> [BrowserEffect] {
    if command.needsMemo, list.rows.count == 0 {
      message = (goesThroughFound ? ViMessages.noMemoHere : ListMessages.noMemoHere)[language]
      return []
    }
    switch command {
    case .open: return open()
    case .write: return startWriting()
    case .new: return [.prepareWriting] + startNewMemo()
    case .search: mode = .searching(LineInput(list.query, isSelected: true))
    case .delete:
      guard let path = list.selectedPath, let row = list.rows.row(of: path) else { return [] }
      mode = .asking(.delete(path, title: list.rows[row].title))
    case .undo: return [.undo(list.selectedPath)]
    case .redo: return [.redo(list.selectedPath)]
    case .rename:
      guard let path = list.selectedPath, let row = list.rows.row(of: path) else { return [] }
      mode = .prompting(Prompt(of: path, list.rows[row].title))
    case .move: return list.selectedPath.map { [.folders(moving: $0)] } ?? []
    case .folders: return [.folders(moving: nil)]
    case .trash: return [.trash]
    case .share:
      // A terminal that takes the copy need not give it back.
      if let pane, pane.path == list.selectedPath { clipboard = pane.editor.buffer.bytes }
      return list.selectedPath.map { [.share($0)] } ?? []
    case .pin: return list.selectedPath.map { [.pin($0)] } ?? []
    case .tags: return [.tags]
    case .follow: return LinkFollowing.follow(&self) ?? list.selectedPath.map { [.links($0, only: nil)] } ?? []
    case .backlinks: return list.selectedPath.map { [.backlinks($0)] } ?? []
    case .back: return goBack()
    case .conflicts: return [.conflicts(isAsked: true)]
    case .nextConflict: return ConflictKeys.goOn(&self)
    case .fold:
      if pane?.toggleFold(atCursor: focus == .memo) != true { message = BrowserMessages.noFold[language] }
      if let pane, let path = pane.path { folds.set(pane.editor.foldedHeadings, of: path) }
    case .outline:
      let outline = Chooser(headingsIn: pane?.editor)
      if let outline { mode = .choosing(outline) } else { message = BrowserMessages.noHeadings[language] }
    case .today: return [.today]
    case .order:
      let effects = list.changeOrder()
      message = list.orderText[language]
      return effects
    case .editor:
      guard let path = list.selectedPath else { return [] }
      let place = pane?.path == path ? pane?.placeToEdit(isFocused: focus == .memo) : nil
      return [.edit(place ?? MemoPlace(path))]
    case .sync:
      message = BrowserMessages.syncing[language]
      return [.flush, .sync]
    case .save:
      flush.message = BrowserMessages.saved[language]
      vi.saved = pane.map { ViSaved(pane: $0.id, revision: $0.editor.buffer.revision) }
      return [.flush]
    case .switchPane: if focus == .list { goToText() } else { focus = .list }
    case .palette: mode = .choosing(Chooser(commandsFor: self))
    case .help: mode = .help(HelpPage(looks.keys))
    case .suspend: return [.suspend]
    case .quit:
      failedSave.leavesText = true
      return [.flush, .quit]
    }
    return []
  }

  /// Goes from the text to the list, from search results to all memos.
  private mutating func escape() -> [BrowserEffect] {
    if focus == .memo {
      focus = .list
      return []
    }
    if list.query.isEmpty { message = ListMessages.nothingToLeave[language] }
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
    let wasHidden = layout.text == nil
    foldHiddenPane()
    focus = .memo
    leaveFront()
    // Only a text that has its width scrolls to what was found.
    if wasHidden, pane?.hasCursor == false, pane?.top == 0 {
      fitPane()
      showFirstMatch()
    }
    fitCursor()
  }

  // MARK: The cursor

  /// Moves a cursor that is out of view to the nearest visible row.
  mutating func fitCursor() {
    if let rows = layout.memo?.rows { pane?.fitCursor(rows: rows) }
  }

  /// Whether keys move the cursor of the text.
  var movesCursor: Bool {
    switch mode {
    case .writing, .selecting: true
    case .browsing: focus == .memo && pane?.isEditable == true
    case .finding: true
    default: false
    }
  }

  /// Whether the cursor is visible.
  var showsCursor: Bool {
    guard movesCursor, let pane, let area = layout.memo else { return false }
    return (pane.top..<pane.top + area.rows).contains(cursorCell(in: pane).row)
  }

  /// The cell of the cursor as it is drawn: in vi's selection on its last character.
  func cursorCell(in pane: MemoPane) -> WrappedText.Cell {
    guard let head = vi.selection?.head else { return pane.editor.cursorCell }
    return pane.editor.layout.cell(of: head, in: pane.editor.buffer.lines)
  }

  /// Folds the front matter of a memo that a narrow window does not show yet, as that of one beside the list is.
  mutating func foldHiddenPane() {
    if layout.text == nil { pane?.fold(usesCursor: false) }
  }

  /// Moves a cursor that was not placed to the text below the front matter, once keys go to the text.
  mutating func leaveFront() {
    if focus == .memo, pane?.hasCursor == false { pane?.edit { $0.leaveFront() } }
  }

  // MARK: Links

  /// Goes from the list to the text, and from the text along the link at the cursor.
  private mutating func open() -> [BrowserEffect] {
    if let effects = LinkFollowing.follow(&self) { return effects }
    goToText()
    message = pane?.problem
    return []
  }

  // MARK: Reading

  /// Applies a key that has a meaning of its own in the text; `nil` for others.
  private mutating func read(_ event: TerminalEvent) -> [BrowserEffect]? {
    guard focus == .memo, pane?.isEditable == true else { return nil }
    if showsCursor, event == .text("p") || event == .key(.control("v"), []) { return [.paste(nil)] }
    guard case .text(let text) = event else { return nil }
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
  mutating func tick() -> [BrowserEffect] {
    if showsCursor, pane?.edit({ $0.tickTask(onLine: $0.buffer.cursor.line) }) == true {
      return [.prepareWriting, .flush]
    }
    guard showsCursor, pane?.edit({ $0.makeTask(onLine: $0.buffer.cursor.line) }) == true else {
      message = BrowserMessages.noTask[language]
      return []
    }
    message = BrowserMessages.madeTask(looks.keys == .vi ? "gt" : "x")[language]
    return [.prepareWriting, .flush]
  }

  private mutating func write(afterMove move: (inout EditBuffer) -> Void) -> [BrowserEffect] {
    pane?.hasCursor = true
    fitCursor()
    pane?.edit { $0.edit(move) }
    return startWriting(isPlaced: true)
  }

  mutating func showMatch(isNext: Bool) {
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

  /// Whether `n` and `N` go through the memos that a search found, as those who set vi's keys expect.
  var goesThroughFound: Bool { looks.keys == .vi && !list.query.isEmpty && !readsVi }

  private mutating func goThroughFound(isNext: Bool) {
    let (count, row) = (list.rows.count, list.selection + (isNext ? 1 : -1))
    guard count > 0 else {
      message = Message.noMatch[language]
      return
    }
    if row < 0 || row >= count { message = (isNext ? BrowserMessages.fromStart : BrowserMessages.fromEnd)[language] }
    list.select((row + count) % count)
  }

  /// Searches while the query is typed.
  mutating func search(_ event: TerminalEvent, _ input: LineInput) -> [BrowserEffect] {
    if event.isCancel {
      mode = .browsing
      return list.endSearch()
    }
    switch event {
    // The rows of an earlier query are not what a query with an error finds.
    case .key(.enter, _) where list.shownQuery != list.query: break
    case .key(.enter, _): (mode, focus) = (.browsing, .list)
    case .key(.up, _), .key(.control("p"), _): list.select(list.selection - 1)
    case .key(.down, _), .key(.control("n"), _): list.select(list.selection + 1)
    case .key(.tab, _) where list.suggestion != nil:
      let meant = list.suggestion ?? ""
      mode = .searching(LineInput(meant))
      return list.search(for: meant)
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
    if case .key(.enter, _) = event { return [prompt.effect] }
    var prompt = prompt
    prompt.update(event)
    mode = .prompting(prompt)
    return []
  }

  mutating func answer(_ event: TerminalEvent, _ question: BrowserQuestion) -> [BrowserEffect] {
    mode = .browsing
    guard case .text(let text) = event, Answer.isYes(text) else {
      if case .discard = question { return FailedSave.keep(&self) }
      return []
    }
    switch question {
    case .delete(_, let title) where question.isOutdated(in: list.rows):
      return ViReading.report(BrowserMessages.notDeleted(title), &self)
    case .delete(let path, _):
      list.takeBack(pane, date: now)
      return [.delete(path)]
    case .discard: return FailedSave.discard(&self)
    case .skip: return [.skip]
    case .twin(let path, let title): return [.rename(path, title, isSure: true)]
    case .create(let target):
      let path = MemoCreation.path(namedBy: target, namesFiles: linksNameFiles)
      return [.prepareWriting] + startNewMemo(titled: path.map(Self.title(at:)) ?? target, at: path)
    }
  }

  /// Starts a memo that exists once something is written in it.
  mutating func startMemo(at path: VaultPath) -> [BrowserEffect] {
    // The user may have begun something else since then.
    guard case .browsing = mode, !isWriting else { return [] }
    return [.prepareWriting] + startNewMemo(titled: Self.title(at: path), at: path, isWanted: false)
  }

  private static func title(at path: VaultPath) -> String {
    String(decoding: MemoFileRules.stem(of: path), as: UTF8.self)
  }

  mutating func choose(_ event: TerminalEvent, _ chooser: Chooser) -> [BrowserEffect] {
    mode = .browsing
    if event.isCancel { return [] }
    if case .key(.enter, _) = event {
      let chosen = chooser.chosen?.action
      if chosen != .command(.nextConflict) { conflictElsewhere = nil }
      if let typed = chooser.typedCommand, let effects = ViCommandLine.run(typed, &self) { return effects }
      if let chosen { return take(chosen) }
      return chooser.isPalette ? ViReading.report(BrowserMessages.noCommand, &self) : []
    }
    var chooser = chooser
    chooser.update(event)
    mode = .choosing(chooser)
    return []
  }

  /// Carries out a choice.
  mutating func take(_ choice: BrowserChoice) -> [BrowserEffect] {
    switch choice {
    case .command(let command): return FailedSave.effects(before: command, &self) ?? carryOut(command)
    case .folder(let folder): return list.search(for: FolderChoices.query(folder))
    case .move(let path, let folder): return [.move(path, folder)]
    case .restore(let item): return [.restore(item)]
    case .tag(let tag):
      let hasBlank = tag.unicodeScalars.contains { $0.properties.isWhitespace }
      return list.search(for: hasBlank ? "tag:\"\(tag)\"" : "tag:\(tag)")
    case .memo(let path, let heading):
      leaveTrail(to: path)
      return go(to: path, heading.map { .heading($0) })
    case .conflict(let conflict):
      return ConflictKeys.go(to: conflict, &self)
    case .version(let conflict, let version): return [.settle(conflict, .only(version))]
    case .file(let path):
      if let link = OpenedLink(file: path) { return [.openLink(link)] }
      message = ListMessages.notOpened(path.text)[language]
    case .line(let number):
      ViMoving.noteJump(&self)
      (focus, wantedPlace) = (.memo, .line(number))
      goToWantedPlace()
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
}
