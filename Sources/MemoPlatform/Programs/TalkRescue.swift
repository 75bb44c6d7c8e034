import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ends the programs that this process talks to when it is asked to end itself.
///
/// Git does not take its helpers along when it is ended: one that waits for a silent remote would stay for ever.
enum TalkRescue {
  private static let asking = [SIGINT, SIGTERM, SIGHUP]
  private static let places = Mutex(())

  /// The signal that waits until who talks to a program of our own process group has ended it; 0 for none.
  static var heldSignal: Int32 { state.heldSignal }

  /// Makes what a signal handler needs.
  static func prepare() {
    _ = groups
  }

  /// Starts a program and takes note of it, so that it ends with this process.
  ///
  /// - Parameter hasOwnGroup: whether it leads a process group; else whoever talks to it must look at `heldSignal`.
  static func start(hasOwnGroup: Bool, _ run: () throws(SystemFailure) -> RunningProcess) throws(SystemFailure) -> Entry
  {
    prepare()
    // Between the start and the note a signal would leave the program behind.
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    for number in asking { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let running = try run()
    let place = places.withLock { _ in note(hasOwnGroup ? running.id : -1) }
    if place != nil { for number in asking { hear(number) } }
    return Entry(running: running, place: place)
  }

  /// Ends this process as the signal would have that was held.
  static func raiseHeld() {
    let number = state.heldSignal
    signal(number, SIG_DFL)
    // A thread of Dispatch's blocks all signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }

  private static func note(_ group: pid_t) -> Int? {
    let place = (0..<groupLimit).first { groups[$0] == 0 }
    if let place { groups[place] = group }
    return place
  }

  /// Hears a signal that would end the process; whoever hears it otherwise calls `endTalks` himself.
  private static func hear(_ number: Int32) {
    var before = sigaction()
    sigaction(number, nil, &before)
    let handler = signal(number) { endTalksAndProcess($0) }
    if unsafeBitCast(handler, to: Int.self) != unsafeBitCast(SIG_DFL, to: Int.self) { sigaction(number, &before, nil) }
  }

  /// A program that ends with this process, until it is forgotten.
  struct Entry {
    let running: RunningProcess
    fileprivate let place: Int?

    /// Forgets the program, which has ended.
    func forget() {
      guard let place else { return }
      places.withLock { _ in groups[place] = 0 }
    }
  }
}

/// Asks all programs that this process talks to to end; returns whether some share our process group, which is not for a
/// signal handler to sort out. It makes only calls that POSIX allows in one.
@discardableResult
func endTalks() -> Bool {
  var isShared = false
  for place in 0..<groupLimit {
    let group = groups[place]
    if group > 0 { _ = kill(-group, SIGTERM) }
    if group < 0 { isShared = true }
  }
  return isShared
}

private struct TalkState {
  var heldSignal: Int32 = 0
}

private let groupLimit = 32
// A signal handler reaches nothing but global memory. Only the handler writes it.
nonisolated(unsafe) private var state = TalkState()
// Process groups, 0 where a place is free, -1 for a program in our own. Written under the lock of the places.
nonisolated(unsafe) private let groups = {
  let places = UnsafeMutablePointer<Int32>.allocate(capacity: groupLimit)
  places.initialize(repeating: 0, count: groupLimit)
  return places
}()

// Runs in a signal handler.
private func endTalksAndProcess(_ number: Int32) {
  let code = errno
  if endTalks(), state.heldSignal == 0 {
    state.heldSignal = number
  } else {
    // Blocked until this handler returns.
    signal(number, SIG_DFL)
    raise(number)
  }
  errno = code
}
