import MemoCore
import MemoTestSupport
import MemoWords
import Synchronization
import Testing

@testable import MemoCLI

/// What is shown of long jobs while they run.
@Suite struct TransferProgressTests {
  private static let blank = "\r\u{1B}[K"
  private static let (empty, full) = (String(repeating: "░", count: 24), String(repeating: "█", count: 24))

  /// A tool with two memos to export and two, with a picture, to import.
  ///
  /// - Parameter isSlow: whether a second passes between two looks at the clock.
  private static func tool(isSlow: Bool = true) throws -> TestedTool {
    var tool = try TestedTool()
    tool.workingFolder = VaultPath("vault")
    try tool.folder.makeFolders(VaultPath("vault/.memo"))
    for name in ["vault/a.md", "vault/b.md", "notes/c.md"] { try tool.folder.write("# \(name)\n", to: name) }
    try tool.folder.write("![](x.png)", to: "notes/d.md")
    try tool.folder.write("picture", to: "notes/x.png")
    let time = Mutex(Duration.zero)
    if isSlow {
      tool.stopwatch = {
        time.withLock { time in
          time += .seconds(1)
          return time
        }
      }
    }
    return tool
  }

  @Test(arguments: [
    ("en", "exporting memos: 0 of 2", "exporting memos: 1 of 2", "exported 2 memos\n"),
    ("ko", "메모를 내보내는 중: 2개 중 0개", "메모를 내보내는 중: 2개 중 1개", "메모 2개를 내보냈습니다\n"),
  ])
  func anExportShowsItsProgressOnATerminal(language: String, first: String, second: String, end: String) throws {
    let run = try Self.tool().run("export", "../copy", "--lang", language, terminalColumns: 80)
    let half = Self.full.prefix(12) + Self.empty.prefix(12)
    #expect(run.errors == "\r\(Self.empty) \(first)\u{1B}[K\r\(half) \(second)\u{1B}[K\(Self.blank)\(end)")
  }

  @Test(arguments: [
    ("en", ["importing memos: 0 of 2", "importing memos: 1 of 2", "copying linked files: 0 of 1"]),
    ("ko", ["메모를 가져오는 중: 2개 중 0개", "메모를 가져오는 중: 2개 중 1개", "링크된 파일을 복사하는 중: 1개 중 0개"]),
  ])
  func anImportShowsItsMemosAndThenItsFiles(language: String, texts: [String]) throws {
    let run = try Self.tool().run("import", "../notes", "--lang", language, terminalColumns: 80)
    let shown = run.errors.split(separator: "\r").filter { $0.contains("░") }.map { $0.drop { "█░ ".contains($0) } }
    #expect(shown == texts.map { "\($0)\u{1B}[K" })
    #expect(run.code == .done && run.errors.contains(Self.blank), "\(run.errors)")
    #expect(try #require(run.errors.split(separator: "\r").last).hasPrefix("\u{1B}[K"), "nothing of it stays")
  }

  @Test(arguments: [
    ["rename", "a.md", "New"], ["move", "sub", "other"], ["tags", "rename", "work", "job"],
    ["tags", "add", "x", "a.md", "b.md"], ["tags", "remove", "work", "--all"],
  ])
  func aChangeOfManyMemosShowsItsSteps(words: [String]) throws {
    let tool = try Self.tool()
    for name in ["a", "b", "sub/e"] {
      try tool.folder.write("# \(name.suffix(1))\n\n#work [[a]] [[b]] [[sub/e]]\n", to: "vault/\(name).md")
    }
    let run = tool.run(words, terminalColumns: 80)
    let shown = run.errors.split(separator: "\r").filter { $0.contains("░") }.map { $0.drop { "█░ ".contains($0) } }
    print("\(words): \(shown)")
    #expect(run.code == .done, "\(run.errors)")
    for (place, step) in [(0, "preparing changes: 0 of "), (1, "preparing changes: 1 of ")] {
      #expect(shown.count > place && shown[place].hasPrefix(step), "\(shown)")
    }
    #expect(
      shown.contains { $0.hasPrefix("changing files: 0 of ") }
        && shown.contains { $0.hasPrefix("changing files: 1 of ") })
    #expect(try #require(run.errors.split(separator: "\r").last).hasPrefix("\u{1B}[K"), "nothing of it stays")
  }

  @Test func largeNumbersHaveSeparators() {
    let all = [
      Message.indexing, Message.importing, Message.copyingFiles, Message.exporting, Message.preparing, Message.changing,
      SyncMessages.committing, SyncMessages.updating,
    ]
    for text in all {
      let (english, korean) = (text(10_412, 100_000)[.english], text(10_412, 100_000)[.korean])
      print("\(english); \(korean)")
      #expect(english.hasSuffix(": 10,412 of 100,000") && korean.hasSuffix(": 100,000개 중 10,412개"))
    }
  }

  @Test func elsewhereNothingIsShown() throws {
    for words in [["export", "../copy"], ["import", "../notes"], ["rename", "a.md", "New"]] {
      #expect(try !Self.tool().run(words).errors.contains("\r"), "no terminal")
      #expect(try !Self.tool().run(words + ["-q"], terminalColumns: 80).errors.contains("\r"), "quiet")
      #expect(try !Self.tool(isSlow: false).run(words, terminalColumns: 80).errors.contains("\r"), "soon done")
    }
  }

  @Test func aJSONImportShowsItsMemos() throws {
    let tool = try Self.tool()
    try tool.folder.write(#"[{"title": "e", "body": ""}, {"title": "f", "body": ""}]"#, to: "memos.json")
    let run = tool.run("import", "../memos.json", terminalColumns: 80)
    #expect(run.code == .done && run.errors.contains("importing memos: 1 of 2"), "\(run.errors)")
  }
}
