import MemoCore
import MemoStore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoSync

/// People who use git while a sync waits for the remote.
@Suite struct SwitchedBranchTests {
  /// A git before some of whose calls a person does something.
  private final class BusyGit: WrappingGit {
    let git: any Git
    private nonisolated(unsafe) let devices: SyncedDevices
    private let isTime: @Sendable (GitCall) -> Bool
    private let steps: Mutex<ArraySlice<String>>

    /// - Parameter steps: lines for a shell on device 1, one before each of the calls.
    init(_ devices: SyncedDevices, _ steps: [String], before isTime: @escaping @Sendable (GitCall) -> Bool) {
      (git, self.devices, self.isTime) = (devices.place.git, devices, isTime)
      self.steps = Mutex(steps[...])
    }

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      do {
        if isTime(call), let line = steps.withLock({ $0.popFirst() }) { try devices.place.shell(line, in: "d1") }
      } catch {
        throw .failed(command: call.name, reason: "the test: \(error)")
      }
      return try git.run(call, feeding: chunks)
    }

    var isDone: Bool { steps.withLock { $0.isEmpty } }
  }

  /// The first question after a fetch: how branch and remote differ.
  private static let isAfterFetch: @Sendable (GitCall) -> Bool = { $0.arguments.contains(Array("--boundary".utf8)) }
  private static let side = SideBranch(name: "side", synced: "main")

  /// Device 1 has a branch that no other device is to get, and device 0 has sent a change since.
  private func devices() throws -> SyncedDevices {
    let devices = try SyncedDevices()
    let making =
      "git switch -qc side && echo secret > private.md && echo side > a.md && git add . && git commit -qm side"
    try devices.place.shell("\(making) && git switch -q main", in: "d1")
    try devices.write("# A\none\ntwo\nthree\nfour\n", to: "a.md", on: 0)
    try devices.sync(0)
    return devices
  }

  private func expectThatTheSideIsUntouched(_ devices: SyncedDevices) throws {
    let status = try devices.place.shell("git status --porcelain; git for-each-ref refs/memo/pending", in: "d1")
    #expect(status.isEmpty, "\(status)")
    #expect(try devices.text("a.md", on: 1) == "side\n" && devices.text("private.md", on: 1) == "secret\n")
    let files = try devices.place.shell("git ls-tree -r --name-only main", in: "hub.git")
    #expect(!files.contains("private.md"), "\(files)")
  }

  @Test(arguments: [true, false]) func aBranchThatIsCheckedOutMeanwhileIsNotMixedWithTheOneThatIsSynced(
    hasOwnChange: Bool
  ) throws {
    let devices = try devices()
    if hasOwnChange { try devices.write("# B\n", to: "b.md", on: 1) }
    // Git's own index follows beside the question.
    let inStep = "for i in $(seq 100); do git diff-index --cached --quiet main -- && break; sleep 0.1; done"
    let git = BusyGit(devices, ["\(inStep); git switch -q side"], before: Self.isAfterFetch)
    #expect(throws: SyncError.newBranch(Self.side)) { try devices.sync(1, by: git) }
    try #require(git.isDone)
    try expectThatTheSideIsUntouched(devices)
    try devices.place.shell("git switch -q main", in: "d1")
    for device in [1, 0] { try devices.sync(device) }
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == "# A\none\ntwo\nthree\nfour\n")
      #expect(try devices.text("b.md", on: device) == (hasOwnChange ? "# B\n" : nil))
      #expect(try devices.text("private.md", on: device) == nil)
    }
    #expect(try devices.place.shell("git status --porcelain", in: "d1").isEmpty)
  }

  @Test func aMergeThatIsBegunMeanwhileIsLeftToThePerson() throws {
    let devices = try devices()
    try devices.sync(1)
    try devices.write("# A\nzero\none\ntwo\nthree\nfour\n", to: "a.md", on: 0)
    try devices.sync(0)
    let head = try devices.place.shell("git rev-parse main", in: "hub.git")
    let merging = "git merge -q side > /dev/null; [ -e .git/MERGE_HEAD ]"
    let git = BusyGit(devices, [merging], before: Self.isAfterFetch)
    #expect {
      try devices.sync(1, by: git)
    } throws: { error in
      if case SyncError.repository(.underway("merge", _)) = error { true } else { false }
    }
    #expect(try devices.text("a.md", on: 1)?.contains("<<<<<<<") == true, "it is the person's to resolve")
    #expect(try devices.place.shell("git rev-parse main", in: "hub.git") == head)
  }

  /// The second look at the files sees that a checkout was under way at the first one.
  @Test func aCheckoutThatIsUnderwayIsWaitedFor() throws {
    let devices = try devices()
    try devices.write("side\n", to: "a.md", on: 1)
    let checkout = ["touch .git/index.lock", "rm .git/index.lock && echo ref: refs/heads/side > .git/HEAD"]
    let git = BusyGit(devices, checkout) { $0.name == "check-ignore" }
    #expect(throws: SyncError.newBranch(Self.side)) { try devices.sync(1, by: git) }
    try #require(git.isDone)
    let texts = try devices.place.shell("git log --format=%s main -- a.md", in: "d1")
    #expect(texts.split(separator: "\n").count == 1, "the other branch's text is in no commit of this one: \(texts)")
  }

  /// A commit by hand would take back what was committed just now.
  @Test func gitsOwnIndexIsInStepWhileTheRemoteIsWaitedFor() throws {
    let devices = try devices()
    try devices.write("# B\n", to: "b.md", on: 1)
    let line = "git diff-index --cached --quiet HEAD -- && git ls-files --error-unmatch b.md 2> /dev/null && exit 0"
    let waiting = "for i in $(seq 100); do \(line); sleep 0.1; done; exit 1"
    let git = BusyGit(devices, [waiting]) { $0.name == "fetch" }
    try devices.sync(1, by: git)
    try #require(git.isDone)
    #expect(try devices.place.shell("git status --porcelain", in: "d1").isEmpty)
    #expect(try devices.place.shell("git ls-tree --name-only main", in: "hub.git").contains("b.md"))
  }
}
