import Dispatch
import MemoCore
import MemoIndex
import MemoStore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoTUI

/// The loop on a terminal that draws pictures: what it is sent, and what is left on it.
@Suite struct PictureLoopTests {
  private static let placed = "\u{1B}_Ga=p,"
  private static let released = "\u{1B}_Ga=d,d=I,"

  private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  private static func run(
    _ steps: [PictureScreen.Step], _ variables: [String: String] = ["TERM": "xterm-kitty"],
    background: String = "rgb:0000/0000/0000"
  ) throws -> PictureScreen {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    try folder.write("# a\n\n![[p.png]]\n\ntext\n", to: "a.md", modified: 2_000_000_000)
    try folder.write("# b\n", to: "b.md", modified: 1_000_000_000)
    try folder.write(
      DrawnPictureTests.png(80, 80) + [UInt8](repeating: 7, count: 600_000), to: VaultPath("p.png"))
    let vault = try folder.openVault()
    var kit = BrowserKit.tested(stopwatch: {
      Duration.nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds))
    })
    kit.programs = NoPrograms()
    let answer = PictureScreen.Step(until: Self.question, "\u{1B}]11;\(background)\u{1B}\\\u{1B}[?62c")
    let screen = PictureScreen((variables["TERM"] == "linux" ? [] : [answer]) + steps)
    try BrowserSession(
      terminal: PictureTerminal(screen: screen), library: BrowserLibrary(vault, try vault.refresh(), kit: kit),
      isColored: true, pictures: PictureSupport(.auto) { variables[$0] }
    ).run()
    return screen
  }

  @Test func aPictureIsSentOnceAndNothingOfItIsLeft() throws {
    let screen = try Self.run([
      .init(until: Self.placed, "j"), .init(until: "a=d,d=i,", "k"), .init(until: Self.placed, "e"),
      .init(until: Self.placed, "\u{1A}"), .init(until: Self.placed, "q"),
    ])
    #expect(screen.given.map { $0.hasSuffix("2\u{1B}\\") } == [true, true], "all is removed before: \(screen.given)")
    #expect(screen.written.hasSuffix(",q=2\u{1B}\\") && screen.given.allSatisfy { $0.contains(Self.released) })
    let sent = screen.written.components(of: "\u{1B}_Ga=t,f=100")
    #expect(sent == 3, "once, and again after the terminal was away twice")
    #expect(screen.longest < 300_000, "pieces come between keys")
  }

  @Test func answersDecideAndAreNotTyped() throws {
    let answers = "\u{1B}_Gi=1835363328;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;4c"
    let screen = try Self.run(
      [.init(until: "\u{1B}[c", answers), .init(until: Self.placed, "q")], ["TERM": "xterm"])
    #expect(screen.written.contains("c=8,r=4"), "cells of 10 by 20")
    let plain = try Self.run([.init(until: "\u{1B}[c", "\u{1B}[?62c"), .init(until: "", "q")], ["TERM": "xterm"])
    #expect(!plain.written.contains("a=t,") && !plain.written.contains(Self.released))
  }

  @Test func anAnswerThatIsLateDoesNotReachTheNextProgram() throws {
    let screen = try Self.run(
      [.init(until: "\u{1B}[c", "e"), .init(until: "", "\u{1B}[?62c"), .init(until: "", "q")], ["TERM": "xterm"])
    #expect(screen.readBeforeGiven == [3])
  }

  @Test(arguments: [
    ("rgb:ffff/ffff/dddd", "38;5;23m", true), ("rgb:1e/1e/1e", "38;5;23m", false), ("none", "38;5;23m", false),
  ])
  func coloursFitTheBackground(answer: String, title: String, isThere: Bool) throws {
    let screen = try Self.run([.init(until: Self.placed, "j"), .init(until: "", "q")], background: answer)
    #expect(screen.written.contains(title) == isThere && screen.written.components(of: Self.question) == 1)
  }

  @Test func aTerminalOfTheInlineKindIsDrawnOnWhenNoKeyComes() throws {
    let image = "\u{1B}]1337;File=inline=1;size=600024;width=10;height=5;"
    let screen = try Self.run(
      [.init(until: image, "\u{1B}[?62c"), .init(until: "", "q")], ["TERM": "xterm", "TERM_PROGRAM": "WezTerm"])
    #expect(screen.written.components(of: image) == 1 && !screen.written.contains("_G"))
  }

  @Test func withoutAPictureATerminalSeesNoOtherBytes() throws {
    let screen = try Self.run([.init(until: "│ # b", "q")], ["TERM": "linux"])
    #expect(
      !screen.written.contains("_G") && !screen.written.contains("\u{1B}[c") && !screen.written.contains("]11")
        && !screen.written.contains("\u{1B}7"))
  }
}

private struct PictureTerminal: ScreenTerminal {
  let screen: PictureScreen

  func withScreen<Result>(_ use: ScreenUse, _ body: (any Screen) throws -> Result) throws -> Result {
    try body(screen)
  }
}

/// A screen on which each key is typed once something was written to it since the key before.
private final class PictureScreen: Screen, Sendable {
  struct Step {
    let awaited: String
    let keys: String

    init(until awaited: String, _ keys: String) {
      (self.awaited, self.keys) = (awaited, keys)
    }
  }

  private struct State {
    var steps: [Step]
    var written = ""
    var since = ""
    var longest = 0
    var given: [String] = []
    var readBeforeGiven: [Int] = []
    var readCount = 0
  }

  let size = ScreenSize(columns: 100, rows: 20)
  private let state: Mutex<State>
  private let woken = DispatchSemaphore(value: 0)

  init(_ steps: [Step]) {
    state = Mutex(State(steps: steps))
  }

  var written: String { state.withLock(\.written) }
  /// The most bytes of one write.
  var longest: Int { state.withLock(\.longest) }
  /// The last that was written each time before another program got the terminal.
  var given: [String] { state.withLock(\.given) }
  /// How many steps were read by then.
  var readBeforeGiven: [Int] { state.withLock(\.readBeforeGiven) }

  var wakeUp: @Sendable () -> Void { { [woken] in _ = woken.signal() } }

  func next(within milliseconds: Int?) throws -> ScreenInput {
    let step = state.withLock { state -> Step? in
      guard let first = state.steps.first, first.awaited.isEmpty || state.since.contains(first.awaited) else {
        return nil
      }
      state.since = ""
      state.readCount += 1
      return state.steps.removeFirst()
    }
    if let step { return .bytes(Array(step.keys.utf8)) }
    if state.withLock({ $0.steps.isEmpty }) { return .end }
    // Something that never comes ends the test.
    let limit = DispatchTime.now() + (milliseconds.map { .milliseconds($0) } ?? .seconds(20))
    return woken.wait(timeout: limit) == .success || milliseconds != nil ? .nothing : .end
  }

  func write(_ text: String) throws {
    state.withLock { state in
      state.written += text
      state.since += text
      state.longest = max(state.longest, text.utf8.count)
    }
  }

  func lend<Result>(_ body: () throws -> Result) throws -> Result {
    give()
    return try body()
  }

  func suspend() throws { give() }

  private func give() {
    state.withLock { state in
      state.given.append(String(state.since.suffix(60)))
      state.readBeforeGiven.append(state.readCount)
      state.since = ""
    }
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
