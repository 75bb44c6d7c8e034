import MemoCore
import MemoTestSupport
import Testing

/// Sections, lists and blocks that both sides added in one place.
@Suite struct AddedBlocksTests {
  typealias Example = MergeExample

  static let examples = [
    Example(
      "two sections", "\n### Kim\n\n**Notes**\n- budget\n- [ ] send\n", "\n### Lee\n\n**Notes**\n- quits\n- [ ] send\n",
      "\n### Kim\n\n**Notes**\n- budget\n- [ ] send\n\n### Lee\n\n**Notes**\n- quits\n- [ ] send\n"),
    Example("the same section", "### Kim\n- a\n", "### Kim\n- a\n", "### Kim\n- a\n"),
    Example("one heading, other lines", "### Kim\n- a\n- c\n", "### Kim\n- b\n- c\n", "### Kim\n- a\n- b\n- c\n"),
    Example(
      "sections of sections", "### Mon\n#### Kim\na\n### Tue\n", "### Mon\n#### Lee\na\n### Wed\n",
      "### Mon\n#### Kim\na\n#### Lee\na\n### Tue\n### Wed\n"),
    Example("lines without a heading", "a\n### Kim\nb\n", "c\n### Lee\nb\n", "a\nc\n### Kim\nb\n### Lee\nb\n"),
    Example(
      "sections of different levels", "## Kim\na\n", "### Lee\nb\n## Mia\n", "### Lee\nb\n## Kim\na\n## Mia\n"),
    Example(
      "a section that goes on", "### Kim\na\n\n### Mia\nb\n", "### Kim\na\nc\n", "### Kim\na\nc\n\n### Mia\nb\n"),
    Example(
      "two items with the same lines below", "- [ ] Party\n  - drinks\n  - snacks\n",
      "- [ ] Office\n  - drinks\n  - snacks\n",
      "- [ ] Party\n  - drinks\n  - snacks\n- [ ] Office\n  - drinks\n  - snacks\n"),
    Example(
      "one item with other lines below", "- Party\n\t- drinks\n", "- Party\n\t- snacks\n",
      "- Party\n\t- drinks\n\t- snacks\n"),
    Example(
      "lines below an item of the base", below: "- Party\n", "\t- drinks\n- Office\n\t- pens\n", "\t- snacks\n",
      "\t- drinks\n\t- snacks\n- Office\n\t- pens\n"),
    Example(
      "blocks of code", "```dataview\nlist\nsort a\n```\n", "```dataview\ntable\nsort a\n```\n",
      "```dataview\nlist\nsort a\n```\n```dataview\ntable\nsort a\n```\n"),
    Example("the same block of code", "a\n```\nx\n```\n", "b\n```\nx\n```\n", "a\nb\n```\nx\n```\n"),
    Example(
      "blocks of code above another one", below: "x\n", "```\na\n```\n```\nc\n```\n", "```\nb\n```\n```\nc\n```\n",
      "```\na\n```\n```\nb\n```\n```\nc\n```\n"),
    Example(
      "a heading in a block of code", "```\n# a\nx\n```\ny\n", "```\n# b\nx\n```\ny\n",
      "```\n# a\nx\n```\n```\n# b\nx\n```\ny\n"),
    Example("math", "$$\na\n$$\n", "$$\nb\n$$\n", "$$\na\n$$\n$$\nb\n$$\n"),
    Example("comments", "%%\na\n%%\n", "%%\nb\n%%\n", "%%\na\n%%\n%%\nb\n%%\n"),
    Example("callouts", "> [!note] A\n> x\n", "> [!note] B\n> x\n", "> [!note] A\n> x\n\n> [!note] B\n> x\n"),
    Example(
      "a quote below an item with a quote", "- a\n  > q\n- b\n", "- a\n  > q\n> top\n", "- a\n  > q\n- b\n> top\n"),
    Example(
      "quotes below one item", "- a\n  > b\n  > c\n", "- a\n  > d\n", "- a\n  > b\n  > c\n\n  > d\n"),
    Example("lines of a quote of the base", below: "> a\n", "> b\n", "> c\n\nd\n", "> b\n> c\n\nd\n"),
    Example(
      "a heading of the side without HTML", below: "# D\n", "<details>\nx\n</details>\n", "- [ ] task\n## H\n",
      "<details>\nx\n</details>\n\n- [ ] task\n## H\n"),
    Example(
      "HTML between an item and a heading", below: "# D\n", "- [ ] task\n## H\n", "<details>\nx\n</details>\n",
      "- [ ] task\n\n<details>\nx\n</details>\n\n## H\n"),
    Example(
      "a section below HTML", "<details>\nx\n</details>\n", "### Kim\na\n",
      "<details>\nx\n</details>\n\n### Kim\na\n"),
    Example("math below HTML", "<div>\na\n</div>\n", "$$\nb\n$$\n", "<div>\na\n</div>\n\n$$\nb\n$$\n"),
    Example(
      "blocks of HTML", "<div>\na\n</div>\n", "<div>\nb\n</div>\n", "<div>\na\n</div>\n\n<div>\nb\n</div>\n"),
    Example("the same block of HTML", "<div>\na\n</div>\n\nx\n", "<div>\na\n</div>\n", "<div>\na\n</div>\n\nx\n"),
    Example("HTML that is text below a line", "x\n", "<span>\ny\n", "x\n\n<span>\ny\n"),
    Example(
      "a heading in HTML", below: "", "<div>\na\n</div>\n\n$$\nc\n$$\n", "<div>\na\n</div>\n#### b\n",
      "<div>\na\n</div>\n\n$$\nc\n$$\n\n<div>\na\n</div>\n#### b\n"),
    Example(
      "tables", "| a |\n|---|\n| 1 |\n", "| b |\n|---|\n| 1 |\n", "| a |\n|---|\n| 1 |\n\n| b |\n|---|\n| 1 |\n"),
    Example("a table below an item", "- x\n", "| a |\n|---|\n", "- x\n\n| a |\n|---|\n"),
    Example("a table below a text", "x\n| a |\n|---|\n", "y\n", "x\n| a |\n|---|\n\ny\n"),
    Example("rows of one table", "| a |\n|---|\n| 1 |\n", "| a |\n|---|\n| 2 |\n", "| a |\n|---|\n| 1 |\n| 2 |\n"),
    Example(
      "a template", below: "", "# D\n\n## Plan\n- a\n\n## Log\n", "# D\n\n## Plan\n\n## Log\n- b\n",
      "# D\n\n## Plan\n- a\n\n## Log\n- b\n"),
    Example(
      "memos with different titles", below: "", "# A\n\nx\n\n## Log\na\n", "# B\n\nx\n\n## Log\nb\n",
      "# A\n# B\n\nx\n\n## Log\na\nb\n"),
    Example("a block of code without an end", "```\na\nx\n", "```\nb\nx\n", "```\na\nb\nx\n"),
  ]

