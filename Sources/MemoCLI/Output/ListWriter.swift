import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Writes memos in one of the formats, piece by piece, so that a long list starts at once and is never held whole.
struct ListWriter {
  let session: Session
  let vault: Vault
  let index: VaultIndex
  let format: ListFormat

  private static let memosPerChunk = 256
  /// Memos that are made ready on all cores at a time: few at first, so that a list starts at once, and never more than these, so
  /// that memory stays bounded. The more they are, the fewer times a part of the cache is read.
  private static let batchSizes = 1_024...32_768

  /// Writes the memos in their order.
  func write(_ memos: [IndexedMemo]) throws {
    guard !format.isTable else {
      let table = ListTable(session: session, index: index, memos: memos)
      return try session.page(chunks(of: memos, table.bytes))
    }
    if case .json = format { return try writeArray(memos) }
    let lines = TabbedLines(
      style: session.isColorForced ? session.style : nil, isExact: session.arguments[FormatOptions.null],
      paths: session.paths)
    try write(memos) { memo, bytes in
      append(memo, lines, to: &bytes)
    } to: { chunk in
      // Paths, titles and fields were made harmless one by one, on all cores.
      try format.isRows && session.isColorForced ? session.write(chunk) : session.writeExact(chunk)
    }
  }

  /// Makes the output of each memo on all cores and writes all of it in order.
  ///
  /// - Parameters:
  ///   - separator: what is written between memos that have an output.
  ///   - append: adds the output of a memo to that of others.
  private func write(
    _ memos: [IndexedMemo], separator: [UInt8] = [], _ append: @Sendable (IndexedMemo, inout [UInt8]) -> Void,
    to write: ([UInt8]) throws -> Void
  ) throws {
    var (start, size) = (0, Self.batchSizes.lowerBound)
    var isFirst = true
    while start < memos.count {
      let batch = memos[start..<min(start + size, memos.count)]
      // By their places in the cache: by time, each would be in another part of it.
      let outputs = index.mapParts(of: batch) { part -> [ArraySlice<UInt8>] in
        var (bytes, ends): ([UInt8], [Int]) = ([], [0])
        for memo in part {
          append(memo, &bytes)
          ends.append(bytes.count)
        }
        return zip(ends, ends.dropFirst()).map { bytes[$0..<$1] }
      }
      for chunk in stride(from: 0, to: outputs.count, by: Self.memosPerChunk) {
        var joined: [UInt8] = []
        for output in outputs[chunk..<min(chunk + Self.memosPerChunk, outputs.count)] where !output.isEmpty {
          if !isFirst { joined += separator }
          joined += output
          isFirst = false
        }
        try write(joined)
      }
      (start, size) = (start + size, min(size * 2, Self.batchSizes.upperBound))
    }
  }

  private func chunks(of memos: [IndexedMemo], _ bytes: @escaping (IndexedMemo) -> [UInt8]) -> some Sequence<[UInt8]> {
    stride(from: 0, to: memos.count, by: Self.memosPerChunk).lazy.map { start in
      memos[start..<min(start + Self.memosPerChunk, memos.count)].flatMap(bytes)
    }
  }

  private func writeArray(_ memos: [IndexedMemo]) throws {
    try session.write(Array("[".utf8))
    try write(memos, separator: Array(",".utf8)) { memo, bytes in
      guard let row = row(memo) else { return }
      var json = JSONWriter(after: &bytes)
      json.record(row.fields)
      bytes = json.bytes
    } to: {
      try session.write($0)
    }
    try session.write(Array("]\n".utf8))
  }

  private func row(_ memo: IndexedMemo) -> MemoRow? {
    session.row(of: memo, in: index, vault)
  }

  private func append(_ memo: IndexedMemo, _ lines: TabbedLines, to bytes: inout [UInt8]) {
    switch format {
    case .paths: lines.plain.append([Cell(.path(memo.path))], to: &bytes)
    case .template(let template):
      if let row = row(memo) {
        bytes += template.bytes(for: row, areExact: lines.isExact, paths: lines.paths) + [lines.end]
      }
    case .jsonLines:
      guard let row = row(memo) else { return }
      var json = JSONWriter()
      json.record(row.fields)
      json.endLine(lines.end)
      bytes += json.bytes
    case .rows, .table, .json:
      lines.append(
        [
          Cell(.path(memo.path), Style.faint), Cell(.date(memo.modified), Style.date),
          Cell(.text(index.title(of: memo)), Style.title),
        ], to: &bytes)
    }
  }
}

/// A list for people: number, title, date and preview, each memo on one line of the terminal.
struct ListTable {
  private let index: VaultIndex
  private let style: Style
  private let paths: RelativePaths
  private let dates: DateText
  /// The time that is shown: that of the first key of the order, where it is one.
  private let time: @Sendable (IndexedMemo) -> Int64
  private let untitled: String
  private let columns: Int
  private let numberColumns: Int
  private let dateColumns: Int
  private let titleColumns: Int

  private static let gap = 2
  private static let widestTitle = 40
  private static let narrowestPreview = 12
  /// Fewer columns than this show nothing of a preview.
  private static let narrowestCut = 4
  /// A title gets this much before a preview gets anything.
  private static let comfortableTitle = 20
  /// A title gets this much before a date gets anything.
  private static let narrowestTitle = 8
  /// The rows that decide how wide the columns are: a longer list starts before the rest is looked at.
  private static let measuredRows = 200

