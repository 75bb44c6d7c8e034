import MemoCore
import MemoTestSupport
import Testing

/// What was merged is merged once more: with a side that has not seen it, or with the same additions in another order.
@Suite struct MergingAgainTests {
  typealias Example = MergeExample

  static let examples = [
    Example(
      "above and below a blank line", "a\n\n- z\n", "a\nx\n\n- z\n", "a\n\n- y\n\n- z\n", "a\nx\n\n- y\n\n- z\n"),
    Example("the same line above and below it", "a\n\nb\n", "a\nx\n\nb\n", "a\n\nx\nb\n", "a\n\nx\n\nb\n"),
    Example(
      "a heading above it, an item below it", "- old\n\nend\n", "- old\n## B\n- b\n\nend\n", "- old\n\n- a\n\nend\n",
      "- old\n\n- a\n## B\n- b\n\nend\n"),
    Example(
      "an item below a heading of the base, and a heading", "# D\n\n## A\n\n## C\n",
      "# D\n\n## A\n\n## B\n- b\n\n## C\n",
      "# D\n\n## A\n- a\n\n## C\n", "# D\n\n## A\n- a\n\n## B\n- b\n\n## C\n"),
    Example(
      "blocks of code with blank lines", "\n\n```\nold\n```\n", "\n- x\n\n## H\n\n```\nold\n```\n",
      "- y\n```\na\n\nb\n```\n\n\n\n```\nold\n```\n", "\n- x\n- y\n```\na\n\nb\n```\n\n## H\n\n```\nold\n```\n"),
    Example(
      "a comment above another one", "x\n\n%%\nold\n%%\n", "x\n\n%%\na\n%%\n\n%%\nold\n%%\n", "x\n- b\n\n%%\nold\n%%\n",
      "x\n\n%%\na\n%%\n- b\n\n%%\nold\n%%\n"),
    Example(
      "HTML above other HTML", "x\n\n<div>\nold\n</div>\n", "x\n\n<div>\na\n</div>\n\n<div>\nold\n</div>\n",
      "x\n- b\n\n<div>\nold\n</div>\n", "x\n\n<div>\na\n</div>\n\n- b\n\n<div>\nold\n</div>\n"),
    Example(
      "a comment without an end", "x\n", "x\n- c\n%%\nd\n", "x\n%%\na\n%%\n- b\n", "x\n%%\na\n%%\n- b\n- c\n%%\nd\n"),
    Example(
      "headings with a line below them", "x\n", "x\n\nA\n===\n- a\n", "x\n\nB\n===\n- a\n",
      "x\n\nA\n===\n- a\n\nB\n===\n- a\n"),
    Example("a text, and a line across the page", "# D\n", "# D\na\n", "# D\n---\nb\n", "# D\na\n\n---\nb\n"),
    Example(
      "a text, and such a heading right below a line", "x\n", "x\nb\n", "x\nA\n---\na\n", "x\nb\n\nA\n---\na\n"),
  ]

  @Test(arguments: examples) func whatWasMergedIsThereOnce(_ example: Example) {
    let (base, first, second) = (example.base, example.first, example.second)
    let merged = Example.merged(base, first, second)
    #expect(merged == example.merged)
    for (one, other) in [(merged, second), (second, merged), (first, merged), (merged, first)] {
      #expect(Example.merged(base, one, other) == merged)
    }
  }

  /// Two devices that each called itself the first one have the same lines in another order.
  @Test(arguments: [
    ("- a\n- b\n", "- c\n"), ("### Kim\n- a\n\n### Lee\n- b\n", "### Mia\n- a\n"), ("a\n\n> q\n", "```\nx\n\ny\n```\n"),
    ("- [ ] send\n  - now\n", "- [ ] send\n  - later\n- [ ] pay\n"),
  ]) func anotherOrderAddsNothing(one: String, other: String) {
    func text(_ added: String) -> String { "# D\n\n## Log\n\(added)\n## End\n" }
    let merged = Example.merged(text(""), text(one), text(other))
    let swapped = Example.merged(text(""), text(other), text(one))
    #expect(merged != swapped)
    #expect(Self.lines(Example.merged(text(""), merged, swapped)).sorted() == Self.lines(merged).sorted())
  }

  @Test func sectionsInAnotherOrderAreThereOnce() {
    let (one, other) = ("x\n### A\n- a\n### B\n- b\n", "x\n### B\n- b\n### A\n- a\n")
    #expect(Example.merged("x\n", one, other) == one)
    #expect(Example.merged("x\n", one, other + "### C\n") == other + "### C\n")
  }

