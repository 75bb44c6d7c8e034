import MemoWords
import Testing

@Suite struct AnswerTests {
  @Test(arguments: ["y", "Y", "yes", "Yes", " y ", "예", "네", "ㅛ", "\u{110B}\u{1168}"])
  func agrees(answer: String) {
    #expect(Answer.isYes(answer))
  }

  @Test(arguments: ["", "n", "no", "아니요", "아니오", "ㅜ", "y n", "yeah", "예?"])
  func doesNotAgree(answer: String) {
    #expect(!Answer.isYes(answer))
  }

  @Test(arguments: ["", " ", "n", "No", "아니요", "아니오", "ㅜ"])
  func declines(answer: String) {
    #expect(Answer.isNo(answer) && !Answer.isYes(answer))
  }

  @Test(arguments: ["y", "예", "notes", "nein", "n n"])
  func isNotPlainlyANo(answer: String) {
    #expect(!Answer.isNo(answer))
  }

  @Test(arguments: [("a", "q"), ("All", " Quit"), ("모두", "그만"), ("ㅁ", "ㅂ")])
  func anAnswerMayBeForAllThatAreLeft(all: String, quit: String) {
    #expect(Answer.isAll(all) && !Answer.isQuit(all) && Answer.isQuit(quit) && !Answer.isAll(quit))
    #expect(!Answer.isYes(all) && !Answer.isYes(quit))
    #expect(!Answer.isAll("abort") && !Answer.isQuit("a q"))
  }
}
