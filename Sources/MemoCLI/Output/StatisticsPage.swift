import MemoCore
import MemoIndex
import MemoWords

/// The statistics of a vault for people: sums, a year as a calendar, and a bar for each month.
struct StatisticsPage {
  let statistics: VaultStatistics
  let today: CivilDate
  let names: CalendarNames
  let style: Style
  let columns: Int

  /// The lines; sums alone where there are no memos.
  var lines: [String] {
    let sums = TextWrapper.wrap(words: self.sums, width: columns)
    guard statistics.memos > 0 else { return sums }
    return sums + [""] + heatMap.lines + ["", style.heading(Message.memosAndWordsPerMonth[names.language])]
      + chart.lines
  }

  private var sums: [String] {
    [
      Message.memoCount(statistics.memos), Message.wordCount(statistics.words),
      Message.linkCount(statistics.links), Message.tagCount(statistics.tags),
    ].map { $0[names.language] }.enumerated().map { $0.offset < 3 ? "\($0.element) ·" : $0.element }
  }

  private var heatMap: CalendarHeatMap {
    let memos = Dictionary(uniqueKeysWithValues: statistics.perDay.map { ($0.day, $0.memos) })
    return CalendarHeatMap(memos: memos, today: today, names: names, style: style, columns: columns)
  }

  private var chart: MonthChart {
    MonthChart(
      months: statistics.perMonth, now: CivilMonth(of: today), names: names, style: style, columns: columns)
  }
}

extension VaultStatistics {
  /// The statistics as an object.
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for (key, number) in [("memos", memos), ("words", words), ("links", links), ("tags", tags)] {
      writer.key(key)
      writer.number(number)
    }
    writer.key("perMonth")
    writer.objects(perMonth) { month, writer in
      writer.pair("month", month.month.text)
      writer.pair("memos", month.memos)
      writer.pair("words", month.words)
    }
    writer.key("perDay")
    writer.objects(perDay) { day, writer in
      writer.pair("day", day.day.text)
      writer.pair("memos", day.memos)
    }
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func objects<Element>(_ elements: [Element], _ keys: (Element, inout JSONWriter) -> Void) {
    beginArray()
    for element in elements {
      beginObject()
      keys(element, &self)
      endObject()
    }
    endArray()
  }

  fileprivate mutating func pair(_ key: String, _ text: String) {
    self.key(key)
    string(text)
  }

  fileprivate mutating func pair(_ key: String, _ number: Int) {
    self.key(key)
    self.number(number)
  }
}
