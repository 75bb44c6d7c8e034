import MemoCore
import MemoWords

/// The page that lists all keys.
struct HelpPage: Sendable {
  private static let narrowestMeaning = 10
  /// Where meanings begin that are below their keys, as there is no room beside them.
  private static let indent = 3

  /// The first visible row.
  private(set) var top = 0
  private let keys: Looks.Keys

  init(_ keys: Looks.Keys) {
    self.keys = keys
  }

  /// Scrolls; returns false if the event closes the page.
  mutating func update(_ event: TerminalEvent, size: ScreenSize, _ language: Language) -> Bool {
    let page = max(1, size.rows - 2)
    switch event {
    case .text("j"), .key(.down, _), .key(.enter, _): top += 1
    case .text("k"), .key(.up, _): top = max(0, top - 1)
    case .text(" "), .key(.pageDown, _): top += page
    case .key(.pageUp, _): top = max(0, top - page)
    case .text("g"), .key(.home, _): top = 0
    case .text("G"), .key(.end, _): top = .max
    default: return false
    }
    top = min(top, max(0, Self.lines(language, keys, columns: size.columns).count - Self.rows(in: size)))
    return true
  }

  /// All keys with their meanings, wrapped, beside or below them.
  static func lines(
    _ language: Language, _ keys: Looks.Keys, columns: Int
  ) -> [(keys: String, meaning: String)] {
    let commands = BrowserCommand.allCases.map { KeyMeaning(Text(verbatim: $0.key), KeyMessages.command($0)) }
    let plain = commands + [.blank] + KeyMessages.movingKeys
    let reading = keys == .vi ? ViMessages.keys + plain : plain + KeyMessages.textKeys
    let keys = (reading + KeyMessages.otherKeys).map { ($0.keys[language], $0.meaning[language]) }
    let column = meaningColumn(keys, columns: columns)
    let room = max(narrowestMeaning, columns - column)
    return keys.flatMap { key, meaning in
      let rows = BrowserView.wrapped(meaning, to: room)
      if column == indent, !key.isEmpty { return [(key, "")] + rows.map { ("", $0) } }
      return rows.enumerated().map { row, text in (row == 0 ? key : "", text) }
    }
  }

  private static func meaningColumn(_ keys: [(keys: String, meaning: String)], columns: Int) -> Int {
    let beside = indent + (keys.map { DisplayWidth.columns(of: $0.keys) }.max() ?? 0)
    return columns - beside < narrowestMeaning ? indent : beside
  }

  /// The rows of a window below the heading.
  private static func rows(in size: ScreenSize) -> Int { max(0, size.rows - 1) }

  func render(_ language: Language, on grid: inout CellGrid) {
    let size = grid.size
    let lines = Self.lines(language, keys, columns: size.columns)
    let column = Self.meaningColumn(lines, columns: size.columns)
    grid.put(
      TerminalText.cut(BrowserMessages.help[language], to: size.columns), row: 0, column: 0, style: BrowserView.bold)
    let rest = lines.count - top
    let shown = Self.rows(in: size) < rest ? max(0, Self.rows(in: size) - 1) : rest
    for (row, line) in zip(1..., lines.dropFirst(top).prefix(shown)) {
      grid.put(TerminalText.cut(line.keys, to: size.columns), row: row, column: 1, style: BrowserView.match)
      grid.put(TerminalText.cut(line.meaning, to: size.columns - column), row: row, column: column)
    }
    guard shown < rest else { return }
    let more = TerminalText.cut(BrowserMessages.moreHelp[language], to: size.columns)
    grid.put(more, row: size.rows - 1, column: 0, style: BrowserView.dim)
  }
}
