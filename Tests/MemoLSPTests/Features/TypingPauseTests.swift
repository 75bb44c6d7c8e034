import MemoTestSupport
import Synchronization
import Testing

@testable import MemoLSP

/// Problems are looked for when keys pause.
@Suite struct TypingPauseTests {
  /// A stopwatch that also goes on by a step whenever it is read.
  private final class Stopwatch: Sendable {
    private let state = Mutex((time: Duration.zero, step: Duration.zero))

    func read() -> Duration {
      state.withLock { state in
        state.time += state.step
        return state.time
      }
    }

    func advance(by time: Duration) { state.withLock { $0.time += time } }

    func step(by step: Duration) { state.withLock { $0.step = step } }
  }

  private static func problems(_ editor: TestedEditor) -> [Int] {
    editor.idle()
    return editor.take("textDocument/publishDiagnostics").map { $0["diagnostics"]?.items.count ?? 0 }
  }

  @Test func theyWaitForAsMuchAsTheLastLookWasNoticed() throws {
    let stopwatch = Stopwatch()
    let editor = try TestedEditor(["b.md": "# B\n"], stopwatch: { stopwatch.read() })
    try editor.open("a.md", "[[none]]\n")
    #expect(Self.problems(editor) == [1])
    stopwatch.step(by: .milliseconds(240))
    try editor.type("[[none]]", in: "a.md", at: 0..<0)
    // Nothing is known of what a look takes.
    #expect(Self.problems(editor) == [2])
    stopwatch.step(by: .zero)
    try editor.type("[[none]]", in: "a.md", at: 0..<0)
    let rest = try #require(editor.server.typingRest)
    #expect(rest >= .milliseconds(140))
    #expect(Self.problems(editor) == [])
    stopwatch.advance(by: rest - .milliseconds(1))
    try editor.type("[[b]] ", in: "a.md", at: 0..<0)
    stopwatch.advance(by: rest - .milliseconds(1))
    #expect(Self.problems(editor) == [])
    // What is asked for does not wait.
    #expect(try editor.ask("textDocument/documentLink", in: "a.md").items.count == 1)
    #expect(try editor.ask("textDocument/diagnostic", in: "a.md")["items"]?.items.count == 3)
    stopwatch.advance(by: .milliseconds(1))
    #expect(editor.server.typingRest == nil)
    #expect(Self.problems(editor) == [3])
    // That look took no time.
    try editor.type("[[none]]", in: "a.md", at: 0..<0)
    #expect(Self.problems(editor) == [4])
  }

  @Test func ofADocumentThatIsOpenedTheyAreShownAtOnce() throws {
    let stopwatch = Stopwatch()
    let editor = try TestedEditor(stopwatch: { stopwatch.read() })
    stopwatch.step(by: .milliseconds(240))
    try editor.open("a.md", "# A\n\n[[none]]\n")
    #expect(Self.problems(editor) == [1])
    try editor.open("b.md", "# B\n\n[[none]]\n")
    #expect(editor.server.typingRest == nil)
    #expect(Self.problems(editor) == [1])
  }

  @Test func afterAShortLookTheyDoNotWait() {
    var pause = TypingPause()
    pause.noteKey(at: .zero)
    pause.noteLook(taking: TypingPause.unnoticed)
    pause.noteKey(at: .seconds(1))
    #expect(pause.rest(at: .seconds(1)) == nil)
  }

  @Test func keysWithoutAPauseDoNotKeepThemFromBeingShown() {
    var pause = TypingPause()
    pause.noteKey(at: .zero)
    pause.noteLook(taking: .milliseconds(300))
    var looks: [Int] = []
    for milliseconds in stride(from: 0, to: 3_000, by: 100) {
      pause.noteKey(at: .milliseconds(milliseconds))
      guard pause.rest(at: .milliseconds(milliseconds + 50)) == nil else { continue }
      looks.append(milliseconds + 50)
      pause.noteLook(taking: .milliseconds(300))
    }
    #expect(looks == [1_050, 2_150])
  }
}
