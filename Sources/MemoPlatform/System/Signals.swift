#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs `body` while this process ignores signals, and puts back what they did before.
///
/// `body` gets those of them that were not ignored before: a child should hear them.
func withSignalsIgnored<Result>(
  _ signals: [Int32], _ body: ([Int32]) throws(SystemFailure) -> Result
) throws(SystemFailure) -> Result {
  var heard: [Int32] = []
  var actions: [(signal: Int32, action: sigaction)] = []
  for number in signals {
    var action = sigaction()
    sigaction(number, nil, &action)
    actions.append((number, action))
    let before = signal(number, SIG_IGN)
    if unsafeBitCast(before, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) { heard.append(number) }
  }
  defer {
    for (number, var action) in actions { sigaction(number, &action, nil) }
  }
  return try body(heard)
}
