import MemoCore
import MemoIndex
import MemoWords

/// A list for people: number, title, date and preview, each memo on one line of the terminal.
struct ListTable {
  private let index: VaultIndex
  private let style: Style
  private let dates: DateText
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
    style = session.style
    dates = DateText(clock: session.environment.clock, locale: session.dateLocale)
    untitled = Message.untitled[session.language]
    columns = session.columns
    let measured = memos.prefix(Self.measuredRows)
    numberColumns = "\(memos.map(\.number).max() ?? 0)".utf8.count
    let dateColumns = measured.map { [dates] in DisplayWidth.columns(of: dates.text($0.modified)) }.max() ?? 0
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
    var line = String(repeating: " ", count: max(0, numberColumns - number.utf8.count)) + style.number(number) + gap
    line += style.title(title)
    guard dateColumns > 0 else { return Array((line + "\n").utf8) }
    let date = dates.text(memo.modified)
    let excess = Self.excess(of: title)
    line += padding(title, titleColumns - max(0, excess - roomAfterDate)) + gap + style.date(date)
    let rest = roomAfterDate - Self.gap - excess
    let hasRoom = rest + excess >= Self.narrowestPreview && rest >= Self.narrowestCut
    let preview = hasRoom ? Self.fitting(previewText(memo), to: rest) : ""
    if !preview.isEmpty { line += padding(date, dateColumns) + gap + style.faint(preview) }
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
    let cut = DisplayWidth.cut(text, to: columns)
    let excess = excess(of: cut)
    return excess == 0 ? cut : DisplayWidth.cut(text, to: max(0, columns - excess))
  }

  private static func excess(of text: String) -> Int {
    DisplayWidth.unjoinedColumns(of: text) - DisplayWidth.columns(of: text)
  }

  private func padding(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - DisplayWidth.columns(of: text)))
  }

  /// The start of the body; of a memo without any text its path, which then is all that tells it apart.
  private func previewText(_ memo: IndexedMemo) -> String {
    let metadata = index.record(of: memo)?.metadata ?? MemoMetadata()
    return TerminalText.visible((metadata.title + metadata.preview).isEmpty ? memo.path.text : metadata.preview)
  }

  private static func visibleTitle(_ memo: IndexedMemo, _ index: VaultIndex, _ untitled: String) -> String {
    let title = index.title(of: memo)
    return title.isEmpty ? untitled : TerminalText.visible(title)
  }
}
