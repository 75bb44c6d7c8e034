import MemoCore
import MemoTestSupport
import Testing

@Suite struct NaturalOrderTests {
  @Test(arguments: [
    ("", ""), ("장", "장"), ("2장", "12장"), ("제10장", "제210장"), ("a007", "a17"), ("0", "0"), ("1.5", "11.15"),
  ])
  func aNumberGetsItsLength(text: String, natural: String) {
    #expect(NaturalOrder.text(text) == natural)
  }

  @Test func numbersOfAnyLengthSortByTheirValues() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<2000 {
      let (left, right) = (random.next() >> random.below(64), random.next() >> random.below(64))
      let texts = [left, right].map { NaturalOrder.text("x\($0)y") }
      #expect(texts[0].utf8.lexicographicallyPrecedes(texts[1].utf8) == (left < right), "\(left) \(right)")
    }
    let lengths = (1...60).map { NaturalOrder.text("1" + String(repeating: "0", count: $0)) }
    #expect(lengths == lengths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }
}
