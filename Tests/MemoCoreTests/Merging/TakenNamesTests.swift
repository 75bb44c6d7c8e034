import MemoCore
import MemoTestSupport
import Testing

/// Two memos that are not the same and that two devices gave one name.
@Suite struct TakenNamesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let base: [String: String]
    /// The side that moved a memo.
    let mover: [String: String]
    let other: [String: String]
    let merged: [String: String]
    var otherMoves: [[String]] = []
  }

  static let cases = [
    Case(
      testDescription: "one moves a memo, the other makes one", base: ["a.md": "# A\n1\n"], mover: ["n.md": "# A\n1\n"],
      other: ["a.md": "# A\n1\n", "n.md": "# N\nx\n"], merged: ["n.md": "# A\n1\n", "n (2).md": "# N\nx\n"]),
    Case(
      testDescription: "the other edits the memo as well", base: ["a.md": "# A\n1\n"], mover: ["n.md": "# A\n1\nM\n"],
      other: ["a.md": "# A\n1\nO\n", "n.md": "# N\nx\n"],
      merged: ["n.md": "# A\n1\nM\nO\n", "n (2).md": "# N\nx\n"]),
    Case(
      testDescription: "the name that is next is taken", base: ["a.md": "1\n", "N (2).md": "2\n"],
      mover: ["n.md": "1\n", "N (2).md": "2\n"], other: ["a.md": "1\n", "n.md": "x\n", "N (2).md": "2\n"],
      merged: ["n.md": "1\n", "N (2).md": "2\n", "n (3).md": "x\n"]),
    Case(
      testDescription: "each moves another memo there", base: ["a.md": "1\n", "b.md": "2\n"],
      mover: ["n.md": "1\n", "b.md": "2\n"], other: ["a.md": "1\n", "n.md": "2\n"],
      merged: ["n.md": "1\n", "n (2).md": "2\n"], otherMoves: [["b.md", "n.md"]]),
    Case(
      testDescription: "the other moves it elsewhere", base: ["a.md": "1\n"], mover: ["n.md": "1\n"],
      other: ["c.md": "1\n", "n.md": "x\n"], merged: ["n.md": "1\n", "c.md": "1\n", "n (2).md": "x\n"],
      otherMoves: [["a.md", "c.md"]]),
    Case(
      testDescription: "the other has copied it", base: ["a.md": "1\n"], mover: ["n.md": "1\n"],
      other: ["a.md": "1\n", "n.md": "1\n"], merged: ["n.md": "1\n"]),
    Case(
      testDescription: "the other has moved it there, too, and does not say so", base: ["a.md": "1\n"],
      mover: ["n.md": "1\nM\n"], other: ["n.md": "1\nO\n"], merged: ["n.md": "1\nM\nO\n"]),
  ]

  @Test(arguments: cases) func aNameBelongsToTheMemoThatWasMovedThere(_ example: Case) {
    let moves = [RenameHint(old: VaultPath("a.md"), new: VaultPath("n.md"))]
    let others = example.otherMoves.map { RenameHint(old: VaultPath($0[0]), new: VaultPath($0[1])) }
    var store = ObjectStore()
    let (base, mover) = (store.tree(example.base), store.tree(example.mover))
    let other = store.tree(example.other)
    let merge = TreeMerge(
      base: base, first: mover, second: other, renames: RenameHints(first: moves, second: others), read: store.read)
    #expect(store.files(merge, on: mover) == example.merged)
    let renamed = merge.displaced.map { [$0.path, $0.newPath, $0.other].map(\.text) }
    let marked = example.merged.keys.filter { $0.hasPrefix("n (") }
    #expect(renamed == marked.map { ["n.md", $0, "n.md"] })
    #expect(merge.copies.map(\.text) == marked)
  }

  @Test(arguments: cases.filter(\.otherMoves.isEmpty)) func whoeverIsFirst(_ example: Case) {
    let moves = [RenameHint(old: VaultPath("a.md"), new: VaultPath("n.md"))]
    var store = ObjectStore()
    let (base, mover) = (store.tree(example.base), store.tree(example.mover))
    let other = store.tree(example.other)
    let merge = TreeMerge(
      base: base, first: other, second: mover, renames: RenameHints(second: moves), read: store.read)
    let sorted = { (text: String) in text.split(separator: "\n").sorted() }
    #expect(store.files(merge, on: other).mapValues(sorted) == example.merged.mapValues(sorted))
  }

  @Test func whatBothMadeWithoutAMoveIsOneMemo() {
    var store = ObjectStore()
    let (base, first) = (store.tree(["a.md": "1\n"]), store.tree(["a.md": "1\n", "n.md": "x\n"]))
    let second = store.tree(["a.md": "1\n", "n.md": "y\n"])
    let merge = TreeMerge(base: base, first: first, second: second, read: store.read)
    #expect(store.files(merge, on: first) == ["a.md": "1\n", "n.md": "x\ny\n"])
    #expect(merge.displaced.isEmpty)
  }
}
