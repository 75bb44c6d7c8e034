import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Writes search results in one of the formats. The matches of a memo are made only when it is written.
struct SearchWriter {
  let session: Session
  let vault: Vault
  let index: VaultIndex
  let search: MemoSearch
  let format: SearchFormat

  func write(_ found: ArraySlice<MemoSearch.Found>) throws {
    switch format {
    case .page where isNulled:
      let page = SearchPage(session: session, index: index)
      try forEach(found, make: matches(of:)) { entry, matched in
        try session.write(page.bytes(entry, matched).dropLast(SearchPage.end.count) + [end])
      }
    case .page:
      let page = SearchPage(session: session, index: index)
      try session.page(found.lazy.map { entry in page.bytes(entry, matches(of: entry)) })
    case .lines:
      let isSeparated = LineContext(session.arguments).isAsked
      var separator: [UInt8] = []
      try forEach(found, make: lines(of:)) { _, lines in
        try isNulled ? session.writeExact(separator + lines) : session.writeLines(separator + lines)
        if isSeparated { separator = self.separator }
      }
    case .counts:
      try forEach(found, make: count(of:)) { _, count in try session.writeExact(count) }
    case .memos(let format):
      try ListWriter(session: session, vault: vault, index: index, format: format).write(found.map(\.memo))
    case .records(let isArray): try writeRecords(found, isArray: isArray)
    }
  }

  /// Makes a part for each memo on all cores and takes them in order: of few memos at a time, and of a large one alone.
  private func forEach<Part: Sendable>(
    _ found: ArraySlice<MemoSearch.Found>, make part: @Sendable (MemoSearch.Found) -> Part,
    take: (MemoSearch.Found, Part) throws -> Void
  ) throws {
    var rest = found
    while !rest.isEmpty {
      var size: UInt64 = 0
      let batch = rest.prefix(Self.memosPerBatch).prefix { entry in
        size += index.size(of: entry.memo)
        return size <= Self.bytesPerBatch
      }
      let memos = Array(rest.prefix(max(batch.count, 1)))
      rest = rest.dropFirst(memos.count)
      let parts = memos.concurrentMap(partSize: Self.memosPerPart) { $0.map(part) }.joined()
      for (entry, part) in zip(memos, parts) { try take(entry, part) }
    }
  }

  private static let memosPerBatch = 128
  private static let memosPerPart = 8
  private static let bytesPerBatch: UInt64 = 1 << 18

  private func matches(of entry: MemoSearch.Found) -> MatchedLines {
    let isForEditor = session.environment.editorAnswer != nil
    let found =
      isForEditor
      ? search.matches(in: entry.memo, of: index, matchLimit: EditorAnswer.mostMatches)
      : search.matches(in: entry, of: index)
    return MatchedLines(found?.hit.matches ?? [], in: found?.text ?? [], reasons: found?.hit.reasons ?? [])
  }

  private var isNulled: Bool { session.arguments[FormatOptions.null] }

  private var end: UInt8 { isNulled ? 0 : UInt8(ascii: "\n") }

  /// NUL ends records that nothing else can end, so paths need no quotes there.
  private func path(of entry: MemoSearch.Found) -> [UInt8] {
    let path = session.paths.bytes(entry.memo.path)
    return isNulled ? path : QuotedPath.bytes(path)
  }

  // MARK: Lines

  /// As in ripgrep: `:` next to a match, `-` next to its context, `--` between pieces that do not touch.
  private func lines(of entry: MemoSearch.Found) -> [UInt8] {
    let path = path(of: entry)
    let found = search.matches(in: entry, of: index, areLinesEnough: !session.isColorForced)
    let matched = MatchedLines(found?.hit.matches ?? [], in: found?.text ?? [])
    guard !matched.isEmpty else { return titleLine(of: found?.text ?? [], path) + [end] }
    let context = LineContext(session.arguments)
    let limit = session.arguments[SearchOptions.maximum] ?? .max
    var bytes: [UInt8] = []
    var last: Int?
    for line in matched.lines(limit: limit, context: context) {
      if context.isAsked, let last, line.number > last + 1 { bytes += separator }
      last = line.number
      bytes += session.isColorForced ? coloredLine(line, path) : plainLine(line, path)
      bytes.append(end)
    }
    return bytes
  }

  /// For a memo that was found by its tags or its path.
  private func titleLine(of text: [UInt8], _ path: [UInt8]) -> [UInt8] {
    let (position, line) = text.withUnsafeBytes { TextPosition.titleLine(in: $0, titledBy: index.titles) }
    let bytes = path + Array(":\(position.line):\(position.column):\(line)".utf8)
    return session.isColorForced ? Array(TerminalText.visible(bytes).utf8) : bytes
  }

  private var separator: [UInt8] { Array("--".utf8) + [end] }

  private func plainLine(_ line: MatchedLines.Line, _ path: [UInt8]) -> [UInt8] {
    path + Array((mark(of: line) + line.text).utf8)
  }

