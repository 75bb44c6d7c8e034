import MemoCore
import MemoIndex
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoKit

struct RepairedLinksTests {
  @Test func whereOneMemoCannotBeChangedTheLinksOfTheOthersAreKept() throws {
    let vault = try ChangedVault(["p/Alpha.md": "# A\n", "l.md": "[[Alpha]]\n", "m.md": "[[Alpha]]\n"])
    let (index, path) = (try vault.refresh(), VaultPath("Alpha.md"))
    let draft = try vault.history.begin("new", at: 1)
    try draft.create(path, contents: [])
    let made = try #require(try draft.commit())
    var links = try RepairedLinks(made: [path], in: index, of: vault.vault)
    try vault.folder.write("[[Alpha]] more\n", to: "l.md")
    let changed = links.carryOut(by: vault.history, at: 1, with: made)
    #expect(changed == [VaultPath("m.md")])
    #expect(links.lostLinks.map(\.path.text) == ["l.md"] && links.lostLinks.map(\.target) == ["Alpha"])
    var texts = ["p/Alpha.md": "# A\n", "l.md": "[[Alpha]] more\n", "m.md": "[[p/Alpha]]\n", "Alpha.md": ""]
    #expect(try vault.texts() == texts)
    #expect(try vault.history.list().count == 1)
    _ = try vault.history.undo()
    (texts["Alpha.md"], texts["m.md"]) = (nil, "[[Alpha]]\n")
    #expect(try vault.texts() == texts)
  }

  /// Their titles and aliases are read from the start of the files, as the index does; one that cannot be read has its name.
  @Test func aMemoTooLargeToBeReadWholeTakesOverNoLinks() throws {
    let vault = try ChangedVault([
      "p/Alpha.md": "# A\n", "p/Beta.md": "# B\n", "p/gamma.md": "# Gamma\n", "l.md": "[[Alpha]] [[Beta]] [[gamma]]\n",
    ])
    let index = try vault.refresh()
    try vault.folder.write("---\naliases: [gamma]\n---\n# New\n", to: "Alpha.md")
    try vault.folder.write("# Other\n", to: "Beta.md")
    try vault.folder.truncate(VaultPath("Alpha.md"), to: 70 << 20)
    let links = try RepairedLinks(
      made: [VaultPath("Alpha.md"), VaultPath("Beta.md")], in: index, of: vault.vault)
    let texts = links.rewrites.map { String(decoding: $0.contents, as: UTF8.self) }
    #expect(texts == ["[[p/Alpha]] [[p/Beta]] [[gamma]]\n"])
    #expect(links.changed(by: VaultPath("Beta.md")) == [VaultPath("l.md")])
    #expect(links.changed(by: VaultPath("p/Beta.md")).isEmpty)
  }
}
