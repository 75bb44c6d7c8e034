import Foundation
import Testing

@testable import MemoKit

/// Which language a page of a memo is in.
@Suite struct SharedLanguageTests {
  private static func language(_ text: String) -> String? {
    SharedHTML.language(of: Array(text.utf8))
  }

  @Test(arguments: ["ko", "en", "de-CH", "zh-Hant-TW", "sr-Latn-RS", "es-419", "sl-rozaj-biske-1994", "yue", "EN-us"])
  func theFrontMatterNamesIt(tag: String) {
    #expect(Self.language("---\nlang: \(tag)\n---\n# 회의록\n") == tag)
    #expect(Self.language("---\r\nLang: \"\(tag)\"\r\n---\r\n# x\r\n") == tag)
  }

  @Test(arguments: [
    "", "ko_KR", "ko-", "-ko", "ko--KR", "k", "x-private", "korean", "English", "1", "12-34", "ko KR", "[ko, en]",
    "'\"><script>'", "한국어", "en-abcdefghi", "ko-KR\u{301}", "ko-KR-a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p",
  ])
  func whatIsNoTagIsNoLanguage(value: String) {
    #expect(Self.language("---\nlang: \(value)\n---\n# x\n") == nil)
    #expect(Self.language("---\nlang: \(value)\n---\n# 회의록\n") == "ko")
  }

  @Test(
    arguments: [
      ("# 회의록\n\nAPI 안건\n", "ko"), ("# API 회의\n\n다음 주에 정한다. 2026-03-01\n", "ko"),
      ("---\nauthor: someone with a long name\n---\n회의\n", "ko"), ("ㅎㅎ\n", "ko"),
      ("회의록".decomposedStringWithCanonicalMapping, "ko"),
      ("# Notes of a 회의\n", nil), ("ab 회의", nil), ("# 会議の記録\n", nil), ("1 + 1 = 2\n", nil), ("", nil),
      ("---\ntitle: 회의록\n---\nNotes\n", nil),
    ] as [(String, String?)])
  func withoutOneItIsKoreanWhereMostLettersAreHangul(text: String, language: String?) {
    #expect(Self.language(text) == language)
  }
}
