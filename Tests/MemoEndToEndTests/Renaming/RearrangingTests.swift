import MemoTestSupport
import Testing

/// `outline`, `mentions`, `extract`, `merge` and `tags add|remove` where there is little to work on, or something odd.
@Suite(.waitsForPrograms) struct RearrangingTests {
  private static let commands = [
    "outline x", "mentions x", "mentions x --link --yes", "extract x#y", "merge x y", "tags add t x", "tags remove t x",
    "list --links-to x --distance 2", "list --no-links-to x",
  ]

  @Test func inAnEmptyVaultEachSaysSoAndWhatElseToTry() throws {
    let sandbox = try Sandbox()
    let expected = "memo: no memo is named 'x'\nhint: to look for it in the text of memos: memo search x\n"
    for command in Self.commands {
      let run = try sandbox.shell("memo \(command)")
      #expect(run.end == .exited(3), "\(command): \(run.errors)")
      #expect(run.errors == expected && run.output.isEmpty, "\(command): \(run.errors)")
    }
    for command in ["list --dead-end", "list --sort random", "list --exclude '*'", "list --created-since 7d", "tags"] {
      let run = try sandbox.shell("memo \(command)")
      #expect(run.end == .exited(0) && run.output.isEmpty && run.errors.isEmpty, "\(command): \(run.errors)")
    }
  }

  @Test func anExtractedMemoWithAnotherNameThanItsTitleIsReported() throws {
    let sandbox = try Sandbox()
    try sandbox.write("## Costs: 2026/27?\n\nx\n\n## A\n\ny\n\n## B\n\nz\n", to: "X.md")
    try sandbox.write("a\n", to: "A.md")
    try sandbox.check(
      """
      $ memo config titles file-name
      $ memo extract 'X#A'
      another file is already named 'A'; the memo is called 'A 2'
      A 2.md
      $ memo extract 'X#Costs: 2026/27?'
      the file name leaves out some of 'Costs: 2026/27?'; the memo is called 'Costs 2026 27'
      Costs 2026 27.md
      $ memo extract 'X#B'
      B.md
      """)
  }

  @Test(
    arguments: [
      ("extract 'my memo.md'", "memo: 'my memo.md' names no section"), ("tags add t", "memo: missing REF"),
      ("tags remove t", "memo: missing REF"), ("tags rename t", "memo: missing NEW"), ("tags add", "memo: missing TAG"),
      ("merge 'my memo.md'", "memo: missing OTHER"),
      ("merge", "memo: missing REF"),
      ("merge 'my memo.md' 'my memo.md'", "memo: cannot merge 'my memo.md' with itself"),
      ("tags add 'a b' 'my memo.md'", "memo: 'a b' cannot be a tag:"), ("today frob", "memo: 'frob' is not a day"),
      ("today 'last week'", "memo: 'last week' is not a single day"),
      ("list --since frob", "memo: 'frob' is not a date"),
      ("list --since 'Thursday, 2026-11-20'", "memo: 'Thursday, 2026-11-20' is not a date: 2026-11-20 is a Friday"),
      ("today '2026년 11월 20일 목요일'", "memo: '2026년 11월 20일 목요일' is not a date: 2026-11-20 is a Friday"),
      ("show 'my memo.md' --at '2026-11-20 (목)'", "memo: '2026-11-20 (목)' is not a date: 2026-11-20 is a Friday"),
      ("list --where 'due<2026-11-20 (목)'", "memo: '2026-11-20 (목)' is not a date: 2026-11-20 is a Friday"),
      ("list --since 2027-02-29", "memo: '2027-02-29' is not a date: 2027 is not a leap year; the next one is 2028"),
      (
        "list --where 'due<Feb 29, 2027'",
        "memo: 'Feb 29, 2027' is not a date: 2027 is not a leap year; the next one is 2028"
      ),
      ("list --created-until frob", "memo: 'frob' is not a date"),
      ("list --distance 2", "memo: --distance needs --links-to or --linked-from"),
      ("list --distance -1 --links-to x", "memo: invalid value '-1' for --distance"),
      ("list --sort rand", "memo: invalid value 'rand' for --sort"),
      ("mentions 'my memo.md' --link", "memo: cannot ask: not a terminal"),
    ])
  func whatIsNotUnderstoodGetsOneLine(command: String, line: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("# My memo\n\n## Part\n", to: "my memo.md", day: 2)
    try sandbox.write("# Other\n\nmy memo\n", to: "other.md", day: 1)
    let run = try sandbox.shell("memo \(command)")
    #expect(run.end == .exited(2), "\(command): \(run.errors)")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix(line) == true && lines.count { $0.hasPrefix("memo: ") } == 1, "\(run.errors)")
    #expect(run.output.isEmpty, "\(run.text)")
  }

