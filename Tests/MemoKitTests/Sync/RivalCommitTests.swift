import MemoCore
import MemoStore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoSync

/// Syncs at whose every step another program commits to the branch.
@Suite struct RivalCommitTests {
  /// A git that commits something else to the branch just before memo does, so many times.
  private final class RivalGit: WrappingGit {
    let git: any Git
    private let left: Mutex<Int>

    init(_ git: any Git, commits: Int) {
      self.git = git
      left = Mutex(commits)
    }

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      if call.name == "fast-import", isRivalsTurn { try commit(in: call.place) }
      return try git.run(call, feeding: chunks)
    }

    private var isRivalsTurn: Bool {
      left.withLock { left in
        left -= 1
        return left >= 0
      }
    }

    private func commit(in place: GitPlace?) throws(GitError) {
      let making = ["commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "rival"]
      let id = String(decoding: try git.run(GitCall(making, in: place)).output.prefix(40), as: UTF8.self)
      _ = try git.run(GitCall(["update-ref", "refs/heads/main", id], in: place))
    }
  }

  @Test func aSyncIsTriedAgainWhereAnotherProgramCommits() throws {
    let devices = try SyncedDevices()
    try devices.write("# A\none\ntwo\nthree\nfour\n", to: "a.md", on: 0)
    let report = try devices.sync(0, by: RivalGit(devices.place.git, commits: 3))
    #expect(report.sentChanges.changed == 1, "\(report.sentChanges)")
    let log = try devices.place.shell("git log --format=%s main", in: "hub.git")
    print("the hub's history:\n\(log)")
    #expect(log.split(separator: "\n").filter { $0 == "rival" }.count == 3, "\(log)")
    try devices.sync(1)
    #expect(try devices.text("a.md", on: 1) == "# A\none\ntwo\nthree\nfour\n")
  }

  @Test func aProgramThatCommitsEachTimeIsReported() throws {
    let devices = try SyncedDevices()
    try devices.write("# A\none\ntwo\nthree\nfour\n", to: "a.md", on: 0)
    #expect(throws: SyncError.overtaken) {
      try devices.sync(0, by: RivalGit(devices.place.git, commits: .max))
    }
    #expect(try devices.text("a.md", on: 0) == "# A\none\ntwo\nthree\nfour\n")
    try devices.spread(from: 0)
    #expect(try devices.text("a.md", on: 1) == "# A\none\ntwo\nthree\nfour\n")
  }
}
