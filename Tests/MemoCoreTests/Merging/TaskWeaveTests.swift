import MemoCore
import MemoTestSupport
import Testing

/// Tasks that one side moved and the other one ticked.
@Suite struct TaskWeaveTests {
  typealias Example = MergeExample

  private static let list = "# L\n\n- [ ] milk\n- [ ] bread\n- [ ] tea\n\n## Done\n\n- [x] salt\n"

  static let examples = [
    Example(
      "within a list", list, "# L\n\n- [ ] bread\n- [ ] tea\n- [ ] milk\n\n## Done\n\n- [x] salt\n",
      "# L\n\n- [x] milk\n- [ ] bread\n- [ ] tea\n\n## Done\n\n- [x] salt\n",
      "# L\n\n- [ ] bread\n- [ ] tea\n- [x] milk\n\n## Done\n\n- [x] salt\n"),
    Example(
      "to another section", list, "# L\n\n- [ ] bread\n- [ ] tea\n\n## Done\n\n- [x] salt\n- [ ] milk\n",
      "# L\n\n- [x] milk\n- [ ] bread\n- [ ] tea\n\n## Done\n\n- [x] salt\n",
      "# L\n\n- [ ] bread\n- [ ] tea\n\n## Done\n\n- [x] salt\n- [x] milk\n"),
    Example(
      "of a list in which all are ticked", list, "# L\n\n- [ ] milk\n- [ ] tea\n- [ ] bread\n\n## Done\n\n- [x] salt\n",
      "# L\n\n- [x] milk\n- [x] bread\n- [x] tea\n\n## Done\n\n- [x] salt\n",
      "# L\n\n- [x] milk\n- [x] tea\n- [x] bread\n\n## Done\n\n- [x] salt\n"),
    Example(
      "and ticked by both", list, "# L\n\n- [ ] bread\n- [ ] tea\n\n## Done\n\n- [x] salt\n- [x] milk\n",
      "# L\n\n- [x] milk\n- [ ] bread\n- [ ] tea\n\n## Done\n\n- [x] salt\n",
      "# L\n\n- [ ] bread\n- [ ] tea\n\n## Done\n\n- [x] salt\n- [x] milk\n"),
    Example(
      "by both to the same place", list, "# L\n\n- [ ] bread\n- [ ] tea\n\n## Done\n\n- [x] salt\n- [ ] milk\n",
      "# L\n\n- [ ] bread\n- [ ] tea\n\n## Done\n\n- [x] salt\n- [x] milk\n",
      "# L\n\n- [ ] bread\n- [ ] tea\n\n## Done\n\n- [x] salt\n- [x] milk\n"),
    Example(
      "and opened again", list, "# L\n\n- [x] salt\n- [ ] milk\n- [ ] bread\n- [ ] tea\n\n## Done\n",
      "# L\n\n- [ ] milk\n- [ ] bread\n- [ ] tea\n\n## Done\n\n- [ ] salt\n",
      "# L\n\n- [ ] salt\n- [ ] milk\n- [ ] bread\n- [ ] tea\n\n## Done\n"),
    Example(
      "with the lines below it", "- [ ] a\n  - [ ] a1\n  - a2\n- [ ] b\n- [ ] c\n- [ ] d\n",
      "- [ ] b\n- [ ] c\n- [ ] d\n- [ ] a\n  - [ ] a1\n  - a2\n",
      "- [x] a\n  - [x] a1\n  - a2\n- [ ] b\n- [ ] c\n- [ ] d\n",
      "- [ ] b\n- [ ] c\n- [ ] d\n- [x] a\n  - [x] a1\n  - a2\n"),
    Example(
      "a neighbour of what is edited", "- [ ] a\n- [ ] b\n\nx\n", "- [ ] b\n\nx\n- [ ] a\n",
      "- [x] a\n- [ ] better\n\nx\n",
      "- [ ] better\n\nx\n- [x] a\n"),
    Example(
      "with the day on which it was done", "- [ ] a 📅 2026-11-20\nx\ny\n", "x\ny\n- [ ] a 📅 2026-11-20\n",
      "- [x] a 📅 2026-11-20 ✅ 2026-11-19\nx\ny\n", "x\ny\n- [x] a 📅 2026-11-20 ✅ 2026-11-19\n"),
    Example(
      "in a quote", "> 1. [ ] a\n> x\n> y\n", "> x\n> y\n> 1. [ ] a\n", "> 1. [/] a\n> x\n> y\n",
      "> x\n> y\n> 1. [/] a\n"),
    Example(
      "below front matter", "---\nk: 1\n---\n- [ ] a\nx\ny\n", "---\nk: 1\n---\nx\ny\n- [ ] a\n",
      "---\nk: 2\n---\n- [x] a\nx\ny\n", "---\nk: 2\n---\nx\ny\n- [x] a\n"),
    Example(
      "with the ends of lines", "- [ ] a\r\nx\r\ny", "x\r\ny\r\n- [ ] a", "- [x] a\r\nx\r\ny", "x\r\ny\r\n- [x] a"),
    Example(
      "while another one is moved by both", "- [ ] a\n- [ ] b\nx\ny\nz\n", "x\ny\nz\n- [ ] a\n- [ ] b\n",
      "- [x] a\nx\n- [x] b\ny\nz\n", "x\n- [x] b\ny\nz\n- [x] a\n- [ ] b\n"),
  ]

