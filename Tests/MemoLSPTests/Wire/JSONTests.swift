import Foundation
import MemoTestSupport
import Testing

@testable import MemoLSP

@Suite struct JSONTests {
  private func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

  @Test func valuesAreRead() throws {
    #expect(
      try read(#" {"a":[1,-2.5e1,true,false,null,"x"],"b":{}} "#) == [
        "a": [1, .number(-25), true, false, .null, "x"], "b": [:],
      ])
    #expect(try read(#""\"\\\/\b\f\n\r\té한😀""#) == "\"\\/\u{8}\u{C}\n\r\té한😀")
    #expect(try read(#""\ud83d\ude00\uD55C""#) == "😀한")
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\"}", "{a:1}", "01", "1.", "-", "tru", "\"\\x\"", "\"\u{1}\"", "1 2", "\"\\u12\"", "nul",
    "+1",
    "[1 2]", "1e", "1e999", "\"a",
  ])
  func whatIsNoJSONIsRefused(text: String) {
    #expect(throws: JSONReader.Fault.self) { try read(text) }
  }

  @Test func halfASurrogatePairIsOneCharacterInEachEncoding() throws {
    let text = try #require(try read(#""a\ud800b\udc00\ud83dx""#).text)
    #expect(text == "a\u{FFFD}b\u{FFFD}\u{FFFD}x")
    #expect(text.utf16.count == 6)
  }

  @Test func deepValuesAreRefused() {
    #expect(throws: JSONReader.Fault.self) { try read(String(repeating: "[", count: 100_000)) }
    #expect(throws: Never.self) { try read(String(repeating: "[", count: 100) + String(repeating: "]", count: 100)) }
  }

  @Test func whatIsWrittenIsReadAgainAndByOthers() throws {
    let value: JSONValue = [
      "한": ["é\u{301}", "\u{0}\u{1F}\"\\\u{7F}\u{202E}\u{2028}", 1, -5, .number(0.5), true, .null, [:], []],
      "b": "😀",
    ]
    #expect(try JSONReader.read(value.encoded) == value)
    let other = try JSONSerialization.jsonObject(with: Data(value.encoded)) as? [String: Any]
    #expect(other?["b"] as? String == "😀")
  }

  @Test func anyTextIsReadAsFoundationReadsIt() throws {
    var random = SeededRandom(seed: 3)
    let parts = [
      "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\n\"", "1", "-0.5", "true", "null", " ", "\"", "\\", "e", ".",
    ]
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      let ours = (try? read(text)) != nil
      let theirs = (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
      // Foundation lets some numbers pass that JSON does not have.
      if ours { #expect(theirs, "\(text)") }
    }
  }
}
