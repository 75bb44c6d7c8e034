import MemoCore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoCLI

@Suite struct TerminalWidthTests {
  private static let pieces = [
    "a", "word ", "한글 ", "회의록", "日本 ", "ｆｕｌｌ", "ﾊﾝｶｸ", "e\u{301}", "👩‍🍳", "👍🏽", "🇰🇷", "❤️", "\u{200B}", "각", "ㅎㅇㄹ",
    "\u{1B}[31m", "\u{202E}", "—", "…", "\u{1112}\u{1161}\u{11AB}", "\u{110B}", "𓀀", "ﷺ",
  ]

  private static func tool(seed: UInt64) throws -> TestedTool {
    var random = SeededRandom(seed: seed)
    func text(_ random: inout SeededRandom, _ limit: Int) -> String {
      (0..<random.below(limit)).compactMap { _ in random.pick(pieces) }.joined()
    }
    let tool = try TestedTool()
    for number in 1...(seed % 2 == 0 ? 12 : 3) {
      let contents =
        "# \(text(&random, 30))\n\nneedle \(text(&random, 60)) needle\n\n\(text(&random, 90)) needle \(text(&random, 9))\n"
      try tool.folder.write(contents, to: "\(number).md", modified: tool.now - Int64(random.below(1 << 56)))
    }
    return tool
  }

  @Test(arguments: 0..<8)
  func everyLineOfAListFits(seed: UInt64) throws {
    let tool = try Self.tool(seed: seed)
    for columns in [12, 20, 24, 40, 80, 133] {
      for words in [["list"], ["list", "--lang", "ko"]] {
        let run =
          words.count == 1
          ? tool.run("list", "--color", "never", terminalColumns: columns)
          : tool.run("list", "--lang", "ko", "--color", "never", terminalColumns: columns)
        #expect(run.code == .done && run.lines.count == (seed % 2 == 0 ? 12 : 3), "\(run.errors)")
        for line in run.lines {
          #expect(DisplayWidth.columns(of: String(line)) <= columns, "seed \(seed), \(columns) columns: \(line)")
        }
      }
    }
  }

  @Test(arguments: 0..<8)
  func everyLineOfASearchFits(seed: UInt64) throws {
    let tool = try Self.tool(seed: seed)
    for columns in [20, 24, 40, 80, 133] {
      let run = tool.run("search", "needle", "-C1", "--color", "never", terminalColumns: columns)
      let lines = run.lines.filter { !$0.hasSuffix(".md") }
      #expect(run.code == .done && lines.count > 3, "\(run.errors)")
      for line in lines {
        #expect(DisplayWidth.columns(of: String(line)) <= columns, "seed \(seed), \(columns) columns: \(line)")
      }
    }
  }

  @Test func theFirstMatchIsInSight() throws {
    let tool = try TestedTool()
    try tool.folder.write("# x\n\n\(String(repeating: "가나다 ", count: 200))needle end\n", to: "a.md", modified: tool.now)
    try tool.folder.write("# y\n\nbody of aéaaaaa Zzzz thread\n", to: "b.md", modified: tool.now)
    for (columns, shown) in [(33, "  3  body of aéaaaaa Zzzz thread"), (31, "  3  …dy of aéaaaaa Zzzz thread")] {
      let line = tool.run("search", "thread", "--color", "never", terminalColumns: columns).lines.last
      #expect(line.map(String.init) == shown, "as much as there is room for")
    }
    let marks = "# z\n\n" + String(repeating: "e\u{301}\u{323} ", count: 40) + "stitch\n"
    try tool.folder.write(marks, to: "c.md", modified: tool.now)
    for columns in 40...44 {
      let line = tool.run("search", "stitch", "--color", "never", terminalColumns: columns).lines.last
      let next = line?.unicodeScalars.drop { $0 != "…" }.dropFirst().first
      #expect(next?.properties.isGraphemeExtend == false, "no mark is cut from its letter")
    }
    let run = tool.run("search", "needle", terminalColumns: 40)
    let line = try #require(run.lines.last)
    #expect(line.contains("\u{1B}[1;31mneedle\u{1B}[0m"), "\(line)")
    #expect(line.contains("…"), "\(line)")
  }

  @Test func theLineOfATaskIsInSight() throws {
    let tool = try TestedTool()
    let path = "업무 자료/2026년 하반기 제품 출시 계획 정리.md"
    try tool.folder.write("# 계획\n\n- [ ] \(String(repeating: "보고서를 보낸다 ", count: 9))\n", to: path, modified: tool.now)
    for columns in [30, 40, 60, 80] {
      let line = try #require(tool.run("tasks", "--color", "never", terminalColumns: columns).lines.first)
      #expect(line.hasSuffix(".md:3") && line.contains("…"), "\(columns): \(line)")
      #expect(DisplayWidth.columns(of: String(line)) <= columns, "\(columns): \(line)")
    }
  }

  @Test func titlesGetRoomBeforePreviews() throws {
    let tool = try TestedTool()
    try tool.folder.write("# A title of twenty\n\nwith a preview\n", to: "a.md", modified: tool.now)
    func line(_ columns: Int) -> String { tool.run("list", "--color", "never", terminalColumns: columns).output }
    #expect(line(24) == "1  A title of…  12:00\u{202F}PM\n")
    #expect(line(40) == "1  A title of twenty  12:00\u{202F}PM\n")
    #expect(line(80) == "1  A title of twenty  12:00\u{202F}PM  with a preview\n")
    #expect(line(12) == "1  A title …\n")
  }

  @Test func ofATitleOfJoinedEmojiAsMuchIsShownAsFitsOnEveryTerminal() throws {
    let tool = try TestedTool()
    let family = "👨\u{200D}👩\u{200D}👧"
    try tool.folder.write("# \(family) ab \(family) c\n", to: "a.md", modified: tool.now)
    for (columns, title) in [(8, "…"), (10, "\(family)…"), (13, "\(family) ab…"), (16, "\(family) ab…")] {
      let run = tool.run("list", "--color", "never", terminalColumns: columns)
      #expect(run.output == "1  \(title)\n", "\(columns) columns")
    }
  }

  @Test func columnsMayBeSetByHand() throws {
    var tool = try TestedTool()
    try tool.folder.write("# \(String(repeating: "long ", count: 50))\n\nbody\n", to: "a.md", modified: tool.now)
    tool.variables["COLUMNS"] = "30"
    #expect(tool.run("list", "--color", "never", terminalColumns: 200).lines.allSatisfy { $0.count <= 30 })
    for wrong in ["0", "-3", "many", ""] {
      tool.variables["COLUMNS"] = wrong
      #expect(tool.run("list", "--color", "never", terminalColumns: 200).output.count > 40, "\(wrong)")
    }
  }
}
