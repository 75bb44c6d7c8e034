import MemoTestSupport
import Testing

@testable import MemoCore

/// A memo that one side merged into another one while the other side, which wrote other memos, left it as it was.
@Suite struct UnchangedMergedMemosTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var base = ["a.md": "# A\n\na\n", "b.md": "# B\n\none\ntwo\nthree\n", "n.md": "# N\n"]
    /// The side that merges the second memo into the first.
    var merger = ["a.md": "# A\n\na\n\n# B\n\none\ntwo\nthree\n", "n.md": "# N\n"]
    var other = ["a.md": "# A\n\na\n", "b.md": "# B\n\none\ntwo\nthree\n", "n.md": "# N\n\n[[b]]\n"]
    /// What the side that merges says it renamed.
    var renames: [RenameHint] = []
    /// Where the memo's text is in the merged tree.
    var place = "a.md"
  }

  static let found = [
    Case(testDescription: "a merge alone"),
    Case(
      testDescription: "a line changed in its new place",
      merger: ["a.md": "# A\n\na\n\n# B\n\none\ntwo, changed\nthree\n", "n.md": "# N\n"]),
    Case(
      testDescription: "front matter, which stays behind",
      base: ["a.md": "# A\n", "b.md": "---\nk: 1\n---\n\none\ntwo\n", "n.md": "# N\n"],
      merger: ["a.md": "# A\n\n# b\n\none\ntwo\n", "n.md": "# N\n"],
      other: ["a.md": "# A\n", "b.md": "---\nk: 1\n---\n\none\ntwo\n", "n.md": "# N\n[[b]]\n"]),
    Case(
      testDescription: "the other memo changed by the other side",
      other: ["a.md": "# A, too\n\na\n", "b.md": "# B\n\none\ntwo\nthree\n", "n.md": "# N\n"]),
    Case(
      testDescription: "the other memo renamed by the other side",
      other: ["c.md": "# A\n\na\n", "b.md": "# B\n\none\ntwo\nthree\n", "n.md": "# N\n\n[[b]]\n"], place: "c.md"),
    Case(
      testDescription: "the other memo renamed afterwards",
      merger: ["c.md": "# A\n\na\n\n# B\n\none\ntwo\nthree\n", "n.md": "# N\n"],
      renames: [RenameHint(old: VaultPath("a.md"), new: VaultPath("c.md"))], place: "c.md"),
    Case(
      testDescription: "the memo renamed before",
      renames: [RenameHint(old: VaultPath("b.md"), new: VaultPath("c.md"))]),
    Case(
      testDescription: "a new memo that holds the link",
      other: ["a.md": "# A\n\na\n", "b.md": "# B\n\none\ntwo\nthree\n", "n.md": "# N\n", "k.md": "[[b]]\n"]),
  ]

  static let notFound = [
    Case(
      testDescription: "a memo deleted, and another one changed",
      merger: ["a.md": "# A\n\na\nmore\n", "n.md": "# N\n"]),
    Case(
      testDescription: "a memo renamed, and another one changed",
      merger: ["a.md": "# A\n\na\nmore\n", "c.md": "# B\n\none\ntwo\nthree\n", "n.md": "# N\n"],
      renames: [RenameHint(old: VaultPath("b.md"), new: VaultPath("c.md"))]),
    Case(
      testDescription: "the text in a memo that is new",
      merger: [
        "a.md": "# A\n\na\n", "c.md": "# C\n\n# B\n\none\ntwo\nthree\n", "n.md": "# N\nmore\n",
      ]),
    Case(
      testDescription: "the text in two memos",
      merger: ["a.md": "# A\n\na\n\n# B\n\none\ntwo\nthree\n", "n.md": "# N\n\n# B\n\none\ntwo\nthree\n"]),
    Case(
      testDescription: "the text twice in one memo",
      merger: ["a.md": "# A\n\na\n# B\n\none\ntwo\nthree\n# B\n\none\ntwo\nthree\n", "n.md": "# N\n"]),
    Case(
      testDescription: "the first line not there",
      merger: ["a.md": "# A\n\na\n\none\ntwo\nthree\n", "n.md": "# N\n"]),
    Case(
      testDescription: "a text that another memo had as well",
      base: ["a.md": "# A\n", "b.md": "- [ ]\n", "c.md": "- [ ]\n", "n.md": "# N\n"],
      merger: ["a.md": "# A\n- [ ]\n", "c.md": "- [ ]\n", "n.md": "# N\n"],
      other: ["a.md": "# A\n", "b.md": "- [ ]\n", "c.md": "- [ ]\n", "n.md": "# N\n[[b]]\n"]),
    Case(
      testDescription: "lines that the other memo had before",
      base: ["a.md": "# A\none\n", "b.md": "one\ntwo\n", "n.md": "# N\n"],
      merger: ["a.md": "# A\none\ntwo\n", "n.md": "# N\n"],
      other: ["a.md": "# A\none\n", "b.md": "one\ntwo\n", "n.md": "# N\n[[b]]\n"]),
    Case(
      testDescription: "an empty memo", base: ["a.md": "# A\n", "b.md": "", "n.md": "# N\n"],
      merger: ["a.md": "# A\n\n# b\n", "n.md": "# N\n"],
      other: ["a.md": "# A\n", "b.md": "", "n.md": "# N\n[[b]]\n"]),
    Case(
      testDescription: "what is no text",
      base: ["a.md": "# A\n", "b.md": "one\u{0}\n", "n.md": "# N\n"],
      merger: ["a.md": "# A\none\u{0}\n", "n.md": "# N\n"],
      other: ["a.md": "# A\n", "b.md": "one\u{0}\n", "n.md": "# N\n[[b]]\n"]),
    Case(
      testDescription: "the memo changed by the other side, which is what the merge itself decides",
      other: ["a.md": "# A\n\na\n", "b.md": "# B\n\none\ntwo\nthree\nfour\n", "n.md": "# N\n\n[[b]]\n"]),
    Case(
      testDescription: "the memo deleted by both sides", other: ["a.md": "# A\n\na\n", "n.md": "# N\n\n[[b]]\n"]),
  ]

  @Test(arguments: found) func theMemoWithTheTextIsFound(_ example: Case) {
    for isFirst in [true, false] {
      let memos = Self.memos(example, isFirst: isFirst).memos
      #expect(memos.map { [$0.path, $0.newPath].map(\.text) } == [["b.md", example.place]], "first: \(isFirst)")
      #expect(memos.allSatisfy { $0.isFirst == isFirst && !$0.isKept })
    }
  }

  @Test(arguments: notFound) func inDoubtNoneIsFound(_ example: Case) {
    for isFirst in [true, false] {
      let memos = Self.memos(example, isFirst: isFirst).memos
      #expect(memos.isEmpty, "first: \(isFirst)")
    }
  }

  /// Where no memo went, where no memo may have the text, or where the other side wrote none, nothing is read.
  @Test(arguments: [
    (["a.md": "# A\nmore\n", "b.md": "# B\n", "n.md": "# N\n"], ["n.md": "# N\n[[b]]\n"]),
    (["a.md": "# A\n", "n.md": "# N\n"], ["n.md": "# N\n[[b]]\n"]),
    (["a.md": "# A\n# B\n", "n.md": "# N\n"], ["x.png": "picture"]),
  ])
  func withoutAPossibleMergeNothingIsRead(merger: [String: String], written: [String: String]) {
    let base = ["a.md": "# A\n", "b.md": "# B\n", "n.md": "# N\n"]
    let example = Case(testDescription: "", base: base, merger: merger, other: base.merging(written) { $1 })
    for isFirst in [true, false] {
      let (memos, read) = Self.memos(example, isFirst: isFirst)
      #expect(memos.isEmpty && read.isEmpty, "first: \(isFirst)")
    }
  }

  /// A memo that went while others changed does not cause those to be read that did not.
  @Test func ofADeletionOnlyWhatChangedIsRead() {
    let base = ["a.md": "# A\n", "b.md": "# B\none\n", "n.md": "# N\n", "z.md": "# Z\n"]
    let example = Case(
      testDescription: "", base: base, merger: ["a.md": "# A\nmore\n", "n.md": "# N\n", "z.md": "# Z\n"],
      other: base.merging(["n.md": "# N\n[[b]]\n"]) { $1 })
    for isFirst in [true, false] {
      let (memos, read) = Self.memos(example, isFirst: isFirst)
      #expect(memos.isEmpty && Set(read) == ["# B\none\n", "# A\nmore\n"], "first: \(isFirst)")
    }
  }

  /// One side merges a memo at random, and sometimes edits some; the other side edits any. Whichever comes first, the same is
  /// found, and what is found is gone from the merged tree while all of its lines that both sides kept are in the other memo.
  @Test(arguments: [7_000_000, 8_000_000] as [UInt64]) func theOrderOfTheSidesDoesNotMatter(start: UInt64) {
    var count = 0
    for seed in start..<start + 400 {
      var random = RandomTree(seed: seed)
      let base = random.tree().filter { MemoExtension(of: VaultPath($0.key).name) != nil }
      let names = base.keys.sorted()
      guard names.count > 2 else { continue }
      var merger = base
      merger[names[0], default: ""] += "\n" + (merger.removeValue(forKey: names[1]) ?? "")
      if seed % 3 == 0 { merger = random.changed(merger) }
      let other = base.merging([names[2]: (base[names[2]] ?? "") + "[[link]]\n"]) { $1 }
      let example = Case(testDescription: "", base: base, merger: merger, other: other)
      let results = [true, false].map { Self.memos(example, isFirst: $0).memos }
      let pairs = results.map { memos in memos.map { [$0.path.text, $0.newPath.text] } }
      #expect(pairs[0] == pairs[1], "seed \(seed)")
      for pair in pairs[0] {
        let text = merger[pair[1]] ?? ""
        let kept = (base[pair[0]] ?? "").split(separator: "\n").count { text.split(separator: "\n").contains($0) }
        #expect(merger[pair[0]] == nil && kept > 0, "seed \(seed): \(pair)")
      }
      count += pairs[0].count
    }
    print("seeds from \(start): \(count) merged memos found")
    #expect(count > 100)
  }

  /// The memos that are found, and the texts that were read to find them.
  private static func memos(
    _ example: Case, isFirst: Bool
  ) -> (memos: [TreeMerge.MergedMemo], read: [String]) {
    var store = ObjectStore()
    let trees = [example.base, example.merger, example.other].map { files in
      Dictionary(store.tree(files).map { ($0.path, $0) }) { entry, _ in entry }
    }
    let objects = store
    let (first, second) = isFirst ? (trees[1], trees[2]) : (trees[2], trees[1])
    let merged = MergeTrees(base: trees[0], first: first, second: second)
    let renames = RenameHints(
      first: isFirst ? example.renames : [], second: isFirst ? [] : example.renames)
    let merge = TreeMerge(merged, renames: renames) { objects.read($0) }
    var read: [String] = []
    let memos = merge.unchangedMergedMemos(in: merged, renames: renames) { ids in
      let texts = objects.read(ids)
      read += texts.map { String(decoding: $0, as: UTF8.self) }
      return texts
    }
    return (memos, read)
  }
}
