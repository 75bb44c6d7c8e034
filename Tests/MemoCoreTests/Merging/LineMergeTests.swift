import MemoCore
import Testing

@Suite struct LineMergeTests {
  typealias Example = MergeExample

  static let rules = [
    Example("one side alone", "a\nb\n", "a\nc\n", "a\nb\n", "a\nc\n"),
    Example("both alike", "a\n", "b\n", "b\n", "b\n"),
    Example("changes apart", "1\n2\n3\n", "1a\n2\n3\n", "1\n2\n3b\n", "1a\n2\n3b\n"),
    Example(
      "neighbouring boxes ticked", "- [ ] one\n- [ ] two\n", "- [x] one\n- [ ] two\n", "- [ ] one\n- [x] two\n",
      "- [x] one\n- [x] two\n"),
    Example(
      "neighbouring boxes ticked, the lower one first", "- [ ] one\n- [ ] two\n", "- [ ] one\n- [x] two\n",
      "- [x] one\n- [ ] two\n", "- [x] one\n- [x] two\n"),
    Example(
      "a box ticked by both", "- [ ] 1\n- [ ] 2\n- [ ] 3\n", "- [x] 1\n- [x] 2\n- [ ] 3\n",
      "- [ ] 1\n- [x] 2\n- [x] 3\n", "- [x] 1\n- [x] 2\n- [x] 3\n"),
    Example("both append", "x\n", "x\nA1\nA2\n", "x\nB1\n", "x\nA1\nA2\nB1\n"),
    Example("both append the same and more", "x\n", "x\ny\nA\n", "x\ny\nB\n", "x\ny\nA\nB\n"),
    Example("both retitle", "# t\n\nbody\n", "# tA\n\nbody\n", "# tB\n\nbody\n", "# tA\n# tB\n\nbody\n"),
    Example("one removes, one changes", "1\n2\n3\n", "1\n3\n", "1\n2b\n3\n", "1\n2b\n3\n"),
    Example("both remove", "1\n2\n3\n", "1\n3\n", "1\n3\n", "1\n3\n"),
    Example("each removes a neighbour", "1\n2\n3\n4\n", "1\n3\n4\n", "1\n2\n4\n", "1\n4\n"),
    Example("a line changed below one added", "1\n2\n", "1\n2\nA\n", "1\n2b\n", "1\n2b\nA\n"),
    Example("a line changed above one added", "1\n2\n", "A\n1\n2\n", "1b\n2\n", "A\n1b\n2\n"),
    Example("one side emptied", "1\n2\n3\n", "", "1\n2\n3\nB\n", "B\n"),
    Example("no base", "", "# t\nA\n", "# t\nB\n", "# t\nA\nB\n"),
    Example("paragraphs stay apart", "x\n", "x\n\nA\n", "x\n\nB\n", "x\n\nA\n\nB\n"),
    Example(
      "a paragraph that one edits, the other removes", "h\n\np\n\nz\n", "h\n\nz\n", "h\n\npB\n\nz\n", "h\n\npB\n\nz\n"),
    Example(
      "a last paragraph that one removes", "h\n\np\n\nz\n", "h\n\np\n", "h\n\np\n\nzB\n", "h\n\np\n\nzB\n"),
    Example(
      "a paragraph that is there twice, of which each removes another", "p\n\nx\n\np\n\nz\n", "x\n\np\n\nz\n",
      "p\n\nx\n\nz\n", "x\n\np\n\nz\n"),
    Example(
      "a line that is there three times, of which each removes another", "p\nx\np\ny\np\n", "x\np\ny\np\n",
      "p\nx\np\ny\n", "x\np\ny\n"),
    Example(
      "each removes another copy, and adds", "p\nx\np\ny\n", "x\np\ny\nA\n", "B\np\nx\ny\n", "B\nx\np\ny\nA\n"),
    Example(
      "each removes another copy, and what is beside it", "l7\n- [ ]\n- [ ]\n", "- [ ]\n\nl1\nl2\n", "l7\nl9\n- [ ]\n",
      "- [ ]\nl9\n\nl1\nl2\n"),
    Example(
      "each removes another section with the same line", "# a\n- [ ] p\n# b\n- [ ] p\n", "# b\n- [ ] p\n",
      "# a\n- [ ] p\n", "- [ ] p\n"),
    Example(
      "each removes another block of code", "```\na\n```\nx\n```\nb\n```\n", "x\n```\nb\n```\n", "```\na\n```\nx\n",
      "x\n"),
    Example(
      "each removes another one of equal blocks of code", "```\na\n```\nx\n```\na\n```\n", "x\n```\na\n```\n",
      "```\na\n```\nx\n", "x\n```\na\n```\n"),
    Example("an item that one removes", "h\n\n- p\n- q\n", "h\n\n- q\n", "h\n\n- pB\n- q\n", "h\n\n- pB\n- q\n"),
    Example("items stay together", "- x\n\ny\n", "- x\n- A\n\ny\n", "- x\n- B\n\ny\n", "- x\n- A\n- B\n\ny\n"),
    Example(
      "a paragraph that both rewrite", "h\n\np\n\nz\n", "h\n\npA\n\nz\n", "h\n\npB\n\nz\n",
      "h\n\npA\n\npB\n\nz\n"),
  ]

