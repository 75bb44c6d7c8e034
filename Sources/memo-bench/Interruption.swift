#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ctrl-C and its kin, held back so that the temporary folder is removed before the program ends.
///
/// The signals stay blocked and are asked for, which needs neither a handler nor a global flag.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Call before any thread starts: threads inherit the mask.
  static func hold() {
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in signals { sigaddset(&mask, number) }
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  static func check() throws {
    if isPending { throw BenchError.interrupted }
  }

  static var isPending: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return signals.contains { sigismember(&pending, $0) == 1 }
  }
}
