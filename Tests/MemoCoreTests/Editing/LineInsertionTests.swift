import MemoCore
import MemoTestSupport
import Testing

@Suite struct LineInsertionTests {
  static let appended: [(memo: String, expected: String)] = [
    ("", "x\n"), ("a\n", "a\nx\n"), ("a", "a\nx"), ("a\n\n", "a\n\nx\n"), ("\u{FEFF}", "\u{FEFF}x\n"),
    ("a\r\n", "a\r\nx\r\n"), ("a\r\nb", "a\r\nb\r\nx"), ("a\rb\r", "a\rb\rx\r"), ("a\rb", "a\rb\rx"),
    ("\u{FEFF}# T\r\n\r\nb\n", "\u{FEFF}# T\r\n\r\nb\nx\r\n"),
  ]

  @Test(arguments: appended)
  func anAppendedLineHasTheMemosOwnLineBreak(memo: String, expected: String) {
    #expect(text(LineInsertion.appending(Array("x".utf8), to: Array(memo.utf8))).utf8.elementsEqual(expected.utf8))
  }

  static let prepended: [(memo: String, expected: String)] = [
    ("", "x\n"), ("# T\n\nbody\n", "# T\n\nx\nbody\n"), ("# T\nbody\n", "# T\nx\nbody\n"), ("# T\n", "# T\n\nx\n"),
    ("# T", "# T\n\nx"), ("# T\n\n", "# T\n\nx\n"), ("# T\r\n\r\nbody", "# T\r\n\r\nx\r\nbody"),
    ("---\ntitle: T\n---\nbody\n", "---\ntitle: T\n---\nx\nbody\n"),
    ("---\ntags: [a]\n---\n\n# T\n\nbody\n", "---\ntags: [a]\n---\n\n# T\n\nx\nbody\n"),
    ("T\n===\nbody\n", "T\n===\nx\nbody\n"), ("T\n---\n\nb\n", "T\n---\n\nx\nb\n"),
    ("# T\n---\nb\n", "# T\nx\n\n---\nb\n"), ("# T\n\nOne\n===\nb\n", "# T\n\nx\n\nOne\n===\nb\n"),
    ("# T\n\n[r]: a.md\n[r]\n", "# T\n\nx\n\n[r]: a.md\n[r]\n"), ("# T\n\n    code\n", "# T\n\nx\n\n    code\n"),
    ("# T\r\n2. a\r\n", "# T\r\nx\r\n\r\n2. a\r\n"), ("# T\n-\n", "# T\nx\n\n-\n"), ("# T\n- a\n", "# T\nx\n- a\n"),
    ("# T\n## H\n", "# T\nx\n## H\n"), ("# T\n```\na\n", "# T\nx\n```\na\n"), ("# T\n> q\n", "# T\nx\n> q\n"),
    ("# T\none\n===\n", "# T\nx\n\none\n===\n"), ("# T\none\n\n===\n", "# T\nx\none\n\n===\n"),
    ("\u{FEFF}# T\r\n", "\u{FEFF}# T\r\n\r\nx\r\n"), ("# T\r\rbody\r", "# T\r\rx\rbody\r"),
    ("+++\ntitle = 'T'\n+++\n\nbody\n", "+++\ntitle = 'T'\n+++\n\nx\nbody\n"), ("+++\na\n+++", "+++\na\n+++\n\nx"),
    ("+++\nno end\n", "+++\nx\nno end\n"), ("one\ntwo\n", "one\nx\ntwo\n"), ("- a\n- b\n", "- a\nx\n- b\n"),
    // What begins with the title and must not be cut in two.
    ("```sh\nls\n```\n\nbody\n", "```sh\nls\n```\n\nx\nbody\n"), ("```\nls\n```\nb\n", "```\nls\n```\n\nx\nb\n"),
    ("```\nls\n```", "```\nls\n```\n\nx"),
    ("|a|b|\n|-|-|\n|c|d|\n", "|a|b|\n|-|-|\n|c|d|\n\nx\n"), ("> q\n> r\n\nb\n", "> q\n> r\n\nx\nb\n"),
    ("> q\n> r\nb\n\nc\n", "> q\n> r\nb\n\nx\nc\n"), ("<!-- c\nd -->\nb\n", "<!-- c\nd -->\n\nx\nb\n"),
    ("$$\r\na\r\n$$\r\n", "$$\r\na\r\n$$\r\n\r\nx\r\n"),
    ("---\na: b\n---\n```\nls\n```\n", "---\na: b\n---\n```\nls\n```\n\nx\n"),
  ]

