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
      name: "a heading with quotes, between quotes",
      texts: [
        "p.md": "# P\n## A's b\n", "x.md": "---\nup: '[[p#As b]]'\nf: \"[[p#As b]]\"\n---\n[[p#As b]]\n",
      ],
      moves: [],
      repaired: ["x.md": "---\nup: '[[p#A s b]]'\nf: \"[[p#A's b]]\"\n---\n[[p#A's b]]\n"]),
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
      moves: [("a.md", "b#c.md")], repaired: ["l.md": "[[One]] [l](b%23c.md)\n"], left: []),
    Case(
      name: "nor the title", texts: ["a.md": "# F#\n", "l.md": "[[a]] [l](a.md)\n"],
      moves: [("a.md", "b#c.md")], repaired: ["l.md": "[[a]] [l](b%23c.md)\n"], left: ["l.md: a"]),
  ]

  @Test(arguments: cases)
  func linksThatAMoveBrokeAreRepaired(_ example: Case) throws {
    let vault = try ChangedVault(example.texts)
    for move in example.moves {
      _ = try vault.refresh()
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
    for (path, file) in before {
      let step = changed[path] == nil ? 0 : FileStamp.step
      #expect(after[path]?.modified == file.modified + step, "\(path)")
    }
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
    _ = try vault.refresh()
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
    let check = VaultCheck(vault.vault, try vault.refresh())
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

  @Test func aMemoThatIsIgnoredIsReportedAsThat() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"ignore\": [\"Tpl/\", \"Ex/\"]}", to: ".memo/config.json")
    try folder.write("", to: "Tpl/Note.md")
    try folder.write("", to: "Ex/Draw.excalidraw.md")
    try folder.write("[[Note]] [[Tpl/Note#A]] ![[Draw.excalidraw]] [[None]] [n](Tpl/Note.md)\n", to: "a.md")
    let vault = try folder.openVault()
    let meant = VaultCheck(vault, try vault.readAll()).problems().map { problem -> LostTarget? in
      switch problem.kind {
      case .brokenLink(_, let meant), .brokenAttachment(_, let meant): meant
      default: nil
      }
    }
    let note = LostTarget.ignored(VaultPath("Tpl/Note.md"))
    #expect(meant == [note, note, .ignored(VaultPath("Ex/Draw.excalidraw.md")), .unknown])
  }

  @Test func aMemoInTheTrashIsNotReplacedByAnotherOfItsName() throws {
    let vault = try ChangedVault([
      "l.md": "[[a/n]] [x](a/n.md) [[First]] [y](b/n.md)\n", "a/n.md": "# First\n", "b/n.md": "# Second\n",
      "c/First.md": "",
    ])
    let before = try vault.texts()["l.md"]
    let trash = Trash(of: vault.vault, history: vault.history)
    let items = try trash.delete([vault.read("a/n.md")], at: 1)
    let problems = VaultCheck(vault.vault, try vault.refresh()).problems()
    let meant = problems.compactMap { problem -> LostTarget? in
      if case .brokenLink(_, let meant) = problem.kind { meant } else { nil }
    }
    #expect(meant == [.trashed(VaultPath("a/n.md")), .trashed(VaultPath("a/n.md"))])
    try fix(vault)
    #expect(try vault.texts()["l.md"] == before)
    _ = try trash.restore(items[0], at: 2)
    #expect(VaultCheck(vault.vault, try vault.refresh()).problems().filter { $0.code == "broken-link" }.isEmpty)
    // Nor once it is gone for good.
    _ = try trash.delete([vault.read("a/n.md")], at: 3)
    _ = try trash.empty(of: trash.items())
    try fix(vault)
    let after = try vault.texts()["l.md"]
    #expect(after == before)
  }

  @Test func aMemoThatWentIsNotReplacedByAnotherOneThatWasThereBesideIt() throws {
    let text = "# Home\n\n[[Projects/Alpha]] [m](Projects/Alpha.md)\n"
    let vault = try ChangedVault(["Archive/Alpha.md": "# Old\n", "Projects/Alpha.md": "# New\n", "Home.md": text])
    _ = try vault.refresh()
    try vault.folder.makeFolders(VaultPath(".trash"))
    try vault.folder.rename(VaultPath("Projects/Alpha.md"), to: VaultPath(".trash/Alpha.md"))
    try fix(vault)
    #expect(try vault.texts()["Home.md"] == text)
    #expect(try broken(in: vault) == ["Home.md: Projects/Alpha", "Home.md: Projects/Alpha.md"])
    try vault.folder.rename(VaultPath(".trash/Alpha.md"), to: VaultPath("Projects/Alpha.md"))
    #expect(try broken(in: vault).isEmpty)
  }

  /// - Parameter isAtOnce: whether the new memo is there when the old one is first seen to be gone.
  @Test(arguments: [true, false]) func aMemoThatCameUnderTheNameOfOneThatWentIsTakenForIt(isAtOnce: Bool) throws {
    let vault = try ChangedVault(["x/one.md": "# 1\nold\n", "a.md": "[[x/one]]\n"])
    _ = try vault.refresh()
    try vault.folder.remove(VaultPath("x/one.md"))
    if !isAtOnce { _ = try vault.refresh() }
    try vault.folder.write("# One\nnew\n", to: "y/one.md")
    try fix(vault)
    #expect(try vault.texts()["a.md"] == "[[y/one]]\n")
  }

  /// As `delete` writes them where another memo of the same name is left.
  @Test func linksFromTheRootToAMemoInTheTrashAreBroken() throws {
    let vault = try ChangedVault([
      "l.md": "[[/del]] [x](/del.md) [y](/about.md) [z](/del) ![[/a.png]]\n", "del.md": "# Del\n",
      "s/del.md": "# Other\n",
    ])
    func broken() throws -> [LostTarget] {
      VaultCheck(vault.vault, try vault.refresh()).problems().compactMap { problem in
        if case .brokenLink(_, let meant) = problem.kind { meant } else { nil }
      }
    }
    #expect(try broken().isEmpty)
    let trash = Trash(of: vault.vault, history: vault.history)
    let items = try trash.delete([vault.read("del.md")], at: 1)
    #expect(try broken() == Array(repeating: .trashed(VaultPath("del.md")), count: 3))
    let before = try vault.texts()["l.md"]
    try fix(vault)
    #expect(try vault.texts()["l.md"] == before)
    _ = try trash.restore(items[0], at: 2)
    #expect(try broken().isEmpty)
  }

  @Test func aRenameThatWasUndoneIsNoMoveToFollow() throws {
    let vault = try ChangedVault(["draft.md": "# Draft\n", "l.md": "[[idea]] [[old]]\n", "old.md": "# Elder\n"])
    _ = try vault.refresh()
    for (old, new) in [("old.md", "draft2.md"), ("draft2.md", "later.md"), ("draft.md", "idea.md")] {
      let draft = try vault.history.begin("move", at: 1)
      try draft.move(VaultPath(old), to: VaultPath(new), read: vault.read(old).hash)
      _ = try draft.commit()
    }
    for _ in 0..<2 { _ = try vault.history.undo() }
    let meant = VaultCheck(vault.vault, try vault.refresh()).problems().compactMap { problem -> String? in
      if case .brokenLink(let target, let meant) = problem.kind { "\(target) \(meant.path?.text ?? "?")" } else { nil }
    }
    #expect(meant == ["idea ?", "old draft2.md"])
  }

  @Test func ofSeveralNamesakesTheOneWithTheLongestCommonEndIsTaken() throws {
    let vault = try ChangedVault([
      "l.md": "[[old/Work/Plan]] [p](old/Work/Plan.md) [[old/Home/Plan]] [[old/Other/Plan]] [[old/Twin/Plan]]\n",
      "a/Work/Plan.md": "", "b/Home/Plan.md": "", "c/Plan.md": "", "d/Twin/Plan.md": "", "e/Twin/Plan.md": "",
    ])
    let check = VaultCheck(vault.vault, try vault.refresh())
    let meant = check.problems().compactMap { problem -> LostTarget? in
      if case .brokenLink(_, let meant) = problem.kind { meant } else { nil }
    }
    let work = LostTarget.namesake(VaultPath("a/Work/Plan.md"))
    let home = LostTarget.namesake(VaultPath("b/Home/Plan.md"))
    let twins = LostTarget.several(count: 2, candidates: [VaultPath("d/Twin/Plan.md"), VaultPath("e/Twin/Plan.md")])
    let all = ["a/Work", "b/Home", "c", "d/Twin", "e/Twin"].map { VaultPath("\($0)/Plan.md") }
    #expect(meant == [work, work, home, .several(count: 5, candidates: all), twins])
    try fix(vault)
    #expect(
      try vault.texts()["l.md"]
        == "[[a/Work/Plan]] [p](a/Work/Plan.md) [[b/Home/Plan]] [[old/Other/Plan]] [[old/Twin/Plan]]\n")
  }

  /// - Parameter isSeen: whether memo ran between the memos' creation and the move.
  @Test(arguments: [true, false])
  func aFolderThatWasMovedByHandKeepsItsMemosAndPictures(isSeen: Bool) throws {
    let vault = try ChangedVault([
      "work/plan.md": "# Plan\n## Goals\n![p](assets/p.png) [o](../other/o.md#H) ![x](../other/x.png) [n](note.md)\n",
      "work/note.md": "# Note\n[[work/plan#Goals]] ![[work/assets/p.png]]\n", "work/assets/p.png": "p",
      "other/o.md": "# O\n## H\n![p](../work/assets/p.png#a) [g](../work/plan.md#goals) ![[work/assets/p.png|200]]\n",
      "other/x.png": "x",
    ])
    if isSeen { _ = try vault.refresh() }
    try vault.folder.makeFolders(VaultPath("archive/2024"))
    try vault.folder.rename(VaultPath("work"), to: VaultPath("archive/2024/job"))
    let before = try vault.files()
    try fix(vault)
    let texts = try vault.texts()
    #expect(
      texts["archive/2024/job/plan.md"]
        == "# Plan\n## Goals\n![p](assets/p.png) [o](../../../other/o.md#H) ![x](../../../other/x.png) [n](note.md)\n")
    #expect(
      texts["archive/2024/job/note.md"]
        == "# Note\n[[archive/2024/job/plan#Goals]] ![[archive/2024/job/assets/p.png]]\n")
    #expect(
      texts["other/o.md"]
        == """
        # O
        ## H
        ![p](../archive/2024/job/assets/p.png#a) [g](../archive/2024/job/plan.md#goals) \
        ![[archive/2024/job/assets/p.png|200]]

        """)
    #expect(VaultCheck(vault.vault, try vault.refresh()).problems() == [])
    _ = try vault.history.undo()
    #expect(try vault.files() == before)
  }

  @Test func aMovedPictureIsFoundByTheEndOfItsPath() throws {
    let vault = try ChangedVault([
      "a/m.md": "![1](old/one.png) ![2](<x/p/two a.png>) ![3](q/three.png) ![4](none.png) ![[./one.png]]\n\n"
        + "[r]: old/one.png\n",
      "new/one.png": "1", "y/p/two a.png": "2", "z/two a.png": "2", "y/three.png": "3", "z/three.png": "3",
    ])
    let before = try vault.files()
    let problems = VaultCheck(vault.vault, try vault.refresh()).problems()
    let meant = problems.compactMap { problem -> LostTarget? in
      if case .brokenAttachment(_, let meant) = problem.kind { meant } else { nil }
    }
    let one = LostTarget.namesake(VaultPath("new/one.png"))
    let twins = LostTarget.several(count: 2, candidates: [VaultPath("y/three.png"), VaultPath("z/three.png")])
    #expect(meant == [one, .namesake(VaultPath("y/p/two a.png")), twins, .unknown, one, one])
    try fix(vault)
    #expect(
      try vault.texts()["a/m.md"]
        == """
        ![1](../new/one.png) ![2](<../y/p/two a.png>) ![3](q/three.png) ![4](none.png) ![[../new/one.png]]

        [r]: ../new/one.png

        """)
    _ = try vault.history.undo()
    #expect(try vault.files() == before)
  }

  @Test func aPictureIsFoundWhereItsFolderWasMovedTo() throws {
    let vault = try ChangedVault([
      "a.md": "# A\n![](그림/p.png) ![](p.png) ![[그림/p.png]]\n", "sub/s.md": "# S\n![](../그림/p.png)\n",
      "자료/그림/p.png": "p",
    ])
    try fix(vault)
    #expect(try vault.texts()["a.md"] == "# A\n![](자료/그림/p.png) ![](p.png) ![[그림/p.png]]\n")
    #expect(try vault.texts()["sub/s.md"] == "# S\n![](../자료/그림/p.png)\n")
    #expect(VaultCheck(vault.vault, try vault.refresh()).problems() == [])
  }

  @Test func theMemoOfAnotherFolderIsNotTheOneOfThisFolder() throws {
    let vault = try ChangedVault([
      "b/README.md": "# B\n", "c/d/README.md": "# D\n", "l.md": "[[a/README]] [x](a/README.md) [y](e/d/README.md)\n",
    ])
    try fix(vault)
    #expect(try vault.texts()["l.md"] == "[[a/README]] [x](a/README.md) [y](c/d/README.md)\n")
  }

  @Test func anAnchorIsRepairedWhereOneHeadingIsMeant() throws {
    let vault = try ChangedVault([
      "a.md": "# A\n## It's me\n## Twin\n# B\n## Twin\n### Part\n",
      "b.md": "[[a#its me]] [[a#Twi-n#Par t]] [x](a.md#itsme) [[a#B#twi n]] [[a#Renamed]] [[a#^b]] [[a#It's me]]\n",
      "c.md": "[[a#A#Part]] [[a#Gone#Part]]\n",
    ])
    try fix(vault)
    #expect(
      try vault.texts()["b.md"]
        == "[[a#It's me]] [[a#Twin#Part]] [x](a.md#its-me) [[a#B#Twin]] [[a#Renamed]] [[a#^b]] [[a#It's me]]\n")
    #expect(try vault.texts()["c.md"] == "[[a#A#Part]] [[a#Gone#Part]]\n", "a heading of another part is another one")
    let left = VaultCheck(vault.vault, try vault.refresh()).problems().map(\.code)
    #expect(left == Array(repeating: "broken-anchor", count: 4))
  }

  @Test func anAnchorInADefinitionIsRepairedForAllItsLinks() throws {
    let vault = try ChangedVault(["a.md": "# A\n## It's me\n", "b.md": "[x] and [y][x]\n\n[x]: a.md#itsme\n"])
    let check = VaultCheck(vault.vault, try vault.refresh())
    let problems = check.problems()
    #expect(problems.map(\.code) == ["broken-anchor", "broken-anchor"])
    #expect(try check.fix(problems).fixed == problems)
    try fix(vault)
    #expect(try vault.texts()["b.md"] == "[x] and [y][x]\n\n[x]: a.md#its-me\n")
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
    let check = VaultCheck(vault.vault, try vault.refresh())
    let plan = try check.fix(check.problems())
    try vault.folder.write("[x](old/b.md) and more\n", to: "a.md")
    #expect(throws: OperationError.changed([VaultPath("a.md")])) { try plan.carryOut(by: vault.history, at: 1) }
    #expect(try vault.texts()["a.md"] == "[x](old/b.md) and more\n")
  }

  @discardableResult
  private func fix(_ vault: ChangedVault) throws -> PastOperation? {
    let check = VaultCheck(vault.vault, try vault.refresh())
    return try check.fix(check.problems()).carryOut(by: vault.history, at: 1)
  }

  /// The broken links that `check` reports, as `path: target`.
  private func broken(in vault: ChangedVault) throws -> [String] {
    VaultCheck(vault.vault, try vault.refresh()).problems().compactMap { problem in
      guard case .brokenLink(let target, _) = problem.kind else { return nil }
      return "\(problem.path.text): \(target)"
    }
  }
}
