import MemoCore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoSync

/// The newest versions of a memo are the first of all, and git lists few commits for them.
@Suite struct NewestVersionsTests {
  /// A git that counts the commits that it lists.
  private final class CountingGit: WrappingGit {
    let git: any Git
    private let count = Mutex(0)

    init(_ git: any Git) { self.git = git }

    /// How many commits it has listed.
    var commits: Int { count.withLock { $0 } }

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      let answer = try git.run(call, feeding: chunks)
      if call.name == "log" { count.withLock { $0 += LogReader(answer.output)?.commits.count ?? 0 } }
      return answer
    }
  }

  /// The outline of the newest versions, and how many commits git listed for them.
  private static func newest(_ count: Int?, of path: String, in folder: PastFolder) throws -> (String, commits: Int) {
    let git = CountingGit(folder.place.git)
    let past = try MemoPast(of: VaultPath(path), newest: count, in: folder.repository(by: git))
    print("the newest \(count ?? .max) versions of \(path) take \(git.commits) commits: \(past.outline)")
    return (past.outline, git.commits)
  }

  /// A memo that each of 24 commits edits, but for those that give it another name: 7, 14 and 21.
  private static func line() throws -> PastFolder {
    let folder = try PastFolder()
    let script = (0..<24).map { number in
      let rename = "git mv \(number / 7 - 1).md \(number / 7).md"
      let change = number > 0 && number % 7 == 0 ? rename : "echo 'line \(number)' >> \(number / 7).md"
      let date = "\(PastFolder.seconds(number)) +0000"
      return """
        \(change); git add -A .
        GIT_AUTHOR_DATE='\(date)' GIT_COMMITTER_DATE='\(date)' git commit -q -m 'commit \(number)'
        """
    }
    try folder.shell(script.joined(separator: "\n"))
    return folder
  }

  @Test func gitListsOnlyAsManyCommitsAsAreWanted() throws {
    let folder = try Self.line()
    try folder.expectNewest(1...26, of: folder.past(of: "3.md"))
    #expect(try Self.newest(2, of: "3.md", in: folder) == ("23 22", 2))
    #expect(try Self.newest(3, of: "3.md", in: folder) == ("23 22 >21", 6), "again with the name before")
    #expect(try Self.newest(1, of: "1.md", in: folder).commits > 14, "of one that is gone all sides of merges count")
    #expect(try Self.newest(nil, of: "3.md", in: folder).commits == 3 + 10 + 17 + 24, "again with each name")
  }

  @Test func anotherMemoOfAFormerNameIsPassedOver() throws {
    let folder = try PastFolder()
    try folder.commit(1, "seq 1 9 > a.md")
    try folder.commit(2, "echo more >> a.md")
    try folder.commit(3, "git mv a.md b.md")
    for number in 4...12 { try folder.commit(number, "echo 'stranger \(number)' >> a.md") }
    try folder.commit(13, "echo more >> b.md")
    let past = try folder.past(of: "b.md")
    #expect(past.outline == "13 >3 2 +1")
    try folder.expectNewest(1...5, of: past)
  }

  @Test func aMergeOnTheWayMayTakeTheWholeHistory() throws {
    let folder = try PastFolder()
    try folder.commit(1, "seq 1 9 > old.md")
    try folder.commit(2, "git mv old.md new.md")
    try folder.commit(3, "seq 21 29 > old.md; echo more >> new.md")
    try folder.shell("git checkout -q -b side")
    try folder.commit(4, "echo side >> new.md; sed -i s/21/side/ old.md")
    try folder.shell("git checkout -q main")
    try folder.commit(5, "sed -i s/29/main/ old.md")
    try folder.commit(6, "echo main >> new.md")
    try folder.shell(
      "git merge -q -s ours --no-commit side; sed -i s/21/side/ old.md; git commit -q -a -m 'commit 7'", at: 7)
    let past = try folder.past(of: "new.md")
    // The merge is one of the other memo, which has the former name, so that both sides are followed.
    #expect(past.outline == "6 4 3 >2 +1")
    try folder.expectNewest(1...5, of: past)
    for number in 8...10 { try folder.commit(number, "echo \(number) >> new.md") }
    #expect(try Self.newest(2, of: "new.md", in: folder) == ("10 9", 2), "what is before the merge is not needed")
    try folder.expectNewest(3...8, of: folder.past(of: "new.md"))
  }

  @Test func theClockOfOneSideOfAMergeMayBeWrong() throws {
    let folder = try PastFolder()
    try folder.commit(10, "seq 1 9 > a.md")
    try folder.shell("git checkout -q -b side")
    try folder.commit(20, "sed -i s/9/side/ a.md")
    try folder.shell("git checkout -q main")
    try folder.commit(5, "sed -i s/1/main/ a.md")
    try folder.shell("git merge -q side -m 'commit 21'", at: 21)
    let past = try folder.past(of: "a.md")
    #expect(past.outline == "21 20 5 +10")
    try folder.expectNewest(1...6, of: past)
  }

  @Test func theClockOfADeviceMayBeWrong() throws {
    let folder = try PastFolder()
    for number in [10, 30, 20, 25, 40] { try folder.commit(number, "echo \(number) >> a.md") }
    let past = try folder.past(of: "a.md")
    #expect(past.outline == "40 25 20 30 +10")
    try folder.expectNewest(1...7, of: past)
    // Merges that took the memo as one side had it are none of its versions.
    try folder.shell("git checkout -q -b side")
    for number in [60, 50] { try folder.commit(number, "echo \(number) >> a.md") }
    try folder.shell("git checkout -q main")
    try folder.commit(45, "echo other > other.md")
    try folder.shell("git merge -q side -m 'commit 61'", at: 61)
    let merged = try folder.past(of: "a.md")
    #expect(merged.outline == "50 60 40 25 20 30 +10")
    try folder.expectNewest(1...9, of: merged)
  }
}
