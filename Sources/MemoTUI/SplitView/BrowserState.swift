import MemoCore
import MemoSync
public import MemoWords

/// The state of the split view. It changes by events only, and its changes return effects.
public struct BrowserState: Sendable {
  /// A pane that receives keys.
  public enum Focus: Sendable {
    case list, memo
  }

  let vaultName: String
  /// The language of messages.
  let language: Language
  /// The window.
  public private(set) var size: ScreenSize
  /// The pane that receives keys.
  public internal(set) var focus = Focus.list
  /// The pane that received keys before writing began.
  var focusBeforeWriting = Focus.list
  /// Where the new memo was started that is being written.
  var newMemoOrigin: Trail.Origin?
  var mode = BrowserMode.browsing
  /// Formats a time, in nanoseconds since 1970; `nil` if times are not shown.
  var dates: (@Sendable (Int64) -> String)?
  /// What the user has chosen about the look.
  public var looks = Looks()
  /// How pictures are drawn.
  var pictures = ShownPictures()
  /// The width of the list that the user has chosen.
  var listColumns: Int?
  var held: MouseUse.Held?
  /// The last click in the text.
  var click: TextClick?
  /// The first key of a command of two.
  var pendingKey: String?
  /// What vi's keys remember.
  var vi = ViReading.Memory()
  /// Shown until the next key.
  var message: String?
  /// The conflict in a file that is not a memo to which the last key has gone.
  var conflictElsewhere: SyncConflict?
  /// What was typed before it is known what it applies to.
  var waiting = WaitingKeys()
  /// The latest error, until it was seen.
  var error = StatusError()
  var failedSave = FailedSave()
  /// What waits until the text is saved.
  var flush = Flush()
  /// Whether the process is about to end: nothing can be asked.
  var isEnding = false
  /// The current time as the list shows it.
  var now = ""

  var list: MemoList
  /// The state of syncing; `nil` if the vault does not sync.
  private(set) var sync: String?
  /// The conflicts that syncs have left.
  private(set) var conflicts: [SyncConflict] = [] {
    didSet { conflicting = Set(conflicts.map(\.path)) }
  }
  /// The conflicts in the text that is shown.
  private(set) var conflictMarks = ConflictMarks()
  /// The files that have conflicts.
  private(set) var conflicting: Set<VaultPath> = []

  /// The memo that is shown.
  var pane: MemoPane?
  /// The memo that was requested.
  private(set) var wantedPath: VaultPath?
  /// Where to go in it.
  var wantedPlace: WantedPlace?
  /// The stop of the trail to restore in it.
  var wantedStop: Trail.Stop?
  var trail = Trail()
  var places = VisitedPlaces()
  /// What is folded in which memos.
  var folds = FoldedSections()
  /// Shows the matches of a search in the text.
  private(set) var highlighter: SearchHighlighter?
  /// The query of the highlighter.
  private var highlightedQuery = ""
  /// The link that is being typed.
  var completion: LinkCompletion?
  /// What is to be found in the memo that is written.
  var finder: FindBar?
  /// The text that was cut or copied last.
  var clipboard: [UInt8] = []

  /// The search at the time of the last change.
  private var queryOfChange = ""
  /// The memo to show after the last change, until the list has it.
  private var pathOfChange: VaultPath?
  private let mayHaveConflicts: Bool
  /// Which text is the title of a memo.
  private(set) var titles: TitleRule
  /// Whether a link that is typed names a file, not a title.
  private(set) var linksNameFiles: Bool
  /// How many panes there were so far.
  private var paneCount = 0

  /// Shows a list, the first memo selected.
  public init(_ listing: BrowserListing, vaultName: String, language: Language, size: ScreenSize) {
    (self.vaultName, self.language, self.size) = (vaultName, language, size)
    list = MemoList(listing)
    (sync, mayHaveConflicts, titles) = (listing.sync, listing.mayHaveConflicts, listing.titles)
    linksNameFiles = listing.linksNameFiles
  }

