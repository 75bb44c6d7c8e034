import MemoSync
import Testing

@testable import MemoCLI
@testable import MemoWords

@Suite struct KoreanParticleTests {
  static let forms: [(String, String)] = [
    // Hangul: no final, ㄹ, any other final; decomposed as a Mac writes names.
    ("메모", "는 가 를 와 로 나 라는"), ("서울", "은 이 을 과 로 이나 이라는"), ("회의록", "은 이 을 과 으로 이나 이라는"),
    ("메모\u{110B}\u{1175}", "는 가 를 와 로 나 라는"), ("\u{1106}\u{1161}\u{11AF}", "은 이 을 과 로 이나 이라는"),
    ("\u{1100}\u{1161}\u{11A8}", "은 이 을 과 으로 이나 이라는"),
    // Numbers as they are read: 일 이 삼 … 십 백.
    ("1", "은 이 을 과 로 이나 이라는"), ("2", "는 가 를 와 로 나 라는"), ("3", "은 이 을 과 으로 이나 이라는"), ("10", "은 이 을 과 으로 이나 이라는"),
    ("247", "은 이 을 과 로 이나 이라는"),
    // Words and abbreviations in Latin letters.
    ("plan.md", "는 가 를 와 로 나 라는"), ("file", "은 이 을 과 로 이나 이라는"), ("JSON", "은 이 을 과 으로 이나 이라는"),
    ("URL", "은 이 을 과 로 이나 이라는"),
    ("list", "는 가 를 와 로 나 라는"), ("back", "은 이 을 과 으로 이나 이라는"), ("name", "은 이 을 과 으로 이나 이라는"), ("R", "은 이 을 과 로 이나 이라는"),
    ("memo check", "는 가 를 와 로 나 라는"), ("git", "은 이 을 과 으로 이나 이라는"), ("running log", "는 가 를 와 로 나 라는"),
    ("web", "은(는) 이(가) 을(를) 와(과) (으)로 (이)나 (이)라는"),
    // Letter by letter: no vowel, two capitals, a consonant and an r at the end.
    ("그림.png", "는 가 를 와 로 나 라는"), ("사진.PNG", "는 가 를 와 로 나 라는"), ("표.html", "은 이 을 과 로 이나 이라는"),
    ("QR", "은 이 을 과 로 이나 이라는"), ("AS SR", "은 이 을 과 로 이나 이라는"), ("OCR", "은 이 을 과 로 이나 이라는"),
    ("IP", "는 가 를 와 로 나 라는"), ("AR", "은 이 을 과 로 이나 이라는"), ("USB", "는 가 를 와 로 나 라는"),
    ("VIP", "은(는) 이(가) 을(를) 와(과) (으)로 (이)나 (이)라는"),
    // Words, in capitals, too: 리드미, 유저, 앱, 로드맵, 포맷, 토픽, 로그, 레이아웃, 노트북, 타입, 링크, 태스크; 그룹 and 수프 end alike.
    ("README", "는 가 를 와 로 나 라는"), ("USER", "는 가 를 와 로 나 라는"), ("TITLE", "은 이 을 과 로 이나 이라는"),
    ("app", "은 이 을 과 으로 이나 이라는"), ("Roadmap", "은 이 을 과 으로 이나 이라는"), ("format", "은 이 을 과 으로 이나 이라는"),
    ("topic", "은 이 을 과 으로 이나 이라는"), ("blog", "는 가 를 와 로 나 라는"), ("layout", "은 이 을 과 으로 이나 이라는"),
    ("notebook", "은 이 을 과 으로 이나 이라는"), ("type", "은 이 을 과 으로 이나 이라는"), ("link", "는 가 를 와 로 나 라는"),
    ("task", "는 가 를 와 로 나 라는"), ("meeting", "은 이 을 과 으로 이나 이라는"), ("config", "는 가 를 와 로 나 라는"),
    ("group", "은(는) 이(가) 을(를) 와(과) (으)로 (이)나 (이)라는"),
    // Units after a number: 킬로그램, 킬로미터. What else is read in either way: 엠피삼, 엠피쓰리; 삼디, 쓰리디.
    ("2kg", "은 이 을 과 으로 이나 이라는"), ("100g", "은 이 을 과 으로 이나 이라는"), ("10km", "는 가 를 와 로 나 라는"),
    ("5cm", "는 가 를 와 로 나 라는"), ("'3m'", "는 가 를 와 로 나 라는"), ("30days", "은(는) 이(가) 을(를) 와(과) (으)로 (이)나 (이)라는"),
    ("mp3", "은(는) 이(가) 을(를) 와(과) (으)로 (이)나 (이)라는"), ("mp4", "는 가 를 와 로 나 라는"),
    ("v10", "은(는) 이(가) 을(를) 와(과) (으)로 (이)나 (이)라는"),
    ("3D", "는 가 를 와 로 나 라는"), ("5GB", "는 가 를 와 로 나 라는"), ("kg", "는 가 를 와 로 나 라는"),
    // Single consonants and vowels by their names: 기역, 리을, 히읗, 아.
    ("ㅎ", "은 이 을 과 으로 이나 이라는"), ("ㅎㅇㄹ", "은 이 을 과 로 이나 이라는"), ("ㄳ", "은 이 을 과 으로 이나 이라는"),
    ("ㅏ", "는 가 를 와 로 나 라는"), ("\u{1100}", "은 이 을 과 으로 이나 이라는"),
    // What is after a word is not read.
    ("'메모'", "는 가 를 와 로 나 라는"), ("(서울)\" ", "은 이 을 과 로 이나 이라는"), ("notes/", "는 가 를 와 로 나 라는"),
    ("질문?", "은 이 을 과 으로 이나 이라는"), ("끝!", "은 이 을 과 으로 이나 이라는"), ("끝…", "은 이 을 과 으로 이나 이라는"),
    ("회의🚀", "는 가 를 와 로 나 라는"), ("서울❤️", "은 이 을 과 로 이나 이라는"), (":q!", "는 가 를 와 로 나 라는"),
    ("10%", "는 가 를 와 로 나 라는"), ("'memo help edit'", "는 가 를 와 로 나 라는"),
    ("'memo help set'", "은 이 을 과 으로 이나 이라는"), ("태그 '???'", "은(는) 이(가) 을(를) 와(과) (으)로 (이)나 (이)라는"),
    ("C#", "은(는) 이(가) 을(를) 와(과) (으)로 (이)나 (이)라는"),
    // What cannot be known.
    ("", "은(는) 이(가) 을(를) 와(과) (으)로 (이)나 (이)라는"), ("会議", "은(는) 이(가) 을(를) 와(과) (으)로 (이)나 (이)라는"),
    ("…", "은(는) 이(가) 을(를) 와(과) (으)로 (이)나 (이)라는"),
  ]

