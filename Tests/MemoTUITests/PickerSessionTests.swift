import MemoCore
import MemoTUI
import MemoTestSupport
import Synchronization
import Testing

@Suite struct PickerSessionTests {
  @Test func aMemoIsFoundByTypingAndChosen() throws {
    let screen = ScriptedScreen([.bytes(Array("나".utf8)), .bytes([0x0D])])
    #expect(try pick(on: screen)?.text == "나비.md")
    #expect(screen.output.contains("가방"))
  }

  @Test func enterRightAfterALetterChoosesFromWhatMatches() throws {
    #expect(try pick(on: ScriptedScreen([.bytes(Array("다\r".utf8))]))?.text == "다리.md")
  }

  @Test func escapeIsTakenOnlyWhenNothingFollows() throws {
    let arrow = ScriptedScreen([.bytes([0x1B]), .bytes(Array("[B".utf8)), .bytes([0x0D])])
    #expect(try pick(on: arrow)?.text == "나비.md")
    #expect(arrow.waits == [nil, 25, nil])
    #expect(try pick(on: ScriptedScreen([.bytes([0x1B]), .nothing])) == nil)
  }

  @Test func aTerminalThatIsGoneChoosesNothing() throws {
    #expect(try pick(on: ScriptedScreen([.end])) == nil)
  }

  @Test func anotherSizeIsPaintedAnew() throws {
    let screen = ScriptedScreen([.resize(ScreenSize(columns: 20, rows: 5)), .bytes([0x03])])
    #expect(try pick(on: screen) == nil)
    #expect(screen.output.split(separator: "\u{1B}[2J").count == 3)
    // The same size too: the terminal may have lost what it showed.
    let same = ScriptedScreen([.resize(ScreenSize(columns: 40, rows: 6)), .bytes([0x03])])
    #expect(try pick(on: same) == nil)
    #expect(same.output.split(separator: "\u{1B}[2J").count == 3)
  }

  @Test func aQueryThatIsNotUnderstoodYetLeavesWhatIsShown() throws {
    let screen = ScriptedScreen([.bytes(Array("나".utf8)), .bytes(Array("(".utf8)), .bytes([0x0D])])
    #expect(try pick(on: screen)?.text == "나비.md")
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

private struct ScriptedTerminal: ScreenTerminal {
  let screen: ScriptedScreen

  func withScreen<Result>(_ use: ScreenUse, _ body: (any Screen) throws -> Result) throws -> Result {
    try body(screen)
  }
}

private final class ScriptedScreen: Screen, Sendable {
  private struct State {
    var inputs: [ScreenInput]
    var output = ""
    var waits: [Int?] = []
  }

  let size = ScreenSize(columns: 40, rows: 6)
  private let state: Mutex<State>

  var output: String { state.withLock(\.output) }
  var waits: [Int?] { state.withLock(\.waits) }

  init(_ inputs: [ScreenInput]) {
    self.state = Mutex(State(inputs: inputs))
  }

  func next(within milliseconds: Int?) throws -> ScreenInput {
    state.withLock { state in
      state.waits.append(milliseconds)
      return state.inputs.isEmpty ? .end : state.inputs.removeFirst()
    }
  }

  func write(_ text: String) throws {
    state.withLock { $0.output += text }
  }

  var wakeUp: @Sendable () -> Void { {} }

  func lend<Result>(_ body: () throws -> Result) throws -> Result { try body() }

  func suspend() throws {}
}
