import MemoCore
import MemoIndex
import MemoKit

/// The memo in the pane, with its current text.
struct MemoPane: Sendable {
  /// The editing session: a new memo has no path.
  let id: Int
  /// Its path; `nil` for a new memo without a file.
  var path: VaultPath?
  /// The bytes on disk that were edited.
  private(set) var base: [UInt8]
  /// The text.
  private(set) var editor: TextEditor
  /// The visible rows.
  var view = PaneView()
  /// Why it cannot be shown.
  let problem: String?
  /// Whether a save is running.
  var isSaving = false
  /// Whether the file changed while it could not be read again.
  var hasMissedChange = false
  /// Whether another process has removed the file.
  private(set) var isGone = false
  /// Whether the cursor was placed, and editing starts there.
  var hasCursor = false
  /// The broken links in it.
  var brokenLinks: Set<MemoLink> = []
  /// What is shown about the pictures in it, by their targets.
  var pictures: [String: PictureNote] = [:]

  // The path that a link gives a new memo.
  private(set) var newPath: VaultPath?
  // The folder whose memos were listed when a new one was started.
  private var newFolder: VaultPath?
  // What a new memo began with that makes no memo alone.
  private var opening: [UInt8] = []
  // The revision that is on disk.
  private var savedRevision = 0
  private var firstRevision: Int
  /// A last line without a line end, which gets none unless it is edited.
  private let openLine: [UInt8]

  /// Shows a memo that was read.
  init(_ memo: LoadedMemo, id: Int, columns: Int) {
    self.init(memo.bytes, path: memo.path, problem: memo.problem, id: id, columns: columns, titles: memo.titles)
  }

  /// Shows a new memo.
  ///
  /// - Parameters:
  ///   - newPath: where to create it; `nil` to name it after its first line.
  ///   - newFolder: the folder for that; `nil` for the usual one.
  ///   - titles: which text is the title of a memo.
  init(newMemo id: Int, at newPath: VaultPath?, in newFolder: VaultPath?, columns: Int, titles: TitleRule) {
    self.init([], path: nil, problem: nil, id: id, columns: columns, titles: titles)
    (self.newPath, self.newFolder) = (newPath, newFolder)
  }

  private init(
    _ bytes: [UInt8], path: VaultPath?, problem: String?, id: Int, columns: Int, titles: TitleRule
  ) {
    (self.path, base, self.problem, self.id) = (path, bytes, problem, id)
    editor = TextEditor(bytes, columns: columns, titles: titles)
    (savedRevision, firstRevision) = (editor.buffer.revision, editor.buffer.revision)
    openLine = editor.buffer.lines[editor.buffer.lines.count - 1].bytes
  }

  /// Whether it has text that is not on disk. Blanks alone create no memo.
  var isDirty: Bool {
    guard editor.buffer.revision != savedRevision || isGone && isChanged else { return false }
    return path != nil || !Self.isBlank(editor.buffer.bytes) && editor.buffer.bytes != opening
  }

  /// Whether its text was changed since it was shown, saved or not.
  private var isChanged: Bool { editor.buffer.revision != firstRevision }

  /// Whether its text can be changed.
  var isEditable: Bool { problem == nil }

  /// Where an editor opens it: at the cursor, or at the start of what is in view; `nil` for the start of the file.
  func placeToEdit(isFocused: Bool) -> MemoPlace? {
    let isPlaced = isFocused || hasCursor
    guard let path, isEditable, isPlaced || top > 0 else { return nil }
    let place = isPlaced ? editor.buffer.cursor : self.place.top
    let before = editor.buffer.lines[place.line].bytes.prefix(place.offset)
    let column = String(decoding: before, as: UTF8.self).unicodeScalars.count + 1
    return MemoPlace(path, line: place.line + 1, column: column)
  }

  /// XXH64 of the bytes on disk that were edited.
  var baseHash: UInt64 { XXHash64.hash(base) }

  /// The same if the text is on disk; else 0.
  var savedHash: UInt64 { isDirty ? 0 : baseHash }

  /// The text to save.
  var save: MemoSave {
    MemoSave(
      id: id, path: path, newPath: newPath, newFolder: newFolder, base: base, contents: contents,
      revision: editor.buffer.revision)
  }

  /// The contents of the file: a line that was edited gets a line end.
  private var contents: [UInt8] {
    let lines = editor.buffer.lines
    let last = lines[lines.count - 1].bytes
    if last.isEmpty || last == openLine { return lines.bytes }
    let lineBreak = lines.count > 1 ? lines[lines.count - 2].lineBreak : .lineFeed
    return lines.bytes + lineBreak.bytes
  }

  /// Edits the text.
  mutating func edit<Result>(_ body: (inout TextEditor) -> Result) -> Result {
    body(&editor)
  }

