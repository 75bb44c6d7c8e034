import MemoTUI
import MemoTestSupport
import Testing

@Suite struct KeyDecoderTests {
  @Test(
    arguments: [
      ("a", [.text("a")]), ("회의", [.text("회의")]), ("a회👍b", [.text("a회👍b")]),
      ("\r", [.key(.enter)]), ("\n", [.key(.enter)]), ("\t", [.key(.tab)]),
      ("\u{7F}\u{8}", [.key(.backspace), .key(.backspace)]),
      ("\u{3}", [.key(.control("c"))]), ("\u{17}a", [.key(.control("w")), .text("a")]),
      ("\u{0}", [.key(.control("@"))]),
      ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}OD", [.key(.up), .key(.down), .key(.right), .key(.left)]),
      ("\u{1B}[1;5A\u{1B}[1;2H", [.key(.up, .control), .key(.home, .shift)]),
      ("\u{1B}[3;5~\u{1B}[1;4C\u{1B}[1;1D", [.key(.delete, .control), .key(.right, [.alt, .shift]), .key(.left)]),
      ("\u{1B}[<0;3;1M\u{1B}[<32;4;2M", [mouse(.press, 0, 2), mouse(.drag, 1, 3)]),
      ("\u{1B}[<0;4;2m", [mouse(.release, 1, 3)]),
      ("\u{1B}[<64;1;1M\u{1B}[<69;1;1M", [mouse(.wheelUp, 0, 0), mouse(.wheelDown, 0, 0)]),
      ("\u{1B}[<2;1;1M\u{1B}[<35;1;1M\u{1B}[<0;1M\u{1B}[<0;0;0M", [mouse(.press, 0, 0)]),
      ("\u{1B}[H\u{1B}[1~\u{1B}[7~\u{1B}OH", [.key(.home), .key(.home), .key(.home), .key(.home)]),
      ("\u{1B}[F\u{1B}[4~\u{1B}[8~\u{1B}OF", [.key(.end), .key(.end), .key(.end), .key(.end)]),
      ("\u{1B}[5~\u{1B}[6~\u{1B}[3~\u{1B}[Z", [.key(.pageUp), .key(.pageDown), .key(.delete), .key(.backTab)]),
      ("\u{1B}x\u{1B}\u{7F}", [.key(.alt("x")), .key(.alt("\u{7F}"))]), ("\u{1B}OM", [.key(.enter)]),
      ("\u{1B}\r\u{1B}\n", [.key(.alt("\r")), .key(.alt("\r"))]), ("\u{1B}\t", [.key(.alt("\t"))]),
      ("\u{1B}회", [.key(.escape), .text("회")]),
      ("\u{1B}\u{1B}[A", [.key(.escape), .key(.up)]),
      ("\u{1B}[I\u{1B}[?62;c\u{1B}[99~a", [.text("a")]), ("\u{1B}[1\u{1B}[A", [.key(.up)]), ("\u{1B}[M", []),
      ("\u{1B}[200~a\r\n\u{1B}[A\u{3}회\u{1B}[201~b", [.paste("a\r\n\u{1B}[A\u{3}회"), .text("b")]),
      ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
      ("\u{1B}OP\u{1B}OS\u{1B}[11~\u{1B}[15~\u{1B}[17~", [1, 4, 1, 5, 6].map { .key(.function($0)) }),
      ("\u{1B}[21~\u{1B}[23~\u{1B}[24~", [10, 11, 12].map { .key(.function($0)) }),
      ("\u{1B}[16~\u{1B}[22~\u{1B}[25~\u{1B}[2~\u{1B}[20;5~", [.key(.insert), .key(.function(9), .control)]),
      // F1 to F5 of the Linux console; it has no more of the kind.
      ("\u{1B}[[Aa\u{1B}[[Eb\u{1B}[[Fc", [.key(.function(1)), .text("a"), .key(.function(5)), .text("b"), .text("c")]),
      // Numbers that no cell has.
      ("\u{1B}[<0;1;-9223372036854775808M\u{1B}[<0;99999999999;1M\u{1B}[1;-9223372036854775808A", [.key(.up)]),
    ] as [(String, [TerminalEvent])])
  func keysAreDecodedFromTheirBytes(input: String, events: [TerminalEvent]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(input.utf8) == events)
    #expect(!decoder.isWaiting)
  }

  private static func mouse(_ action: MouseEvent.Action, _ row: Int, _ column: Int) -> TerminalEvent {
    .mouse(MouseEvent(action, row: row, column: column))
  }

  @Test func readsMayCutKeysAnywhere() {
    let input = "회\u{1B}[A의록👍\u{1B}[5~\u{3}\u{1B}[200~붙임\u{1B}[2\u{1B}[201~e\u{301}\u{1B}OB\u{1B}x"
    let whole: [TerminalEvent] = [
      .text("회"), .key(.up), .text("의록👍"), .key(.pageUp), .key(.control("c")), .paste("붙임\u{1B}[2"),
      .text("e\u{301}"), .key(.down), .key(.alt("x")),
    ]
    var random = SeededRandom(seed: 11)
    for _ in 0..<500 {
      var decoder = KeyDecoder()
      var events: [TerminalEvent] = []
      var rest = Array(input.utf8)[...]
      while !rest.isEmpty {
        let length = Int.random(in: 1...6, using: &random)
        events += decoder.decode(rest.prefix(length))
        rest = rest.dropFirst(length)
      }
      #expect(joiningTexts(events) == whole)
    }
  }

  @Test func escapeIsRecognizedWhenNothingFollows() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.timeout() == [.key(.escape)])
    #expect(!decoder.isWaiting)
    #expect(decoder.decode("[A".utf8) == [.text("[A")])
  }

  @Test func anEndlessSequenceIsReadAsKeys() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}[1;".utf8) == [])
    #expect(decoder.timeout() == [.key(.escape), .text("[1;")])
  }

  @Test func halfACharacterOrPasteWaitsWithoutATimeout() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xED, 0x9A]) == [])
    #expect(!decoder.isWaiting)
    #expect(decoder.timeout() == [])
    #expect(decoder.decode([0x8C]) == [.text("회")])
    #expect(decoder.decode("\u{1B}[200~a\u{1B}".utf8) == [])
    #expect(!decoder.isWaiting)
    #expect(decoder.timeout() == [])
    #expect(decoder.decode("[201~".utf8) == [.paste("a")])
  }

  @Test(
    arguments: [
      // Keys of a person.
      ("x", [.text("x")]), ("\u{3}", [.key(.control("c"))]), ("\u{1B}[A", [.key(.up)]), ("회", [.text("회")]),
      ("\r", [.key(.enter)]),
      // The rest of the paste.
      ("bc\u{1B}[201~d", [.paste("bc"), .text("d")]), ("b\u{1B}[201~", [.paste("b")]),
      // Its end alone.
      ("\u{1B}[201~d", [.text("d")]),
    ] as [(String, [TerminalEvent])])
  func aPasteWithoutItsEndIsTakenAfterAPause(next: String, events: [TerminalEvent]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}[200~a\r".utf8) == [])
    #expect(decoder.isPasting)
    #expect(decoder.pausePaste() == [.paste("a\r")])
    #expect(!decoder.isPasting && decoder.pausePaste() == [])
    #expect(decoder.decode(next.utf8) == events)
    #expect(decoder.decode("z".utf8) == [.text("z")], "the paste is over")
  }

  @Test func aPauseInACharacterOrInTheEndOfAPasteLosesNothing() {
    var decoder = KeyDecoder()
    _ = decoder.decode(Array("\u{1B}[200~a".utf8) + [0xED, 0x9A])
    #expect(decoder.pausePaste() == [.paste("a")])
    #expect(decoder.decode([0x8C]) == [] && decoder.isPasting)
    #expect(decoder.pausePaste() == [.paste("회")])
    #expect(decoder.decode("bc\u{1B}[20".utf8) == [])
    #expect(decoder.pausePaste() == [.paste("bc")])
    #expect(decoder.decode("1~d".utf8) == [.text("d")])
    _ = decoder.decode("\u{1B}[200~".utf8)
    #expect(decoder.pausePaste() == [], "nothing has come of it")
    #expect(decoder.decode("q".utf8) == [.text("q")])
  }

  /// What a terminal answers to questions about pictures, with keys before, between and behind.
  private static let colours = "a\u{1B}]11;rgb:ffff/fFff/0000\u{7}b\u{1B}]11;rgb:1/2/3\u{1B}\\c\u{1B}]11;rgb:f/f\u{7}d"

  @Test(arguments: 0...colours.utf8.count)
  func theColourOfTheBackgroundIsNotTyped(place: Int) {
    let bytes = Array(Self.colours.utf8)
    var decoder = KeyDecoder()
    let events = decoder.decode(bytes[..<place]) + decoder.decode(bytes[place...])
    #expect(events == [.text("a"), .text("b"), .text("c"), .text("d")])
    #expect(decoder.takeReports() == [.background(isLight: true), .background(isLight: false)])
  }

  @Test func altWithABracketIsAKey() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}]".utf8) == [] && decoder.isWaiting)
    #expect(decoder.timeout() == [.key(.alt("]"))])
    #expect(decoder.decode("\u{1B}]x".utf8) == [.key(.alt("]")), .text("x")])
    #expect(KeyDecoder.continuesEscape(Array("]11;".utf8)) && !KeyDecoder.continuesEscape(Array("]x".utf8)))
  }

  /// What a terminal answers to questions of other programs: about terminfo, its version, its cursor and its number.
  private static let others =
    "a\u{1B}P1+r436f=323536\u{1B}\\b\u{1B}P>|xterm(388)\u{1B}\\c\u{1B}P1$r2 q\u{1B}\\d\u{1B}P!|7E565445\u{1B}\\e"
    + "\u{1B}P0+r\u{1B}\\f\u{1B}P0$r\u{1B}\\g"

  @Test(arguments: 0...others.utf8.count)
  func answersToOtherProgramsAreNotTyped(place: Int) {
    let bytes = Array(Self.others.utf8)
    var decoder = KeyDecoder()
    let first = decoder.decode(bytes[..<place])
    // However late the rest is, once the beginning is none of a key.
    let mayBeKey = ["\u{1B}", "\u{1B}P", "\u{1B}P0", "\u{1B}P1", "\u{1B}P>", "\u{1B}P!"].contains { key in
      bytes[..<place].suffix(key.utf8.count).elementsEqual(key.utf8)
    }
    let events = first + (mayBeKey ? [] : decoder.timeout()) + decoder.decode(bytes[place...])
    #expect(joiningTexts(events) == [.text("abcdefg")], "cut at \(place)")
    #expect(decoder.takeReports() == [])
  }

  @Test func altWithAPIsAKey() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}P".utf8) == [] && decoder.isWaiting)
    #expect(decoder.timeout() == [.key(.alt("P"))])
    #expect(decoder.decode("\u{1B}Px".utf8) == [.key(.alt("P")), .text("x")])
    #expect(decoder.decode("\u{1B}P1x\u{1B}X1\u{1B}^1".utf8).first == .key(.alt("P")))
    #expect(KeyDecoder.continuesEscape(Array("P1$r".utf8)) && !KeyDecoder.continuesEscape(Array("Px".utf8)))
  }

  private static let answers = "a\u{1B}_Gi=1835363328;OK\u{1B}\\\u{1B}[?62;4;22cb\u{1B}_Gi=1;ENOENT:x\u{1B}\\c"
  private static let reports: [TerminalReport] = [
    .graphics(isSupported: true), .attributes([62, 4, 22]), .graphics(isSupported: false),
  ]

  @Test func answersOfTheTerminalAreNeverTyped() {
    var decoder = KeyDecoder()
    #expect(joiningTexts(decoder.decode((Self.answers + "\u{1B}[6;20;10t").utf8)) == [.text("abc")])
    #expect(decoder.takeReports() == Self.reports + [.cell(width: 10, height: 20)] && decoder.takeReports() == [])
    // However they come apart, and however late the rest is: only what may be a key yet is one if nothing follows.
    let bytes = Array(Self.answers.utf8)
    let keys = ["\u{1B}", "\u{1B}_", "\u{1B}["].map { Array($0.utf8) }
    for cut in 1..<bytes.count {
      var decoder = KeyDecoder()
      let first = decoder.decode(bytes[..<cut])
      let mayBeKey = keys.contains { bytes[..<cut].suffix($0.count).elementsEqual($0) }
      let events = first + (mayBeKey ? [] : decoder.timeout()) + decoder.decode(bytes[cut...])
      #expect(joiningTexts(events) == [.text("abc")], "cut at \(cut)")
      #expect(decoder.takeReports() == Self.reports, "cut at \(cut)")
    }
    #expect(KeyDecoder.continuesEscape(Array("_Gi=1;OK".utf8)) && !KeyDecoder.continuesEscape(Array("_".utf8)))
  }

  @Test func whatOnlyBeginsLikeAnAnswerSwallowsNoKeys() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}_".utf8) == [])
    #expect(decoder.timeout() == [.key(.alt("_"))])
    #expect(decoder.decode("\u{1B}_x".utf8) == [.key(.alt("_")), .text("x")])
    #expect(decoder.decode("\u{1B}_Gi=1;O\ry".utf8) == [.key(.enter), .text("y")])
    #expect(decoder.decode("\u{1B}_Gi=1;O\u{1B}[A".utf8) == [.key(.up)])
    _ = decoder.decode(Array("\u{1B}_G".utf8) + [UInt8](repeating: 0x61, count: 2_000))
    #expect(decoder.decode("z".utf8) == [.text("z")] && decoder.takeReports() == [])
  }

  @Test func invalidUTF8IsReplaced() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xFF, 0x61, 0x9B, 0x41]) == [.text("\u{FFFD}a\u{FFFD}A")])
    #expect(decoder.decode([0xED, 0x9A, 0x0D]) == [.text("\u{FFFD}"), .key(.enter)])
  }

  @Test func allBytesAreConsumed() {
    var random = SeededRandom(seed: 5)
    let alphabet: [UInt8] = [
      0x1B, 0x5B, 0x4F, 0x32, 0x30, 0x31, 0x7E, 0x3B, 0x41, 0x0D, 0x7F, 0xED, 0x9A, 0x8C, 0xF0, 0xFF,
    ]
    for _ in 0..<5_000 {
      var decoder = KeyDecoder()
      _ = decoder.decode((0..<20).map { _ in alphabet.randomElement(using: &random) ?? 0 })
      _ = decoder.timeout()
      // Ends a paste, a character and a sequence that are still open.
      _ = decoder.decode("\u{1B}[201~".utf8)
      #expect(decoder.decode("z".utf8).last.map { [.text("z"), .key(.alt("z"))].contains($0) } == true)
    }
  }

  private func joiningTexts(_ events: [TerminalEvent]) -> [TerminalEvent] {
    events.reduce(into: []) { joined, event in
      if case .text(let text) = event, case .text(let before) = joined.last {
        joined[joined.count - 1] = .text(before + text)
      } else {
        joined.append(event)
      }
    }
  }
}
