import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// Renames where a memo's title may be the name of its file.
struct FileTitleTests {
  @Test func theFileIsRenamedAndNoSectionHeading() throws {
    let vault = try ChangedVault(
      [
        "프로젝트/Plan.md": "First paragraph.\n\n## Goals\n", "a.md": "[[Plan]] [[프로젝트/Plan|p]] [m](프로젝트/Plan.md)\n",
        "other/Note.md": "x",
      ], titles: .fileName)
    let before = try vault.files()
    _ = try #require(try rename("프로젝트/Plan.md", to: "Road map", in: vault))
    #expect(
      try vault.texts() == [
        "프로젝트/Road map.md": "First paragraph.\n\n## Goals\n",
        "a.md": "[[Road map]] [[프로젝트/Road map|p]] [m](프로젝트/Road%20map.md)\n", "other/Note.md": "x",
      ])
    _ = try vault.history.undo()
    #expect(try vault.files() == before)
  }

  @Test(arguments: [
    ("# Plan\nText\n", "# Road map\nText\n"), ("Text\n\n# Plan\n", "Text\n\n# Road map\n"),
    ("---\ntitle: Plan\n---\n# Plan\n", "---\ntitle: Plan\n---\n# Road map\n"), ("# plan\n", "# plan\n"),
    ("# Goals\n# Plan\n", "# Goals\n# Plan\n"), ("Plan\n", "Plan\n"),
  ])
  func theFirstHeadingFollowsWhereItRepeatsTheName(text: String, expected: String) throws {
    let vault = try ChangedVault(["Plan.md": text], titles: .fileName)
    _ = try rename("Plan.md", to: "Road map", in: vault)
    #expect(try vault.texts() == ["Road map.md": expected])
  }

  @Test(arguments: [
    ("Road map.md", "Road map.md"), ("a/b", "a b.md"), ("plan", "plan.md"), ("v1.2", "v1.2.md"),
    ("Acme Inc.", "Acme Inc.md"),
    ("???", "untitled.md"), ("^^", "untitled.md"), ("...", "untitled.md"),
  ])
  func aNameIsWrittenAsItIsTyped(title: String, name: String) throws {
    let vault = try ChangedVault(["Plan.md": "Text\n"], titles: .fileName)
    _ = try rename("Plan.md", to: title, in: vault)
    #expect(Array(try vault.texts().keys) == [name])
  }

  /// Other programs may choose another one of several memos than this one does.
  @Test(arguments: [("X", "[[Archive/Alpha]]"), ("Longer than Archive", "[[Alpha]]")])
  func anAmbiguousLinkGetsALongerPathWhereTheShortestOneIsAnother(folder: String, link: String) throws {
    let vault = try ChangedVault(
      ["Archive/Alpha.md": "a\n", "Projects/Alpha.md": "p\n", "Home.md": "[[Alpha]] [[Projects/Alpha]]\n"],
      titles: .fileName)
    let memo = try ReadMemo(VaultPath("Projects/Alpha.md"), in: vault.vault)
    let relocation = try MemoRenaming(in: vault.vault, vault.vault.readAll()).move([memo], to: VaultPath(folder))
    _ = try relocation.carryOut("move", by: vault.history, at: 0)
    #expect(try vault.texts()["Home.md"] == "\(link) [[\(folder)/Alpha]]\n")
  }

  @Test func aLinkThatWouldBecomeAmbiguousGetsALongerPath() throws {
    let texts = [
      "Projects/Plan.md": "x", "a/b/Beta.md": "y", "c/Two.md": "1", "d/Two.md": "2",
      "n.md": "[[Plan]] ![[plan#x|p]] [[Projects/Plan]] [m](Projects/Plan.md) [[Two]]\n", "Projects/m.md": "[[Plan]]\n",
    ]
    let vault = try ChangedVault(texts, titles: .fileName)
    let before = try vault.files()
    _ = try #require(try rename("a/b/Beta.md", to: "Plan", in: vault))
    var renamed = texts
    renamed["a/b/Plan.md"] = renamed.removeValue(forKey: "a/b/Beta.md")
    renamed["n.md"] =
      "[[Projects/Plan]] ![[Projects/plan#x|p]] [[Projects/Plan]] [m](Projects/Plan.md) [[Two]]\n"
    #expect(try vault.texts() == renamed)
    _ = try vault.history.undo()
    #expect(try vault.files() == before)
  }

  @Test func aTitleThatLeavesNoNameIsRefusedWhereAnotherMemoIsUntitled() throws {
    let vault = try ChangedVault(["a.md": "1", "untitled.md": "2"], titles: .fileName)
    #expect(throws: RenamingError.taken(VaultPath("untitled.md"))) { _ = try rename("a.md", to: "???", in: vault) }
    #expect(try rename("untitled.md", to: "???", in: vault) == nil)
  }

  @Test func linksFollowToANameWithACodeSpan() throws {
    let texts = [
      "Rebase.md": "x\n", "n.md": "[[Rebase]] and [m](Rebase.md)\n", "o.md": "an open ` [[Rebase]]\n",
    ]
    let vault = try ChangedVault(texts, titles: .fileName)
    let memo = try ReadMemo(VaultPath("Rebase.md"), in: vault.vault)
    let relocation = try MemoRenaming(in: vault.vault, try vault.vault.readAll()).rename(
      memo, to: "Using `git rebase`", isTitleOnly: false)
    #expect(relocation.lostLinks.map(\.path.text) == ["o.md"], "there the name would be code")
    _ = try relocation.carryOut("rename", by: vault.history, at: 0)
    #expect(
      try vault.texts() == [
        "Using `git rebase`.md": "x\n", "n.md": "[[Using `git rebase`]] and [m](Using%20%60git%20rebase%60.md)\n",
        "o.md": "an open ` [[Rebase]]\n",
      ])
  }

  @Test func aNameThatAnotherFileOfTheFolderHasIsRefused() throws {
    let vault = try ChangedVault(["a.md": "1", "b.md": "2", "sub/c.md": "3"], titles: .fileName)
    #expect(throws: RenamingError.taken(VaultPath("b.md"))) { _ = try rename("a.md", to: "b", in: vault) }
    #expect(throws: RenamingError.taken(VaultPath("B.md"))) { _ = try rename("a.md", to: "B", in: vault) }
    #expect(throws: RenamingError.titledByFile(VaultPath("a.md"))) {
      _ = try rename("a.md", to: "b", isTitleOnly: true, in: vault)
    }
    #expect(throws: RenamingError.badTitle("")) { _ = try rename("a.md", to: " ", in: vault) }
    _ = try rename("a.md", to: "c", in: vault)
    #expect(Set(try vault.texts().keys) == ["c.md", "b.md", "sub/c.md"], "another folder may have it")
  }

  @Test(arguments: [
    ("# Plan\nText\n", "Road-map.md", "# Road map\nText\n"), ("Text\n# Plan\n", "Road map.md", "Text\n# Plan\n"),
    ("---\ntitle: Plan\n---\nText\n", "Road-map.md", "---\ntitle: Road map\n---\nText\n"),
    ("# Other\nText\n", "Plan.md", "# Road map\nText\n"), ("Plan\n====\n", "Road-map.md", "Road map\n====\n"),
  ])
  func aHeadingIsRetitledAndAFileWithoutOneRenamed(text: String, name: String, expected: String) throws {
    let vault = try ChangedVault(["Plan.md": text], titles: .heading)
    _ = try rename("Plan.md", to: "Road map", in: vault)
    #expect(try vault.texts() == [name: expected])
  }

  @Test func aMoveToAnotherNameKeepsLinksByTitle() throws {
    let vault = try ChangedVault(["Plan.md": "Text\n", "a.md": "[[Plan]]\n"], titles: .fileName)
    let renaming = MemoRenaming(in: vault.vault, try vault.vault.readAll())
    let memo = try ReadMemo(VaultPath("Plan.md"), in: vault.vault)
    _ = try renaming.move(memo, toFile: VaultPath("done/Old plan.md")).carryOut("move", by: vault.history, at: 0)
    #expect(try vault.texts() == ["done/Old plan.md": "Text\n", "a.md": "[[Old plan]]\n"])
  }

  @Test func onlyTitlesThatAreWrittenClash() throws {
    let files = ["a/Note.md": "# One\n", "b/Note.md": "# One\n", "c/x.md": "text\n", "d/X.md": "# x\n"]
    func clashes(_ titles: TitleRule) throws -> Set<String> {
      let changed = try ChangedVault(files, titles: titles)
      let problems = try withExtendedLifetime(changed) {
        VaultCheck(changed.vault, try changed.vault.readAll()).problems()
      }
      return Set(problems.filter { $0.code == "duplicate-title" }.map(\.path.text))
    }
    #expect(try clashes(.firstLine) == ["a/Note.md", "b/Note.md"])
    #expect(try clashes(.heading) == ["a/Note.md", "b/Note.md"], "a title that is the file's name clashes with none")
    #expect(try clashes(.fileName) == [])
  }

  private func rename(
    _ path: String, to title: String, isTitleOnly: Bool = false, in vault: ChangedVault
  ) throws -> PastOperation? {
    let memo = try ReadMemo(VaultPath(path), in: vault.vault)
    let relocation = try MemoRenaming(in: vault.vault, try vault.vault.readAll()).rename(
      memo, to: title, isTitleOnly: isTitleOnly)
    return try relocation.carryOut("rename", by: vault.history, at: 0)
  }
}
