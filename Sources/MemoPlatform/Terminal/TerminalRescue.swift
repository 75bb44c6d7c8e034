#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Gives the terminal back when a signal or a crash ends the process while it is taken over.
enum TerminalRescue {
  // Signals that end the process from outside, and those that end it because of a mistake in it.
  private static let endings = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV,
  ]

  /// Whether a signal handler gave the terminal back though the process lives on.
  static var isGivenBack: Bool { state.isGivenBack }

  /// Remembers how the terminal is now and hears signals until `finish`; one byte goes to `wakeUp` for each.
  ///
  /// Only one terminal can be taken over at a time.
  static func prepare(terminal: Int32, modes: termios, wakeUp: Int32) {
    precondition(state.terminal < 0, "the terminal is taken over already")
    state = RescueState(terminal: terminal, modes: modes, wakeUp: wakeUp)
    for number in endings { install(number) { giveBackAndEnd($0) } }
    install(SIGWINCH) { _ in reportResize() }
  }

  /// Gives the terminal back and puts back what signals did before.
  static func finish() {
    giveBack()
    for number in endings + [SIGWINCH] { sigaction(number, &previousActions[Int(number)], nil) }
    state = RescueState()
  }

  private static func install(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    sigaction(number, nil, &previousActions[Int(number)])
    let before = signal(number, handler)
    // Under nohup, a closed terminal is none of our business.
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) && number != SIGWINCH {
      sigaction(number, &previousActions[Int(number)], nil)
    }
  }
}

private struct RescueState {
  var terminal: Int32 = -1
  var modes = termios()
  var wakeUp: Int32 = -1
  var isGivenBack = false
}

// A signal handler reaches nothing but global memory. Written only while no handler is installed, except for
// `isGivenBack`, which handlers set and nobody else writes.
nonisolated(unsafe) private var state = RescueState()
// By signal number. A buffer and not an array, because a handler must not allocate or count references.
nonisolated(unsafe) private let previousActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

// The functions below run in signal handlers: they make only calls that POSIX allows there.

private func giveBack() {
  let sequence: StaticString = "\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
  _ = write(state.terminal, sequence.utf8Start, sequence.utf8CodeUnitCount)
  _ = tcsetattr(state.terminal, TCSANOW, &state.modes)
}

private func giveBackAndEnd(_ number: Int32) {
  let code = errno
  giveBack()
  state.isGivenBack = true
  wakeUp()
  // Blocked until this handler returns: then the process ends as it would have without us.
  sigaction(number, &previousActions[Int(number)], nil)
  raise(number)
  errno = code
}

private func reportResize() {
  let code = errno
  wakeUp()
  errno = code
}

private func wakeUp() {
  var byte: UInt8 = 0
  _ = write(state.wakeUp, &byte, 1)
}
