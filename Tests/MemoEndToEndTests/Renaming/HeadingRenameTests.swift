import MemoTestSupport
import Testing

/// `memo rename REF#HEADING TEXT`, and the anchors that `memo check` does not find.
@Suite(.waitsForPrograms) struct HeadingRenameTests {
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# Plan\n\nsee [[#Risks]]\n\n## Risks\n\n## Risks\n\nend ^note\n", to: "plan.md", day: 9)
    let links = "# A\n\n[[plan#Risks|r]] [x](plan.md#risks-1) [[plan#^note]] [r][r]\n\n[r]: plan.md#risks 'So'\n"
    try sandbox.write(links, to: "a.md", day: 8)
    try sandbox.write("# C# notes\n", to: "c.md", day: 7)
    return sandbox
  }

  @Test func linksInFrontMatterStayWhatYAMLReads() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# Plan\n\n## A\n", to: "plan.md", day: 9)
    try sandbox.write("---\nup: '[[plan#A]]'\nf: \"[[plan#A]]\"\n---\n# X\n[[plan#A]]\n", to: "x.md", day: 8)
    _ = try sandbox.memo("rename", "plan#A", "Ann's \"A\" list")
    try sandbox.check(
      """
      $ memo show x
      ---
      up: '[[plan#Ann s A list]]'
      f: "[[plan#Ann s A list]]"
      ---
      # X
      [[plan#Ann's "A" list]]
      $ memo check
      no problems found
      """)
  }

  @Test func aHeadingIsRenamedWithTheLinksToIt() throws {
    let sandbox = try Self.sandbox()
    try sandbox.check(
      """
      $ memo rename plan#Risks Open questions
      updated links in 1 other memo
      plan.md
      $ memo show plan a
      # Plan

      see [[#Open questions]]

      ## Open questions

      ## Risks

      end ^note
      # A

      [[plan#Open questions|r]] [x](plan.md#risks) [[plan#^note]] [r][r]

      [r]: plan.md#open-questions 'So'
      $ memo check
      no problems found
      $ memo undo
      undid 'rename': 'a.md', 'plan.md'
      $ memo rename --dry-run 'plan#none' x
      memo: 'plan.md' has no heading 'none'
      hint: its headings: Plan, Risks, Risks
      [3]
      $ memo rename plan#Risks 'C #'
      memo: 'C #' cannot be a heading: it would not be read back as the same text
      [2]
      $ memo rename plan#Risks ''
      memo: the heading is empty
      [2]
      $ memo rename 'C# notes' 'C notes'
      renamed to 'C notes'; the file is still 'c.md'
      hint: the file was not named after the title; to rename it: memo move c.md C-notes.md
      c.md
      $ memo rename 'F# notes' 'F notes'
      memo: no memo is named 'F# notes'
      hint: did you mean 'C notes'?
      [3]
      """)
  }

  @Test func aLinkToABlockIsNoneToAHeadingOfItsName() throws {
    let sandbox = try Sandbox()
    let plan = "# Summary\n\n## Open questions\n\nq\n\n## Notes\n\nWhy? ^open-questions\n\nsum ^summary\n"
    try sandbox.write(plan, to: "n.md", day: 9)
    let links = "[[n#^open-questions]] [x](n.md#^open-questions) ![[n#^summary]] [[n#Open questions]]\n"
    try sandbox.write(links, to: "b.md", day: 8)
    try sandbox.check(
      """
      $ memo rename 'n.md#Open questions' Closed && cat b.md && memo undo -q
      updated links in 1 other memo
      n.md
      [[n#^open-questions]] [x](n.md#^open-questions) ![[n#^summary]] [[n#Closed]]
      $ memo rename n.md Overview -q && cat b.md && memo undo -q
      n.md
      [[n#^open-questions]] [x](n.md#^open-questions) ![[n#^summary]] [[n#Open questions]]
      $ memo rename 'n.md#^open-questions' Closed
      memo: 'n.md' has no heading '^open-questions'
      hint: its headings: Summary, Open questions, Notes
      [3]
      $ memo check
      no problems found
      """)
  }

  @Test func commandsTakeTheHeadingThatIsSpelledSoBeforeOneThatReadsAlike() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# Langs\n\n## C\n\nc\n\n## C++\n\ncpp\n\n## C#\n\ncs\n", to: "l.md", day: 9)
    try sandbox.write("[[l#C]] [x](l.md#c-1) [y](l.md#c-2)\n", to: "b.md", day: 8)
    try sandbox.check(
      """
      $ memo show 'l.md#c++'; memo show 'l.md#Langs#C#'
      ## C++

      cpp

      ## C#

      cs
      $ memo append 'l.md#C++' more -q && grep -n more l.md && memo undo -q
      10:more
      $ memo rename 'l.md#C#' 'C sharp' -q && grep '^##' l.md && cat b.md
      l.md
      ## C
      ## C++
      ## C sharp
      [[l#C]] [x](l.md#c-1) [y](l.md#c-sharp)
      $ memo extract 'l.md#C++' Cpp -q && cat Cpp.md b.md && memo check
      Cpp.md
      # Cpp

      cpp
      [[l#C]] [x](Cpp.md#cpp) [y](l.md#c-sharp)
      no problems found
      """)
  }

  @Test func aHeadingThatLinksCouldNotTellFromAnotherIsRefused() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# A\n\n## One\n\n## Two\n\n## Three\n", to: "a.md", day: 9)
    try sandbox.write("[[a#Two]] [x](a.md#two)\n", to: "b.md", day: 8)
    try sandbox.check(
      """
      $ memo rename a#Two One
      memo: cannot rename the heading to 'One': the link to 'a#Two' in 'b.md' could no longer name it
      hint: choose a text that no other heading of the memo has
      [7]
      $ memo rename a#One Two
      memo: cannot rename the heading to 'Two': the link to 'a#Two' in 'b.md' could no longer name it
      hint: choose a text that no other heading of the memo has
      [7]
      $ memo rename a#Three Two
      a.md
      $ memo show b
      [[a#Two]] [x](a.md#two)
      """)
  }

  @Test func aRenamedTitleTakesItsAnchorsAlong() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# Plan\n", to: "plan.md", day: 9)
    try sandbox.write("[[plan#Plan]] [x](plan.md#plan)\n", to: "a.md", day: 8)
    _ = try sandbox.memo("rename", "plan.md", "Road map")
    #expect(try sandbox.text(of: "a.md") == "[[Road map#Road map]] [x](Road-map.md#road-map)\n")
    #expect(try sandbox.memo("check").end == .exited(0))
  }

  @Test func checkNamesAnchorsThatAreNotThere() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("[[plan#Costs]] [[plan#^x]] [y](#z) [[#Risks]] [[none#a]] [[plan#Risks]]\n", to: "b.md", day: 6)
    try sandbox.check(
      """
      $ memo check | grep ^b.md
      b.md:1:1: broken-anchor: 'plan.md' has no heading 'Costs'
      b.md:1:16: broken-anchor: 'plan.md' has no block '^x'
      b.md:1:28: broken-anchor: 'b.md' has no heading 'z'
      b.md:1:36: broken-anchor: 'b.md' has no heading 'Risks'
      b.md:1:47: broken-link: no memo is named 'none'
      """)
  }
}
