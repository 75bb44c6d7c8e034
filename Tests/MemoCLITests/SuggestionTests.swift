import MemoTestSupport
import Testing

@testable import MemoCore

struct SuggestionTests {
  private static let names = ["list", "search", "show", "links", "backlinks", "edit", "rename", "restore", "회의록", "회고"]

  @Test(arguments: [
    ("lsit", ["list"]), ("serch", ["search"]), ("shwo", ["show"]), ("LIST", ["list"]), ("Serach", ["search"]),
    ("re", ["rename", "restore"]), ("li", ["list", "links"]), ("link", ["links"]), ("회의륵", ["회의록"]),
    ("회", ["회고", "회의록"]),
    ("xyzzy", []), ("", []), ("x", []), ("backlink", ["backlinks"]), ("sohw", ["show"]),
  ])
  func theNearestComesFirst(word: String, nearest: [String]) {
    #expect(Suggestions.nearest(to: word, among: Self.names) == nearest)
  }

  @Test func aStartIsNearerThanASlip() {
    #expect(Suggestions.nearest(to: "tag", among: ["tug", "tagged", "tags"]) == ["tags", "tagged", "tug"])
  }

  @Test func aLetterLeftOutIsNearerThanAWrongOne() {
    #expect(Suggestions.nearest(to: "lst", among: ["lsp", "ls", "last", "list"]) == ["last", "list", "lsp"])
    #expect(Suggestions.nearest(to: "lsit", among: ["lust", "slit", "list"]) == ["slit", "list"])
  }

  @Test func tiesKeepTheirOrder() {
    #expect(Suggestions.nearest(to: "cat", among: ["hat", "bat", "rat"]) == ["hat", "bat", "rat"])
  }

  @Test func noMoreThanTheLimitIsReturned() {
    let candidates = ["abcdefghi", "abcdefg", "abcd", "abcdef"]
    #expect(Suggestions.nearest(to: "abc", among: candidates, limit: 2) == ["abcd", "abcdef"])
  }

  @Test func aSingleLetterOnlyStartsAWord() {
    #expect(Suggestions.nearest(to: "x", among: ["y", "ax", "xa"]) == ["xa"])
  }

  @Test func aBetterCandidateIsFoundAfterEnoughOthers() {
    // Both are one slip away; the later one is as long as the word.
    #expect(Suggestions.nearest(to: "cats", among: ["cat", "cots"], limit: 1) == ["cots"])
  }

  @Test func normalizationDoesNotMatter() {
    #expect(Suggestions.nearest(to: "cafe\u{301} menu", among: ["Caf\u{E9} Menu"]) == ["Caf\u{E9} Menu"])
  }

  @Test func accentsDoNotMatter() {
    let names = ["Żółte łódki", "Ångström", "Über Ärger", "agstram"]
    #expect(Suggestions.nearest(to: "zolte", among: names) == ["Żółte łódki"])
    #expect(Suggestions.nearest(to: "angstrm", among: names) == ["Ångström", "agstram"])
    #expect(Suggestions.nearest(to: "ùber arger", among: names) == ["Über Ärger"])
  }

  @Test func aShortWordSuggestsNoLongTitle() {
    let long = "A very long title about the winter when she heard the very first note"
    #expect(Suggestions.withNearWords("nope", among: [long, "First note"], limit: 3) == ["First note"])
    #expect(Suggestions.withNearWords("wimter abuot frist", among: [long], limit: 3) == [long])
  }

  @Test(arguments: UInt64(1)...4)
  func theDistanceIsThatOfItsDefinition(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let left = random.word()
      let right = random.word()
      let expected = definedDistance(left[...], right[...])
      for limit in 0...6 {
        let found = EditDistance.between(left, right, atMost: limit)
        #expect(found == (expected <= limit ? expected : nil), "\(left) \(right) limit \(limit)")
      }
    }
  }

  /// The definition itself, worked out from the ends without a table.
  private func definedDistance(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>) -> Int {
    guard let a = left.last, let b = right.last else { return left.count + right.count }
    var best = definedDistance(left.dropLast(), right.dropLast()) + (a == b ? 0 : 1)
    if a == b { return best }
    best = min(best, definedDistance(left.dropLast(), right) + 1, definedDistance(left, right.dropLast()) + 1)
    if left.dropLast().last == b, right.dropLast().last == a {
      best = min(best, definedDistance(left.dropLast(2), right.dropLast(2)) + 1)
    }
    return best
  }
}

extension SeededRandom {
  fileprivate mutating func word() -> [Int] {
    (0..<Int.random(in: 0...6, using: &self)).map { _ in Int.random(in: 0...2, using: &self) }
  }
}
