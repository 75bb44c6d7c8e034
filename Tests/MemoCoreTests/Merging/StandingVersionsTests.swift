import MemoCore
import Testing

@Suite struct StandingVersionsTests {
  /// The memo now, and what is there of "red car" and "blue car".
  static let examples: [(memo: String, first: String, second: String)] = [
    ("x\nred car\nblue car\n", "red car\n", "blue car\n"),
    ("x\nred cars\nblue car\n", "red cars\n", "blue car\n"),
    ("x\nred car\nblue cars\n", "red car\n", "blue cars\n"),
    ("x\nred cars\nblue cars\n", "red cars\n", "blue cars\n"),
    ("x\nblue cars\nred cars\n", "red cars\n", "blue cars\n"),
    ("x\nblue car\n", "", "blue car\n"),
    ("x\n", "", ""),
    ("x\nred cap\nblue car\n", "", "blue car\n"),
  ]

  @Test(arguments: examples) func aVersionIsShownInItsCurrentForm(
    example: (memo: String, first: String, second: String)
  ) {
    let standing = StandingVersions(
      of: Array("red car\n".utf8), Array("blue car\n".utf8), in: Array(example.memo.utf8)
    ) { Array("x\nred cap\nred car\nblue car\n".utf8) }
    #expect(String(decoding: standing.first, as: UTF8.self) == example.first)
    #expect(String(decoding: standing.second, as: UTF8.self) == example.second)
  }

  @Test func theMergeIsNotAskedForWhereAllIsThere() {
    let text = Array("one\r\ntwo\r\n".utf8)
    let standing = StandingVersions(of: Array("one\n".utf8), Array("two\n".utf8), in: text) {
      Issue.record("asked")
      return []
    }
    #expect(standing.first == Array("one\n".utf8))
  }
}
