import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

@Suite struct FormattingTests {
  private func formatted(
    _ text: String, _ encoding: PositionEncoding, _ method: String = "textDocument/formatting", _ more: JSONValue = [:]
  ) throws -> String {
    let editor = try TestedEditor(encoding: encoding)
    try editor.open("a.md", text)
    let edits = try editor.ask(method, in: "a.md", more)
    return try editor.applied(edits.items, to: "a.md")
  }

  @Test(arguments: PositionEncoding.allCases)
  func tablesLineUpByTheColumnsOfTheScreen(encoding: PositionEncoding) throws {
    let text =
      "Text:\r\n\r\n|이름|n|\r\n|-|-:|\r\n|메모 \\| x|1|\r\n|😀|10\r\na | b | c\r\n\r\n> a|b\r\n> :-:|---\r\n> 한|x\r\n"
    let wanted = """
      Text:\r
      \r
      | 이름      |   n |\r
      | --------- | --: |\r
      | 메모 \\| x |   1 |\r
      | 😀        |  10 |\r
      | a         |   b | c   |\r
      \r
      >  a  | b   |

      """
    let found = try formatted(text, encoding)
    #expect(found.hasBytePrefix(wanted.parts(at: ">")[0]))
    #expect(found.hasByteSuffix("> |  a  | b   |\r\n> | :-: | --- |\r\n> | 한  | x   |\r\n"))
    #expect(try formatted(found, encoding) == found)
  }

