import MemoWords

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
