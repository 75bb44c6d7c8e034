import MemoCore
import MemoTestSupport
import Testing

@Suite struct QuotedPathTests {
  static let paths: [(String, String)] = [
    ("plain.md", "plain.md"), ("with space/한글.md", "with space/한글.md"), ("a\"b", #""a\"b""#), ("a\\b", #""a\\b""#),
    ("a\nb\tc\rd", #""a\nb\tc\rd""#), ("\u{1}\u{1B}\u{7F}", #""\001\033\177""#), ("'$x`", "'$x`"),
    ("c1\u{9B}2J", #""c1\302\2332J""#), ("gnp\u{202E}.md", #""gnp\342\200\256.md""#),
    ("\u{2066}\u{FEFF}", #""\342\201\246\357\273\277""#),
    ("\"\u{301}\\\u{301}", "\"\\\"\u{301}\\\\\u{301}\""),
  ]

  @Test(arguments: paths)
  func pathsAreQuotedAsGitDoes(path: String, quoted: String) {
    #expect(QuotedPath.bytes(VaultPath(path)) == Array(quoted.utf8))
  }

  @Test func bytesThatAreNotUTF8Stay() {
    #expect(QuotedPath.bytes(VaultPath(bytes: [0xFF, 0x61])) == [0xFF, 0x61])
    // Unless a terminal could take them for a control.
    #expect(QuotedPath.bytes(VaultPath(bytes: [0x61, 0x9B])) == Array(#""a\233""#.utf8))
  }

  @Test func anyNameComesBackFromItsQuotes() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<500 {
      let name = (0..<random.below(12)).map { _ in UInt8(1 + random.below(255)) }.filter { $0 != UInt8(ascii: "/") }
      let quoted = QuotedPath.bytes(VaultPath(bytes: name))
      #expect(Self.unquoted(quoted) == VaultPath(bytes: name).bytes, "\(name)")
      #expect(!quoted.contains { $0 < 0x20 || $0 == 0x7F }, "\(name)")
      let controls = String(decoding: quoted, as: UTF8.self).unicodeScalars.filter { TerminalText.isControl($0.value) }
      #expect(controls.isEmpty, "\(name)")
    }
  }

  @Test func anyNameComesBackFromASealThatIsUTF8() {
    var random = SeededRandom(seed: 8)
    for _ in 0..<500 {
      let path = VaultPath(bytes: (0..<random.below(12)).map { _ in UInt8(1 + random.below(255)) })
      let sealed = QuotedPath.sealed(path)
      #expect(Self.unquoted(sealed) == path.bytes)
      #expect(String(validating: sealed, as: UTF8.self) != nil)
      var rest = (sealed + Array(" rest".utf8))[...]
      #expect(QuotedPath.take(from: &rest) == path)
      #expect(rest.elementsEqual(" rest".utf8))
    }
  }

  @Test(arguments: ["a.md", "\"a", #""\8""#, #""\777""#, #""\x41""#, #""\"#, ""])
  func whatIsNotInQuotesIsNotTaken(text: String) {
    var rest = Array(text.utf8)[...]
    #expect(QuotedPath.take(from: &rest) == nil)
  }

  /// Reads C quotes the way a shell or git would.
  private static func unquoted(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.first == UInt8(ascii: "\"") else { return bytes }
    var rest = bytes.dropFirst().dropLast()
    var result: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
        result.append(byte)
        continue
      }
      switch escaped {
      case UInt8(ascii: "n"): result.append(10)
      case UInt8(ascii: "t"): result.append(9)
      case UInt8(ascii: "r"): result.append(13)
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        let digits = [escaped] + rest.prefix(2)
        rest = rest.dropFirst(2)
        result.append(digits.reduce(0) { $0 << 3 | ($1 - UInt8(ascii: "0")) })
      default: result.append(escaped)
      }
    }
    return result
  }
}
