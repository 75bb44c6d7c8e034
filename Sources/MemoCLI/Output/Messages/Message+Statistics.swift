/// What `memo stats` says.
extension Message {
  static func heatMapLegend(_ shades: String, most: Int) -> Text {
    Text("none \(shades) \(memoCount(most)) a day", ko: "없음 \(shades) 하루에 \(memoCount(most))")
  }
  static let memosAndWordsPerMonth = Text("memos and words per month", ko: "월별 메모와 단어")
  static func earlierMemos(_ count: Int) -> Text {
    Text("\(memoCount(count)) before", ko: "그 이전 \(memoCount(count))")
  }
  static func laterMemos(_ count: Int) -> Text {
    Text("\(memoCount(count)) after today", ko: "오늘 이후 \(memoCount(count))")
  }
}
