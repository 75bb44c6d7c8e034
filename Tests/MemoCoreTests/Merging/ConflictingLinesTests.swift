import MemoCore
import Testing

@Suite struct ConflictingLinesTests {
  /// What each side brought, the merged text, the memo since, and the line where both versions stand.
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let first: String
    let second: String
    let merged: String
    let file: String
    let line: Int?
    var testDescription: String { name }

    init(_ name: String, _ first: String, _ second: String, _ merged: String, _ file: String, _ line: Int?) {
      (self.name, self.first, self.second, self.merged, self.file, self.line) = (
        name, first, second, merged, file, line
      )
    }
  }

  static let examples = [
    Example("as merged", "red car\n", "blue car\n", "x\nred car\nblue car\n", "x\nred car\nblue car\n", 2),
    Example("with other line ends", "red car\n", "blue car\n", "", "x\r\nred car\r\nblue car\r\n", 2),
    Example("one gone", "red car\n", "blue car\n", "x\nred car\nblue car\n", "x\nblue car\n", nil),
    Example("one edited", "red car\n", "blue car\n", "red car\nblue car\n", "red cars\nblue car\n", 1),
    Example("both edited", "red car\n", "blue car\n", "red car\nblue car\n", "red cars\nblue cars\n", 1),
    Example("both made one", "red car\n", "blue car\n", "red car\nblue car\n", "reblue car\n", nil),
    Example(
      "one gone, one like it there before", "red car\n", "blue bus\n", "red cap\nred car\nblue bus\n",
      "red cap\nblue bus\n", nil),
    Example("one of several lines gone", "red\ncar\n", "blue\n", "red\ncar\nblue\n", "car\nblue\n", 1),
    Example("removed by one side", "", "blue\n", "x\nblue\n", "x\nblue\n", 2),
    Example("removed by one side, and gone", "", "blue\n", "x\nblue\n", "x\n", nil),
    Example("a key of the front matter", "a: 1\n", "a: 2\n", "---\na: 1\n# a: 2\n---\n", "---\na: 1\n# a: 2\n---\n", 2),
    Example(
      "behind a byte order mark", "red car\n", "blue car\n", "\u{FEFF}red car\nblue car\n",
      "\u{FEFF}red car\nblue car\n", 1),
    Example(
      "edited behind a byte order mark", "red car\n", "blue car\n", "\u{FEFF}red car\nblue car\n",
      "\u{FEFF}red cars\nblue car\n", 1),
    Example("blank lines", "\n", " \n", "\n \n", "\n \n", nil),
  ]

  @Test(arguments: examples) func aConflictIsListedUntilOneVersionIsGone(_ example: Example) {
    let lines = ConflictingLines(first: Array(example.first.utf8), second: Array(example.second.utf8))
    #expect(lines.line(in: Array(example.file.utf8)) { Array(example.merged.utf8) } == example.line)
  }

  @Test(arguments: [
    ("as merged", "# B\n\nmilk\n\nmilk\neggs\nend\n", 5), ("taken out", "# B\n\nmilk\n\neggs\nend\n", nil),
    ("the other one taken out", "# B\n\n\nmilk\neggs\nend\n", 4), ("moved", "# B\n\nmilk\n\neggs\nend\nmilk\n", 5),
    ("all taken out", "# B\n\neggs\nend\n", nil),
  ])
  func aLineThatTheMergedTextHasElsewhereIsNoVersion(name: String, file: String, line: Int?) {
    let lines = ConflictingLines(first: Array("milk\n".utf8), second: Array("eggs\n".utf8), line: 5)
    let merged = Array("# B\n\nmilk\n\nmilk\neggs\nend\n".utf8)
    #expect(lines.line(in: Array(file.utf8)) { merged } == line, "\(name)")
  }

  @Test(arguments: [
    ("as it was", "c2\n", "a\nb\nc\n", "a\n", "a\nb\nc2\n", true),
    ("not edited", "x2\n", "x\na\nc\n", "a\n", "x2\na\nc\n", false),
    ("another edit", "elsewhere\n", "a\nc\n", "a\n", "a\nelsewhere\n", false),
    ("both are gone", "c2\n", "a\nc\n", "", "a\nc2\n", false),
    ("settled before", "c2\n", "c\n", "", "c2\n", false),
  ])
  func whatWasTakenOutIsBackWhereItWasEdited(
    name: String, edit: String, base: String, settled: String, edited: String, expected: Bool
  ) {
    let lines = ConflictingLines(first: Array("a\nb\n".utf8), second: Array("c\n".utf8))
    let texts = [edit, base, settled, edited].map { Array($0.utf8) }
    #expect(
      lines.isReopened(by: texts[0], from: texts[1], settled: texts[2], edited: texts[3]) == expected, "\(name)")
  }

  @Test func aVersionThatIsLeftTakesItsEditFirst() {
    let versions = StandingVersions(
      of: Array("two A\ntwo B\n".utf8), Array("two C\n".utf8), in: Array("two A\ntwo C2\n".utf8)
    ) {
      Array("two A\ntwo B\ntwo C\n".utf8)
    }
    #expect(versions.first == Array("two A\n".utf8) && versions.second == Array("two C2\n".utf8))
  }
}
