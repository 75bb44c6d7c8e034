import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct DiffTests {
  @Test func whatChangedInAMemo() throws {
    let sandbox = try Sandbox.withPast()
    try sandbox.write("# 계획\n\n1. 하나\n2. 둘째\n3. 셋\n4. 넷\n5. 다섯", to: "plan.md")
    try sandbox.check(
      """
      $ memo diff plan
      diff --git a/plan.md b/plan.md
      --- a/plan.md
      +++ b/plan.md
      @@ -4,3 +4,4 @@
       2. 둘째
       3. 셋
       4. 넷
      +5. 다섯
      \\ No newline at end of file
      $ memo diff plan 2026-05-01
      diff --git a/계획.md b/plan.md
      rename from 계획.md
      rename to plan.md
      --- a/계획.md
      +++ b/plan.md
      @@ -1,6 +1,7 @@
       # 계획
      \(" ")
       1. 하나
      -2. 둘
      +2. 둘째
       3. 셋
       4. 넷
      +5. 다섯
      \\ No newline at end of file
      $ memo diff gone.md HEAD~2
      diff --git a/gone.md b/gone.md
      deleted file mode 100644
      --- a/gone.md
      +++ /dev/null
      @@ -1 +0,0 @@
      -# Gone
      $ memo diff gone.md
      memo: 'gone.md' did not exist at 'HEAD'
      hint: 'memo history' lists the existing versions
      [3]
      $ memo diff plan nope
      memo: 'nope' is not a commit, branch, tag or time
      hint: for example: a hash from 'memo history', HEAD~2, 2026-10-01, yesterday, 7d; 'git log --all' lists all commits
      [2]
      $ memo diff plan -- --output=x
      memo: '--output=x' is not a commit, branch, tag or time
      hint: for example: a hash from 'memo history', HEAD~2, 2026-10-01, yesterday, 7d; 'git log --all' lists all commits
      [2]
      $ git checkout -q plan.md && memo diff plan
      $ echo new > new.md && memo diff new
      diff --git a/new.md b/new.md
      new file mode 100644
      --- /dev/null
      +++ b/new.md
      @@ -0,0 +1 @@
      +new
      $ memo diff plan HEAD~1 --json | sed 's/"rev":"[0-9a-f]*"/"rev":""/'
      {"path":"plan.md","formerPath":null,"since":{"rev":"","date":"2026-05-02T12:00:00.000000000Z","author":"김 Tester","summary":"rename"},"added":1,"removed":1,"diff":"diff --git a/plan.md b/plan.md\\n--- a/plan.md\\n+++ b/plan.md\\n@@ -1,6 +1,6 @@\\n # 계획\\n \\n 1. 하나\\n-2. 둘\\n+2. 둘째\\n 3. 셋\\n 4. 넷\\n"}
      """)
  }

  static let names = ["a b.md", "한글.md", "-x.md", ":(glob)x.md", "it's \"so\".md", "two\nlines.md", "tab\t.md"]

  @Test(arguments: names)
  func gitAppliesIt(name: String) throws {
    let sandbox = try Sandbox.withPast()
    try sandbox.write("1\r\n2\n3\u{0}\n4", to: name)
    try sandbox.commit("odd", day: 4)
    try sandbox.write("1\n2\n3\u{0}\n4\n5\u{FEFF}\n", to: name)
    let path = "./\(name)"
    let diff = try sandbox.memo("diff", path)
    #expect(diff.end == .exited(0) && !diff.output.isEmpty, "\(diff.errors)")
    let applied = try sandbox.run(
      ["git", "apply", "-R", "-"].map { Array($0.utf8) }, input: diff.output)
    #expect(applied.end == .exited(0), "\(applied.errors)\(diff.text)")
    #expect(try sandbox.text(of: name) == "1\r\n2\n3\u{0}\n4")
    #expect(try sandbox.memo("diff", path).output.isEmpty)
  }

  @Test func itIsWhatGitWrites() throws {
    let sandbox = try Sandbox.withPast()
    var lines = (1...60).map { "\($0). line" }
    try sandbox.write(lines.joined(separator: "\n"), to: "long.md")
    try sandbox.commit("long", day: 4)
    lines[4] = "changed"
    lines.remove(at: 20)
    lines.insert("- added", at: 50)
    try sandbox.write(lines.joined(separator: "\n") + "\n", to: "long.md")
    // Git names the section that a hunk is in, and the objects.
    let git = try sandbox.shell("git diff -- long.md | sed '/^index /d; s/^\\(@@.*@@\\).*/\\1/'")
    #expect(try sandbox.memo("diff", "long").text == git.text)
    #expect(git.text.contains("@@ -57,4 +57,4 @@"))
  }

  @Test func thePastHasTheLineEndsThatGitWouldWrite() throws {
    let sandbox = try Sandbox.withPast()
    try sandbox.write("* text eol=crlf\n", to: ".gitattributes")
    try sandbox.write("# 계획\r\n\r\n1. 하나\r\n2. 둘째\r\n3. 셋\r\n4. 넷\r\n", to: "plan.md")
    #expect(try sandbox.memo("diff", "plan").output.isEmpty)
    try sandbox.write("# 계획\n\r\n1. 하나\r\n2. 둘째\r\n3. 셋\r\n4. 넷\r\n", to: "plan.md")
    #expect(try sandbox.memo("diff", "plan").text.contains("-# 계획\r\n+# 계획\n"))
    #expect(try sandbox.memo("diff", "plan", "--color=always").text.contains("-# 계획␍"))
  }
}
