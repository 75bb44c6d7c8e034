import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// Files that the editor renames, moves and deletes, and those that another program moves.
@Suite struct FileOperationTests {
  private static let capable = RenamingTests.capable

  @Test func filesThatTheClientRenamesKeepTheirLinks() throws {
    let editor = try TestedEditor(
      [
        "b.md": "[[a]] [x](a.md)\n", "a.md": "# A title\n[y](b.md) ![](p.png)\n", "p.png": "x",
        "d/c.md": "[u](../a.md)\n",
      ],
      Self.capable)
    try rename(["a.md": "e/z.md"], editor)
    #expect(try editor.text("b.md") == "[[z]] [x](e/z.md)\n")
    #expect(try editor.text("a.md") == "# A title\n[y](../b.md) ![](../p.png)\n")
    #expect(try editor.text("d/c.md") == "[u](../e/z.md)\n")
  }

  @Test func foldersThatTheClientRenamesKeepTheirLinks() throws {
    let editor = try TestedEditor(["d/a.md": "[x](../b.md)\n", "b.md": "[y](d/a.md) [[d/a]]\n"], Self.capable)
    try rename(["d": "f/g"], editor)
    #expect(try editor.text("d/a.md") == "[x](../../b.md)\n")
    #expect(try editor.text("b.md") == "[y](f/g/a.md) [[f/g/a]]\n")
  }

  /// memo itself would not move what is in them; the editor does.
  @Test func foldersWithLinksOfTheDiskAndRepositoriesKeepTheirLinks() throws {
    let editor = try TestedEditor(
      [
        "d/a.md": "[x](../b.md)\n", "d/.git/HEAD": "x", "b.md": "[y](d/a.md) ![](d/l.png) [[d/a]]\n", "p.png": "p",
      ], Self.capable)
    try editor.folder.link(VaultPath("d/l.png"), to: "../p.png")
    try rename(["d": "f/g"], editor)
    #expect(try editor.text("b.md") == "[y](f/g/a.md) ![](f/g/l.png) [[f/g/a]]\n")
    #expect(try editor.text("d/a.md") == "[x](../../b.md)\n")
  }

  @Test func severalFilesAtOnceKeepTheLinksAmongThem() throws {
    let editor = try TestedEditor(
      ["a.md": "[x](b.md)\n", "b.md": "[y](a.md) [z](c.md)\n", "c.md": "c\n"], Self.capable)
    try rename(["a.md": "d/a.md", "b.md": "d/b.md"], editor)
    #expect(try editor.text("a.md") == "[x](b.md)\n")
    #expect(try editor.text("b.md") == "[y](a.md) [z](../c.md)\n")
  }

  @Test func severalFilesAtOnceKeepTheirPicturesAndTheLinksToHeadings() throws {
    let editor = try TestedEditor(
      [
        "w/plan.md": "# Plan\n\n![[p.png]]\n", "w/x.md": "# X\n", "w/p.png": "w", "v/p.png": "v",
        "n.md": "# N\n\n## See [[w/plan]]\n", "s.md": "[[N#See w/plan]] [x](n.md#see-wplan)\n",
      ], Self.capable)
    try rename(["w/plan.md": "v/plan.md", "w/x.md": "v/x.md"], editor)
    #expect(try editor.text("w/plan.md") == "# Plan\n\n![[w/p.png]]\n")
    #expect(try editor.text("n.md") == "# N\n\n## See [[v/plan]]\n")
    #expect(try editor.text("s.md") == "[[N#See v/plan]] [x](n.md#see-vplan)\n")
  }

  @Test func severalFoldersAtOnceKeepTheLinksToTheirPictures() throws {
    let editor = try TestedEditor(
      ["d/p.png": "p", "d/m.md": "[x](../e/q.png)\n", "e/q.png": "q", "b.md": "![](d/p.png) ![](e/q.png)\n"],
      Self.capable)
    try rename(["d": "z/d", "e": "z/e"], editor)
    #expect(try editor.text("b.md") == "![](z/d/p.png) ![](z/e/q.png)\n")
    #expect(try editor.text("d/m.md") == "[x](../e/q.png)\n")
  }

