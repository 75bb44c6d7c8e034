import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct TagRenameTests {
  @Test func aTagIsRenamedAndUndone() throws {
    let sandbox = try Sandbox.withLibrary()
    try sandbox.check(
      """
      $ memo list --format '{path} {modified}' | sed 's/.......$//' > before
      $ memo tags rename work job/main --dry-run
      plan.md	1
      work/회의록.md	1
      $ memo tags rename '#HOME' house
      renamed '#HOME' to 'house' in 2 memos; 'memo undo' takes it back
      $ memo tags rename -q project work && memo tags
      cooking	1
      house	2
      work	2
      work/memo	1
      $ grep -n tags home/recipes/pesto.markdown
      3:tags: [cooking, house]
      $ memo list --format '{path} {modified}' | sed 's/.......$//' | diff before - && memo undo && memo undo && memo tags list
      undid 'tags rename': 'plan.md'
      undid 'tags rename': 'home/recipes/pesto.markdown', 'home/장보기.md'
      cooking	1
      home	2
      project/memo	1
      work	2
      """)
  }

  @Test func impossibleTagRenamesAreReported() throws {
    let sandbox = try Sandbox.withLibrary()
    try sandbox.check(
      """
      $ memo tags rename nowhere x
      memo: no memo has the tag 'nowhere'
      hint: 'memo tags' lists the tags
      [1]
      $ memo tags rename work work; memo tags rename work work --dry-run
      memo: nothing to rename: the tag is already named 'work'
      memo: nothing to rename: the tag is already named 'work'
      [1]
      $ memo tags rename work 'a b'
      memo: 'a b' cannot be a tag: no blanks, no punctuation but '_', '-' and '/', and not only digits
      hint: for example: a-b
      [2]
      $ memo tags rename work
      memo: missing NEW
      usage: memo tags [OPTIONS] [list|rename|add|remove] [TAG] [NEW|REF…]
      hint: see 'memo help tags'
      [2]
      $ memo tags merge work
      memo: invalid value 'merge': must be list, rename, add or remove
      hint: use 'memo tags rename TAG NEW'
      hint: see 'memo help tags'
      [2]
      $ memo undo
      memo: nothing to undo
      [1]
      """)
  }

  @Test func jsonHasTheOperation() throws {
    let sandbox = try Sandbox.withLibrary()
    let preview = try sandbox.memo("tags", "rename", "home", "house", "--dry-run", "--json").record()
    let paths = ["home/recipes/pesto.markdown", "home/장보기.md"]
    #expect(preview["operation"] as? String == "tags rename" && preview["changed"] as? [String] == paths)
    let places = try #require(preview["places"] as? [[String: Any]])
    #expect(places.map { $0["path"] as? String } == paths && places.map { $0["count"] as? Int } == [1, 1])
    #expect(try sandbox.folder.names(in: VaultPath("vault/.memo")).allSatisfy { $0 != Array("history".utf8) })
    let done = try sandbox.memo("tags", "rename", "home", "house", "--json").record()
    #expect(done["operation"] as? String == "tags rename" && done["changed"] as? [String] == paths)
    #expect(done["at"] is String && done["undone"] as? Bool == false)
    let failure = try sandbox.memo("tags", "rename", "home", "x", "--json").failure()
    #expect(failure["kind"] as? String == "nothing-to-rename")
  }
}
