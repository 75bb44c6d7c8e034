import MemoCore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoCLI

/// What a Korean user sees.
@Suite struct KoreanTranscriptTests {
  /// 2026-05-20 21:00 in Seoul.
  private static let now: Int64 = 1_779_278_400_000_000_000
  private static let hour: Int64 = 3_600_000_000_000

  private static func tool() throws -> TestedTool {
    var tool = try TestedTool()
    tool.now = now
    tool.hoursBeforeUTC = 9
    tool.variables = ["LANG": "ko_KR.UTF-8"]
    try tool.folder.write("# 회의록\n안건 셋", to: "회의록.md", modified: now - 3 * hour)
    try tool.folder.write("\n", to: "빈 메모.md", modified: now - 30 * 24 * hour)
    try tool.folder.write("# Plan\n[[없음]]", to: "plan.md", modified: now - 400 * 24 * hour)
    return tool
  }

  @Test func aListHasKoreanDatesInColumns() throws {
    let list = try Self.tool().run("list", "--color", "never", terminalColumns: 60)
    for line in list.lines { #expect(DisplayWidth.columns(of: String(line)) <= 60) }
    #expect(list.output.contains("오후 6:00") && list.output.contains("4월 20일") && list.output.contains("2025년 4월 15일"))
    #expect(list.output.contains("(제목 없음)"))
  }

  @Test func errorsComeWithTheirHints() throws {
    let tool = try Self.tool()
    #expect(tool.run("show", "회의룩").errors == "memo: '회의룩'이라는 메모가 없습니다\n힌트: 혹시 '회의록'을 찾으십니까?\n")
    #expect(tool.run("lsit").errors == "memo: 알 수 없는 명령 'lsit'\n힌트: 비슷한 이름: list\n힌트: 'memo help'를 보십시오\n")
    #expect(
      tool.run("list", "--sort").errors == "memo: --sort에는 값이 필요합니다: --sort KEY[+|-]\n힌트: 'memo help list'를 보십시오\n")
    #expect(
      tool.run("watch", "--start", "--stop").errors
        == "memo: 함께 쓸 수 없는 옵션: --start, --stop\n힌트: 'memo help watch'를 보십시오\n")
    let missing = "\(tool.folder.path.text)/nosuch"
    #expect(
      tool.run("--vault", "nosuch", "list").errors
        == "memo: '\(missing)' 폴더가 없습니다\n힌트: 그곳에 보관함을 만들려면: memo init \(missing)\n")
  }

  @Test func changesAreReported() throws {
    let tool = try Self.tool()
    #expect(tool.run("delete", "--yes", "회의록.md").errors == "'회의록.md'를 휴지통으로 옮겼습니다. 'memo undo'로 되돌릴 수 있습니다\n")
    #expect(tool.run("undo").errors == "'삭제'를 되돌렸습니다: '회의록.md'\n")
    #expect(tool.run("check").output.contains("'없음'이라는 메모가 없습니다"))
    #expect(tool.run("index").errors.hasPrefix("메모 3개. 추가 0개, 변경 0개, 삭제 0개, "))
  }

  @Test func statisticsAreKorean() throws {
    let stats = try Self.tool().run("stats", "--color", "never", terminalColumns: 80)
    #expect(stats.lines.first == "메모 3개 · 단어 5개 · 링크 1개 · 태그 0개")
    #expect(stats.output.contains("· 없음  ░▒▓  █ = 하루 1개") && stats.output.contains("월별 메모와 단어"))
  }

  @Test(arguments: CommandList.declarations.map(\.name), [60, 80])
  func helpFitsTheTerminal(command: String, columns: Int) throws {
    let help = try TestedTool().run("--lang", "ko", "--color", "never", "help", command, terminalColumns: columns)
    #expect(help.output.contains("\n사용법\n") && help.code == .done)
    // A word that is wider than the window, such as a command line, stays whole.
    for line in help.lines where DisplayWidth.columns(of: String(line)) > columns && !Self.isWhole(line) {
      Issue.record("\(line)")
    }
  }

  private static func isWhole(_ line: Substring) -> Bool {
    line.hasPrefix("  memo ") || !line.drop { $0 == " " }.contains(" ")
  }

  @Test func theManualIsKorean() throws {
    let manual = try TestedTool().run("--lang", "ko", "man").output
    #expect(manual.contains(".SH \"\\[uAC1C]\\[uC694]\"") && manual.utf8.allSatisfy { $0 < 0x80 })
  }
}