  @Test(arguments: prepended)
  func aPrependedLineIsBelowTheTitle(memo: String, expected: String) {
    #expect(text(LineInsertion.prepending(Array("x".utf8), to: Array(memo.utf8))).utf8.elementsEqual(expected.utf8))
  }

  @Test(arguments: [
    ("a\nb\n", "m\r\n", "m\r\na\r\nb\r\n"), ("a\r\nb", "m\n", "m\na\nb\n"), ("a\rb\r\n", "m\r", "m\ra\rb\r"),
    ("a\r\nb\r\n", "m", "m\na\r\nb\r\n"), ("\n\r\n", "m\n", "m\n\n\n"),
  ])
  func aTextOfSeveralLinesGetsTheMemosLineBreaks(added: String, memo: String, expected: String) {
    #expect(text(LineInsertion.appending(Array(added.utf8), to: Array(memo.utf8))).utf8.elementsEqual(expected.utf8))
  }

  static let apart: [(memo: String, added: String)] = [
    ("- a\n", "x"), ("# T\n\n- [ ] a\n  - b\n", "x"), ("1. a\nb\n", "## H"), ("> q\n", "x"), ("> [!note] T\n> q", "x"),
    ("> q\n", "- x"), ("- a\n", "> x"), ("| a |\n|---|\n| b |\n", "x"), ("a | b\n--|--\n", "x"),
    ("| a |\n|--|\n", "a|b"),
    ("a[^1]\n\n[^1]: note\n", "x"), ("a[^1]\n\n[^1]: note\nmore\n", "- x"), ("[^1]: a\n\n    b\n", "x"), ("-\n", "x"),
    ("> # H\n", "x"), ("\u{FEFF}- a\r\n", "x"), ("- a\rb\r", "x"), ("- a\n  ```\n  code\n", "x"), ("- a\n", " x"),
    // Names of blocks stay at their ends.
    ("a ^b\n", "x"), ("a\n^b", "x"), ("- a\n\n^b\n", "x"), ("> q ^b\n", "> x"), ("- a ^b\n", "  x"),
    ("- a\r\n  - b ^c\r\n", "    x"), ("a ^b\n", "- x"), ("# T\n\na ^b \n", "# H"),
    ("a\n", "---"), ("a\n", "==="), ("a\n", "[r]: b.md"), ("a\n", "    code"), ("a", "2. b"), ("a\r\n", "-"),
    ("a\n", "One\n==="), ("[r]\nb\n", "[r]: c.md\nd"),
    ("[r]\n\n[r]: x.md\n", "\"Milk\""), ("[r]: x.md\n", "'tis"), ("[r]: x.md\r\n", "(milk)"),
    ("[r]: x.md", "  \"Milk\""),
    ("a\n\n</details>\n", "- [ ] x"), ("<img src=\"a.png\">\r\n", "## x"), ("<div>\na", "x"),
  ]

  @Test(arguments: apart)
  func textIsSetApartFromABlockThatWouldTakeItIn(memo: String, added: String) {
    let memo = Array(memo.utf8)
    let lineBreak: [UInt8] = memo.contains(0x0D) ? (memo.contains(0x0A) ? [0x0D, 0x0A] : [0x0D]) : [0x0A]
    let isOpen = memo.last != 0x0A && memo.last != 0x0D
    let expected = memo + (isOpen ? lineBreak : []) + lineBreak + Array(added.utf8) + (isOpen ? [] : lineBreak)
    #expect(text(LineInsertion.appending(Array(added.utf8), to: memo)).utf8.elementsEqual(expected))
  }