  /// A file in a folder that moves as well is named by some editors, too.
  @Test func foldersAndFilesAtOnceKeepTheLinksAmongThem() throws {
    let editor = try TestedEditor(
      [
        "d/p.png": "p", "r.png": "r", "d/m.md": "[y](../a.md) ![](../r.png)\n",
        "a.md": "[x](d/m.md) ![](d/p.png) ![](r.png)\n", "b.md": "[x](d/m.md) [y](a.md) ![](d/p.png)\n",
      ], Self.capable)
    try rename(["a.md": "z/a.md", "d/m.md": "z/d/m.md", "d": "z/d", "d": "z/d"], editor)
    #expect(try editor.text("a.md") == "[x](d/m.md) ![](d/p.png) ![](../r.png)\n")
    #expect(try editor.text("d/m.md") == "[y](../a.md) ![](../../r.png)\n")
    #expect(try editor.text("b.md") == "[x](z/d/m.md) [y](z/a.md) ![](z/d/p.png)\n")
  }

  @Test func memosThatSwapTheirNamesOrFollowEachOtherKeepTheirLinks() throws {
    let texts = [
      "a.md": "# One\n\n[x](b.md)\n", "b.md": "# Two\n\n[[a]]\n", "c.md": "# Three\n",
      "d.md": "[x](a.md) [[b]] [y](c.md)\n",
    ]
    let swapped = try TestedEditor(texts, Self.capable)
    try rename(["a.md": "b.md", "b.md": "a.md"], swapped)
    #expect(try swapped.text("d.md") == "[x](b.md) [[a]] [y](c.md)\n")
    #expect(try swapped.text("a.md") == "# One\n\n[x](a.md)\n")
    #expect(try swapped.text("b.md") == "# Two\n\n[[b]]\n")
    let chained = try TestedEditor(texts, Self.capable)
    try rename(["a.md": "b.md", "b.md": "c.md", "c.md": "e.md"], chained)
    #expect(try chained.text("d.md") == "[x](b.md) [[c]] [y](e.md)\n")
  }

  @Test func foldersThatSwapTheirNamesKeepTheirLinksAlsoWithMemosThatGetOtherNames() throws {
    let editor = try TestedEditor(
      [
        "d/p.png": "d", "e/p.png": "e", "d/m.md": "# One\n\n[x](../e/n.md) ![](p.png)\n",
        "e/n.md": "# Two\n\n[[d/m]]\n", "a.md": "# Three\n\n[x](d/m.md) ![](e/p.png)\n",
      ], Self.capable)
    try rename(["a.md": "d/n.md", "d": "e", "e": "f"], editor)
    #expect(try editor.text("a.md") == "# Three\n\n[x](../e/m.md) ![](../f/p.png)\n")
    #expect(try editor.text("d/m.md") == "# One\n\n[x](../f/n.md) ![](p.png)\n")
    #expect(try editor.text("e/n.md") == "# Two\n\n[[e/m]]\n")
  }

  /// What has the name stays, or comes with a folder, or gets it at the same time.
  @Test(
    arguments: [
      ([("a.md", "b.md"), ("c.md", "d.md")], "'b.md' already exists"),
      ([("a.md", "B.md")], "'B.md' already exists"), ([("f", "g")], "'g' already exists"),
      ([("a.md", "h/m.md"), ("f", "h")], "'h/m.md' already exists"),
      (
        [("a.md", "c.md"), ("b.md", "C.md"), ("c.md", "e.md")],
        "'a.md' and 'b.md' would both be moved to 'C.md'"
      ),
    ] as [([(String, String)], String)])
  func aNameThatIsNotFreeAfterAllOfThemIsRefused(moves: [(String, String)], message: String) throws {
    let editor = try TestedEditor(
      ["a.md": "a\n", "b.md": "b\n", "c.md": "c\n", "f/m.md": "m\n", "g/n.md": "n\n"], Self.capable)
    let files = moves.map { file($0, $1, editor) }
    #expect(throws: TestedEditor.Refused(code: -32803, message: message)) { try willRename(files, editor) }
  }

