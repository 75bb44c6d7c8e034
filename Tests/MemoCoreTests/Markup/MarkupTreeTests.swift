import MemoCore
import MemoTestSupport
import Testing

@Suite struct MarkupTreeTests {
  private static let trees: [(text: String, blocks: [String])] = [
    ("a\nb\n\nc", ["0 text a b", "0 text c"]),
    ("> a\n> b\nc", ["0 quote", "1 text a b c"]),
    ("- a\n  - b\n\n  c\nd", ["0 item", "1 text a", "1 item", "2 text b", "1 text c d"]),
    ("1. - > a", ["0 item", "1 item", "2 quote", "3 text a"]),
    ("# a #\nb\n---\n***", ["0 h1 a", "0 h2 b", "0 rule "]),
    (
      "a\n\n- b\n\n      c\n\n  ```\n  d\n  ```\n\ne",
      ["0 text a", "0 item", "1 text b", "1 code c", "1 code d", "0 text e"]
    ),
    ("a\n\n    b\n\n    c\n\nd", ["0 text a", "0 code b c", "0 text d"]),
    ("    a\n\n    b", ["0 text a", "0 code b"]),
    ("a\n<!--\n\nb\n-->\nc", ["0 text a", "0 html <!-- b -->", "0 text c"]),
    ("- <!--\n- b", ["0 item", "1 html <!--", "0 item", "1 text b"]),
    ("[a]: b\n[c]: d\n===\n[e]: f", ["0 definition b", "0 definition d", "0 text === [e]: f"]),
    ("[^a]: b\n\n[a]: b\n'c' d", ["0 text [^a]: b", "0 definition b", "0 text 'c' d"]),
    ("- [x] a\n- [ ] b\r\n- \rc", ["0 item", "1 text [x] a", "0 item", "1 text [ ] b", "0 item", "0 text c"]),
  ]

  /// A table ends where GitHub ends it: below it a line of dashes is no underline, and any list and code may follow.
  private static let tables: [(text: String, blocks: [String])] = [
    ("a\n\n|b|\n|-|\n|c|\n---\nd", ["0 text a", "0 text |b| |-| |c|", "0 rule ", "0 text d"]),
    ("|b|\n|-|\n2. c\n3. d", ["0 text |b| |-|", "0 item", "1 text c", "0 item", "1 text d"]),
    ("|b|\n|-|\n    c\nd", ["0 text |b| |-|", "0 code c", "0 text d"]),
    ("- |b|\n  |-|\n  c\nd", ["0 item", "1 text |b| |-| c", "0 text d"]),
    ("> |b|\n> |-|\n|c|", ["0 quote", "1 text |b| |-|", "0 text |c|"]),
    // These are none: the line below the heads leaves out the mark of the quote, or there are no heads.
    ("> |b|\n|-|\n|c|", ["0 quote", "1 text |b| |-| |c|"]), ("|-|\n|b|\n---", ["0 h2 |-| |b|"]),
    ("|b|\n|-|\nc\n===\n\nd\n---", ["0 text |b| |-| c ===", "0 h2 d"]),
  ]

  @Test(arguments: tables)
  func whatEndsAParagraphAndMoreEndsATable(text: String, blocks: [String]) {
    #expect(Self.described(text) == blocks, "\(text.debugDescription)")
  }

  @Test(arguments: trees)
  func blocksAreThoseOfCommonMark(text: String, blocks: [String]) {
    #expect(Self.described(text) == blocks, "\(text.debugDescription)")
  }

  private static let lines: [(text: String, inlines: [String])] = [
    (
      "`a` [b](c) ![d](e) <ff:g> <h i=\"#j\"> [[k]] #l",
      ["code a", "link b", "image d", "autolink ff:g", "html h i=\"#j\"", "wikiLink k", "tag l"]
    ),
    ("[a ![b](c) d](e)", ["link a ![b](c) d", "image b"]), ("[a [b](c) d](e)", ["link b"]),
    ("[a [[b]] c](d)", ["wikiLink b"]), ("[#a](b) [#c] #d", ["link #a", "tag c", "tag d"]),
    ("<div>\n[a](b) `c` [[d]] #e <f g=\"#h\">", ["link a", "wikiLink d", "tag e"]),
    ("<aside>\n\u{1F4A1} [\\[a](b) ![c](d.png)\n</aside>", ["link \\[a", "image c"]),
    ("<img src=\"a.png\" alt=\"[b](c)\" />\n![d](e.png)", ["image d"]),
    ("> <details>\n> [a\n> b](c) [d][] <!-- [e](f) --> <i>[g]</i>(h)\n\n[d]: i", ["link a b", "link d"]),
    ("<div>\n<pre>[a](b) [[c]]</pre> [d](e) <script>[f](g)\n[[h]]", ["link d"]),
    ("<div>\n\\[a](b) [c](d \"e\") [](f) [g] (h) </div>", ["link c", "link "]),
    ("<!-- [[a]] #b -->", []), ("x <!-- [[a]] #b --> #c", ["html !-- [[a]] #b --", "tag c"]),
    ("[a] [b][a] [c][] [d]\n\n[A]: x\n[c]: y", ["link a", "link b", "link c"]),
    ("> [a\n> b](c) `d\n> e`", ["link a b", "code d e"]), ("\\[[a]] [[b\nc]]", []),
  ]

