import MemoWords

/// How matches are shown.
enum SearchOptions {
  static let filesOnly = Flag("files-with-matches", short: "l", help: Text("Write paths only", ko: "경로만 씁니다"))
  static let count = Flag(
    "count", short: "c", help: Text("Write how many lines of each memo match", ko: "메모마다 맞는 줄의 수를 씁니다"))
  static let context = Option<Int>.number(
    "context", short: "C", in: 0...1000, help: Text("N lines around each match", ko: "맞는 줄의 앞뒤로 N줄"))
  static let after = Option<Int>.number(
    "after-context", short: "A", in: 0...1000, help: Text("N lines after each match", ko: "맞는 줄 뒤로 N줄"))
  static let before = Option<Int>.number(
    "before-context", short: "B", in: 0...1000, help: Text("N lines before each match", ko: "맞는 줄 앞으로 N줄"))
  static let maximum = Option<Int>.number(
    "max-count", short: "m", in: 1...Int.max,
    help: Text("At most N lines a memo; on a terminal 3 unless given", ko: "메모마다 N줄까지만. 터미널에서는 주지 않으면 3줄"))
  static let explain = Flag(
    "explain", help: Text("Say why each memo stands where it does", ko: "메모가 왜 그 자리에 있는지 알려 줍니다"))

  static let group = OptionGroup(
    Text("Matches", ko: "맞는 줄"), [filesOnly, count, context, after, before, maximum, explain],
    exclusions: [
      [filesOnly, count, CommonOptions.json, FormatOptions.jsonLines, FormatOptions.paths, FormatOptions.format]
    ])
}