  @Test(arguments: [
    ("# A\nb\n\n[//begin]: # \"x\"\n[c]: c.md \"C\"\n[//end]: # \"x\"\n", "# A\nb\n"),
    ("# A\r\nb\r\n\r\n[//begin]: # \"x\"\r\n[c]: c.md\r\n[//end]: # \"x\"", "# A\r\nb\r\n"),
    (
      "---\nkanban-plugin: board\n---\n\n## D\n\n- [ ] a\n\n\n\n%% kanban:settings\n```\n{}\n```\n%%",
      "---\nkanban-plugin: board\n---\n\n## D\n\n- [ ] a\n"
    ),
    ("a\n\n%%\n## Drawing\n```compressed-json\n4%%x\n```\n%%\n\n", "a\n"),
    (
      "a\n\n# Excalidraw Data\n\n## Text Elements\n# Text Elements\nHello ^abcdefgh\n\n%%\n## Drawing\n```json\n{}\n```\n%%",
      "a\n"
    ),
    ("a\r\n# Text Elements\r\nHello ^abcdefgh\r\n\r\n%%\r\n# Drawing\r\n```json\r\n{}\r\n```\r\n%%", "a\r\n"),
    ("a\n\n%%\n# Excalidraw Data\n\n## Text Elements\n## Drawing\n{}\n%%", "a\n"),
    ("a\n%% kanban:settings\n%%\n", "a\n"),
  ])
  func anAppendedLineIsAboveWhatAProgramKeepsAtTheEnd(memo: String, above: String) {
    let lineBreak = memo.utf8.contains(0x0D) ? "\r\n" : "\n"
    let (footer, new) = (String(decoding: memo.utf8.dropFirst(above.utf8.count), as: UTF8.self), "- [ ] x" + lineBreak)
    let isApart = footer.utf8.first.map { $0 <= 0x20 } ?? true
    let expected = above + new + (isApart ? "" : lineBreak) + footer
    let found = text(LineInsertion.appending(Array("- [ ] x".utf8), to: Array(memo.utf8)))
    #expect(found.utf8.elementsEqual(expected.utf8), "\(found)")
    var end = TextEnd()
    Array(memo.utf8).withUnsafeBytes { end.read($0) }
    #expect(end.mayHaveFooter)
  }

  @Test(arguments: [
    "a\n%%\nb\n%%\n", "%% a %%\n", "%%\n", "a\n\n[//end]: # \"x\"\n", "[//begin]: # \"x\"\nb\n[//end]: # \"x\"\n",
    "%%\n## Drawing\n%%\nb\n%%\n",
  ])
  func otherCommentsAndDefinitionsAreText(memo: String) {
    let found = text(LineInsertion.appending(Array("# H".utf8), to: Array(memo.utf8)))
    #expect(found.utf8.starts(with: memo.utf8) && found.hasSuffix("# H\n"), "\(found)")
  }

