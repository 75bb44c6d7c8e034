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
    Example("blank lines", "\n", " \n", "\n \n", "\n \n", nil),
  ]

  @Test(arguments: examples) func aConflictIsListedUntilOneVersionIsGone(_ example: Example) {
    let lines = ConflictingLines(first: Array(example.first.utf8), second: Array(example.second.utf8))
    #expect(lines.line(in: Array(example.file.utf8)) { Array(example.merged.utf8) } == example.line)
  }
}
