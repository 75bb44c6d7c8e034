import MemoCore
import MemoSync
import MemoTestSupport
import Testing

/// Git's housekeeping after a sync.
@Suite struct PackedObjectsTests {
  /// A git with very many objects.
  private struct FullGit: WrappingGit {
    let git: any Git

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      guard call.name == "count-objects" else { return try git.run(call, feeding: chunks) }
      return GitAnswer(status: 0, output: Array("count: 9999\n".utf8), errors: "")
    }
  }

  /// Git would take what it finds there for the repository's own, and remove what the repository does not need.
  @Test(arguments: ["", "gc.pid", "objects/pack", "objects/xy", "objects/info/commit-graph", "worktrees/x/logs/HEAD"])
  func objectsArePackedUnlessLinksLeadElsewhere(link: String) throws {
    let devices = try ClockedDevices(1)
    try devices.write("# A\n", to: "a.md", on: 0)
    try devices.join()
    if !link.isEmpty {
      let linking = "mkdir -p $(dirname .git/\(link)) && rm -rf .git/\(link) && ln -s \"$PWD/../mine\" .git/\(link)"
      try devices.place.shell("mkdir ../mine && \(linking)", in: "d0")
    }
    try devices.write("# B\n", to: "b.md", on: 0)
    let git = NotingGit(FullGit(git: devices.place.git))
    let day: Int64 = 86_400_000_000_000
    try devices.sync(0, off: 2 * day, by: git)
    #expect(git.names.contains("gc") == link.isEmpty, "\(git.names)")
  }
}
