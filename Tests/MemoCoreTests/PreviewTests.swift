import MemoCore
import Testing

@Suite struct PreviewTests {
  private static let bodies: [(body: String, preview: String)] = [
    ("", ""),
    (" \n\n", ""),
    ("a  b\n\n\tc\u{3000}d ", "a b c d"),
    ("====\na", "a"),
    ("---\na\n* * *\nb\n___\nc", "a b c"),
    ("## Head ##\ntext # x\n# C#", "Head text # x C#"),
    ("- a\n* b\n  + c\n- [ ] d\n- [x] e\n-", "a b c d e"),
    ("1. a\n2024. 3. 1. b", "1. a 2024. 3. 1. b"),
    ("> a\n>> - b\n> # c", "a b c"),
    ("*a* **b** ***c*** _d_ __e__ ~~f~~", "a b c d e f"),
    ("2*3 2 * 3 snake_case a~b ~ **", "2*3 2 * 3 snake_case a~b ~ **"),
    ("이것은 **강조**이고 *기울임*은", "이것은 강조이고 기울임은"),
    ("`a*b*` ``c ` d`` ` e", "a*b* c ` d ` e"),
    ("`a\nb` *c*", "a b c"),
    ("```swift\nlet *a* = 1\n```\nb", "let *a* = 1 b"),
    ("~~~\na", "a"),
    ("[a *b*](c.md) [d](http://e) [[f]] [[g|h]] [[i#j]] [[#k]]", "a b d f h i k"),
    ("![alt](i.png) ![[j]] ![](k.png) x! [l] [m]", "alt j x! [l] [m]"),
    ("[![alt](i.png) text](x.md)!", "alt text!"),
    ("| a | b |\n|---|:-:|\n| c \\| d | e |", "a b c | d e"),
    ("a | b", "a | b"),
    ("<b>x</b> <!-- c -->", "<b>x</b> <!-- c -->"),
    ("\\*a\\* \\# C:\\dir b\\\nc", "*a* # C:\\dir b c"),
    ("#tag text", "#tag text"),
  ]

  @Test(arguments: bodies)
  func marksAreRemovedAndTheTextStays(body: String, preview: String) {
    let text = "Title\n" + body
    #expect(MemoParser.metadata(of: Array(text.utf8)).preview == preview, "\(body.debugDescription)")
  }

  private static let cuts: [(body: String, preview: String)] = [
    (String(repeating: "a", count: 200), String(repeating: "a", count: 200)),
    (String(repeating: "a", count: 201), String(repeating: "a", count: 200)),
    (String(repeating: "가", count: 300), String(repeating: "가", count: 200)),
    (String(repeating: "a", count: 199) + " b", String(repeating: "a", count: 199)),
    (String(repeating: "a", count: 200) + " \n", String(repeating: "a", count: 200)),
    (String(repeating: "a", count: 199) + "e\u{301}", String(repeating: "a", count: 199)),
    (String(repeating: "a", count: 198) + "e\u{301}b", String(repeating: "a", count: 198) + "e\u{301}"),
    (String(repeating: "a", count: 199) + "👨‍👩‍👧", String(repeating: "a", count: 199)),
  ]

  @Test(arguments: cuts)
  func aLongBodyIsCutBetweenCharacters(body: String, preview: String) {
    let text = "Title\n" + body
    #expect(MemoParser.metadata(of: Array(text.utf8)).preview == preview, "\(body.debugDescription)")
  }

  @Test func invalidBytesDoNotMakeItLonger() {
    let text = Array("Title\n".utf8) + [UInt8](repeating: 0xFF, count: 500)
    #expect(MemoParser.metadata(of: text).preview == String(repeating: "\u{FFFD}", count: 200))
  }
}
