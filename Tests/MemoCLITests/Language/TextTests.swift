import MemoCLI
import MemoWords
import Testing

@Suite struct TextTests {
  @Test func aMessageGivesEachLanguageItsOwnWordsInAnother() {
    let inner = Text("the vault", ko: "보관함")
    let outer = Text("\(inner) has \(3) memos", ko: "\(inner)에 메모가 \(3)개 있습니다")
    #expect(outer[.english] == "the vault has 3 memos")
    #expect(outer[.korean] == "보관함에 메모가 3개 있습니다")
  }

  @Test func aParticleFollowsWhatWasPutInBeforeIt() {
    func text(_ name: String) -> String { Text("no folder", ko: "'\(name)'\(.topic) 폴더가 아닙니다")[.korean] }
    #expect(text("메모") == "'메모'는 폴더가 아닙니다")
    #expect(text("일정") == "'일정'은 폴더가 아닙니다")
    #expect(text("会") == "'会'은(는) 폴더가 아닙니다")
  }

  @Test func aTitleThatHasQuotationMarksIsPutInOthers() {
    func text(_ title: String) -> Text { Text("move \(quoted: title)?", ko: "\(quoted: title)\(.object) 옮길까요?") }
    #expect(text("plan")[.english] == "move 'plan'?" && text("계획")[.korean] == "'계획'을 옮길까요?")
    #expect(text("Don't panic")[.english] == "move \"Don't panic\"?")
    #expect(text("소로가 '혼자'였던 적은 없다")[.korean] == "\"소로가 '혼자'였던 적은 없다\"를 옮길까요?")
    #expect(Text("", ko: "폴더 \(quoted: "'!'")\(.object)")[.korean] == "폴더 \"'!'\"을(를)", "the title has no sound")
  }

  @Test func aParticleFollowsTheKoreanOfAMessage() {
    let vault = Text("vaults", ko: "보관함")
    #expect(Text("of \(vault)", ko: "\(vault)\(.object) 엽니다")[.korean] == "보관함을 엽니다")
  }
}
