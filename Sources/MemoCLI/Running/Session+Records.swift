import MemoCore
import MemoStore

/// Results on standard output.
extension Session {
  /// Writes one record as JSON.
  func writeJSON(_ record: Record) throws {
    var writer = RecordWriter(.object, to: write)
    try writer.write(record)
    try writer.end()
  }

  /// Writes records as one JSON array.
  func writeJSON(_ records: some Sequence<Record>) throws {
    var writer = RecordWriter(.array, to: write)
    for record in records { try writer.write(record) }
    try writer.end()
  }

  /// Writes results in the form that is asked for: an array for `--json`, a table on a terminal, a line each elsewhere.
  ///
  /// - Parameters:
  ///   - row: the cells for people.
  ///   - line: the line for programs.
  ///   - uncut: columns of the table that are never cut, such as ids that people copy.
  func write<Element>(
    _ results: [Element], _ fields: @escaping (Element) -> Record, row: (Element) -> [Cell],
    line: (Element) -> [UInt8], uncut: Set<Int> = []
  ) throws {
    if isJSON { return try writeJSON(results.lazy.map(fields)) }
    if console.outputIsTerminal { return try page(results.map(row), uncut: uncut) }
    try writeLines(results.flatMap(line))
  }

  /// A line of cells with tabs between them, for programs; in colour where colour is asked for.
  func line(_ cells: [Cell]) -> [UInt8] {
    TabbedLines(style: isColorForced ? style : nil).line(cells)
  }

  /// A line of values for programs, never in colour.
  func line(_ values: Record.Value...) -> [UInt8] {
    TabbedLines().line(values.map { Cell($0) })
  }

  /// Writes a path on a line of its own.
  func writeLine(_ path: VaultPath) throws {
    try writeRecords(line(.path(path)))
  }

  /// Writes a table through the pager, which is not started for nothing.
  func page(_ rows: [[Cell]], uncut: Set<Int> = []) throws {
    guard !rows.isEmpty else { return }
    let table = ColumnTable(measuring: rows, uncut: uncut, columns: columns, style)
    try page(rows.lazy.map(table.line))
  }
}
