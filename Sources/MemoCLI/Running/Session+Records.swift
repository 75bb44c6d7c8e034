import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

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
    _ results: some Sequence<Element>, _ fields: @escaping (Element) -> Record, row: (Element) -> [Cell],
    line: (Element) -> [UInt8], uncut: Set<Int> = []
  ) throws {
    if isJSON { return try writeJSON(results.lazy.map(fields)) }
    if console.outputIsTerminal { return try page(results.map(row), uncut: uncut) }
    try writeLines(of: results, line)
  }

  /// Writes a line for each of many, some at a time: the memory is not that of all.
  func writeLines<Element>(of results: some Sequence<Element>, _ line: (Element) -> [UInt8]) throws {
    try write(results, line, by: writeLines)
  }

  /// Writes a record for each of many; as the lines.
  func writeRecords<Element>(of results: some Sequence<Element>, _ record: (Element) -> [UInt8]) throws {
    try write(results, record, by: writeRecords)
  }

  private func write<Element>(
    _ results: some Sequence<Element>, _ bytes: (Element) -> [UInt8], by write: ([UInt8]) throws -> Void
  ) throws {
    var piece: [UInt8] = []
    for result in results {
      piece += bytes(result)
      if piece.count >= Self.pieceSize {
        try write(piece)
        piece.removeAll(keepingCapacity: true)
      }
    }
    if !piece.isEmpty { try write(piece) }
  }

  private static var pieceSize: Int { 1 << 16 }

  /// A line of cells with tabs between them, for programs; in colour where colour is asked for.
  func line(_ cells: [Cell]) -> [UInt8] {
    TabbedLines(style: isColorForced ? style : nil, paths: paths).line(cells)
  }

  /// A line of values for programs, never in colour.
  func line(_ values: Record.Value...) -> [UInt8] {
    TabbedLines(paths: paths).line(values.map { Cell($0) })
  }

  /// Writes a path on its own line.
  func writeLine(_ path: VaultPath) throws {
    try writeRecords(line(.path(path)))
  }

  /// Writes a table through the pager.
  func page(_ rows: [[Cell]], uncut: Set<Int> = []) throws {
    let table = ColumnTable(measuring: rows, uncut: uncut, columns: columns, style, paths)
    try page(rows.lazy.map(table.line))
  }

  // MARK: Memos

  /// The rows of memos by their paths, as the index has them now.
  func rows(of paths: [VaultPath], in workspace: Workspace) throws -> [MemoRow] {
    let index = try workspace.index()
    let found = index.memos(at: paths)
    return try paths.map { path in
      guard let memo = found[path], let row = row(of: memo, in: index, workspace.vault) else {
        // What cannot be read is not in the index, but it is there.
        if let problem = index.problems.first(where: { $0.path == path.bytes }) { throw problem }
        throw VaultError.noSuchMemo(reference: path.text, nearest: [])
      }
      return row
    }
  }

  /// A memo's row; `nil` if the index has no record of it.
  func row(of memo: IndexedMemo, in index: VaultIndex, _ vault: Vault) -> MemoRow? {
    index.record(of: memo).map { record in
      let record = environment.editorAnswer == nil ? record : EditorAnswer.excerpt(of: record)
      return MemoRow(memo, record: record, root: vault.root, clock: machine.clock)
    }
  }

  /// Writes an object for one memo, an array for several; `more` are fields of each behind those of its row.
  func writeJSON(_ rows: [MemoRow], isArray: Bool, more: (MemoRow) throws -> Record = { _ in [:] }) throws {
    var writer = RecordWriter(isArray ? .array : .object, to: write)
    for row in rows { try writer.write(row.fields + more(row)) }
    try writer.end()
  }

  /// Writes the record of a memo that was changed, where JSON is asked for.
  func printRecord(of path: VaultPath, in workspace: Workspace) throws {
    if isJSON { try writeJSON(try rows(of: [path], in: workspace), isArray: false) }
  }

  /// The same of several memos, or of one as if they were several.
  func printRecords(of paths: [VaultPath], in workspace: Workspace, isArray: Bool) throws {
    if isJSON { try writeJSON(try rows(of: paths, in: workspace), isArray: isArray) }
  }

  /// Writes the path of a memo that was made, or its record; where that cannot be written, the error names the memo.
  func printCreated(_ path: VaultPath, in workspace: Workspace) throws {
    do {
      if isJSON { return try printRecord(of: path, in: workspace) }
      try writeLine(path)
    } catch let error as FileError {
      throw Failure(
        kind: "file", message: FailureMessages.text(of: error), hints: [Message.savedAnyway(paths.text(path))],
        candidates: [path.text], exitCode: .failure)
    }
  }

  // MARK: The pager

  /// Writes data through the user's pager on a terminal, directly elsewhere; no pager starts for nothing.
  func page(_ chunks: some Sequence<[UInt8]>) throws {
    var iterator = chunks.makeIterator()
    guard let first = iterator.next() else { return }
    let chunks = sequence(first: first) { _ in iterator.next() }
    guard isPaged, let pager else {
      for chunk in chunks { try write(chunk) }
      return
    }
    try run(pager, chunks)
  }

  /// The same from a row on, counted from 0, where the pager can start there; else what `rest` returns.
  func page<Chunks: Sequence<[UInt8]>>(_ chunks: Chunks, startingAt row: Int, rest: () -> Chunks) throws {
    let program = (pager ?? "").utf8.prefix { $0 != UInt8(ascii: " ") }.split(separator: UInt8(ascii: "/")).last
    guard isPaged, let pager, program?.elementsEqual("less".utf8) == true else { return try page(rest()) }
    try run("\(pager) +\(row + 1)g", chunks)
  }

  /// Whether text is shown by a pager; a dumb terminal cannot move back to a line that was passed.
  var isPaged: Bool {
    console.outputIsTerminal && !arguments[GlobalOptions.noPager] && !machine.isDumbTerminal && pager != nil
      && pager != "cat"
  }

  /// Shows data by a pager, and directly where that cannot be started.
  private func run(_ pager: String, _ chunks: some Sequence<[UInt8]>) throws {
    try cacheTrust.commit()
    var (handedOver, size) = ([[UInt8]](), 0)
    var iterator = chunks.makeIterator()
    let fed = AnySequence {
      AnyIterator {
        let chunk = iterator.next()
        if let chunk, size <= Self.largestPipe { handedOver.append(chunk) }
        size += chunk?.count ?? 0
        return chunk
      }
    }
    let exit = try machine.programs.run(shellLine: Self.utf8 + pager, feeding: fed)
    try cacheTrust.commit()
    // The shell's codes for a command that cannot be run and one that does not exist.
    guard exit == .exited(126) || exit == .exited(127) else { return }
    warn(Message.pagerFailed(pager))
    for chunk in handedOver { try write(chunk) }
    while let chunk = iterator.next() { try write(chunk) }
  }

  /// As much as a pipe may hold, in bytes: who was handed more has read some of it.
  private static let largestPipe = 1 << 20

  /// What memo writes is UTF-8 even where the locale, by which `less` goes, is not installed.
  private static let utf8 = "export LESSCHARSET=\"${LESSCHARSET-utf-8}\"; "

  /// `-F` ends at once where all fits the screen, `-I` searches without case, `-R` lets colours through, `-X` leaves the
  /// text on the screen.
  ///
  /// `nil` where the user turned the pager off by an empty name, as for git, or named none and the usual one is not installed.
  private var pager: String? {
    if let named = machine.variables["MEMO_PAGER"] ?? machine.variables["PAGER"] { return named.isEmpty ? nil : named }
    return machine.programs.find("less", outside: nil) == nil ? nil : "less -FIRX"
  }
}