  /// For a pager that people look at: what is in colour has passed the gate to terminals, too.
  private func coloredLine(_ line: MatchedLines.Line, _ path: [UInt8]) -> [UInt8] {
    let style = session.style
    let start = style.faint(TerminalText.visible(path)) + style.number(mark(of: line))
    return Array((start + HighlightedLine(line, style: style).text).utf8)
  }

  private func mark(of line: MatchedLines.Line) -> String {
    line.column.map { ":\(line.number):\($0):" } ?? "-\(line.number)-"
  }

  private func count(of entry: MemoSearch.Found) -> [UInt8] {
    let matched = search.matches(in: entry, of: index, areLinesEnough: true)?.hit.matches ?? []
    return path(of: entry) + Array(":\(MatchedLines(matched, in: []).count)".utf8) + [end]
  }

  // MARK: Records

  private func writeRecords(_ found: ArraySlice<MemoSearch.Found>, isArray: Bool) throws {
    var writer = RecordWriter(isArray ? .array : .lines(end: end), to: session.write)
    try forEach(found, make: matches(of:)) { entry, matched in
      guard let fields = fields(of: entry, matched) else { return }
      try writer.write(fields)
      try writer.flush()
    }
    try writer.end()
  }

  private func fields(of entry: MemoSearch.Found, _ matched: MatchedLines) -> Record? {
    guard let row = session.row(of: entry.memo, in: index, vault) else { return nil }
    let reasons: Record =
      session.arguments[SearchOptions.explain]
      ? ["reasons": .texts(matched.reasons.map { SearchMessages.text(of: $0)[session.language] })] : [:]
    let limit = session.arguments[SearchOptions.maximum] ?? .max
    let matches = matched.fields(limit: limit, context: LineContext(session.arguments), for: session)
    return row.fields + ["score": .decimal(entry.score)] + reasons + ["matches": .records(matches) { $0 }]
  }
}

/// How search results are written.
enum SearchFormat {
  /// Title and best lines of each memo, for people.
  case page
  /// `path:line:column:text`, a matching line a line.
  case lines
  /// `path:count`.
  case counts
  /// The memos alone, as a list is written.
  case memos(ListFormat)
  /// Records with score and matches: one array, or an object a line.
  case records(isArray: Bool)

  /// What the options ask for.
  init(_ session: Session) throws {
    let arguments = session.arguments
    if arguments[SearchOptions.count] {
      self = .counts
    } else if arguments[SearchOptions.filesOnly] {
      self = .memos(.paths)
    } else {
      switch try ListFormat(session) {
      case .json: self = .records(isArray: true)
      case .jsonLines: self = .records(isArray: false)
      case .paths: self = .memos(.paths)
      case .template(let template): self = .memos(.template(template))
      case .table: self = .page
      case .rows: self = arguments[SearchOptions.explain] ? .page : .lines
      }
    }
  }
}

/// How matches are shown.
enum SearchOptions {
  static let filesOnly = Flag("files-with-matches", short: "l", help: Text("Print only paths", ko: "경로만 출력"))
  static let count = Flag(
    "count", short: "c", help: Text("Print the number of matching lines per memo", ko: "메모마다 일치하는 줄 수 출력"))
  static let context = Option<Int>.number(
    "context", short: "C", in: 0...1000, help: Text("Show N lines around each match", ko: "일치하는 줄 앞뒤로 N줄 표시"))
  static let after = Option<Int>.number(
    "after-context", short: "A", in: 0...1000, help: Text("Show N lines after each match", ko: "일치하는 줄 뒤로 N줄 표시"))
  static let before = Option<Int>.number(
    "before-context", short: "B", in: 0...1000, help: Text("Show N lines before each match", ko: "일치하는 줄 앞으로 N줄 표시"))
  static let maximum = Option<Int>.number(
    "max-count", short: "m", in: 1...Int.max,
    help: Text("At most N lines per memo; by default 3 on a terminal", ko: "메모마다 최대 N줄. 터미널에서 기본값은 3"))
  static let exact = Flag(
    "exact", help: Text("Find words only as they are written", ko: "단어를 적힌 그대로만 찾기"))
  static let explain = Flag(
    "explain", help: Text("Explain the rank of each memo", ko: "메모마다 순위의 근거 표시"))

  static let group = OptionGroup(
    Text("Matches", ko: "일치 항목"), [filesOnly, count, context, after, before, maximum, exact, explain],
    exclusions: [
      [filesOnly, count, CommonOptions.json, FormatOptions.jsonLines, FormatOptions.paths, FormatOptions.format]
    ])
}

/// Search results for people: the title of each memo, then its best lines with the matches in colour.
struct SearchPage {
  private let session: Session
  private let index: VaultIndex
  private let style: Style
  private let dates: DateText

  /// What a memo's part ends with.
  static let end = Array("\n\n".utf8)
  private static let linesPerMemo = 3
  /// Wider than any line: nothing is cut in a pipe.
  private static let unlimited = Int(Int32.max)
  private static let gap = 2
  private static let narrowestTitle = 8
  private static let narrowestLine = 10

