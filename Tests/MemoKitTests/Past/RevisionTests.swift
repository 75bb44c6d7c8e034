import MemoCore
import MemoSync
import MemoTestSupport
import Testing

@Suite struct RevisionTests {
  /// 2026-05-02T12:00:00Z
  private static let clock = FixedClock(now: (PastFolder.seconds(36)) * 1_000_000_000)

  @Test(arguments: [
    ("2026-05-01", 24), ("yesterday", 24), ("어제", 24), ("2026-05-01T06:00:00Z", 6), ("6h", 30), ("1d", 12),
  ])
  func whatCanBeATimeIsOne(text: String, hour: Int) {
    let time = PastFolder.seconds(hour) * 1_000_000_000
    let isDay = hour == 24
    #expect(Revision(text, clock: Self.clock) == .time(isDay ? time - 1 : time, text))
  }

  @Test(arguments: [
    "HEAD", "HEAD~2", "main", "heads/2026-05-01", "3f2a91c", "1234567", "123456d", "20260501", "-x", "@{u}", "", "v1.0",
  ])
  func anythingElseIsForGit(text: String) {
    #expect(Revision(text, clock: Self.clock) == .commit(text))
  }

  @Test func atATimeTheMemoIsAsTheCommitBeforeLeftIt() throws {
    let folder = try PastFolder()
    try folder.commit(1, "echo one > a.md")
    try folder.commit(20, "echo two > a.md")
    try folder.commit(30, "echo three > a.md")
    let past = try folder.past(of: "a.md")
    func text(_ revision: String) throws -> String? { try past.text(at: Revision(revision, clock: Self.clock)) }
    #expect(try text("yesterday") == "two\n")
    #expect(try text("2026-05-01T19:59:59Z") == "one\n")
    #expect(try text("2026-05-01T20:00:00Z") == "two\n")
    #expect(try text("today") == "three\n")
    #expect(try text("2026-04-30") == nil)
    #expect(try text("7d") == nil)
  }

  @Test func aCommitHasManyNames() throws {
    let folder = try PastFolder()
    try folder.commit(1, "echo one > a.md; git tag -f base 2>/dev/null || :")
    try folder.commit(2, "git tag v1; git branch old; echo two > a.md")
    try folder.commit(3, "echo other > b.md")
    let past = try folder.past(of: "a.md")
    let first = try #require(past.versions.last)
    for name in ["v1", "old", "refs/heads/old", "HEAD~2", "main^^", first.rev, first.shortRev, ":/commit 1"] {
      #expect(try past.text(at: .commit(name)) == "one\n", "\(name)")
    }
    #expect(try past.version(at: .head).summary == "commit 2", "the version is that of the commit that made it")
  }

  @Test(arguments: [
    "nope", "-x", "--output=/tmp/x", "-", "--", "^HEAD", "HEAD..HEAD~1", "HEAD^{tree}", "HEAD:a.md", "", " ", "0000000",
    "HEAD\nHEAD", "--all", "--exec=x", "@{99}", "a.md", "refs/heads", "HEAD HEAD",
  ])
  func anUnknownRevisionIsReported(name: String) throws {
    let folder = try PastFolder()
    try folder.commit(1, "echo one > a.md")
    try folder.commit(2, "echo two > a.md")
    let past = try folder.past(of: "a.md")
    #expect(throws: PastError.unknownRevision(name)) { try past.version(at: .commit(name)) }
    #expect(try folder.shell("ls") == "a.md\n")
  }
}