  @Test(arguments: rules) func linesAreWoven(_ example: Example) {
    #expect(Example.merged(example.base, example.first, example.second) == example.merged)
    #expect(Example.merged(example.base, example.merged, example.second) == example.merged, "merged once more")
    #expect(Example.merged(example.base, example.first, example.merged) == example.merged, "the first side once more")
  }

  static let ends = [
    Example("all ends changed, a word edited", "a\nb\n", "a\r\nb\r\n", "a\nB\n", "a\r\nB\r\n"),
    Example("a word edited, all ends changed", "a\nb\n", "a\nB\n", "a\r\nb\r\n", "a\r\nB\r\n"),
    Example("ends changed by both", "a\nb\n", "a\r\nb\r\nA\r\n", "a\r\nB\r\n", "a\r\nB\r\nA\r\n"),
    Example("ends of one line changed", "a\nb\nc\n", "a\r\nb\nc\n", "a\nb\nC\n", "a\r\nb\nC\n"),
    Example("CR alone", "a\rb\rc\r", "A\rb\rc\r", "a\rb\rC\r", "A\rb\rC\r"),
    Example("CR before a blank line with LF", "a\rb\nc\n", "a\rB\nc\n", "a\r\r\nb\nc\n", "a\r\r\nB\nc\n"),
    Example("no last end on either side", "a\nb", "A\nb", "a\nb\nc", "A\nb\nc"),
    Example("a last end on one side", "a\nb", "A\nb", "a\nb\nc\n", "A\nb\nc\n"),
    Example("a line after one without end", "a", "a\nA", "a\nB", "a\nA\nB"),
    Example("CRLF after a line without end", "a", "A", "a\r\nb", "A\r\nb"),
    Example("one line without end", "a", "A", "B", "A\nB"),
    Example("blank lines only", "", "\n\n", "\n", "\n\n"),
    Example("a byte order mark on one side", "t\nx\n", "\u{FEFF}t\nx\n", "T\nx\n", "\u{FEFF}T\nx\n"),
    Example("a byte order mark removed", "\u{FEFF}t\nx\n", "t\nx\n", "\u{FEFF}t\nX\n", "t\nX\n"),
  ]

  @Test(arguments: ends) func endsOfLinesFollowTheSideThatChangedThem(_ example: Example) {
    let merged = Example.merged(example.base, example.first, example.second)
    #expect(Array(merged.utf8) == Array(example.merged.utf8))
  }

