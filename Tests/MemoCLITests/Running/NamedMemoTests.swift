import Foundation
import MemoCore
import MemoTestSupport
import MemoWords
import Testing

/// Parts of memos, and deleted memos, by the names that people have for them.
@Suite struct NamedMemoTests {
  private func tool() throws -> TestedTool {
    let tool = try TestedTool()
    try tool.folder.write(
      "---\na: 1\n---\n# Plan\r\nText.\r\n\r\n## Risks\r\nRain.\r\n\r\n### Wind\r\nStorm.\r\n## Costs\nNone.",
      to: "work/plan-b.md")
    return tool
  }

  @Test(arguments: [
    ("plan#Risks", "## Risks\r\nRain.\r\n\r\n### Wind\r\nStorm.\r\n"),
    ("work/plan-b.md#Risks#wind", "### Wind\r\nStorm.\r\n"),
    ("Plan#Costs", "## Costs\nNone."),
  ])
  func aSectionIsShownByteForByte(reference: String, section: String) throws {
    let run = try tool().run("show", reference)
    #expect(run.code == .done && run.output.utf8.elementsEqual(section.utf8), "\(run)")
    let json = try tool().run("show", reference, "--json")
    #expect(json.output.hasPrefix("{") && json.output.contains("\"path\":\"work/plan-b.md\""), "\(json)")
  }

  @Test func aSectionThatIsNotThereIsAnErrorWithTheHeadings() throws {
    let run = try tool().run("show", "plan#Nope")
    #expect(run.code == .noSuchMemo && run.errors.contains("Plan, Risks, Wind, Costs"), "\(run)")
    #expect(try tool().run("show", "nothing#Risks").code == .noSuchMemo)
  }

  @Test(arguments: [
    ("ofice", "Office"), ("buget-2026", "budget-2026"), ("kichen", "kitchen"), ("ofice rules", "Office"),
  ])
  func aMistypedNameIsAnsweredWithTheNearestOne(typed: String, nearest: String) throws {
    let tool = try tool()
    try tool.folder.write("# Office\n", to: "o.md")
    try tool.folder.write("---\naliases: [kitchen]\n---\n# Things\n", to: "budget-2026.md")
    let run = tool.run("show", typed)
    #expect(run.code == .noSuchMemo)
    #expect(run.errors.contains("did you mean '\(nearest)'?") == !typed.contains(" "), "\(run)")
  }

  @Test(arguments: [
    ("여행 준비물", "여행준비물"), ("여행준비물", "여행 준비물"), ("GPU 노트", "gpu노트"), ("짐 목록", "짐목록"),
    ("Café Łódź", "cafe lodz"), ("Cafe\u{301} Noir", "cafe noir"), ("Ångström", "angstrom"), ("Ώρα", "ωρα"),
  ])
  func aNameIsFoundWithItsBlanksElsewhereOrWithoutAccents(title: String, typed: String) throws {
    let tool = try tool()
    try tool.folder.write("# \(title)\n", to: "a.md")
    try tool.folder.write("# \(title) 2024\n", to: "longer.md")
    let run = tool.run("show", typed)
    #expect(run.code == .done && run.output == "# \(title)\n", "\(run)")
    let line = "memo: '\(typed)' is '\(title)' ('a.md')\n"
    #expect(run.errors == line, "\(run)")
    #expect(tool.run("list", "--links-to", typed, "--paths").errors == line, "filters say it, too")
    #expect(tool.run("show", title).errors == "", "as it is written")
    for command in [["delete", typed, "--yes"], ["rename", typed, "새 이름"], ["append", typed, "text"]] {
      let run = tool.run(command)
      #expect(run.code == .noSuchMemo && run.errors.contains("did you mean 'a.md'?"), "a script does not guess: \(run)")
    }
    let asked = tool.run("append", typed, "text", terminalColumns: 80)
    #expect(asked.code == .done && asked.errors.contains(line), "a person reads what is changed: \(asked)")
  }

  @Test func namesThatDifferOnlyInBlanksAreNotGuessed() throws {
    let tool = try tool()
    try tool.folder.write("# 여행 준비물\n", to: "a.md")
    try tool.folder.write("# 여행준 비물\n", to: "b.md")
    let run = tool.run("show", "여행준비물")
    #expect(run.code == .ambiguous && run.errors.contains("a.md") && run.errors.contains("b.md"), "\(run)")
    #expect(tool.run("show", "여행 준비물").output == "# 여행 준비물\n", "an exact title comes first")
    try tool.folder.write("# to do\n", to: "c.md")
    #expect(tool.run("show", "todo").code == .noSuchMemo, "English is written with its blanks")
  }

  @Test func namesThatDifferOnlyInAccentsAreNotGuessed() throws {
    let tool = try tool()
    try tool.folder.write("# Résumé\n", to: "a.md")
    try tool.folder.write("# Resumé\n", to: "b.md")
    #expect(tool.run("show", "resume").code == .ambiguous)
    #expect(tool.run("show", "resumé").code == .done, "an exact title comes first")
    #expect(tool.run("show", "résume").output == "# Résumé\n", "an accent that is typed is meant")
    try tool.folder.write("# resume\n", to: "c.md")
    #expect(tool.run("show", "resume").output == "# resume\n")
  }

