import MemoBrowser
import MemoCore
import Synchronization
import Testing

@Suite struct PickerSessionTests {
  @Test func aMemoIsFoundByTypingAndChosen() throws {
    let screen = ScriptedScreen([.bytes(Array("나".utf8)), .bytes([0x0D])])
    #expect(try pick(on: screen)?.title == "나비")
    #expect(screen.output.contains("가방"))
  }

  @Test func enterRightAfterALetterChoosesFromWhatMatches() throws {
    #expect(try pick(on: ScriptedScreen([.bytes(Array("다\r".utf8))]))?.title == "다리")
  }

  @Test func escapeIsTakenOnlyWhenNothingFollows() throws {
    let arrow = ScriptedScreen([.bytes([0x1B]), .bytes(Array("[B".utf8)), .bytes([0x0D])])
    #expect(try pick(on: arrow)?.title == "나비")
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

  private func pick(on screen: ScriptedScreen) throws -> PickerCandidate? {
    let memos = ["가방", "나비", "다리"].map {
      PickerCandidate(path: VaultPath($0 + ".md"), title: $0, date: "", preview: "")
    }
    let terminal = ScriptedTerminal(screen: screen)
    return try PickerSession(terminal: terminal) { query in memos.filter { $0.title.hasPrefix(query) } }.run()
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
