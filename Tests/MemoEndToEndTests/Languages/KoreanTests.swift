import MemoCore
import MemoTestSupport
import Testing

/// The binary in a Korean locale, whether or not the system has it.
@Suite(.waitsForPrograms) struct KoreanTests {
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    sandbox.variables["LC_ALL"] = nil
    sandbox.variables["LC_CTYPE"] = "C.UTF-8"
    sandbox.variables["LANG"] = "ko_KR.UTF-8"
    try sandbox.write("# 회의록\n안건 셋\n", to: "회의록.md", day: -1000)
    try sandbox.write("# Plan\nthree things\n", to: "plan.md", day: -1030)
    return sandbox
  }

  @Test func theEnvironmentChoosesTheLanguage() throws {
    let sandbox = try Self.sandbox()
    let korean = try sandbox.memo("show", "회의룩")
    #expect(korean.errors == "memo: '회의룩'이라는 메모가 없습니다\n힌트: 혹시 '회의록'을 찾으십니까?\n")
    let english = try sandbox.memo("show", "회의룩", "--lang", "en")
    #expect(english.errors == "memo: no memo is named '회의룩'\nhint: did you mean '회의록'?\n")
  }

  @Test func theSystemsReasonsAreKoreanToo() throws {
    let run = try Self.sandbox().memo("import", "nosuch.json")
    #expect(run.errors.hasSuffix("nosuch.json'을 읽을 수 없습니다: 그런 파일이나 폴더가 없습니다\n"), "\(run.errors)")
  }

  @Test(.enabled(if: MemoProgram.isInstalled("man"), "man is not installed"), arguments: ["", "list", "sync"])
  func manShowsTheKoreanPageWithoutWarnings(command: String) throws {
    let sandbox = try Self.sandbox()
    sandbox.variables["LC_ALL"] = "C.UTF-8"
    let run = try sandbox.shell("memo --lang ko man \(command) | MANPAGER=cat MANWIDTH=80 man --warnings -l -")
    #expect(run.end == .exited(0) && run.errors.isEmpty, "\(run.errors)")
    #expect(run.text.contains("NAME\n       memo") && run.text.contains("전역 옵션"))
  }

  @Test(.enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
  func aListIsAlignedInColumns() throws {
    let lines = try TerminalScreen("memo list --no-pager", in: Self.sandbox(), columns: 60).waitForEnd()
    #expect(lines == ["1  회의록  2023년 8월 4일  안건 셋", "2  Plan    2023년 7월 5일  three things"], "\(lines)")
  }

  @Test(.enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
  func theSplitViewSpeaksKoreanAndTakesAKoreanYes() throws {
    let screen = try TerminalScreen("memo", in: Self.sandbox())
    #expect(try screen.wait(for: "? 도움말").last?.hasPrefix("vault · 메모 2개") == true)
    try screen.press("?")
    let help = try screen.wait(for: "키 안내")
    #expect(help.allSatisfy { DisplayWidth.columns(of: $0) <= 80 })
    #expect(help.contains { $0.hasPrefix(" n ") && $0.hasSuffix(" 새 메모") }, "\(help)")
    try screen.press("q", "d")
    try screen.wait(for: "'회의록'을 휴지통으로 옮길까요? [예(y)/아니요(N)]")
    try screen.type("예")
    try screen.wait(for: "'회의록'을 휴지통으로 옮겼습니다. u로 되돌릴 수 있습니다")
    try screen.press("q")
    _ = try screen.waitForEnd()
  }
}
