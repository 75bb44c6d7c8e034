import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ends the programs that this process talks to when it is asked to end itself.
///
/// Git does not take its helpers along when it is ended: one that waits for a silent remote would stay for ever.
enum ProcessCleanup {
  private static let asking = [SIGINT, SIGTERM, SIGHUP]
  private static let places = Mutex(())
  private static let ending = Mutex(())
  private static let startAttempts = 2_000

  /// The signal that waits until who talks to a program of our own process group has ended it; 0 for none.
  static var heldSignal: Int32 { state.heldSignal }

  /// Makes what a signal handler needs.
  static func prepare() {
    _ = groups
  }

  /// Starts a program and takes note of it, so that it ends with this process.
  ///
  /// - Parameter hasOwnGroup: whether it leads a process group; else whoever talks to a program must look at `heldSignal`.
  static func start(hasOwnGroup: Bool, _ run: () throws(SystemFailure) -> RunningProcess) throws(SystemFailure) -> Entry
  {
    prepare()
    for number in asking { hear(number) }
    // Another thread may get a signal between the start and the note: it waits then until there is something to end.
    let place = places.withLock { _ in reserve() }
    do throws(SystemFailure) {
      let running = try run()
      if let place { places.withLock { _ in groups[place] = hasOwnGroup ? running.id : -running.id } }
      return Entry(running: running, place: place)
    } catch {
      if let place { places.withLock { _ in groups[place] = 0 } }
      if heldSignal != 0 { raiseHeld() }
      throw error
    }
  }

  /// Ends all programs, and with those in our own group what they have started; for a thread, not for a signal handler.
  static func endAll() {
    // What another thread is just starting is there in a moment.
    var attempts = startAttempts
    while attempts > 0, hasStarting() {
      usleep(1_000)
      attempts -= 1
    }
    endConversations()
    let shared = places.withLock { _ in (0..<groupLimit).map { groups[$0] }.filter { $0 < 0 } }
    // One at a time: a second thread would find only the root of a tree that the first has begun to end, and then end the
    // process before the first is done.
    ending.withLock { _ in for id in shared { ProcessTree(root: -id).send(SIGTERM) } }
  }

  /// Ends this process as the signal would have that was held, and all programs before. Several threads may talk: the
  /// first one that notices ends the programs of all.
  static func raiseHeld() {
    end(by: state.heldSignal)
  }

  /// Ends all programs, and this process by a signal, whatever handler there was for it.
  static func end(by number: Int32) {
    endAll()
    signal(number, SIG_DFL)
    // A thread of Dispatch's blocks all signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }

  private static func hasStarting() -> Bool {
    places.withLock { _ in (0..<groupLimit).contains { groups[$0] == starting } }
  }

  private static func reserve() -> Int? {
    let place = (0..<groupLimit).first { groups[$0] == 0 }
    if let place { groups[place] = starting }
    return place
  }

  /// Hears a signal that would end the process; a handler of its own calls `endConversations` itself.
  private static func hear(_ number: Int32) {
    var before = sigaction()
    sigaction(number, nil, &before)
    let handler = signal(number) { endConversationsAndProcess($0) }
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
/// signal handler to sort out, or are just being started. It makes only calls that POSIX allows in one.
@discardableResult
func endConversations() -> Bool {
  var isShared = false
  for place in 0..<groupLimit {
    let group = groups[place]
    if group < 0 || group == starting {
      isShared = true
    } else if group > 0 {
      _ = kill(-group, SIGTERM)
    }
  }
  return isShared
}

private struct ConversationState {
  var heldSignal: Int32 = 0
}

private let groupLimit = 32
private let starting = Int32.max
// A signal handler reaches nothing but global memory. Only the handler writes it.
nonisolated(unsafe) private var state = ConversationState()
// Process groups; processes of our own group, negative; 0 where a place is free. Written under the lock of the places.
nonisolated(unsafe) private let groups = {
  let places = UnsafeMutablePointer<Int32>.allocate(capacity: groupLimit)
  places.initialize(repeating: 0, count: groupLimit)
  return places
}()

// Runs in a signal handler.
private func endConversationsAndProcess(_ number: Int32) {
  let code = errno
  if endConversations(), state.heldSignal == 0 {
    state.heldSignal = number
  } else {
    // Blocked until this handler returns.
    signal(number, SIG_DFL)
    raise(number)
  }
  errno = code
}