  @Test(arguments: lines)
  func inlinesAreThoseOfCommonMarkAndMemo(text: String, inlines: [String]) {
    #expect(Self.inlines(of: text) == inlines, "\(text.debugDescription)")
  }

  private static let units = [
    "[", "]", "[[", "![", "`", "[a](", "[a](b (", "[a](b \"", "<", "<!--", "<a b=\"", "<a ", "> ", ">", "- ", "1. ",
    "- \n",
    "- a\n\n", "> [a\n", "a\n> b\n", "[a]: b\n", "*a_", "#a ", "![![]()", "[a][b", "](", "\\", "<?", "[^", "%%", "%%[[",
    "$a", "$[[", "$$a", "%% \n", "a\n%%", "%%\n", "$$\n",
    "<p>[", "<p>![a](", "<p><pre></x>", "<p><pre></pre>",
  ]

  // See MemoHostileTextTests: the limit is for work that grows with the square of the text.
  @Test(.ends(within: .seconds(300)), arguments: units)
  func workGrowsWithTheText(unit: String) {
    let text = String(repeating: unit, count: 1 << 19 / unit.utf8.count)
    #expect(Self.inlines(of: text).count <= text.utf8.count)
  }

  @Test(.ends(within: .seconds(300))) func runsOfBackticksOfGrowingLengthAreSearchedForOnce() {
    let text = (1...450).map { String(repeating: "`", count: $0) }.joined(separator: " ")
    #expect(Self.inlines(of: text) == [])
  }

  /// Reading may start at any line: what it depends on is in the state.
  @Test func linesMeanTheSameFromAnyLineOn() {
    var random = SeededRandom(seed: 5)
    let pieces = [
      "a", "> ", "- ", "1. ", "    ", "\n", "\n", "```", "<!--", "-->", "<div>", "---", "# ", "\t", "[a]: b",
    ]
    for _ in 0..<500 {
      let text = (0..<30).map { _ in random.pick(pieces) ?? "" }.joined()
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
      var state = BlockState()
      let whole = lines.map { Self.kind(of: $0, &state) }
      let middle = lines.count / 2
      var (first, second) = (BlockState(), BlockState())
      for line in lines[..<middle] { _ = Self.kind(of: line, &first) }
      second = first
      #expect(
        lines[middle...].map { Self.kind(of: $0, &second) } == Array(whole[middle...]), "\(text.debugDescription)")
      #expect(second == state)
    }
  }

  // MARK: Descriptions

  private static func kind(of line: [UInt8], _ state: inout BlockState) -> BlockLine.Kind {
    var opened: [BlockOpening] = []
    return line.withUnsafeBytes { state.read($0, 0..<line.count, opened: &opened).kind }
  }

  private static func described(_ text: String) -> [String] {
    Array(text.utf8).withUnsafeBytes { bytes in
      MarkupTree(bytes).blocks.map { block in
        switch block.kind {
        case .quote: "\(block.depth) quote"
        case .item: "\(block.depth) item"
        case .definition(let definition): "\(block.depth) definition \(plain(bytes[definition.destination]))"
        case .leaf(let leaf): "\(block.depth) \(name(of: leaf.kind)) \(plain(leaf.text(leaf.content, in: bytes)[...]))"
        }
      }
    }
  }

  private static func name(of kind: MarkupLeaf.Kind) -> String {
    switch kind {
    case .paragraph: "text"
    case .heading(let level): "h\(level)"
    case .code: "code"
    case .html: "html"
    case .opaque(let mark): "\(mark)"
    case .rule: "rule"
    }
  }

  private static func inlines(of text: String) -> [String] {
    Array(text.utf8).withUnsafeBytes { bytes in
      let tree = MarkupTree(bytes)
      return tree.leaves.flatMap { leaf in
        tree.inlines(of: leaf).map { "\($0.kind) \(plain(leaf.text($0.content, in: bytes)[...]))" }
      }
    }
  }

  private static func plain(_ bytes: some Sequence<UInt8>) -> String {
    let words = Array(bytes).split { " \t\r\n".utf8.contains($0) }
    return words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }
}
