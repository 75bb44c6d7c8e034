import MemoCore
import MemoIndex
import MemoKit
import MemoPlatform
import MemoStore
import MemoSync
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoLSP

/// What `memo check` takes a broken link to mean is offered where the link is.
@Suite struct RepairActionTests {
  private func links(_ editor: TestedEditor, _ marked: String) throws -> [String] {
    try editor.actions(in: "a.md", marked, only: ["quickfix"]).compactMap { $0["title"]?.text }.filter {
      $0.hasBytePrefix("Link to")
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func aBrokenLinkLeadsToTheMemoThatItMeans(encoding: PositionEncoding) throws {
    let editor = try TestedEditor(
      ["work/plan.md": "# Road\n\n## Next\n", "x/pl an.md": "# 계획\n"], encoding: encoding, TestedEditor.lazyActions)
    let plan = "Link to 'work/plan.md'"
    for (marked, title, wanted) in [
      ("😀 [[old/pl|an#Next|x]] [[old/plan]]\n", plan, "😀 [[work/plan#Next|x]] [[old/plan]]\n"),
      ("é [|p](old/plan.md#next)\r\n", plan, "é [p](work/plan.md#next)\r\n"),
      ("[r|][ref]\n\n[ref]: old/plan.md 'T'\n", plan, "[r][ref]\n\n[ref]: work/plan.md 'T'\n"),
      ("[q](<old/pl a|n.md>)\n", "Link to 'x/pl an.md'", "[q](<x/pl an.md>)\n"),
    ] {
      // Only the first bar is the cursor.
      #expect(try editor.make(title, in: "a.md", marked), "\(marked)")
      #expect(try editor.text("a.md") == wanted)
    }
    let action = try editor.actions(
      in: "a.md", "[[old/pl|an]]\n", diagnostics: [["code": "broken-link"], ["code": "broken-anchor"]]
    ).first
    #expect(action?["title"] == .text(plan))
    #expect(action?["diagnostics"] == [["code": "broken-link"]])
    let others = ["[[pl|an]]\n", "[[gone/no|ne]]\n", "[[old/plan]] te|xt\n", "[w|](https://example.org/old/plan.md)\n"]
    for marked in others {
      #expect(try links(editor, marked) == [], "\(marked)")
    }
  }

  @Test func aMemoThatAnotherProgramRenamedIsMeant() throws {
    let editor = try TestedEditor(["plan.md": "# P\n"], TestedEditor.lazyActions)
    try editor.folder.makeFolders(VaultPath("work"))
    try editor.folder.rename(VaultPath("plan.md"), to: VaultPath("work/goal.md"))
    editor.lookAtFiles()
    #expect(try editor.make("Link to 'work/goal.md'", in: "a.md", "[x](pla|n.md)\n"))
    #expect(try editor.text("a.md") == "[x](work/goal.md)\n")
  }

  @Test func oneOfSeveralMemosIsChosen() throws {
    let editor = try TestedEditor(["x/p.md": "# P\n", "y/p.md": "# P\n"], TestedEditor.lazyActions)
    #expect(try links(editor, "[[old/|p]]\n") == ["Link to 'x/p.md'", "Link to 'y/p.md'"])
    #expect(try editor.make("Link to 'y/p.md'", in: "a.md", "[[old/|p]]\n"))
    #expect(try editor.text("a.md") == "[[y/p]]\n")
  }

  @Test func anAnchorAndAPictureLeadToWhatTheyMean() throws {
    let editor = try TestedEditor(
      ["b.md": "# B\n\n## It's me\n", "pics/one.png": "x"], TestedEditor.lazyActions)
    for (marked, title, wanted) in [
      ("[[b#its m|e]]\n", "Link to '#It's me'", "[[b#It's me]]\n"),
      ("![x](img/on|e.png) ![x](img/one.png)\n", "Link to 'pics/one.png'", "![x](pics/one.png) ![x](img/one.png)\n"),
      ("![[img/on|e.png]] ![[img/one.png]]\n", "Link to 'pics/one.png'", "![[pics/one.png]] ![[img/one.png]]\n"),
      ("[![x](img/on|e.png)](b.md)\n", "Link to 'pics/one.png'", "[![x](pics/one.png)](b.md)\n"),
    ] {
      #expect(try editor.make(title, in: "a.md", marked), "\(marked)")
      #expect(try editor.text("a.md") == wanted)
    }
    #expect(try links(editor, "[[b#It's m|e]] ![x](img/one.png)\n") == [])
  }

  // MARK: The repository

  /// A git of the test's own that counts how often it is run, and may be missing.
  private final class CountingGit: Git {
    private let base: SystemGit
    private let runs = Mutex(0)
    let isMissing = Mutex(false)

    init(_ base: SystemGit) { self.base = base }

    var count: Int { runs.withLock { $0 } }

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      runs.withLock { $0 += 1 }
      if isMissing.withLock(\.self) { throw GitError.notInstalled }
      return try base.run(call, feeding: chunks)
    }

    func identity() -> String? { base.identity() }
    var device: String { base.device }
    func userStamp(with others: [String]) -> UInt64 { base.userStamp(with: others) }
    var hasUserAttributes: Bool { base.hasUserAttributes }
    func workTree(at root: HostPath) throws(FileError) -> any WorkTree { try base.workTree(at: root) }
    func isRunning(in root: HostPath) -> Bool { base.isRunning(in: root) }
  }

  /// An editor that is started in a vault after its commits were made by a command line.
  private func editor(
    after line: String, clock: TestedClock = TestedClock()
  ) throws -> (editor: TestedEditor, git: CountingGit, place: GitFolder) {
    let place = try GitFolder()
    let git = CountingGit(place.git)
    let editor = try TestedEditor(
      ["Archive/Alpha.md": "# Old\n", "Projects/Alpha.md": "# New\n"], isStarted: false,
      stopwatch: { clock.time }, git: git)
    try place.shell(
      """
      cd '\(editor.folder.path.text)'; git init -q -b main; echo '*' > .memo/.gitignore
      git add -A .; git commit -q -m one; \(line)
      """)
    _ = try editor.request("initialize", editor.initializeParams(TestedEditor.lazyActions))
    editor.notify("initialized", [:])
    return (editor, git, place)
  }

  @Test func aMemoThatACommitRenamedIsMeant() throws {
    let (editor, git, _) = try editor(
      after: #"""
        echo '# Omega' > Projects/Omega.md; git rm -q Projects/Alpha.md; git add -A .
        printf 'two\n\nMemo-Renamed: "Projects/Alpha.md" -> "Projects/Omega.md"\n' | git commit -q -F -
        """#)
    try editor.open("a.md", "[[Projects/Alpha]] [[Archive/Alpha]]\n")
    editor.idle()
    #expect(editor.take("textDocument/publishDiagnostics").count == 1)
    #expect(try links(editor, "[[Projects/Alpha]] [[Archive/Al|pha]]\n") == [])
    #expect(git.count == 0, "the repository is asked about the link at the cursor alone")
    _ = try editor.actions(in: "a.md", "[[Projects/Al|pha]]\n", only: ["refactor", "source"])
    #expect(git.count == 0, "no repairs are wanted")
    #expect(try links(editor, "[[Projects/Al|pha]]\n") == ["Link to 'Projects/Omega.md'"])
    #expect(git.count > 0)
    let offered = try editor.actions(in: "a.md", "[[Projects/Al|pha]]\n")
    let creation = try #require(offered.first { $0["title"] == "Create 'Alpha'" })
    let count = git.count
    #expect(try editor.request("codeAction/resolve", creation)["edit"] != nil)
    #expect(git.count == count, "no repair is chosen")
    let repair = try #require(offered.first { $0["title"] == "Link to 'Projects/Omega.md'" })
    #expect(try editor.request("codeAction/resolve", repair)["edit"] != nil)
    #expect(git.count == count, "the answer is remembered while the texts stay as they are")
    #expect(try links(editor, "[[Projects/Al|pha]]\n") == ["Link to 'Projects/Omega.md'"])
    #expect(git.count == count)
    #expect(try links(editor, "x [[Projects/Al|pha]]\n") == ["Link to 'Projects/Omega.md'"])
    #expect(git.count > count, "the text is another one")
    #expect(try editor.make("Link to 'Projects/Omega.md'", in: "a.md", "[[Projects/Al|pha]]\n"))
    #expect(try editor.text("a.md") == "[[Projects/Omega]]\n")
  }

  @Test func aCommitThatIsMadeLaterIsSeen() throws {
    let clock = TestedClock()
    let (editor, git, place) = try editor(
      after: "rm Projects/Alpha.md; echo '# Omega' > Projects/Omega.md", clock: clock)
    #expect(try links(editor, "[[Projects/Al|pha]]\n") == [] && git.count > 0)
    // No file of the vault is another one.
    try place.shell(
      #"""
      cd '\#(editor.folder.path.text)'; git add -A .
      printf 'two\n\nMemo-Renamed: "Projects/Alpha.md" -> "Projects/Omega.md"\n' | git commit -q -F -
      """#)
    clock.advance(by: .seconds(6))
    #expect(try links(editor, "[[Projects/Al|pha]]\n") == ["Link to 'Projects/Omega.md'"])
  }

  @Test func aRepositoryThatCouldNotBeAskedIsAskedAgain() throws {
    let (editor, git, _) = try editor(
      after: #"""
        echo '# Omega' > Projects/Omega.md; git rm -q Projects/Alpha.md; git add -A .
        printf 'two\n\nMemo-Renamed: "Projects/Alpha.md" -> "Projects/Omega.md"\n' | git commit -q -F -
        """#)
    git.isMissing.withLock { $0 = true }
    #expect(try !links(editor, "[[Projects/Al|pha]]\n").contains("Link to 'Projects/Omega.md'"))
    git.isMissing.withLock { $0 = false }
    #expect(try links(editor, "[[Projects/Al|pha]]\n") == ["Link to 'Projects/Omega.md'"])
  }

  @Test func aNamesakeOfADeletedMemoThatWasThereBesideItIsNotMeant() throws {
    let (editor, _, _) = try editor(after: "git rm -q Projects/Alpha.md; git commit -q -m two")
    #expect(try links(editor, "[[Projects/Al|pha]]\n") == [])
  }
}
