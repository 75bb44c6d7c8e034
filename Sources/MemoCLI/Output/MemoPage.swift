import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoTUI
import MemoWords

/// A memo's text as the split view shows it, for a terminal: harmless, its Markdown in styles, wrapped by words.
struct MemoPage {
  let style: Style
  /// The columns to wrap at; `nil` leaves lines as they are.
  let columns: Int?
  /// Which text is the title.
  let titles: TitleRule

  // Rows that are styled at once, so that a pager has the first ones while the rest of a long memo is styled.
  private static let rowsAtOnce = 256

  init(style: Style, columns: Int?, titles: TitleRule = .firstLine) {
    (self.style, self.columns, self.titles) = (style, columns, titles)
  }

  init(_ session: Session, titles: TitleRule) {
    self.init(
      style: session.style, columns: session.console.outputIsTerminal ? session.columns : nil, titles: titles)
  }

  /// The text's rows, some at a time, each with a newline at its end.
  func chunks(_ bytes: [UInt8]) -> some Sequence<[UInt8]> {
    chunks(TextEditor(bytes, columns: columns ?? .max, titles: titles), from: 0)
  }

  /// Shows a text from a line on; a pager that can starts there and has what is above it, too.
  func show(_ bytes: [UInt8], from line: Int, _ session: Session) throws {
    let text = TextEditor(bytes, columns: columns ?? .max, titles: titles)
    let last = text.buffer.lines.count - 1
    let start = LinePosition(line: min(line - 1, last), offset: 0)
    let row = text.layout.cell(of: start, in: text.buffer.lines).row
    try session.page(chunks(text, from: 0), startingAt: row) { chunks(text, from: row) }
  }

  private func chunks(_ text: TextEditor, from row: Int) -> some Sequence<[UInt8]> {
    let isEnded = text.buffer.lines[text.buffer.lines.count - 1].bytes.isEmpty
    let count = text.layout.rowCount - (isEnded ? 1 : 0)
    return stride(from: row, to: count, by: Self.rowsAtOnce).lazy.map { first in
      let rows = text.rows(first..<min(first + Self.rowsAtOnce, count))
      return Array(rows.map { line($0) + "\n" }.joined().utf8)
    }
  }

  private func line(_ runs: [StyledRun]) -> String {
    let texts = runs.map { run in
      // Blanks that hang over the edge would begin a row of their own.
      let text = run.column + run.columns > columns ?? .max ? withoutHanging(run) : run.text
      return style.painted(text, run.style)
    }
    return String(repeating: " ", count: runs.first?.column ?? 0) + texts.joined()
  }

  private func withoutHanging(_ run: StyledRun) -> String {
    let excess = run.column + run.columns - (columns ?? .max)
    let blanks = run.text.reversed().prefix { $0 == " " }.count
    return String(run.text.dropLast(min(excess, blanks)))
  }
}

extension Style {
  /// Text in the style of a cell.
  func painted(_ text: String, _ style: CellStyle) -> String {
    guard isColored, style != .plain, !text.isEmpty else { return text }
    return style.escapeSequence + text + CellStyle.plain.escapeSequence
  }
}

/// Writes memos as they were: styled for people, exact for programs, or as records.
struct PastWriter {
  let session: Session
  let vault: Vault

  /// - Parameter section: the heading of the section that is wanted, as links name it; `nil` for the whole memos.
  func write(_ pasts: [MemoPast], at revision: Revision, section: String? = nil) throws -> ExitCode {
    let versions = try pasts.map { past in (past, try past.version(at: revision)) }
    if session.isJSON {
      try writeJSON(versions, section: section)
    } else if session.console.outputIsTerminal || session.isColorForced {
      let page = MemoPage(session, titles: vault.titles)
      let texts = try versions.map { past, version in try text(of: past.contents(of: version), version, section) }
      try session.page(texts.lazy.flatMap(page.chunks))
    } else {
      for (past, version) in versions {
        try session.write(try text(of: past.contents(of: version), version, section))
      }
    }
    return .done
  }

  /// What is wanted of a version's bytes.
  private func text(of bytes: [UInt8], _ version: MemoVersion, _ section: String?) throws -> [UInt8] {
    guard let section else { return bytes }
    let memo = ReadMemo(version.path, bytes: bytes, modified: version.date, in: vault)
    return Array(bytes[try memo.lines(ofSection: section)])
  }

  private func writeJSON(_ versions: [(MemoPast, MemoVersion)], section: String?) throws {
    var writer = RecordWriter(versions.count == 1 ? .object : .array, to: session.write)
    for (past, version) in versions {
      let bytes = try past.contents(of: version)
      let row = MemoRow(
        bytes, at: version.path, titled: vault.titles, modified: version.modified ?? version.date, root: vault.root,
        clock: session.machine.clock)
      try writer.write(row.fields + version.fields + Record(text: try text(of: bytes, version, section)))
    }
    try writer.end()
  }
}

extension Record {
  /// A memo's text and front matter.
  init(text bytes: [UInt8]) {
    self = ["text": .contents(bytes), "front": .record(bytes.withUnsafeBytes { MemoLayout($0).front.fields.record })]
  }
}
