import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct LinkFixTests {
  /// A vault, what another program moves in it, and the texts that differ after the repair.
  struct Case: CustomTestStringConvertible {
    let name: String
    let texts: [String: String]
    let moves: [(from: String, to: String)]
    let repaired: [String: String]
    /// What is left to a person, as `path: target`.
    var left: [String] = []

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "a renamed memo, in every style",
      texts: [
        "plan.md": "# P\n", "a.md": "[[plan]] [[plan.md|x]] [[plan#h]] [l](plan.md#h) [[./plan]] `[[plan]]` [[P]]\r\n",
      ],
      moves: [("plan.md", "주간 계획.md")],
      repaired: [
        "a.md":
          "[[주간 계획]] [[주간 계획.md|x]] [[주간 계획#h]] [l](주간%20계획.md#h) [[./주간 계획]] `[[plan]]` [[P]]\r\n"
      ]),
    Case(
      name: "another folder", texts: ["x/a b.md": "# A\n", "b.md": "[[x/a b]] [l](<x/a b.md>) [[a b]]\n"],
      moves: [("x/a b.md", "y/z/a b.md")], repaired: ["b.md": "[[y/z/a b]] [l](<y/z/a b.md>) [[a b]]\n"]),
    Case(
      name: "links in the memo that moved",
      texts: [
        "x/y/a.md": "[l](../b.md) [[../b]] [t](../../top.md) [c](c.md)\n", "x/b.md": "", "x/y/c.md": "", "top.md": "",
      ],
      moves: [("x/y/a.md", "a.md")],
      // `c` is found by its name.
      repaired: ["a.md": "[l](x/b.md) [[./x/b]] [t](top.md) [c](c.md)\n"]),
    Case(
      name: "both ends", texts: ["x/a.md": "# A\n[b](../y/b.md)\n", "y/b.md": "# B\n[a](../x/a.md)\n"],
      moves: [("x/a.md", "a2.md"), ("y/b.md", "z/b2.md")],
      repaired: ["a2.md": "# A\n[b](z/b2.md)\n", "z/b2.md": "# B\n[a](../a2.md)\n"]),
    Case(
      name: "a chain", texts: ["a.md": "# One\n", "l.md": "[[a]]\n"],
      moves: [("a.md", "b.md"), ("b.md", "c.md"), ("c.md", "d.md")], repaired: ["l.md": "[[d]]\n"]),
    Case(
      name: "a link to a title stays", texts: ["a.md": "# Title\n", "l.md": "[[title]] [[a|T]]\n"],
      moves: [("a.md", "b.md")], repaired: ["l.md": "[[title]] [[b|T]]\n"]),
    Case(
      name: "two memos had the file name",
      texts: ["x/a.md": "# 1\n", "y/a.md": "# 2\n", "l.md": "[[a]] [[x/a]]\n"],
      moves: [("x/a.md", "b.md"), ("y/a.md", "c.md")], repaired: ["l.md": "[[a]] [[b]]\n"], left: ["l.md: a"]),
    Case(
      name: "a name that the style cannot write", texts: ["a.md": "# One\n", "l.md": "[[a]] [l](a.md)\n"],
      moves: [("a.md", "b#c.md")], repaired: ["l.md": "[[a]] [l](b%23c.md)\n"], left: ["l.md: a"]),
  ]

  @Test(arguments: cases)
  func linksThatAMoveBrokeAreRepaired(_ example: Case) throws {
    let vault = try ChangedVault(example.texts)
    for move in example.moves {
      _ = try vault.vault.refresh()
      try vault.folder.makeFolders(VaultPath(move.to).parent)
      try vault.folder.rename(VaultPath(move.from), to: VaultPath(move.to))
    }
    let before = try vault.files()
    try fix(vault)
    let after = try vault.files()
    let changed = after.filter { $0.value.bytes != before[$0.key]?.bytes }
    #expect(
      Dictionary(uniqueKeysWithValues: changed.map { ($0.key.text, String(decoding: $0.value.bytes, as: UTF8.self)) })
        == example.repaired)
    #expect(after.mapValues(\.modified) == before.mapValues(\.modified))
    #expect(try broken(in: vault) == example.left)
    _ = try vault.history.undo()
    #expect(try vault.files() == before)
  }

  @Test func aMovedFolderOfThirtyMemosIsFollowed() throws {
    var texts = ["index.md": ""]
    for number in 0..<30 {
      texts["묶음/memo \(number).md"] = "# M\(number)\n[[묶음/memo \((number + 1) % 30)]] [i](../index.md)\n"
      texts["index.md"]? += "- [\(number)](<묶음/memo \(number).md>) [[묶음/memo \(number)]]\n"
    }
    let vault = try ChangedVault(texts)
    _ = try vault.vault.refresh()
    try vault.folder.makeFolders(VaultPath("x"))
    try vault.folder.rename(VaultPath("묶음"), to: VaultPath("x/새 묶음"))
    let operation = try #require(try fix(vault))
    #expect(operation.changed.count == 31)
    #expect(try broken(in: vault) == [])
    #expect(try vault.texts()["x/새 묶음/memo 3.md"] == "# M3\n[[x/새 묶음/memo 4]] [i](../../index.md)\n")
    #expect(try vault.texts()["index.md"]?.hasPrefix("- [0](<x/새 묶음/memo 0.md>) [[x/새 묶음/memo 0]]\n") == true)
  }

  @Test func withoutMemoryAnOnlyNamesakeIsTaken() throws {
    let vault = try ChangedVault([
      "a.md": "[x](old/one.md) [[old/one]] [y](old/two.md) [[gone]] [z](old/three.markdown)\n",
      "new/one.md": "# 1", "p/two.md": "# 2", "q/two.md": "# 3", "new/three.md": "",
    ])
    let check = VaultCheck(vault.vault, try vault.vault.refresh())
    let meant = check.problems().compactMap { problem -> LostTarget? in
      if case .brokenLink(_, let meant) = problem.kind { meant } else { nil }
    }
    let twins = LostTarget.several(count: 2, candidates: [VaultPath("p/two.md"), VaultPath("q/two.md")])
    let one = LostTarget.namesake(VaultPath("new/one.md"))
    #expect(meant == [one, one, twins, .unknown, .unknown])
    try fix(vault)
    #expect(
      try vault.texts()["a.md"] == "[x](new/one.md) [[new/one]] [y](old/two.md) [[gone]] [z](old/three.markdown)\n")
  }

  @Test func recordedMovesAreVerified() throws {
    let vault = try ChangedVault(["a.md": "[[secret]] [[b]] [[gone]]\n", "b.md": "# B\n", "c.md": "# C\n"])
    let lies = "secret.md\0../../etc/passwd\0b.md\0c.md\0gone.md\0none.md\0"
    try vault.folder.write(lies, to: ".memo/moves/known")
    #expect(try fix(vault) == nil)
    #expect(try broken(in: vault) == ["a.md: secret", "a.md: gone"])
  }

  @Test func aMemoSavedSinceIsNotOverwritten() throws {
    let vault = try ChangedVault(["a.md": "[x](old/b.md)\n", "new/b.md": "# B\n"])
    let check = VaultCheck(vault.vault, try vault.vault.refresh())
    let plan = try check.fix(check.problems())
    try vault.folder.write("[x](old/b.md) and more\n", to: "a.md")
    #expect(throws: OperationError.changed([VaultPath("a.md")])) { try plan.carryOut(by: vault.history, at: 1) }
    #expect(try vault.texts()["a.md"] == "[x](old/b.md) and more\n")
  }

  @discardableResult
  private func fix(_ vault: ChangedVault) throws -> PastOperation? {
    let check = VaultCheck(vault.vault, try vault.vault.refresh())
    return try check.fix(check.problems()).carryOut(by: vault.history, at: 1)
  }

  /// The broken links that `check` reports, as `path: target`.
  private func broken(in vault: ChangedVault) throws -> [String] {
    VaultCheck(vault.vault, try vault.vault.refresh()).problems().compactMap { problem in
      guard case .brokenLink(let target, _) = problem.kind else { return nil }
      return "\(problem.path.text): \(target)"
    }
  }
}