  var layout: BrowserLayout {
    let showsMemo = focus == .memo && !mode.isSearching
    return BrowserLayout(size, showsMemo: showsMemo, listColumns: listColumns, measure: looks.measure)
  }

  /// The effects of the start.
  mutating func begin() -> [BrowserEffect] {
    settle() + (mayHaveConflicts ? [.conflicts(isAsked: false)] : [])
  }

  /// Updates the state for an event and returns the effects.
  public mutating func update(_ event: BrowserEvent) -> [BrowserEffect] {
    let effects = take(event)
    if !isWriting, focus == .list || list.selectedPath != pane?.path { list.releaseKept() }
    if effects.contains(where: \.isChange) { queryOfChange = list.query }
    if effects.contains(where: \.isAwaited) { waiting.ask() }
    return effects + settle()
  }

  /// Text that is not on disk; `nil` if there is none.
  public var unsaved: MemoSave? { pane.flatMap { $0.isDirty ? $0.save : nil } }

  /// Whether a memo is being written, or saved for what comes next.
  public var isWriting: Bool {
    if case .writing = mode { true } else { flush.isOn || pane?.isDirty == true }
  }

  /// After how long `waitedLong` is due; `nil` if never.
  var patience: Duration? { waiting.patience ?? flush.patience }

  private mutating func take(_ event: BrowserEvent) -> [BrowserEffect] {
    switch event {
    case .terminal(let event): return WaitingKeys.hold(event, &self) ? [] : take(event)
    case .waited(let event): return take(event)
    case .waitedLong: return WaitingKeys.report(&self)
    case .answer(let request, let events):
      return WaitingKeys.accept(events, answering: request, &self).flatMap { update($0) }
    case .vaultChanged: return [list.request]
    case .listed(let listing): return take(listing)
    case .loaded(let memo): return take(memo)
    case .saved(let saved, let sent):
      let effects = takeSaved(saved, sent)
      // First: what is to be flushed now waits for what is flushed already.
      return Flush.goOn(&self) + effects
    case .notSaved(let reason): return Flush.fail(reason, &self)
    case .flush(let rest): return Flush.begin(before: rest, &self)
    case .flushed: return Flush.end(&self)
    case .finished(let path, let sent): return finishWriting(path, sent: sent)
    case .paused: return pause()
    case .saveDue: return save()
    case .moved(let path, let newPath): ChangesElsewhere.follow(path, to: newPath, &self)
    case .removed(let path): return ChangesElsewhere.lose(path, &self)
    case .gone(let path): ChangesElsewhere.takeLoss(of: path, &self)
    case .cannotWrite(let reason): return refuseWriting(reason)
    case .cannotUndo(let reason): ask(.skip(reason))
    case .unwritten(let path): return startMemo(at: path)
    case .twin(let path, let title): ask(.twin(path, title: title))
    case .examined(let path, let broken): if pane?.path == path { pane?.brokenLinks = broken }
    case .pictured(let path, let notes, let tools): return takePictures(notes, of: path, with: tools)
    case .prepared(let request, let data): if data == nil { pictures.fail(request.picture) }
    case .reported(let report): take(report)
    case .completions(let typed, let choices): completion?.take(choices, for: typed, in: pane?.path)
    case .conflicts(let found): conflicts = found
    case .conflictsLeft(let path, let found): conflicts = conflicts.with(found, in: path)
    case .foundTexts(let query, let texts): if query == list.query { list.texts.take(texts) }
    case .pasted(let text, let image): return takePaste(text.map { Array($0.utf8) } ?? clipboard, image: image)
    case .choices(let choices, let reason):
      if !choices.isEmpty { return offer(choices) }
      message = reason
    case .chooser(let chooser, let label):
      if case .browsing = mode { (mode, message) = (.choosing(chooser), label) }
    case .done(let text, let path):
      if !text.isEmpty { message = text }
      return path.map { showChanged($0) } ?? []
    case .failed(let reason): error.report(reason)
    }
    return []
  }

