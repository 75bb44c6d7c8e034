import MemoCore
import MemoIndex
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
    case .page:
      let page = SearchPage(session: session, index: index)
      try session.page(found.lazy.map { entry in page.bytes(entry, matches(of: entry)) })
    case .lines:
      let isSeparated = LineContext(session.arguments).isAsked
      for (place, entry) in found.enumerated() {
        let bytes = (isSeparated && place > 0 ? Self.separator : []) + lines(of: entry)
        try isNulled ? session.writeExact(bytes) : session.writeLines(bytes)
      }
    case .counts:
      for entry in found { try session.writeExact(count(of: entry)) }
    case .memos(let format):
      try ListWriter(session: session, vault: vault, index: index, format: format).write(found.map(\.memo))
    case .records(let isArray): try writeRecords(found, isArray: isArray)
    }
  }

  private func matches(of entry: MemoSearch.Found) -> MatchedLines {
    let found = search.matches(in: entry.memo, of: index, matchLimit: .max)
    return MatchedLines(found?.hit.matches ?? [], in: found?.text ?? [], reasons: found?.hit.reasons ?? [])
  }

  private var isNulled: Bool { session.arguments[FormatOptions.null] }

  private var end: UInt8 { isNulled ? 0 : UInt8(ascii: "\n") }

  /// NUL ends records that nothing else can end, so paths need no quotes there.
  private func path(of entry: MemoSearch.Found) -> [UInt8] {
    isNulled ? entry.memo.path.bytes : QuotedPath.bytes(entry.memo.path)
  }

  // MARK: Lines

  /// As ripgrep writes them: `:` beside a match, `-` beside its context, `--` between pieces that do not touch.
  private func lines(of entry: MemoSearch.Found) -> [UInt8] {
    let path = path(of: entry)
    let found = search.matches(in: entry.memo, of: index, matchLimit: .max)
    let matched = MatchedLines(found?.hit.matches ?? [], in: found?.text ?? [])
    guard !matched.isEmpty else { return titleLine(of: found?.text ?? [], path) + [end] }
    let context = LineContext(session.arguments)
    let limit = session.arguments[SearchOptions.maximum] ?? .max
    var bytes: [UInt8] = []
    var last: Int?
    for line in matched.lines(limit: limit, context: context) {
      if context.isAsked, let last, line.number > last + 1 { bytes += Self.separator }
      last = line.number
      bytes += session.isColorForced ? coloredLine(line, path) : plainLine(line, path)
      bytes.append(end)
    }
    return bytes
  }

  /// For a memo that was found by its tags or its path.
  private func titleLine(of text: [UInt8], _ path: [UInt8]) -> [UInt8] {
    let (position, line) = text.withUnsafeBytes { TextPosition.titleLine(in: $0) }
    let bytes = path + Array(":\(position.line):\(position.column):\(line)".utf8)
    return session.isColorForced ? Array(TerminalText.visible(bytes).utf8) : bytes
  }

  private static let separator = Array("--\n".utf8)

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
    path(of: entry) + Array(":\(matches(of: entry).count)".utf8) + [end]
  }

  // MARK: Records

  private func writeRecords(_ found: ArraySlice<MemoSearch.Found>, isArray: Bool) throws {
    var writer = RecordWriter(isArray ? .array : .lines(end: end), to: session.write)
    for entry in found {
      guard let fields = fields(of: entry) else { continue }
      try writer.write(fields)
      try writer.flush()
    }
    try writer.end()
  }

  private func fields(of entry: MemoSearch.Found) -> Record? {
    guard let record = index.record(of: entry.memo) else { return nil }
    let row = MemoRow(entry.memo, record: record, root: vault.root, clock: session.environment.clock)
    let matched = matches(of: entry)
    let reasons: Record =
      session.arguments[SearchOptions.explain]
      ? ["reasons": .texts(matched.reasons.map { SearchMessages.text(of: $0)[session.language] })] : [:]
    let limit = session.arguments[SearchOptions.maximum] ?? .max
    let matches = matched.fields(limit: limit, context: LineContext(session.arguments))
    return row.fields + ["score": .decimal(entry.score)] + reasons + ["matches": .records(matches)]
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
  static let explain = Flag(
    "explain", help: Text("Explain the rank of each memo", ko: "메모마다 순위의 근거 표시"))

  static let group = OptionGroup(
    Text("Matches", ko: "일치 항목"), [filesOnly, count, context, after, before, maximum, explain],
    exclusions: [
      [filesOnly, count, CommonOptions.json, FormatOptions.jsonLines, FormatOptions.paths, FormatOptions.format]
    ])
}
