import MemoCore
import MemoTUI
import MemoTestSupport
import Testing

@Suite struct PickerSessionTests {
  @Test func aMemoIsFoundByTypingAndChosen() throws {
    let screen = scripted([.bytes(Array("나".utf8)), .bytes([0x0D])])
    #expect(try pick(on: screen)?.text == "나비.md")
    #expect(screen.writes.joined().contains("가방"))
  }

  @Test func enterRightAfterALetterChoosesFromWhatMatches() throws {
    #expect(try pick(on: scripted([.bytes(Array("다\r".utf8))]))?.text == "다리.md")
  }

  @Test func escapeIsTakenOnlyWhenNothingFollows() throws {
    let arrow = scripted([.bytes([0x1B]), .bytes(Array("[B".utf8)), .bytes([0x0D])])
    #expect(try pick(on: arrow)?.text == "나비.md")
    #expect(arrow.waits == [nil, 25, nil])
    #expect(try pick(on: scripted([.bytes([0x1B]), .nothing])) == nil)
  }

  @Test func aPasteWithoutItsEndIsTakenAfterAPause() throws {
    let screen = scripted([.bytes(Array("\u{1B}[200~나".utf8)), .nothing, .bytes([0x0D])])
    #expect(try pick(on: screen)?.text == "나비.md")
    #expect(screen.waits == [nil, 1_000, nil])
  }

  @Test func aTerminalThatIsGoneChoosesNothing() throws {
    #expect(try pick(on: scripted([.end])) == nil)
  }

  @Test func aResizePaintsEverything() throws {
    let screen = scripted([.resize(ScreenSize(columns: 20, rows: 5)), .bytes([0x03])])
    #expect(try pick(on: screen) == nil)
    #expect(screen.writes.joined().split(separator: "\u{1B}[2J").count == 3)
    // The same size too: the terminal may have lost what it showed.
    let same = scripted([.resize(ScreenSize(columns: 40, rows: 6)), .bytes([0x03])])
    #expect(try pick(on: same) == nil)
    #expect(same.writes.joined().split(separator: "\u{1B}[2J").count == 3)
  }

  @Test func anInvalidQueryKeepsTheRows() throws {
    let screen = scripted([.bytes(Array("나".utf8)), .bytes(Array("(".utf8)), .bytes([0x0D])])
    #expect(try pick(on: screen)?.text == "나비.md")
  }

  private func scripted(_ inputs: [ScreenInput]) -> ScriptedScreen {
    ScriptedScreen(inputs, size: ScreenSize(columns: 40, rows: 6))
  }

  private func pick(on screen: ScriptedScreen) throws -> VaultPath? {
    func rows(_ query: String) -> FixedRows {
      FixedRows(["가방", "나비", "다리"].filter { $0.hasPrefix(query) }.map { (VaultPath($0 + ".md"), $0) })
    }
    let terminal = ScriptedTerminal(screen: screen)
    return try PickerSession(terminal: terminal, all: rows(""), untitled: "") { $0.hasSuffix("(") ? nil : rows($0) }
      .run()
  }
}
