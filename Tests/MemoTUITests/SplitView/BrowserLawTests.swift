import Foundation
import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct BrowserLawTests {
  private static let texts = [
    "# 회의록\n\n안건 하나 [[여행]] #일\n- [ ] 할 일\n", "여행 👩‍👩‍👧\n제주 **3박** `code`\n[[회의록]]\n", "", "\n", "# \u{1B}[31m\n\tx\n",
    "---\ntitle: 앞\n---\n본문\r\n둘\r\n", String(repeating: "긴 줄 long ", count: 60), "e\u{301}\u{200D}\n한\u{11A8}\n",
  ]

  /// How many times as many steps: 10,000 in all with 2.
  private static let scale = ProcessInfo.processInfo.environment["MEMO_LONG_TESTS"].flatMap(Int.init) ?? 1

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func incrementalPaintingEqualsPaintingAtOnce(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let files = Self.texts.enumerated().map { ("\($0).md", $1) }
    let browser = try BrowserTrial(inMemory: files, columns: 90, rows: 12, groupsByDate: seed.isMultiple(of: 2))
    try Self.check(browser, &random, seed) { Self.event(&$0) }
  }

  @Test(arguments: [UInt64(11), 12, 13])
  func theSameHoldsWithViKeysTablesAndConflicts(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let table = "# t\n\n| 이름 | b |\n|---|--:|\n| 1 | 2 |\n\ntext\nmore\n"
    let files = (Self.texts + [table]).enumerated().map { ("\($0).md", $1) }
    let browser = try BrowserTrial(inMemory: files, columns: 90, rows: 12)
    browser.readWithVi()
    try Self.check(browser, &random, seed) { random in
      if random.happens(percent: 40) { return .terminal(.text(random.pick(Self.viLetters) ?? "x")) }
      if random.happens(percent: 3) { return .conflicts([.tested("8.md", line: 7), .tested("0.md", line: 1)]) }
      return Self.event(&random)
    }
  }

  private static let viLetters = [
    "x", "d", "d", "y", "y", "c", "p", "P", "v", "V", "w", "b", "e", "h", "j", "k", "l", "2", "3", "0", "$", "^", "g",
    "G", "o", "O", "i", "a", "u", "n", "N", "/", "<", ">", "=", ")", "D", "Y", ".", ".", "f", "t", "F", "T", ";", ",",
    "r", "J", "~", "W", "B", "E", "z", "z", "{", "}", "i", "a", "\"", "(", "[", "p", "%", "*", "#", "?", "U", "Z",
    "m", "a", "'", "`", "]", "]", "V", ":", "q", "@", "@", "a", "\"",
  ]

  private static func check(
    _ browser: BrowserTrial, _ random: inout SeededRandom, _ seed: UInt64,
    _ next: (inout SeededRandom) -> BrowserEvent
  ) throws {
    for step in 0..<1_250 * scale {
      let event = next(&random)
      browser.send(event)
      if !browser.isPaintedRight {
        Issue.record("seed \(seed), step \(step), \(event):\n\(browser.lines.joined(separator: "\n"))")
        return
      }
      if random.happens(percent: 2) { try browser.notice() }
    }
  }

  private static func event(_ random: inout SeededRandom) -> BrowserEvent {
    switch random.below(100) {
    case ..<45: .terminal(.text(random.pick(letters) ?? "j"))
    case ..<75: .terminal(.key(random.pick(keys) ?? .up, modifiers(&random)))
    case ..<80: .terminal(.paste(random.pick(pastes) ?? ""))
    case ..<92: .terminal(.mouse(mouse(&random)))
    case ..<95: .terminal(.resize(ScreenSize(columns: random.below(120), rows: random.below(20))))
    case ..<97: random.pick(others) ?? .paused
    case ..<99: .saveDue
    default: .paused
    }
  }

  private static let others: [BrowserEvent] = [
    .moved(from: VaultPath("0.md"), to: VaultPath("9.md")), .removed(VaultPath("1.md")), .gone(VaultPath("2.md")),
    .cannotWrite("no"), .cannotUndo("no"), .failed("no"), .notSaved("no"), .twin(VaultPath("1.md"), title: "x"),
    .vaultChanged,
    .conflicts([.tested("0.md", line: 3)]), .conflicts([]),
    .conflictsLeft(VaultPath("0.md"), [.tested("0.md", line: 2)]),
    .completions(
      TypedQuery(.link, ""), [LinkCompletion.Choice(title: "x", path: VaultPath("x.md"))].compactMap(\.self)),
  ]

  private static let letters = [
    "j", "k", "i", "n", "d", "y", "u", "/", "?", ":", "o", "t", "]", "[", "r", "g", "G", "가", "회", "ㅎ", " ", "a", "👍🏽",
    "\u{301}", "U", "h", "[[", "- ", "\t", "e", "N", "w", "Z", "{", "}", "0", "$", "A", "I", "m", "B", "C", "T",
    "P", "P", "O", "F", "R", "z", "p", "요",
  ]
  private static let pastes = ["붙여\r\n넣기", "x", "\u{1B}[2J", ""]

  private static func modifiers(_ random: inout SeededRandom) -> KeyModifiers {
    KeyModifiers(rawValue: random.happens(percent: 20) ? random.below(8) : 0)
  }

  private static let keys: [Key] = [
    .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .backspace, .delete, .enter, .enter, .tab, .backTab,
    .escape, .escape, .escape, .control("a"), .control("x"), .control("v"), .control("z"), .control("y"), .control("w"),
    .control("k"), .control("u"), .control("e"), .control("g"), .control("d"), .control("r"), .control("l"),
    .control("p"), .alt("b"), .alt("\u{7F}"), .alt("u"),
    .alt("q"),
  ]

  private static func mouse(_ random: inout SeededRandom) -> MouseEvent {
    let actions: [MouseEvent.Action] = [.press, .press, .drag, .release, .wheelUp, .wheelDown]
    return MouseEvent(random.pick(actions) ?? .press, row: random.below(20), column: random.below(120))
  }
}
