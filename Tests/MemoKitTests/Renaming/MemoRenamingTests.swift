import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

struct MemoRenamingTests {
  @Test func everyLinkGoesOnLeadingToTheMemo() throws {
    let vault = try ChangedVault([
      "plan.md": "# Plan\nsee [[plan]] and [next](work/next.md)\n",
      "a.md": "[[Plan]] [[plan#Goals|the plan]] ![[PLAN]]\n`[[Plan]]`\n",
      "work/next.md": "# Next\n[back](../plan.md#x) [[other]]\n", "other.md": "nothing\n",
    ])
    let before = try vault.files()
    let operation = try #require(try rename("plan.md", to: "Road map", in: vault))
    #expect(
      try vault.texts() == [
        "Road-map.md": "# Road map\nsee [[Road map]] and [next](work/next.md)\n",
        "a.md": "[[Road map]] [[Road map#Goals|the plan]] ![[Road map]]\n`[[Plan]]`\n",
        "work/next.md": "# Next\n[back](../Road-map.md#x) [[other]]\n", "other.md": "nothing\n",
      ])
    #expect(operation.changed.map(\.text) == ["Road-map.md", "a.md", "plan.md", "work/next.md"])
    // What only links has its place in the list still, and the memo itself is new.
    let after = try vault.files()
    let old = try #require(before[VaultPath("a.md")]).modified
    let kept = old + FileStamp.step
    #expect(after[VaultPath("a.md")]?.modified == kept && after[VaultPath("work/next.md")]?.modified == kept)
    #expect(after[VaultPath("Road-map.md")]?.modified ?? 0 > kept)
    _ = try vault.history.undo()
    #expect(try vault.files() == before)
    _ = try vault.history.redo()
    #expect(try vault.files() == after)
  }

  @Test(arguments: [
    ("old-title.md", "New one", "New-one.md"), ("old-title-12.md", "New one", "New-one.md"),
    ("Old title.md", "New / one", "New one.md"), ("OLD-TITLE.markdown", "new one", "new-one.markdown"),
    ("2026-03-01.md", "New one", "2026-03-01.md"), ("old-title-x.md", "New one", "old-title-x.md"),
    ("old-title.md", "taken", "taken-2.md"), ("old-title.md", "Old Title", "Old-Title.md"),
    ("Old title (2).md", "New one", "New one.md"), ("old-title (13).md", "New one", "New-one.md"),
    ("Old title (x).md", "New one", "Old title (x).md"), ("Old title ().md", "New one", "Old title ().md"),
    ("old-title.md", "CON", "CON_.md"), ("old-title.md", "...", "old-title.md"),
  ])
  func aFileIsRenamedInTheStyleOfItsName(name: String, title: String, expected: String) throws {
    let vault = try ChangedVault(["sub/\(name)": "# Old title\n", "sub/Taken.md": "x"])
    _ = try rename("sub/\(name)", to: title, in: vault)
    #expect(Set(try vault.texts().keys) == ["sub/\(expected)", "sub/Taken.md"])
    #expect(try vault.texts()["sub/\(expected)"] == "# \(title)\n")
  }

  @Test(arguments: [
    // Named by the rule of earlier versions, which kept `#` and each dash.
    ("auto", "a--b-c.md", "A: b/c", "New: one", "New-one.md"),
    ("auto", "c#-notes-2.md", "C# notes", "New one", "New-one.md"),
    ("dash", "a-b-c.md", "A: b/c", "New / one", "New-one.md"),
    ("dash", "A b c.md", "A: b/c", "New / one", "New one.md"),
    ("space", "A b c.md", "A: b/c", "New / one", "New one.md"), ("space", "plan.md", "Plan", "New: one", "New one.md"),
    // A file keeps the form that its name has.
    ("space", "a-b.md", "A b", "New one", "New-one.md"), ("dash", "A: b.md", "A: b", "New #1 [x]", "New 1 x.md"),
    ("space", "other.md", "A b", "New one", "other.md"), ("space", "A b 2.md", "A b", "New one", "New one.md"),
    ("dash", "A b 2.md", "A b", "New one", "A b 2.md"), ("space", "A b-2.md", "A b", "New one", "New one.md"),
  ])
  func aNameThatCameFromTheTitleIsRecognized(
    setting: String, name: String, title: String, newTitle: String, expected: String
  ) throws {
    let vault = try ChangedVault([
      "sub/\(name)": "# \(title)\n", ".memo/config.json": #"{"names": "\#(setting)"}"#,
    ])
    _ = try rename("sub/\(name)", to: newTitle, in: vault)
    let names = try vault.texts().keys
    #expect(names.contains("sub/\(expected)"), "\(names)")
  }

  @Test func newNamesHaveSpacesWhereFileNamesAreTitles() throws {
    for (setting, titles, expected) in [
      ("auto", .fileName, .space), ("auto", .firstLine, .dash), ("dash", .fileName, .dash),
      ("space", .firstLine, .space),
    ] as [(String, TitleRule, NameRule)] {
      let vault = try ChangedVault([".memo/config.json": #"{"names": "\#(setting)"}"#], titles: titles)
      #expect(try vault.vault.nameRule() == expected, "\(setting), \(titles)")
    }
  }

  @Test func aBlockThatLinksNameKeepsItsName() throws {
    let files = ["plan.md": "# Plan ^top\n\n## Risks ^r1\n", "a.md": "[[plan#^top]] [[plan#^r1]]\n"]
    for (title, expected) in [("Road map", "# Road map ^top"), ("Road map ^new", "# Road map ^new")] {
      let vault = try ChangedVault(files)
      _ = try rename("plan.md", to: title, in: vault)
      #expect(try vault.texts()["plan.md"] == expected + "\n\n## Risks ^r1\n")
    }
    let vault = try ChangedVault(files)
    let index = try vault.refresh()
    let change = try HeadingRename(
      of: "Risks ^r1", in: vault.read("plan.md"), to: "Dangers", in: index, of: vault.vault)
    #expect(change.rewrites.map { String(decoding: $0.contents, as: UTF8.self) } == ["# Plan ^top\n\n## Dangers ^r1\n"])
    let front = try ChangedVault(["plan.md": "---\ntitle: Plan ^top\n---\ntext\n"])
    _ = try rename("plan.md", to: "Road map", in: front)
    #expect(try front.texts()["plan.md"] == "---\ntitle: Road map\n---\ntext\n")
  }

  @Test func aHeadingThatHasANameOfItsOwnKeepsIt() throws {
    let links = "[x](plan.md#setup) [[plan#top]]\n"
    let vault = try ChangedVault(["plan.md": "# Plan {#top}\n\n## Set up {#setup}\n", "a.md": links])
    let index = try vault.refresh()
    let change = try HeadingRename(of: "setup", in: vault.read("plan.md"), to: "Install", in: index, of: vault.vault)
    let texts = change.rewrites.map { String(decoding: $0.contents, as: UTF8.self) }
    #expect(texts == ["# Plan {#top}\n\n## Install {#setup}\n"], "links by the name stay as they are")
    _ = try rename("plan.md", to: "Road map", isTitleOnly: true, in: vault)
    #expect(try vault.texts() == ["plan.md": "# Road map {#top}\n\n## Set up {#setup}\n", "a.md": links])
  }

  @Test func theFileKeepsItsNameWhereAsked() throws {
    let vault = try ChangedVault(["plan.md": "# Plan\n", "a.md": "[[Plan]] [[plan]]\n"])
    _ = try rename("plan.md", to: "Road map", isTitleOnly: true, in: vault)
    #expect(try vault.texts() == ["plan.md": "# Road map\n", "a.md": "[[Plan]] [[plan]]\n"])
  }

  @Test func aFileKeepsItsNameWhereLinksCannotWriteTheNewOne() throws {
    let vault = try ChangedVault(["C-notes.md": "# C notes\n", "a.md": "[[C-notes]]\n"])
    _ = try rename("C-notes.md", to: "C# notes", in: vault)
    #expect(try vault.texts() == ["C-notes.md": "# C# notes\n", "a.md": "[[C-notes]]\n"])
  }

  @Test func aFirstLineThatIsNoTitleStays() throws {
    let vault = try ChangedVault([
      "tasks.md": "- [ ] [[plan]]\n", "plain.md": "Text\n", "Text.md": "Text\n", "plan.md": "",
    ])
    _ = try rename("tasks.md", to: "Zed", in: vault)
    _ = try rename("plain.md", to: "Zed", in: vault)
    _ = try rename("Text.md", to: "Zoo", in: vault)
    #expect(
      try vault.texts() == [
        "tasks.md": "# Zed\n\n- [ ] [[plan]]\n", "plain.md": "# Zed\n\nText\n", "Zoo.md": "Zoo\n", "plan.md": "",
      ])
  }

  @Test func aMovedMemoLeadsToItsAttachmentsStill() throws {
    let text = "# Log\n![p](../assets/p.png) ![[../assets/p.png]] [gone](../assets/no.png)\n\n[r]: <../plan.md> 'so'\n"
    let vault = try ChangedVault(["work/log.md": text, "assets/p.png": "p", "plan.md": "# Plan\n"])
    let before = try vault.files()
    _ = try move("work/log.md", to: "", in: vault)
    #expect(
      try vault.texts()["log.md"]
        == "# Log\n![p](assets/p.png) ![[./assets/p.png]] [gone](../assets/no.png)\n\n[r]: <plan.md> 'so'\n")
    _ = try vault.history.undo()
    #expect(try vault.files() == before)
  }

  @Test func aMovedMemoLeadsToFilesThatMemoDoesNotShowStill() throws {
    let text =
      "# L\n[h](.github/C.md#x) [i](d/.hid/d.md) [p](plan.md) [me](l.md) ![](d/.hid/d.md)\n\n[r]: d/.hid/d.md\n"
    let vault = try ChangedVault([
      "l.md": text, ".github/C.md": "# C\n", "d/.hid/d.md": "# D\n", "plan.md": "# Plan\n", "x/d/.hid/e.md": "# E\n",
    ])
    #expect(try VaultCheck(vault.vault, vault.vault.refresh()).problems().isEmpty, "they are not broken")
    _ = try move("l.md", to: "sub", in: vault)
    let moved = [("(.git", "(../.git"), ("d/.hid", "../d/.hid"), ("(plan", "(../plan")].reduce(text) {
      $0.replacing($1.0, with: $1.1)
    }
    #expect(try vault.texts()["sub/l.md"] == moved)
    _ = try move("sub/l.md", to: "", in: vault)
    #expect(try vault.texts()["l.md"] == text)
  }

  @Test func aTargetMayHaveCharactersByTheirNames() throws {
    let vault = try ChangedVault([
      "n.md": "# N\n\n[x](q&amp;a.md) ![](x&amp;y.png) [r](r&amp;amp;b.md) [u](https://a.b/?c&amp;d)\n",
      "q&a.md": "# Q\n", "x&y.png": "p", "r&amp;b.md": "# R\n",
    ])
    #expect(try VaultCheck(vault.vault, vault.vault.refresh()).problems().isEmpty, "they are not broken")
    _ = try move("q&a.md", to: "d", in: vault)
    _ = try move("n.md", to: "sub", in: vault)
    #expect(
      try vault.texts()["sub/n.md"]
        == "# N\n\n[x](../d/q&a.md) ![](../x&y.png) [r](../r%26amp;b.md) [u](https://a.b/?c&amp;d)\n")
    #expect(try VaultCheck(vault.vault, vault.vault.refresh()).problems().isEmpty)
  }

  @Test func theHashOfACharactersNumberStartsNoHeading() throws {
    let vault = try ChangedVault([
      "n.md": "# N\n\n[x](it&#39;s.md#one) ![](it&#x27;s.png) [s][]\n\n[s]: it&#39;s.md\n",
      "it's.md": "# It\n\n## One\n", "it's.png": "p",
    ])
    #expect(try VaultCheck(vault.vault, vault.vault.refresh()).problems().isEmpty, "they are not broken")
    _ = try move("n.md", to: "sub", in: vault)
    #expect(
      try vault.texts()["sub/n.md"]
        == "# N\n\n[x](../it's.md#one) ![](../it's.png) [s][]\n\n[s]: ../it's.md\n")
    #expect(try VaultCheck(vault.vault, vault.vault.refresh()).problems().isEmpty)
  }

  @Test func aMovedMemoKeepsItsTimeAndItsLinks() throws {
    let vault = try ChangedVault([
      "plan.md": "# Plan\n[next](work/next.md)\n", "work/next.md": "[back](../plan.md)\n[[plan]]\n",
    ])
    let time = try #require(try vault.files()[VaultPath("plan.md")]).modified
    _ = try move("plan.md", to: "deep/er", in: vault)
    #expect(
      try vault.texts() == [
        "deep/er/plan.md": "# Plan\n[next](../../work/next.md)\n",
        "work/next.md": "[back](../deep/er/plan.md)\n[[plan]]\n",
      ])
    #expect(Set(try vault.files().values.map(\.modified)) == [time + FileStamp.step])
    _ = try vault.history.undo()
    #expect(Set(try vault.contents().keys.map(\.text)) == ["plan.md", "work", "work/next.md"])
  }

  @Test func whatIsInTheWayIsNotTouched() throws {
    let vault = try ChangedVault(["a.md": "# A\n", "sub/A.md": "x", "file": "x"])
    let before = try vault.files()
    #expect(throws: RenamingError.taken(VaultPath("sub/a.md"))) { try move("a.md", to: "sub", in: vault) }
    #expect(throws: RenamingError.fileInTheWay(VaultPath("file"))) { try move("a.md", to: "file/x", in: vault) }
    #expect(throws: RenamingError.namesMemo(VaultPath("b.md"))) { try move("a.md", to: "b.md", in: vault) }
    for folder in [".hidden", "../out", "a//b"] {
      #expect(throws: RenamingError.badFolder(VaultPath(folder))) { try move("a.md", to: folder, in: vault) }
    }
    #expect(throws: RenamingError.badTitle("")) { try rename("a.md", to: " \n", in: vault) }
    #expect(try vault.files() == before)
  }

  @Test func aFileMovedToANameKeepsItsTitle() throws {
    let vault = try ChangedVault(["plan.md": "# Plan\n", "a.md": "[[Plan]] [[plan.md]]\n", "b.md": "x"])
    let renaming = try MemoRenaming(in: vault.vault, vault.vault.refresh())
    let memo = try vault.read("plan.md")
    for path in ["b.md", "B.md"] {
      #expect(throws: RenamingError.taken(VaultPath(path))) { try renaming.move(memo, toFile: VaultPath(path)) }
    }
    for path in [".plan.md", "sub/../x.md", ".md"] {
      #expect(throws: RenamingError.badFolder(VaultPath(path))) { try renaming.move(memo, toFile: VaultPath(path)) }
    }
    for path in ["plan.txt", "sub/plan", "plan.md.txt"] {
      #expect(throws: RenamingError.noMemoName(VaultPath(path))) { try renaming.move(memo, toFile: VaultPath(path)) }
    }
    _ = try renaming.move(memo, toFile: VaultPath("sub/other.md")).carryOut("move", by: vault.history, at: 1)
    #expect(
      try vault.texts() == ["sub/other.md": "# Plan\n", "a.md": "[[Plan]] [[other.md]]\n", "b.md": "x"])
  }

  @Test func aMemoSavedSinceIsNotOverwritten() throws {
    let vault = try ChangedVault(["plan.md": "# Plan\n", "a.md": "[[Plan]]\n"])
    let index = try vault.vault.refresh()
    let plan = try MemoRenaming(in: vault.vault, index).rename(vault.read("plan.md"), to: "New", isTitleOnly: false)
    try vault.folder.write("[[Plan]] and more\n", to: "a.md")
    #expect(throws: OperationError.changed([VaultPath("a.md")])) {
      try plan.carryOut("rename", by: vault.history, at: 1)
    }
    #expect(try vault.texts() == ["plan.md": "# Plan\n", "a.md": "[[Plan]] and more\n"])
  }

  @discardableResult
  private func rename(
    _ path: String, to title: String, isTitleOnly: Bool = false, in vault: ChangedVault
  ) throws -> PastOperation? {
    let renaming = MemoRenaming(in: vault.vault, try vault.vault.refresh())
    let relocation = try renaming.rename(vault.read(path), to: title, isTitleOnly: isTitleOnly)
    #expect(relocation.lostLinks.isEmpty)
    return try relocation.carryOut("rename", by: vault.history, at: 1)
  }

  @discardableResult
  private func move(_ path: String, to folder: String, in vault: ChangedVault) throws -> PastOperation? {
    let renaming = MemoRenaming(in: vault.vault, try vault.vault.refresh())
    return try renaming.move(vault.read(path), to: VaultPath(folder)).carryOut("move", by: vault.history, at: 1)
  }
}
