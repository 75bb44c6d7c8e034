import Testing

@testable import MemoCore

struct HangulTests {
  @Test(arguments: [
    ("ㅎㅇㄹ", "회의록", true), ("ㅎㅇㄹ", "회의", false), ("ㅎㅇㄹ", "그 ㅎㅇㄹ 봐", true), ("ㅎ의", "회의", true), ("ㅎ의", "회이", false),
    ("회ㅇ", "회의", true), ("ㄲ", "까치", true), ("ㄱ", "까치", false), ("ㄲ", "가치", false), ("ㄱㅅ", "감사", true),
    ("ㄳ", "감사", true), ("ㄳ", "ㄳㄳ", true), ("ㅏ", "아", false), ("aㅎ", "A회", true), ("ㅎㅇㄹ", "\u{1112}\u{116C}의록", true),
    ("\"ㅎㅇㄹ\"", "회의록", false), ("\"ㅎㅇㄹ\"", "ㅎㅇㄹ", true), ("-ㅎㅇㄹ", "회의록", false), ("title:ㅎㅇ", "회의", true),
    ("회의로", "회의록", false), ("회읭", "회의ㅇ", false),
  ])
  func loneConsonantsStandForWhatTheyStart(query: String, text: String, isFound: Bool) throws {
    #expect((try Search.hit(query, text) != nil) == isFound, "\(query) in \(text)")
  }

  @Test(arguments: [
    ("회의로", "회의록", true), ("회의ㄹ", "회의록", true), ("회읠", "회의록", true), ("회의록", "회의록", true), ("회의론", "회의록", false),
    ("회읙", "회의기", true), ("회읙", "회의가", true), ("회읙", "회읙", true), ("회읙", "회의나", false), ("고", "과", true),
    ("고", "괜", true),
    ("고", "괴", true), ("고", "교", false), ("그", "긔", true), ("구", "귀", true), ("가", "개", false), ("일", "읽", true),
    ("일", "잃", true), ("읽", "일기", true), ("읽", "일가", true), ("읽", "이기", false), ("읽", "읽다", true), ("익", "읽", false),
    ("각", "갃", true), ("갂", "가까", true), ("로", "뢴", true), ("rust로", "Rust록", true), ("회로 의", "회록 의", false),
    ("회 의로", "의록 회", true), ("회의로 ", "회의록", false), ("\"회의로", "회의록", false), ("-회의로", "회의록", true),
    ("title:회의로", "회의록", true), ("a OR 회의로", "회의록", true), ("가나", "가낙", true), ("ㄱㅅ", "감사", true),
    ("abc", "abcd", true),
  ])
  func theLastSyllableIsOpenWhileAPersonTypes(query: String, text: String, isFound: Bool) throws {
    #expect((try Search.hit(query, text, open: true) != nil) == isFound, "\(query) in \(text)")
  }

  @Test func anOpenSyllableMatchesAsMuchAsItStandsFor() throws {
    #expect(try Search.places("회읙", "회의기 회읙 회의", open: true) == ["1:1:3", "1:5:2"])
    #expect(try Search.places("ㅎㅇㄹ", "회의록 호우리 회의") == ["1:1:3", "1:5:3"])
    #expect(
      try Search.places("회의로", "a\n\u{1112}\u{116C}\u{110B}\u{1174}\u{1105}\u{1169}\u{11A8}", open: true) == ["2:1:7"])
  }

  @Test func aNameCanBeAskedForAWord() {
    #expect(WordPattern(word: "ㅎㅇㄹ")?.occurs(in: "주간 회의록") == true)
    #expect(WordPattern(word: "회의로", openLastSyllable: true)?.occurs(in: "회의록") == true)
    #expect(WordPattern(word: "") == nil)
  }
}
