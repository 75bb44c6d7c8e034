import MemoCore
import Testing

@Suite struct MarkdownParagraphTests {
  private static let lines: [(String, [String])] = [
    ("*a* _b_ **c** __d__ ~~e~~", ["emphasis *a*", "emphasis _b_", "strong **c**", "strong __d__", "strike ~~e~~"]),
    ("***a***", ["strong **a**", "emphasis ***a***"].reversed()), ("2*3*4 a_b_c ~a~", []),
    ("**\"강조\"**는 *말*을", ["strong **\"강조\"**", "emphasis *말*"]),
    ("**a *b* c**", ["strong **a *b* c**", "emphasis *b*"]),
    ("*a **b*", ["emphasis *b*"]),
    ("*a**b*", ["emphasis *a**b*"]), ("*a**b**c*", ["emphasis *a**b**c*", "strong **b**"]),
    ("**가*나*다**", ["strong **가*나*다**", "emphasis *나*"]), ("*가**나***", ["emphasis *가**나***", "strong **나**"]),
    ("a***b***c", ["emphasis ***b***", "strong **b**"]), ("가***나**다*", ["emphasis ***나**다*", "strong **나**"]),
    ("f(*args, **kwargs), g(*a), (*b*)", ["emphasis *b*"]), ("\\*a* * b *", []),
    ("*a `*` b*", ["emphasis *a `*` b*", "code `*`"]),
    ("**[[가|*나*]]**", ["strong **[[가|*나*]]**", "link [[가|*나*]]"]),
    ("[a_b](https://c_d_e) #t/u", ["address [a_b](https://c_d_e)", "tag #t/u"]),
    ("## 머리 *글*", ["heading ## 머리 *글*", "emphasis *글*"]), ("> 말 > b", ["quote > 말 > b"]),
    ("- [ ] 할 일", ["listMark -", "box [ ]"]), ("  12. [x] 한 일", ["listMark 12.", "done [x]"]),
    ("> - # h", ["quote > - # h", "listMark -", "heading # h"]),
    ("---", ["rule ---"]), ("#tag #1 a#b", ["tag #tag"]), ("`a", []), ("", []),
  ]

  @Test(arguments: lines)
  func marksOfALine(text: String, expected: [String]) {
    #expect(described([text]) == [expected])
  }

  @Test func anAddressEndsWithItsLine() {
    #expect(described(["https://a/_b", "_c_"]) == [[], ["emphasis _c_"]])
  }

  @Test func marksReachOverTheLinesOfAParagraph() {
    let lines = ["a **b", "c** `d", "e` [f", "g](h.md)"]
    #expect(
      described(lines) == [["strong **b"], ["strong c**", "code `d"], ["code e`", "link [f"], ["link g](h.md)"]])
  }

  @Test func emphasisEndsWithAHeading() {
    #expect(described(["# a *b", "c*"]) == [["heading # a *b"], []])
  }

  @Test func manyMarksThatNothingClosesAreReadOnce() {
    let text = String(repeating: "_a *b ", count: 5_000) + String(repeating: "c~~ ", count: 5_000)
    #expect(described([text]) == [[]])
  }

  private func described(_ lines: [String]) -> [[String]] {
    let spans = MarkdownParagraph.spans(of: lines.map { Array($0.utf8) })
    return zip(lines, spans).map { line, spans in
      spans.map { "\(name(of: $0.kind)) \(String(decoding: Array(line.utf8)[$0.range], as: UTF8.self))" }
    }
  }

  private func name(of kind: MarkdownSpan.Kind) -> String {
    switch kind {
    case .link: "link"
    case .address: "address"
    case .taskBox(let isDone): isDone ? "done" : "box"
    default: "\(kind)"
    }
  }
}
