import MemoCore
import MemoTestSupport
import Testing

/// A memo that one side merged into another one while the other side changed it.
@Suite struct MergedMemosTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var base = ["a.md": "# A\n\na\n", "b.md": "# B\n\none\ntwo\nthree\n"]
    /// The side that merges the second memo into the first.
    var merger = ["a.md": "# A\n\na\n\n# B\n\none\ntwo\nthree\n"]
    let other: [String: String]
    /// The merged tree; where nothing is given, each memo is as the side has it that changed it.
    var result: [String: String]?
  }

  static let followed = [
    Case(
      testDescription: "a line changed and one added",
      other: ["a.md": "# A\n\na\n", "b.md": "# B\n\none\ntwo, changed\nthree\nfour\n"],
      result: ["a.md": "# A\n\na\n\n# B\n\none\ntwo, changed\nthree\nfour\n"]),
    Case(
      testDescription: "a line deleted, and one of the other memo changed",
      other: ["a.md": "# A, too\n\na\n", "b.md": "# B\n\none\nthree\n"],
      result: ["a.md": "# A, too\n\na\n\n# B\n\none\nthree\n"]),
    Case(
      testDescription: "the last line before it changed",
      other: ["a.md": "# A\n\na, changed\n", "b.md": "# B\n\nzero\none\ntwo\nthree\n"],
      result: ["a.md": "# A\n\na, changed\n\n# B\n\nzero\none\ntwo\nthree\n"]),
    Case(
      testDescription: "text around the merged one and in it",
      merger: ["a.md": "# A\n\na\nmore\n\n# B\n\none, changed\ntwo\nthree\n\nend\n"],
      other: ["a.md": "# A\n\na\n", "b.md": "# B\n\none\ntwo\nthree, changed\n"],
      result: ["a.md": "# A\n\na\nmore\n\n# B\n\none, changed\ntwo\nthree, changed\n\nend\n"]),
    Case(
      testDescription: "a line moved to the other memo by the other side",
      other: ["a.md": "# A\n\ntwo\na\n", "b.md": "# B\n\none\nthree\n"],
      result: ["a.md": "# A\n\ntwo\na\n\n# B\n\none\nthree\n"]),
    Case(
      testDescription: "front matter, which stays behind",
      base: ["a.md": "# A\n", "b.md": "---\nk: 1\nl: 2\nm: 3\nn: 4\n---\n\none\ntwo\n"],
      merger: ["a.md": "# A\n\n# b\n\none\ntwo\n"],
      other: ["a.md": "# A\n", "b.md": "---\nk: 1\nl: 2\nm: 3\nn: 4\n---\n\none\ntwo\nthree\n"],
      result: ["a.md": "# A\n\n# b\n\none\ntwo\nthree\n"]),
    Case(
      testDescription: "other line ends",
      base: ["a.md": "# A\n", "b.md": "# B\r\none\r\ntwo\r\n"], merger: ["a.md": "# A\n\n# B\none\ntwo\n"],
      other: ["a.md": "# A\n", "b.md": "# B\r\none\r\ntwo, changed\r\n"],
      result: ["a.md": "# A\n\n# B\none\ntwo, changed\n"]),
    Case(
      testDescription: "no end of the last line",
      base: ["a.md": "# A\n", "b.md": "# B\none"], merger: ["a.md": "# A\n\n# B\none"],
      other: ["a.md": "# A\n", "b.md": "# B\none\ntwo"], result: ["a.md": "# A\n\n# B\none\ntwo"]),
    Case(
      testDescription: "two memos",
      base: ["a.md": "# A\n", "b.md": "# B\none\ntwo\n", "c.md": "# C\n1\n2\n"],
      merger: ["a.md": "# A\n\n# B\none\ntwo\n\n# C\n1\n2\n"],
      other: ["a.md": "# A\n", "b.md": "# B\none\n", "c.md": "# C\n0\n1\n2\n"],
      result: ["a.md": "# A\n\n# B\none\n\n# C\n0\n1\n2\n"]),
    Case(
      testDescription: "the other memo renamed by the other side",
      other: ["n.md": "# A\n\na\n", "b.md": "# B\n\none\ntwo\nthree\nfour\n"],
      result: ["n.md": "# A\n\na\n\n# B\n\none\ntwo\nthree\nfour\n"]),
  ]

  static let kept = [
    Case(
      testDescription: "line ends that the other memo does not have",
      base: ["a.md": "# A\n", "b.md": "# B\r\none\r\ntwo\r\n"], merger: ["a.md": "# A\n\n# B\r\none\r\ntwo\r\n"],
      other: ["a.md": "# A\n", "b.md": "# B\r\none\r\ntwo, changed\r\n"]),
    Case(
      testDescription: "the same line changed in its new place",
      merger: ["a.md": "# A\n\na\n\n# B\n\none\nTWO\nthree\n"],
      other: ["a.md": "# A\n\na\n", "b.md": "# B\n\none\ntwo, changed\nthree\n"]),
    Case(
      testDescription: "the line next to it changed in its new place",
      merger: ["a.md": "# A\n\na\n\n# B\n\nONE\ntwo\nthree\n"],
      other: ["a.md": "# A\n\na\n", "b.md": "# B\n\none\ntwo, changed\nthree\n"]),
    Case(
      testDescription: "two places",
      merger: ["a.md": "# A\n\na\n\n# B\n\none\ntwo\nthree\n\n# B\n\none\ntwo\nthree\n"],
      other: ["a.md": "# A\n\na\n", "b.md": "# B\n\none\ntwo, changed\nthree\n"]),
    Case(
      testDescription: "lines that the other memo had before", base: ["a.md": "# A\none\n", "b.md": "one\ntwo\n"],
      merger: ["a.md": "# A\none\ntwo\n"], other: ["a.md": "# A\none\n", "b.md": "two\nthree\n"]),
    Case(
      testDescription: "front matter changed", base: ["a.md": "# A\n", "b.md": "---\nk: 1\n---\n# B\none\n"],
      merger: ["a.md": "# A\n\n# B\none\n"], other: ["a.md": "# A\n", "b.md": "---\nk: 2\n---\n# B\none\n"]),
    Case(
      testDescription: "a footnote, whose label the other memo may have",
      other: ["a.md": "# A\n\na\n", "b.md": "# B\n\none[^1]\ntwo\nthree\n\n[^1]: note\n"]),
    Case(
      testDescription: "another text under its name",
      other: ["a.md": "# A\n\na\n", "b.md": "# B\n\nfour\nfive\nsix\nseven\n"]),
    Case(testDescription: "the text deleted", other: ["a.md": "# A\n\na\n", "b.md": ""]),
    Case(
      testDescription: "what is no text", other: ["a.md": "# A\n\na\n", "b.md": "# B\n\none\ntwo\nthree\n\u{0}\n"]),
    Case(testDescription: "the other memo deleted", other: ["b.md": "# B\n\none\ntwo\nthree\nfour\n"]),
    Case(
      testDescription: "a conflict of the other memo in which the text is",
      base: ["a.md": "# A\nold\n", "b.md": "# B\none\ntwo\n"], merger: ["a.md": "# A\nnew 1\n\n# B\none\ntwo\n"],
      other: ["a.md": "# A\nnew 2\n", "b.md": "# B\none\ntwo\nthree\n"],
      result: ["b.md": "# B\none\ntwo\nthree\n"]),
  ]

  @Test(arguments: followed) func aChangeFollowsTheText(_ example: Case) {
    for isFirst in [true, false] {
      let (files, memos) = Self.merged(example, isFirst: isFirst)
      print("\(example.testDescription), first: \(isFirst): \(files.keys.sorted()), \(memos.count) followed")
      #expect(files == example.result, "first: \(isFirst)")
      #expect(memos.allSatisfy { !$0.isKept && $0.isFirst == isFirst && files[$0.newPath.text] != nil })
      #expect(memos.count == example.base.count - 1)
    }
  }

  @Test(arguments: kept) func inDoubtBothTextsStay(_ example: Case) {
    for isFirst in [true, false] {
      let (files, memos) = Self.merged(example, isFirst: isFirst)
      print("\(example.testDescription), first: \(isFirst): \(files.keys.sorted()), kept: \(memos.map(\.path.text))")
      #expect(files["b.md"] == example.other["b.md"], "first: \(isFirst)")
      if example.result == nil { #expect(files["a.md"] == example.merger["a.md"], "first: \(isFirst)") }
      #expect(memos.map { [$0.path, $0.newPath].map(\.text) } == [["b.md", "a.md"]])
      #expect(memos.allSatisfy { $0.isKept && $0.isFirst == isFirst })
    }
  }

  /// A memo that was deleted, and what only looks like it elsewhere.
  @Test(arguments: [
    (["a.md": "# A\n", "b.md": "- [ ]\n", "c.md": "- [ ]\n"], ["a.md": "# A\n- [ ]\n", "c.md": "- [ ]\n"]),
    (["a.md": "# A\n", "b.md": "one\ntwo\nthree\n"], ["a.md": "# A\none\n"]),
    (
      ["a.md": "# A\n", "b.md": "one\ntwo\n", "c.md": "# C\n"],
      ["a.md": "# A\none\ntwo\n", "c.md": "# C\none\ntwo\n"]
    ),
  ])
  func whatOtherMemosHaveTooProvesNothing(base: [String: String], merger: [String: String]) {
    let changed = (base["b.md"] ?? "") + "more\n"
    let other = base.merging(["b.md": changed]) { $1 }
    let example = Case(testDescription: "", base: base, merger: merger, other: other)
    for isFirst in [true, false] {
      let (files, memos) = Self.merged(example, isFirst: isFirst)
      #expect(files == merger.merging(["b.md": changed]) { $1 } && memos.isEmpty, "first: \(isFirst)")
    }
  }

  /// One side merges memos at random and edits some, the other edits any; each line occurs once in a tree.
  @Test(arguments: [5_000_000, 6_000_000] as [UInt64]) func noLineIsLostAndNoneIsTwice(start: UInt64) {
    var (followed, kept) = (0, 0)
    for seed in start..<start + 600 {
      var random = RandomTree(seed: seed)
      let base = random.tree().filter { $0.key.hasSuffix(".md") }
      let names = base.keys.sorted()
      guard names.count > 1 else { continue }
      var merger = base
      merger[names[0], default: ""] += "\n" + (merger.removeValue(forKey: names[1]) ?? "")
      if seed % 3 == 0 { merger = random.changed(merger) }
      let example = Case(testDescription: "", base: base, merger: merger, other: random.changed(base))
      let (before, one, two) = (Self.lines(base), Self.lines(merger), Self.lines(example.other))
      let expected = one.union(two).subtracting(before).union(before.intersection(one).intersection(two))
      for isFirst in [true, false] {
        let (files, memos) = Self.merged(example, isFirst: isFirst)
        let all = files.values.flatMap { $0.split(separator: "\n").map(String.init) }
        #expect(expected.isSubset(of: all), "seed \(seed): lost \(expected.subtracting(all))")
        if !memos.contains(where: \.isKept) { #expect(Set(all).count == all.count, "seed \(seed): \(files)") }
        followed += memos.count { !$0.isKept }
        kept += memos.count(where: \.isKept)
      }
    }
    print("seeds from \(start): \(followed) changes followed, \(kept) memos kept")
    #expect(followed > 100)
  }

  private static func lines(_ tree: [String: String]) -> Set<String> {
    Set(tree.values.flatMap { $0.split(separator: "\n").map(String.init) })
  }

  private static func merged(
    _ example: Case, isFirst: Bool
  ) -> (files: [String: String], memos: [TreeMerge.MergedMemo]) {
    var store = ObjectStore()
    let (base, merger, other) = (store.tree(example.base), store.tree(example.merger), store.tree(example.other))
    let merge = TreeMerge(
      base: base, first: isFirst ? merger : other, second: isFirst ? other : merger, read: store.read)
    return (store.files(merge, on: isFirst ? merger : other), merge.mergedMemos)
  }
}