  @Test(arguments: examples) func whatEachSideAddedStaysTogether(_ example: Example) {
    let (base, merged) = (example.base, example.base + example.merged)
    let (first, second) = (base + example.first, base + example.second)
    #expect(Example.merged(base, first, second) == merged)
    #expect(Example.merged(base, merged, second) == merged, "merged once more")
    #expect(Example.merged(base, first, merged) == merged, "the first side once more")
  }

  /// The fence of the block of the base may count as the first line of the one that was added.
  @Test func blocksOfCodeAreAddedAboveOneOfTheBase() {
    func text(_ added: String) -> String { "x\n\(added)```\nold\n```\n" }
    let (first, second) = ("```\na\n```\n", "```\nb\n```\n")
    let merged = Example.merged(text(""), text(first), text(second))
    #expect(merged == text(first + second))
    #expect(Example.merged(text(""), text(first), merged) == merged)
  }

  /// The changed line and what was added below it are one change.
  @Test func blocksAreAddedBelowALineThatOneSideChanged() {
    let (base, first) = ("## Log\n- [ ] x\n", "## Log\n- [x] x\n### Kim\n**Notes**\n- a\n")
    let added = "### Lee\n**Notes**\n- b\n"
    #expect(Example.merged(base, first, base + added) == first + added)
    #expect(Example.merged(base, first + added, base + added) == first + added)
    #expect(Example.merged(base, first, first + added) == first + added)
  }

  /// Indented by more columns than levels are told apart, and by ever more.
  @Test func deepListsAreMerged() {
    func list(_ name: String) -> String {
      "- \(name)\n" + (1...3000).map { String(repeating: " ", count: $0) + "- \($0)\n" }.joined()
    }
    #expect(Example.merged("x\n", "x\n" + list("a"), "x\n" + list("b")) == "x\n" + list("a") + list("b"))
  }

