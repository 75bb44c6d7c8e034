import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoIndex

/// A cache answers only for the rule for titles under which it was made.
@Suite struct TitleRuleCacheTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeVault()
    try folder.write("Text first.\n\n# Goals\n", to: "일/Weekly plan.md", modified: 2)
    try folder.write("# Heading\n", to: "Note.md", modified: 1)
  }

  @Test func theRuleIsThatOfTheSettingsElseOfTheFolders() throws {
    func rule(_ settings: String) throws -> TitleRule {
      try folder.write(settings, to: ".memo/config.json")
      return try folder.openVault().titles
    }
    #expect(try rule("{}") == .firstLine && rule(#"{"titles": "auto"}"#) == .firstLine)
    #expect(try rule(#"{"titles": "heading"}"#) == .heading && rule(#"{"titles": ["heading"]}"#) == .firstLine)
    try folder.write("", to: ".obsidian")
    #expect(try rule("{}") == .firstLine, "a file is no folder")
    try folder.remove(Vault.obsidianPath)
    try folder.makeFolders(Vault.obsidianPath)
    #expect(try rule("{}") == .fileName && rule(#"{"titles": "auto"}"#) == .fileName)
    #expect(try rule(#"{"titles": "first-line"}"#) == .firstLine && rule(#"{"titles": "later"}"#) == .fileName)
  }

  @Test func eachChangeOfTheRuleMakesANewCache() throws {
    let expected: [(TitleRule, [String])] = [
      (.firstLine, ["Text first.", "Heading"]), (.fileName, ["Weekly plan", "Note"]),
      (.heading, ["Weekly plan", "Heading"]), (.firstLine, ["Text first.", "Heading"]),
    ]
    for (rule, titles) in expected {
      try folder.write(#"{"titles": "\#(rule.rawValue)"}"#, to: ".memo/config.json")
      let vault = try folder.openVault()
      #expect(vault.cachedIndex() == nil, "what was cached is of no use")
      let index = try vault.refresh()
      #expect(index.memos.map(index.title) == titles && index.titles == rule)
      #expect(try IndexAnswer(index) == IndexAnswer(vault.readAll()))
      #expect(vault.cachedIndex().map(IndexAnswer.init) == IndexAnswer(index))
    }
  }

  @Test func aMemoUnderAnotherNameHasAnotherTitle() throws {
    try folder.makeFolders(Vault.obsidianPath)
    let vault = try folder.openVault()
    _ = try vault.refresh()
    try folder.rename(VaultPath("Note.md"), to: VaultPath("Other.md"))
    try folder.rename(VaultPath("일"), to: VaultPath("work"))
    let index = try vault.refresh()
    #expect(index.memos.map(index.title) == ["Weekly plan", "Other"])
    #expect(try IndexAnswer(index) == IndexAnswer(vault.readAll()))
    #expect(vault.movedMemos.moves.map(\.to.text).sorted() == ["Other.md", "work/Weekly plan.md"])
  }

  @Test func emptyMemosAreNotTakenForOneAnother() throws {
    try folder.makeFolders(Vault.obsidianPath)
    try folder.write("", to: "Empty.md")
    let vault = try folder.openVault()
    _ = try vault.refresh()
    try folder.write("", to: "Another.md")
    try folder.remove(VaultPath("Empty.md"))
    _ = try vault.refresh()
    #expect(vault.movedMemos.moves.isEmpty)
  }

  @Test(arguments: ["weekly", "title:weekly", "/Weekly/", "title:/plan/"])
  func searchesFindNamesFromTheTextIndexAndFromFiles(query: String) throws {
    try folder.makeFolders(Vault.obsidianPath)
    let vault = try folder.openVault()
    let search = MemoSearch(try SearchQuery(parsing: query), processorTime: { .zero })
    func found(_ index: VaultIndex) -> [String] { search.run(MemoFilter(), in: index).found.map(\.memo.path.text) }
    #expect(found(try vault.refresh()) == ["일/Weekly plan.md"])
    #expect(found(try vault.readAll()) == ["일/Weekly plan.md"])
    try folder.write("more\n", to: "Weekly plan 2.md", modified: 1)
    #expect(Set(found(try vault.refresh())) == ["일/Weekly plan.md", "Weekly plan 2.md"], "one is in the journal")
  }
}
