/// What `memo stats` says.
extension Message {
  /// What the shades of the calendar mean: no memo, some, the most.
  package static func heatMapLegend(none: String, some: String, full: String, most: Int) -> Text {
    Text(
      "\(none) none  \(some)  \(full) = \(memoCount(most)) a day",
      ko: "\(none) 없음  \(some)  \(full) = 하루 \(grouped(most))개")
  }
  package static let memosAndWordsPerMonth = Text("memos and words per month", ko: "월별 메모와 단어")
  package static func earlierMemos(_ count: Int) -> Text {
    Text("\(memoCount(count)) before", ko: "그 이전 \(memoCount(count))")
  }
  package static func laterMemos(_ count: Int) -> Text {
    Text("\(memoCount(count)) after today", ko: "오늘 이후 \(memoCount(count))")
  }
}