  init(session: Session, index: VaultIndex) {
    self.session = session
    self.index = index
    style = session.style
    dates = DateText(clock: session.machine.clock, locale: session.dateLocale)
  }

  private var isShown: Bool { session.console.outputIsTerminal }
  private var columns: Int { isShown ? session.columns : Self.unlimited }

  /// One memo's part of the page.
  func bytes(_ entry: MemoSearch.Found, _ matched: MatchedLines) -> [UInt8] {
    let memo = entry.memo
    var lines = [heading(memo, title: session.visible(title: index.title(of: memo)))]
    if session.arguments[SearchOptions.explain] {
      lines += matched.reasons.map {
        "    " + style.faint(TerminalText.visible(SearchMessages.text(of: $0)[session.language]))
      }
    }
    let limit = session.arguments[SearchOptions.maximum] ?? (isShown ? Self.linesPerMemo : .max)
    let context = LineContext(session.arguments)
    let best = matched.bestLines(limit: limit, context: context)
    let width = best.map { "\($0.number)".utf8.count }.max() ?? 0
    lines += best.map { line($0, numberWidth: width) }
    if limit < matched.count {
      lines.append("  " + style.faint("… \(Message.moreLines(matched.count - limit)[session.language])"))
    }
    return Array(lines.joined(separator: "\n").utf8) + Self.end
  }

  /// Number, title, date and path on one line of a terminal: a long title is cut, and a path that has no room left out.
  private func heading(_ memo: IndexedMemo, title: String) -> String {
    let number = "\(memo.number)"
    let date = isShown ? dates.text(memo.modified) : Timestamp.rfc3339(memo.modified)
    let path = TerminalText.visible(session.paths.text(memo.path))
    let room = columns - number.utf8.count - Self.gap
    let beside = room - DisplayWidth.columns(of: date) - Self.gap
    let cut = DisplayWidth.cut(title, to: max(Self.narrowestTitle, beside))
    let rest = beside - DisplayWidth.columns(of: cut) - Self.gap
    var columns = [style.number(number), style.title(cut)]
    if beside >= Self.narrowestTitle { columns.append(style.date(date)) }
    if rest >= Self.narrowestTitle { columns.append(style.faint(DisplayWidth.cut(path, to: rest))) }
    return columns.joined(separator: String(repeating: " ", count: Self.gap))
  }

  private func line(_ line: MatchedLines.Line, numberWidth: Int) -> String {
    let number = "\(line.number)"
    let padding = DisplayWidth.padding(number, to: 2 + numberWidth)
    let room = max(Self.narrowestLine, columns - numberWidth - 4)
    return padding + style.faint(number) + "  " + highlighted(line, room: room)
  }

  /// The line with its matches in colour, cut so that the first match is in sight.
  private func highlighted(_ line: MatchedLines.Line, room: Int) -> String {
    let scalars = Array(line.text.unicodeScalars)
    let start = windowStart(line, scalars, room: room)
    var result = start > 0 ? "…" : ""
    var place = start
    var used = start > 0 ? 1 : 0
    for match in line.highlights where match.lowerBound >= place {
      guard append(scalars[place..<match.lowerBound], to: &result, used: &used, room, paint: { $0 }),
        append(scalars[match], to: &result, used: &used, room, paint: style.match)
      else { return result }
      place = match.upperBound
    }
    _ = append(scalars[min(place, scalars.count)...], to: &result, used: &used, room, paint: { $0 })
    return result
  }

  /// Leaves some text before a first match that would be outside the window: as much as there is room for.
  private func windowStart(_ line: MatchedLines.Line, _ scalars: [Unicode.Scalar], room: Int) -> Int {
    guard let column = line.column, column > room * 2 / 3 else { return 0 }
    var start = min(scalars.count, max(0, column - 1 - room / 3))
    var used = start + room < scalars.count ? room : Self.columns(of: scalars[start...])
    while start > 0 {
      used += Self.columns(of: scalars[(start - 1)..<start])
      // The sign for what is left out takes a column, which the first character takes where nothing is.
      guard used <= (start == 1 ? room : room - 1) else { break }
      start -= 1
    }
    while start > 0, start < scalars.count, Self.areJoined(scalars[start - 1], scalars[start]) { start += 1 }
    return start
  }

  /// Whether two scalars are parts of one character: a letter and its mark, a consonant and its vowel in Hangul.
  private static func areJoined(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    String(String.UnicodeScalarView([first, second])).count == 1
  }

  private static func columns(of scalars: ArraySlice<Unicode.Scalar>) -> Int {
    DisplayWidth.columns(of: HighlightedLine.visible(scalars))
  }

  /// Adds a piece as far as there is room; returns whether all of it fitted.
  private func append(
    _ piece: ArraySlice<Unicode.Scalar>, to result: inout String, used: inout Int, _ room: Int,
    paint: (String) -> String
  ) -> Bool {
    let text = HighlightedLine.visible(piece)
    let cut = DisplayWidth.cut(text, to: max(0, room - used))
    result += paint(cut)
    used += DisplayWidth.columns(of: cut)
    return cut == text
  }
}
