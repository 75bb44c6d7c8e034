import MemoTestSupport
import Testing

/// What the other tests of hostile text look with sees what a terminal would obey, and lets pass what memo writes.
@Suite(.waitsForPrograms) struct TerminalBytesTests {
  @Test(arguments: [
    "\u{1B}]0;x\u{7}", "\u{1B}[2J", "a\u{1B}[1;31", "\u{1B}", "\u{7}", "\u{9B}1m", "a\u{202E}b", "\u{FEFF}", "\u{7F}",
  ])
  func whatATerminalObeysIsFound(text: String) {
    #expect(TerminalBytes.firstHostile(in: Array(text.utf8)) != nil)
  }

  @Test(arguments: ["", "a\tb\r\n", "\u{1B}[1;31m한\u{1B}[0m\u{1B}[K", "🙂 é"])
  func textAndColorsPass(text: String) {
    #expect(TerminalBytes.firstHostile(in: Array(text.utf8)) == nil)
  }

  @Test func returnsPassWhereTheyAreOwn() {
    #expect(TerminalBytes.firstHostile(in: Array("a\r".utf8)) == nil)
    #expect(TerminalBytes.firstHostile(in: Array("a\r".utf8), returnsAreOwn: false) != nil)
  }

  @Test func aTextIsFoundWhereverItIs() {
    #expect(["abc", "xabc", "aababc"].allSatisfy { TerminalBytes.isText("abc", in: Array($0.utf8)) })
    #expect(!["", "ab", "ab c"].contains { TerminalBytes.isText("abc", in: Array($0.utf8)) })
  }
}
