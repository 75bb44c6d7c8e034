import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms, .enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
struct HistoryScreenTests {
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox.withPast()
    for (number, message) in ["여행 계획 👩‍👩‍👧‍👦 " + String(repeating: "가나다 ", count: 20), "x", "e\u{301} ﾊﾝｶｸ"].enumerated() {
      try sandbox.write("\(number)\n", to: "plan.md")
      try sandbox.commit(message, day: 10 + number)
    }
    return sandbox
  }

  @Test(arguments: [120, 80, 40, 24])
  func theTableFits(columns: Int) throws {
    let sandbox = try Self.sandbox()
    let table = try TerminalScreen("memo history plan", in: sandbox, columns: columns).waitForEnd()
    #expect(table.count == 6, "a line was wrapped:\n\(table.joined(separator: "\n"))")
    for line in table { #expect(DisplayWidth.columns(of: line) <= columns, "\(line)") }
    guard columns >= 80 else { return }
    #expect(table[1].contains("May 11") && table[1].contains("김 Tester") && table[1].contains("+1 -1"), "\(table[1])")
    #expect(table[4].contains("rename  formerly 계획.md"), "\(table[4])")
  }

  @Test(arguments: [68, 60])
  func aFormerNameFitsBehindJoinedEmoji(columns: Int) throws {
    let sandbox = try Self.sandbox()
    try sandbox.git("mv plan.md goal.md")
    try sandbox.commit("👍🏽👍🏽👍🏽 moved", day: 14)
    let table = try TerminalScreen("memo history goal", in: sandbox, columns: columns).waitForEnd()
    #expect(table.count == 7, "a line was wrapped:\n\(table.joined(separator: "\n"))")
  }

  @Test func aDiffIsColouredAndAMemoStyled() throws {
    let sandbox = try Self.sandbox()
    let diff = try TerminalScreen("memo diff plan HEAD~1", in: sandbox, columns: 80).waitForEnd()
    #expect(diff.suffix(3) == ["@@ -1 +1 @@", "-1", "+2"], "\(diff)")
    let memo = try TerminalScreen("memo show plan --at HEAD~3", in: sandbox, columns: 80).waitForEnd()
    #expect(memo.first == "# 계획", "\(memo)")
    let none = try TerminalScreen("memo diff plan", in: sandbox, columns: 80).waitForEnd()
    #expect(none == ["'plan.md' is the same as at 'HEAD'"])
  }
}
