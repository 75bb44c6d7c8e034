import MemoSync
import Synchronization

/// A git that notes what it is asked.
final class NotingGit: WrappedGit {
  let base: any Git
  private let calls = Mutex<[(name: String, lines: Int)]>([])

  init(_ base: any Git) { self.base = base }

  func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
    let chunks = Array(chunks)
    let lines = chunks.joined().count { $0 == UInt8(ascii: "\n") }
    calls.withLock { $0.append((call.name, lines)) }
    return try base.run(call, feeding: chunks)
  }

  /// The commands that it was asked, in order.
  var names: [String] { calls.withLock { $0.map(\.name) } }

  /// How often it was asked each command.
  var counts: [String: Int] { Dictionary(grouping: names) { $0 }.mapValues(\.count) }

  /// How many lines it read.
  var lines: Int { calls.withLock { $0.reduce(0) { $0 + $1.lines } } }
}
