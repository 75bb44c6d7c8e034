import MemoCore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct TracingTests {
  /// Keeps what a trace is told, on a clock that stands still.
  private final class Events: Sendable {
    private let noted = Mutex<[TraceEvent]>([])

    var trace: Trace {
      Trace(stopwatch: { .zero }, sink: { event in self.noted.withLock { $0.append(event) } })
    }

    func take() -> [TraceEvent] {
      noted.withLock { events in
        defer { events = [] }
        return events
      }
    }
  }

  @Test func aRefreshIsTracedWithWhatItLookedAt() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    for name in ["a.md", "b.md", "sub/c.md"] { try folder.write("# \(name)\n", to: name, modified: 1) }
    let events = Events()
    let vault = try Vault(at: folder.path, host: TracedHost(folder.host(), events.trace))

    #expect(try vault.current().count == 3)
    var noted = events.take()
    #expect(noted.first == .askedWatcher(isAnswered: false, .zero))
    #expect(noted.contains(.cacheLock(isHeld: true)) && noted.contains(.cache(.snapshot, .replaced)))
    guard case .refreshed(let first, memos: 3, .zero) = noted.last else {
      Issue.record("\(noted)")
      return
    }
    #expect(first.foldersListed == 2 && first.memosRead == 3)

    try folder.write("# changed\n", to: "a.md", modified: 2)
    #expect(try vault.current().count == 3)
    noted = events.take()
    guard case .refreshed(let second, memos: 3, .zero) = noted.last else {
      Issue.record("\(noted)")
      return
    }
    #expect(second.foldersChecked >= 2 && second.memosChecked >= 3 && second.memosRead >= 1)
  }

  @Test func aTracedHostAnswersAsTheHostDoes() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    try folder.write("text", to: "a.md")
    var host = WrappedHost(base: folder.host(), files: { $0 }, writer: { $0 })
    host.refusal = { _ in .readOnlyFileSystem }
    let (disk, traced) = (folder.host(), TracedHost(host, Events().trace))
    let file = folder.path.appending("a.md")
    #expect(traced.writeRefusal(of: folder.path) == .readOnlyFileSystem)
    #expect(TracedHost(disk, Events().trace).boot == disk.boot)
    #expect(traced.kind(of: file) == .file && traced.realPath(of: folder.path) == disk.realPath(of: folder.path))
    #expect(traced.ownership(of: file)?.user == disk.ownership(of: file)?.user && traced.ownership(of: file) != nil)
    for text in [try traced.contents(of: file, limit: 4), try traced.givenContents(of: file, limit: 4)] {
      #expect(text == Array("text".utf8))
    }
    let (access, known) = (try traced.vault(at: folder.path), try disk.vault(at: folder.path))
    #expect(access.device == known.device && access.inode == known.inode && access.refreshBegins != nil)
  }

  /// A git that answers everything with one status.
  private struct AnsweringGit: Git {
    let answer: Result<Int32, GitError>

    func identity() -> String? { "git" }
    var device: String { "device" }
    func userStamp(with others: [String]) -> UInt64 { 7 }
    var hasUserAttributes: Bool { true }

    func workTree(at root: HostPath) throws(FileError) -> any WorkTree { try NoGit().workTree(at: root) }

    func isRunning(in root: HostPath) -> Bool { true }

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      GitAnswer(status: try answer.get(), output: [], errors: "")
    }
  }

  @Test(arguments: [
    (["log", "-n20", "--format=%s secret", "secret", "--", "-secret.md"], ["log", "-n", "--format"]),
    (["commit-tree", "-m", "secret", "-F", "-"], ["commit-tree", "-m", "-F"]),
    (["rev-parse", "--verify", "--end-of-options", "--secret"], ["rev-parse", "--verify"]),
    (["diff", "-Ssecret"], ["diff", "-S"]), (["gc"], ["gc"]),
  ])
  func aCallOfGitIsTracedWithoutValues(arguments: [String], words: [String]) throws {
    let events = Events()
    _ = try TracedGit(AnsweringGit(answer: .success(1)), events.trace).run(GitCall(arguments, in: nil))
    #expect(events.take() == [.git(words: words, .exited(1), .zero)])
  }

  @Test(arguments: [
    (GitError.notInstalled, ProgramOutcome.notStarted), (.tookTooLong(command: "x"), .tookTooLong),
    (.tooMuch(command: "x"), .tooMuch), (.failed(command: "x", reason: "secret"), .failed),
  ])
  func aCallThatFailsIsTracedAndFails(error: GitError, outcome: ProgramOutcome) {
    let events = Events()
    let git = TracedGit(AnsweringGit(answer: .failure(error)), events.trace)
    #expect(throws: error) { try git.run(GitCall(["fetch"], in: nil)) }
    #expect(events.take() == [.git(words: ["fetch"], outcome, .zero)])
  }
}
