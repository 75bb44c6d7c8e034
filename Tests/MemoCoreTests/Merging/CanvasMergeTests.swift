import MemoCore
import MemoTestSupport
import Testing

/// Canvases that one side changed while the other one moved the files that they show.
@Suite struct CanvasMergeTests {
  /// A canvas as Obsidian writes it, with what else is in it at its end.
  private static func canvas(_ cards: String..., more: String = "") -> String {
    let nodes = cards.map { "\t\t\($0)" }.joined(separator: ",\n")
    return "{\n\t\"nodes\":[\n\(nodes)\n\t],\n\t\"edges\":[]\(more)\n}"
  }

  private static func card(_ path: String, _ x: Int = 0) -> String {
    #"{"id":"1","type":"file","file":"\#(path)","x":\#(x)}"#
  }

  private static let text = #"{"id":"2","type":"text","text":"see work\/Plan.md","x":0}"#
  private static let memos = ["work/Plan.md": "# Plan\nx\n", "b.md": "# B\ny\n"]
  private static let moved = ["old/Plan.md": "# Plan\nx\n", "b.md": "# B\ny\n"]
  private static let hint = RenameHint(old: VaultPath("work/Plan.md"), new: VaultPath("old/Plan.md"))

  /// What a merge leaves, either way round; `nil` where that makes a difference.
  private static func merged(
    _ base: [String: String], mover: [String: String], other: [String: String],
    _ hints: (mover: [RenameHint], other: [RenameHint]) = ([hint], [])
  ) -> [String: String]? {
    let merged = TreeMergeTests.merged(
      TreeMergeTests.Example("", base, mover, other, [:]), RenameHints(first: hints.mover, second: hints.other))
    let turned = TreeMergeTests.merged(
      TreeMergeTests.Example("", base, other, mover, [:]), RenameHints(first: hints.other, second: hints.mover))
    return merged == turned ? merged : nil
  }

  private static func with(_ canvas: String, _ files: [String: String]) -> [String: String] {
    files.merging(["c.canvas": canvas]) { $1 }
  }

  @Test(arguments: [
    (canvas(card("work/Plan.md", 9), text), canvas(card("old/Plan.md", 9), text)),
    (canvas(card("work/Plan.md"), card("work/Plan.md", 5)), canvas(card("old/Plan.md"), card("old/Plan.md", 5))),
    ("{\"nodes\":[\(card("work/Plan.md", 2))]}", "{\"nodes\":[\(card("old/Plan.md", 2))]}"),
    (canvas(card("b.md"), text), canvas(card("b.md"), text)),
    (canvas(card("old/Plan.md", 3), text), canvas(card("old/Plan.md", 3), text)),
  ])
  func aCanvasHasTheOtherSidesChangesAndTheMoversPaths(written: String, expected: String) {
    let merged = Self.merged(
      Self.with(Self.canvas(Self.card("work/Plan.md"), Self.text), Self.memos),
      mover: Self.with(Self.canvas(Self.card("old/Plan.md"), Self.text), Self.moved),
      other: Self.with(written, Self.memos))
    #expect(merged == Self.with(expected, Self.moved))
  }

  @Test func bothSidesMoves() {
    let merged = Self.merged(
      Self.with(Self.canvas(Self.card("work/Plan.md"), Self.card("b.md")), Self.memos),
      mover: Self.with(Self.canvas(Self.card("old/Plan.md"), Self.card("b.md")), Self.moved),
      other: Self.with(
        Self.canvas(Self.card("work/Plan.md"), Self.card("c.md")),
        ["work/Plan.md": "# Plan\nx\n", "c.md": "# B\ny\n"]),
      ([Self.hint], [RenameHint(old: VaultPath("b.md"), new: VaultPath("c.md"))]))
    let expected = Self.canvas(Self.card("old/Plan.md"), Self.card("c.md"))
    #expect(merged == Self.with(expected, ["old/Plan.md": "# Plan\nx\n", "c.md": "# B\ny\n"]))
  }

