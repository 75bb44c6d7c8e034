import MemoCore
import MemoTestSupport
import Testing

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("회의록 memo", "회의록 memo"), ("\u{1B}[2J", "␛[2J"), ("a\u{0}b\u{7}", "a␀b␇"), ("\u{7F}", "␡"), ("a\nb\tc", "a␊b␉c"),
    ("a\r\nb", "a␍␊b"), ("\u{85}\u{9B}2J", "<U+0085><U+009B>2J"), ("a\u{2028}b\u{2029}", "a<U+2028>b<U+2029>"),
    ("\u{202E}dm.exe", "<U+202E>dm.exe"), ("\u{61C}", "<U+061C>"), ("\u{FEFF}# a", "<U+FEFF># a"),
    ("©é…│👨‍👩‍👧ع\u{FF21}", "©é…│👨‍👩‍👧ع\u{FF21}"), ("", ""), ("👍\u{1B}", "👍␛"),
  ])
  func aLineShowsEveryControl(text: String, visible: String) {
    #expect(TerminalText.visible(text).unicodeScalars.elementsEqual(visible.unicodeScalars), "\(text.debugDescription)")
  }

  @Test(arguments: [
    ("a\n\tb\n", "a\n\tb\n"), ("a\r\nb\r\n", "a\nb\n"), ("a\rb", "a␍b"), ("a\r", "a␍"), ("a\r\r\nb", "a␍\nb"),
    ("\u{1B}]52;c;eA==\u{7}\n", "␛]52;c;eA==␇\n"), ("a\u{2029}\n", "a<U+2029>\n"),
  ])
  func aBodyKeepsLinesAndTabs(text: String, visible: String) {
    #expect(
      TerminalText.visible(text, as: .body).unicodeScalars.elementsEqual(visible.unicodeScalars),
      "\(text.debugDescription)")
  }

  @Test func noScalarThatTerminalsObeyPasses() {
    let directions: Set<UInt32> = [
      0x61C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068,
    ]
    let scalars = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)
    let wrong = scalars.filter { scalar in
      let isLineBreak = [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
      let isObeyed = isLineBreak || directions.contains(scalar.value) || scalar.value == 0x2069 || scalar == "\u{FEFF}"
      return TerminalText.visible(String(scalar)).unicodeScalars.elementsEqual([scalar]) == isObeyed
    }
    #expect(wrong == [])
  }

  @Test func bytesThatAreNoTextAreReplaced() {
    #expect(TerminalText.visible([0x61, 0x9B, 0x32, 0x4A]) == "a\u{FFFD}2J")
    #expect(TerminalText.visible([0x61, 0xC2, 0x9B, 0x0A], as: .body) == "a<U+009B>\n")
  }

  @Test func aPipeGetsWhatATerminalIsShown() {
    var random = SeededRandom(seed: 11)
    let pool: [Unicode.Scalar] = [
      "a", "\u{1B}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{FEFF}", "\r", "\n", "\t", "한", "é", "…", "👍", "ع", "\u{61C}",
      "\u{7F}", "\u{FFFD}", "©",
    ]
    for _ in 0..<2_000 {
      let text = String(String.UnicodeScalarView((0..<random.below(9)).map { _ in pool[random.below(pool.count)] }))
      for layout in [TerminalText.Layout.line, .body] {
        let piped = TerminalText.piped(Array(text.utf8), as: layout)
        #expect(piped == Array(TerminalText.visible(text, as: layout).utf8), "\(text.debugDescription)")
      }
    }
  }

  @Test func bytesThatAreNoTextPassThroughAPipeUnlessTheyAreControls() {
    #expect(TerminalText.piped([0x61, 0xFF, 0xC0, 0xA0, 0xE2]) == [0x61, 0xFF, 0xC0, 0xA0, 0xE2])
    #expect(TerminalText.piped([0x61, 0x9B, 0x32]) == Array("a<U+009B>2".utf8))
    var random = SeededRandom(seed: 12)
    for _ in 0..<2_000 {
      let bytes = (0..<random.below(12)).map { _ in UInt8(random.below(256)) }
      let piped = String(decoding: TerminalText.piped(bytes), as: UTF8.self)
      #expect(!piped.unicodeScalars.contains { TerminalText.isControl($0.value) }, "\(bytes)")
    }
  }

  // Done when the work grows with the text; by copying what is there for each control it took minutes.
  @Test func aLongTextOfControlsIsShown() {
    let text = TerminalText.visible([UInt8](repeating: 0, count: 400_000), as: .body)
    #expect(text.unicodeScalars.count == 400_000 && text.unicodeScalars.allSatisfy { $0 == "\u{2400}" })
  }

  @Test func whatIsVisibleStaysAsItIs() {
    let once = TerminalText.visible("\u{1B}[1m\u{202E}\r\n")
    #expect(TerminalText.visible(once) == once)
  }
}