  @Test func twoFoldersThatWouldHaveOneNameAreRefused() throws {
    let editor = try TestedEditor(["a/x/m.md": "m\n", "b/x/n.md": "n\n"], Self.capable)
    #expect(throws: TestedEditor.Refused(code: -32803, message: "'a/x' and 'b/x' would both be moved to 'Z'")) {
      try rename(["a/x": "z", "b/x": "Z"], editor)
    }
  }

  @Test func aMemoThatWouldBeNoneIsRefusedForItsName() throws {
    let editor = try TestedEditor(["a.md": "# A\n", "b.md": "[x](a.md)\n"], Self.capable)
    let message = "'d/a.txt' cannot be a memo: its name does not end in .md or .markdown"
    #expect(throws: TestedEditor.Refused(code: -32803, message: message)) {
      try rename(["a.md": "d/a.txt"], editor)
    }
  }

  private func file(_ old: String, _ new: String, _ editor: TestedEditor) -> JSONValue {
    ["oldUri": .text(editor.uri(old)), "newUri": .text(editor.uri(new))]
  }

  /// The edit for files that the editor is about to rename.
  private func willRename(_ files: [JSONValue], _ editor: TestedEditor) throws -> JSONValue {
    try editor.request("workspace/willRenameFiles", ["files": .array(files)])
  }

  /// Makes the edit for files that the editor is about to rename.
  private func rename(_ moves: KeyValuePairs<String, String>, _ editor: TestedEditor) throws {
    try editor.apply(try willRename(moves.map { file($0.key, $0.value, editor) }, editor))
  }

  @Test func linksToADeletedMemoDoNotLeadToItsNamesake() throws {
    let editor = try TestedEditor(["x/a.md": "# A\n", "y/a.md": "# A\n", "x/b.md": "[[a]]\n"], Self.capable)
    try editor.apply(try delete(["x/a.md"], editor))
    #expect(try editor.text("x/b.md") == "[[x/a]]\n")
  }

  @Test func aMemoThatIsGoneAlreadyDoesNotKeepLinksFromFollowing() throws {
    let editor = try TestedEditor(
      ["x/a.md": "# A\n", "y/a.md": "# A\n", "x/b.md": "[[a]]\n", "c.md": "c\n"], Self.capable)
    try editor.folder.remove(VaultPath("c.md"))
    try editor.apply(try delete(["c.md", "x/a.md"], editor))
    #expect(try editor.text("x/b.md") == "[[x/a]]\n")
  }

  @Test func aMemoThatCannotBeReadKeepsItsLinksWhereAnotherOneIsDeletedAndIsNamed() throws {
    let editor = try TestedEditor(
      ["x/a.md": "# A\n", "y/a.md": "# A\n", "x/b.md": "[[a]]\n", "x/c.md": "[[a]]\n"], Self.capable,
      host: { RefusingHost(host: $0, refused: VaultPath("x/c.md")) })
    try editor.apply(try delete(["x/a.md"], editor))
    #expect(try editor.text("x/b.md") == "[[x/a]]\n")
    let warnings = editor.take("window/showMessage").compactMap { $0["message"]?.text }
    #expect(warnings.filter { $0.hasPrefix("the links in 'x/c.md' are left as they are: ") }.count == 1, "\(warnings)")
    // Its namesakes are of no memo.
    _ = try delete(["x/b.md"], editor)
    #expect(editor.take("window/showMessage").isEmpty)
  }

  @Test func aMemoThatCannotBeReadKeepsItsLinksWhereAnotherOneIsRenamedAndIsNamed() throws {
    let editor = try TestedEditor(
      ["a.md": "# A\n", "b.md": "[x](a.md)\n", "c.md": "[x](a.md)\n", "d/m.md": "# M\n", "e.md": "[x](d/m.md)\n"],
      Self.capable, host: { RefusingHost(host: $0, refused: VaultPath("c.md")) })
    try rename(["a.md": "z.md"], editor)
    #expect(try editor.text("b.md") == "[x](z.md)\n")
    let warnings = editor.take("window/showMessage").compactMap { $0["message"]?.text }
    #expect(warnings.filter { $0.hasPrefix("the links in 'c.md' are left as they are: ") }.count == 1, "\(warnings)")
    try rename(["d": "f"], editor)
    #expect(try editor.text("e.md") == "[x](f/m.md)\n")
  }

  private func delete(_ paths: [String], _ editor: TestedEditor) throws -> JSONValue {
    let files = paths.map { JSONValue.object(["uri": .text(editor.uri($0))]) }
    return try editor.request("workspace/willDeleteFiles", ["files": .array(files)])
  }

  // MARK: Several vaults at once

  /// A vault within the other one: a memo in it may have links to change in both.
  @Test func filesOfSeveralVaultsKeepTheirLinks() throws {
    let editor = try TestedEditor(
      [
        "a.md": "# A\n", "b.md": "[y](a.md)\n", "work/.memo/config.json": "{}", "work/p.md": "# P\n",
        "work/q.md": "[x](p.md) [z](../a.md)\n",
      ], Self.capable)
    try rename(["a.md": "e/a.md", "work/p.md": "work/r.md"], editor)
    #expect(try editor.text("b.md") == "[y](e/a.md)\n")
    #expect(try editor.text("work/q.md") == "[x](r.md) [z](../e/a.md)\n")
  }

  @Test func aMemoThatLeavesOrEntersAVaultIsMovedForTheVaultAroundIt() throws {
    let files = [
      "a.md": "# A\n\n[p](work/p.md)\n", "b.md": "[x](work/p.md) [y](a.md)\n", "work/.memo/config.json": "{}",
      "work/p.md": "# P\n\n[z](q.md)\n", "work/q.md": "# Q\n",
    ]
    let leaving = try TestedEditor(files, Self.capable)
    try rename(["work/p.md": "p.md"], leaving)
    #expect(try leaving.text("a.md") == "# A\n\n[p](p.md)\n")
    #expect(try leaving.text("b.md") == "[x](p.md) [y](a.md)\n")
    #expect(try leaving.text("work/p.md") == "# P\n\n[z](work/q.md)\n")
    let entering = try TestedEditor(files, Self.capable)
    try entering.open("work/q.md")
    try rename(["a.md": "work/a.md"], entering)
    #expect(try entering.text("a.md") == "# A\n\n[p](p.md)\n")
    #expect(try entering.text("b.md") == "[x](work/p.md) [y](work/a.md)\n")
  }

  @Test func linksToAMemoThatLeavesAllVaultsDoNotLeadToItsNamesake() throws {
    let editor = try TestedEditor(["x/a.md": "# A\n", "y/a.md": "# A\n", "x/b.md": "[[a]]\n"], Self.capable)
    let move: JSONValue = ["oldUri": .text(editor.uri("x/a.md")), "newUri": "file:///elsewhere/a.md"]
    try editor.apply(try willRename([move], editor))
    #expect(try editor.text("x/b.md") == "[[x/a]]\n")
  }

  @Test func linksToAMemoThatIsHiddenDoNotLeadToItsNamesakeAndThoseToAPictureFollowIt() throws {
    let editor = try TestedEditor(
      ["x/a.md": "# A\n", "y/a.md": "# A\n", "x/b.md": "[[a]] ![](p.png)\n", "x/p.png": "p"], Self.capable)
    try rename(["x/a.md": ".old/a.md", "x/p.png": ".old/p.png"], editor)
    #expect(try editor.text("x/b.md") == "[[x/a]] ![](../.old/p.png)\n")
    try rename(["y": ".y"], editor)
  }

  @Test func filesOfSeveralVaultsAreDeleted() throws {
    let editor = try TestedEditor(
      [
        "x/a.md": "# A\n", "y/a.md": "# A\n", "x/b.md": "[[a]]\n", "work/.memo/config.json": "{}",
        "work/v/m.md": "# M\n", "work/w/m.md": "# M\n", "work/v/n.md": "[[m]]\n",
      ], Self.capable)
    try editor.apply(try delete(["work/v/m.md", "x/a.md"], editor))
    #expect(try editor.text("x/b.md") == "[[x/a]]\n")
    #expect(try editor.text("work/v/n.md") == "[[v/m]]\n")
  }

  // MARK: Pictures

  @Test func picturesThatMoveWithTheirMemosAreStillShown() throws {
    let editor = try TestedEditor(
      [
        "w/plan.md": "# Plan\n\n![](p.png) ![](q.png) ![[p.png]]\n", "w/p.png": "p", "w/q.png": "q",
        "b.md": "![](w/p.png) [x](w/plan.md)\n",
      ], Self.capable)
    try rename(["w/plan.md": "v/plan.md", "w/p.png": "v/p.png"], editor)
    #expect(try editor.text("w/plan.md") == "# Plan\n\n![](p.png) ![](../w/q.png) ![[p.png]]\n")
    #expect(try editor.text("b.md") == "![](v/p.png) [x](v/plan.md)\n")
  }

  @Test func aPictureThatGetsAnotherNameKeepsItsLinks() throws {
    let editor = try TestedEditor(
      ["a.md": "![](w/p.png) ![[p.png]] ![[q.png]]\n", "w/b.md": "![](p.png)\n", "w/p.png": "p", "x/q.png": "q"],
      Self.capable)
    try rename(["w/p.png": "v/new.png"], editor)
    #expect(try editor.text("a.md") == "![](v/new.png) ![[v/new.png]] ![[q.png]]\n")
    #expect(try editor.text("w/b.md") == "![](../v/new.png)\n")
  }

  @Test(arguments: [(".env", ".env.old"), (".vscode", ".code"), (".vscode/a.md", "a.md")])
  func whatIsHiddenIsNoFileOfTheVault(old: String, new: String) throws {
    let editor = try TestedEditor(["b.md": "[x](.env)\n", ".env": "x", ".vscode/a.md": "a\n"], Self.capable)
    #expect(try willRename([file(old, new, editor)], editor) == .null)
  }

  @Test(arguments: [["b.md"], ["b.md", "plan.md"], []])
  func aMoveThatNoOneAnnouncedIsOffered(open: [String]) throws {
    let editor = try TestedEditor(["plan.md": "# P\n", "b.md": "[x](plan.md) and [y](plan.md)\n"], Self.capable)
    for path in open { try editor.open(path) }
    try editor.folder.makeFolders(VaultPath("work"))
    try editor.folder.rename(VaultPath("plan.md"), to: VaultPath("work/goal.md"))
    try editor.seeMoves()
    let asked = try #require(editor.received.first { $0["method"] == "window/showMessageRequest" })
    #expect(asked["params", "message"] == "Update 2 links to 'work/goal.md'?")
    editor.answer(asked, ["title": "Update"])
    let edit = try #require(editor.take("workspace/applyEdit").first?["edit"])
    try editor.apply(edit)
    #expect(try editor.text("b.md") == "[x](work/goal.md) and [y](work/goal.md)\n")
  }

  @Test func aFolderThatAnotherProgramMovedIsOneQuestion() throws {
    let editor = try TestedEditor(
      [
        "d/a.md": "# A\n\n[x](b.md)\n", "d/b.md": "# B\n\n[up](../e.md)\n", "d/c.md": "# C\n",
        "e.md": "[x](d/a.md) [y](d/b.md)\n", "f.md": "[x](d/a.md)\n",
      ], Self.capable)
    try editor.folder.makeFolders(VaultPath("v"))
    try editor.folder.rename(VaultPath("d"), to: VaultPath("v/w"))
    try editor.seeMoves()
    let asked = editor.received.filter { $0["method"] == "window/showMessageRequest" }
    #expect(asked.map { $0["params", "message"] } == ["Update 4 links to 2 moved memos?"])
    editor.answer(try #require(asked.first), ["title": "Update"])
    try editor.apply(try #require(editor.take("workspace/applyEdit").first?["edit"]))
    #expect(try editor.text("v/w/a.md") == "# A\n\n[x](b.md)\n")
    #expect(try editor.text("v/w/b.md") == "# B\n\n[up](../../e.md)\n")
    #expect(try editor.text("e.md") == "[x](v/w/a.md) [y](v/w/b.md)\n")
    #expect(try editor.text("f.md") == "[x](v/w/a.md)\n")
  }

  @Test func aMovedFolderOfWhichOneMemoIsLinkedIsAboutThatMemo() throws {
    let editor = try TestedEditor(["d/a.md": "# A\n", "d/b.md": "# B\n", "e.md": "[x](d/a.md)\n"], Self.capable)
    try editor.folder.rename(VaultPath("d"), to: VaultPath("w"))
    try editor.seeMoves()
    let asked = editor.take("window/showMessageRequest")
    #expect(asked.map { $0["message"] } == ["Update 1 link to 'w/a.md'?"])
  }

  @Test func aMoveAfterWhichAllLinksLeadToTheMemoIsNotOffered() throws {
    let editor = try TestedEditor(["plan.md": "# P\n", "b.md": "[x](plan.md) [[plan]] [[P]]\n"], Self.capable)
    try editor.folder.makeFolders(VaultPath("work"))
    try editor.folder.rename(VaultPath("plan.md"), to: VaultPath("work/plan.md"))
    try editor.seeMoves()
    #expect(editor.take("window/showMessageRequest").isEmpty)
    let found = try editor.ask("textDocument/definition", in: "c.md", "[x](plan.m|d)\n")
    #expect(found.items.map { editor.path($0["uri"] ?? $0["targetUri"]) } == ["work/plan.md"])
  }

  @Test func aMoveWhoseLinksWereUpdatedIsNotOffered() throws {
    let editor = try TestedEditor(["plan.md": "# P\n", "b.md": "[x](plan.md)\n"], Self.capable)
    try rename(["plan.md": "work/plan.md"], editor)
    try editor.folder.makeFolders(VaultPath("work"))
    try editor.folder.rename(VaultPath("plan.md"), to: VaultPath("work/plan.md"))
    try editor.seeMoves()
    #expect(editor.take("window/showMessageRequest").isEmpty)
  }
}
