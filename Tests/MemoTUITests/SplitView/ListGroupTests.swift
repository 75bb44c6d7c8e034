import MemoCore
import MemoStore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoTUI

/// The headings of the list: where they are, and what counts under them.
@Suite struct ListGroupTests {
  /// Noon of 2026-11-24, in a zone nine hours ahead of UTC.
  private struct Clock: LocalClock {
    static let ahead: Int64 = 9 * 3600 * 1_000_000_000
    let now: Int64 = 1_795_521_600_000_000_000 - ahead
    func instant(ofLocal local: Int64) -> Int64 { local &- Self.ahead }
    func local(ofInstant instant: Int64) -> Int64 { instant &+ Self.ahead }
  }

  private static let hour: Int64 = 3600 * 1_000_000_000

  private static func groups(hoursAgo hours: [Int64], pinned: Int = 0) -> [ListGroup] {
    let clock = Clock()
    return ListGroups(pinned: pinned, count: hours.count, clock: clock) { clock.now - hours[$0] * hour }.all
  }

  private static func texts(_ groups: [ListGroup], _ language: Language = .english) -> [String] {
    groups.map { ListMessages.heading($0)[language] }
  }

  @Test func daysAndMonthsAreThoseOfTheUsersZone() {
    let hours: [Int64] = [-48, 0, 12, 13, 36, 37, 24 * 7 + 12, 24 * 7 + 13, 24 * 23 + 12, 24 * 23 + 13, 24 * 400]
    let groups = Self.groups(hoursAgo: hours)
    #expect(
      Self.texts(groups) == [
        "Later · 1", "Today · 2", "Yesterday · 2", "Last 7 days · 2", "November 2026 · 2", "October 2026 · 1",
        "October 2025 · 1",
      ], "\(Self.texts(groups))")
    #expect(
      Self.texts(groups, .korean) == [
        "앞으로 · 1", "오늘 · 2", "어제 · 2", "지난 7일 · 2", "2026년 11월 · 2", "2026년 10월 · 1", "2025년 10월 · 1",
      ], "\(Self.texts(groups, .korean))")
    #expect(Self.texts(Self.groups(hoursAgo: hours, pinned: 2)).prefix(2) == ["Pinned · 2", "Today · 1"])
    #expect(Self.texts(Self.groups(hoursAgo: Array(repeating: 1, count: 1200)), .korean) == ["오늘 · 1,200"])
    #expect(Self.groups(hoursAgo: []).isEmpty)
  }

  @Test func theFirstAndLastTimesOfFilesHaveMonths() {
    let times: [Int64] = [.max, .max - 1, 0, .min + 1, .min]
    let groups = ListGroups(pinned: 0, count: times.count, clock: Clock()) { times[$0] }.all
    #expect(groups.map(\.count).reduce(0, +) == times.count)
  }

  /// At 100,000 memos a listing reads a few times for each month, and a line is found without reading any.
  @Test func groupsAreFoundByBisection() {
    let (count, clock) = (100_000, Clock())
    var reads = 0
    let groups = ListGroups(pinned: 0, count: count, clock: clock) {
      reads += 1
      return clock.now - Int64($0) * Self.hour / 4
    }
    print("100,000 memos in \(groups.all.count) groups: \(reads) times read")
    #expect(groups.all.count > 30 && reads < groups.all.count * 20)
    #expect(groups.all.map(\.count).reduce(0, +) == count)
  }

  /// Lines found by bisection against a list of all lines.
  @Test(arguments: [UInt64(1), 2, 3]) func linesAreThoseOfAListOfAllLines(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let groups = (0..<random.below(6)).map {
        ListGroup(name: $0 == 0 ? .pinned : .others, count: 1 + random.below(4))
      }
      let rest = groups.isEmpty ? random.below(9) : 0
      var all: [ListLines.Item] = []
      var row = 0
      for group in groups.map({ ($0, $0.count) }) + [(nil, rest)] as [(ListGroup?, Int)] {
        if let heading = group.0 { all.append(.heading(heading)) }
        for _ in 0..<group.1 {
          all += [.memo(row: row, line: 0), .memo(row: row, line: 1)]
          row += 1
        }
      }
      let lines = ListLines(groups, rowCount: row)
      #expect(lines.count == all.count)
      for line in -1...all.count { #expect(lines.item(at: line) == (all.indices.contains(line) ? all[line] : nil)) }
      for row in 0..<row {
        #expect(lines.line(ofRow: row) == all.firstIndex(of: .memo(row: row, line: 0)))
        let visible = 1 + random.below(8)
        let top = lines.top(from: random.below(all.count), showing: row, inLines: visible)
        #expect((top..<top + visible).contains(lines.line(ofRow: row)), "its first line is visible")
        if visible > 1 { #expect((top..<top + visible).contains(lines.line(ofRow: row) + 1)) }
        if case .memo(_, let line) = all[top], visible > 1 { #expect(line == 0, "no memo is cut at the top") }
      }
    }
  }

  // MARK: In the list

  private static func grouped(_ files: [(String, String)], columns: Int = 80, rows: Int = 12) throws -> BrowserTrial {
    var kit = BrowserKit.tested()
    kit.groupsByDate = true
    return try BrowserTrial(files: files, columns: columns, rows: rows, kit: kit)
  }

  private static let three = [("a.md", "# a\n"), ("b.md", "# b\n"), ("c.md", "# c\n")]

  /// The list's part of the window, without its second lines.
  private static func headings(_ browser: BrowserTrial) -> [String] {
    browser.lines.filter { $0.contains(" · ") && $0.contains("──") }.map { String($0.prefix { $0 != "─" }) }
  }

  @Test func headingsAreDrawnAboveTheirMemos() throws {
    let browser = try Self.grouped(Self.three)
    #expect(
      browser.lines[0].hasPrefix(" January 1970 · 3 ────") && browser.lines[1].hasPrefix("▌a "), "\(browser.lines)")
    browser.type("o")
    #expect(browser.lines[0].hasPrefix("▌a "), "a list by title has no dates")
    browser.type("o")
    #expect(browser.lines[0].hasPrefix(" January 1970 · 3"))
    browser.type("/a")
    #expect(browser.lines[0].hasPrefix("▌a "), "nor has a search")
  }

  @Test func theSelectionAndTheMouseSkipHeadings() throws {
    let browser = try Self.grouped(Self.three)
    browser.write("x")
    browser.press(.escape, .escape)
    #expect(Self.headings(browser) == [" Today · 1 ", " January 1970 · 2 "], "\(browser.lines)")
    browser.type("j")
    #expect(browser.selected == "b")
    browser.mouse(.press, row: 0, column: 3)
    browser.mouse(.press, row: 3, column: 3)
    #expect(browser.selected == "b", "headings are not memos")
    browser.mouse(.press, row: 1, column: 3)
    #expect(browser.selected == "x# a")
    browser.mouse(.press, row: 7, column: 3)
    #expect(browser.selected == "c")
  }

  @Test func theMemoBeingWrittenCountsForToday() throws {
    let browser = try Self.grouped(Self.three)
    browser.type("n새")
    #expect(Self.headings(browser) == [" Today · 1 ", " January 1970 · 3 "])
    #expect(browser.lines[1].hasPrefix("▌새"), "\(browser.lines)")
    browser.press(.control("u"), .backspace, .escape)
    #expect(Self.headings(browser) == [" January 1970 · 3 "])
    browser.type("Giy")
    #expect(Self.headings(browser) == [" Today · 1 ", " January 1970 · 2 "])
    #expect(browser.isPaintedRight)
  }

  @Test func aMemoBeingWrittenStaysBelowThoseThatAreDatedLater() throws {
    let browser = try Self.grouped(Self.three, rows: 16)
    let later = 1_777_593_600 + 3 * 24 * 3600
    for name in ["y", "z"] { try browser.write("# \(name)\n", to: "\(name).md", at: later) }
    #expect(Self.headings(browser) == [" Later · 2 ", " January 1970 · 3 "])
    browser.type("Giw")
    #expect(Self.headings(browser) == [" Later · 2 ", " Today · 1 ", " January 1970 · 2 "], "\(browser.lines)")
    #expect(browser.titles.dropFirst(2) == ["c", "a", "b"] && browser.selected == "c", "\(browser.titles)")
    browser.press(.escape, .escape)
    browser.type("giw")
    #expect(Self.headings(browser).prefix(2) == [" Later · 1 ", " Today · 1 "], "\(browser.lines)")
    #expect(browser.state.list.selection == 1 && browser.isPaintedRight, "\(browser.titles)")
  }

  @Test func headingsFitANarrowWindow() throws {
    let browser = try Self.grouped((0..<30).map { ("\($0).md", "# memo \($0)\n") }, columns: 40, rows: 12)
    for _ in 0..<29 { browser.type("j") }
    #expect(browser.lines[9].hasPrefix("▌memo 29") || browser.lines[8].hasPrefix("▌memo 29"), "\(browser.lines)")
    for _ in 0..<29 { browser.type("k") }
    #expect(browser.lines[0].hasPrefix(" January 1970 · 30") && browser.lines[1].hasPrefix("▌memo 0"))
  }

  // MARK: Pinned memos

  @Test func pinnedMemosComeFirst() throws {
    let files = [
      ("a.md", "# a\n"), ("b.md", "---\npinned: true\n---\n# b\n"), ("c.md", "---\npinned: True\n---\n# c\n"),
    ]
    let browser = try Self.grouped(files + [("d.md", "---\npinned: no\n---\n# d\n")], rows: 16)
    #expect(browser.titles == ["b", "c", "a", "d"])
    #expect(Self.headings(browser) == [" Pinned · 2 ", " January 1970 · 2 "])
    browser.type("o")
    #expect(browser.titles == ["b", "c", "a", "d"] && Self.headings(browser) == [" Pinned · 2 ", " Others · 2 "])
    browser.type("/a")
    #expect(Self.headings(browser).isEmpty)
  }

  @Test func aKeyPinsAndUnpins() throws {
    let browser = try Self.grouped(Self.three)
    browser.type("GP")
    #expect(browser.titles == ["c", "a", "b"] && browser.selected == "c" && browser.status.hasPrefix("pinned"))
    #expect(try browser.text(of: "c.md") == "---\npinned: true\n---\n# c\n")
    browser.type("jP")
    #expect(browser.titles == ["a", "c", "b"], "newest first among them, too")
    browser.type("jP")
    #expect(browser.titles == ["a", "b", "c"] && Self.headings(browser).first == " Pinned · 1 ", "it keeps its date")
    #expect(try browser.text(of: "c.md")?.contains("pinned") == false && browser.status.hasPrefix("unpinned"))
    browser.type("uuu")
    #expect(browser.titles == ["a", "b", "c"], "\(browser.titles)")
    #expect(try browser.text(of: "c.md") == "# c\n")
  }

  @Test func aMemoBeingWrittenStaysBelowThePinnedOnes() throws {
    let browser = try Self.grouped([("a.md", "a\n"), ("b.md", "---\npinned: true\n---\n# b\n"), ("c.md", "# c\n")])
    browser.type("Gix")
    #expect(browser.titles == ["b", "c", "a"].map { $0 } && browser.selected == "c", "\(browser.titles)")
    browser.press(.escape, .escape)
    let text = try #require(try browser.text(of: "c.md"))
    try browser.write(text, to: "c.md", at: 9)
    #expect(browser.titles.first == "b" && browser.selected == "c" && browser.isPaintedRight)
    browser.type("gn새")
    #expect(browser.titles.prefix(2) == ["b", "새"] && browser.selected == "새")
  }

  @Test func rowsOfPinnedMemosAreFoundBothWays() {
    let rows = FixedRows((0..<9).map { (VaultPath("m\($0).md"), "m\($0)") })
    for pinned in [[], [0], [8], [2, 5], [0, 1, 2], Array(0..<9)] {
      let first = PinnedFirst(rows, pinned: pinned)
      let expected = pinned + (0..<9).filter { !pinned.contains($0) }
      #expect((0..<9).map(first.place) == expected)
      #expect((0..<9).map { first.row(of: first.path(ofRow: $0)) } == Array(0..<9))
    }
  }
}
