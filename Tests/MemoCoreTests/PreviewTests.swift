import MemoCore
import MemoTestSupport
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
    ("f(*args, **kwargs), g(*a), a_b_, x~~y", "f(*args, **kwargs), g(*a), a_b_, x~~y"),
    ("가*b*c **d*", "가*b*c *d"),
    ("https://a.b/_c_/d_ _e_ http:/_f_/", "https://a.b/_c_/d_ e http:/f/"),
    ("_https://a.b/_c_ **https://a.b**는 (_x://y_)", "https://a.b/_c https://a.b는 (x://y)"),
    ("*a [b* *c*](d.md) e* [**f](g.md) **h", "a b* c e **f **h"),
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

  private static let pieces = [
    " ", " ", "  ", "\n", "\t", "\u{3000}", "\u{A0}", "word", "It's 1/2 (so: +3%)?", "회의록", "가", "漢字", "かな", "\u{3099}",
    "ｱ", "é", "e\u{301}", "👩‍🍳", "\u{1112}\u{1161}\u{11AB}", "\u{600}", "🇰🇷", "끝.",
  ]

  @Test func plainTextIsKeptButForItsSpaces() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0..<120, using: &random)
      let text = (0..<count).map { _ in Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)] }.joined()
      let preview = MemoParser.metadata(of: Array(("Title\n" + text).utf8)).preview
      #expect(Array(preview.utf8) == Array(Self.plainPreview(text).utf8), "\(text.debugDescription)")
    }
  }

  /// The rules for text without marks once more, over scalars and characters.
  private static func plainPreview(_ text: String) -> String {
    let words = text.unicodeScalars.split { $0.properties.isWhitespace }
    let scalars = Array(words.joined(separator: " ".unicodeScalars))
    let string = { (scalars: ArraySlice<Unicode.Scalar>) in String(String.UnicodeScalarView(scalars)) }
    guard scalars.count > 200 else { return string(scalars[...]) }
    guard scalars[199] != " ", scalars[200] != " " else { return string(scalars[..<(scalars[199] == " " ? 199 : 200)]) }
    var end = 0
    for character in string(scalars[...]) {
      guard end + character.unicodeScalars.count <= 200 else { break }
      end += character.unicodeScalars.count
    }
    return string(scalars[..<end])
  }
}