  @Test func aPathThatAnotherFileHasNowIsTheMoversNewPath() {
    let renewed = Self.moved.merging(["work/Plan.md": "# Another\nz\n"]) { $1 }
    let merged = Self.merged(
      Self.with(Self.canvas(Self.card("work/Plan.md"), Self.text), Self.memos),
      mover: Self.with(Self.canvas(Self.card("old/Plan.md"), Self.text), renewed),
      other: Self.with(Self.canvas(Self.card("work/Plan.md", 9), Self.text), Self.memos))
    #expect(merged == Self.with(Self.canvas(Self.card("old/Plan.md", 9), Self.text), renewed))
  }

  private static let movedCanvas = RenameHint(old: VaultPath("work/c.canvas"), new: VaultPath("old/c.canvas"))

  /// A folder that moves takes its canvases along, with other paths on their cards.
  @Test func aCanvasThatMovedWithItsFolderHasTheOtherSidesChanges() {
    let merged = Self.merged(
      ["work/c.canvas": Self.canvas(Self.card("work/Plan.md"))].merging(Self.memos) { $1 },
      mover: ["old/c.canvas": Self.canvas(Self.card("old/Plan.md"))].merging(Self.moved) { $1 },
      other: ["work/c.canvas": Self.canvas(Self.card("work/Plan.md", 9))].merging(Self.memos) { $1 },
      ([Self.hint, Self.movedCanvas], []))
    #expect(merged == ["old/c.canvas": Self.canvas(Self.card("old/Plan.md", 9))].merging(Self.moved) { $1 })
  }

  @Test func aMovedCanvasThatBothSidesChangedIsTwoInTheNewFolder() {
    let sides = [Self.canvas(Self.card("old/Plan.md", 1)), Self.canvas(Self.card("work/Plan.md", 9))]
    let merged = TreeMergeTests.merged(
      TreeMergeTests.Example(
        "", ["work/c.canvas": Self.canvas(Self.card("work/Plan.md"))].merging(Self.memos) { $1 },
        ["old/c.canvas": sides[0]].merging(Self.moved) { $1 }, ["work/c.canvas": sides[1]].merging(Self.memos) { $1 },
        [:]), RenameHints(first: [Self.hint, Self.movedCanvas]))
    #expect(merged["old/c.canvas"] == sides[0] && merged["work/c.canvas"] == nil)
    #expect(merged.filter { $0.key.utf8.starts(with: "old/c ".utf8) }.map(\.value) == [sides[1]])
  }

  private static let pairs = [
    (moved, canvas(card("old/Plan.md", 1), text), memos, [hint], []),
    (memos, canvas(card("b.md"), text), memos, [], []),
    (moved, canvas(card("old/Plan.md"), text), memos, [], []),
    (
      moved, canvas(card("old/Plan.md"), text), ["new/Plan.md": "# Plan\nx\n", "b.md": "# B\ny\n"], [hint],
      [RenameHint(old: VaultPath("work/Plan.md"), new: VaultPath("new/Plan.md"))]
    ),
  ]

  @Test(arguments: pairs)
  func whatBothSidesChangedStaysAsTwo(
    mover: [String: String], canvas: String, other: [String: String], moves: [RenameHint], others: [RenameHint]
  ) {
    let base = Self.with(Self.canvas(Self.card("work/Plan.md"), Self.text), Self.memos)
    let written = Self.canvas(Self.card("work/Plan.md", 9), Self.text)
    let merged = TreeMergeTests.merged(
      TreeMergeTests.Example("", base, Self.with(canvas, mover), Self.with(written, other), [:]),
      RenameHints(first: moves, second: others))
    let canvases = merged.filter { $0.key.utf8.starts(with: "c".utf8) }
    #expect(Set(canvases.values) == [canvas, written])
  }
}
