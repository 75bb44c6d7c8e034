import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct RestoreTests {
  @Test func whatHasThePathOfAMemoThatIsGoneIsNamed() throws {
    try Sandbox.withPast().check(
      """
      $ mkdir gone.md && memo restore gone.md --at HEAD~2
      memo: 'gone.md' is a folder, not a memo
      [3]
      $ rmdir gone.md && ln -s plan.md gone.md && memo restore gone.md --at HEAD~2
      memo: 'gone.md' is a symbolic link, which memo does not follow
      [3]
      $ rm gone.md && memo restore gone.md --at HEAD~2 -q && cat gone.md
      # Gone
      """)
  }

  @Test func aVersionIsPutBack() throws {
    try Sandbox.withPast().check(
      """
      $ memo show plan --at HEAD~1
      # 계획

      1. 하나
      2. 둘
      3. 셋
      4. 넷
      $ memo restore plan.md --at HEAD~2 --dry-run
      diff --git a/plan.md b/plan.md
      --- a/plan.md
      +++ b/plan.md
      @@ -1,6 +1,6 @@
       # 계획
      \(" ")
       1. 하나
      -2. 둘째
      +2. 둘
       3. 셋
       4. 넷
      $ git status --short
      $ memo restore plan.md --at HEAD~2 2>&1 | sed 's/from [0-9a-f]*;/from REV;/'
      restored 'plan.md' from REV; 'memo undo' takes it back
      $ memo show plan --at HEAD~2 | cmp - plan.md
      $ git status --short && git log --format=%s -1
       M plan.md
      second thoughts
      $ memo restore plan.md --at HEAD~2
      'plan.md' is already as it was at 'HEAD~2'
      $ memo --lang ko restore plan.md --at HEAD~2 --dry-run
      'plan.md'는 이미 'HEAD~2' 때와 같습니다
      $ memo undo --list | wc -l
      1
      $ memo undo && git status --short
      undid 'restore': 'plan.md'
      $ memo redo && git status --short
      redid 'restore': 'plan.md'
       M plan.md
      $ memo restore plan.md --at HEAD --if-match 0000000000000000
      memo: 'plan.md' has changed: its etag differs
      hint: its etag is now f715e2e4c7efa6bf; read it again and retry
      [5]
      $ memo restore plan.md
      memo: missing --at REV
      hint: to restore deleted memos: memo trash restore REF
      usage: memo restore [OPTIONS] [REF…]
      hint: see 'memo help restore'
      [2]
      $ memo restore plan --at HEAD --json | grep -o '"path":"[^"]*"'
      "path":"plan.md"
      """)
  }

  @Test func aMemoThatIsGoneIsMadeAgain() throws {
    let sandbox = try Sandbox.withPast()
    try sandbox.check(
      """
      $ memo restore gone.md --at HEAD
      memo: 'gone.md' did not exist at 'HEAD'
      hint: 'memo history' lists the existing versions
      [3]
      $ memo restore gone.md --at HEAD~2 --if-match 0000000000000000
      memo: no memo is named 'gone.md'
      hint: to see the paths of the memos: memo list --paths
      [3]
      $ memo restore gone.md --at HEAD~2 --json | grep -o '"title":"[^"]*"'
      "title":"Gone"
      $ cat gone.md
      # Gone
      $ memo undo && ls
      undid 'restore': 'gone.md'
      plan.md
      $ mkdir gone.md && memo restore gone.md --at HEAD~2
      memo: 'gone.md' is a folder, not a memo
      [3]
      """)
  }

  @Test func theExactBytesComeBack() throws {
    let sandbox = try Sandbox.withPast()
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF, 0x23, 0x20, 0xFF, 0x0D, 0x0A, 0x00, 0x0D, 0x78]
    try sandbox.write("* text=auto eol=lf ident\n", to: ".gitattributes")
    try sandbox.write("$Id$\n", to: "id.md")
    try sandbox.git("-c core.attributesFile=/dev/null add -A .")
    try sandbox.folder.remove(VaultPath("vault/.gitattributes"))
    try sandbox.write(bytes, to: VaultPath("odd.md"))
    try sandbox.commit("odd", day: 4)
    try sandbox.write("* text=auto eol=crlf ident\n", to: ".gitattributes")
    try sandbox.write("else\n", to: "odd.md")
    try sandbox.write("else\n", to: "id.md")
    #expect(try sandbox.memo("show", "odd", "--at", "HEAD").output == bytes)
    #expect(try sandbox.memo("restore", "odd.md", "--at", "HEAD").end == .exited(0))
    #expect(try sandbox.bytes(of: "odd.md") == bytes)
    #expect(try sandbox.memo("restore", "id.md", "--at", "HEAD").end == .exited(0))
    // As git itself would write it.
    #expect(try sandbox.text(of: "id.md")?.hasPrefix("$Id: ") == true)
  }

  @Test func aRecordOfTheVersion() throws {
    let sandbox = try Sandbox.withPast()
    let record = try sandbox.memo("show", "plan", "--at", "2026-05-01", "--json").record()
    #expect(record["path"] as? String == "계획.md" && record["title"] as? String == "계획")
    #expect(record["modified"] as? String == "2026-05-01T12:00:00.000000000Z")
    #expect(record["text"] as? String == "# 계획\n\n1. 하나\n2. 둘\n3. 셋\n4. 넷\n")
    #expect(record["number"] != nil && record["number"] as? Int == nil)
    #expect(record["summary"] as? String == "first" && record["size"] as? Int == 41)
    let both = try sandbox.memo("show", "plan", "gone.md", "--at", "HEAD~2", "--json").records()
    #expect(both.map { $0["path"] as? String } == ["계획.md", "gone.md"])
  }

  @Test func aTimeBeforeTheFirstCommitIsNoUnknownTime() throws {
    let sandbox = try Sandbox.withPast()
    for option in [[], ["--dry-run"]] {
      let words = ["memo", "restore", "--missing", "--at", "2001-01-01"] + option
      let run = try sandbox.run(words, in: "vault", input: [], with: [:])
      #expect(run.end == .exited(3), "\(run.errors)")
      #expect(run.errors.contains("no commit was made by '2001-01-01'"), "\(run.errors)")
    }
  }

  @Test func aTimeInARepositoryWithoutCommitsIsBeforeTheFirstOne() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# Plan\n", to: "plan.md", day: 1)
    let run = try sandbox.shell("git init -q && memo restore --missing --at yesterday")
    #expect(run.end == .exited(3) && run.errors.contains("no commit was made by 'yesterday'"), "\(run.errors)")
    #expect(!run.errors.contains("rev-list"), "\(run.errors)")
  }

  @Test func aPreviewOfNothingSaysSo() throws {
    let sandbox = try Sandbox.withPast()
    for (words, note) in [
      (["--missing"], "nothing to change\n"), (["plan.md"], "'plan.md' is already as it was at 'HEAD'\n"),
    ] {
      for option in [[], ["--dry-run"]] {
        let words = ["memo", "restore", "--at", "HEAD"] + words + option
        let run = try sandbox.run(words, in: "vault", input: [], with: [:])
        #expect(run.errors == note, "\(words)")
      }
    }
  }

  @Test func aScriptNamesTheMemoInFull() throws {
    let sandbox = try Sandbox.withPast()
    #expect(try sandbox.memo("restore", "pla", "--at", "HEAD~2").end == .exited(3))
    #expect(try sandbox.memo("restore", "../plan.md", "--at", "HEAD~2").end == .exited(3))
    #expect(try sandbox.memo("restore", ".git/config.md", "--at", "HEAD~2").end == .exited(3))
  }

  @Test func nothingIsMadeWhereNoMemoCanStand() throws {
    let sandbox = try Sandbox.withPast()
    try sandbox.write("# Hidden\n", to: ".hidden/x.md")
    try sandbox.write("# Ignored\n", to: "drafts/x.md")
    try sandbox.commit("odd", day: 4)
    try sandbox.shellOrFail("rm -r .hidden drafts; echo '{\"ignore\": [\"drafts/\"]}' > .memo/config.json")
    for path in [".hidden/x.md", "drafts/x.md"] {
      let run = try sandbox.memo("restore", path, "--at", "HEAD")
      #expect(run.end == .exited(2), "\(path): \(run.errors)")
      #expect(try sandbox.bytes(of: path) == nil)
    }
    try sandbox.shellOrFail("mkdir ../outside; rm .memo/config.json; ln -s ../outside drafts")
    #expect(try sandbox.memo("restore", "drafts/x.md", "--at", "HEAD").end != .exited(0))
    #expect(try sandbox.folder.bytes(of: VaultPath("outside/x.md")) == nil)
  }
}

extension Sandbox {
  fileprivate func shellOrFail(_ line: String) throws {
    let run = try shell(line)
    #expect(run.end == .exited(0), "\(run.errors)")
  }
}
