import MemoCore
import MemoTestSupport
import Testing

struct RenameTests {
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# 회의록\n\n[[next]]\n", to: "회의록.md", day: 1)
    try sandbox.write("# Next\n\n- [[회의록]]\n- [the plan](회의록.md)\n", to: "next.md", day: 2)
    return sandbox
  }

  /// To `String` a slash with a mark behind it is another character; to a file system it is a slash.
  @Test(arguments: ["a/\u{301}b", "../\u{301}x", "..\u{301}/\u{301}..", "/\u{301}"])
  func aSlashWithAMarkMakesNoFolder(title: String) throws {
    let sandbox = try Self.sandbox()
    let run = try sandbox.memo("rename", "next.md", title)
    #expect(run.end == .exited(0), "\(run.errors)")
    let names = try sandbox.folder.names(in: VaultPath("vault")).map { String(decoding: $0, as: UTF8.self) }
    #expect(names.count == 3 && names.filter { $0.hasSuffix(".md") }.count == 2, "\(names)")
    #expect(try sandbox.memo("list", "--paths").lines.count == 2)
    #expect(try sandbox.memo("undo").end == .exited(0))
    #expect(try sandbox.bytes(of: "next.md") != nil)
  }

  @Test func aLongFirstLineNamesItsMemo() throws {
    let sandbox = try Self.sandbox()
    let title = String(repeating: "모든 행복한 가정은 서로 닮았고 ", count: 8) + "끝"
    try sandbox.write("\(title)\n\nmore\n", to: "n.md", day: 3)
    #expect(try sandbox.memo("rename", title, "Tolstoy").lines == ["n.md"])
    #expect(try sandbox.text(of: "n.md")?.hasPrefix("# Tolstoy\n") == true)
    try sandbox.write("\(title)\n\nmore\n", to: "n.md", day: 3)
    #expect(try sandbox.memo("move", title, "books/").lines == ["books/n.md"])
  }

  @Test func aMemoIsRenamedWithItsLinks() throws {
    try Self.sandbox().check(
      """
      $ memo rename --dry-run 회의록 주간 회의록
      diff --git a/next.md b/next.md
      --- a/next.md
      +++ b/next.md
      @@ -3,2 +3,2 @@
      -- [[회의록]]
      -- [the plan](회의록.md)
      +- [[주간 회의록]]
      +- [the plan](주간-회의록.md)
      diff --git a/회의록.md b/주간-회의록.md
      rename from 회의록.md
      rename to 주간-회의록.md
      --- a/회의록.md
      +++ b/주간-회의록.md
      @@ -1 +1 @@
      -# 회의록
      +# 주간 회의록
      $ memo rename --dry-run --json 회의록 주간 회의록
      {"path":"주간-회의록.md","changed":["next.md","주간-회의록.md","회의록.md"]}
      $ memo list --format '{path} {title}' --sort path+
      next.md Next
      회의록.md 회의록
      $ memo rename 회의록 주간 회의록
      updated links in 1 other memo
      주간-회의록.md
      $ memo check && cat next.md
      no problems found
      # Next

      - [[주간 회의록]]
      - [the plan](주간-회의록.md)
      $ memo move --json 주간-회의록.md work/weekly | tr ',' '\\n' | grep -e '"path"' -e changed -e '"work'
      "path":"work/weekly/주간-회의록.md"
      "changed":["next.md"
      "work/weekly/주간-회의록.md"
      $ memo mv next.md work && memo check && cat work/next.md
      work/next.md
      no problems found
      # Next

      - [[주간 회의록]]
      - [the plan](weekly/주간-회의록.md)
      $ memo undo && memo undo && memo undo && cat next.md
      undid 'move': 'work/next.md' → 'next.md'
      undid 'move': 'work/weekly/주간-회의록.md' → '주간-회의록.md', 'next.md'
      undid 'rename': '주간-회의록.md' → '회의록.md', 'next.md'
      # Next

      - [[회의록]]
      - [the plan](회의록.md)
      """)
  }

  @Test func aFolderIsNamedFromWhereOneIs() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# A\n", to: "work/a.md", day: 1)
    try sandbox.check(
      """
      $ mkdir work/old old && cd work && memo move a.md old
      old/a.md
      $ cd work && memo move old/a.md .
      a.md
      $ cd work && memo move a.md new && memo move new/a.md ./new
      ../new/a.md
      new/a.md
      $ cd work && memo move new/a.md ..
      ../a.md
      $ cd / && memo --vault /sandbox/vault move a.md work && memo --vault /sandbox/vault move work/a.md .
      /sandbox/vault/work/a.md
      /sandbox/vault/a.md
      $ cd work && memo move a.md ../..
      memo: '../..' cannot hold memos: it is hidden or outside the vault
      [2]
      """.replacing("vault /sandbox", with: "vault \(sandbox.folder.path.text)"))
  }

  @Test func aFolderThatIsThereIsMeantHoweverItIsNormalized() throws {
    let sandbox = try Sandbox()
    let (composed, apart) = ("50 한국", "50 \u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}")
    for name in ["a", "b", "c"] { try sandbox.write("# \(name)\n", to: "\(name).md") }
    try sandbox.write("# there\n", to: "\(apart)/there.md")
    #expect(try sandbox.memo("move", "a.md", composed).text.utf8.elementsEqual("\(apart)/a.md\n".utf8))
    #expect(try sandbox.memo("move", "b.md", "./\(composed)/deep").text.utf8.elementsEqual("\(apart)/deep/b.md\n".utf8))
    #expect(
      try sandbox.memo("new", "d", "--body", "x", "--dir", composed).text.utf8.elementsEqual("\(apart)/d.md\n".utf8))
    #expect(try sandbox.memo("show", "\(composed)/there").text == "# there\n")
    #expect(try sandbox.memo("append", "\(composed)/a.md", "more").end == .exited(0))
    #expect(try sandbox.memo("move", "c.md", "\(composed)/새.md").text.utf8.elementsEqual("\(apart)/새.md\n".utf8))
  }

  @Test func aFileGetsAnotherNameByItsPath() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# Release plan\n\n[list](list.md)\n", to: "work/v1.md", day: 3)
    try sandbox.write("# List\n\n[[v1]] [[Release plan]] [p](v1.md)\n", to: "work/list.md", day: 2)
    try sandbox.check(
      """
      $ memo move work/v1.md work/v2.md
      updated links in 1 other memo
      work/v2.md
      $ cat work/list.md
      # List

      [[v2]] [[Release plan]] [p](v2.md)
      $ memo move work/v2.md old/v1.markdown && cat old/v1.markdown
      updated links in 1 other memo
      old/v1.markdown
      # Release plan

      [list](../work/list.md)
      $ cd old && memo move v1.markdown ../plan.md
      updated links in 1 other memo
      ../plan.md
      $ cd work && memo move ../plan.md plan.md && memo undo -q
      updated links in 1 other memo
      plan.md
      $ memo move plan.md work/list.md
      memo: 'work/list.md' already exists
      hint: nothing was changed; use another name, or move that one out of the way: memo move work/list.md DIR
      [5]
      $ memo move plan.md .hidden.md
      memo: '.hidden.md' cannot hold memos: it is hidden or outside the vault
      [2]
      $ memo move plan.md Plan.md && ls *.md && cat work/list.md
      updated links in 1 other memo
      Plan.md
      Plan.md
      # List

      [[plan]] [[Release plan]] [p](../Plan.md)
      """)
  }

  @Test func impossibleRenamesAreReported() throws {
    try Self.sandbox().check(
      """
      $ memo rename next.md ' '
      memo: the title is empty
      [2]
      $ memo rename next.md
      memo: missing TITLE
      usage: memo rename [OPTIONS] REF TITLE…
      hint: see 'memo help rename'
      [2]
      $ memo rename none New
      memo: no memo is named 'none'
      hint: to look for it in the text of memos: memo search none
      [3]
      $ memo rename nex New
      memo: 'nex' is not the path, title, file name or alias of a memo; to change memos, give one of these in full
      hint: did you mean 'next.md'?
      [3]
      $ mkdir sub && echo x > sub/Next.md && memo move next.md sub
      memo: 'sub/next.md' already exists
      hint: nothing was changed; use another name, or move that one out of the way: memo move sub/next.md DIR
      [5]
      $ memo move next.md ../out
      memo: '../out' cannot hold memos: it is hidden or outside the vault
      [2]
      $ memo rename --if-match 0123456789abcdef next.md New 2>&1 | head -n 1
      memo: 'next.md' has changed: its etag differs
      """)
  }
}
