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
}
