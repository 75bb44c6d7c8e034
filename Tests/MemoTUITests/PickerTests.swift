import MemoCore
import MemoTUI
import MemoTestSupport
import Testing

@Suite struct PickerTests {
  @Test func typingAsksForMatchesAndBackspaceRemovesASyllable() {
    var state = picker(3)
    #expect(state.update(.text("회")) == .match("회"))
    #expect(state.update(.text("의 록")) == .match("회의 록"))
    #expect(state.update(.key(.backspace)) == .match("회의 "))
    #expect(state.update(.text("e\u{301}👨‍👩‍👧")) == .match("회의 e\u{301}👨‍👩‍👧"))
    #expect(state.update(.key(.backspace)) == .match("회의 e\u{301}"))
    #expect(state.update(.key(.backspace)) == .match("회의 "))
  }

  @Test func lettersTypedInPartsJoinIntoASyllable() {
    var state = picker(3)
    #expect(state.update(.text("\u{1112}")) == .match("\u{1112}"))
    #expect(state.update(.text("\u{116C}")) == .match("\u{1112}\u{116C}"))
    #expect(state.update(.key(.backspace)) == .match(""))
    #expect(state.update(.key(.backspace)) == .none)
  }

  @Test(arguments: [
    ("회의 록", "회의 "), ("회의 록  ", "회의 "), ("one", ""), ("  ", ""), ("a b-c", "a "),
  ])
  func controlWRemovesAWord(query: String, rest: String) {
    var state = picker(1)
    _ = state.update(.text(query))
    #expect(state.update(.key(.control("w"))) == .match(rest))
  }

  @Test func controlURemovesAll() {
    var state = picker(1)
    _ = state.update(.text("a b"))
    #expect(state.update(.key(.control("u"))) == .match(""))
    #expect(state.update(.key(.control("u"))) == .none)
  }

  @Test func aPasteBecomesOneLineWithoutControls() {
    var state = picker(1)
    #expect(state.update(.paste("회의\r\n록\t\u{1B}\u{3}a\u{2028}b")) == .match("회의 록 a b"))
  }

  @Test(arguments: [Key.escape, .control("c"), .control("d")])
  func leavingChoosesNothing(key: Key) {
    var state = picker(1)
    #expect(state.update(.key(key)) == .cancel)
  }

