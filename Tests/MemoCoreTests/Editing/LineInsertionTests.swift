import MemoCore
import MemoTestSupport
import Testing

@Suite struct LineInsertionTests {
  static let appended: [(memo: String, expected: String)] = [
    ("", "x\n"), ("a\n", "a\nx\n"), ("a", "a\nx"), ("a\n\n", "a\n\nx\n"), ("\u{FEFF}", "\u{FEFF}x\n"),
    ("a\r\n", "a\r\nx\r\n"), ("a\r\nb", "a\r\nb\r\nx"), ("a\rb\r", "a\rb\rx\r"), ("a\rb", "a\rb\rx"),
    ("\u{FEFF}# T\r\n\r\nb\n", "\u{FEFF}# T\r\n\r\nb\nx\r\n"),
  ]

  @Test(arguments: appended)
  func anAppendedLineHasTheMemosOwnLineBreak(memo: String, expected: String) {
    #expect(text(LineInsertion.appending(Array("x".utf8), to: Array(memo.utf8))).utf8.elementsEqual(expected.utf8))
  }

  static let prepended: [(memo: String, expected: String)] = [
    ("", "x\n"), ("# T\n\nbody\n", "# T\n\nx\nbody\n"), ("# T\nbody\n", "# T\nx\nbody\n"), ("# T\n", "# T\n\nx\n"),
    ("# T", "# T\n\nx"), ("# T\n\n", "# T\n\nx\n"), ("# T\r\n\r\nbody", "# T\r\n\r\nx\r\nbody"),
    ("---\ntitle: T\n---\nbody\n", "---\ntitle: T\n---\nx\nbody\n"),
    ("---\ntags: [a]\n---\n\n# T\n\nbody\n", "---\ntags: [a]\n---\n\n# T\n\nx\nbody\n"),
    ("T\n===\nbody\n", "T\n===\nx\nbody\n"), ("T\n---\n\nb\n", "T\n---\n\nx\nb\n"),
    ("# T\n---\nb\n", "# T\nx\n---\nb\n"),
    ("\u{FEFF}# T\r\n", "\u{FEFF}# T\r\n\r\nx\r\n"), ("# T\r\rbody\r", "# T\r\rx\rbody\r"),
    ("+++\ntitle = 'T'\n+++\n\nbody\n", "+++\ntitle = 'T'\n+++\n\nx\nbody\n"), ("+++\na\n+++", "+++\na\n+++\n\nx"),
    ("+++\nno end\n", "+++\nx\nno end\n"),
  ]

  @Test(arguments: prepended)
  func aPrependedLineIsBelowTheTitle(memo: String, expected: String) {
    #expect(text(LineInsertion.prepending(Array("x".utf8), to: Array(memo.utf8))).utf8.elementsEqual(expected.utf8))
  }

  @Test(arguments: [
    ("a\nb\n", "m\r\n", "m\r\na\r\nb\r\n"), ("a\r\nb", "m\n", "m\na\nb\n"), ("a\rb\r\n", "m\r", "m\ra\rb\r"),
    ("a\r\nb\r\n", "m", "m\na\r\nb\r\n"), ("\n\r\n", "m\n", "m\n\n\n"),
  ])
  func aTextOfSeveralLinesGetsTheMemosLineBreaks(added: String, memo: String, expected: String) {
    #expect(text(LineInsertion.appending(Array(added.utf8), to: Array(memo.utf8))).utf8.elementsEqual(expected.utf8))
  }

  @Test func everyByteOfTheMemoStaysWhereItWas() {
    var random = SeededRandom(seed: 7)
    let pieces: [[UInt8]] = ["\n", "\r\n", "\r", "# ", "---\n", "a", "가", " ", "title: x\n"].map { Array($0.utf8) }
    for trial in 0..<20_000 {
      let memo = (0..<random.below(8)).flatMap { _ in
        random.happens(percent: 10) ? [0xFF, 0xC3] : random.pick(pieces) ?? []
      }
      for insertion in [LineInsertion.appending, { LineInsertion.prepending($0, to: $1) }] {
        let result = insertion(Array("<new>".utf8), memo)
        let before = zip(result, memo).prefix { $0 == $1 }.count
        let after = zip(result.reversed(), memo.reversed()).prefix { $0 == $1 }.count
        #expect(before + after >= memo.count, "trial \(trial): \(text(memo).debugDescription)")
        #expect(text(result).contains("<new>"), "trial \(trial)")
      }
    }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
