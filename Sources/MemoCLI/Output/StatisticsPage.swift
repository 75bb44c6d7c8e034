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
  var fields: Record {
    [
      "memos": .number(memos), "words": .number(words), "links": .number(links), "tags": .number(tags),
      "perMonth": .records(perMonth) {
        ["month": .text($0.month.text), "memos": .number($0.memos), "words": .number($0.words)]
      },
      "perDay": .records(perDay) { ["day": .text($0.day.text), "memos": .number($0.memos)] },
    ]
  }
}
