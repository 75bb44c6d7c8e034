import MemoCore
import MemoStore
import MemoSync
import MemoTestSupport
import Testing

@Suite struct MemoPastTests {
  private static let text = "seq 1 9 > a.md"

  @Test func theVersionsOfAMemoAreTheCommitsThatChangedIt() throws {
    let folder = try PastFolder()
    try folder.commit(1, "echo one > a.md; echo other > b.md")
    try folder.commit(2, "echo two >> b.md")
    try folder.commit(3, "echo three >> a.md")
    let past = try folder.past(of: "a.md")
    #expect(past.outline == "3 +1")
    let newest = try #require(past.versions.first)
    #expect(newest.author == "Tester" && newest.summary == "commit 3" && newest.rev.utf8.count == 40)
    #expect(newest.date == PastFolder.seconds(3) * 1_000_000_000)
    #expect(newest.lines == LineCount(added: 1, removed: 0))
    #expect(try folder.past(of: "c.md").versions.isEmpty)
  }

  @Test func aMemoIsFollowedUnderAllItsNames() throws {
    let folder = try PastFolder()
    try folder.commit(1, Self.text)
    try folder.commit(2, "git mv a.md b.md")
    try folder.commit(3, "mkdir c; git mv b.md c/c.md; echo more >> c/c.md")
    try folder.commit(4, "echo else > a.md")
    let past = try folder.past(of: "c/c.md")
    #expect(past.outline == ">3 >2 +1")
    #expect(past.versions.map(\.path.text) == ["c/c.md", "b.md", "a.md"])
    #expect(past.versions.map(\.formerPath?.text) == ["b.md", "a.md", nil])
    #expect(try past.text(at: .commit("HEAD~3")) == "1\n2\n3\n4\n5\n6\n7\n8\n9\n")
    #expect(try past.text(at: .head)?.hasSuffix("9\nmore\n") == true)
    #expect(try folder.past(of: "a.md").outline == "+4 -2 +1", "a new memo of that name, and what was there before")
    #expect(try folder.past(of: "b.md").outline == "-3 >2 +1")
  }

  @Test func anotherMemoOfAFormerNameIsNotThisOne() throws {
    let folder = try PastFolder()
    try folder.commit(1, "echo stranger > b.md")
    try folder.commit(2, "git rm -q b.md")
    try folder.commit(3, Self.text)
    try folder.commit(4, "git mv a.md b.md")
    try folder.commit(5, "echo 'a stranger again' > a.md")
    let past = try folder.past(of: "b.md")
    #expect(past.outline == ">4 +3")
    #expect(try past.text(at: .commit("HEAD"))?.hasPrefix("1\n") == true)
    #expect(try past.text(at: .commit("HEAD~2"))?.hasPrefix("1\n") == true)
  }

  @Test func aNewMemoIsNotTheOneThatWasMovedAwayFromItsName() throws {
    let folder = try PastFolder()
    try folder.commit(1, Self.text)
    try folder.shell(
      "git mv a.md b.md; printf 'commit 2\\n\\nMemo-Renamed: \"a.md\" -> \"b.md\"\\n' | git commit -q -F -", at: 2)
    try folder.commit(3, "echo new > a.md")
    try folder.commit(4, "echo more >> a.md")
    let past = try folder.past(of: "a.md")
    #expect(past.outline == "4 +3")
    for (revision, text) in [("HEAD", "new\nmore\n"), ("HEAD~1", "new\n"), ("HEAD~2", nil), ("HEAD~3", nil)] {
      #expect(try past.text(at: .commit(revision)) == text, "\(revision)")
    }
    #expect(try folder.past(of: "b.md").outline == ">2 +1")
  }

