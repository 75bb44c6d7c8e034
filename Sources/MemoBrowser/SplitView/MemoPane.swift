import MemoCore
import MemoVault

/// The memo that is shown, with its text as it is now.
struct MemoPane: Sendable {
  /// Which editing this is: a new memo has no path to tell it by.
  let id: Int
  /// Where it stands; `nil` for a new one without a file.
  var path: VaultPath?
  /// The bytes on disk that the text was made from.
  private(set) var base: [UInt8]
  /// Its text.
  private(set) var editor: TextEditor
  /// The row of the text at the top of the pane.
  private(set) var top = 0
  /// Why it cannot be shown.
  let problem: String?
  /// Whether a save is on its way.
  var isSaving = false

  // The state of the text that is on disk.
  private var savedRevision = 0

  /// Shows a memo that was read.
  init(_ memo: LoadedMemo, id: Int, columns: Int) {
    (path, base, problem, self.id) = (memo.path, memo.bytes, memo.problem, id)
    editor = TextEditor(memo.bytes, columns: columns)
    savedRevision = editor.buffer.revision
  }

  /// Shows a new memo.
  init(newMemo id: Int, columns: Int) {
    (path, base, problem, self.id) = (nil, [], nil, id)
    editor = TextEditor([], columns: columns)
    savedRevision = editor.buffer.revision
  }

  /// Whether something was typed that is not on disk. Blanks alone make no new memo.
  var isDirty: Bool {
    editor.buffer.revision != savedRevision && (path != nil || !Self.isBlank(editor.buffer.bytes))
  }

  /// Whether its text can be changed.
  var isEditable: Bool { problem == nil }

  /// XXH64 over the bytes on disk that the text was made from.
  var baseHash: UInt64 { XXHash64.hash(base) }

  /// The same of a text that is on disk as it is; 0 for another.
  var savedHash: UInt64 { isDirty ? 0 : baseHash }

  /// What is to be saved.
  var save: MemoSave {
    MemoSave(id: id, path: path, base: base, contents: editor.buffer.bytes, revision: editor.buffer.revision)
  }

  /// Edits the text.
  mutating func edit<Result>(_ body: (inout TextEditor) -> Result) -> Result {
    body(&editor)
  }

  /// Takes in that a text was saved, and what others have written meanwhile.
  mutating func takeSaved(_ saved: SavedMemo, _ sent: MemoSave) {
    isSaving = false
    (path, base) = (saved.path, saved.contents)
    let isUntouched = editor.buffer.revision == sent.revision
    if saved.contents != sent.contents {
      let typed = editor.buffer.bytes
      let merged = LineMerge(base: sent.contents, first: saved.contents, second: typed).bytes
      editor.edit { $0.adopt(isUntouched ? saved.contents : merged) }
    }
    savedRevision = isUntouched ? editor.buffer.revision : sent.revision
  }

  /// Takes in that the file changed, which nothing typed stands against.
  mutating func takeChange(_ memo: LoadedMemo) {
    base = memo.bytes
    editor.edit { $0.adopt(memo.bytes) }
    savedRevision = editor.buffer.revision
  }

  /// Goes back to the bytes on disk.
  mutating func forget() {
    editor.edit { [base] in $0.adopt(base) }
    savedRevision = editor.buffer.revision
  }

  // MARK: Looking

  /// Fits the text into a pane.
  mutating func fit(columns: Int, rows: Int, showsCursor: Bool) {
    editor.resize(columns: columns)
    if showsCursor { top = editor.firstRow(showingCursorIn: rows, from: top) }
    top = min(max(0, top), max(0, editor.layout.rowCount - 1))
  }

  /// Moves the text by so many rows; the last page stays full.
  mutating func scroll(by count: Int, rows: Int) {
    top = min(max(0, top + count), max(0, editor.layout.rowCount - max(1, rows)))
  }

  /// Brings a position into sight.
  mutating func show(_ position: LinePosition, rows: Int) {
    let row = editor.layout.cell(of: position, in: editor.buffer.lines).row
    scroll(by: (row < rows ? 0 : row - rows / 3) - top, rows: rows)
  }

  private static func isBlank(_ text: [UInt8]) -> Bool {
    text.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}