  // MARK: Laws

  private static let starts: [UInt64] = [1_000_000, 2_000_000, 3_000_000, 4_000_000]
  private static let bases = ["", "x\n", "# D\n\n## Log\n", "- x\n\t- y\n", "> x\n", "```\nx\n```\n", "| x |\n|---|\n"]

  /// Texts to whose end both sides added random blocks, each of lines that are in no other one.
  private struct Triple {
    let base: String
    let first: String
    let second: String
    var merged: String { Example.merged(base, first, second) }

    init(seed: UInt64) {
      var blocks = RandomBlocks(seed: seed)
      base = bases[Int(seed % UInt64(bases.count))]
      let common = seed % 3 == 0 ? blocks.text() : ""
      first = base + common + blocks.text()
      second = base + common + blocks.text()
    }
  }

  private struct RandomBlocks {
    private var random: SeededRandom
    private var count = 0

    init(seed: UInt64) {
      random = SeededRandom(seed: seed)
    }

    mutating func text() -> String {
      (0..<1 + random.below(5)).map { _ in (random.happens(percent: 30) ? "\n" : "") + block() }.joined()
    }

    private mutating func word() -> String {
      count += 1
      return "word \(count)\n"
    }

    private mutating func block() -> String {
      switch random.below(11) {
      case 0, 1: String(repeating: "#", count: 1 + random.below(4)) + " " + word()
      case 2, 3: String(repeating: "\t", count: random.below(3)) + "- " + word()
      case 4: "```\n" + word() + word() + "```\n"
      case 5: "> " + word() + "> " + word()
      case 6: "$$\n" + word() + "$$\n"
      case 7: "\n| " + word() + "|---|\n| " + word()
      case 8: "<div>\n" + word() + "</div>\n\n"
      case 9: "- " + word() + "  > " + word() + "  > " + word()
      default: word()
      }
    }
  }

  @Test(arguments: starts) func noLineIsMissingOrBelowAnotherHeading(start: UInt64) {
    var checked = 0
    for seed in start..<start + 600 {
      let triple = Triple(seed: seed)
      guard !triple.base.isEmpty else { continue }
      let (first, second, merged) = (Self.places(triple.first), Self.places(triple.second), Self.places(triple.merged))
      for (line, place) in first.merging(second, uniquingKeysWith: { one, _ in one }) where merged[line] != place {
        Issue.record("seed \(seed): \(line) is below \(merged[line] ?? []) instead of \(place), \(triple)")
      }
      if !Set(merged.keys).isSubset(of: Set(first.keys).union(second.keys)) { Issue.record("seed \(seed): \(triple)") }
      checked += merged.count
    }
    print("seeds from \(start): \(checked) lines")
  }

  @Test(arguments: starts) func mergingAgainAddsNothing(start: UInt64) {
    for seed in start..<start + 600 {
      let triple = Triple(seed: seed)
      let merged = triple.merged
      #expect(Example.merged(triple.base, merged, triple.second) == merged, "seed \(seed): \(triple)")
      #expect(Example.merged(triple.base, triple.first, merged) == merged, "seed \(seed): \(triple)")
    }
  }

  @Test(arguments: starts) func whichSideIsFirstDecidesNothingButTheOrder(start: UInt64) {
    for seed in start..<start + 600 {
      let triple = Triple(seed: seed)
      guard !triple.base.isEmpty else { continue }
      let other = Example.merged(triple.base, triple.second, triple.first)
      #expect(Self.places(other) == Self.places(triple.merged), "seed \(seed): \(triple)")
    }
  }

  /// The headings above each line that occurs once.
  private static func places(_ text: String) -> [String: [String]] {
    var (places, headings): ([String: [String]], [(level: Int, line: String)]) = ([:], [])
    for line in text.split(separator: "\n").map(String.init) where line.contains("word") {
      let level = line.prefix { $0 == "#" }.count
      if level > 0 { headings.removeAll { $0.level >= level } }
      places[line] = headings.map(\.line)
      if level > 0 { headings.append((level, line)) }
    }
    return places
  }
}

extension MergeExample {
  /// What each side added at the end of a base, and what is below the base then.
  fileprivate init(
    _ name: String, below base: String = "# D\n\n## Log\n", _ first: String, _ second: String, _ merged: String
  ) {
    self.init(name, base, first, second, merged)
  }
}
