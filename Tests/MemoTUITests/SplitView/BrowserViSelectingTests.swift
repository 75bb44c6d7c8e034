import MemoTestSupport
import Testing

@testable import MemoTUI

/// Selections with the keys of vi.
@Suite struct BrowserViSelectingTests {
  private static let text = "# plan\none two three\n\n## Goals\nfour five\n## Security\nsix\n"

  @Test(arguments: [
    ("V/Security", "## Goals\nfour five\n## Security\n"), ("v/five", "## Goals\nfour f"),
    ("V?two", "one two three\n\n## Goals\n"),
    ("v?three", "three\n\n#"), ("wv?two", "two three\n\n## G"),
  ])
  func aSearchExtendsASelection(keys: String, copied: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("4G" + keys)
    #expect(!browser.state.isWriting && browser.text == Self.text)
    browser.press(.enter)
    if case .selecting = browser.state.mode {} else { Issue.record("\(keys)") }
    #expect(browser.isPaintedRight)
    browser.type("y")
    #expect(String(decoding: browser.copied, as: UTF8.self) == copied, "\(keys)")
    browser.type("4GVn")
    #expect(browser.text == Self.text, "and again")
  }

  @Test func aSearchThatIsCancelledLeavesTheSelection() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("4Gv/five")
    browser.press(.escape)
    if case .selecting = browser.state.mode {} else { Issue.record("still selecting") }
    browser.type("ly")
    #expect(String(decoding: browser.copied, as: UTF8.self) == "##")
    browser.type("v/five")
    browser.mouse(.press, row: 1, column: 40)
    #expect(browser.state.vi.selection == nil)
  }

  private static let counted = "# plan\none\ntwo\nthree\nfour\n"

  @Test(arguments: [
    ("3GV", "one\nthree\nfour\n"), ("3GVj", "one\nfour\n"), ("4GVk", "one\nfour\n"), ("3Gvl", "one\no\nthree\nfour\n"),
    ("3Glvh", "one\no\nthree\nfour\n"),
  ])
  func aSelectionFollowsWhatAnotherProcessChangesAboveIt(keys: String, left: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.counted)
    browser.type(keys)
    try browser.write(Self.counted.replacing("one", with: "half\none"), to: "plan.md", at: 9)
    if case .selecting = browser.state.mode {} else { Issue.record("\(keys)") }
    #expect(browser.isPaintedRight)
    browser.type("d")
    #expect(browser.text == "# plan\nhalf\n" + left, "\(keys)")
  }

  @Test(arguments: ["GV", "Gv", "3GVG", "GV/o"])
  func aSelectionInLinesThatAnotherProcessRemovesIsNoDanger(keys: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.counted)
    browser.type(keys)
    let short = "# plan\none\n"
    try browser.write(short, to: "plan.md", at: 9)
    #expect(browser.text == short && browser.isPaintedRight, "\(keys)")
    browser.press(.escape)
    browser.type("y")
    #expect(browser.text == short && browser.isPaintedRight, "\(keys)")
  }

  @Test(arguments: ["VKdd", "vQx", "V=d", "v:d", "vIx", "v&y"])
  func whatFollowsOnAKeyThatIsNotKnownIsDropped(keys: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("j" + keys)
    #expect(browser.text == Self.text && !browser.state.isWriting, "\(keys)")
    browser.press(.escape)
    browser.type("dd")
    #expect(browser.text == Self.text.replacing("one two three\n", with: ""), "\(keys)")
  }

  @Test func thePositionIsThatOfTheEndThatMoves() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(":2")
    browser.press(.enter)
    browser.type("V")
    #expect(browser.status.contains(" 2:1 "), "\(browser.status)")
    browser.press(.escape)
    browser.type("vll")
    #expect(browser.status.contains(" 2:3 "), "\(browser.status)")
  }

  /// What was done to a selection is done to as much text from the cursor on.
  @Test(arguments: [
    ("veUj0.", ["ONE", "TWO", "three"]), ("VUj.", ["ONE", "TWO", "three"]),
    ("xVjUj.", ["NE", "TWO", "THREE"]), ("VUVuj.", ["one", "two", "three"]), ("xVj~jj.", ["NE", "TWO", "THREE"]),
    ("xvrQj.", ["Qe", "Qwo", "three"]), ("xVjrQj.", ["QQ", "QQQ", "QQQQQ"]), ("xVjJ.", ["ne two three"]),
    ("xV>j.", ["  ne", "  two", "three"]),
    ("ywjvep0j.", ["one", "one", "twoee"]), ("yyjVpj.", ["one", "one", "two"]), ("vjd.", ["hree"]),
    ("xvjcQ<j0.", ["Qwo", "Qhree"]), ("vlUjj0.", ["ONe", "two", "THree"]), ("vly~w3.", ["One", "TWO", "three"]),
  ])
  func whatWasDoneToASelectionIsRepeated(keys: String, lines: [String]) throws {
    let browser = try BrowserTrial.readingWithVi("one\ntwo\nthree\n")
    for key in keys {
      if key == "<", browser.state.isWriting { browser.press(.escape) } else { browser.type(String(key)) }
    }
    #expect(browser.text == lines.map { "\($0)\n" }.joined(), "\(keys): \(browser.text ?? "")")
    #expect(browser.isPaintedRight)
  }

  /// The line break behind `$` and that of an empty line are selected, but that of the last line is not.
  @Test(arguments: [
    ("wv$d", "one   three\n\nfive\n"),
    ("3Gvd", "one two\n  three\nfive\n"),
    ("2Gvjd", "one two\n  five\n"), ("4Gv$d", "one two\n  three\n\n\n"), ("wv$d.", "one \nfive\n"),
    ("v$>", "  one two\n  three\n\nfive\n"), ("v$~", "ONE TWO\n  three\n\nfive\n"),
    ("v$rx", "xxxxxxx\n  three\n\nfive\n"),
    ("v$J", "one two three\n\nfive\n"), ("3GvcX", "one two\n  three\nXfive\n"), ("3Gvk0d", "one two\nfive\n"),
    ("v99ld", "  three\n\nfive\n"), ("wveld", "one   three\n\nfive\n"), ("wved", "one \n  three\n\nfive\n"),
  ])
  func aLineBreakIsSelectedAsInVi(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi("one two\n  three\n\nfive\n")
    browser.type(keys)
    browser.press(.escape)
    #expect(browser.text == text, "\(keys): \(browser.text ?? "")")
    #expect(browser.isPaintedRight)
  }

  @Test func aTickIsRepeated() throws {
    let browser = try BrowserTrial.readingWithVi("# t\n- [ ] a\n- [ ] b\n- [x] c\n")
    browser.type("xjgtj.j.")
    #expect(browser.text == " t\n- [x] a\n- [x] b\n- [ ] c\n", "\(browser.text ?? "")")
  }

  @Test func linesAndCharactersStayApartWhenOneReplacesTheOther() throws {
    let browser = try BrowserTrial.readingWithVi("one\ntwo\nthree\n")
    browser.type("ywjVp")
    #expect(browser.text == "one\none\nthree\n")
    browser.type("uyyjlvp")
    #expect(browser.text == "one\ntwo\nt\ntwo\nree\n", "\(browser.text ?? "")")
  }

  @Test func linesAreSelectedByLines() throws {
    let long = String(repeating: "word ", count: 60)
    let browser = try BrowserTrial.readingWithVi("# t\n\(long)\n\(long)\nend\n")
    browser.type("jVjy")
    #expect(String(decoding: browser.copied, as: UTF8.self) == "\(long)\n\(long)\n")
    browser.type("GVkky")
    #expect(String(decoding: browser.copied, as: UTF8.self) == "\(long)\n\(long)\nend\n")
  }

  @Test(arguments: [
    ("wvesX", "one X three\nfour\nend\n"), ("VsX", "X\nfour\nend\n"), ("vlSX", "X\nfour\nend\n"),
    ("wvCX", "X\nfour\nend\n"), ("wvRX", "X\nfour\nend\n"), ("wvD", "four\nend\n"), ("wvjX", "end\n"),
    ("wvD.", "end\n"), ("wvYjp", "one two three\nfour\none two three\nend\n"),
  ])
  func capitalsTakeTheSelectedLines(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi("one two three\nfour\nend\n")
    browser.type(keys)
    browser.press(.escape)
    #expect(browser.text == text, "\(keys): \(browser.text ?? "")")
    #expect(browser.isPaintedRight)
  }

  @Test func whatWasCopiedIsPastedOverSelectionsAgain() throws {
    let browser = try BrowserTrial.readingWithVi("one two three\n")
    browser.type("yiwwviwPwviwPp")
    #expect(browser.text == "one one oneone\n", "\(browser.text ?? "")")
  }

  @Test(arguments: [
    ("yiwwviwp", "0:6"), ("yiwwviwP", "0:6"), ("yiwjVp", "1:0"), ("yyjwviwp", "2:0"), ("yyjVp", "1:0"),
  ])
  func theCursorIsAtTheEndOfWhatIsPastedOverASelection(keys: String, place: String) throws {
    let browser = try BrowserTrial.readingWithVi("one two three\nb xx c\n")
    browser.type(keys)
    #expect(browser.cursorPlace == place, "\(keys): \(browser.cursorPlace)")
  }

  @Test(arguments: [
    ("VjgJ", "one  two\nthree\n"), ("VjJ", "one two\nthree\n"), ("VgJ.", "one  twothree\n"),
    ("Vj2>", "    one\n      two\nthree\n"), ("Vj2>jj.", "    one\n      two\n    three\n"),
    ("jV2<", "one\ntwo\nthree\n"),
    ("Vj2>u", "one\n  two\nthree\n"), ("vgd", "one\n  two\nthree\n"), ("vgx", "one\n  two\nthree\n"),
    ("vegU", "ONE\n  two\nthree\n"), ("V9999>u", "one\n  two\nthree\n"),
  ])
  func countsAndLettersBehindGApplyToASelection(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi("one\n  two\nthree\n")
    browser.type(keys)
    #expect(browser.text == text, "\(keys): \(browser.text ?? "")")
    #expect(browser.isPaintedRight)
  }
}
