import MemoCore
import Testing

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("a%20b", "a b"), ("%2f%2F", "//"), ("%41%7a", "Az"), ("%EC%95%84", "아"), ("%", "%"), ("%2", "%2"), ("a%4", "a%4"),
    ("%%41", "%A"), ("%4%41", "%4A"), ("%2525", "%25"), ("%G0%0G%/0%:0%@0%`0", "%G0%0G%/0%:0%@0%`0"), ("", ""),
    ("%+1%-1% 1", "%+1%-1% 1"),
  ])
  func escapesAreUndoneOnce(text: String, meant: String) {
    #expect(String(decoding: PercentEncoding.decoded(Array(text.utf8)), as: UTF8.self) == meant, "\(text)")
  }

  @Test func whatIsKeptIsNotEscaped() {
    let kept = (UInt8.min...UInt8.max).filter(PercentEncoding.isUnreserved)
    let expected = "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"
    #expect(String(decoding: kept, as: UTF8.self) == expected)
    let text = PercentEncoding.encoded("a/b c%아".utf8, except: PercentEncoding.isUnreserved)
    #expect(String(decoding: text, as: UTF8.self) == "a%2Fb%20c%25%EC%95%84")
  }

  @Test func eachByteComesBack() {
    for byte in UInt8.min...UInt8.max {
      let escape = PercentEncoding.escape(byte)
      #expect(PercentEncoding.decoded(escape) == [byte], "\(byte)")
      #expect(PercentEncoding.byte(in: escape, at: 0) == byte && PercentEncoding.byte(in: escape, at: 1) == nil)
      // In a part of a longer text, an escape ends where the part does.
      let text = escape + Array("41".utf8)
      #expect(PercentEncoding.byte(in: text[0...1], at: 0) == nil)
      #expect(PercentEncoding.byte(in: text[0...2], at: 0) == byte)
    }
  }
}
