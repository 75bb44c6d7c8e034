import MemoCore
import MemoTUI
import MemoTestSupport
import Testing

@testable import MemoPlatform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ProcessWideTests {
  @Suite struct SystemTerminalTests {
    private static let leave = """
      \u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l
      """

    let window: PseudoTerminal
    let terminal: SystemTerminal

    init() throws {
      self.window = try PseudoTerminal(size: ScreenSize(columns: 60, rows: 12))
      self.terminal = SystemTerminal(columns: nil, rows: nil, device: window.device)
    }

    @Test func theTerminalIsRawOnlyWhileItIsTakenOver() throws {
      #expect(window.isCooked)
      try terminal.withScreen { screen throws in
        #expect(!window.isCooked)
        #expect(screen.size == ScreenSize(columns: 60, rows: 12))
        #expect(window.output(until: "h") == "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h")
      }
      #expect(window.isCooked)
      #expect(window.output(until: "l") == Self.leave)
    }

    @Test func anErrorGivesTheTerminalBack() {
      #expect(throws: TerminalError(errno: EDOM)) {
        try terminal.withScreen { _ in throw TerminalError(errno: EDOM) }
      }
      #expect(window.isCooked)
      #expect(window.output(until: Self.leave).hasSuffix(Self.leave))
    }

    @Test func keysArriveAsTheyAreStruck() throws {
      try terminal.withScreen { screen throws in
        window.type("회\u{3}")
        #expect(try screen.next(within: nil) == .bytes(Array("회\u{3}".utf8)))
        #expect(try screen.next(within: 1) == .nothing)
      }
    }

    @Test func anotherWindowSizeIsAnEvent() throws {
      try terminal.withScreen { screen throws in
        window.resize(to: ScreenSize(columns: 20, rows: 5))
        kill(getpid(), SIGWINCH)
        #expect(try screen.next(within: nil) == .resize(ScreenSize(columns: 20, rows: 5)))
        #expect(try screen.next(within: 1) == .nothing)
      }
    }

    // The tests of signals run in processes of their own: such a signal ends the programs that other tests talk to.

    // Whatever handler there was before, as Swift has one for SIGQUIT, the signal ends the process.

    @Test func aSignalGivesTheTerminalBackBeforeItEndsTheProcess() async {
      await #expect(processExitsWith: .signal(SIGTERM)) {
        try ProcessWideTests.SystemTerminalTests.end(by: SIGTERM, .keys)
      }
      await #expect(processExitsWith: .signal(SIGQUIT)) {
        try ProcessWideTests.SystemTerminalTests.end(by: SIGQUIT, .keys)
      }
    }

    @Test func aSignalIsTheEndOfInputWhereThereIsSomethingToSave() async {
      await #expect(processExitsWith: .signal(SIGINT)) {
        try ProcessWideTests.SystemTerminalTests.end(by: SIGINT, .everything)
      }
      await #expect(processExitsWith: .signal(SIGTERM)) {
        try ProcessWideTests.SystemTerminalTests.end(by: SIGTERM, .everything)
      }
      await #expect(processExitsWith: .signal(SIGHUP)) {
        try ProcessWideTests.SystemTerminalTests.end(by: SIGHUP, .everything)
      }
      await #expect(processExitsWith: .signal(SIGQUIT)) {
        try ProcessWideTests.SystemTerminalTests.end(by: SIGQUIT, .everything)
      }
    }

    @Test func theLastWordsAreSaidBeforeTheSignal() async {
      let result = await #expect(processExitsWith: .signal(SIGTERM), observing: [\.standardErrorContent]) {
        try ProcessWideTests.SystemTerminalTests.end(by: SIGTERM, .everything)
      }
      let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(said.contains("kept in a file"))
    }

    /// Ends this process by a signal; with success if it comes too early.
    private static func end(by number: Int32, _ use: ScreenUse) throws {
      let test = try ProcessWideTests.SystemTerminalTests()
      signal(number) { _ in }
      test.hear(number)
      try test.terminal.withScreen(use) { screen throws in
        screen.sayBeforeSignal("kept in a file\n")
        // To this thread, which alone hears it.
        raise(number)
        guard use == .everything, try screen.next(within: nil) == .end, !test.window.isCooked else { exit(0) }
      }
    }

    @Test func aSecondSignalEndsAtOnce() async {
      await #expect(processExitsWith: .signal(SIGTERM)) {
        let test = try ProcessWideTests.SystemTerminalTests()
        signal(SIGTERM) { _ in }
        test.hear(SIGTERM)
        try test.terminal.withScreen(.everything) { screen throws in
          raise(SIGTERM)
          guard try screen.next(within: nil) == .end else { exit(0) }
          raise(SIGTERM)
          exit(0)
        }
      }
    }

    @Test func aProcessThatHearsNothingAnyMoreEndsWhenItsTimeToSaveIsOver() async {
      await #expect(processExitsWith: .signal(SIGTERM)) {
        let test = try ProcessWideTests.SystemTerminalTests()
        signal(SIGTERM) { _ in }
        test.hear(SIGTERM)
        test.hear(SIGALRM)
        try test.terminal.withScreen(.everything) { _ in
          raise(SIGALRM)
          guard !test.window.isCooked else { exit(0) }
          raise(SIGTERM)
          guard alarm(0) > 0 else { exit(0) }
          raise(SIGALRM)
          exit(0)
        }
      }
    }

    /// The threads of the tests hear no signals unless told to.
    private func hear(_ number: Int32) {
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, number)
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    @Test func theTerminalIsLentAndTakenBack() throws {
      try terminal.withScreen(.everything) { screen throws in
        #expect(window.output(until: "1006h").hasSuffix("\u{1B}[?1002h\u{1B}[?1006h"))
        try screen.lend {
          #expect(window.isCooked)
          #expect(window.output(until: Self.leave).hasSuffix(Self.leave))
        }
        #expect(!window.isCooked)
        #expect(throws: TerminalError(errno: EDOM)) { try screen.lend { throw TerminalError(errno: EDOM) } }
        #expect(!window.isCooked)
      }
      #expect(window.isCooked)
    }

    @Test func otherThreadsWakeTheScreen() throws {
      try terminal.withScreen(.everything) { screen throws in
        screen.wakeUp()
        #expect(try screen.next(within: nil) == .nothing)
        kill(getpid(), SIGTSTP)
        #expect(try screen.next(within: nil) == .suspend)
        kill(getpid(), SIGCONT)
        #expect(try screen.next(within: nil) == .resize(ScreenSize(columns: 60, rows: 12)))
      }
    }

    @Test func whatSignalsDidBeforeTheyDoAfterwards() throws {
      let before = signal(SIGTERM, SIG_IGN)
      try terminal.withScreen { screen throws in
        kill(getpid(), SIGTERM)
        #expect(try screen.next(within: 1) == .nothing)
        #expect(!window.isCooked)
      }
      let after = signal(SIGTERM, before)
      #expect(unsafeBitCast(after, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self))
    }

    @Test func whatWasNotReadIsNotTypedIntoTheShell() throws {
      try terminal.withScreen { _ in window.type("rm -rf\n") }
      try terminal.withScreen { screen throws in
        #expect(try screen.next(within: 1) == .nothing)
      }
    }

    @Test(
      arguments: [
        (nil, nil, 60, 12), ("100", nil, 100, 12), (nil, "7", 60, 7), ("0", "-1", 60, 12), ("wide", "", 60, 12),
      ] as [(String?, String?, Int, Int)])
    func theEnvironmentCountsMoreThanTheWindow(columns: String?, rows: String?, width: Int, height: Int) throws {
      let terminal = SystemTerminal(columns: columns, rows: rows, device: window.device)
      try terminal.withScreen { #expect($0.size == ScreenSize(columns: width, rows: height)) }
    }

    @Test func withoutAWindowTheSizeIsTheUsualOne() {
      #expect(SystemTerminal(columns: nil, rows: nil).size(of: -1) == ScreenSize(columns: 80, rows: 24))
    }

    @Test func withoutATerminalThereIsAnError() {
      let terminal = SystemTerminal(columns: nil, rows: nil, device: "/dev/null")
      #expect(throws: TerminalError(errno: ENOTTY)) { try terminal.withScreen { _ in } }
      let missing = SystemTerminal(columns: nil, rows: nil, device: "/dev/no-such-device")
      #expect(throws: TerminalError(errno: ENOENT)) { try missing.withScreen { _ in } }
    }

    @Test func aMemoIsChosenOnATerminal() throws {
      func rows(_ query: String) -> FixedRows {
        FixedRows(["가방", "나비"].filter { $0.hasPrefix(query) }.map { (VaultPath($0), $0) })
      }
      window.type("나\r")
      #expect(try PickerSession(terminal: terminal, all: rows(""), untitled: "", matcher: rows).run()?.text == "나비")
      #expect(window.output(until: Self.leave).contains("가방"))
    }
  }
}