  @Test(arguments: examples) func whatIsTickedElsewhereIsThereOnce(_ example: Example) {
    let (base, first, second) = (Array(example.base.utf8), Array(example.first.utf8), Array(example.second.utf8))
    for (one, other) in [(first, second), (second, first)] {
      let merge = LineMerge(base: base, first: one, second: other)
      #expect(String(decoding: merge.bytes, as: UTF8.self) == example.merged)
      #expect(merge.overlaps.isEmpty)
      for side in [first, second] {
        #expect(LineMerge(base: base, first: merge.bytes, second: side).bytes == merge.bytes, "merged once more")
      }
    }
  }

  static let doubtful = [
    Example(
      "moved by both", "- [ ] a\nx\ny\nz\n", "x\ny\nz\n- [ ] a\n", "x\n- [x] a\ny\nz\n", "x\n- [x] a\ny\nz\n- [ ] a\n"),
    Example(
      "one of two with the same words", "- [ ] a\nx\ny\n- [ ] a\n", "x\ny\n- [ ] a\nz\n- [ ] a\n",
      "- [x] a\nx\ny\n- [ ] a\n", "- [x] a\nx\ny\n- [ ] a\nz\n- [ ] a\n"),
    Example(
      "with a copy that is done", "- [ ] a\nx\ny\n- [x] a\n", "x\ny\n- [x] a\n- [ ] a\n",
      "- [/] a\nx\ny\n- [x] a\n", "- [/] a\nx\ny\n- [x] a\n- [ ] a\n"),
    Example("given other words", "- [ ] a\nx\ny\n", "x\ny\n- [ ] a\n", "- [x] b\nx\ny\n", "- [x] b\nx\ny\n- [ ] a\n"),
    Example("copied", "- [ ] a\nx\ny\n", "- [ ] a\nx\ny\n- [ ] a\n", "- [x] a\nx\ny\n", "- [x] a\nx\ny\n- [ ] a\n"),
    Example(
      "given another state by each", "- [ ] a\nx\ny\n", "x\ny\n- [-] a\n", "- [x] a\nx\ny\n", "- [x] a\nx\ny\n- [-] a\n"
    ),
    Example("no task", "[ ] a\nx\ny\n", "x\ny\n[ ] a\n", "[x] a\nx\ny\n", "[x] a\nx\ny\n[ ] a\n"),
  ]

  @Test(arguments: doubtful) func inDoubtBothLinesStay(_ example: Example) {
    let texts = [example.base, example.first, example.second].map { Array($0.utf8) }
    for (one, other) in [(1, 2), (2, 1)] {
      let merge = LineMerge(base: texts[0], first: texts[one], second: texts[other])
      #expect(String(decoding: merge.bytes, as: UTF8.self) == example.merged)
    }
  }

  /// Lists of tasks with lines below them, as a model: one side moves some and each side ticks some, so the moved text with the
  /// ticks of both is the only right one.
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func movesOfOneSideAndTicksOfBothMeet(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var together = 0
    for _ in 0..<2000 {
      let names = Array(0..<Int.random(in: 2...8, using: &random))
      let below = names.map { _ in Int.random(in: 0...3, using: &random) == 0 }
      let ticks = [names, names].map { $0.filter { _ in Int.random(in: 0...3, using: &random) == 0 } }
      func text(_ order: [Int], _ ticked: [Int]) -> String {
        let lines = order.map {
          "- [\(ticked.contains($0) ? "x" : " ")] t\($0)\n" + (below[$0] ? "  more of t\($0)\n" : "")
        }
        return "# L\n\n" + lines.joined()
      }
      var moved = names
      for _ in 0...1 {
        let name = moved.remove(at: Int.random(in: moved.indices, using: &random))
        moved.insert(name, at: Int.random(in: 0...moved.count, using: &random))
      }
      let (base, first, second) = (text(names, []), text(moved, ticks[0]), text(names, ticks[1]))
      for (one, other) in [(first, second), (second, first)] {
        let merge = LineMerge(base: Array(base.utf8), first: Array(one.utf8), second: Array(other.utf8))
        let merged = String(decoding: merge.bytes, as: UTF8.self)
        #expect(merged == text(moved, ticks[0] + ticks[1]), "\(base) \(one) \(other)")
        #expect(merge.overlaps.isEmpty, "\(base) \(one) \(other)")
        for side in [one, other] {
          let again = LineMerge(base: Array(base.utf8), first: merge.bytes, second: Array(side.utf8))
          #expect(again.bytes == merge.bytes && again.overlaps.isEmpty, "merged once more: \(base) \(one) \(other)")
        }
      }
      if moved != names, !ticks[1].isEmpty { together += 1 }
    }
    print("seed \(seed): \(together) of 2000 lists that one side moved and the other ticked")
    #expect(together > 500)
  }
}
