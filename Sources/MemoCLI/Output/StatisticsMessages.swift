/// What `memo stats` says.
extension Message {
  static func memoCount(_ count: Int) -> Text { count == 1 ? "1 memo" : "\(count) memos" }
  static func wordCount(_ count: Int) -> Text { count == 1 ? "1 word" : "\(count) words" }
  static func linkCount(_ count: Int) -> Text { count == 1 ? "1 link" : "\(count) links" }
  static func tagCount(_ count: Int) -> Text { count == 1 ? "1 tag" : "\(count) tags" }
  static func heatMapLegend(_ shades: String, most: Int) -> Text { "none \(shades) \(memoCount(most)) a day" }
  static let memosAndWordsPerMonth: Text = "memos and words per month"
  static func earlierMemos(_ count: Int) -> Text { "\(memoCount(count)) before" }
  static func laterMemos(_ count: Int) -> Text { "\(memoCount(count)) after today" }
}