  /// What begins with `#` may be text: a tag.
  @Test func aSectionWithALineBelowItsHeadingBecomesAMemo() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# A\n\n#work plan\n---\n\ntext\n\nNext\n---\n\nmore\n", to: "a.md", day: 1)
    try sandbox.check(
      """
      $ memo extract a#Next Two words && cat Two-words.md
      Two-words.md
      Two words
      ===

      more
      $ memo extract 'a##work plan' && cat work-plan.md
      work-plan.md
      #work plan
      ===

      text

      [[Two words]]
      $ memo undo -q && memo extract 'a##work plan' '> x'
      memo: '> x' cannot be a heading: it would not be read back as the same text
      [2]
      """)
  }

  @Test func manyAtTheSameTimeAllSucceed() throws {
    let sandbox = try Sandbox()
    let sections = (1...6).map { "\n## Part \($0)\n\ntext \($0)\n" }
    try sandbox.write("# All\n" + sections.joined(), to: "all.md", day: 1)
    func all(_ command: String) throws {
      let run = try sandbox.shell(
        "for n in 1 2 3 4 5 6; do \(command) & all=\"$all $!\"; done; for one in $all; do wait $one || exit 1; done")
      #expect(run.end == .exited(0), "\(command): \(run.text)\(run.errors)")
    }
    try all(#"memo extract "all#Part $n""#)
    for number in 1...6 {
      // The link to the section below is at the end of this one, or became that of the memo above.
      let text = try sandbox.text(of: "Part-\(number).md")
      #expect(text?.hasPrefix("# Part \(number)\n\ntext \(number)\n") == true, "\(text ?? "")")
    }
    try all(#"memo merge all "Part $n""#)
    let text = try sandbox.text(of: "all.md") ?? ""
    for number in 1...6 { #expect(text.contains("# Part \(number)\n\ntext \(number)\n"), "\(text)") }
    #expect(try sandbox.shell("ls").text == "all.md\n")
  }

  @Test func theLabelsOfDefinitionsFollowTheLinksThatTheyRepeat() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# Plan\n\n## Risks\n\nmany\n", to: "plan.md", day: 1)
    try sandbox.write("# Big\n", to: "big.md", day: 1)
    let links = "[[plan]] [[plan#Risks]]\n\n[plan]: plan.md \"Plan\"\n[plan#Risks]: plan.md#Risks \"Plan\"\n"
    try sandbox.write("# N\n\n\(links)", to: "n.md", day: 1)
    try sandbox.check(
      """
      $ memo extract plan#Risks -q && tail -n 4 n.md && memo undo -q
      Risks.md
      [[plan]] [[Risks#Risks]]

      [plan]: plan.md "Plan"
      [Risks#Risks]: Risks.md#Risks "Plan"
      $ memo merge big plan -q && tail -n 4 n.md
      big.md
      [[big]] [[big#Risks]]

      [big]: big.md "Plan"
      [big#Risks]: big.md#Risks "Plan"
      """)
  }

  @Test func aLinkToABlockFollowsTheBlockAndNoHeadingOfItsName() throws {
    let sandbox = try Sandbox()
    let plan = "# Summary\n\n## Open questions\n\nq\n\n## Notes\n\nWhy? ^open-questions\n\nsum ^summary\n"
    try sandbox.write(plan, to: "n.md", day: 9)
    try sandbox.write("[[n#^open-questions]] [x](n.md#^open-questions) ![[n#^summary]]\n", to: "b.md", day: 8)
    try sandbox.write("# A\n\np ^budget\n\n[[#^budget]]\n", to: "a.md", day: 7)
    try sandbox.write("# Budget\n\nx\n", to: "c.md", day: 6)
    try sandbox.check(
      """
      $ memo extract n.md#Notes && cat b.md && memo check && memo undo -q
      updated links in 1 other memo
      Notes.md
      [[Notes#^open-questions]] [x](Notes.md#^open-questions) ![[Notes#^summary]]
      no problems found
      $ memo extract 'n.md#Open questions' && cat b.md && memo check && memo undo -q
      Open-questions.md
      [[n#^open-questions]] [x](n.md#^open-questions) ![[n#^summary]]
      no problems found
      $ memo merge a.md c.md -q && cat a.md && memo check
      a.md
      # A

      p ^budget

      [[#^budget]]

      # Budget

      x
      no problems found
      """)
  }

  @Test func anotherTitleKeepsTheNameOfTheHeadingsBlock() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# N\n\n## Costs ^c1\n\nx\n\nMore ^c2\n---\n\ny\n", to: "n.md", day: 9)
    try sandbox.write("# B\n\n[[n#^c1]] [[n#^c2]]\n", to: "b.md", day: 8)
    try sandbox.check(
      """
      $ memo extract 'n.md#Costs ^c1' Spending -q && cat Spending.md
      Spending.md
      # Spending ^c1

      x
      $ memo extract 'n.md#More ^c2' Rest -q && cat Rest.md
      Rest.md
      Rest ^c2
      ===

      y
      $ tail -n 1 b.md && memo check
      [[Spending#^c1]] [[Rest#^c2]]
      no problems found
      $ memo undo -q && memo extract 'n.md#More ^c2' 'Rest ^new' -q && head -n 1 Rest-new.md
      Rest-new.md
      Rest ^new
      """)
  }

  @Test func namesWithSpacesAreNoTrouble() throws {
    let sandbox = try Sandbox()
    let plan = "# My plan\n\nsee [[#The costs]]\n\n## The costs\n\n100 [[my plan]]\n"
    try sandbox.write(plan, to: "a b/my plan.md", day: 9)
    try sandbox.write("# Two words\n\nMy plan, [c](a%20b/my%20plan.md#the-costs)\n", to: "two words.md", day: 8)
    try sandbox.check(
      """
      $ cd 'a b' && memo outline 'my plan'
      my plan.md:1:# My plan
      my plan.md:5:## The costs
      $ cd 'a b' && memo mentions 'my plan'
      ../two words.md:3:1:My plan, [c](a%20b/my%20plan.md#the-costs)
      $ cd 'a b' && memo mentions 'my plan' --link --yes
      linked mentions in 1 memo
      $ cd 'a b' && memo extract 'my plan.md#The costs'
      updated links in 1 other memo
      The-costs.md
      $ cd 'a b' && cat 'my plan.md' The-costs.md '../two words.md'
      # My plan

      see [[The costs#The costs]]

      [[The costs]]
      # The costs

      100 [[my plan]]
      # Two words

      [[My plan]], [c](a%20b/The-costs.md#the-costs)
      $ cd 'a b' && memo tags add 'to-do' 'my plan' '../two words.md'
      added 'to-do' to 2 memos
      $ cd 'a b' && memo tags remove 'to-do' 'two words'
      removed 'to-do' from '../two words.md'
      $ cd 'a b' && memo merge 'my plan' '../two words.md'
      moved '../two words.md' to the trash; 'memo undo' restores it
      my plan.md
      $ cd 'a b' && cat 'my plan.md'
      # My plan

      #to-do

      see [[The costs#The costs]]

      [[The costs]]

      # Two words

      [[My plan]], [c](The-costs.md#the-costs)
      $ cd 'a b' && memo undo
      undid 'merge': 'my plan.md', '../two words.md'
      """)
  }

  @Test func aLinkInSingleQuotesGetsOthersWhereANameHasAnApostrophe() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# B\n\n## H\n\ntext\n", to: "b.md", day: 9)
    try sandbox.write("---\nup: '[[b#H]]'\n---\n# X\n", to: "x.md", day: 8)
    let run = try sandbox.memo("extract", "b.md#H", "Ann's")
    #expect(run.errors == "updated links in 1 other memo\n")
    try sandbox.check(
      """
      $ memo show x
      ---
      up: "[[Ann's#Ann s]]"
      ---
      # X
      """)
  }
}
