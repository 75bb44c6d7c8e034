import MemoTestSupport
import MemoWords
import Testing

@testable import MemoCLI

@Suite struct LinkOutputTests {
  private static func tool() throws -> TestedTool {
    let tool = try TestedTool()
    try tool.folder.write("# 계획\n[[장보기]] [[없음]] [[twin]] [[a.png]] #일\n", to: "plan.md", modified: tool.now)
    try tool.folder.write("# 장보기\n", to: "home/장보기.md", modified: tool.now - 1)
    try tool.folder.write("# 1\n#일 #b\n", to: "x/twin.md", modified: tool.now - 2)
    try tool.folder.write("# 2\n", to: "y/twin.md", modified: tool.now - 3)
    return tool
  }

  @Test func aTerminalShowsLinksWithTheirDestinations() throws {
    let run = try Self.tool().run("links", "plan", "--color", "never", terminalColumns: 80)
    #expect(
      run.output == """
        2:1   장보기  home/장보기.md
        2:9   없음    no such memo
        2:16  twin    x/twin.md (one of 2 memos)
        2:25  a.png   elsewhere

        """)
  }

  @Test func aTerminalSaysThatThereAreNone() throws {
    let tool = try Self.tool()
    let links = tool.run("links", "장보기", terminalColumns: 80)
    #expect(links.code == .done && links.output.isEmpty && links.errors == "'home/장보기.md' has no links\n")
    let backlinks = tool.run("--lang", "ko", "backlinks", "plan", terminalColumns: 80)
    #expect(backlinks.code == .done && backlinks.errors == "'plan.md'로 링크한 메모가 없습니다\n")
    for words in [["links", "장보기"], ["backlinks", "plan"]] {
      let run = tool.run(words)
      #expect(run.output.isEmpty && run.errors.isEmpty, "\(run)")
      #expect(tool.run(words + ["--json"], terminalColumns: 80).errors.isEmpty)
      #expect(tool.run(words + ["-q"], terminalColumns: 80).errors.isEmpty)
    }
  }

  @Test func aTerminalShowsBacklinksBelowTheirTitles() throws {
    let run = try Self.tool().run("backlinks", "장보기", "--color", "never", terminalColumns: 80)
    #expect(run.output == "계획  plan.md\n  2  [[장보기]] [[없음]] [[twin]] [[a.png]] #일\n\n")
  }

  @Test func aPartOfAListIsWrittenInEachForm() throws {
    let tool = try TestedTool()
    for number in 1...4 {
      let text = "# M\(number)\n\n[[plan]] and plan #t\(number)\n"
      try tool.folder.write("---\nk\(number): x\n---\n" + text, to: "m\(number).md", modified: tool.now - Int64(number))
    }
    try tool.folder.write("# Plan\n", to: "plan.md", modified: tool.now)
    let commands = [
      (["backlinks", "plan.md"], "\"path\":\"m"), (["mentions", "plan.md"], "\"path\":\"m"), (["tags"], "\"tag\":\"t"),
      (["fields"], "\"field\":\"k"),
    ]
    for (words, key) in commands {
      let all = tool.run(words).lines
      #expect(all.count == 4, "\(words): \(all)")
      for (options, part) in [
        (["-n", "2"], 0..<2), (["--offset", "3"], 3..<4), (["--limit", "2", "--offset", "1"], 1..<3),
        (["-n", "0", "--offset", "2"], 2..<4), (["--offset", "9"], 4..<4),
        (["-n", "\(Int.max)", "--offset", "\(Int.max)"], 4..<4),
      ] {
        let run = tool.run(words + options)
        print(words, options, run.lines.count)
        #expect(run.code == .done && run.lines == Array(all[part]), "\(words) \(options)")
        let json = tool.run(words + options + ["--json"]).output
        for number in 1...4 {
          #expect(json.contains("\(key)\(number)") == part.contains(number - 1), "\(words) \(options): \(json)")
        }
        let shown = tool.run(words + options, terminalColumns: 80)
        #expect(shown.output.isEmpty == part.isEmpty && shown.errors.isEmpty, "\(words) \(options): \(shown)")
      }
    }
  }

  @Test func noPartOfTheMemosIsChanged() throws {
    let tool = try Self.tool()
    for (words, message) in [
      (["tags", "rename", "일", "work", "-n", "1"], "--limit and rename"),
      (["tags", "remove", "일", "--all", "--offset", "1"], "--offset and remove"),
      (["tags", "add", "일", "plan", "--all"], "--all and add"),
      (["mentions", "plan", "--link", "--yes", "--limit", "1"], "--link and --limit"),
      (["mentions", "plan", "--link", "--yes", "--offset", "1"], "--link and --offset"),
    ] {
      let run = tool.run(words)
      #expect(run.code == .usage && run.errors.contains("\(message) cannot be used together"), "\(run)")
    }
    #expect(tool.run("list", "--tag", "일", "--paths").lines == ["plan.md", "x/twin.md"])
  }

  @Test func aTerminalShowsTagsBehindTheirCounts() throws {
    let run = try Self.tool().run("tags", "--color", "never", terminalColumns: 80)
    #expect(run.output == "1  b\n2  일\n")
  }

  @Test func aTerminalShowsProblemsAsPrograms() throws {
    let run = try Self.tool().run("check", "--color", "never", terminalColumns: 80)
    #expect(
      run.output == """
        plan.md:2:9: broken-link: no memo is named '없음'
        plan.md:2:16: ambiguous-link: 'twin' matches 2 memos and resolves to 'x/twin.md'
        plan.md:2:25: broken-attachment: no file is named 'a.png'

        """)
    #expect(run.code == .noMatch)
  }
}
