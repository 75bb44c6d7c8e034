import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct CheckFixTests {
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# 첫 계획\n", to: "계획.md", day: 1)
    try sandbox.write("# Next\n\n- [[계획]] [[none]]\n- [the plan](계획.md)\n", to: "next one.md", day: 2)
    return sandbox
  }

  /// A memo of another device still links to the old name.
  @Test func linksToAMemoThatWasRenamedHereFollowWhenTheyCome() throws {
    let devices = try Devices.inStep()
    #expect(try devices.memo(0, ["rename", "a.md", "Plan of it"]).end == .exited(0))
    try devices.write("# B\n[[a]] and [it](a.md)\n", to: "b.md", on: 1)
    for device in [1, 0, 1] { try devices.mustSync(device) }
    for device in [0, 1] {
      let text = try devices.files(device)[VaultPath("b.md")].map { String(decoding: $0, as: UTF8.self) }
      #expect(text == "# B\n[[Plan of it]] and [it](Plan-of-it.md)\n", "device \(device)")
      #expect(try devices.memo(device, ["check"]).end == .exited(0), "device \(device)")
    }
    #expect(try devices.memo(0, ["undo"]).errors.contains("'sync'"), "the links first")
    #expect(try devices.memo(0, ["undo"]).errors.contains("'rename'"))
    #expect(try devices.memo(0, ["check"]).end == .exited(0), "the old name is there again")
  }

  /// It was written after the new name was there.
  @Test func linksToAnOldNameOfAMemoAreRepairedOnEachDevice() throws {
    let devices = try Devices.inStep()
    #expect(try devices.memo(0, ["rename", "a.md", "Plan of it"]).end == .exited(0))
    for device in [0, 1] { try devices.mustSync(device) }
    try devices.write("# B\n[[a]] and [it](a.md)\n", to: "b.md", on: 1)
    for device in [1, 0] { try devices.mustSync(device) }
    for device in [0, 1] {
      let run = try devices.memo(device, ["check", "--fix", "--dry-run", "--json"])
      #expect(run.text.contains("Plan-of-it.md"), "device \(device): \(run.text)\(run.errors)")
    }
    #expect(try devices.memo(0, ["undo"]).end == .exited(0))
    #expect(try devices.memo(0, ["check"]).end == .exited(0), "the old name is there again")
  }

  @Test func linksToAMemoThatWasMovedAreRepaired() throws {
    try Self.sandbox().check(
      """
      $ memo list --paths
      next one.md
      계획.md
      $ mkdir -p 일 && mv 계획.md '일/새 계획.md' && memo check
      next one.md:3:3: broken-link: no memo is named '계획'; it moved to '일/새 계획.md'
      next one.md:3:10: broken-link: no memo is named 'none'
      next one.md:4:3: broken-link: no memo is named '계획.md'; it moved to '일/새 계획.md'
      'memo check --fix' can repair 2 links
      [1]
      $ memo check --fix
      diff --git a/next one.md b/next one.md
      --- a/next one.md\t
      +++ b/next one.md\t
      @@ -3,2 +3,2 @@
      -- [[계획]] [[none]]
      -- [the plan](계획.md)
      +- [[새 계획]] [[none]]
      +- [the plan](일/새%20계획.md)
      memo: cannot ask: not a terminal
      hint: use --yes to go ahead without asking
      [2]
      $ memo check --fix --dry-run --json | tr '{' '\\n' | sed 1d | cut -d, -f 1-4,6-
      "problems":[
      "code":"broken-link","path":"next one.md","line":3,"column":10,"candidates":[]}],"fixed":[
      "code":"broken-link","path":"next one.md","line":3,"column":3,"candidates":["일/새 계획.md"]},
      "code":"broken-link","path":"next one.md","line":4,"column":3,"candidates":["일/새 계획.md"]}],"changed":["next one.md"]}
      $ memo check --fix --yes | tail -n 1
      repaired 2 links in 1 memo; 'memo undo' takes it back
      next one.md:3:12: broken-link: no memo is named 'none'
      $ cat 'next one.md' && memo check --fix --yes
      # Next

      - [[새 계획]] [[none]]
      - [the plan](일/새%20계획.md)
      next one.md:3:12: broken-link: no memo is named 'none'
      no problems that can be repaired
      [1]
      $ memo list --format '{path} {modified}'
      next one.md 2026-05-02T12:00:00.000001000Z
      일/새 계획.md 2026-05-01T12:00:00.000000000Z
      $ memo undo && mv '일/새 계획.md' 계획.md && memo check
      undid 'check --fix': 'next one.md'
      next one.md:3:10: broken-link: no memo is named 'none'
      [1]
      """)
  }

  @Test func theCacheMayGoOnceTheMoveWasSeen() throws {
    try Self.sandbox().check(
      """
      $ memo list --paths && mv 계획.md plan.md && memo list --paths
      next one.md
      계획.md
      next one.md
      plan.md
      $ rm -r .memo/cache && memo check -q 2>&1 | head -n 1
      next one.md:3:3: broken-link: no memo is named '계획'; it moved to 'plan.md'
      $ memo check --fix --yes --json | tr '{' '\\n' | tail -n 1 | cut -d, -f 6-
      "candidates":["plan.md"]}],"changed":["next one.md"]}
      """)
  }

  @Test func aPersonIsAsked() throws {
    let sandbox = try Self.sandbox()
    try sandbox.check("$ memo list -q --paths | wc -l && mv 계획.md plan.md\n2")
    let before = try sandbox.text(of: "next one.md")
    let first = try TerminalScreen("memo check --fix", in: sandbox)
    try first.wait(for: "rewrite 2 links in 1 memo? [y/N]")
    #expect(try first.lines().contains("+- [the plan](plan.md)"))
    try first.press("Enter")
    #expect(try first.waitForEnd(code: 1).contains("nothing was changed"))
    #expect(try sandbox.text(of: "next one.md") == before)
    let second = try TerminalScreen("memo check --fix", in: sandbox)
    try second.wait(for: "[y/N]")
    try second.type("y")
    try second.press("Enter")
    try second.waitForEnd(code: 1)
    #expect(try sandbox.text(of: "next one.md") == "# Next\n\n- [[plan]] [[none]]\n- [the plan](plan.md)\n")
  }

  @Test func linksOfAMemoThatCannotBeWrittenAreReportedOnce() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# Part #1\n", to: "s/a.md", day: 9)
    try sandbox.write("# H\n[[s/a]] [[s/a|x]] [x](s/a.md)\n[[s/a]]\n", to: "h.md", day: 8)
    try sandbox.check(
      """
      $ memo move s/a.md 's/C# notes.md'
      memo: the 3 links to 's/a' in 'h.md' no longer lead where they did: this kind of link cannot be written with the new name
      updated links in 1 other memo
      s/C# notes.md
      """)
  }

  @Test func aRepairThatCannotBeWrittenIsNotPromised() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# Part #1\n", to: "s/a.md", day: 9)
    try sandbox.write("# H\n[[s/a]]\n", to: "h.md", day: 8)
    try sandbox.check(
      """
      $ memo move s/a.md 's/C# notes.md'
      memo: the link to 's/a' in 'h.md' no longer leads where it did: this kind of link cannot be written with the new name
      s/C# notes.md
      $ memo check
      h.md:2:1: broken-link: no memo is named 's/a'; it moved to 's/C# notes.md'
      [1]
      """)
  }
}