  @Test func theNameOfATableStaysOne() throws {
    let cases = [
      ("|a|b|\n|-|-|\n|c|d|\n^blk\n", "| a   | b   |\n| --- | --- |\n| c   | d   |\n^blk\n"),
      ("|a|b|\n|-|-|\n|c|d| ^blk\n", "| a   | b   |\n| --- | --- |\n|c|d| ^blk\n"),
      ("> |a|b|\n> |-|-|\n> ^blk\n", "> | a   | b   |\n> | --- | --- |\n> ^blk\n"),
      ("|a|b|\n|-|-|\n|c|^blk|\n", "| a   | b    |\n| --- | ---- |\n| c   | ^blk |\n"),
    ]
    for (text, wanted) in cases { #expect(try formatted(text, .utf16) == wanted, "\(text)") }
  }

  @Test func whatIsNoBlankInACellStays() throws {
    let cases = [
      ("|a|b|\n|-|-|\n|\u{A0}|\u{3000}c|\n", "| a   | b   |\n| --- | --- |\n| \u{A0}   | \u{3000}c |\n"),
      ("|a|b|\n|-|-|\n|c\\\\|d|\n", "| a     | b   |\n| ----- | --- |\n| c\\\\|d |     |\n"),
    ]
    for (text, wanted) in cases { #expect(try formatted(text, .utf16) == wanted, "\(text)") }
  }

  @Test(arguments: ["- - a|b\n  -|-\n  c|d\n", "> a|b\n-|-\nc|d\n"])
  func linesThatLeaveOutMarksOfListsAndQuotesAreNoTable(text: String) throws {
    #expect(try formatted(text, .utf16) == text)
  }

  @Test func aTableEndsAtAList() throws {
    let text = "|a|b|\n|-|-|\n|c|d|\n2. e\n   f|g\n"
    #expect(try formatted(text, .utf16) == "| a   | b   |\n| --- | --- |\n| c   | d   |\n2. e\n   f|g\n")
  }

  @Test(arguments: PositionEncoding.allCases)
  func numbersFollowOneAnother(encoding: PositionEncoding) throws {
    let cases = [
      ("1. 😀 a\r\n3. b\r\n3. c\r\n", "1. 😀 a\r\n2. b\r\n3. c\r\n"), ("1. a\n1. b\n1. c\n", "1. a\n1. b\n1. c\n"),
      ("8. a\n8. b\n   more\n9. c\n   1. x\n   3. y\n", "8. a\n9. b\n   more\n10. c\n    1. x\n    2. y\n"),
      ("10. a\n    more\n11. b\n11. c\n", "10. a\n    more\n11. b\n12. c\n"),
      ("5) a\n\n5) b\n\n6) c\n", "5) a\n\n6) b\n\n7) c\n"),
      ("```\n1. a\n3. b\n```\n", "```\n1. a\n3. b\n```\n"), ("- a\n-   b\n", "- a\n-   b\n"),
      ("> 1. a\n> 3. b\n", "> 1. a\n> 2. b\n"),
    ]
    for (text, wanted) in cases { #expect(try formatted(text, encoding) == wanted, "\(text)") }
  }

  @Test(arguments: [
    "2024. 12. 31. 송년회\n2026. 1. 2. 시무식\n2026. 3. 12. 점심\n", "3. 10. 회의\n3. 12. 점심\n4. 1. 휴가\n",
    "1984.\n1999.\n2003.\n", "12. 회의\n13. 점심\n20. 휴가\n",
  ])
  func yearsDaysAndDatesAreNoNumbersOfAList(text: String) throws {
    #expect(try formatted(text, .utf16) == text)
  }

  @Test func onlyTheLinesOfARangeAreFormatted() throws {
    let text = "|a|b|\n|-|-|\n\n1. a\n3. b\n"
    let range: JSONValue = ["range": ["start": ["line": 3, "character": 1], "end": ["line": 4, "character": 0]]]
    #expect(try formatted(text, .utf16, "textDocument/rangeFormatting", range) == "|a|b|\n|-|-|\n\n1. a\n2. b\n")
    let far: JSONValue = ["range": ["start": ["line": 90, "character": 1], "end": ["line": 99, "character": 0]]]
    #expect(try formatted(text, .utf16, "textDocument/rangeFormatting", far) == text)
  }

  /// Whatever text is formatted: it has the same blocks, no text is lost, and a second time changes nothing.
  @Test(arguments: PositionEncoding.allCases)
  func formattingKeepsWhatATextMeans(encoding: PositionEncoding) throws {
    var random = SeededRandom(seed: 5)
    let parts = [
      "|a|한글|\n|-|:-:|\n|😀|b|\n", "1. x\n", "3. y\n   z\n", "9. a\n", "   10. b\n", "- c\n", "> ", "\n", "text\n",
      "    code\n",
      "```\n", "|x\n", "a|b\n-|-\n", "\\|", "\t", "| |\n", "[[a|b]]\n", "\r\n", "é",
    ]
    var changed = 0
    for _ in 0..<400 {
      let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      let found = try formatted(text, encoding)
      func blocks(_ text: String) -> [String] {
        Array(text.utf8).withUnsafeBytes { bytes in
          MarkupTree(bytes, from: FrontMatter(bytes).range.upperBound).blocks.map { "\($0.depth)" }
        }
      }
      #expect(blocks(found) == blocks(text), "\(text)")
      let letters: (String) -> [Unicode.Scalar] = {
        $0.unicodeScalars.filter { !" \t-:|0123456789".unicodeScalars.contains($0) }
      }
      #expect(letters(found) == letters(text), "\(text)")
      #expect(try formatted(found, encoding) == found, "\(text)")
      if found != text { changed += 1 }
    }
    #expect(changed > 60)
  }

  // MARK: While typing

  /// The text after a character was typed at the cursor.
  private func typed(_ character: String, _ marked: String, _ encoding: PositionEncoding = .utf16) throws -> String {
    let editor = try TestedEditor(encoding: encoding)
    let edits = try editor.ask(
      "textDocument/onTypeFormatting", in: "a.md", marked, ["ch": .text(character), "options": [:]])
    return try editor.applied(edits.items, to: "a.md")
  }

  @Test(arguments: PositionEncoding.allCases)
  func aNewLineGoesOnWithTheList(encoding: PositionEncoding) throws {
    let cases = [
      ("- 😀 a\n|", "- 😀 a\n- "), ("  * a\r\n  |\r\nb", "  * a\r\n  * \r\nb"), ("- [x] 한글\n|", "- [x] 한글\n- [ ] "),
      ("1. a\n|\n2. b\n3. c\n", "1. a\n2. \n3. b\n4. c\n"), ("1. a\n1. b\n|", "1. a\n1. b\n1. "),
      ("> - a\n|", "> - a\n> - "), ("9) a\n|rest\n", "9) a\n10) rest\n"), ("- a\n- \n|", "- a\n\n"),
      ("- a\n- [ ] \n|\n", "- a\n\n\n"), ("text\n|", "text\n"), ("---\na: b\n- c\n|\n---\n", "---\na: b\n- c\n\n---\n"),
      ("1. a\n2. \n|buy\n3. c\n", "1. a\n2. \n3. buy\n4. c\n"), ("- [ ] \n|buy\n", "- [ ] \n- [ ] buy\n"),
      ("- [x] \n|buy\n", "- [ ] \n- [x] buy\n"), ("- a\n  - \n|buy\n", "- a\n  - \n  - buy\n"),
      ("- a\n  - \n  |", "- a\n  \n  "), ("1. a\n   1. \n|", "1. a\n   \n"), ("text\n- \n|", "text\n- \n"),
      ("```\n- a\n|\n```\n", "```\n- a\n\n```\n"), ("* * *\n|", "* * *\n"), ("- a\n  more\n|", "- a\n  more\n"),
      ("1. a\n5. b\n|\n9. c\n", "1. a\n5. b\n6. \n7. c\n"), ("12. a\n|\n20. b\n", "12. a\n13. \n20. b\n"),
      // Years and dates.
      ("998. a\n|", "998. a\n999. "), ("1984. a\n|\n1999. b\n", "1984. a\n\n1999. b\n"), ("1984. \n|", "1984. \n"),
      ("3. 10. 회의\n|\n3. 12. 점심\n4. 1. 휴가\n", "3. 10. 회의\n\n3. 12. 점심\n4. 1. 휴가\n"),
      ("2026. 3. 12. 점심\n|\n2026. 3. 2. 저녁\n", "2026. 3. 12. 점심\n\n2026. 3. 2. 저녁\n"), ("3. 10.\n|", "3. 10.\n"),
    ]
    for (text, wanted) in cases { #expect(try typed("\n", text, encoding) == wanted, "\(text)") }
  }

  @Test(arguments: PositionEncoding.allCases)
  func aBracketClosesAWikiLink(encoding: PositionEncoding) throws {
    let cases = [
      ("😀 [[plan]| x\n", "😀 [[plan]] x\n"), ("[[plan]]|]\n", "[[plan]]\n"), ("[[plan]|]\n", "[[plan]]\n"),
      ("[x]|\n", "[x]\n"),
      ("[[]|\n", "[[]\n"), ("`[[a]|`\n", "`[[a]`\n"), ("$[[a]|$\n", "$[[a]$\n"),
      ("`x` [[a]|\n", "`x` [[a]]\n"), ("x <!-- [[a]| -->\n", "x <!-- [[a] -->\n"), ("[[a]] b]|\n", "[[a]] b]\n"),
      ("```\n[[a]|\n```\n", "```\n[[a]\n```\n"),
    ]
    for (text, wanted) in cases { #expect(try typed("]", text, encoding) == wanted, "\(text)") }
  }
}
