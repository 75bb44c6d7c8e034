import MemoIndex
import Testing

@Suite struct PlainQueryTests {
  @Test(arguments: ["", " ", "a OR b", "a -b", "\"a b\"", "tag:a", "/a/", "(a b)", "[key]", "it's", "NOT a"])
  func aQueryWithMoreThanWordsIsNotPlain(query: String) {
    #expect(PlainQuery(query) == nil)
  }

  @Test func wordsAreLookedForOneByOne() throws {
    let query = try #require(PlainQuery("basil  pesta or 없는말"))
    #expect(query.words == ["basil", "pesta", "or", "없는말"])
    #expect(query.missing { $0 != "pesta" && $0 != "없는말" } == ["pesta", "없는말"])
    #expect(query.missing { _ in true } == [])
  }

  @Test func aSingleWordIsNotLookedForAgain() throws {
    let query = try #require(PlainQuery("pesta"))
    #expect(query.missing { _ in true } == ["pesta"])
  }

  @Test func manyWordsAreNotLookedForOneByOne() throws {
    let query = try #require(PlainQuery("a b c d e f g h i"))
    #expect(query.missing { _ in false } == nil)
  }

  @Test func onlyTheNearestWordIsReplaced() throws {
    let query = try #require(PlainQuery("basil pesta zzzz"))
    #expect(query.replacing(oneOf: ["zzzz", "pesta"], with: "Pesto") == "basil Pesto zzzz")
    #expect(query.replacing(oneOf: ["pesta"], with: "서울") == "basil 서울 zzzz")
  }
}
