import MemoCore
import Testing

/// Memos that got another path and another text, told from those that went while others came.
@Suite struct RenameHintTests {
  private func found(_ old: [String: String], _ new: [String: String]) -> [String] {
    var store = ObjectStore()
    let (old, new) = (store.tree(old), store.tree(new))
    let (before, after) = (Set(old.map(\.path)), Set(new.map(\.path)))
    let hints = RenameHint.found(
      gone: old.filter { !after.contains($0.path) }, come: new.filter { !before.contains($0.path) }, in: old
    ) { [store] in store.read($0) }
    return hints.map { "\($0.old.text) \($0.new.text)" }.sorted()
  }

  @Test func halfOfTheLinesThatAMemoAloneHadAreEnough() {
    let old = ["a.md": "# A\none\ntwo\nthree\n", "b.md": "# B\nfour\nfive\n"]
    #expect(found(old, ["c.md": "# A\none\nnew\nmore\n", "d.md": "# B!\nfour\nfive\n"]) == ["a.md c.md", "b.md d.md"])
    #expect(found(old, ["c.md": "# A\nnew\n", "b.md": "# B\nfour\nfive\n"]) == [], "one line of four")
  }

  @Test func whatATemplateGivesToAllProvesNothing() {
    let template = "# Day\n## Tasks\n## Notes\n"
    let old = ["1.md": template + "one\n", "2.md": template + "two\n", "3.md": template]
    #expect(found(old, ["4.md": template + "two\n", "3.md": template]) == ["2.md 4.md"])
    #expect(found(old, ["4.md": template + "other\n", "3.md": template]) == [])
  }

  @Test func twoNewMemosWithTheSameLinesAreAmbiguous() {
    #expect(found(["a.md": "# A\none\n"], ["b.md": "# A\none\n!\n", "c.md": "# A\none\n?\n"]) == [])
    #expect(found(["a.md": "x\n", "p.png": "y\n"], ["b.txt": "x\n!\n", "q.png": "y\n"]) == [], "memos alone")
  }
}