  static let fronts = [
    Example(
      "different keys", "---\na: 1\nb: 1\n---\nx\n", "---\na: 2\nb: 1\n---\nx\n", "---\na: 1\nb: 2\n---\nx\n",
      "---\na: 2\nb: 2\n---\nx\n"),
    Example(
      "one key changed by both", "---\na: 0\n---\nx\n", "---\na: 1\n---\nx\n", "---\na: 2\n---\nx\n",
      "---\na: 2\n---\nx\n"),
    Example(
      "one key added by both", "---\nz: 0\n---\n", "---\nz: 0\na: 1\n---\n", "---\na: 2\nz: 0\n---\n",
      "---\na: 2\nz: 0\n---\n"),
    Example(
      "front matter added by both", "x\n", "---\na: 1\n---\nx\n", "---\na: 2\nb: 2\n---\nx\n",
      "---\na: 2\nb: 2\n---\nx\n"),
    Example(
      "a key spelled differently", "---\n---\n", "---\nTitle: A\n---\n", "---\n\"title\": A\n---\n",
      "---\nTitle: A\n---\n"),
    Example(
      "a key that one removed and the other changed", "---\na: 0\nb: 0\n---\n", "---\nb: 0\n---\n",
      "---\na: 1\nb: 0\n---\n", "---\na: 1\nb: 0\n---\n"),
    Example(
      "front matter that one removed and the other changed", "---\na: 0\nb: 0\n---\nx\n", "x\n",
      "---\na: 1\nb: 0\n---\nx\n", "---\na: 1\n---\nx\n"),
    Example(
      "keys that both removed", "---\na: 0\nb: 0\n---\nx\n", "---\na: 0\n---\nx\n", "---\nb: 0\n---\nx\n",
      "---\n---\nx\n"),
    Example(
      "items of one list", "---\ntags:\n- a\n---\n", "---\ntags:\n- a\n- b\n---\n", "---\ntags:\n- a\n- c\n---\n",
      "---\ntags:\n- a\n- b\n- c\n---\n"),
    Example(
      "items between brackets", "---\ntags: [a, x] # mine\n---\n", "---\ntags: [a, x, b] # mine\n---\n",
      "---\ntags: [c, a] # mine\n---\n", "---\ntags: [c, a, b] # mine\n---\n"),
    Example(
      "items in a text", "---\ntags: a, b\n---\n", "---\ntags: a, b, c\n---\n", "---\ntags: b, d\n---\n",
      "---\ntags: b, c, d\n---\n"),
    Example(
      "words in a text", "---\ntags: a b\n---\n", "---\ntags: a b c\n---\n", "---\ntags: d a\n---\n",
      "---\ntags: d a c\n---\n"),
    Example(
      "a list written differently", "---\ntags:\n- a\n---\n", "---\ntags: [a, b]\n---\n",
      "---\ntags:\n- a\n- c\n---\n", "---\ntags: [a, b, c]\n---\n"),
    Example(
      "lists added by both", "---\n---\n", "---\ntags: [a]\n---\n", "---\ntags:\n  - b\n  - a\n---\n",
      "---\ntags:\n  - b\n  - a\n---\n"),
    Example(
      "items that need quotes elsewhere", "---\ntags:\n- a\n---\n", "---\ntags: [a]\n---\n",
      "---\ntags:\n- a\n- b, c\n---\n", "---\ntags: [a, \"b, c\"]\n---\n"),
    Example(
      "tags that differ in case", "---\ntags: [a]\n---\n", "---\ntags: [a, Work]\n---\n",
      "---\ntags: [a, work, b]\n---\n", "---\ntags: [a, work, b]\n---\n"),
    Example(
      "comments among items", "---\ntags:\n# one\n- a\n- b\n---\n", "---\ntags:\n# one\n- a\n---\n",
      "---\ntags:\n# one\n- a\n- b\n# new\n- c\n---\n", "---\ntags:\n# one\n- a\n# new\n- c\n---\n"),
    Example(
      "a name and names", "---\naliases: Kim, Ji\n---\n", "---\naliases: Kim, Ji\nb: 1\n---\n",
      "---\naliases: [\"Kim, Ji\", J]\n---\n", "---\naliases: [\"Kim, Ji\", J]\nb: 1\n---\n"),
    Example(
      "names added by both", "---\n---\n", "---\naliases: A\n---\n", "---\naliases: B\n---\n",
      "---\naliases: [A, B]\n---\n"),
    Example(
      "times of modification", "---\nupdated: 2026-01-01\n---\n", "---\nupdated: 2026-03-01T09:00+09:00\n---\n",
      "---\nupdated: 2026-02-01\n---\n", "---\nupdated: 2026-03-01T09:00+09:00\n---\n"),
    Example(
      "a time under another name", "---\nmod: 1\n---\n", "---\nmod: 2026-03-01\n---\n", "---\nmod: 2026-03-02\n---\n",
      "---\nmod: 2026-03-02\n---\n"),
    Example(
      "a list over several lines", "---\ntags: [\n  a,\n  b,\n]\n---\n", "---\ntags: [\n  a,\n  b,\n  c,\n]\n---\n",
      "---\ntags: [\n  b,\n  d,\n]\n---\n", "---\ntags: [b, c, d]\n---\n"),
    Example(
      "keys of a map", "---\nm:\n  a: 1\n---\n", "---\nm:\n  a: 1\n  b: 2\n---\n", "---\nm:\n  a: 1\n  c: 3\n---\n",
      "---\nm:\n  a: 1\n  b: 2\n  c: 3\n---\n"),
    Example(
      "lines of a text", "---\nt: |\n  a\n  b\n  c\n---\n", "---\nt: |\n  A\n  b\n  c\n---\n",
      "---\nt: |\n  a\n  b\n  C\n---\n", "---\nt: |\n  A\n  b\n  C\n---\n"),
    Example(
      "ends of lines", "---\r\ntags: [a]\r\n---\r\nx\r\n", "---\r\ntags: [a, b]\r\n---\r\nx\r\n",
      "---\r\ntags:\r\n- a\r\n- c\r\n---\r\nx\r\n", "---\r\ntags:\r\n- a\r\n- b\r\n- c\r\n---\r\nx\r\n"),
    Example("keys of the body", "x\n", "a: 1\nx\n", "a: 2\nx\n", "a: 1\na: 2\nx\n"),
    Example(
      "a key that one side has twice", "---\nb: 0\n---\n", "---\nb: 1\n---\n", "---\na: 1\na: 2\nb: 0\n---\n",
      "---\na: 1\na: 2\nb: 1\n---\n"),
  ]

