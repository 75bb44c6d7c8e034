import MemoCore
import MemoTestSupport
import Testing

/// Names by their initials: in whole texts initials stand within a word, in names they may go on in the next.
@Suite struct NameInitialsTests {
  @Test(arguments: [
    ("ㅈㅂㄱㅎㅇㅁㄹ", "장보기 할 일 목록", true), ("ㅂㄱㅎ", "장보기 할 일 목록", true), ("ㅎㅇㅁ", "장보기\u{3000}할\t일 목록", true),
    ("ㅈㅂㄱ", "장보기 할 일", true), ("ㅎㅇ", "장보기 할 일", false), ("ㄱㅎ", "장보기 할 일", false), ("ㅈㄱㅎ", "장보기 할 일", false),
    ("ㄱㅎㅇ", "장보기-할 일", false), ("ㄱ할ㅇ", "장보기 할 일", false), ("할일", "장보기 할 일", false), ("ㄳㄹ", "각 사람", false),
  ])
  func aNameIsFoundByItsInitials(word: String, name: String, isFound: Bool) throws {
    #expect(try #require(WordPattern(word: word)).occurs(inName: name) == isFound)
  }

  @Test func initialsGoThroughSpacesAndNothingElse() throws {
    let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
    let pieces = ["가", "나", "라", "강", "낡", " ", " ", "a", "-", "ㄱ"]
    var random = SeededRandom(seed: 21)
    var found = 0
    for _ in 0..<5_000 {
      let name = (0..<random.below(12)).compactMap { _ in random.pick(pieces) }.joined()
      let word = (0..<(3 + random.below(3))).compactMap { _ in random.pick(["ㄱ", "ㄴ", "ㄹ"]) }.joined()
      // The oracle: each syllable is written as its initial, by the arithmetic of Unicode.
      let spelled = name.unicodeScalars.filter { $0 != " " }.map { scalar -> Character in
        let place = Int(scalar.value) - 0xAC00
        return (0..<11_172).contains(place) ? initials[place / 588] : Character(scalar)
      }
      let expected = String(spelled).contains(word)
      #expect(try #require(WordPattern(word: word)).occurs(inName: name) == expected, "\(word) in \(name)")
      found += expected ? 1 : 0
    }
    #expect(found > 50)
  }
}
