import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Gives the terminal back when a signal or a crash ends the process while it is taken over.
enum TerminalRescue {
  // Signals that end the process from outside, and those that end it because of a mistake in it.
  private static let requests = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSEGV]
  private static let others = [SIGWINCH, SIGTSTP, SIGCONT, SIGALRM]

  /// What a signal handler reports to the thread that reads keys.
  enum Report: UInt8 {
    case ending = 1
    case resize
    case suspend
    case resume
    case wakeUp
  }

  /// The signal that asked the process to end, which waits until the terminal is given back.
  static var heldSignal: Int32 { state.heldSignal }

  /// Remembers how the terminal is now and hears signals until `finish`; one byte goes to `wakeUp` for each.
  ///
  /// Only one terminal can be taken over at a time.
  ///
  /// - Parameter holdsRequests: whether the first signal that asks the process to end is only reported, so that it can
  ///   save; the second one ends it, and so do ten seconds.
  static func prepare(terminal: Int32, modes: termios, wakeUp: Int32, holdsRequests: Bool) {
    precondition(state.terminal < 0, "the terminal is taken over already")
    state = RescueState(terminal: terminal, modes: modes, wakeUp: wakeUp)
    ProcessCleanup.prepare()
    for number in crashes { install(number) { giveBackAndEnd($0) } }
    // A cache that was cut short is no crash.
    csystem_on_other_fault { giveBackAtEnd() }
    for number in requests {
      if holdsRequests { install(number) { holdOrEnd($0) } } else { install(number) { giveBackAndEnd($0) } }
    }
    install(SIGWINCH) { _ in report(.resize) }
    guard holdsRequests else { return }
    install(SIGTSTP) { _ in report(.suspend) }
    install(SIGCONT) { _ in report(.resume) }
    install(SIGALRM) { _ in if state.heldSignal != 0 { giveBackAndEnd(state.heldSignal) } }
  }

  /// Gives the terminal back and puts back what signals did before.
  static func finish() {
    if state.heldSignal != 0 { alarm(0) }
    giveBack()
    csystem_on_other_fault(nil)
    for number in Self.requests + Self.crashes + Self.others where isInstalled[Int(number)] {
      sigaction(number, &previousActions[Int(number)], nil)
      isInstalled[Int(number)] = false
    }
    state = RescueState()
  }

  private static func install(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    sigaction(number, nil, &previousActions[Int(number)])
    isInstalled[Int(number)] = true
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
  var heldSignal: Int32 = 0
}

// A signal handler reaches nothing but global memory. Written only while no handler is installed, except for `heldSignal`,
// which handlers set and no one else writes.
nonisolated(unsafe) private var state = RescueState()
// By signal number. A buffer and not an array, because a handler must not allocate or count references.
nonisolated(unsafe) private let previousActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
nonisolated(unsafe) private let isInstalled = {
  let flags = UnsafeMutablePointer<Bool>.allocate(capacity: 65)
  flags.initialize(repeating: false, count: 65)
  return flags
}()

// Seconds.
private let timeToSave: UInt32 = 10

// The functions below run in signal handlers: they make only calls that POSIX allows there.

private func giveBack() {
  let sequence: StaticString = """
    \u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l
    """
  _ = write(state.terminal, sequence.utf8Start, sequence.utf8CodeUnitCount)
  _ = tcsetattr(state.terminal, TCSANOW, &state.modes)
}

private func giveBackAtEnd() {
  giveBack()
  endConversations()
  report(.ending)
}

private func giveBackAndEnd(_ number: Int32) {
  let code = errno
  giveBackAtEnd()
  // Blocked until this handler returns. A crash goes on as it would have without us. A request does not: Swift takes SIGQUIT
  // for a crash, prints a trace for half a minute, and ends with success.
  switch number {
  case SIGINT, SIGTERM, SIGHUP, SIGQUIT: signal(number, SIG_DFL)
  default: sigaction(number, &previousActions[Int(number)], nil)
  }
  raise(number)
  errno = code
}

private func holdOrEnd(_ number: Int32) {
  if state.heldSignal != 0 { return giveBackAndEnd(number) }
  state.heldSignal = number
  endConversations()
  report(.ending)
  // A process that hears nothing any more has to end, too.
  alarm(timeToSave)
}

private func report(_ report: TerminalRescue.Report) {
  let code = errno
  var byte = report.rawValue
  _ = write(state.wakeUp, &byte, 1)
  errno = code
}
