import MemoCore
import MemoSync
public import MemoWords

/// All that the split view shows and knows.
public struct BrowserState: Sendable {
  /// The pane that keys go to.
  public enum Focus: Sendable {
    case list, memo
  }

  /// What keys mean.
  enum Mode: Sendable {
    /// They are commands.
    case browsing
    /// They are text of the memo.
    case writing
    /// They are a query.
    case searching(LineInput)
    /// They are a title or a folder for the memo.
    case prompting(BrowserPrompt, LineInput)
    /// They answer a question.
    case asking(BrowserQuestion)
    /// They choose one of several.
    case choosing(Chooser)
    /// They leave the help.
    case help(top: Int)
  }

  /// What the mouse holds.
  enum Held: Sendable {
    case divider, text
  }

  /// A memo that a link was followed from, what was searched for then, and what was shown of it.
  struct Stop: Sendable {
    var path: VaultPath
    let query: String
    /// `nil` where it was not shown yet.
    let place: MemoPane.Place?
  }

  /// The language of messages.
  let language: Language
  let vaultName: String
  /// The window.
  public private(set) var size: ScreenSize
  /// The pane that keys go to.
  public internal(set) var focus = Focus.list
  /// The pane that keys went to before they were text.
  var focusBeforeWriting = Focus.list
  var mode = Mode.browsing

  /// The list.
  var rows: ShownRows
  /// How many memos the vault has.
  var total: Int
  /// The selected row; 0 where there is none.
  var selection = 0
  /// The memo of that row; `nil` for none, and for a new one.
  var selectedPath: VaultPath?
  /// The first row that is shown.
  var listTop = 0
  /// How wide the user has drawn the list.
  var listColumns: Int?
  var order = BrowserOrder.newest
  /// The state of syncing; `nil` where the vault does not sync.
  var sync: String?
  /// The places that need a look after a sync.
  var conflicts: [SyncConflict] = [] {
    didSet { conflicting = Set(conflicts.map(\.path)) }
  }
  /// The memos in which they are.
  private(set) var conflicting: Set<VaultPath> = []
  /// What is searched for; empty for nothing.
  var query = ""
  /// The query of the list that is shown.
  var shownQuery = ""
  /// Why the query finds nothing.
  var queryProblem: String?
  var highlighter: SearchHighlighter?
  /// The query whose matches are shown.
  var highlightedQuery = ""

  /// The memo that is shown.
  var pane: MemoPane?
  /// The memo that was asked for.
  var wantedPath: VaultPath?
  /// What to show in it.
  var wantedPlace: WantedPlace?
  /// Where the way back leads: what was shown of that memo is shown again.
  var wantedStop: Stop?
  /// What was searched for when a change was asked for last.
  private(set) var queryOfChange = ""
  /// The memo that the last change led to, until the list has followed.
  var pathOfChange: VaultPath?
  /// The memo to select in what will be found.
  var returnPath: VaultPath?
  /// The memo that was selected before nothing was found.
  var lastPath: VaultPath?
  /// A key that means something together with the next one.
  var pendingKey: String?
  /// What to say until the next key.
  var message: String?
  /// Where links were followed from.
  var trail: [Stop] = []
  /// The link that is being typed; `nil` for none.
  var completion: LinkCompletion?
  /// What was cut or copied last.
  var clipboard: [UInt8] = []
  var held: Held?
  /// The time as the list writes it.
  var now = ""

  /// Whether places may need a look after a sync.
  private let mayHaveConflicts: Bool
  /// How many panes were shown so far.
  private var paneCount = 0

  /// Shows a list, the first memo selected.
  public init(_ listing: BrowserListing, vaultName: String, language: Language, size: ScreenSize) {
    (self.vaultName, self.language, self.size) = (vaultName, language, size)
    rows = ShownRows(listing.rows ?? EmptyRows())
    (total, sync, mayHaveConflicts) = (listing.total, listing.sync, listing.mayHaveConflicts)
    select(0)
  }

