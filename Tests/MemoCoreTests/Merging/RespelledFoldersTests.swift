import MemoCore
import MemoTestSupport
import Testing

/// Folders of which one side changed the case or normalization of the name.
@Suite struct RespelledFoldersTests {
  typealias Example = TreeMergeTests.Example

  static let followed = [
    Example(
      "a memo added below the old spelling", ["Reading/a.md": "1"], ["reading/a.md": "1"],
      ["Reading/a.md": "1", "Reading/b.md": "2"], ["reading/a.md": "1", "reading/b.md": "2"]),
    Example(
      "a memo edited that was deleted", ["Reading/a.md": "1", "Reading/b.md": "2"], ["reading/a.md": "1"],
      ["Reading/a.md": "1", "Reading/b.md": "2b"], ["reading/a.md": "1", "reading/b.md": "2b"]),
    Example(
      "memos edited on both sides, and on one", ["Reading/a.md": "1\n2\n", "Reading/b.md": "3"],
      ["reading/a.md": "1a\n2\n", "reading/b.md": "3"], ["Reading/a.md": "1\n2b\n", "Reading/b.md": "4"],
      ["reading/a.md": "1a\n2b\n", "reading/b.md": "4"]),
    Example(
      "a memo made by both sides", ["Reading/a.md": "1"], ["reading/a.md": "1", "reading/d.md": "2\n"],
      ["Reading/a.md": "1", "Reading/d.md": "2\n3\n"], ["reading/a.md": "1", "reading/d.md": "2\n3\n"]),
    Example(
      "a memo deleted and one renamed", ["Reading/a.md": "1", "Reading/b.md": "2"],
      ["reading/a.md": "1", "reading/b.md": "2"], ["Reading/c.md": "2"], ["reading/c.md": "2"]),
    Example(
      "the memos that were there are all gone", ["Reading/a.md": "1"], ["reading/b.md": "2"],
      ["Reading/a.md": "1", "Reading/c.md": "3"], ["reading/b.md": "2", "reading/c.md": "3"]),
    Example(
      "other files", ["Img/a.png": "1", "Img/b.md": "2"], ["img/a.png": "1", "img/b.md": "2"],
      ["Img/a.png": "1a", "Img/b.md": "2", "Img/c.png": "3"],
      ["img/a.png": "1a", "img/b.md": "2", "img/c.png": "3"]),
    Example(
      "a folder in a folder", ["A/B/a.md": "1", "A/c.md": "2"], ["A/b/a.md": "1", "A/c.md": "2"],
      ["A/B/a.md": "1", "A/B/D/d.md": "3", "A/c.md": "2"], ["A/b/a.md": "1", "A/b/D/d.md": "3", "A/c.md": "2"]),
    Example(
      "a folder and one in it, each by another side", ["A/B/a.md": "1"], ["a/B/a.md": "1"],
      ["A/b/a.md": "1", "A/b/c.md": "2"], ["a/b/a.md": "1", "a/b/c.md": "2"]),
    Example(
      "two spellings by two sides", ["Reading/a.md": "1"], ["reading/a.md": "1", "reading/b.md": "2"],
      ["READING/a.md": "1", "READING/c.md": "3"],
      ["READING/a.md": "1", "READING/b.md": "2", "READING/c.md": "3"]),
    Example(
      "normalization", ["\u{E9}/a.md": "1"], ["e\u{301}/a.md": "1"], ["\u{E9}/a.md": "1", "\u{E9}/b.md": "2"],
      ["e\u{301}/a.md": "1", "e\u{301}/b.md": "2"]),
  ]

  @Test(arguments: followed) func theOtherSidesFilesFollow(_ example: Example) {
    for example in [example, Example("", example.base, example.second, example.first, example.merged)] {
      #expect(Self.bytes(TreeMergeTests.merged(example)) == Self.bytes(example.merged))
    }
  }

  static let apart = [
    Example(
      "the base has both", ["Reading/a.md": "1", "reading/b.md": "2"], ["reading/a.md": "1", "reading/b.md": "2"],
      ["Reading/a.md": "1", "Reading/c.md": "3", "reading/b.md": "2"],
      ["Reading/c.md": "3", "reading/a.md": "1", "reading/b.md": "2"]),
    Example(
      "both sides have both", [:], ["Reading/a.md": "1", "reading/b.md": "2"],
      ["Reading/a.md": "1", "reading/b.md": "2"], ["Reading/a.md": "1", "reading/b.md": "2"]),
    Example(
      "a side has made the other one", ["Reading/a.md": "1"], ["Reading/a.md": "1", "reading/b.md": "2"],
      ["Reading/a.md": "1", "Reading/c.md": "3"], ["Reading/a.md": "1", "Reading/c.md": "3", "reading/b.md": "2"]),
    Example(
      "a side has moved some", ["Reading/a.md": "1", "Reading/b.md": "2"], ["Reading/a.md": "1", "reading/b.md": "2"],
      ["Reading/a.md": "1", "Reading/b.md": "2", "Reading/c.md": "3"],
      ["Reading/a.md": "1", "Reading/c.md": "3", "reading/b.md": "2"]),
    Example(
      "each side has made one", ["a.md": "1"], ["a.md": "1", "Reading/b.md": "2"], ["a.md": "1", "reading/c.md": "3"],
      ["a.md": "1", "Reading/b.md": "2", "reading/c.md": "3"]),
    Example(
      "another name", ["Reading/a.md": "1"], ["read/a.md": "1"], ["Reading/a.md": "1", "Reading/b.md": "2"],
      ["read/a.md": "1", "Reading/b.md": "2"]),
  ]

