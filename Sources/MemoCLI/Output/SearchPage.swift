import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Search results for people: the title of each memo, then its best lines with the matches in colour.
struct SearchPage {
  private let session: Session
  private let index: VaultIndex
  private let style: Style
  private let dates: DateText

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
    let title = index.title(of: memo)
    let shown = title.isEmpty ? Message.untitled[session.language] : TerminalText.visible(title)
    var lines = [heading(memo, title: shown)]
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
    return Array((lines.joined(separator: "\n") + "\n\n").utf8)
  }

  /// Number, title, date and path on one line of a terminal: a long title is cut, and a path that has no room left out.
  private func heading(_ memo: IndexedMemo, title: String) -> String {
    let number = "\(memo.number)"
    let date = isShown ? dates.text(memo.modified) : Timestamp.rfc3339(memo.modified)
    let path = TerminalText.visible(memo.path.text)
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
    let padding = String(repeating: " ", count: 2 + numberWidth - number.utf8.count)
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
    for match in line.matches where match.column - 1 >= place && match.column - 1 < scalars.count {
      let end = min(match.column - 1 + match.length, scalars.count)
      guard append(scalars[place..<(match.column - 1)], to: &result, used: &used, room, paint: { $0 }),
        append(scalars[(match.column - 1)..<end], to: &result, used: &used, room, paint: style.match)
      else { return result }
      place = end
    }
    _ = append(scalars[min(place, scalars.count)...], to: &result, used: &used, room, paint: { $0 })
    return result
  }

  /// Leaves some text before a first match that would stand outside the window.
  private func windowStart(_ line: MatchedLines.Line, _ scalars: [Unicode.Scalar], room: Int) -> Int {
    guard let column = line.column, column > room * 2 / 3 else { return 0 }
    return min(scalars.count, max(0, column - 1 - room / 3))
  }

  /// Adds a piece as far as there is room; returns whether all of it fitted.
  private func append(
    _ piece: ArraySlice<Unicode.Scalar>, to result: inout String, used: inout Int, _ room: Int,
    paint: (String) -> String
  ) -> Bool {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: piece)
    let text = TerminalText.visible(String(view))
    let cut = DisplayWidth.cut(text, to: max(0, room - used))
    result += paint(cut)
    used += DisplayWidth.columns(of: cut)
    return cut == text
  }
}