  @Test(arguments: ["Plan", "work/plan-b.md", "plan-b", "PLAN-B.md"])
  func aDeletedMemoIsRestoredByEachOfItsNames(name: String) throws {
    let tool = try tool()
    #expect(tool.run("delete", "work/plan-b.md", "--yes").code == .done)
    let run = tool.run("trash", "restore", name)
    #expect(run.code == .done && run.output == "work/plan-b.md\n", "\(run)")
  }

  /// Whatever was tried with it: to look into the folder, to move a file, to move a folder.
  @Test func aNameThatIsTooLongForTheFileSystemIsReportedAsThat() throws {
    let tool = try tool()
    let long = String(repeating: "x", count: 300)
    let hint = "a name may have up to 255 bytes, a whole path up to 4,096 (1,024 on a Mac)"
    let attempts = [
      (["new", "--dir", long, "Title"], long), (["move", "work/plan-b.md", "\(long)/"], long),
      (["move", "work/plan-b.md", "\(long).md"], "\(long).md"), (["move", "work", long], long),
    ]
    for (words, name) in attempts {
      let run = tool.run(words)
      #expect(run.code == .failure, "\(words)")
      #expect(run.errors == "memo: the name is too long: '\(name)'\nhint: choose shorter names: \(hint)\n")
      let korean = tool.run(["--lang", "ko"] + words).errors
      #expect(korean.hasPrefix("memo: 이름이 너무 깁니다: '\(name)'\n힌트: 더 짧은 이름을 쓰십시오"), "\(korean)")
    }
    #expect(try tool.folder.bytes(of: VaultPath("work/plan-b.md")) != nil, "nothing has moved")
  }

  @Test func deletedMemosOfOneNameAreListedWithWhatTellsThemApart() throws {
    var tool = try TestedTool()
    for (path, title) in [("work/plan.md", "Plan"), ("plan.md", "PLAN")] {
      try tool.folder.write("# \(title)\n", to: path)
      #expect(tool.run("delete", path, "--yes").code == .done)
      tool.now += 86_400_000_000_000
    }
    let ids = tool.run("trash").lines.map { String($0.prefix { $0 != "\t" }) }
    try #require(ids.count == 2)
    let list = "  \(ids[0])  May 21  PLAN  plan.md\n  \(ids[1])  May 20  Plan  work/plan.md\n"
    let hint = "hint: name the one to restore by its id: memo trash restore \(ids[0])\n"
    let run = tool.run("trash", "restore", "plan")
    #expect(run.code == .ambiguous && run.errors == "memo: 'plan' matches 2 memos in the trash\n\(list)\(hint)")
    let korean = tool.run("--lang", "ko", "trash", "restore", "plan").errors
    #expect(korean.contains("  \(ids[1])  5월 20일  Plan  work/plan.md\n힌트: 복원할 메모를 id로"), "\(korean)")
    let json = tool.run("trash", "restore", "plan", "--json").errors
    #expect(json.contains(#""candidates":["\#(ids[0])","\#(ids[1])"]"#), "scripts read the ids: \(json)")
    #expect(tool.run("trash", "restore", ids[1]).output == "work/plan.md\n")
  }

  @Test(arguments: ["say \"hi\".md", "back\\slash.md", "work/tab\there.md", "new\nline.md"])
  func aPathIsTakenAsItIsPrinted(name: String) throws {
    let tool = try tool()
    try tool.folder.write("# Odd\n", to: name)
    let printed = try #require(tool.run("list", "--paths").lines.first { $0.hasPrefix("\"") }.map(String.init))
    #expect(tool.run("show", printed).output == "# Odd\n")
    #expect(tool.run("append", printed, "more").code == .done)
    #expect(tool.run("show", printed).output == "# Odd\nmore\n")
    try tool.folder.write("# Literally\n", to: printed + ".md")
    #expect(tool.run("show", printed).output == "# Literally\n", "a name of its own comes first")
  }

  @Test func aFolderMayBeNamedByASymbolicLinkToTheVault() throws {
    let tool = try tool()
    let links = try TemporaryFolder()
    let link = "\(links.path.text)/notes"
    try #require(symlink(tool.folder.path.text, link) == 0)
    #expect(tool.run("show", link + "/work/plan-b.md").code == .done)
    #expect(tool.run("new", "--dir", link + "/work", "one").output == "work/one.md\n")
    #expect(tool.run("move", "work/one.md", link + "/inbox/").output == "inbox/one.md\n", "a new folder")
    #expect(tool.run("move", link + "/inbox", "work").output.hasSuffix("work/inbox\n"), "a whole folder")
    #expect(tool.run("move", "work/inbox/one.md", link).output == "one.md\n", "the vault's own folder")
    #expect(tool.run("new", "--dir", links.path.text, "two").code == .usage, "outside")
  }

  @Test func quotesThatMemoDoesNotPrintStayPartsOfAName() throws {
    let tool = try tool()
    #expect(tool.run("show", "\"work/plan-b.md\"").code == .noSuchMemo)
  }
}