  @Test(arguments: fronts) func frontMattersAreMergedByTheirKeys(_ example: Example) {
    let merged = Example.merged(example.base, example.first, example.second)
    #expect(merged == example.merged)
    #expect(Example.merged(example.base, merged, example.second) == merged, "merged once more")
    guard merged.hasPrefix("---") else { return }
    let turned = Example.merged(example.base, example.second, example.first)
    #expect(turned == merged, "it does not matter who is the first")
  }

  @Test(
    arguments: [
      "updated", "modified", "lastmod", "last_modified", "last-modified-at", "Date Modified", "dateModified", "mtime",
      "\"updated at\"", "last_edited_time", "수정일",
    ], ["2026-02-03", "2026-02-03T09:30:00+09:00", "2026-02-03 09:30", "\"2026-02-03\" # by the editor"])
  func theLaterTimeOfModificationStays(key: String, later: String) {
    func front(_ time: String) -> String { "---\n\(key): \(time)\na: 1\n---\n" }
    let (base, first, second) = (front("2026-01-01"), front("2026-02-02"), front(later))
    for (one, other) in [(first, second), (second, first)] {
      let merge = LineMerge(base: Array(base.utf8), first: Array(one.utf8), second: Array(other.utf8))
      #expect(String(decoding: merge.bytes, as: UTF8.self) == second && merge.overlaps.isEmpty)
    }
  }

  @Test(arguments: ["created", "date", "due", "published"])
  func otherTimesAreListedWhereBothChangedThem(key: String) {
    func front(_ time: String) -> [UInt8] { Array("---\n\(key): \(time)\n---\n".utf8) }
    let merge = LineMerge(base: front("2026-01-01"), first: front("2026-02-02"), second: front("2026-02-03"))
    #expect(merge.overlaps.count == 1 && [front("2026-02-02"), front("2026-02-03")].contains(merge.bytes))
  }

  static let overlaps: [(Example, [LineMerge.Overlap])] = [
    (rules[2], []), (rules[3], []), (rules[5], []), (rules[6], []), (rules[8], [overlap(1, "# tA\n", "# tB\n")]),
    (rules[9], [overlap(2, "", "2b\n")]), (rules[10], []), (rules[11], []),
    (fronts[1], [overlap(2, "a: 1\n", "a: 2\n", isOfKey: true)]),
    (fronts[2], [overlap(2, "a: 1\n", "a: 2\n", isOfKey: true)]),
    (fronts[5], [overlap(2, "", "a: 1\n", isOfKey: true)]),
    (ends[0], []), (ends[10], [overlap(1, "A", "B")]),
    (Example("a blank line that one removes and one writes in", "1\n\n3\n", "1\n3\n", "1\n2\n3\n", ""), []),
    (
      Example("a word in a paragraph that was rewritten", "1\n2\n3\n4\n", "one\ntwo\n4\n", "1\n2b\n3\n4\n", ""),
      [overlap(1, "one\ntwo\n", "2b\n", whole: ("one\ntwo\n", "1\n2b\n3\n"))]
    ),
  ]

  @Test(arguments: overlaps)
  func linesThatBothChangedAreListed(_ example: Example, _ expected: [LineMerge.Overlap]) {
    let merge = LineMerge(
      base: Array(example.base.utf8), first: Array(example.first.utf8), second: Array(example.second.utf8))
    #expect(merge.overlaps == expected)
  }

  /// A line more would break the file of another program.
  @Test func aLineOfWhichEachSideRemovedAnotherCopyStaysInMemosOnly() {
    let (base, first, second) = ("{a\n},\n1,\n{b\n},\n2\n", "1,\n{b\n},\n2\n", "{a\n},\n1,\n2\n")
    let merge = LineMerge(.strict, base: Array(base.utf8), first: Array(first.utf8), second: Array(second.utf8))
    #expect(merge.map { String(decoding: $0.bytes, as: UTF8.self) } == "1,\n2\n")
    #expect(Example.merged(base, first, second) == "1,\n},\n2\n")
  }

  @Test func bytesThatAreNoTextAreLinesAsWell() {
    let merge = LineMerge(base: [0xFF, 10, 0xFE, 10], first: [0xFF, 0xC0, 10, 0xFE, 10], second: [0xFF, 10, 0, 10])
    #expect(merge.bytes == [0xFF, 0xC0, 10, 0, 10])
  }

  private static func overlap(
    _ line: Int, _ first: String, _ second: String, whole: (first: String, second: String)? = nil, isOfKey: Bool = false
  ) -> LineMerge.Overlap {
    LineMerge.Overlap(
      line: line, first: Array(first.utf8), second: Array(second.utf8),
      wholes: whole.map { (Array($0.first.utf8), Array($0.second.utf8)) }, isOfKey: isOfKey)
  }
}
