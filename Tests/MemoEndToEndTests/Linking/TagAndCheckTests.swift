import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct TagAndCheckTests {
  @Test func tagsAreCounted() throws {
    let sandbox = try Sandbox.withLibrary()
    try sandbox.check(
      """
      $ memo tags
      cooking	1
      home	2
      project/memo	1
      work	2
      $ memo tags --sort count
      home	2
      work	2
      cooking	1
      project/memo	1
      $ memo tags --nested
      cooking	1
      home	2
      project	1
      project/memo	1
      work	2
      $ memo tags --json
      [{"tag":"cooking","count":1},{"tag":"home","count":2},{"tag":"project/memo","count":1},{"tag":"work","count":2}]
      $ memo tags --sort size
      memo: invalid value 'size' for --sort: must be name or count
      hint: see 'memo help tags'
      [2]
      """)
  }

  @Test func problemsAreNamedWithTheirPlaces() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# 계획\n\n[[없음]] [x](b/none.md) [[same]]\n", to: "plan.md", day: 3)
    try sandbox.write("# Same\n<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n", to: "x/same.md", day: 2)
    try sandbox.write("# same\n", to: "y/same.md", day: 1)
    try sandbox.write("# odd\n", to: "con.md", day: 1)
    try sandbox.check(
      """
      $ memo check
      con.md:1:1: windows-name: the name is not allowed on Windows
      plan.md:3:1: broken-link: no memo is named '없음'
      plan.md:3:8: broken-link: no memo is named 'b/none.md'
      plan.md:3:23: ambiguous-link: 'same' matches 2 memos and resolves to 'x/same.md'
      x/same.md:1:3: duplicate-title: 'y/same.md' has the same title
      x/same.md:2:1: conflict-marker: conflict markers left by a merge
      y/same.md:1:3: duplicate-title: 'x/same.md' has the same title
      [1]
      $ rm -r x con.md && printf '# x\\n' > plan.md && memo check
      no problems found
      $ memo check -q --json
      []
      """)
    let sick = try Sandbox()
    try sick.write("[[a]]\n", to: "b.md")
    let records = try sick.memo("check", "--json").records()
    #expect(records.count == 1 && records[0]["code"] as? String == "broken-link")
    #expect(records[0]["path"] as? String == "b.md" && records[0]["line"] as? Int == 1)
    #expect(records[0]["column"] as? Int == 1 && records[0]["message"] as? String == "no memo is named 'a'")
  }

  @Test func whatCannotBeReadIsAProblemAndNoWarning() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# a\n", to: "a.md")
    try sandbox.folder.setMode(0, of: sandbox.inVault(VaultPath("a.md")))
    let run = try sandbox.memo("check")
    // Root reads everything.
    guard !run.text.isEmpty else { return }
    #expect(run.text == "a.md:1:1: unreadable: cannot read 'a.md': Permission denied\n" && run.errors.isEmpty)
    #expect(run.end == .exited(1))
  }

  @Test func hostileNamesReachNoTerminal() throws {
    let sandbox = try Sandbox()
    let escape = "\u{1B}]0;x\u{7}"
    try sandbox.write("# \(escape)\n[[\(escape)]] #a\n", to: "a\(escape).md", day: 1)
    try sandbox.write("[[a\(escape)]]\n", to: "b.md", day: 1)
    for words in [["links", "b"], ["backlinks", "a\(escape).md"], ["check"], ["graph", "--dot"]] {
      let run = try sandbox.run(["memo", "--color", "always"] + words, in: "vault", input: [], with: [:])
      #expect(!run.text.isEmpty && !run.text.contains("\u{1B}]") && !run.text.contains("\u{7}"), "\(run.command)")
    }
  }
}