  var layout: BrowserLayout {
    BrowserLayout(size, showsMemo: focus == .memo, listColumns: listColumns)
  }

  /// What is to be done before anything has happened.
  mutating func begin() -> [BrowserEffect] {
    settle() + (mayHaveConflicts ? [.conflicts(isAsked: false)] : [])
  }

  /// Updates the state for an event and returns the effects.
  public mutating func update(_ event: BrowserEvent) -> [BrowserEffect] {
    let effects =
      switch event {
      case .terminal(let event): update(event)
      default: take(event)
      }
    if effects.contains(where: \.isChange) { queryOfChange = query }
    return effects + settle()
  }

  /// What the session must know before events are taken in.
  public mutating func setNow(_ now: String) {
    self.now = now
  }

  /// What was typed and is not on disk; `nil` for nothing.
  public var unsaved: MemoSave? { pane.flatMap { $0.isDirty ? $0.save : nil } }

  /// Whether a memo is being written, so that there is something to finish.
  public var isWriting: Bool {
    if case .writing = mode { true } else { pane?.isDirty ?? false }
  }

  private mutating func update(_ event: TerminalEvent) -> [BrowserEffect] {
    if case .resize(let size) = event {
      self.size = size
      return [.repaint]
    }
    if case .mouse(let event) = event { return update(event) }
    message = nil
    switch mode {
    case .browsing: return browse(KoreanKeyboard.latin(event))
    case .writing: return write(event)
    case .searching(let input): return search(event, input)
    case .prompting(let prompt, let input): return type(event, prompt, input)
    case .asking(let question): return answer(event, question)
    case .choosing(let chooser): return choose(event, chooser)
    case .help(let top): return help(KoreanKeyboard.latin(event), top)
    }
  }

  // MARK: Selecting

  /// Selects a row, or the nearest there is.
  mutating func select(_ row: Int) {
    selection = max(0, min(row, rows.count - 1))
    selectedPath = rows.count == 0 ? nil : rows.path(ofRow: selection)
  }

  /// Selects a memo where the list has it.
  mutating func select(_ path: VaultPath) {
    if let row = rows.row(of: path) { select(row) }
  }

  // MARK: Keeping things in step

  /// Asks for the memo that is selected, and keeps what is selected and where the cursor is in sight.
  mutating func settle() -> [BrowserEffect] {
    showSelection()
    let isNew = pane.map { $0.path == nil } ?? false
    if rows.count == 0, !isNew {
      pane = nil
      wantedPath = nil
    }
    fitPane()
    // A memo that the list is about to have waits for it: without a row it would not stay in the pane.
    guard rows.count > 0, let path = selectedPath, !isWriting, path != pane?.path, path != wantedPath else { return [] }
    wantedPath = path
    return [.load(path)]
  }

  /// Puts another memo into the pane.
  mutating func show(_ make: (_ id: Int, _ columns: Int) -> MemoPane) {
    paneCount += 1
    // Where only the list is shown, the text is wrapped when it comes into sight.
    let columns = layout.memo.map(BrowserLayout.textColumns) ?? BrowserLayout.wideColumns
    pane = make(paneCount, columns)
  }

  private mutating func showSelection() {
    guard let area = layout.list else { return }
    let visible = max(1, area.rows / BrowserLayout.rowsOfMemo)
    listTop = min(max(listTop, selection - visible + 1), selection, max(0, rows.count - visible))
  }

  private mutating func fitPane() {
    guard let area = layout.memo else { return }
    let showsCursor = movesCursor && held != .text
    pane?.fit(columns: BrowserLayout.textColumns(in: area), rows: area.rows, showsCursor: showsCursor)
  }
}

/// No memos.
private struct EmptyRows: MemoRows {
  let count = 0

  subscript(row: Int) -> BrowserRow { preconditionFailure("there is no row \(row)") }

  func path(ofRow row: Int) -> VaultPath { preconditionFailure("there is no row \(row)") }

  func row(of path: VaultPath) -> Int? { nil }
}
