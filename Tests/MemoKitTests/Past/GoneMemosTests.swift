import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoTestSupport
import Testing

/// Which memos of a commit are missing: those that are gone, and not those that only have another path.
@Suite struct GoneMemosTests {
  private func gone(_ revision: String, _ folder: PastFolder) throws -> [String] {
    try GoneMemos(at: .commit(revision), in: folder.repository(), folder.vault()).memos.map(\.path.text)
  }

  @Test func whatCommitsMovedIsNotMissing() throws {
    let folder = try PastFolder()
    try folder.commit(1, "echo a > a.md; echo b > b.md; seq 1 9 > c.md; seq 20 29 > d.md")
    try folder.commit(2, "git rm -q a.md; mkdir sub; git mv b.md sub; git mv c.md e.md; echo more >> e.md")
    try folder.commit(3, "git mv e.md sub/e.md; git mv d.md f.txt")
    #expect(try gone("HEAD~2", folder) == ["a.md", "d.md"], "a file that is no memo is no place for one")
    #expect(try gone("HEAD~1", folder) == ["d.md"])
    #expect(try gone("HEAD", folder).isEmpty)
  }

  @Test func aTrailerRecordsAMoveThatTheTextsDoNotShow() throws {
    let folder = try PastFolder()
    try folder.commit(1, "echo before > a.md; echo other > b.md")
    try folder.shell(
      #"""
      git rm -q a.md b.md; echo 'all is new' > c.md; git add -A .
      printf 'commit 2\n\nMemo-Renamed: "a.md" -> "c.md"\nMemo-Renamed: "b.md" -> "none.md"\n' | git commit -q -F -
      """#, at: 2)
    #expect(try gone("HEAD~1", folder) == ["b.md"])
  }

  @Test func aMemoThatHasTheNameOfOneThatMovedIsAnotherOne() throws {
    let folder = try PastFolder()
    try folder.commit(1, "seq 1 9 > a.md; seq 21 29 > b.md; seq 41 49 > c.md")
    try folder.shell(
      #"""
      mv a.md x.md; mv b.md a.md; mv x.md b.md; git add -A .
      printf 'commit 2\n\n%s\n%s\n%s\n' 'Memo-Renamed: "a.md" -> "x.md"' 'Memo-Renamed: "b.md" -> "a.md"' \
        'Memo-Renamed: "x.md" -> "b.md"' | git commit -q -F -
      """#, at: 2)
    try folder.commit(3, "git rm -q a.md")
    #expect(try gone("HEAD~2", folder) == [], "what was 'a.md' is 'b.md' now")
    #expect(try gone("HEAD~1", folder) == ["a.md"])
  }

  @Test func aFileInThePlaceOfAFolderIsNamed() throws {
    let folder = try PastFolder()
    try folder.commit(1, "mkdir sub; echo a > sub/a.md; echo b > b.md")
    try folder.commit(2, "git rm -q -r sub b.md; echo file > sub")
    #expect(throws: TransferError.fileInTheWay(VaultPath("sub"))) { try gone("HEAD~1", folder) }
  }

  @Test func anotherMemoOfTheNewNameIsNotTheOneThatMoved() throws {
    let folder = try PastFolder()
    try folder.commit(1, "seq 1 9 > a.md")
    try folder.commit(2, "git mv a.md b.md")
    try folder.commit(3, "git rm -q b.md")
    try folder.commit(4, "echo 'a stranger' > b.md")
    #expect(try gone("HEAD~3", folder) == ["a.md"])
    #expect(try gone("HEAD~2", folder).isEmpty, "'b.md' itself is there")
  }

  /// The commit that moved it does not come after the one that is asked about.
  @Test func aMoveOnAnotherBranchCounts() throws {
    let folder = try PastFolder()
    try folder.commit(1, "seq 1 9 > a.md; seq 20 29 > b.md")
    try folder.shell("git checkout -q -b side")
    try folder.commit(2, "git mv a.md c.md; git rm -q b.md; seq 40 49 > d.md")
    try folder.commit(3, "git mv d.md e.md")
    try folder.shell("git checkout -q main")
    try folder.commit(4, "seq 60 69 > d.md; echo main >> a.md")
    try folder.shell("git merge -q side -m 'commit 5'; git rm -q d.md; git commit -q -m 'commit 6'", at: 5)
    #expect(try gone("HEAD~2", folder) == ["b.md", "d.md"], "the 'd.md' that became 'e.md' is another one")
    #expect(try gone("side~1", folder) == [])
  }

  @Test func whatWasMovedSinceTheLastCommitIsNotMissing() throws {
    let folder = try PastFolder()
    try folder.commit(1, "seq 1 9 > a.md; seq 20 29 > b.md; seq 1 9 > c.md; echo d > d.md; echo d > e.md")
    try folder.commit(2, "git mv c.md f.md; echo f >> f.md")
    try folder.shell("mkdir sub; mv b.md sub; mv f.md g.md; rm a.md; mv d.md h.md; rm e.md")
    #expect(
      try gone("HEAD~1", folder) == ["a.md", "d.md", "e.md"], "which one of two that are the same moved is not known")
    #expect(try gone("HEAD", folder) == ["a.md", "d.md", "e.md"])
  }

  /// As in `history`: a rebase makes the dates of committing new.
  @Test func aTimeIsThatOfTheAuthors() throws {
    let folder = try PastFolder()
    func commit(_ number: Int, _ line: String) throws {
      let date = "\(PastFolder.seconds(number + 10)) +0000"
      let commit = "GIT_COMMITTER_DATE='\(date)' git commit -q -m 'commit \(number)'"
      try folder.shell("\(line)\ngit add -A . && \(commit)", at: number)
    }
    try commit(1, "echo a > a.md; echo b > b.md")
    try commit(3, "git rm -q a.md")
    try commit(5, "git rm -q b.md")
    func gone(_ hours: Int) throws -> [String] {
      let time = Revision.time(PastFolder.seconds(hours) * 1_000_000_000, "then")
      return try GoneMemos(at: time, in: folder.repository(), folder.vault()).memos.map(\.path.text)
    }
    #expect(try gone(2) == ["a.md", "b.md"])
    #expect(try gone(4) == ["b.md"])
    #expect(try gone(20) == [])
    #expect(throws: PastError.nothingYet("then")) { try gone(0) }
  }

  @Test func aVaultMayBeAFolderOfABiggerRepository() throws {
    let folder = try PastFolder("vault/notes")
    try folder.commit(1, "seq 1 9 > a.md; seq 20 29 > b.md; seq 40 49 > c.md; seq 60 69 > d.md")
    try folder.commit(2, "git mv a.md x.md; git mv b.md ../b.md; git rm -q c.md")
    try folder.shell("mv d.md y.md")
    #expect(try gone("HEAD~1", folder) == ["b.md", "c.md"], "what left the vault is gone from it")
  }
}
