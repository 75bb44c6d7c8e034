import Foundation
import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct ChangeTests {
  /// What a Mac has named cannot be typed on other systems.
  @Test func theTrashIsAskedForPathsAsTheyAreTyped() throws {
    let sandbox = try Sandbox()
    let path = "글/노트".decomposedStringWithCanonicalMapping + ".md"
    try sandbox.write("# x\n", to: path, day: 1)
    let run = try sandbox.shell("memo delete -y 글/노트.md -q && memo trash restore 글/노트.md")
    #expect(run.end == .exited(0), "\(run.errors)")
    #expect(try sandbox.text(of: path) == "# x\n")
  }

  @Test func theTrashIsRestoredFromByThePathsThatItPrints() throws {
    let sandbox = try Sandbox()
    for path in ["x.md", "s/x.md", "s/y.md", "t/z.md"] { try sandbox.write("# \(path)\n", to: path, day: 1) }
    try sandbox.check(
      """
      $ memo rm --yes -q x.md s/x.md s/y.md t/z.md && rmdir t
      $ cd s && memo trash | cut -f 3 | LC_ALL=C sort
      ../t/z.md
      ../x.md
      x.md
      y.md
      $ cd s && memo trash restore x.md && memo trash restore ./y.md && memo trash restore ./../x.md
      x.md
      y.md
      ../x.md
      $ cd s && memo trash restore ../t/z.md && memo list --paths
      ../t/z.md
      x.md
      y.md
      ../t/z.md
      ../x.md
      """)
  }

  /// No command would show it.
  @Test func theTrashKeepsWhatWouldBeIgnored() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# x\n", to: "drafts/x.md", day: 1)
    try sandbox.check(
      """
      $ memo rm --yes -q drafts/x.md && memo config ignore drafts/
      $ memo trash restore x
      memo: cannot put a memo at 'drafts/x.md': it would be hidden or ignored
      hint: 'memo config ignore' shows which paths are ignored
      [2]
      $ memo trash | cut -f 3
      drafts/x.md
      $ memo config --unset ignore && memo trash restore x
      drafts/x.md
      """)
  }

  @Test func aChangeThatCannotBeUndoneCanBeLeftOut() throws {
    let sandbox = try Sandbox()
    try sandbox.check(
      """
      $ memo new A --body 1 && memo new B --body 1 && memo append A.md 2 && memo append B.md 2 && echo 3 >> B.md
      A.md
      B.md
      $ memo undo
      memo: cannot undo the change to 'B.md': changed or deleted since, or another file is in its place
      hint: nothing was undone; to skip this change and go on to the one before it: memo undo --forget
      [5]
      $ memo undo --forget && memo undo && tail -n 1 A.md
      skipped 'append': 'B.md'
      undid 'append': 'A.md'
      1
      $ memo undo --forget --list 2>&1 | head -n 1
      memo: --forget and --list cannot be used together
      """)
  }

  @Test func textIsAddedReplacedAndTakenBack() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# List\r\n\r\none", to: "list.md", day: 1)
    try sandbox.write("# Other\n", to: "other.md", day: 2)
    try sandbox.check(
      #"""
      $ memo append list.md two && memo prepend List zero && cat -A list.md
      # List^M$
      ^M$
      zero^M$
      one^M$
      two
      $ printf 'x\ny\n' | memo append other && cat other.md
      # Other
      x
      y
      $ memo append other -- '- [ ] task' && memo append other '- more' && tail -n 2 other.md
      - [ ] task
      - more
      $ printf 'all new' | memo write other.md --json | tr ',' '\n' | grep -c '"title":"all new"'
      1
      $ memo append ot x
      memo: 'ot' is not the path, title, file name or alias of a memo; to change memos, give one of these in full
      hint: did you mean 'other.md'?
      [3]
      $ memo append 1 x
      memo: '1' is not the path, title, file name or alias of a memo; to change memos, give one of these in full
      hint: did you mean 'other.md'?
      [3]
      $ memo append list.md x --if-match 0000000000000000 2>&1 | head -n 1
      memo: 'list.md' has changed: its etag differs
      $ memo undo --list | cut -f 2-
      done	write	'other.md'
      done	append	'other.md'
      done	append	'other.md'
      done	append	'other.md'
      done	prepend	'list.md'
      done	append	'list.md'
      $ for n in 1 2 3 4 5 6; do memo undo -q; done; memo undo
      memo: nothing to undo
      [1]
      $ cat other.md; memo list | cut -f 1-2
      # Other
      other.md	2026-05-02T12:00:00.000000000Z
      list.md	2026-05-01T12:00:00.000000000Z
      $ memo redo && cat -A list.md
      redid 'append': 'list.md'
      # List^M$
      ^M$
      one^M$
      two
      """#)
  }

  @Test func deletedMemosComeBack() throws {
    let sandbox = try Sandbox()
    for name in ["a", "b", "sub/c"] { try sandbox.write("# Title \(name)\n", to: "\(name).md", day: 1) }
    try sandbox.check(
      #"""
      $ memo delete a.md
      memo: cannot ask: not a terminal
      hint: use --yes to go ahead without asking
      [2]
      $ memo delete --dry-run a.md b.md
      would move 'a.md' to the trash
      would move 'b.md' to the trash
      diff --git a/a.md b/a.md
      deleted file mode 100644
      --- a/a.md
      +++ /dev/null
      @@ -1 +0,0 @@
      -# Title a
      diff --git a/b.md b/b.md
      deleted file mode 100644
      --- a/b.md
      +++ /dev/null
      @@ -1 +0,0 @@
      -# Title b
      $ memo rm --yes a.md sub/c.md a.md
      moved 'a.md' to the trash; 'memo undo' restores it
      moved 'sub/c.md' to the trash; 'memo undo' restores it
      $ memo list --paths; memo trash | cut -f 3- | sort
      b.md
      a.md	Title a
      sub/c.md	Title sub/c
      $ memo trash restore 'title sub/c' && memo list
      sub/c.md
      b.md	2026-05-01T12:00:00.000000000Z	Title b
      sub/c.md	2026-05-01T12:00:00.000000000Z	Title sub/c
      $ memo trash restore nothing
      memo: no memo in the trash is named 'nothing'
      hint: 'memo trash' lists deleted memos with their ids
      [3]
      $ memo undo && memo undo && memo list --paths
      undid 'trash restore': 'sub/c.md'
      undid 'delete': 'a.md', 'sub/c.md'
      a.md
      b.md
      sub/c.md
      $ memo redo && echo edited > a.md && memo undo
      redid 'delete': 'a.md', 'sub/c.md'
      memo: cannot undo the change to 'a.md': changed or deleted since, or another file is in its place
      hint: nothing was undone; to skip this change and go on to the one before it: memo undo --forget
      [5]
      $ memo trash empty
      memo: cannot ask: not a terminal
      hint: use --yes to go ahead without asking
      [2]
      $ memo trash empty --yes; memo trash; memo trash empty
      removed 2 memos
      the trash is already empty
      $ memo undo
      memo: no longer in the trash: 'a.md', 'sub/c.md'
      hint: nothing was undone; to skip this change and go on to the one before it: memo undo --forget
      [5]
      """#)
  }

  @Test func jsonHasTheShapesOfTheContract() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# A\n", to: "a.md", day: 1)
    #expect(try Set(sandbox.memo("append", "a.md", "x", "--json").record().keys) == recordKeys)
    #expect(try Set(sandbox.memo("today", "--json").record().keys) == recordKeys)
    let undone = try sandbox.memo("undo", "--json").record()
    #expect(
      Set(undone.keys).isSuperset(of: ["operation", "at", "changed"]) && undone["operation"] as? String == "today")
    let deleted = try sandbox.memo("delete", "a.md", "--yes", "--json").record()["deleted"] as? [[String: Any]]
    #expect(deleted?.map { Set($0.keys) } == [["path", "trash"]])
    let items = try sandbox.memo("trash", "list", "--json").records()
    // What was undone, and can no longer be redone, is there, too.
    #expect(items.map { Set($0.keys) } == Array(repeating: ["id", "path", "title", "deletedAt"], count: 2))
    #expect(items.first?["id"] as? String == deleted?.first?["trash"] as? String)
    #expect(try sandbox.memo("undo", "--list", "--json").records().count == 2)
  }

  @Test func newEditAndImportAreUndone() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# A\n", to: "a.md", day: 1)
    try sandbox.makeProgram("writes", "printf 'more\\n' >> \"$1\"")
    sandbox.variables["MEMO_EDITOR"] = "writes"
    try sandbox.folder.write(#"[{"title": "x", "body": "1"}, {"title": "y", "body": "2"}]"#, to: "in.json")
    let before = try sandbox.memo("list").text
    for words in [
      ["edit", "a.md"], ["new", "N", "--edit"], ["new", "--edit"], ["import", "../in.json"], ["today", "--edit"],
    ] {
      let run = try sandbox.run(["memo"] + words, in: "vault", input: [], with: [:])
      #expect(run.end == .exited(0), "\(words): \(run.errors)")
      #expect(try sandbox.memo("list").text != before, "\(words)")
      #expect(try sandbox.memo("undo").end == .exited(0), "\(words)")
      #expect(try sandbox.memo("list").text == before, "\(words)")
    }
  }

  @Test func todaysMemoIsInItsFolder() throws {
    let sandbox = try Sandbox()
    try sandbox.check(
      """
      $ memo config daily.folder 일기
      $ test "$(memo today)" = "일기/$(date +%Y-%m-%d).md" && test "$(memo today)" = "$(memo today)" && memo show 1 | cut -c 1-4
      # 20
      $ echo '{"daily": {"folder": "../out"}}' > .memo/config.json
      $ memo today
      memo: '../out' cannot hold memos: it is hidden or outside the vault
      hint: the name is from the vault's settings (daily.folder, daily.format); to see them: memo config
      [2]
      """)
  }

  @Test func todaysFolderMayHoldTheDate() throws {
    let sandbox = try Sandbox()
    try sandbox.check(
      """
      $ memo config daily.folder 'Daily/{{date:YYYY/MM}}'
      $ test "$(memo today)" = "Daily/$(date +%Y/%m/%Y-%m-%d).md" && ls
      Daily
      """)
  }

  @Test func todaysMemoIsOneWhereverItIs() throws {
    let sandbox = try Sandbox()
    try sandbox.check(
      """
      $ memo config daily.folder diary
      $ mkdir log && echo '# moved' > "log/$(date +%Y-%m-%d).md"
      $ memo today -q | sed 's/[0-9]/0/g'; ls
      log/0000-00-00.md
      log
      $ mkdir other && cp log/* other && memo today -q | sed 's/[0-9]/0/g'; ls
      diary/0000-00-00.md
      diary
      log
      other
      """)
  }

  @Test func anotherProcessHasTheLock() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# A\n", to: "a.md", day: 1)
    let run = try sandbox.shell("memo append a.md x; flock .memo/lock memo append a.md y; echo $?")
    #expect(run.text == "6\n" && run.errors.hasPrefix("memo: another process is changing memos of this vault"))
    #expect(try sandbox.text(of: "a.md") == "# A\nx\n")
  }
}
