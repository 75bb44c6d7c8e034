import Testing

@testable import MemoCore

/// Links to a memo that each side gave another name.
@Suite struct DoubledLinksTests {
  private static func doubled(_ first: String, _ second: String) -> TreeMerge.Doubled {
    TreeMerge.Doubled(path: VaultPath("Kim.md"), first: VaultPath(first), second: VaultPath(second))
  }

  private static func merge(_ base: String, _ first: String, _ second: String) -> LineMerge {
    LineMerge(
      base: Array(base.utf8), first: Array(first.utf8), second: Array(second.utf8),
      doubled: [doubled("people/Kim-A.md", "Kim-B.md")])
  }

  @Test(arguments: [
    ("see [[Kim]]\n", "see [[Kim A]]\n", "see [[Kim B]]\n"),
    ("[[Kim#x|him]]\n", "[[Kim-A#x|him]]\n", "[[Kim-B#x|him]]\n"),
    ("[k](Kim.md)\n", "[k](people/Kim-A.md)\n", "[k](Kim-B.md)\n"),
    ("[k](Kim.md)\n", "[k](people/Kim%20A.md)\n", "[k](Kim%20B.md)\n"),
    ("[k](../Kim.md)\n", "[k](../people/Kim-A.md)\n", "[k](../Kim-B.md)\n"),
    ("a [[Kim]]\nb [[Kim]]\n", "a [[Kim A]]\nb [[Kim A]]\n", "a [[Kim B]]\nb [[Kim B]]\n"),
  ])
  func aLineWithALinkToBothNamesIsThereOnce(base: String, first: String, second: String) {
    let merge = Self.merge(base, first, second)
    #expect(String(decoding: merge.bytes, as: UTF8.self) == first)
    #expect(merge.overlaps.map(\.isSettled) == [true])
    #expect(Self.merge(base, first, String(decoding: merge.bytes, as: UTF8.self)).bytes == merge.bytes)
    #expect(Self.merge(base, String(decoding: merge.bytes, as: UTF8.self), second).bytes == merge.bytes)
  }

  @Test(arguments: [
    ("see [[Kim]]\n", "see [[Kim B]]\n", "see [[Kim A]]\n"), ("see [[Kim]]\n", "see [[Kim A]]\n", "see [[Lee]]\n"),
    ("[[Kim]]\n", "[[Kim A#x]]\n", "[[Kim B#y]]\n"), ("see [[Kim]]\n", "see [[Kim A]]\n", "met [[Kim B]]\n"),
    ("see [[Kim]]\n", "see [[team/Kim A]]\n", "see [[Kim B]]\n"),
    ("[k](Kim.md)\n", "[k](people/Kim-A.md)\n", "[k](team/Kim-B.md)\n"),
  ])
  func anyOtherLineHasBothVersions(base: String, first: String, second: String) {
    let merge = Self.merge(base, first, second)
    #expect(String(decoding: merge.bytes, as: UTF8.self) == first + second)
    #expect(merge.overlaps.map(\.isSettled) == [false])
  }

  @Test func aMergeOfTreesKnowsBothNames() {
    let base = ["Kim.md": "# Kim\n\nphone\n", "Log.md": "# Log\n\nsee [[Kim]]\n"]
    let sides = ["A", "B"].map { ["Kim \($0).md": "# Kim\n\nphone\n", "Log.md": "# Log\n\nsee [[Kim \($0)]]\n"] }
    let hints = ["A", "B"].map { RenameHint(old: VaultPath("Kim.md"), new: VaultPath("Kim \($0).md")) }
    let merged = TreeMergeTests.merged(
      TreeMergeTests.Example("", base, sides[0], sides[1], [:]), RenameHints(first: [hints[0]], second: [hints[1]]))
    #expect(merged.keys.sorted() == ["Kim A.md", "Kim B.md", "Log.md"])
    #expect(merged["Log.md"] == sides[0]["Log.md"])
  }
}
