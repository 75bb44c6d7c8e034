import MemoKit
import Testing

/// What is completed at the end of a line: a tag behind `#`, a day behind `@`.
@Suite struct TypedWordTests {
  /// The kind of what is typed, and its text.
  private func typed(_ line: String) -> String? {
    let bytes = Array("# T\n\(line)".utf8)
    return TypedWord(bytes, endOf: 4..<bytes.count).map {
      "\($0.kind) " + String(decoding: bytes[$0.typed], as: UTF8.self)
    }
  }

  @Test func aTagIsTypedWhereOneCanStart() {
    for (before, name) in [
      ("", ""), ("a ", "wo"), ("", "my_t"), ("", "a-b_c/d"), ("", "2026"), ("", "일/"), ("x, ", "🚀"), ("（", "넓"),
      ("“", "q"),
      ("「", "괄호"), ("、", "j"), ("a (", "b"), ("==", "hl"), ("~~", "st"), ("**", "b"), ("|", "cell"), ("> ", "q"),
    ] {
      #expect(typed("\(before)#\(name)") == "tag \(name)", "\(before)#\(name)")
    }
  }

  @Test func noTagIsTypedWhereNoneCanStart() {
    for line in ["a#b", "##", "#a b", "#a.", "/#b", "https://example.org/(#b", "한글#b", "a href=\"#top", "a_#b", ""] {
      #expect(typed(line) == nil, "\(line)")
    }
  }

  @Test func aDayIsTypedBehindItsMark() {
    #expect(typed("on @to") == "date @to")
    #expect(typed("on (@the day before") == "date @the day before")
    #expect(typed("on #a @어") == "date @어")
    #expect(typed("mail@to") == nil)
  }
}
