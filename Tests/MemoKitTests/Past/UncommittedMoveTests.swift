import MemoCore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoSync

/// Memos that another program has moved since the last commit.
@Suite struct UncommittedMoveTests {
  /// A git that counts the bytes of objects that it writes.
  private final class CountingGit: WrappingGit {
    let git: any Git
    let bytes = Mutex(0)

    init(_ git: any Git) { self.git = git }

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      let answer = try git.run(call, feeding: chunks)
      if call.name == "cat-file" { bytes.withLock { $0 += answer.output.count } }
      return answer
    }
  }

  @Test func deletedMemosThatAreMuchLongerAreNotRead() throws {
    let folder = try PastFolder()
    try folder.commit(1, "seq 100 > plan.md; seq 100000 > long.md")
    try folder.shell("rm plan.md long.md")
    let git = CountingGit(folder.place.git)
    let text = (1...101).map { "\($0)\n" }.joined()
    let found = try folder.repository(by: git).formerPath(
      of: VaultPath("moved.md"), holding: Array(text.utf8), isThere: { _ in false })
    #expect(found == VaultPath("plan.md") && git.bytes.withLock(\.self) < 10_000)
  }
}