  /// Writes the title of a new memo.
  ///
  /// - Parameter isWanted: whether it makes a memo alone.
  mutating func begin(with text: String, isWanted: Bool) {
    editor.edit { $0.insert(text) }
    if !isWanted { opening = editor.buffer.bytes }
  }

  /// Takes over a saved text, merged with what other processes have written.
  mutating func takeSaved(_ saved: SavedMemo, _ sent: MemoSave) {
    (isSaving, isGone) = (false, false)
    (path, base) = (saved.path, saved.contents)
    let isUntouched = editor.buffer.revision == sent.revision
    if saved.contents != sent.contents {
      let merged = LineMerge(base: sent.contents, first: saved.contents, second: contents).bytes
      editor.edit { $0.adopt(isUntouched ? saved.contents : merged) }
    }
    savedRevision = isUntouched ? editor.buffer.revision : sent.revision
  }

  /// Takes over a change of the file; returns whether the text changed. Nothing may be unsaved.
  mutating func takeChange(_ memo: LoadedMemo) -> Bool {
    (hasMissedChange, isGone) = (false, false)
    guard memo.bytes != base else { return false }
    base = memo.bytes
    // Lines that came or went further up must not move what is in view.
    if top > 0 {
      var first = editor
      first.edit { [place] in $0.move(to: place.top) }
      first.edit { $0.adopt(memo.bytes) }
      view.top = first.cursorCell.row
    }
    let isOwn = isChanged
    editor.edit { $0.adopt(memo.bytes) }
    savedRevision = editor.buffer.revision
    if !isOwn { firstRevision = savedRevision }
    return true
  }

  /// Notes that another process removed the file: what was typed is no longer on disk.
  mutating func takeLoss() {
    isGone = true
  }

  /// Notes that the file is there; returns whether it was gone.
  mutating func takeReturn() -> Bool {
    defer { isGone = false }
    return isGone
  }

  /// Goes back to the text on disk.
  mutating func revert() {
    editor.edit { [base] in $0.adopt(base) }
    savedRevision = editor.buffer.revision
    if isGone { firstRevision = savedRevision }
  }

  private static func isBlank(_ text: [UInt8]) -> Bool {
    text.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}

/// The view of the text.
extension MemoPane {
  /// A position of view and cursor.
  struct Place: Sendable {
    /// The position at the top of the pane.
    let top: LinePosition
    let cursor: LinePosition
    /// Whether the cursor was placed there.
    let hasCursor: Bool
  }

  /// The current view.
  var place: Place {
    Place(
      top: editor.position(of: WrappedText.Cell(row: top, column: 0)), cursor: editor.buffer.cursor,
      hasCursor: hasCursor)
  }

  /// Restores a view, as far as the text has it.
  mutating func show(_ place: Place) {
    edit { $0.edit { $0.move(to: place.top) } }
    view.top = editor.cursorCell.row
    edit { $0.edit { $0.move(to: place.cursor) } }
    hasCursor = place.hasCursor
  }

  /// The first visible row.
  var top: Int { view.top }

  /// Fits the text and its pictures into a pane.
  mutating func fit(columns: Int, rows: Int, pictures: PictureRows, showsCursor: Bool) {
    view.fit(&editor, columns: columns, rows: rows, pictures: pictures, showsCursor: showsCursor)
  }

  /// Folds the front matter, and opens what the cursor has entered; what is in view stays where it is.
  mutating func fold(usesCursor: Bool) {
    let cursor = usesCursor ? editor.buffer.cursor.line : nil
    guard editor.newFold(cursor: cursor) != nil else { return }
    let (top, distance) = (place.top, editor.cursorCell.row - view.top)
    edit { $0.fold(cursor: cursor) }
    // At the start of the text the front matter opens downwards.
    guard view.top > 0 else { return }
    let row = usesCursor ? editor.cursorCell.row - distance : editor.layout.cell(of: top, in: editor.buffer.lines).row
    view.top = max(0, row)
  }

  /// Folds or opens what is at the cursor, else the front matter; returns whether there is something.
  mutating func toggleFold(atCursor: Bool) -> Bool {
    edit { atCursor ? $0.toggleFold() : $0.toggleFront() }
  }

  /// Scrolls; the last page stays full.
  mutating func scroll(by count: Int, rows: Int) {
    view.top = min(max(0, top + count), max(0, editor.layout.rowCount - max(1, rows)))
  }

  /// Places the cursor, and scrolls it to the top of the pane.
  mutating func showCursor(at position: LinePosition, rows: Int) {
    edit { $0.edit { $0.move(to: position) } }
    hasCursor = true
    scroll(by: editor.cursorCell.row - top, rows: rows)
  }

  /// Scrolls to a position.
  mutating func show(_ position: LinePosition, rows: Int) {
    let row = editor.layout.cell(of: position, in: editor.buffer.lines).row
    scroll(by: (row < rows ? 0 : row - rows / 3) - top, rows: rows)
  }

