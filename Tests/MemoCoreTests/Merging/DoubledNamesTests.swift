import MemoCore
import MemoTestSupport
import Testing

/// A memo that two devices renamed differently, and that a third one changed without knowing of it.
@Suite struct DoubledNamesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var base = ["a.md": "1\n2\n3\n"]
    /// What the side has on which the merge of the two is.
    var merged = ["b.md": "1\n2\n3\n", "c.md": "1\n2\n3\n"]
    let third: [String: String]
    let result: [String: String]
    /// What the commits of the merged side say after the merge.
    var later: [[String]] = []
    var thirdMoves: [[String]] = []
    var doubled: [[String]] = []
  }

  static let cases = [
    Case(
      testDescription: "edited under its old name", third: ["a.md": "1\n2\n3\nT\n"],
      result: ["b.md": "1\n2\n3\nT\n", "c.md": "1\n2\n3\nT\n"]),
    Case(
      testDescription: "edited on all three", merged: ["b.md": "1B\n2\n3\n", "c.md": "1B\n2\n3\nC\n"],
      third: ["a.md": "1\nT\n2\n"], result: ["b.md": "1B\nT\n2\n", "c.md": "1B\nT\n2\nC\n"]),
    Case(
      testDescription: "not edited", merged: ["b.md": "1\n2\n3\nB\n", "c.md": "1\n2\n3\n"],
      third: ["a.md": "1\n2\n3\n"], result: ["b.md": "1\n2\n3\nB\n", "c.md": "1\n2\n3\n"]),
    Case(
      testDescription: "one of the two is deleted", merged: ["c.md": "1\n2\n3\n"], third: ["a.md": "1\n2\n3\nT\n"],
      result: ["c.md": "1\n2\n3\nT\n"]),
    Case(
      testDescription: "both are deleted", merged: [:], third: ["a.md": "1\n2\n3\nT\n"],
      result: ["a.md": "1\n2\n3\nT\n"]),
    Case(
      testDescription: "one of the two has a third name since", merged: ["d.md": "1\n2\n3\n", "c.md": "1\n2\n3\n"],
      third: ["a.md": "1\n2\n3\nT\n"], result: ["d.md": "1\n2\n3\nT\n", "c.md": "1\n2\n3\nT\n"],
      later: [["b.md", "d.md"]]),
    Case(
      testDescription: "renamed to a third name", third: ["d.md": "1\n2\n3\nT\n"],
      result: ["b.md": "1\n2\n3\nT\n", "c.md": "1\n2\n3\nT\n", "d.md": "1\n2\n3\nT\n"],
      doubled: [["a.md", "b.md", "d.md"], ["a.md", "c.md", "d.md"]]),
    Case(
      testDescription: "renamed as one of the two, as the lines show", third: ["b.md": "1\n2\n3\nT\n"],
      result: ["b.md": "1\n2\n3\nT\n", "c.md": "1\n2\n3\nT\n"]),
    Case(
      testDescription: "renamed as the other, which it says", third: ["c.md": "1\nT\n"],
      result: ["b.md": "1\nT\n", "c.md": "1\nT\n"], thirdMoves: [["a.md", "c.md"]]),
    Case(
      testDescription: "deleted", third: [:], result: ["b.md": "1\n2\n3\n", "c.md": "1\n2\n3\n"]),
    Case(
      testDescription: "edited under one of the names, before the other came", base: ["b.md": "1\n2\n3\n"],
      third: ["b.md": "1\n2\n3\nT\n"], result: ["b.md": "1\n2\n3\nT\n", "c.md": "1\n2\n3\nT\n"]),
    Case(
      testDescription: "edited under the other", base: ["c.md": "1\n2\n3\n"],
      merged: ["b.md": "1\n2\n3\nB\n", "c.md": "1\nC\n2\n3\n"],
      third: ["c.md": "1\n2\n3T\n"], result: ["b.md": "1\n2\n3T\nB\n", "c.md": "1\nC\n2\n3T\n"]),
    Case(
      testDescription: "another memo has its old name",
      merged: ["a.md": "n\n", "b.md": "1\n2\n3\n", "c.md": "1\n2\n3\n"], third: ["a.md": "1\n2\n3\nT\n"],
      result: ["a.md": "n\n", "b.md": "1\n2\n3\nT\n", "c.md": "1\n2\n3\nT\n"]),
    Case(
      testDescription: "the third device has another memo of that name",
      third: ["a.md": "1\n2\n3\nT\n", "c.md": "x\n"],
      result: ["b.md": "1\n2\n3\nT\n", "c.md": "1\n2\n3\nT\n", "c (2).md": "x\n"]),
  ]

  @Test(arguments: cases) func whatAThirdDeviceChangedIsInBoth(_ example: Case) {
    for isFirst in [true, false] {
      let merge = Self.merged(example, isFirst: isFirst)
      #expect(merge.files == example.result, "first: \(isFirst)")
      let doubled = merge.doubled.map { isFirst ? [$0.path, $0.first, $0.second] : [$0.path, $0.second, $0.first] }
      #expect(doubled.map { $0.map(\.text) } == example.doubled, "first: \(isFirst)")
    }
  }

  /// What cannot be woven is not lost, and is not there more often than needed.
  @Test(arguments: [true, false]) func aVersionThatIsNoTextIsBesideOneOfThem(isFirst: Bool) {
    let example = Case(testDescription: "", third: ["a.md": "\u{0}T"], result: [:])
    let files = Self.merged(example, isFirst: isFirst).files
    #expect(files.values.sorted() == ["\u{0}T", "1\n2\n3\n", "1\n2\n3\n"].sorted())
    #expect(files["c.md"] == "1\n2\n3\n" && files["a.md"] == nil)
  }

  /// The second side's change of a memo whose name another one has, and whose new name is taken for that of the other one.
  @Test func aNameThatIsRecordedWronglyLosesNothing() {
    var store = ObjectStore()
    let base = store.tree(["a.md": "1\n2\n", "b.md": "3\n4\n"])
    let first = store.tree(["a.md": "3\n4\n", "d.md": "1\n2\n"])
    let second = store.tree(["a.md": "1\n2\nT\n", "d.md": "3\n4\nT2\n"])
    let moves = Self.hints([["a.md", "d.md"], ["b.md", "a.md"]])
    let wrong = RenameHint(old: VaultPath("a.md"), new: VaultPath("d.md"), keepsOld: true)
    for isFirst in [true, false] {
      let (one, other) = isFirst ? (first, second) : (second, first)
      let renames = isFirst ? RenameHints(first: moves + [wrong]) : RenameHints(second: moves + [wrong])
      let merge = TreeMerge(base: base, first: one, second: other, renames: renames, read: store.read)
      let lines = Set(store.files(merge, on: one).values.flatMap { $0.split(separator: "\n") })
      #expect(lines.isSuperset(of: ["1", "2", "T", "T2", "3", "4"]), "first: \(isFirst)")
    }
  }

  private static func merged(
    _ example: Case, isFirst: Bool
  ) -> (files: [String: String], doubled: [TreeMerge.Doubled]) {
    let moves = [RenameHint(old: VaultPath("a.md"), new: VaultPath("b.md")), named] + hints(example.later)
    let third = hints(example.thirdMoves)
    var store = ObjectStore()
    let sides = [store.tree(example.merged), store.tree(example.third)]
    let (base, first) = (store.tree(example.base), sides[isFirst ? 0 : 1])
    let renames = isFirst ? RenameHints(first: moves, second: third) : RenameHints(first: third, second: moves)
    let merge = TreeMerge(base: base, first: first, second: sides[isFirst ? 1 : 0], renames: renames, read: store.read)
    return (store.files(merge, on: first), merge.doubled)
  }

  private static let named = RenameHint(old: VaultPath("b.md"), new: VaultPath("c.md"), keepsOld: true)

  private static func hints(_ moves: [[String]]) -> [RenameHint] {
    moves.map { RenameHint(old: VaultPath($0[0]), new: VaultPath($0[1])) }
  }

  @Test func secondNamesAreFollowedThroughRenames() {
    let named = RenameHint(old: VaultPath("b"), new: VaultPath("c"), keepsOld: true)
    let hints = Self.hints([["a", "b"], ["a", "c"]]) + [named]
    func targets(_ later: [RenameHint], of path: String = "a") -> [String] {
      (hints + later).targets(of: VaultPath(path)).map(\.text)
    }
    #expect(targets([]) == ["b", "c"])
    #expect(targets([], of: "c") == ["b", "c"] && targets([], of: "x") == ["x"])
    #expect(targets(Self.hints([["c", "d"], ["a", "x"]])) == ["b", "d"])
    #expect(targets(Self.hints([["c", "b"]])) == ["b"])
    #expect(targets([RenameHint(old: VaultPath("d"), new: VaultPath("b"), keepsOld: true)]) == ["b", "c", "d"])
    #expect(hints.target(of: VaultPath("a")).text == "b")
    #expect(hints.origins[VaultPath("b")]?.text == "a")
  }
}
