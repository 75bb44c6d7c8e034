import MemoCore
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// How changed, deleted and renamed files are counted.
@Suite struct ChangeCountsTests {
  private func entry(_ path: String, _ text: String) -> TreeEntry {
    TreeEntry(path: VaultPath(path), mode: .file, id: ObjectId(ofBlob: Array(text.utf8)))
  }

  private func change(_ path: String, _ old: String?, _ new: String?) -> TreeChange {
    TreeChange(path: VaultPath(path), old: old.map { entry(path, $0) }, new: new.map { entry(path, $0) })
  }

  @Test func aFileWithTheSameBytesElsewhereIsRenamed() {
    let counts = ChangeCounts([
      change("a", "x", nil), change("b", nil, "x"), change("c", "1", "2"), change("d", "y", nil), change("e", nil, "z"),
    ])
    #expect((counts.changed, counts.deleted, counts.renamed, counts.total) == (2, 1, 1, 4))
  }

  @Test func twinsAreNotRenamed() {
    let counts = ChangeCounts([change("a", "x", nil), change("b", "x", nil), change("c", nil, "x")])
    #expect((counts.changed, counts.deleted, counts.renamed) == (1, 2, 0))
  }

  @Test(arguments: [".trash/a.md", "a.txt"]) func aMemoThatCanNoLongerBeOneIsDeleted(place: String) {
    let counts = ChangeCounts([change("a.md", "x", nil), change(place, nil, "x")])
    #expect((counts.changed, counts.deleted, counts.renamed) == (1, 1, 0))
    let back = ChangeCounts([change(".trash/a.md", "x", nil), change("a.md", nil, "x")])
    #expect((back.changed, back.deleted, back.renamed) == (0, 0, 1))
  }

  @Test func nothingIsNothing() {
    #expect(ChangeCounts([]) == ChangeCounts())
  }
}