  @Test func aFormerNameMayBeAnotherMemosWhenTheMemoIsGone() throws {
    let folder = try PastFolder()
    try folder.commit(1, Self.text)
    try folder.commit(2, "git mv a.md b.md")
    try folder.commit(3, "git rm -q b.md")
    try folder.commit(4, "echo 'a stranger' > a.md")
    let past = try folder.past(of: "b.md")
    #expect(past.outline == "-3 >2 +1")
    for revision in ["HEAD", "HEAD~1"] { #expect(try past.text(at: .commit(revision)) == nil) }
    for revision in ["HEAD~2", "HEAD~3"] {
      #expect(try past.text(at: .commit(revision))?.hasPrefix("1\n") == true, "at \(revision)")
    }
  }

  @Test func aMemoThatComesWhileTheOldOneOfItsNameIsRenamedIsNew() throws {
    let folder = try PastFolder()
    try folder.commit(1, Self.text)
    try folder.shell(
      #"""
      git mv a.md b.md; echo 'a stranger' > a.md; git add -A .
      printf 'commit 2\n\nMemo-Renamed: "a.md" -> "b.md"\n' | git commit -q -F -
      """#, at: 2)
    try folder.commit(3, "echo more >> a.md")
    #expect(try folder.past(of: "a.md").outline == "3 +2")
    #expect(try folder.past(of: "b.md").outline == ">2 +1")
  }

  @Test func aCopyHasAPastOfItsOwn() throws {
    let folder = try PastFolder()
    try folder.commit(1, Self.text)
    try folder.commit(2, "cp a.md b.md")
    #expect(try folder.past(of: "b.md").outline == "+2")
  }

  @Test func aTrailerRecordsARenameThatTheTextsDoNotShow() throws {
    let folder = try PastFolder()
    try folder.commit(1, "echo before > 'a b.md'")
    try folder.shell(
      #"""
      git rm -q 'a b.md'; echo 'all is new' > c.md; git add -A .
      printf 'commit 2\n\nMemo-Renamed: "a b.md" -> "c.md"\nMemo-Time: 1234.5 "c.md"\n' | git commit -q -F -
      """#, at: 2)
    let past = try folder.past(of: "c.md")
    #expect(past.outline == ">2 +1")
    #expect(past.versions.first?.modified == 1_234_500_000_000)
    #expect(try past.text(at: .commit("HEAD~1")) == "before\n")
  }

  @Test func theLinesOfARenameAreThoseThatChanged() throws {
    let folder = try PastFolder()
    try folder.commit(1, "printf 'one\\ntwo\\nthree\\n' > a.md")
    try folder.shell(
      #"""
      git rm -q a.md; printf 'three\nfour\nfive\nsix\n' > b.md; git add -A .
      printf 'commit 2\n\nMemo-Renamed: "a.md" -> "b.md"\n' | git commit -q -F -
      """#, at: 2)
    #expect(
      try folder.past(of: "b.md").versions.map(\.lines) == [
        LineCount(added: 3, removed: 2), LineCount(added: 3, removed: 0),
      ])
  }

  @Test func memosThatHaveEachOthersNamesKeepTheirPasts() throws {
    let folder = try PastFolder()
    try folder.commit(1, "seq 1 9 > a.md; seq 21 25 > b.md")
    try folder.commit(2, "echo 'more of a' >> a.md")
    try folder.shell(
      #"""
      mv a.md c.md; mv b.md a.md; mv c.md b.md; git add -A .
      printf 'commit 3\n\nMemo-Renamed: "a.md" -> "c.md"\n%s\n%s\n' 'Memo-Renamed: "b.md" -> "a.md"' \
        'Memo-Renamed: "c.md" -> "b.md"' | git commit -q -F -
      """#, at: 3)
    try folder.commit(4, "echo 'more of b' >> a.md")
    let (first, second) = (try folder.past(of: "b.md"), try folder.past(of: "a.md"))
    #expect(first.outline == ">3 2 +1")
    #expect(first.versions.map(\.formerPath?.text) == ["a.md", nil, nil])
    #expect(first.versions.first?.lines == LineCount(added: 0, removed: 0))
    #expect(try first.text(at: .commit("HEAD~2"))?.hasSuffix("more of a\n") == true)
    #expect(second.outline == "4 >3 +1")
    #expect(try second.text(at: .commit("HEAD~3")) == "21\n22\n23\n24\n25\n")
  }

  @Test func aShallowCloneIsCut() throws {
    let folder = try PastFolder()
    try folder.commit(1, Self.text)
    try folder.commit(2, "echo more >> a.md")
    #expect(try !folder.past(of: "a.md").mayBeCut)
    try folder.shell("git rev-parse HEAD > .git/shallow")
    let past = try folder.past(of: "a.md")
    #expect(try past.mayBeCut)
    #expect(past.outline == "+2")
    try folder.commit(4, "echo late > b.md")
    let (before, between) = (PastFolder.seconds(1), PastFolder.seconds(3))
    func time(_ seconds: Int64) -> Revision { .time(seconds * 1_000_000_000, "then") }
    #expect(throws: PastError.beforeShallow("then")) { try past.version(at: time(before)) }
    #expect(throws: PastError.notThere(VaultPath("b.md"), revision: "then"), "the clone has commits from then") {
      try folder.past(of: "b.md").version(at: time(between))
    }
  }

  @Test func anEditOfTheOldNameOnAnotherBranchCounts() throws {
    let folder = try PastFolder()
    try folder.commit(1, Self.text)
    try folder.shell("git checkout -q -b side")
    try folder.commit(2, "echo side >> a.md")
    try folder.shell("git checkout -q main")
    try folder.commit(3, "git mv a.md b.md")
    try folder.commit(4, "echo unrelated > c.md")
    try folder.shell("git merge -q side -m 'commit 5'", at: 5)
    let past = try folder.past(of: "b.md")
    #expect(past.outline == "5 >3 2 +1")
    #expect(try past.text(at: .commit("side"))?.hasSuffix("side\n") == true)
  }

  @Test func mergesThatLeftTheMemoAloneAreNoVersions() throws {
    let folder = try PastFolder()
    try folder.commit(1, Self.text)
    try folder.shell("git checkout -q -b side")
    try folder.commit(2, "echo side > b.md")
    try folder.shell("git checkout -q main")
    try folder.commit(3, "echo main >> a.md")
    try folder.shell("git merge -q side -m 'commit 4'", at: 4)
    #expect(try folder.past(of: "a.md").outline == "3 +1")
    #expect(try folder.past(of: "b.md").outline == "+2")
  }

  @Test func aMemoThatIsGoneStillHasAPast() throws {
    let folder = try PastFolder()
    try folder.commit(1, Self.text)
    try folder.commit(2, "git rm -q a.md")
    let past = try folder.past(of: "a.md")
    #expect(past.outline == "-2 +1")
    #expect(try past.text(at: .head) == nil)
    #expect(try past.text(at: .commit("HEAD~1"))?.hasPrefix("1\n") == true)
  }

  @Test func whatWasEditedOnTheSideThatAMergeDidNotTakeIsThereToRestore() throws {
    let folder = try PastFolder()
    try folder.commit(1, Self.text)
    try folder.shell("git checkout -q -b side")
    try folder.commit(2, "git rm -q a.md")
    try folder.shell("git checkout -q -")
    try folder.commit(3, "echo important >> a.md")
    try folder.shell("git merge -q side 2>&1 || :; git rm -q a.md; git commit -q -m 'commit 4'", at: 4)
    let past = try folder.past(of: "a.md")
    #expect(past.outline == "-4 3 -2 +1")
    func text(at number: Int) throws -> String? {
      try past.text(at: .time(PastFolder.seconds(number) * 1_000_000_000, "then"))
    }
    #expect(try past.text(at: .head) == nil)
    #expect(try past.text(at: .commit("HEAD~1"))?.hasSuffix("important\n") == true)
    #expect(try text(at: 3)?.hasSuffix("important\n") == true)
    for number in [2, 4, 5] { #expect(try text(at: number) == nil, "at \(number)") }
  }

  @Test func aMemoMovedSinceTheLastCommitIsFoundByItsFormerPath() throws {
    let folder = try PastFolder()
    try folder.commit(1, Self.text)
    try folder.shell("mv a.md c.md")
    #expect(try folder.past(of: "c.md", formerPaths: ["b.md", "a.md"]).outline == "+1")
    #expect(try folder.past(of: "c.md", formerPaths: ["b.md", "a.md"]).text(at: .head)?.hasPrefix("1\n") == true)
  }

  @Test func aVaultMayBeAFolderOfABiggerRepository() throws {
    let folder = try PastFolder("vault/notes/all")
    try folder.commit(1, Self.text)
    try folder.commit(2, "git mv a.md b.md")
    try folder.commit(3, "mkdir sub; git mv b.md sub/; echo > ../a.md; git mv ../a.md ../x.md 2>/dev/null || :")
    try folder.shell("git mv sub/b.md ../b.md; git commit -q -m 'commit 4'; git mv ../b.md c.md", at: 4)
    try folder.commit(5, ":")
    let past = try folder.past(of: "c.md")
    #expect(past.outline == ">5 >4 >3 >2 +1")
    #expect(past.versions.map(\.path.text) == ["c.md", "../b.md", "sub/b.md", "b.md", "a.md"])
    #expect(try past.text(at: .commit("HEAD~4"))?.hasPrefix("1\n") == true)
  }

  @Test func withoutACommitThereIsNoPast() throws {
    let folder = try PastFolder()
    try folder.shell("echo > a.md")
    #expect(try folder.past(of: "a.md").versions.isEmpty)
  }

  @Test func withoutARepositoryOneIsMissed() throws {
    let place = try GitFolder()
    try place.folder.makeFolders(VaultPath("plain"))
    let host = place.folder.host()
    let vault = try Vault(at: place.folder.path.appending("plain"), host: host)
    let trusted = TrustedRepositories(in: place.folder.path.appending("state"), host: host)
    #expect(throws: PastError.repository(.repository(.missing))) {
      try PastRepository(of: vault, host: host, trusted: trusted, git: place.git)
    }
  }

  @Test(arguments: [
    "a b.md", "한글 메모.md", "\u{1112}\u{1161}\u{11AB}.md", "it's \"so\".md", "two\nlines.md", "-x.md", "--output=x.md",
    ":(glob)x.md", "x*.md", "[a].md", "HEAD.md", "a\tb.md", "\\.md", "%x00.md", "sub/-x.md",
  ])
  func aMemoMayBeCalledAnything(name: String) throws {
    let folder = try PastFolder()
    try folder.place.folder.write("one\n", to: "vault/\(name)")
    try folder.commit(1, "echo other > other.md; echo x > xyz.md; echo a > a.md")
    try folder.place.folder.write("one\ntwo\n", to: "vault/\(name)")
    try folder.commit(2, "echo x >> xyz.md; echo a >> a.md; mv xyz.md yz.md")
    let past = try folder.past(of: name)
    #expect(past.outline == "2 +1")
    #expect(past.versions.allSatisfy { $0.path == VaultPath(name) })
    #expect(try past.text(at: .commit("HEAD~1")) == "one\n")
  }
}
