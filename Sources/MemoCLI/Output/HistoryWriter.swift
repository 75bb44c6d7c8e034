import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoWords

/// Writes the versions of a memo: a table for people, a line each, or one JSON array.
struct HistoryWriter {
  let session: Session

  func write(_ versions: [MemoVersion]) throws {
    if session.isJSON { return try session.writeJSON(versions.lazy.map(fields)) }
    guard session.console.outputIsTerminal else { return try session.writeLines(versions.flatMap(line)) }
    let table = HistoryTable(session: session, versions: versions)
    try session.page(versions.lazy.map(table.bytes))
  }

  private func fields(of version: MemoVersion) -> Record {
    version.fields + [
      "change": .text(version.change.rawValue), "path": .path(version.path),
      "formerPath": .pathText(version.formerPath), "added": .number(version.lines?.added),
      "removed": .number(version.lines?.removed),
    ]
  }

  private func line(_ version: MemoVersion) -> [UInt8] {
    session.line([
      Cell(.text(version.rev), Style.number), Cell(.date(version.date), Style.date), Cell(.text(version.author)),
      Cell(.text(version.summary), Style.title),
    ])
  }
}

extension MemoVersion {
  /// What names it.
  var fields: Record {
    ["rev": .text(rev), "date": .date(date), "author": .text(author), "summary": .text(summary)]
  }
}

/// The versions of a memo for people: hash, date, author, lines that came and went, and what the commit says, each on one
/// line of the terminal.
struct HistoryTable {
  private let language: Language
  private let style: Style
  private let dates: DateText
  private let columns: Int
  private let dateColumns: Int
  private let authorColumns: Int
  private let lineColumns: Int

  private static let gap = 2
  private static let widestAuthor = 16
  /// A summary gets this much before author and lines get anything.
  private static let narrowestSummary = 20

  init(session: Session, versions: [MemoVersion]) {
    language = session.language
    style = session.style
    let dates = DateText(clock: session.machine.clock, locale: session.dateLocale)
    self.dates = dates
    columns = session.columns
    let dateColumns = versions.map { DisplayWidth.columns(of: dates.text($0.date)) }.max() ?? 0
    self.dateColumns = dateColumns
    var room = columns - MemoVersion.shortLength - dateColumns - 2 * Self.gap - Self.narrowestSummary
    let author = min(Self.widestAuthor, versions.map { DisplayWidth.columns(of: Self.author($0)) }.max() ?? 0)
    authorColumns = author + Self.gap <= room ? author : 0
    room -= authorColumns == 0 ? 0 : authorColumns + Self.gap
    let lines = versions.map { Self.lines($0).utf8.count }.max() ?? 0
    lineColumns = lines + Self.gap <= room ? lines : 0
  }

  /// One version's line.
  func bytes(_ version: MemoVersion) -> [UInt8] {
    let gap = String(repeating: " ", count: Self.gap)
    let date = dates.text(version.date)
    var line = style.number(version.shortRev) + gap + style.date(date)
    line += DisplayWidth.padding(date, to: dateColumns) + gap
    var room = columns - MemoVersion.shortLength - dateColumns - 2 * Self.gap
    if authorColumns > 0 {
      let author = ListTable.fitting(Self.author(version), to: authorColumns)
      line += DisplayWidth.padded(author, to: authorColumns) + gap
      room -= authorColumns + Self.gap
    }
    if lineColumns > 0 {
      line += DisplayWidth.padding(Self.lines(version), to: lineColumns) + style.faint(Self.lines(version)) + gap
      room -= lineColumns + Self.gap
    }
    return Array((line + text(version, room) + "\n").utf8)
  }

  /// What the commit says, and what became of the memo besides its text.
  private func text(_ version: MemoVersion, _ room: Int) -> String {
    let summary = ListTable.fitting(TerminalText.visible(version.summary), to: max(0, room))
    let left = room - DisplayWidth.unjoinedColumns(of: summary) - Self.gap
    guard let note = note(version), left > 0 else { return style.title(summary) }
    let shown = style.faint(ListTable.fitting(TerminalText.visible(note), to: left))
    return style.title(summary) + String(repeating: " ", count: Self.gap) + shown
  }

  private func note(_ version: MemoVersion) -> String? {
    if version.change == .deleted { return PastMessages.deleted[language] }
    return version.formerPath.map { PastMessages.formerly($0.text)[language] }
  }

  private static func author(_ version: MemoVersion) -> String { TerminalText.visible(version.author) }

  private static func lines(_ version: MemoVersion) -> String {
    version.lines.map { "+\($0.added) -\($0.removed)" } ?? ""
  }
}