  private mutating func take(_ event: TerminalEvent) -> [BrowserEffect] {
    if case .resize(let size) = event {
      self.size = size
      return [.repaint] + (pictures.support.askAgain(in: size).map { [.askTerminal($0)] } ?? [])
    }
    if waiting.drops(event) { return [] }
    if case .mouse(let event) = event { return MouseUse.update(event, &self) }
    if mode.suspends(with: event, isFinding: finder != nil) { return [.suspend] }
    message = waiting.isPlaying || vi.macros.record(event) ? nil : ViMessages.recordedMost[language]
    if case .browsing = mode, !ConflictKeys.areAbout(event) { conflictElsewhere = nil }
    error.takeKey()
    list.endScrolling()
    switch mode {
    case .browsing: return browse(vi.keys.awaitsCharacter ? event : KoreanKeyboard.latin(event))
    case .writing: return write(event)
    case .selecting: return select(vi.keys.awaitsCharacter ? event : KoreanKeyboard.latin(event))
    case .finding(let input): return ViFinding.find(event, input, &self)
    case .searching(let input): return search(event, input)
    case .prompting(let prompt): return fill(prompt, event)
    case .asking(let question): return answer(event, question)
    case .choosing(let chooser): return choose(event, chooser)
    case .help(let page): return help(page, KoreanKeyboard.latin(event))
    }
  }

  private mutating func ask(_ question: BrowserQuestion) {
    if case .browsing = mode { mode = .asking(question) }
  }

  private mutating func offer(_ choices: [Chooser.Choice]) -> [BrowserEffect] {
    guard case .browsing = mode else { return [] }
    // The only link of a memo needs no list.
    if choices.count == 1, choices[0].action.isPlace { return take(choices[0].action) }
    mode = .choosing(Chooser(choices))
    return []
  }

  // MARK: The list

  private mutating func take(_ listing: BrowserListing) -> [BrowserEffect] {
    guard list.expects(listing) else { return [] }
    (sync, titles, linksNameFiles) = (listing.sync, listing.titles, listing.linksNameFiles)
    list.takeCounts(of: listing)
    guard let rows = listing.rows else { return [] }
    if let path = pathOfChange {
      pathOfChange = nil
      // A search that no longer finds the changed memo ends.
      let isSameSearch = !list.query.isEmpty && list.query == queryOfChange
      if isSameSearch, !isWriting, rows.row(of: path) == nil { return list.endSearch() }
    }
    let hasKeys = focus == .memo
    list.show(rows, listing.groups, of: listing.query, isWriting: isWriting, pane, hasKeys: hasKeys, date: now)
    return ChangesElsewhere.reload(&self) + findConflicts(listing)
  }

  /// The listing counts conflicts that were settled since the sync, too.
  private mutating func findConflicts(_ listing: BrowserListing) -> [BrowserEffect] {
    if !listing.mayHaveConflicts { conflicts = [] }
    // Not for each key of a search: it runs git.
    return listing.mayHaveConflicts && listing.query.isEmpty ? [.conflicts(isAsked: false)] : []
  }

  /// Shows a memo after a change, in the current search if that still finds it.
  private mutating func showChanged(_ path: VaultPath) -> [BrowserEffect] {
    // The user may have begun something else since then.
    guard !isWriting, list.query == queryOfChange else { return [list.request] }
    // The change may have undone what was written last.
    list.dropDraft()
    list.selectOnceListed(path)
    pathOfChange = path
    guard let row = list.rows.row(of: path) else { return list.search(for: "") }
    list.select(row)
    return [list.request]
  }

  // MARK: The memo