  static let adjacent: [(memo: String, added: String)] = [
    ("a\n", "x"), ("- a\n", "- x"), ("- a\n", "1. x"), ("- a\n", "  x"), ("- a\n", "\tx"), ("> q\n", "> x"),
    ("> q\n", "\nx"),
    ("| a |\n|---|\n", "| x |"), ("a | b\n--|--\n", "c | d"), ("[^1]: a\n", "[^2]: b"), ("[^1]: a\n", "    b"),
    ("- a\n\n", "x"), ("- a\n  \n", "x"), ("> q\n>\n", "x"), ("```\n- a\n", "x"), ("[^1]: a\n\n```\n  code\n", "x"),
    ("---\ntags:\n- a\n---\n", "x"), ("[r]: https://a.org\n", "x"), ("[r]: x.md\n", "[s]: y.md"), ("- a\n\nb\n", "x"),
    ("- a\n# H\n", "x"),
    ("%%\n- a\n", "x"), ("a | b\n", "x"), ("[^1]: a\n\nb\n", "x"), ("", "x"), ("- a\n", ""),
    ("a\n", "b\n\n---"), ("a\n", "- b"), ("a\n", "1. b"), ("a\n", "# H"), ("a\n", "***"), ("a\n", "> q"),
    ("a\n", "```\nb\n```"),
    ("# H ^b\n", "x"), ("a ^b\n\n", "x"), ("- a ^b\n", "- x"), ("a ^b c\n", "x"), ("| a ^b |\n|--|\n", "| x |"),
    ("# H\n", "---"), ("a\n\n", "---"), ("<ul>\n", "<li>x"), ("a <br>\n", "x"), ("<!-- a -->\n", "x"),
    ("</details>\n\n", "x"),
  ]

  @Test(arguments: adjacent)
  func textThatGoesOnOrIsNotTakenInIsOnTheNextLine(memo: String, added: String) {
    let expected = memo + (added.isEmpty ? "" : added + "\n")
    #expect(text(LineInsertion.appending(Array(added.utf8), to: Array(memo.utf8))).utf8.elementsEqual(expected.utf8))
  }

  @Test(arguments: [
    ("- x", "# T\n\nbody\n", "# T\n\n- x\n\nbody\n"), ("- x", "# T\n\n- a\n", "# T\n\n- x\n- a\n"),
    ("> x\n", "# T\r\nbody", "# T\r\n> x\r\n\r\nbody"), ("- x", "# T\n", "# T\n\n- x\n"),
    ("[^1]: x", "# T\n\nbody[^1]\n", "# T\n\n[^1]: x\n\nbody[^1]\n"),
  ])
  func aListPutAboveTextDoesNotTakeItIn(added: String, memo: String, expected: String) {
    #expect(text(LineInsertion.prepending(Array(added.utf8), to: Array(memo.utf8))).utf8.elementsEqual(expected.utf8))
  }

  @Test(arguments: [1, 7, 4096, 70_000, 200_000, 1 << 20])
  func theEndOfALargeMemoIsReadInPieces(size: Int) {
    let plain = Array(repeatElement(Array("a line of text\r\n".utf8), count: 20_000).joined())
    for (last, isApart) in [("- a\r\n", true), ("a\r\n", false), ("> q", true)] {
      let memo = plain + Array(last.utf8)
      var end = TextEnd()
      for start in stride(from: 0, to: memo.count, by: size) {
        memo[start..<min(memo.count, start + size)].withUnsafeBytes { end.read($0) }
      }
      let added = LineInsertion.tail(Array("x".utf8), behind: end)
      let lines = last.utf8.last == 0x0A ? (isApart ? "\r\nx\r\n" : "x\r\n") : "\r\n\r\nx"
      #expect(text(added).utf8.elementsEqual(lines.utf8))
    }
  }

  @Test func everyByteOfTheMemoStaysWhereItWas() {
    var random = SeededRandom(seed: 7)
    let pieces: [[UInt8]] = ["\n", "\r\n", "\r", "# ", "---\n", "a", "가", " ", "title: x\n"].map { Array($0.utf8) }
    for trial in 0..<20_000 {
      let memo = (0..<random.below(8)).flatMap { _ in
        random.happens(percent: 10) ? [0xFF, 0xC3] : random.pick(pieces) ?? []
      }
      for insertion in [LineInsertion.appending, { LineInsertion.prepending($0, to: $1) }] {
        let result = insertion(Array("<new>".utf8), memo)
        let before = zip(result, memo).prefix { $0 == $1 }.count
        let after = zip(result.reversed(), memo.reversed()).prefix { $0 == $1 }.count
        #expect(before + after >= memo.count, "trial \(trial): \(text(memo).debugDescription)")
        #expect(text(result).contains("<new>"), "trial \(trial)")
      }
    }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