  @Test(arguments: apart) func otherFoldersStayTwo(_ example: Example) {
    for example in [example, Example("", example.base, example.second, example.first, example.merged)] {
      #expect(TreeMergeTests.merged(example) == example.merged)
    }
  }

  @Test(arguments: [false, true]) func aFileBesideTheFolderDoesNotGetInItsWay(isFirst: Bool) {
    let (base, side) = (["Plan/a.md": "1"], ["plan/a.md": "1"])
    let other = ["Plan/a.md": "1", "Plan/b.md": "2", "plan": "3"]
    let merged = TreeMergeTests.merged(Example("", base, isFirst ? side : other, isFirst ? other : side, [:]))
    #expect(Set(merged.values) == ["1", "2", "3"] && merged.count == 3)
    #expect(merged["plan"] == nil && merged["plan/a.md"] == "1", "\(merged.keys.sorted())")
  }

  @Test func eachPathIsTheOneThatTheSideHas() {
    let example = Example(
      "", ["Old/a.md": "1\n2\n", "Old/b.md": "3\n"], ["old/a.md": "1\n2\n", "old/c.md": "3\n"],
      ["Old/d.md": "1\n2\n4\n", "Old/e.md": "3\n5\n", "Old/f.md": "6\n"], [:])
    var store = ObjectStore()
    let (base, first, second) = (store.tree(example.base), store.tree(example.first), store.tree(example.second))
    let merge = TreeMerge(base: base, first: first, second: second, read: store.read)
    #expect(
      store.files(merge, on: first)
        == ["old/d.md": "1\n2\n4\n", "old/c.md": "3\n5\n", "old/e.md": "3\n5\n", "old/f.md": "6\n"])
    let names = { (hints: [RenameHint]) in hints.map { [$0.old.text, $0.new.text] } }
    #expect(names(merge.moves.first) == [["Old/b.md", "old/c.md"], ["Old/a.md", "old/a.md"]])
    #expect(names(merge.moves.second) == [["Old/b.md", "Old/e.md"]])
    let doubled = merge.doubled.map { [$0.path, $0.first, $0.second].map(\.text) }
    #expect(doubled == [["Old/b.md", "old/c.md", "old/e.md"]])
    #expect(merge.respelled[VaultPath("Old/f.md")] == VaultPath("old/f.md"))
    #expect(merge.respelled.count == example.base.count + example.second.count)
  }

  /// The merge is the one of the same trees in which the folder was always spelled as the last one spelled it.
  @Test(arguments: [("Top/A", "Top/a"), ("Top/A", "top/A"), ("\u{E9}", "e\u{301}")], [false, true])
  func theSpellingMakesNoDifference(names: (old: String, new: String), isFirst: Bool) {
    var (checked, found) = (0, 0)
    for seed in UInt64(5_000_000)..<5_001_000 {
      var random = RandomTree(seed: seed)
      let base = random.tree()
      let (side, other) = (random.edited(base), random.edited(base))
      // A folder without files is none, and has no spelling.
      guard !base.isEmpty, !side.isEmpty else { continue }
      func merge(_ side: [String: String], _ other: [String: String], in folders: [String]) -> [String: String] {
        let trees = zip([base, side, other], folders).map { tree, folder in
          Dictionary(uniqueKeysWithValues: tree.map { ("\(folder)/\($0)", $1) })
        }
        let (first, second) = isFirst ? (trees[1], trees[2]) : (trees[2], trees[1])
        return TreeMergeTests.merged(Example("", trees[0], first, second, [:]))
      }
      let merged = merge(side, other, in: [names.old, names.new, names.old])
      let expected = merge(side, other, in: [names.new, names.new, names.new])
      #expect(Self.bytes(merged) == Self.bytes(expected), "seed \(seed)")
      checked += 1
      if other.keys.contains(where: { base[$0] == nil }) { found += 1 }
    }
    print("\(names.old), \(names.new): \(checked) merges, \(found) with new files below the old spelling")
    #expect(found > 200)
  }

  /// Paths are compared by their bytes.
  private static func bytes(_ tree: [String: String]) -> [[UInt8]: String] {
    Dictionary(uniqueKeysWithValues: tree.map { (Array($0.utf8), $1) })
  }
}
