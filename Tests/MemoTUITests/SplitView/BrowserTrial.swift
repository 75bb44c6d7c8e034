import MemoCore
import MemoIndex
import MemoStore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoTUI

/// The split view over a vault of the test's own: events go in, effects are carried out at once, and a terminal shows
/// what would be written to it.
final class BrowserTrial {
  let vault: Vault
  let library: BrowserLibrary
  private(set) var state: BrowserState
  /// What the terminal shows, by the differences that it was sent.
  private(set) var terminal = TerminalModel()
  /// How many rows of the window the last event changed.
  private(set) var changedRows = 0
  private(set) var hasQuit = false
  private(set) var isWaitingForPause = false
  private(set) var suspensions = 0
  private(set) var copied: [UInt8] = []
  /// Links that were opened in other programs.
  private(set) var links: [OpenedLink] = []
  /// What is on the clipboard of the system; `nil` where there is none.
  var systemClipboard: String?
  /// Memos that were opened in the editor or shared.
  private(set) var opened: [VaultPath] = []
  /// What the terminal was asked.
  private(set) var asked: [String] = []
  /// The place that was opened in the editor last.
  private(set) var edited: MemoPlace?
  /// Effects that are not carried out, for tests of what comes between.
  var heldBack: (BrowserEffect) -> Bool = { _ in false }
  /// Why memos cannot be changed.
  var refusal: String?
  /// What was held back.
  private(set) var held: [BrowserEffect] = []

  private let folder: TemporaryFolder?
  private var shown: CellGrid?

  /// Titles of memos, newest first; the text below each is `text of TITLE`.
  convenience init(_ titles: [String], columns: Int = 80, rows: Int = 10) throws {
    let texts = titles.map { ("\($0).md", "# \($0)\n\ntext of \($0)\n") }
    try self.init(files: texts, columns: columns, rows: rows)
  }