  @Test(arguments: forms)
  func aParticleFollowsTheSoundBeforeIt(word: String, expected: String) {
    let forms = KoreanParticle.allCases.map { $0.form(after: word) }
    #expect(forms.joined(separator: " ") == expected)
  }

  @Test func theParticlesOfHintsFit() {
    let unfinished = SyncMessages.failure(.repository(.unfinished)).hints.map { $0[.korean] }
    #expect(unfinished == ["'memo sync --remote 주소'나 'git init'으로 빠진 부분을 만드십시오"])
    #expect(SyncMessages.damagedHint[.korean].contains("'memo sync --remote 주소'를 실행하십시오"))
    #expect(Message.fieldName("상태")[.korean].contains("{field:상태}로 쓰십시오"))
    #expect(Message.fieldName("마감")[.korean].contains("{field:마감}으로 쓰십시오"))
    #expect(Message.fieldHint("상태", "진행 중")[.korean].contains("'[상태:진행 중]'으로 검색하십시오"))
  }

  @Test func aLongerTimeIsNotADay() {
    #expect(DailyMessages.severalDays("작년")[.korean] == "'작년'은 하루를 가리키지 않습니다. 날짜 하나를 지정하십시오")
    #expect(DailyMessages.severalDays("last week")[.english] == "'last week' is not a single day")
  }
}
