import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct TemplateTests {
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("---\nkind: meeting\n---\n# {{title}}\n\n{{unknown}}\n", to: ".memo/templates/meeting.md")
    try sandbox.write("# Log of {{date}}\n", to: ".memo/templates/log.md")
    return sandbox
  }

  @Test func aTemplateTakesThePlaceOfTheFirstLine() throws {
    let sandbox = try Self.sandbox()
    try sandbox.check(
      """
      $ memo new 주간 회의 --template meeting && cat 주간-회의.md
      주간-회의.md
      ---
      kind: meeting
      ---
      # 주간 회의

      {{unknown}}
      $ memo new Plan --template Meeting --tag work --body agenda && cat Plan.md
      Plan.md
      ---
      kind: meeting
      tags: [work]
      ---
      # Plan

      {{unknown}}

      agenda
      $ memo new {{date}} --template meeting >/dev/null && grep '^#' {{date}}.md
      # {{date}}
      $ test "$(memo new --template log)" = "Log-of-$(date +%Y-%m-%d).md" && memo show 1 --json | grep -o '"title":"Log of 20'
      "title":"Log of 20
      $ memo undo -q && memo undo -q && memo undo -q && memo undo
      undid 'new': '주간-회의.md'
      $ memo list
      """)
  }

  @Test func theTitleInATemplateIsTheOneThatTheMemoGets() throws {
    let sandbox = try Sandbox()
    try sandbox.write("---\nself: \"[[{{title}}]]\"\n---\n[[{{title}}]]\n", to: ".memo/templates/t.md")
    try sandbox.write("# {{title}}\n", to: ".memo/templates/headed.md")
    try sandbox.check(
      """
      $ memo config titles file-name
      $ memo new 'Plan: "A" #1' --template t && cat 'Plan A 1.md'
      the file name leaves out some of 'Plan: "A" #1'; the memo is called 'Plan A 1'
      Plan A 1.md
      ---
      self: "[[Plan A 1]]"
      ---
      [[Plan A 1]]
      $ memo new Plan A 1 --template t -q && cat 'Plan A 1 2.md'
      Plan A 1 2.md
      ---
      self: "[[Plan A 1 2]]"
      ---
      [[Plan A 1 2]]
      $ mkdir b && memo new Plan A 1 --dir b --template t -q && tail -n 1 'b/Plan A 1.md'
      b/Plan A 1.md
      [[Plan A 1]]
      $ memo check
      no problems found
      $ memo config titles heading && memo new 'C: #2' --template headed -q && memo new 'D: #2' --template t -q
      C-2.md
      D-2.md
      $ cat C-2.md && tail -n 1 D-2.md
      # C: #2
      [[D-2]]
      """)
  }

  @Test func anUnknownTemplateIsNoMemo() throws {
    let sandbox = try Self.sandbox()
    try sandbox.check(
      """
      $ memo new x --template none
      memo: no template is named 'none'
      hint: the templates are log, meeting
      [3]
      $ memo new x --template ../config
      memo: no template is named '../config'
      hint: the templates are log, meeting
      [3]
      $ rm .memo/templates/*; memo new x --template log
      memo: no template is named 'log'
      hint: a template is a file such as '.memo/templates/meeting.md'
      [3]
      $ ls
      """)
    try sandbox.write("", to: ".memo/templates/a.md")
    let failure = try sandbox.memo("new", "x", "--template", "b", "--json").failure()
    #expect(failure["kind"] as? String == "no-such-template" && failure["candidates"] as? [String] == ["a"])
  }

  @Test func aMemoIsATemplateByItsPath() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("# {{title}}\n\nattendees\n", to: "Templates/Meeting notes.md")
    try sandbox.check(
      """
      $ memo new Kick-off --template 'Templates/Meeting notes' && cat Kick-off.md
      Kick-off.md
      # Kick-off

      attendees
      $ cd Templates && memo new Again --template './meeting notes.md'
      Again.md
      $ memo new x --template 'Meeting notes'
      memo: no template is named 'Meeting notes'
      hint: the templates are log, meeting
      [3]
      $ memo config templates Templates && memo new More --template 'meeting NOTES' && tail -n 1 More.md
      More.md
      attendees
      $ memo config templates ../out
      memo: '../out' cannot hold memos: it is hidden or outside the vault
      [2]
      """)
  }

  @Test func aTemplateThatIsALinkIsRefused() throws {
    let sandbox = try Self.sandbox()
    try sandbox.folder.write("# secret\n", to: "outside.md")
    try sandbox.folder.link(VaultPath("vault/.memo/templates/out.md"), to: "../../../outside.md")
    let run = try sandbox.memo("new", "x", "--template", "out")
    #expect(
      run.errors == """
        memo: the template 'out' is a symbolic link, and links are not followed: put a copy of the file there

        """ && run.end == .exited(3), "\(run.errors)")
  }

  @Test func todayStartsFromItsTemplate() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# 일기 {{title}}\n\n{{date:yyyy}}\n", to: ".memo/templates/today.md")
    try sandbox.check(
      """
      $ test "$(memo today)" = "$(date +%Y-%m-%d).md" && memo today > path
      $ sed "s/$(date +%Y-%m-%d)/TITLE/; s/$(date +%Y)/YEAR/" "$(cat path)"
      # 일기 TITLE

      YEAR
      $ memo append "$(memo today)" more && memo today -q > path && tail -n 1 "$(cat path)"
      more
      """)
  }

  @Test func aTemplateLeftUntouchedInTheEditorLeavesNoFile() throws {
    let sandbox = try Self.sandbox()
    sandbox.variables["MEMO_EDITOR"] = ":"
    for words in [["new", "--edit", "--template", "log"], ["new", "T", "--edit", "--template", "log"]] {
      #expect(try sandbox.run(["memo"] + words, in: "vault", input: [], with: [:]).output.isEmpty)
      #expect(try sandbox.folder.names(in: VaultPath("vault")) == [Array(".memo".utf8)])
    }
    try sandbox.makeProgram("writes", "printf 'more\\n' >> \"$1\"")
    sandbox.variables["MEMO_EDITOR"] = "writes"
    #expect(try sandbox.memo("new", "T", "--edit", "--template", "meeting").text == "T.md\n")
    #expect(try sandbox.text(of: "T.md") == "---\nkind: meeting\n---\n# T\n\n{{unknown}}\nmore\n")
  }
}
