import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Broken links for which only the name of a file speaks for another memo, in a vault where memo has not run before: the commits
/// show whether it is another one.
@Suite struct PastTargetsTests {
  private static let files = """
    mkdir Archive Projects; echo '# Old' > Archive/Alpha.md; echo '# New' > Projects/Alpha.md
    echo '[[Projects/Alpha]] [m](Projects/Alpha.md)' > Home.md
    """

  /// What broken links mean.
  private func meant(
    _ folder: PastFolder, hasRepository: Bool = true, by git: (any Git)? = nil
  ) throws -> [LostTarget] {
    let (vault, repository) = (try folder.vault(), try folder.repository(by: git))
    let (_, problems) = VaultCheck.run(vault, try vault.refresh()) {
      if !hasRepository { throw GitError.notInstalled }
      return repository
    }
    return problems.compactMap { if case .brokenLink(_, let meant) = $0.kind { meant } else { nil } }
  }

  @Test(arguments: [true, false]) func aMemoThatWasDeletedIsNotReplacedByOneThatWasThere(isCommitted: Bool) throws {
    let folder = try PastFolder()
    try folder.commit(1, Self.files + "\nmv Archive/Alpha.md kept")
    try folder.commit(2, "mkdir -p Archive; mv kept Archive/Alpha.md")
    if isCommitted {
      try folder.commit(3, "git rm -q Projects/Alpha.md")
      try folder.commit(4, "echo more >> Archive/Alpha.md")
    } else {
      try folder.shell("rm Projects/Alpha.md")
    }
    #expect(try meant(folder) == [.unknown, .unknown])
  }

  /// - Parameter isSeen: whether memo ran before and after, and only saw that the one memo went while another one came.
  @Test(arguments: [true, false]) func aRenameThatACommitRecordsIsFollowed(isSeen: Bool) throws {
    let folder = try PastFolder()
    try folder.commit(1, Self.files)
    if isSeen { _ = try folder.vault().refresh() }
    try folder.shell(
      #"""
      echo '# Omega' > Projects/Omega.md; git rm -q Projects/Alpha.md; git add -A .
      printf 'commit 2\n\nMemo-Renamed: "Projects/Alpha.md" -> "Projects/Omega.md"\n' | git commit -q -F -
      """#, at: 2)
    let omega = LostTarget.moved(VaultPath("Projects/Omega.md"))
    #expect(try meant(folder) == [omega, omega])
  }

  @Test func ofARenamedMemoThatIsGoneSinceNothingIsKnown() throws {
    let folder = try PastFolder()
    try folder.commit(1, Self.files)
    try folder.shell(
      #"""
      git rm -q Projects/Alpha.md; mkdir .trash; echo '# New' > .trash/Alpha.md; git add -A .
      printf 'commit 2\n\nMemo-Renamed: "Projects/Alpha.md" -> ".trash/Alpha.md"\n' | git commit -q -F -
      """#, at: 2)
    #expect(try meant(folder) == [.unknown, .unknown])
  }

  @Test func aMemoThatCameWhenTheOtherOneWentIsTakenForIt() throws {
    let folder = try PastFolder()
    try folder.commit(1, "mkdir Projects; echo '# New' > Projects/Alpha.md; echo '[[Projects/Alpha]]' > Home.md")
    try folder.commit(2, "mkdir Work; git mv Projects/Alpha.md Work/Alpha.md")
    #expect(try meant(folder) == [.namesake(VaultPath("Work/Alpha.md"))])
  }

  @Test func withoutARepositoryTheNameCounts() throws {
    let folder = try PastFolder()
    try folder.commit(1, Self.files + "\nrm Projects/Alpha.md")
    let old = LostTarget.namesake(VaultPath("Archive/Alpha.md"))
    #expect(try meant(folder, hasRepository: false) == [old, old])
    #expect(try meant(folder) == [old, old], "nor do its commits know of another one")
  }

  @Test func allMemosThatOneCommitRemovedAreOneQuestion() throws {
    let folder = try PastFolder()
    try folder.commit(
      1,
      """
      mkdir Archive Projects; for n in 1 2 3 4 5 6; do
        echo "# Old" > Archive/$n.md; echo "# New" > Projects/$n.md; echo "[[Projects/$n]]" >> Home.md
      done
      """)
    try folder.commit(2, "git rm -q -r Projects")
    let git = NotingGit(folder.place.git)
    #expect(try meant(folder, by: git) == Array(repeating: .unknown, count: 6))
    #expect(git.counts["ls-tree"] == 1, "once for the files of the commit")
  }
}