  /// Moves a cursor that is out of view to the nearest visible row.
  mutating func fitCursor(rows: Int) {
    let row = editor.cursorCell.row
    let visible = min(max(row, top), top + max(1, rows) - 1)
    guard visible != row else { return }
    let nearest = editor.layout.textRow(near: visible, isDown: row < top, in: editor.buffer.lines)
    let position = editor.position(of: WrappedText.Cell(row: nearest, column: 0))
    edit { $0.edit { $0.move(to: position) } }
  }

  /// Moves the cursor to the cell that a mouse points at, or the nearest in the area of the text.
  mutating func moveCursor(
    to event: MouseEvent, in area: BrowserLayout.Area?, drawing: RowDrawing, isSelecting: Bool
  ) {
    guard let area else { return }
    let position = position(of: event, in: area, drawing: drawing)
    edit { $0.edit { $0.move(to: position, selecting: isSelecting) } }
  }

  /// The position that a mouse points at, or the nearest in the area of the text.
  func position(of event: MouseEvent, in area: BrowserLayout.Area, drawing: RowDrawing) -> LinePosition {
    let row = min(max(event.row - area.row, 0), max(0, area.rows - 1))
    let column = max(0, event.column - area.column)
    return editor.position(of: WrappedText.Cell(row: top + row, column: column), drawing: drawing)
  }

  /// Ticks the task whose box a mouse points at; returns whether there is one.
  mutating func tickTask(at event: MouseEvent, in area: BrowserLayout.Area, drawing: RowDrawing) -> Bool {
    guard top + event.row - area.row < editor.layout.rowCount else { return false }
    let position = position(of: event, in: area, drawing: drawing)
    guard editor.taskBox(onLine: position.line)?.contains(position.offset) == true else { return false }
    return edit { $0.tickTask(onLine: position.line) }
  }
}

/// The matches of a search in the text.
extension MemoPane {
  /// A match, and whether the search continued at the other end of the text.
  typealias Match = (position: LinePosition, isWrapped: Bool)

  func nextMatch(of highlighter: SearchHighlighter) -> Match? {
    let cursor = editor.buffer.cursor
    let match = editor.match(of: highlighter, from: LinePosition(line: cursor.line, offset: cursor.offset + 1))
    return match.map { ($0.lowerBound, $0.lowerBound <= cursor) }
  }

  func previousMatch(of highlighter: SearchHighlighter) -> Match? {
    let cursor = editor.buffer.cursor
    return editor.match(of: highlighter, before: cursor).map { ($0.lowerBound, $0.lowerBound >= cursor) }
  }

  /// Scrolls to the first match; the cursor follows where the start of the text is out of view.
  mutating func showFirstMatch(of highlighter: SearchHighlighter, rows: Int) {
    guard let match = editor.match(of: highlighter, from: .start) else { return }
    show(match.lowerBound, rows: rows)
    guard top > 0 else { return }
    hasCursor = true
    edit { $0.edit { $0.move(to: match.lowerBound) } }
  }
}

/// The visible rows of a text.
struct PaneView: Sendable {
  /// The first one.
  var top = 0

  /// The position at the top before the window was resized, for when it gets its old size back.
  private var anchor = LinePosition.start
  private var anchorTop = 0
  private var anchorRevision = 0
  private var rowCount = 0
  private var size: (columns: Int, rows: Int)?

  /// Wraps a text for a size and its pictures, and scrolls no further than needed to show the cursor.
  mutating func fit(
    _ editor: inout TextEditor, columns: Int, rows: Int, pictures: PictureRows, showsCursor: Bool
  ) {
    let isResized = size.map { $0 != (columns, rows) } ?? false || pictures != editor.layout.pictures
    if isResized { noteAnchor(editor) }
    editor.resize(columns: columns, pictures: pictures)
    if isResized { (top, anchorTop) = (editor.layout.cell(of: anchor, in: editor.buffer.lines).row, -1) }
    size = (columns, rows)
    if showsCursor { top = editor.firstRow(showingCursorIn: rows, from: top) }
    // A text that got shorter, as by an undo, is not left behind, nor is one that fits into a larger window.
    let isFull = isResized || editor.layout.rowCount < rowCount
    let last = editor.layout.rowCount - (isFull ? rows : 1)
    rowCount = editor.layout.rowCount
    top = min(max(0, top), max(0, last))
    if isResized { (anchorTop, anchorRevision) = (top, editor.buffer.revision) } else { noteAnchor(editor) }
  }

  /// Remembers the position at the top if it changed.
  private mutating func noteAnchor(_ editor: TextEditor) {
    guard top != anchorTop || editor.buffer.revision != anchorRevision else { return }
    let row = editor.layout.row(top, in: editor.buffer.lines)
    anchor = LinePosition(line: row.line, offset: row.range.lowerBound)
    (anchorTop, anchorRevision) = (top, editor.buffer.revision)
  }
}
