import MemoCore
import MemoIndex
import MemoWords

/// The memos and words of each month as bars, the newest month last.
struct MonthChart {
  let months: [VaultStatistics.Month]
  /// The last month that is shown.
  let now: CivilMonth
  let names: CalendarNames
  let style: Style
  let columns: Int

  private static let mostMonths = 24
  private static let gap = 2
  private static let narrowestBar = 4
  /// From an eighth of a column to a whole one.
  private static let blocks: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  private struct Row {
    let label: String
    let memos: Int
    let words: Int
  }

  /// The lines, top down; none where no month is shown.
  var lines: [String] {
    let rows = self.rows
    guard !rows.isEmpty else { return outside }
    let table = Table(rows, columns: columns)
    return rows.map { line($0, table) } + outside
  }

  /// From the first month with memos on, those without too.
  private var rows: [Row] {
    let first = now.advanced(by: 1 - Self.mostMonths)
    guard let start = months.first(where: { $0.month >= first && $0.month <= now })?.month else { return [] }
    let counts = Dictionary(uniqueKeysWithValues: months.map { ($0.month, $0) })
    return (0..<Self.mostMonths).map(first.advanced).filter { $0 >= start }.map { month in
      Row(label: names.fullName(of: month), memos: counts[month]?.memos ?? 0, words: counts[month]?.words ?? 0)
    }
  }

  /// What is older or newer than the rows.
  private var outside: [String] {
    let first = now.advanced(by: 1 - Self.mostMonths)
    let earlier = months.filter { $0.month < first }.reduce(0) { $0 + $1.memos }
    let later = months.filter { $0.month > now }.reduce(0) { $0 + $1.memos }
    return [(earlier, Message.earlierMemos), (later, Message.laterMemos)].filter { $0.0 > 0 }.map {
      style.faint($0.1($0.0)[names.language])
    }
  }

  private func line(_ row: Row, _ table: Table) -> String {
    let text =
      style.date(DisplayWidth.padded(row.label, to: table.labelColumns))
      + padded(Message.grouped(row.memos), to: table.memoColumns + Self.gap, style.number)
      + padded(Message.grouped(row.words), to: table.wordColumns + Self.gap, style.faint)
    let bar = self.bar(row.memos, of: table.most, columns: table.barColumns)
    return bar.isEmpty ? text : text + String(repeating: " ", count: Self.gap) + style.code(bar)
  }

  private func padded(_ text: String, to columns: Int, _ styled: (String) -> String) -> String {
    String(repeating: " ", count: max(0, columns - text.utf8.count)) + styled(text)
  }

  /// To an eighth of a column; a memo is never nothing.
  private func bar(_ count: Int, of most: Int, columns: Int) -> String {
    guard count > 0, most > 0 else { return "" }
    let eighths = max(1, count * columns * Self.blocks.count / most)
    let (whole, rest) = eighths.quotientAndRemainder(dividingBy: Self.blocks.count)
    return String(repeating: "█", count: whole) + (rest == 0 ? "" : String(Self.blocks[rest - 1]))
  }

  /// How wide the columns are.
  private struct Table {
    let labelColumns: Int
    let memoColumns: Int
    let wordColumns: Int
    let barColumns: Int
    let most: Int

    init(_ rows: [Row], columns: Int) {
      labelColumns = rows.map { DisplayWidth.columns(of: $0.label) }.max() ?? 0
      memoColumns = rows.map { Message.grouped($0.memos).utf8.count }.max() ?? 0
      wordColumns = rows.map { Message.grouped($0.words).utf8.count }.max() ?? 0
      barColumns = max(narrowestBar, columns - labelColumns - memoColumns - wordColumns - 3 * gap)
      most = rows.map(\.memos).max() ?? 0
    }
  }
}