  private mutating func take(_ memo: LoadedMemo) -> [BrowserEffect] {
    wantedPath = nil
    guard memo.path == list.selectedPath else { return [] }
    if memo.path == pane?.path, memo.problem == nil, pane?.problem == nil {
      let isBack = pane?.takeReturn() == true
      // Text typed since the request is merged when it is saved.
      let isChanged = pane?.isDirty == false && pane?.takeChange(memo) == true
      guard isBack || isChanged else { return [] }
      if isBack { message = BrowserMessages.backAgain[language] }
      if case .writing = mode, message == nil { message = BrowserMessages.merged[language] }
      if list.rows.draft != nil { trackDraft() }
      return [.examine(memo.path)]
    }
    guard !isWriting else { return [] }
    show { MemoPane(memo, id: $0, columns: $1) }
    // What is looked for may be in a folded section.
    if highlighter == nil, wantedPlace == nil { pane?.edit { [folds] in $0.fold(folds[memo.path]) } }
    if !restoreStop(), !goToWantedPlace() {
      if highlighter == nil, let place = places[memo.path] { pane?.show(place) } else { showFirstMatch() }
    }
    leaveFront()
    return [.examine(memo.path)]
  }

  /// Puts another memo into the pane.
  mutating func show(_ make: (_ id: Int, _ columns: Int) -> MemoPane) {
    paneCount += 1
    places.leave(pane)
    // A hidden text is wrapped again when it is shown.
    let columns = layout.text?.columns ?? BrowserLayout.wideColumns
    pane = make(paneCount, columns)
  }

  /// Restores the view of a memo from which a link was followed; returns false if there is none to restore.
  @discardableResult mutating func restoreStop() -> Bool {
    defer { wantedStop = nil }
    guard let wantedStop, wantedStop.path == pane?.path, let place = wantedStop.place else { return false }
    pane?.show(place)
    return true
  }

  /// Goes to the wanted heading or line; returns false if there is none.
  @discardableResult mutating func goToWantedPlace() -> Bool {
    guard let place = wantedPlace else { return false }
    wantedPlace = nil
    guard let position = pane?.editor.position(of: place) else {
      if case .heading(let name) = place { message = ListMessages.noHeading(name)[language] }
      return false
    }
    let rows = layout.memo?.rows ?? layout.status
    pane?.showCursor(at: position, rows: rows)
    return true
  }

  /// Highlights the matches of another query.
  mutating func highlight(_ query: String, with make: (String) -> SearchHighlighter?) {
    guard query != highlightedQuery else { return }
    highlightedQuery = query
    highlighter = query.isEmpty ? nil : make(query)
    showFirstMatch()
  }

  mutating func showFirstMatch() {
    if let highlighter, let rows = layout.memo?.rows { pane?.showFirstMatch(of: highlighter, rows: rows) }
  }

  // MARK: The way back

  mutating func goBack() -> [BrowserEffect] {
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
  mutating func go(to path: VaultPath, _ place: WantedPlace? = nil) -> [BrowserEffect] {
    (wantedPlace, wantedStop) = (place, nil)
    // A link leads to the start.
    places.forget(path)
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

  // MARK: After each event

  /// Requests the selected memo, and keeps the selection and the cursor in view.
  private mutating func settle() -> [BrowserEffect] {
    followChangedText()
    if readsVi { ViReading.rest(&self) }
    if let area = layout.list { list.keepSelectionVisible(inLines: area.rows) }
    let texts = list.requestTexts(inLines: layout.list?.rows ?? 1)
    let isNew = pane.map { $0.path == nil } ?? false
    if list.rows.count == 0, !isNew { (pane, wantedPath) = (nil, nil) }
    fitPane()
    conflictMarks.update(pane, conflicts)
    // Not a memo that the list does not have yet: without a row it would not stay in the pane.
    guard list.rows.count > 0, let path = list.selectedPath, !isWriting, path != pane?.path, path != wantedPath else {
      return texts
    }
    wantedPath = path
    return [.load(path)] + texts
  }

  mutating func fitPane() {
    guard let area = layout.text else { return }
    let showsCursor = movesCursor && held != .text
    if held != .text { pane?.fold(usesCursor: focus == .memo) }
    let rows = pictures.rows(of: pane?.pictures ?? [:], in: area)
    pane?.fit(columns: area.columns, rows: area.rows, pictures: rows, showsCursor: showsCursor)
  }
}
