import MemoCore
import MemoKit
import MemoTestSupport
import Testing

@testable import MemoCLI
@testable import MemoWords

@Suite struct StatisticsPageTests {
  /// A vault with memos of several days before 2026-05-20, a Wednesday.
  private static func tool() throws -> TestedTool {
    let tool = try TestedTool()
    for (name, date) in [
      ("a", "2026-05-20"), ("b", "2026-05-20"), ("c", "2026-05-19"), ("d", "2025-12-24"), ("e", "2001-01-01"),
      ("f", "2026-08-01"),
    ] {
      try tool.folder.write("---\ncreated: \(date)\n---\n# \(name) #tag\n", to: "\(name).md")
    }
    return tool
  }

  @Test func aYearIsDrawnToTheWidth() throws {
    var tool = try Self.tool()
    tool.variables["COLUMNS"] = "60"
    let map = tool.run("stats").output.split(separator: "\n", omittingEmptySubsequences: false)[2..<10]
    #expect(
      map.map(String.init) == [
        "      Jun Jul Aug  Sep Oct Nov  Dec Jan  Feb Mar Apr May",
        "Sun ·····················································",
        "Mon ·····················································",
        "Tue ····················································▓",
        "Wed ·······························▓····················█",
        "Thu ····················································",
        "Fri ····················································",
        "Sat ····················································",
      ])
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (-12_345, "-12,345")])
  func numbersAreGrouped(number: Int, text: String) {
    #expect(Message.grouped(number) == text)
    let vault = CheckupMessages.text(of: .vault(HostPath("/v"), memos: number, refusal: nil))
    #expect(vault[.korean] == "/v, 메모 \(text)개")
    let watches = CheckupMessages.text(of: .watches(limit: number, folders: 2))
    #expect(watches[.english] == "2 folders here, \(text) may be watched")
  }

  @Test func noMonthIsLeftOutAndNoTwoNamesTouch() throws {
    var tool = try Self.tool()
    tool.variables["COLUMNS"] = "60"
    let months = tool.run("--lang", "ko", "stats").output.split(separator: "\n", omittingEmptySubsequences: false)[2]
    #expect(
      months.split(separator: " ").map(String.init) == [6, 7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5].map { "\($0)월" },
      "\(months)")
  }

  static let widths = [20, 39, 40, 57, 58, 80, 109, 110, 111, 200]

  @Test(arguments: widths, ["en", "ko"])
  func noLineIsWiderThanTheTerminal(columns: Int, language: String) throws {
    let run = try Self.tool().run("stats", "--lang", language, "--no-pager", terminalColumns: columns)
    let plain = run.output.replacing(/\e\[[0-9;]*m/, with: "")
    let widest = plain.split(separator: "\n").map { DisplayWidth.columns(of: String($0)) }.max() ?? 0
    #expect(widest <= max(columns, 30), "\(columns) \(language): \(plain)")
    let cells = plain.filter { "·░▒▓".contains($0) }.count
    #expect(cells > 53 * 6, "all weeks are there")
    #expect(plain.contains(language == "ko" ? "2025년 12월" : "Dec 2025"))
  }

  @Test func monthsOutsideOfTheChartAreSummedUp() throws {
    let lines = try Self.tool().run("stats").lines.map(String.init)
    #expect(lines.contains("· none  ░▒▓  █ = 2 memos a day"))
    #expect(lines.suffix(2) == ["1 memo before", "1 memo after today"])
    #expect(lines.first == "6 memos · 12 words · 0 links · 1 tag")
    #expect(lines.contains { $0.hasPrefix("Jan 2026  0  0") && !$0.contains("█") }, "empty months stand between")
    #expect(lines.contains { $0.hasPrefix("May 2026  3  6  ███") })
    #expect(!lines.contains { $0.hasPrefix("Nov 2025") }, "none before the first")
  }

  @Test func coloursAreThoseAskedFor() throws {
    var tool = try Self.tool()
    #expect(!tool.run("stats").output.contains("\u{1B}"))
    #expect(tool.run("stats", "--color", "always").output.contains("\u{1B}[32m▓\u{1B}[0m"))
    #expect(tool.run("stats", terminalColumns: 80).output.contains("\u{1B}"))
    tool.variables["NO_COLOR"] = "1"
    #expect(!tool.run("stats", terminalColumns: 80).output.contains("\u{1B}"))
  }

  @Test func programsGetAnObject() throws {
    let tool = try Self.tool()
    #expect(
      tool.run("stats", "--json", "--until", "yesterday").output
        == #"{"memos":0,"words":0,"links":0,"tags":0,"perMonth":[],"perDay":[]}"# + "\n",
      "filters go by the last change")
    #expect(
      tool.run("stats", "--json", "--path", "[ab].md").output
        == #"{"memos":2,"words":4,"links":0,"tags":1,"perMonth":[{"month":"2026-05","memos":2,"words":4}],"#
        + #""perDay":[{"day":"2026-05-20","memos":2}]}"# + "\n")
  }

  @Test func anEmptyVaultHasOnlySums() throws {
    let run = try TestedTool().run("stats")
    #expect(run.code == .done && run.output == "0 memos · 0 words · 0 links · 0 tags\n")
    #expect(run.errors.contains("memo new"))
  }

  static let months: [(CivilMonth, Int, String)] = [
    (month(2026, 1), -1, "2025-12"), (month(2026, 12), 1, "2027-01"), (month(2026, 5), -24, "2024-05"),
    (month(2026, 5), 0, "2026-05"), (month(1, 1), -1, "0000-12"),
  ]

  private static func month(_ year: Int, _ month: Int) -> CivilMonth {
    CivilMonth(of: CivilDate(daysSince1970: 0).moved(to: year, month))
  }

  @Test(arguments: months)
  func monthsAreCounted(month: CivilMonth, by count: Int, text: String) {
    #expect(month.advanced(by: count).text == text)
  }
}

extension CivilDate {
  fileprivate func moved(to year: Int, _ month: Int) -> CivilDate {
    CivilDate(year: year, month: month, day: 1) ?? self
  }
}