  init(session: Session, index: VaultIndex, memos: [IndexedMemo]) {
    self.index = index
    (style, paths) = (session.style, session.paths)
    dates = DateText(clock: session.machine.clock, locale: session.dateLocale)
    untitled = Message.untitled[session.language]
    columns = session.columns
    let measured = memos.prefix(Self.measuredRows)
    numberColumns = "\(memos.map(\.number).max() ?? 0)".utf8.count
    let clock = session.machine.clock
    let isByCreation = session.arguments.all(SortOptions.sort).first?.key == .created
    time = { memo in
      guard isByCreation, let record = index.record(of: memo) else { return memo.modified }
      return MemoListing.created(record, modified: memo.modified, clock: clock)
    }
    let dateColumns = measured.map { [dates, time] in DisplayWidth.columns(of: dates.text(time($0))) }.max() ?? 0
    let besideNumber = columns - numberColumns - Self.gap
    let besideDate = besideNumber - dateColumns - Self.gap
    self.dateColumns = besideDate < Self.narrowestTitle ? 0 : dateColumns
    let room = self.dateColumns == 0 ? besideNumber : besideDate
    let besidePreview = room - Self.gap - Self.narrowestPreview
    let widest =
      measured.map { [untitled] memo in
        DisplayWidth.columns(of: Self.visibleTitle(memo, index, untitled))
      }.max() ?? 0
    titleColumns = max(1, min(widest, Self.widestTitle, max(besidePreview, min(room, Self.comfortableTitle))))
  }

  /// One memo's line.
  func bytes(_ memo: IndexedMemo) -> [UInt8] {
    let gap = String(repeating: " ", count: Self.gap)
    let number = "\(memo.number)"
    let title = shownTitle(memo)
    var line = DisplayWidth.padding(number, to: numberColumns) + style.number(number) + gap
    line += style.title(title)
    guard dateColumns > 0 else { return Array((line + "\n").utf8) }
    let date = dates.text(time(memo))
    let excess = Self.excess(of: title)
    line += DisplayWidth.padding(title, to: titleColumns - max(0, excess - roomAfterDate)) + gap + style.date(date)
    let rest = roomAfterDate - Self.gap - excess
    let hasRoom = rest + excess >= Self.narrowestPreview && rest >= Self.narrowestCut
    let preview = hasRoom ? Self.fitting(previewText(memo), to: rest) : ""
    if !preview.isEmpty { line += DisplayWidth.padding(date, to: dateColumns) + gap + style.faint(preview) }
    return Array((line + "\n").utf8)
  }

  /// The columns left for a gap and the preview.
  private var roomAfterDate: Int { columns - numberColumns - titleColumns - dateColumns - 2 * Self.gap }

  private func shownTitle(_ memo: IndexedMemo) -> String {
    let title = Self.visibleTitle(memo, index, untitled)
    let cut = DisplayWidth.cut(title, to: titleColumns)
    return Self.excess(of: cut) > max(0, roomAfterDate) ? Self.fitting(title, to: titleColumns) : cut
  }

  /// Cuts so that the line does not wrap on a terminal that draws joined emoji side by side either.
  static func fitting(_ text: String, to columns: Int) -> String {
    var room = columns
    var cut = DisplayWidth.cut(text, to: room)
    while DisplayWidth.unjoinedColumns(of: cut) > columns {
      room -= 1
      cut = DisplayWidth.cut(text, to: room)
    }
    return cut
  }

  private static func excess(of text: String) -> Int {
    DisplayWidth.unjoinedColumns(of: text) - DisplayWidth.columns(of: text)
  }

  /// The start of the body; of a memo without any text its path, which is then all that identifies it.
  private func previewText(_ memo: IndexedMemo) -> String {
    let metadata = index.record(of: memo)?.metadata ?? MemoMetadata()
    return TerminalText.visible((metadata.title + metadata.preview).isEmpty ? paths.text(memo.path) : metadata.preview)
  }

  private static func visibleTitle(_ memo: IndexedMemo, _ index: VaultIndex, _ untitled: String) -> String {
    let title = index.title(of: memo)
    return title.isEmpty ? untitled : TerminalText.visible(title)
  }
}

/// How a list of memos is written.
enum ListFormat {
  /// A table that fits the terminal.
  case table
  /// `path<TAB>modified<TAB>title`, a memo a line.
  case rows
  /// One array.
  case json
  /// An object a line.
  case jsonLines
  /// Paths alone.
  case paths
  case template(FormatTemplate)

  /// What the options ask for; without any, a table for people and rows for programs.
  init(_ session: Session) throws {
    let arguments = session.arguments
    if session.isJSON {
      self = .json
    } else if arguments[FormatOptions.jsonLines] {
      self = .jsonLines
    } else if arguments[FormatOptions.paths] {
      self = .paths
    } else if let text = arguments[FormatOptions.format] {
      self = .template(try FormatTemplate(text))
    } else {
      self = session.console.outputIsTerminal && !arguments[FormatOptions.null] ? .table : .rows
    }
  }

  /// The keys of front matters that a template names.
  var fields: [String] {
    if case .template(let template) = self { template.fields } else { [] }
  }

  /// Whether it is a line a memo with colours where they are asked for.
  var isRows: Bool {
    if case .rows = self { true } else { false }
  }

  /// Whether people read it, a page at a time.
  var isTable: Bool {
    if case .table = self { true } else { false }
  }
}
