import MemoCore
import MemoTestSupport
import Testing

@Suite struct TreeMergeTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let base: [String: String]
    let first: [String: String]
    let second: [String: String]
    let merged: [String: String]
    var testDescription: String { name }

    init(
      _ name: String, _ base: [String: String], _ first: [String: String], _ second: [String: String],
      _ merged: [String: String]
    ) {
      (self.name, self.base, self.first, self.second, self.merged) = (name, base, first, second, merged)
    }
  }

  static let rules = [
    Example("nothing changed", ["a.md": "1"], ["a.md": "1"], ["a.md": "1"], ["a.md": "1"]),
    Example("changed by the first", ["a.md": "1"], ["a.md": "2"], ["a.md": "1"], ["a.md": "2"]),
    Example("changed by the second", ["a.md": "1"], ["a.md": "1"], ["a.md": "2"], ["a.md": "2"]),
    Example("changed alike", ["a.md": "1"], ["a.md": "2"], ["a.md": "2"], ["a.md": "2"]),
    Example("added by each", [:], ["a.md": "1"], ["b.md": "2"], ["a.md": "1", "b.md": "2"]),
    Example("removed by the first", ["a.md": "1"], [:], ["a.md": "1"], [:]),
    Example("removed by the second", ["a.md": "1"], ["a.md": "1"], [:], [:]),
    Example("removed by both", ["a.md": "1"], [:], [:], [:]),
    Example("removed and changed", ["a.md": "1"], [:], ["a.md": "2"], ["a.md": "2"]),
    Example("changed and removed", ["a.md": "1"], ["a.md": "2"], [:], ["a.md": "2"]),
    Example("changed by both", ["a.md": "1\n2\n"], ["a.md": "1a\n2\n"], ["a.md": "1\n2b\n"], ["a.md": "1a\n2b\n"]),
    Example("added by both", [:], ["a.md": "t\n1\n"], ["a.md": "t\n2\n"], ["a.md": "t\n1\n2\n"]),
    Example(
      "text that is no memo", ["a.txt": "1\n2\n"], ["a.txt": "1a\n2\n"], ["a.txt": "1\n2b\n"],
      ["a.txt": "1a\n2b\n"]),
    Example(
      "text of another kind, apart", ["a.json": "1\n2\n3\n"], ["a.json": "1a\n2\n3\n"], ["a.json": "1\n2\n3b\n"],
      ["a.json": "1a\n2\n3b\n"]),
    Example(
      "text of another kind, changed alike", ["a.json": "1\n2\n3\n"], ["a.json": "1a\n2\n3\n"],
      ["a.json": "1a\n2\n3b\n"], ["a.json": "1a\n2\n3b\n"]),
    Example(
      "memo's settings", [".memo/config.json": "{}"], [".memo/config.json": "{\"a\":1}"],
      [".memo/config.json": "{\"b\":1}"], [".memo/config.json": "{\"a\":1}"]),
  ]

  @Test(arguments: rules) func aPathIsMergedByWhoChangedIt(_ example: Example) {
    #expect(Self.merged(example) == example.merged)
  }

  static let renames = [
    Example(
      "a file moved as it was, and changed", ["a/p.png": "1", "a/q.png": "1"], ["b/p.png": "1", "b/q.png": "1"],
      ["a/p.png": "\u{0}2", "a/q.png": "1"], ["b/p.png": "\u{0}2", "b/q.png": "1"]),
    Example(
      "a file changed, and moved as it was", ["a/t.txt": "1\n"], ["a/t.txt": "2\n"], ["t.txt": "1\n"], ["t.txt": "2\n"]),
    Example(
      "a file changed, and moved with a change", ["a/t.txt": "1\n"], ["a/t.txt": "2\n"], ["t.txt": "3\n"],
      ["a/t.txt": "2\n", "t.txt": "3\n"]),
    Example(
      "a file changed, and gone where another one is like it", ["a/t.txt": "1\n"], ["a/t.txt": "2\n"],
      ["b/t.txt": "1\n", "c/t.txt": "1\n"], ["a/t.txt": "2\n", "b/t.txt": "1\n", "c/t.txt": "1\n"]),
    Example(
      "a program's file, and another one like it", [".app/a/data.json": "{}"], [".app/a/data.json": "{1}"],
      [".app/b/data.json": "{}"], [".app/a/data.json": "{1}", ".app/b/data.json": "{}"]),
    Example(
      "renamed and changed", ["a.md": "x\ny\n", "o.md": "o\n"], ["b.md": "x\ny\n", "o.md": "o\n"],
      ["a.md": "x\ny\nz\n", "o.md": "o\n"], ["b.md": "x\ny\nz\n", "o.md": "o\n"]),
    Example(
      "changed and renamed with a change", ["a.md": "x\ny\n"], ["a.md": "x\ny\nz\n"], ["d/b.md": "x2\ny\n"],
      ["d/b.md": "x2\ny\nz\n"]),
    Example(
      "renamed, but the lines are a template's", ["mo.md": "# Day\n- [ ] run\n", "tu.md": "# Day\n- [ ] run\n"],
      ["we.md": "# Day\n- [ ] run\n", "tu.md": "# Day\n- [ ] run\n"],
      ["mo.md": "# Day\n- [x] run\n", "tu.md": "# Day\n- [ ] run\n"],
      ["mo.md": "# Day\n- [x] run\n", "tu.md": "# Day\n- [ ] run\n", "we.md": "# Day\n- [ ] run\n"]),
    Example(
      "less than half of it", ["a.md": "1\n2\n3\n"], ["b.md": "1\nx\n"], ["a.md": "1\n2\n3\n4\n"],
      ["a.md": "1\n2\n3\n4\n", "b.md": "1\nx\n"]),
    Example(
      "copied to two places", ["a.md": "1\n2\n"], ["b.md": "1\n2\n", "c.md": "1\n2\n"], ["a.md": "1\n2\n3\n"],
      ["a.md": "1\n2\n3\n", "b.md": "1\n2\n", "c.md": "1\n2\n"]),
    Example(
      "split, the greater part counts", ["a.md": "1\n2\n3\n"], ["b.md": "1\n2\n", "c.md": "3\n"],
      ["a.md": "1\n2\n3\n4\n"], ["b.md": "1\n2\n4\n", "c.md": "3\n"]),
    Example(
      "split in halves", ["a.md": "1\n2\n"], ["b.md": "1\n", "c.md": "2\n"], ["a.md": "1\n2\n4\n"],
      ["a.md": "1\n2\n4\n", "b.md": "1\n", "c.md": "2\n"]),
    Example(
      "renamed by both", ["a.md": "1\n2\n3\n"], ["b.md": "A\n1\n2\n3\n"], ["c.md": "1\n2\n3\nB\n"],
      ["b.md": "A\n1\n2\n3\nB\n", "c.md": "A\n1\n2\n3\nB\n"]),
    Example(
      "renamed by both, changed by one", ["a.md": "1\n2\n"], ["b.md": "1\n2\n"], ["c.md": "1\n2\nB\n"],
      ["b.md": "1\n2\nB\n", "c.md": "1\n2\nB\n"]),
    Example(
      "removed by both, with other memos made", ["a.md": "1\n2\n"], ["b.md": "3\n"], ["c.md": "4\n"],
      ["b.md": "3\n", "c.md": "4\n"]),
    Example(
      "renamed by one and removed by the other", ["a.md": "1\n2\n"], ["b.md": "1\n2\n"], ["c.md": "4\n"],
      ["b.md": "1\n2\n", "c.md": "4\n"]),
    Example(
      "only case, nothing but a template", ["a.md": "t\n", "b.md": "t\n"], ["A.md": "t\n", "b.md": "t\n"],
      ["a.md": "t\n2\n", "b.md": "t\n"], ["A.md": "t\n2\n", "b.md": "t\n"]),
    Example(
      "renamed alike by both, changed by each", ["a.md": "1\n2\n3\n4\n5\n6\n"], ["b.md": "1\n2a\n3\n4\n5\n6\n"],
      ["b.md": "1\n2\n3\n5\n6b\n"], ["b.md": "1\n2a\n3\n5\n6b\n"]),
    Example(
      "moved alike by both", ["a/m.md": "1\n2\n3\n"], ["m.md": "1\n2\n3\n"], ["m.md": "1\n2\n"], ["m.md": "1\n2\n"]),
    Example(
      "only case changed by both, nothing but a template", ["a.md": "t\n1\n", "b.md": "t\n1\n"],
      ["A.md": "t\n1\n2\n", "b.md": "t\n1\n"], ["A.md": "t\n", "b.md": "t\n1\n"],
      ["A.md": "t\n2\n", "b.md": "t\n1\n"]),
    Example(
      "made alike by both, with less than half of it on one side", ["a.md": "1\n2\n3\n4\n5\n"], ["b.md": "1\n2\n3\n"],
      ["b.md": "1\n2\n"], ["b.md": "1\n2\n3\n"]),
    Example(
      "made alike by both from a template", ["a.md": "t\n1\n", "c.md": "t\n1\n"],
      ["b.md": "t\n1\n2\n", "c.md": "t\n1\n"],
      ["b.md": "t\n2\n", "c.md": "t\n1\n"], ["b.md": "t\n1\n2\n", "c.md": "t\n1\n"]),
    Example(
      "copied to the same two places by both", ["a.md": "1\n2\n3\n"], ["b.md": "1\n2\n3\n", "c.md": "1\n2\n3\n"],
      ["b.md": "1\n3\n", "c.md": "1\n2\n3\n"], ["b.md": "1\n2\n3\n", "c.md": "1\n2\n3\n"]),
    Example(
      "renamed, and held under two names", ["a.md": "1\n2\n3\n"], ["b.md": "1\n3\n"],
      ["b.md": "1\n2\n3\nB\n", "c.md": "1\n2\n3\nB\n"], ["b.md": "1\n3\nB\n", "c.md": "1\n2\n3\nB\n"]),
    Example(
      "made alike by both, and kept by one", ["a.md": "1\n2\n3\n"], ["a.md": "1\n2\n3\n", "b.md": "1\n2\n3\n"],
      ["b.md": "1\n3\n"], ["b.md": "1\n2\n3\n"]),
    Example("renamed, not changed", ["a.md": "1\n"], ["b.md": "1\n"], ["a.md": "1\n"], ["b.md": "1\n"]),
    Example("empty memos", ["a.md": ""], ["b.md": ""], ["a.md": "1\n"], ["a.md": "1\n", "b.md": ""]),
  ]

  @Test(arguments: renames) func aChangeFollowsAMemoByTheLinesThatOnlyItHas(_ example: Example) {
    #expect(Self.merged(example) == example.merged)
    let turned = Example("", example.base, example.second, example.first, example.merged)
    #expect(Self.merged(turned) == example.merged, "the other way round")
  }

  /// What the first side has, what the second has, and what comes out; the first says what it renamed.
  static let reusedNames = [
    (
      "archived, and a new one begun", ["a.md": "# Plan\nold\n"], ["b.md": "# Plan\nold\n", "a.md": "# Plan\nnew\n"],
      ["a.md": "# Plan\nold\nB\n"], ["b.md": "# Plan\nold\nB\n", "a.md": "# Plan\nnew\n"], [("a.md", "b.md")]
    ),
    (
      "two memos with each other's names", ["a.md": "1\nx\n", "b.md": "2\ny\n"],
      ["a.md": "2\ny\n", "b.md": "1\nx\nA\n"],
      ["a.md": "1\nx2\n", "b.md": "2\ny\nB\n"], ["a.md": "2\ny\nB\n", "b.md": "1\nx2\nA\n"],
      [("a.md", "t.md"), ("b.md", "a.md"), ("t.md", "b.md")]
    ),
    (
      "of which the other side changed one", ["a.md": "1\n", "b.md": "2\n"], ["a.md": "2\n", "b.md": "1\n"],
      ["a.md": "1\nB\n", "b.md": "2\n"], ["a.md": "2\n", "b.md": "1\nB\n"],
      [("a.md", "t.md"), ("b.md", "a.md"), ("t.md", "b.md")]
    ),
    (
      "of which the other side removed one", ["a.md": "1\n", "b.md": "2\n"], ["a.md": "2\n", "b.md": "1\n"],
      ["b.md": "2\nB\n"], ["a.md": "2\nB\n", "b.md": "1\n"], [("a.md", "t.md"), ("b.md", "a.md"), ("t.md", "b.md")]
    ),
    (
      "renamed by both, with a new one", ["a.md": "1\n2\n"], ["b.md": "1\n2\n", "a.md": "new\n"], ["c.md": "1\n2\nB\n"],
      ["a.md": "new\n", "b.md": "1\n2\nB\n", "c.md": "1\n2\nB\n"], [("a.md", "b.md")]
    ),
    (
      "renamed, then copied back and edited", ["a.md": "1\n2\n"], ["b.md": "1\n2\n", "a.md": "1\n2\nA\n"],
      ["a.md": "1\n2\nB\n"], ["b.md": "1\n2\n", "a.md": "1\n2\nA\nB\n"], [("a.md", "b.md")]
    ),
    (
      "moved over another one", ["a.md": "1\n", "b.md": "2\n"], ["a.md": "3\n", "b.md": "1\n"],
      ["a.md": "1\n", "b.md": "2\nB\n"], ["a.md": "3\n", "b.md": "1\nB\n"], [("a.md", "b.md")]
    ),
  ]

  @Test(arguments: reusedNames) func aChangeFollowsAMemoWhoseNameAnotherOneHas(
    name: String, base: [String: String], first: [String: String], second: [String: String],
    merged: [String: String], moves: [(String, String)]
  ) {
    let hints = moves.map { RenameHint(old: VaultPath($0.0), new: VaultPath($0.1)) }
    #expect(Self.merged(Example(name, base, first, second, [:]), RenameHints(first: hints)) == merged, "\(name)")
    let turned = Self.merged(Example(name, base, second, first, [:]), RenameHints(second: hints))
    let sorted = { (tree: [String: String]) in tree.mapValues { $0.split(separator: "\n").sorted() } }
    #expect(sorted(turned) == sorted(merged), "\(name), the other way round")
  }

  @Test func aHintNamesTheNewPathOfAMemo() {
    let (base, moved) = (["a.md": "t\n", "o.md": "t\n"], ["c.md": "t\n", "o.md": "t\n"])
    let example = Example("", base, moved, ["a.md": "t\n2\n", "o.md": "t\n"], [:])
    let steps = [("a.md", "b.md"), ("b.md", "c.md")].map { RenameHint(old: VaultPath($0), new: VaultPath($1)) }
    #expect(Self.merged(example, RenameHints(first: steps)) == ["c.md": "t\n2\n", "o.md": "t\n"])
    #expect(Self.merged(example, RenameHints(second: steps)).count == 3, "the other side's hints do not count")
  }

  @Test func aMemoThatBothRenamedAlikeIsMergedThereAsIfItHadNotMoved() {
    let (base, first) = (["a.md": "1\n2\n3\n"], ["b.md": "1\n2\n3\nA\n"])
    let example = Example("", base, first, ["b.md": "1\n3\n"], [:])
    let hints = [RenameHint(old: VaultPath("a.md"), new: VaultPath("b.md"))]
    #expect(Self.merged(example, RenameHints(first: hints, second: hints)) == ["b.md": "1\n3\nA\n"])
  }

  /// The lines of both are another memo's as well, but the bytes of the one are no other memo's.
  @Test(arguments: [true, false]) func whatOneSideSaysTheBytesOfTheOtherTell(isFirst: Bool) {
    let others = ["o.md": "1\n2\n3\n4\n"]
    let moved = others.merging(["b.md": "1\n2\n3\n"]) { old, _ in old }
    let changed = others.merging(["b.md": "1\n3\nB\n"]) { old, _ in old }
    let base = others.merging(["a.md": "1\n2\n3\n"]) { old, _ in old }
    let hints = [RenameHint(old: VaultPath("a.md"), new: VaultPath("b.md"))]
    let (example, renames) =
      isFirst
      ? (Example("", base, changed, moved, [:]), RenameHints(first: hints))
      : (Example("", base, moved, changed, [:]), RenameHints(second: hints))
    #expect(Self.merged(example, renames) == changed)
    #expect(Self.merged(example)["b.md"]?.contains("2") == true, "nothing shows where it went")
  }

  @Test func aMemoWithTwoNamesIsReported() {
    var store = ObjectStore()
    let base = store.tree(["a.md": "1\n2\n"])
    let (first, second) = (store.tree(["b.md": "1\n2\n"]), store.tree(["c.md": "1\n2\n"]))
    let merge = TreeMerge(base: base, first: first, second: second, read: store.read)
    #expect(merge.doubled.map { [$0.path, $0.first, $0.second] } == [["a.md", "b.md", "c.md"].map { VaultPath($0) }])
    #expect(merge.splits.isEmpty)
  }

  @Test(arguments: [
    (".obsidian/workspace.json", 1), (".obsidian/workspace-mobile.json", 1), (".obsidian/graph.json", 1),
    (".obsidian/app.json", 2), (".obsidian/plugins/recent/data.json", 2), ("a.json", 2),
  ])
  func ofWhatAProgramShowsTheLaterVersionStays(path: String, count: Int) {
    let example = Example("", [path: "0"], [path: "first"], [path: "second"], [:])
    let merged = Self.merged(example)
    #expect(merged.count == count && merged[path] == (count == 1 ? "second" : "first"))
  }

  @Test func otherMemosAreReadOnlyWhereARenameIsPossible() {
    var store = ObjectStore()
    let base = store.tree(["a.md": "1\n", "o.md": "o\n"])
    let second = store.tree(["a.md": "2\n", "o.md": "o\n"])
    var asked = 0
    _ = TreeMerge(base: base, first: store.tree(["o.md": "o\n"]), second: second) { ids in
      asked += ids.count
      return store.read(ids)
    }
    #expect(asked == 0)
  }

  static let names = [
    Example("twins by case", [:], ["A.md": "1"], ["a.md": "2"], ["a.md": "2", "A (2).md": "1"]),
    Example(
      "twins by normalization", [:], ["d/한.md": "1"], ["d/\u{1112}\u{1161}\u{11AB}.md": "2"],
      ["d/\u{1112}\u{1161}\u{11AB}.md": "2", "d/한 (2).md": "1"]),
    Example(
      "twins where the next name is taken", [:], ["A.md": "1", "A (2).md": "x"], ["a.md": "2"],
      ["a.md": "2", "A (2).md": "x", "A (3).md": "1"]),
    Example(
      "twins that one side has", [:], ["A.md": "1", "a.md": "2"], ["b.md": "3"],
      ["A.md": "1", "a.md": "2", "b.md": "3"]),
    Example(
      "a file where a folder comes", [:], ["a.md": "1"], ["a.md/b.md": "2"],
      ["a~b7b4127.md": "1", "a.md/b.md": "2"]),
    Example("a folder where a file comes", [:], ["a/b.md": "1"], ["a": "2"], ["a~6021b56": "2", "a/b.md": "1"]),
    Example(
      "files that are no text", ["p.png": "\0"], ["p.png": "\0" + "1"], ["p.png": "\0" + "2"],
      ["p.png": "\0" + "1", "p (conflict 360a552).png": "\0" + "2"]),
    Example(
      "a text that cannot hold both", ["a.json": "[\n1\n]\n"], ["a.json": "[\n2\n]\n"], ["a.json": "[\n3\n]\n"],
      ["a.json": "[\n2\n]\n", "a (conflict 66e5638).json": "[\n3\n]\n"]),
    Example(
      "files that are no text, added", [:], ["p": "\0" + "1"], ["p": "\0" + "2"],
      ["p": "\0" + "1", "p (conflict 360a552)": "\0" + "2"]),
  ]

  @Test(arguments: names) func filesThatCannotStandTogetherGetOtherNames(_ example: Example) {
    let merged = Self.merged(example)
    #expect(merged == example.merged)
    let again = Example("", example.base, merged, example.second, example.merged)
    #expect(Self.merged(again) == example.merged, "merged once more")
  }

  @Test func aRenamedFileIsReported() {
    var store = ObjectStore()
    let first = store.tree(["A.md": "1", "b": "1", "C/x.md": "1", "d.md": "1", "D.md": "2"])
    let second = store.tree(["a.md": "2", "b/y.md": "2", "b/x.md": "2", "C": "2"])
    let merge = TreeMerge(base: [], first: first, second: second, read: store.read)
    let told = merge.displaced.map { [$0.path, $0.newPath, $0.other] }
    let expected = [["A.md", "A (2).md", "a.md"], ["C", "C~6021b56", "C"], ["b", "b~b7b4127", "b"]]
    #expect(told == expected.map { $0.map { VaultPath($0) } }, "\(told)")
    #expect(merge.displaced.map(\.isFolder) == [false, true, true])
    #expect(merge.copies == merge.displaced.map(\.newPath) && merge.splits.isEmpty)
  }

  /// The law of files that are no memos: each side's version is in a file as it was, or one file holds both sides'
  /// changes and no line that neither side wanted there.
  @Test(arguments: [UInt64(1_000), 2_000]) func aTextOfAnotherKindIsMergedOrKeptTwice(start: UInt64) {
    var (merged, kept) = (0, 0)
    for seed in start..<start + 500 {
      let texts = Self.randomTexts(seed: seed)
      let example = Example("", ["a.json": texts[0]], ["a.json": texts[1]], ["a.json": texts[2]], [:])
      let files = Self.merged(example)
      if files.count == 2 {
        #expect(Set(files.values) == Set(texts[1...]) && files["a.json"] == texts[1], "seed \(seed)")
        kept += 1
      } else {
        let both = Self.merged(Example("", ["a.md": texts[0]], ["a.md": texts[1]], ["a.md": texts[2]], [:]))
        let lines = (texts[1...] + files.values).map { Set($0.split(separator: "\n")) }
        // Of a line that the base has twice, each side may have removed another copy: only a memo keeps one.
        let isLost = !lines[0].intersection(lines[1]).isSubset(of: lines[2])
        #expect(isLost || files["a.json"] == both["a.md"], "seed \(seed): as a memo")
        let turned = Example("", example.base, example.second, example.first, [:])
        #expect(Self.merged(turned) == files, "seed \(seed): the other way round")
        merged += 1
      }
    }
    #expect(merged > 50 && kept > 50, "\(merged) merged, \(kept) kept")
  }

  /// A text of few different lines and two edits of it.
  private static func randomTexts(seed: UInt64) -> [String] {
    var random = SeededRandom(seed: seed)
    func line() -> String { "\(random.below(9))" }
    let base = (0..<2 + random.below(8)).map { _ in line() }
    let edits = (0..<2).map { _ in
      var lines = base
      for _ in 0...random.below(2) {
        let place = random.below(lines.count + 1)
        if random.happens(percent: 50), place < lines.count { lines.remove(at: place) }
        if random.happens(percent: 70) { lines.insert(line(), at: min(place, lines.count)) }
      }
      return lines
    }
    return ([base] + edits).map { $0.map { $0 + "\n" }.joined() }
  }

  @Test func linksAreNeverWoven() {
    var store = ObjectStore()
    let texts = ["1\n", "1\n2\n", "1\n3\n"].map { store.add(Array($0.utf8)) }
    let entries = zip([FileMode.symbolicLink, .symbolicLink, .symbolicLink], texts).map {
      TreeEntry(path: VaultPath("l.md"), mode: $0, id: $1)
    }
    let merge = TreeMerge(base: [entries[0]], first: [entries[1]], second: [entries[2]]) { store.read($0) }
    #expect(merge.changes.isEmpty && merge.unmerged == [VaultPath("l.md")])
    let text = TreeEntry(path: VaultPath("l.md"), id: texts[2])
    let mixed = TreeMerge(base: [entries[0]], first: [entries[1]], second: [text]) { store.read($0) }
    #expect(mixed.copies.map(\.text) == ["l (conflict \(texts[2].text.prefix(7))).md"])
  }

  static let unsafe = [
    "", "/a.md", "a//b.md", "a/", "../a.md", "a/../b.md", "./a.md", "a\0.md", ".git/config", "d/.GIT/x", ".Git",
    "git~1/x",
    "GIT~1", ".g\u{200C}it/config", "\u{FEFF}.git", ".git /x", ".git./x", ".git::$INDEX_ALLOCATION/x", ".git\\x",
  ]

  @Test(arguments: unsafe) func pathsThatReachOutOfTheVaultAreLeftOut(path: String) {
    let entry = TreeEntry(path: VaultPath(path), id: ObjectId("0"))
    let merge = TreeMerge(base: [], first: [], second: [entry]) { _ in [] }
    #expect(merge.changes.isEmpty && merge.rejected == [entry.path])
  }

  @Test(arguments: ["a.md", ".gitignore", ".github/x", "git", "a/b c/d..md", "...", "한글/메모.md", ".memo/config.json"])
  func usualPathsAreSafe(path: String) {
    #expect(TreePath.isSafe(VaultPath(path)))
  }

  @Test(arguments: ["\(String(repeating: "회의록", count: 30))/회의.md", "\(String(repeating: "a", count: 300)).md"])
  func aNameThatIsTooLongForOneDeviceStays(path: String) {
    let entry = TreeEntry(path: VaultPath(path), id: ObjectId("0"))
    #expect(TreeMerge(base: [], first: [], second: [entry]) { _ in [] }.changes == [.take(entry)])
    let kept = TreeMerge(base: [entry], first: [entry], second: [entry]) { _ in [] }
    #expect(kept.changes.isEmpty && kept.rejected.isEmpty)
  }

  @Test func aMergedTextKnowsItsVersions() throws {
    var store = ObjectStore()
    let trees = ["1\n", "2\n", "3\n"].map { store.tree(["a.md": $0]) }
    let merge = TreeMerge(base: trees[0], first: trees[1], second: trees[2]) { store.read($0) }
    guard case .write(let text)? = merge.changes.first else { throw TestFailure() }
    #expect([text.base, text.first, text.second] == trees.map { $0[0].id })
    #expect(text.merge.overlaps == [LineMerge.Overlap(line: 1, first: Array("2\n".utf8), second: Array("3\n".utf8))])
  }

  private struct TestFailure: Error {}

  static func merged(_ example: Example, _ hints: RenameHints = RenameHints()) -> [String: String] {
    var store = ObjectStore()
    let (base, first) = (store.tree(example.base), store.tree(example.first))
    let second = store.tree(example.second)
    let merge = TreeMerge(base: base, first: first, second: second, renames: hints, read: store.read)
    return store.files(merge, on: first)
  }
}