  @Test func enterChoosesTheSelectedMemo() {
    var state = picker(5)
    for key in [Key.down, .control("n"), .down, .up, .control("p"), .down] { #expect(state.update(.key(key)) == .none) }
    #expect(state.update(.key(.enter)) == .choose(VaultPath("2.md")))
  }

  @Test func enterWithoutMatchesDoesNothing() {
    var state = picker(2)
    state.show(memos(0))
    #expect(state.update(.key(.enter)) == .none)
    #expect(state.update(.key(.down)) == .none)
    #expect(state.update(.key(.enter)) == .none)
  }

  @Test func newMatchesSelectTheBest() {
    var state = picker(50)
    _ = state.update(.key(.end))
    state.show(memos(20))
    #expect((state.selection, state.firstVisible) == (0, 0))
  }

  @Test func theSelectionIsAlwaysOnTheScreenAndTheScreenFull() {
    var random = SeededRandom(seed: 2)
    var state = picker(40)
    let keys: [Key] = [.up, .down, .pageUp, .pageDown, .home, .end, .down, .down]
    for step in 0..<600 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: state.show(memos(Int.random(in: 0..<40, using: &random)))
      case 1:
        let size = ScreenSize(columns: 20, rows: Int.random(in: 2...30, using: &random))
        _ = state.update(.resize(size))
      default: _ = state.update(.key(keys.randomElement(using: &random) ?? .up))
      }
      let last = max(state.firstVisible, min(state.firstVisible + state.visibleRows, state.rows.count) - 1)
      #expect((state.firstVisible...last).contains(state.selection), "step \(step): \(state.selection)")
      let isFull = state.firstVisible == 0 || last - state.firstVisible + 1 == state.visibleRows
      #expect(isFull, "step \(step): \(state.firstVisible)...\(last) of \(state.rows.count)")
      let rows = (0..<state.size.rows).filter { PickerView.render(state).text(ofRow: $0).hasPrefix("> ") }
      #expect(state.rows.count == 0 || rows.contains { $0 > 0 }, "step \(step)")
    }
  }

  @Test func aSmallWindowShowsTitles() {
    var state = picker(4, size: ScreenSize(columns: 20, rows: 5))
    _ = state.update(.text("회"))
    _ = state.update(.key(.down))
    #expect(rows(of: state) == ["> 회", "  4/4", "  회의록 0", "> 회의록 1", "  회의록 2"])
    let grid = PickerView.render(state)
    #expect(grid.cursor == CellGrid.Position(row: 0, column: 4))
    #expect(grid.cells(inRow: 3).allSatisfy { $0.style.isReversed })
    #expect(grid.cells(inRow: 2).allSatisfy { !$0.style.isReversed })
  }

  @Test func aWideWindowShowsDatesAndPreviews() {
    let state = picker(2, size: ScreenSize(columns: 80, rows: 4))
    #expect(
      rows(of: state) == [
        ">", "  2/2", "> 회의록 0  2026-01-01  본문 0 " + String(repeating: "가", count: 24) + "…",
        "  회의록 1  2026-01-02  본문 1 " + String(repeating: "가", count: 24) + "…",
      ])
    let narrower = picker(1, size: ScreenSize(columns: 40, rows: 4))
    #expect(rows(of: narrower)[2] == "> 회의록 0" + String(repeating: " ", count: 20) + "2026-01-01")
  }

  @Test func aLongQueryShowsItsEndAndTheCursor() {
    var state = picker(1, size: ScreenSize(columns: 12, rows: 5))
    _ = state.update(.text("가나다라마바사"))
    let grid = PickerView.render(state)
    #expect(grid.text(ofRow: 0) == "> …라마바사")
    #expect(grid.cursor == CellGrid.Position(row: 0, column: 11))
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 1), (1, 5), (5, 3)])
  func aTinyWindowDoesNotCrash(columns: Int, rows: Int) {
    var state = picker(9, size: ScreenSize(columns: columns, rows: rows))
    for event in [.text("회의"), .key(.end), .key(.pageUp), .key(.down)] as [TerminalEvent] { _ = state.update(event) }
    #expect(PickerView.render(state).size == ScreenSize(columns: columns, rows: rows))
  }

  @Test func hostileTitlesAreInert() {
    let hostile = "\u{1B}[2J\u{202E}"
    let rows = FixedRows([(VaultPath("a.md"), hostile, hostile, hostile)])
    var state = PickerState(rows: rows, untitled: "", size: ScreenSize(columns: 100, rows: 4))
    _ = state.update(.text("\u{202E}"))
    #expect(self.rows(of: state)[0] == "> <U+202E>")
    #expect(self.rows(of: state)[2] == "> ␛[2J<U+202E>  ␛[2J<U+202E>  ␛[2J<U+202E>")
  }

  @Test func aMemoWithoutATitleIsShownAsUntitled() {
    let size = ScreenSize(columns: 30, rows: 4)
    let state = PickerState(rows: FixedRows([(VaultPath("a.md"), "")]), untitled: "(제목 없음)", size: size)
    #expect(rows(of: state)[2] == "> (제목 없음)")
  }

  private func rows(of state: PickerState) -> [String] {
    let grid = PickerView.render(state)
    return (0..<state.size.rows).map { grid.text(ofRow: $0) }
  }

  private func picker(_ count: Int, size: ScreenSize = ScreenSize(columns: 40, rows: 10)) -> PickerState {
    PickerState(rows: memos(count), untitled: "", size: size)
  }

  private func memos(_ count: Int) -> FixedRows {
    FixedRows(
      (0..<count).map { number in
        let preview = "본문 \(number) " + String(repeating: "가", count: 60)
        return (VaultPath("\(number).md"), "회의록 \(number)", "2026-01-0\(number + 1)", preview)
      })
  }
}
