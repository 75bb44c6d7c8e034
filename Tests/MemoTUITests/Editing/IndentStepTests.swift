import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct IndentStepTests {
  @Test(arguments: [
    ("- a\n- b\n", 1, "  "), ("- a\n    - b\n- c\n", 2, "    "), ("- a\n\t- b\n- c\n", 2, "\t"),
    ("- a\n  - b\n- c\n", 0, "  "),
    ("1. a\n2. b\n", 1, "   "), ("10. a\n11. b\n", 1, "    "), ("1. a\n  - b\n2. c\n", 2, "  "), ("text\n", 0, "  "),
    ("- a\n\t- b\n\ntext\n\n- c\n  - d\n- e\n", 7, "  "), ("- a\n\t- b\n\ntext\n\n- c\n  - d\n- e\n", 0, "\t"),
    ("    code\n\n- a\n- b\n", 3, "  "), ("> - a\n>     - b\n", 1, "  "),
  ])
  func theStepIsThatOfTheNearestList(text: String, line: Int, step: String) {
    #expect(IndentStep(near: line, in: EditedLines(Array(text.utf8))).bytes == Array(step.utf8))
  }

  @Test(arguments: [
    ("- [ ] a\n- [ ] b\n", 1, "- [ ] a\n  - [ ] b\n"), ("- [ ] a\n", 0, "  - [ ] a\n"),
    ("  - [ ] a\n", 0, "  - [ ] a\n"),
    ("- a\n\t- b\n- c\n", 2, "- a\n\t- b\n\t- c\n"), ("- a\n    - b\n- c\n", 2, "- a\n    - b\n    - c\n"),
    ("- a\n  - b\n", 1, "- a\n  - b\n"), ("text\n", 0, "  text\n"), ("\n", 0, "\n"),
    ("\ttext\n", 0, "\t\ttext\n"), ("  \ttext\n", 0, "  \t\ttext\n"), ("\t  text\n", 0, "  \t  text\n"),
  ])
  func aTaskIsNotIndentedToCode(text: String, line: Int, indented: String) {
    var buffer = EditBuffer(Array(text.utf8))
    buffer.indent(line..<line + 1)
    #expect(buffer.text == indented)
  }

  @Test(arguments: [
    ("- a\n  - b\n    - c\n", 2, "- a\n  - b\n  - c\n"), ("- a\n    - b\n", 1, "- a\n- b\n"),
    ("- a\n\t- b\n", 1, "- a\n- b\n"),
    ("      text\n", 0, "    text\n"), (" text\n", 0, "text\n"), ("\ttext\n", 0, "text\n"),
    ("  \t\ttext\n", 0, "  \ttext\n"),
  ])
  func aStepIsTakenAway(text: String, line: Int, outdented: String) {
    var buffer = EditBuffer(Array(text.utf8))
    buffer.outdent(line..<line + 1)
    #expect(buffer.text == outdented)
  }
}