  /// Another program's file has no items: a line that is indented further does not come first.
  @Test func textsThatAreNoMemosKeepTheirOrder() {
    let (base, first, second) = ("{\n\n}\n", "{\na\n\n}\n", "{\n\n  b\n}\n")
    let merge = LineMerge(separate: Array(base.utf8), first: Array(first.utf8), second: Array(second.utf8))
    #expect(merge.map { String(decoding: $0.bytes, as: UTF8.self) } == "{\na\n\n  b\n}\n")
  }

  /// Each side has all of its own lines between those that were added, in one of several places.
  @Test(arguments: [1_000_000, 2_000_000, 3_000_000, 4_000_000] as [UInt64])
  func mergingAgainChangesNothing(start: UInt64) {
    var checked = 0
    for seed in start..<start + 600 {
      let triple = Triple(seed: seed)
      let (base, first, second) = (triple.base, triple.first, triple.second)
      let merged = Example.merged(base, first, second)
      for (one, other) in [(merged, second), (second, merged), (first, merged), (merged, first)] {
        let again = Example.merged(base, one, other)
        if again != merged { Issue.record("seed \(seed): \(again.debugDescription), \(triple)") }
      }
      let swapped = Example.merged(base, second, first)
      let met = Self.lines(Example.merged(base, merged, swapped))
      if met.sorted() != Self.lines(merged).sorted() { Issue.record("seed \(seed): \(met), \(triple)") }
      checked += Self.lines(merged).count
    }
    print("seeds from \(start): \(checked) lines")
  }

  /// A line is below the headings that a side has above it, and those that a side has above the line of the base before it.
  @Test(arguments: [1_000_000, 2_000_000, 3_000_000, 4_000_000] as [UInt64])
  func noLineIsBelowAHeadingThatNoSideHasThere(start: UInt64) {
    for seed in start..<start + 600 {
      let triple = Triple(seed: seed)
      let old = Set(Self.lines(triple.base))
      let sides = [triple.first, triple.second].map { Self.places($0, old) }
      let merged = Self.places(Example.merged(triple.base, triple.first, triple.second), old)
      for (line, place) in merged {
        let own = sides.compactMap { $0[line] }
        let anchors = Set(own.compactMap(\.anchor))
        let headings =
          own.flatMap(\.headings) + anchors + anchors.flatMap { line in sides.flatMap { $0[line]?.headings ?? [] } }
        let foreign = Set(place.headings).subtracting(headings)
        if !foreign.isEmpty { Issue.record("seed \(seed): \(line) is below \(foreign), \(triple)") }
      }
    }
  }

  /// Where a line is: below which headings, and below which line of the base.
  private struct Place {
    let headings: [String]
    let anchor: String?
  }

  private static func places(_ text: String, _ base: Set<String>) -> [String: Place] {
    var (places, headings, anchor): ([String: Place], [(level: Int, line: String)], String?) = ([:], [], nil)
    for line in lines(text) where line.contains("word") {
      let level = line.prefix { $0 == "#" }.count
      if level > 0 { headings.removeAll { $0.level >= level } }
      places[line] = Place(headings: headings.map(\.line), anchor: anchor)
      if level > 0 { headings.append((level, line)) }
      if base.contains(line) { anchor = line }
    }
    return places
  }

  /// Texts to which both sides added blocks in several places; each line with a word is in no other one.
  private struct Triple {
    var base = "# word\n"
    var first = "# word\n"
    var second = "# word\n"

    private var random: SeededRandom
    private var count = 0

    init(seed: UInt64) {
      random = SeededRandom(seed: seed)
      for _ in 0..<1 + random.below(4) {
        let kept = random.happens(percent: 80) ? blocks() : "\n"
        base += kept
        first += kept + (random.happens(percent: 50) ? blocks() : "")
        second += kept + (random.happens(percent: 50) ? blocks() : "")
      }
    }

    private mutating func blocks() -> String {
      let text = (0..<1 + random.below(2)).map { _ in (random.happens(percent: 40) ? "\n" : "") + block() }.joined()
      return text + (random.happens(percent: 30) ? "\n" : "")
    }

    private mutating func word() -> String {
      count += 1
      return "word \(count)\n"
    }

    private mutating func block() -> String {
      switch random.below(9) {
      case 0, 1: String(repeating: "#", count: 2 + random.below(3)) + " " + word()
      case 2, 3: String(repeating: "\t", count: random.below(2)) + "- " + word()
      case 4: "```\n" + word() + "\n" + word() + "```\n"
      case 5: "> " + word() + "> " + word()
      case 6: "%%\n" + word() + "\n" + word() + "%%\n"
      case 7: "\n| " + word() + "|---|\n| " + word()
      default: word() + word()
      }
    }
  }

  private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}
