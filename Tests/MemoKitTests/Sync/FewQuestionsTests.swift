import Dispatch
import MemoCore
import MemoStore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoSync

/// A sync asks git only for what it does not know yet: each question is a process.
@Suite struct FewQuestionsTests {
  /// A git one of whose commands waits until another one has begun, which it does where the two run beside each other.
  private final class PairedGit: WrappingGit {
    let git: any Git
    private let (first, second): (String, String)
    private let hasBegun = DispatchSemaphore(value: 0)
    private let late = Mutex(false)

    init(_ git: any Git, _ first: String, waitsFor second: String) {
      (self.git, self.first, self.second) = (git, first, second)
    }

    /// Whether the first waited in vain.
    var isLate: Bool { late.withLock(\.self) }

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      if call.name == second { hasBegun.signal() }
      if call.name == first {
        let isInTime = hasBegun.wait(timeout: .now() + 20) == .success
        hasBegun.signal()
        if !isInTime { late.withLock { $0 = true } }
      }
      return try git.run(call, feeding: chunks)
    }
  }

  private static let text = "# A\none\ntwo\nthree\n"

  /// Two devices in step with a few files.
  private func devices() throws -> SyncedDevices {
    let devices = try SyncedDevices(2, Self.text)
    for name in ["b.md", "c.md", "d.md", "sub.md/e.md"] { try devices.write("# \(name)\nits text\n", to: name, on: 0) }
    try devices.spread(from: 0)
    try devices.spread(from: 1)
    return devices
  }

  /// One question for how the commits differ, one for how their histories do, and one for where refs are.
  private static let questions = ["diff-tree": 1, "for-each-ref": 1, "log": 1]
  /// Who the user is, too, where something is committed.
  private static let questionsOfMerge = questions.merging(["var": 1]) { $1 }

  private func sync(_ device: Int, _ devices: SyncedDevices) throws -> (report: SyncReport, questions: [String: Int]) {
    let git = NotingGit(devices.place.git)
    let report = try devices.sync(device, by: git)
    print("device \(device) sent \(report.sent) and received \(report.received) files, and asked \(git.questions)")
    return (report, git.questions)
  }

  private func expectThatTheTableIsRight(_ device: Int, _ devices: SyncedDevices) throws {
    let (table, head) = (SyncTable(in: try devices.vault(device).files), ObjectId(try devices.head(device)))
    #expect(table.commit == head)
    #expect(try table.tree == devices.place.repository("d\(device)").tree(of: head))
  }

  @Test func openConflictsAreNotLookedForWhereTheirMemosStay() throws {
    let devices = try devices()
    for device in 0...1 {
      try devices.write("# A\none\ntwo, by \(device)\nthree\n", to: "a.md", on: device)
      try devices.sync(device)
    }
    let own = try #require(try devices.text("a.md", on: 1))
    try devices.write("# b.md\nmore\n", to: "b.md", on: 1)
    let (report, questions) = try sync(1, devices)
    #expect(report.conflicts == 1 && questions["log"] == nil && questions["ls-tree"] == nil)
    try devices.write("# A\none\ntwo, by 1\nthree\n", to: "a.md", on: 1)
    #expect(try devices.sync(1).conflicts == 0, "settled in an editor")
    try devices.write(own, to: "a.md", on: 1)
    #expect(try devices.sync(1).conflicts == 1, "and taken back")
  }

  @Test func aMergeIsKnownFromOneDifference() throws {
    let devices = try devices()
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 0)
    try devices.remove("b.md", on: 0)
    try devices.rename("c.md", to: "moved.md", on: 0)
    try devices.sync(0)
    try devices.write("# A\none\ntwo\nTHREE\n", to: "a.md", on: 1)
    try devices.write("# d.md\nanother text\n", to: "d.md", on: 1)
    try devices.place.shell("rm -r sub.md && echo '# Sub' > sub.md", in: "d1")
    let (report, questions) = try sync(1, devices)
    #expect(report.merged == [VaultPath("a.md")])
    // The file that came for a folder is one of the conflicts, which are listed then.
    #expect(questions == Self.questionsOfMerge.merging(["log": 2]) { $1 })
    let git = NotingGit(devices.place.git)
    #expect(try devices.syncer(1, by: git).mergesToFollow(knowing: report.merges) == report.merges)
    #expect(report.merges.count == 1 && git.questions == [:])
    #expect(try devices.text("a.md", on: 1) == "# A\nONE\ntwo\nTHREE\n")
    try expectThatTheTableIsRight(1, devices)
    #expect(try devices.place.shell("git diff-index --cached HEAD", in: "d1") == "")
    #expect(try sync(0, devices).questions == Self.questions)
    try expectThatTheTableIsRight(0, devices)
    let names = ["a.md", "b.md", "c.md", "moved.md", "d.md", "sub.md", "sub.md/e.md"]
    for name in names { #expect(try devices.text(name, on: 0) == devices.text(name, on: 1), "\(name)") }
  }

  /// The merge has nothing that is in neither side, so it records no times.
  @Test func changesOfDifferentFilesAreMergedWithAsFewQuestions() throws {
    let devices = try devices()
    try devices.write("# b.md\nits new text\n", to: "b.md", on: 0)
    try devices.sync(0)
    try devices.write("# c.md\nits new text\n", to: "c.md", on: 1)
    #expect(try sync(1, devices).questions == Self.questionsOfMerge)
    try expectThatTheTableIsRight(1, devices)
    let times = try devices.place.shell("stat -c %y b.md", in: "d0") == devices.place.shell("stat -c %y b.md", in: "d1")
    #expect(times, "a received memo has its time")
  }

  /// Two versions of a line can only have been settled by taking lines out: for those that were added, no conflicts of the past are
  /// looked for.
  @Test func linesThatBothAddedAreMergedWithAsFewQuestions() throws {
    let devices = try devices()
    try devices.write("# A\nzero\none\ntwo\nthree\n", to: "a.md", on: 0)
    try devices.sync(0)
    try devices.write("# A\none\ntwo\nthree\nfour\n", to: "a.md", on: 1)
    let (report, questions) = try sync(1, devices)
    #expect(report.merged == [VaultPath("a.md")] && questions == Self.questionsOfMerge)
    #expect(try devices.text("a.md", on: 1) == "# A\nzero\none\ntwo\nthree\nfour\n")
  }

  /// A push waits for git's own index only where files have come, as those wait for it; a merge is made before that.
  @Test(arguments: [("push", false), ("log", true)])
  func gitsOwnIndexFollowsBesideWhatNeedsNoFiles(command: String, isMerge: Bool) throws {
    let devices = try devices()
    if isMerge {
      try devices.write("# c.md\nits new text\n", to: "c.md", on: 1)
      try devices.sync(1)
    }
    try devices.write("# b.md\nits new text\n", to: "b.md", on: 0)
    let git = PairedGit(devices.place.git, "update-index", waitsFor: command)
    #expect(try devices.sync(0, by: git).isPushed && !git.isLate)
    #expect(try devices.place.shell("git status --short", in: "d0").isEmpty)
  }

  @Test func howFilesDifferIsAskedBesideHowHistoriesDo() throws {
    let devices = try devices()
    try devices.write("# b.md\nits new text\n", to: "b.md", on: 0)
    try devices.sync(0)
    try devices.write("# c.md\nits new text\n", to: "c.md", on: 1)
    let git = PairedGit(devices.place.git, "log", waitsFor: "diff-tree")
    #expect(try devices.sync(1, by: git).isPushed && !git.isLate)
    try expectThatTheTableIsRight(1, devices)
  }

  @Test func aMergedMemoIsNotReadAgain() throws {
    let devices = try devices()
    try devices.write("# A\nzero\none\ntwo\nthree\n", to: "a.md", on: 0)
    try devices.sync(0)
    try devices.write("# A\none\ntwo\nthree\nfour\n", to: "a.md", on: 1)
    let git = NotingGit(devices.place.git)
    #expect(try devices.sync(1, by: git).merged == [VaultPath("a.md")])
    let merge = try #require(git.names.lastIndex(of: "fast-import"))
    #expect(!git.names[merge...].contains("cat-file"), "\(git.names)")
    #expect(try devices.text("a.md", on: 1) == "# A\nzero\none\ntwo\nthree\nfour\n")
    try devices.sync(0)
    #expect(try devices.text("a.md", on: 0) == devices.text("a.md", on: 1))
  }

  @Test func mergesAfterWhichLinksMayFollowAreFoundByOneQuestionForAll() throws {
    let devices = try devices()
    var made: [LinkedMerge] = []
    for round in 1...3 {
      for device in 0...1 {
        try devices.write("# new\nfile of d\(device)\n", to: "\(round) \(device).md", on: device)
        made += try devices.sync(device).merges
      }
      try devices.sync(0)
    }
    #expect(made.count == 3)
    let git = NotingGit(devices.place.git)
    #expect(try devices.syncer(1, by: git).mergesToFollow(knowing: made) == made)
    #expect(git.questions == ["log": 1])
    #expect(try devices.syncer(1).mergesToFollow(knowing: []) == made, "those that are made again are the same")
  }

  /// Devices that both changed the second line of memos, and what the last one asks about the conflict in the first of these, with
  /// the lines that git reads for it.
  private func questions(
    of others: [String], about ask: (Syncer, VaultPath) throws -> Int
  ) throws -> [String: Int] {
    let devices = try devices()
    for device in 0...1 {
      for name in ["a.md"] + others { try devices.write("# A\nline of d\(device)\nthree\n", to: name, on: device) }
      try devices.sync(device)
    }
    let git = NotingGit(devices.place.git)
    #expect(try ask(devices.syncer(1, by: git), VaultPath("a.md")) == 1)
    print("beside \(others.count) other memos with conflicts it asked \(git.questions) in \(git.lines) lines")
    return git.questions.merging(["lines": git.lines]) { $1 }
  }

  @Test func theConflictsOfOtherMemosAreNotLookedAt() throws {
    let others = ["b.md", "c.md", "d.md"]
    let questions: [(Syncer, VaultPath) throws -> Int] = [
      { try $0.conflicts(in: $1).count },
      { try $0.resolve($1).count },
      { syncer, path in
        let conflicts = try syncer.conflicts(in: path)
        return try syncer.settle(conflicts, in: path, with: .ours, as: "conflicts", at: 1).count { $0 == .settled }
      },
    ]
    for (number, ask) in questions.enumerated() {
      #expect(try self.questions(of: others, about: ask) == self.questions(of: [], about: ask), "question \(number)")
    }
    let all = try self.questions(of: others) { syncer, path in try syncer.conflicts().count { $0.path == path } }
    #expect(try all != self.questions(of: [], about: questions[0]))
  }

  @Test func theCommandForSSHIsAskedForWhereSettingsNameOne() throws {
    let devices = try devices()
    try devices.place.shell("git remote set-url origin me@host.invalid:x", in: "d0")
    _ = try devices.syncer(0).context(SyncOptions())
    let git = NotingGit(devices.place.git)
    let reach = try devices.syncer(0, by: git).context(SyncOptions()).reach
    #expect(reach.ssh?.hasPrefix("ssh -o") == true && git.questions == [:], "\(git.questions)")
    try devices.place.shell("git config --global core.sshCommand 'ssh -i key'", in: "d0")
    for _ in 0..<2 {
      let reach = try devices.syncer(0).context(SyncOptions()).reach
      #expect(reach.ssh?.hasPrefix("ssh -i key -o") == true, "\(String(describing: reach.ssh))")
    }
  }

  /// The device that made it lists the merges, the other one has seen it come in.
  @Test func aMergeOfPlainGitThatDropsALineIsReported() throws {
    let devices = try devices()
    let lines = """
      git switch -qc side && sed -i s/one/ONE/ a.md && git commit -qam side && git switch -q main \
      && sed -i s/one/Uno/ a.md && git commit -qam main && git merge -q -X ours -m merged side
      """
    try devices.place.shell(lines, in: "d0")
    let lost = [try devices.sync(0).lostLines, try sync(1, devices).report.lostLines]
    #expect(lost == [1, 1])
  }
}

extension NotingGit {
  /// How often it was asked for settings, about commits and for who makes them.
  fileprivate var questions: [String: Int] {
    let known: Set = ["config", "diff-tree", "for-each-ref", "log", "ls-tree", "merge-base", "var"]
    return counts.filter { known.contains($0.key) }
  }
}
