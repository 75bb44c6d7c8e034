import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct HistoryTests {
  @Test func theHistoryOfAMemo() throws {
    try Sandbox.withPast().check(
      """
      $ memo history plan | cut -f 2-
      2026-05-03T12:00:00.000000000Z\t김 Tester\tsecond thoughts
      2026-05-02T12:00:00.000000000Z\t김 Tester\trename
      2026-05-01T12:00:00.000000000Z\t김 Tester\tfirst
      $ memo history plan | cut -f 1 > a && git log --format=%H > b && cmp a b && rm a b
      $ memo history plan -n 1 | cut -f 4
      second thoughts
      $ memo history plan --json | sed 's/"rev":"[0-9a-f]*",//g; s/},{/},\\n{/g'
      [{"date":"2026-05-03T12:00:00.000000000Z","author":"김 Tester","summary":"second thoughts","change":"changed","path":"plan.md","formerPath":null,"added":1,"removed":1},
      {"date":"2026-05-02T12:00:00.000000000Z","author":"김 Tester","summary":"rename","change":"renamed","path":"plan.md","formerPath":"계획.md","added":0,"removed":0},
      {"date":"2026-05-01T12:00:00.000000000Z","author":"김 Tester","summary":"first","change":"added","path":"계획.md","formerPath":null,"added":6,"removed":0}]
      $ memo history gone.md | cut -f 4
      rename
      first
      $ memo history gone --json | grep -o '"change":"[a-z]*"'
      "change":"deleted"
      "change":"added"
      $ memo history never
      memo: no memo is named 'never'
      hint: to look for it in the text of memos: memo search never
      [3]
      $ echo > new.md && memo history new && memo history new --json
      no commit has 'new.md' yet
      hint: 'memo sync' commits and syncs; without a remote, 'git add -A' and 'git commit' in the vault keep a version
      []
      """)
  }

  @Test func aSectionIsShownAsItWas() throws {
    let sandbox = try Sandbox.withPast()
    try sandbox.write("# Log\n\n## One\n\n1\n\n## Two\n\n2\n", to: "log.md")
    try sandbox.commit("log", day: 4)
    try sandbox.write("# Log\n\n## One\n\nchanged\n", to: "log.md")
    try sandbox.check(
      """
      $ memo show log.md#One --at HEAD
      ## One

      1

      $ memo show log.md#Two --at HEAD
      ## Two

      2
      $ memo show log.md#Two --at HEAD --json | grep -o '"text":"[^"]*"'
      "text":"## Two\\n\\n2\\n"
      $ memo show log.md#Three --at HEAD
      memo: 'log.md' has no heading 'Three'
      hint: its headings: Log, One, Two
      [3]
      """)
  }

  /// Before the next commit git takes it for the one that had the name.
  @Test func aMemoUnderTheNameOfOneThatMovedIsAnotherOne() throws {
    let sandbox = try Sandbox.withPast()
    try sandbox.write("# Other\n", to: "other.md")
    try sandbox.commit("other", day: 4)
    try sandbox.check(
      """
      $ memo move plan.md archive/ && echo '# New' > plan.md
      archive/plan.md
      $ memo history plan.md
      no commit has 'plan.md' yet
      hint: 'memo sync' commits and syncs; without a remote, 'git add -A' and 'git commit' in the vault keep a version
      $ memo show plan.md --at HEAD
      memo: 'plan.md' did not exist at 'HEAD'
      hint: 'memo history' lists the existing versions
      [3]
      $ memo show plan.md --at HEAD~1
      memo: 'plan.md' did not exist at 'HEAD~1'
      hint: 'memo history' lists the existing versions
      [3]
      $ memo diff plan.md
      diff --git a/plan.md b/plan.md
      new file mode 100644
      --- /dev/null
      +++ b/plan.md
      @@ -0,0 +1 @@
      +# New
      $ memo history archive/plan.md | cut -f 4
      second thoughts
      rename
      first
      $ rm plan.md && memo move other.md plan.md && memo history plan.md | cut -f 4
      plan.md
      other
      $ memo show plan.md --at HEAD
      # Other
      $ git checkout -q plan.md && memo history plan.md | cut -f 4
      second thoughts
      rename
      first
      """)
  }

  @Test func aMemoThatAnotherProgramHasMovedIsFollowedBeforeTheNextCommit() throws {
    let sandbox = try Sandbox.withPast()
    try sandbox.check(
      """
      $ mkdir -p sub && mv plan.md sub/moved.md && echo '5. 다섯' >> sub/moved.md
      $ memo history sub/moved.md | cut -f 4
      second thoughts
      rename
      first
      $ memo show sub/moved.md --at HEAD | tail -n 1
      4. 넷
      $ memo diff sub/moved.md
      diff --git a/plan.md b/sub/moved.md
      rename from plan.md
      rename to sub/moved.md
      --- a/plan.md
      +++ b/sub/moved.md
      @@ -4,3 +4,4 @@
       2. 둘째
       3. 셋
       4. 넷
      +5. 다섯
      $ echo '# Another' > other.md && memo history other.md
      no commit has 'other.md' yet
      hint: 'memo sync' commits and syncs; without a remote, 'git add -A' and 'git commit' in the vault keep a version
      $ cp sub/moved.md plan.md && memo history sub/moved.md
      no commit has 'sub/moved.md' yet
      hint: 'memo sync' commits and syncs; without a remote, 'git add -A' and 'git commit' in the vault keep a version
      """)
  }

  @Test func aShallowCloneSaysThatVersionsAreMissing() throws {
    try Sandbox.withPast().check(
      """
      $ git rev-parse HEAD > .git/shallow
      $ memo history plan | cut -f 4
      the repository is a shallow clone: there may be older versions
      hint: to fetch the rest: git fetch --unshallow
      second thoughts
      $ memo history plan -n 1 --json | grep -o '"change":"[a-z]*"'
      "change":"added"
      $ memo show plan --at 2001-01-01
      memo: the repository is a shallow clone without commits from '2001-01-01' or before
      hint: to fetch the rest: git fetch --unshallow
      [3]
      $ memo diff plan 2001-01-01
      memo: the repository is a shallow clone without commits from '2001-01-01' or before
      hint: to fetch the rest: git fetch --unshallow
      [3]
      $ memo restore --missing --at 2001-01-01
      memo: the repository is a shallow clone without commits from '2001-01-01' or before
      hint: to fetch the rest: git fetch --unshallow
      [3]
      """)
  }

  @Test func aMemoThatIsThereComesBeforeOneThatIsGone() throws {
    let sandbox = try Sandbox.withPast()
    try sandbox.write("# Other\n", to: "sub/gone.md")
    try sandbox.write("# Say gone.md\n", to: "saying.md")
    #expect(try sandbox.memo("history", "gone.md").text.isEmpty, "the whole file name of a memo")
    try sandbox.folder.remove(VaultPath("vault/sub/gone.md"))
    #expect(try sandbox.memo("history", "gone.md").lines.count == 2, "a guess comes after a path")
    try sandbox.write("# Gone again\n", to: "gone.md")
    #expect(try sandbox.memo("show", "gone.md", "--at", "HEAD~2").text == "# Gone\n")
  }

  @Test func aMemoMovedSinceTheLastCommitKeepsItsPast() throws {
    let sandbox = try Sandbox.withPast()
    #expect(try sandbox.memo("move", "plan.md", "work").end == .exited(0))
    #expect(try sandbox.memo("move", "work/plan.md", "home").end == .exited(0))
    #expect(try sandbox.memo("history", "home/plan").lines.count == 3)
    try sandbox.check(
      """
      $ memo diff home/plan.md
      diff --git a/plan.md b/home/plan.md
      rename from plan.md
      rename to home/plan.md
      """)
  }

  @Test func withoutARepositoryTheExitCodeIs7() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# A\n", to: "a.md")
    for words in [["history", "a"], ["diff", "a"], ["show", "a", "--at", "HEAD"], ["restore", "a", "--at", "HEAD"]] {
      let run = try sandbox.run(["memo"] + words, in: "vault", input: [], with: [:])
      #expect(run.end == .exited(7) && run.output.isEmpty, "\(run.command)")
      #expect(
        run.errors == """
          memo: the vault is not a git repository, so memos have no history
          hint: 'memo init --git' makes it one; history starts with its first commit

          """, "\(run.command)")
    }
    try sandbox.makeProgram("only", "exec \(MemoProgram.path.text) \"$@\"")
    try sandbox.git("init -q", with: ["GIT_CONFIG_NOSYSTEM": "1"])
    let run = try sandbox.memo("history", "a", with: ["PATH": sandbox.folder.path.appending("programs").text])
    #expect(run.end == .exited(7) && run.errors.hasPrefix("memo: 'git' is not installed\n"), "\(run.errors)")
  }

  @Test func aSettingThatRunsSomethingStopsIt() throws {
    let sandbox = try Sandbox.withPast()
    try sandbox.git("config core.fsmonitor 'touch trapped'")
    let run = try sandbox.memo("history", "plan.md", "--json")
    #expect(run.end == .exited(7))
    let failure = try run.failure()
    #expect(failure["kind"] as? String == "untrusted" && failure["candidates"] as? [String] == ["core.fsmonitor"])
    #expect(try sandbox.memo("trust").end == .exited(0))
    #expect(try sandbox.memo("history", "plan.md").lines.count == 3)
    #expect(try sandbox.memo("diff", "plan.md", "HEAD~1").end == .exited(0))
    #expect(try sandbox.bytes(of: "trapped") == nil)
  }

  @Test func aVaultInABiggerRepositoryHasAPast() throws {
    let sandbox = try Sandbox.withPast()
    try sandbox.write("one\n", to: "notes/a.md")
    try sandbox.folder.makeFolders(VaultPath("vault/notes/.memo"))
    try sandbox.folder.write("*\n", to: "vault/notes/.memo/.gitignore")
    try sandbox.write("outside\n", to: "a.md")
    try sandbox.commit("notes", day: 4)
    try sandbox.write("two\n", to: "notes/a.md")
    try sandbox.folder.makeFolders(VaultPath("vault/notes/sub"))
    for place in ["vault/notes", "vault/notes/sub"] {
      let path = place == "vault/notes" ? "a.md" : "../a.md"
      #expect(try sandbox.memo("history", path, in: place).lines.count == 1)
      #expect(try sandbox.memo("show", path, "--at", "HEAD", in: place).text == "one\n")
      #expect(try sandbox.memo("diff", path, in: place).lines.suffix(3) == ["@@ -1 +1 @@", "-one", "+two"])
    }
    #expect(try sandbox.memo("restore", "a.md", "--at", "HEAD", in: "vault/notes").end == .exited(0))
    #expect(try sandbox.text(of: "notes/a.md") == "one\n" && sandbox.text(of: "a.md") == "outside\n")
    try sandbox.git("config core.fsmonitor 'touch trapped'")
    let run = try sandbox.memo("history", "a.md", in: "vault/notes")
    #expect(run.end == .exited(7) && run.errors.contains("memo trust --vault \(sandbox.vault.text)"), "\(run.errors)")
    #expect(try sandbox.memo("trust", "--vault", sandbox.vault.text).end == .exited(0))
    #expect(try sandbox.memo("history", "a.md", in: "vault/notes").lines.count == 1)
    #expect(try sandbox.bytes(of: "trapped") == nil && sandbox.bytes(of: "notes/trapped") == nil)
  }

  @Test func hostileCommitsAreShownHarmless() throws {
    let sandbox = try Sandbox.withPast()
    try sandbox.write("x\u{1B}]0;owned\u{7}\n", to: "plan.md")
    let date = "\(Sandbox.noon(4) / 1_000_000_000) +0000"
    try sandbox.git(
      "commit -q -a --author=\"$(printf 'E\\033[2Jve <e@e>')\" -m \"$(printf 'a\\033]0;title\\007\\tb\\rc')\"",
      with: ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date])
    for words in [["history", "plan"], ["diff", "plan", "HEAD~1"], ["show", "plan", "--at", "HEAD"]] {
      let run = try sandbox.run(["memo"] + words + ["--color=always"], in: "vault", input: [], with: [:])
      #expect(!run.text.contains("\u{1B}]") && !run.text.contains("\u{1B}[2J"), "\(run.text)")
      #expect(run.text.contains("␛"), "\(run.text)")
    }
    #expect(try sandbox.memo("history", "plan").lines.count == 4)
  }
}