  /// Files by name, newest first.
  convenience init(
    files: [(name: String, text: String)], columns: Int = 80, rows: Int = 10, kit: BrowserKit = .tested()
  ) throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    for (place, file) in files.enumerated() {
      try folder.write(file.text, to: file.name, modified: Self.time(files.count - place))
    }
    try self.init(folder, folder.openVault(), columns: columns, rows: rows, kit: kit)
  }

  /// The same in memory, for many steps; no other program writes there.
  convenience init(
    inMemory files: [(name: String, text: String)], columns: Int, rows: Int, groupsByDate: Bool = false
  ) throws {
    let vault = try Vault(at: HostPath("/memory"), host: MemoryVault.host())
    for (place, file) in files.enumerated() {
      _ = try vault.writer.create(
        VaultPath(file.name), contents: Array(file.text.utf8), modified: Self.time(files.count - place))
    }
    var kit = BrowserKit.tested()
    kit.groupsByDate = groupsByDate
    try self.init(nil, vault, columns: columns, rows: rows, kit: kit)
  }

  private init(
    _ folder: TemporaryFolder?, _ vault: Vault, columns: Int, rows: Int, kit: BrowserKit = .tested()
  ) throws {
    (self.folder, self.vault) = (folder, vault)
    library = BrowserLibrary(vault, try vault.refresh(), kit: kit)
    state = BrowserState(
      library.listing(query: "", order: .newest), vaultName: "vault", language: .english,
      size: ScreenSize(columns: columns, rows: rows))
    state.dates = library.kit.dates
    carryOut(state.begin())
    paint()
  }

  /// The time of the memo at a place from the oldest, counted from 1.
  static func time(_ place: Int) -> Int64 { Int64(place) * 1_000_000_000 }

  // MARK: Doing

  /// Draws pictures in a protocol, in cells of 10 by 20 pixels.
  func drawPictures(_ setting: Looks.Pictures = .kitty) {
    var support = PictureSupport(setting) { _ in nil }
    support.take(.cell(width: 10, height: 20))
    state.pictures = ShownPictures(support, isRemote: false)
  }

  /// Draws pictures as far as the terminal answers that it can.
  func mayAskTerminal() {
    state.pictures = ShownPictures(PictureSupport(.auto) { $0 == "TERM" ? "xterm" : nil }, isRemote: false)
  }

  /// A text that is read with vi's keys, and another memo.
  static func readingWithVi(_ text: String, rows: Int = 14) throws -> BrowserTrial {
    let browser = try BrowserTrial(files: [("plan.md", text), ("other.md", "# other\n")], rows: rows)
    browser.readWithVi()
    return browser
  }

  /// Line and offset of the cursor in the text.
  var cursorPlace: String {
    let cursor = state.pane?.editor.buffer.cursor ?? .start
    return "\(cursor.line):\(cursor.offset)"
  }

  /// Sets vi's keys, and goes to the text.
  func readWithVi() {
    state.looks.keys = .vi
    press(.tab)
  }

  /// Types characters one by one.
  func type(_ text: String) {
    for character in text { send(.terminal(.text(String(character)))) }
  }

  /// Types characters one by one; line breaks are Enter, and escapes Esc.
  func press(_ keys: String) {
    for key in keys {
      switch key {
      case "\n": press(.enter)
      case "\u{1B}": press(.escape)
      default: type(String(key))
      }
    }
  }

  /// Writes in the memo from its very start on.
  func write(_ text: String = "") {
    type("i")
    press(.home, with: .control)
    type(text)
  }

  /// Presses keys.
  func press(_ keys: Key..., with modifiers: KeyModifiers = []) {
    for key in keys { send(.terminal(.key(key, modifiers))) }
  }

  /// Uses the mouse.
  func mouse(_ action: MouseEvent.Action, row: Int, column: Int, clicks: Int = 1) {
    var event = MouseEvent(action, row: row, column: column)
    event.clicks = clicks
    send(.terminal(.mouse(event)))
  }

  /// Changes the size of the window.
  func resize(columns: Int, rows: Int = 10) {
    send(.terminal(.resize(ScreenSize(columns: columns, rows: rows))))
  }

  /// Lets half a second pass.
  func pause() {
    isWaitingForPause = false
    send(.paused)
  }

  /// Has another program write a file, which the watcher notices.
  func write(_ text: String, to name: String, at place: Int) throws {
    try #require(folder).write(text, to: name, modified: Self.time(place))
    try notice()
  }

  /// Has another program write a file that is no memo, which is not noticed.
  func add(_ bytes: [UInt8], at path: String) throws {
    try #require(folder).write(bytes, to: VaultPath(path))
  }

  /// Has another program make a file so many bytes long, which the watcher notices.
  func lengthen(_ name: String, to size: Int) throws {
    try #require(folder).truncate(VaultPath(name), to: size)
    try notice()
  }

  /// Has another program make a symbolic link, which is not noticed.
  func link(_ path: String, to target: String) throws {
    try #require(folder).link(VaultPath(path), to: target)
  }

  /// Sets the permission bits of a file, and has the vault refuse what they forbid.
  func setMode(_ mode: Int, of name: String) throws {
    try #require(folder).setMode(mode, of: VaultPath(name))
    refusal = library.refusal(toWrite: state.pane, in: state.mode)
  }

  /// Has another program remove a file.
  func remove(_ name: String) throws {
    try #require(folder).remove(VaultPath(name))
    try library.refresh()
    send(.removed(VaultPath(name)))
    send(.vaultChanged)
  }

  /// Has another program give a file another name, and reports it as the watcher does.
  func move(_ name: String, to newName: String) throws {
    try moveUnnoticed(name, to: newName)
    try library.refresh()
    send(.moved(from: VaultPath(name), to: VaultPath(newName)))
    send(.vaultChanged)
  }

  /// The same before the watcher has noticed.
  func moveUnnoticed(_ name: String, to newName: String) throws {
    try #require(folder).rename(VaultPath(name), to: VaultPath(newName))
  }

  /// Removes the history, as it is before a save is recorded.
  func forgetHistory() throws {
    try #require(folder).remove(Vault.historyPath)
  }

  /// Looks at the files as the watcher does.
  func notice() throws {
    try library.refresh()
    send(.vaultChanged)
  }

  /// The text of a file; `nil` where there is none.
  func text(of name: String) throws -> String? {
    try folder?.bytes(of: VaultPath(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names of all files, sorted.
  func names() throws -> [String] {
    try vault.refresh().memos.map(\.path.text).sorted()
  }

  /// Has the answers come to what was held back.
  func answerHeld() {
    let late = held
    held = []
    carryOut(late)
    applyWaiting()
    paint()
  }

  /// Saves as the loop does before the process ends.
  func end() {
    state.isEnding = true
    carryOut([.flush])
    paint()
  }

  func send(_ event: BrowserEvent) {
    if case .terminal(let key) = event, let keys = ViEscape.keys(of: key, state) {
      for key in keys { send(.terminal(key)) }
      return
    }
    state.now = "now"
    carryOut(state.update(event))
    applyWaiting()
    paint()
  }

  // MARK: Looking

  /// The rows of the window.
  var lines: [String] {
    (0..<state.size.rows).map { row in
      let cells = terminal.cells(inRow: row, columns: state.size.columns).map { $0.split(separator: "|", maxSplits: 1) }
      let text = zip(cells, 0...).map { cell, _ in cell.count == 2 ? String(cell[0]) : "" }.joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// What the list shows, titles and dates without the blanks between; previews are left out.
  var titles: [String] {
    (0..<state.list.rows.count).map { state.list.rows[$0].title }
  }

  /// The title of the selected memo.
  var selected: String? { state.list.rows.count == 0 ? nil : state.list.rows[state.list.selection].title }

  /// The text in the pane.
  var text: String? { state.pane.map { String(decoding: $0.editor.buffer.bytes, as: UTF8.self) } }

  /// The pictures that are drawn.
  var pictures: [PlacedPicture] { BrowserView.pictures(of: state, on: BrowserView.render(state)) }

  var status: String { lines.last ?? "" }

  /// Whether what was painted bit by bit is what would be painted at once.
  var isPaintedRight: Bool { terminal.shows(BrowserView.render(state)) }

  // MARK: Effects

  private func paint() {
    let grid = BrowserView.render(state)
    changedRows = (0..<grid.size.rows).count { row in
      shown.map { $0.size != grid.size || $0.cells(inRow: row) != grid.cells(inRow: row) } ?? true
    }
    terminal.obey(CellDifferences.text(from: shown, to: grid))
    shown = grid
    state.error.noteDrawn()
  }

  private func carryOut(_ effects: [BrowserEffect]) {
    for (place, effect) in effects.enumerated() {
      if heldBack(effect) {
        held.append(effect)
      } else if effect == .flush {
        return carryOut(state.update(.flush(before: Array(effects[(place + 1)...]))))
      } else {
        carryOut(effect)
      }
    }
  }

  private func carryOut(_ effect: BrowserEffect) {
    switch effect {
    case .load(let path): take([.loaded(library.load(path))])
    case .list(let query, let order):
      state.highlight(query, with: library.highlighter)
      take([.listed(library.listing(query: query, order: order))])
    case .findTexts(let query, let paths): take(library.texts(query: query, paths))
    case .awaitPause: isWaitingForPause = true
    case .save(let save): take([library.save(save)])
    case .flush: break
    case .finish(let id, let path): take(library.finish(id: id, path: path) + library.relink() + [.flushed])
    case .rescue(let text): take([library.rescue(text)])
    case .delete(let path): answer(library.delete(path))
    case .undo(let path): answer(library.undo(selected: path))
    case .redo(let path): answer(library.redo(selected: path))
    case .skip: answer(library.skip())
    case .rename(let path, let title, let isSure): answer(library.rename(path, to: title, isSure: isSure))
    case .move(let path, let folder): answer(library.move(path, to: folder))
    case .pin(let path): answer(library.pin(path))
    case .settle(let conflict, let choice): answer(library.settle(conflict, with: choice))
    case .today: answer(library.openToday())
    case .openNamed(let name): answer([library.memo(named: name)])
    case .backlinks(let path): answer([library.backlinks(of: path)])
    case .conflicts(isAsked: true): answer(library.conflicts(isAsked: true))
    case .conflicts(isAsked: false): take(library.conflicts(isAsked: false))
    case .trace(let path, let bytes): take(library.trace(path, holding: bytes))
    case .prepareWriting: if let reason = refusal { take([.cannotWrite(reason)]) }
    case .examine(let path): take(library.examine(path))
    case .complete(let typed, let memo): take(library.completions(of: typed, in: memo))
    case .sync: take(library.sync())
    case .share(let path): opened.append(path)
    case .edit(let place):
      opened.append(place.path)
      edited = place
    case .folders(let path): answer([library.folders(moving: path)])
    case .trash: answer([library.trash()])
    case .restore(let item): answer(library.restore(item))
    case .tags: answer([library.tags()])
    case .links(let path, let link): answer([library.links(of: path, only: link)])
    case .attachment(let target, let path): answer([library.attachment(target, in: path)])
    case .openLink(let link): links.append(link)
    case .copy(let text): copied = text
    case .paste(let text):
      let text = text ?? systemClipboard
      take([text.map { library.pasted($0, in: state.pane?.path) } ?? .pasted(nil, image: nil)])
    case .askTerminal(let question): asked.append(question)
    case .suspend: suspensions += 1
    case .repaint: shown = nil
    case .quit: hasQuit = true
    }
  }

  private func applyWaiting() {
    while let effects = WaitingKeys.applyNext(&state) { carryOut(effects) }
  }

  private func answer(_ events: [BrowserEvent]) {
    take(WaitingKeys.accept(events, answering: state.waiting.request, &state))
  }

  private func take(_ events: [BrowserEvent]) {
    for event in events { carryOut(state.update(event)) }
  }
}
