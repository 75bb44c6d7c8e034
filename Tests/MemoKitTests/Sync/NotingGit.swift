import MemoSync
import Synchronization

/// A git that notes what it is asked.
final class NotingGit: WrappingGit {
  let git: any Git
  private let calls = Mutex<[(name: String, lines: Int)]>([])

  init(_ git: any Git) { self.git = git }

  func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
    let chunks = Array(chunks)
    let lines = chunks.joined().count { $0 == UInt8(ascii: "\n") }
    calls.withLock { $0.append((call.name, lines)) }
    return try git.run(call, feeding: chunks)
  }

  /// The commands that it was asked, in order.
  var names: [String] { calls.withLock { $0.map(\.name) } }

  /// How often it was asked each command.
  var counts: [String: Int] { Dictionary(grouping: names) { $0 }.mapValues(\.count) }

  /// How many lines it read.
  var lines: Int { calls.withLock { $0.reduce(0) { $0 + $1.lines } } }
}
