import MemoTestSupport
import Testing

@testable import MemoTUI

/// Going far in a text with the keys of vi, and what operators take on the way; folds, places and the list.
@Suite struct BrowserViMovingTests {
  private static let text =
    "# t\n\n## a\none\n\n## b\ntwo two\n\n```\n# no heading\n```\n## c\nthree\n"

  @Test func homeAndEndGoToTheEndsOfTheLine() throws {
    let browser = try BrowserTrial.readingWithVi("# plan\n\none two\n")
    browser.type("jjw")
    browser.press(.end)
    #expect(browser.cursorPlace == "2:6")
    browser.press(.home)
    #expect(browser.cursorPlace == "2:0")
    browser.type("wd")
    browser.press(.end)
    #expect(browser.text == "# plan\n\none \n")
  }

  @Test(arguments: [
    ("]]", "2:0"), ("]]]]", "5:0"), ("3]]", "11:0"), ("G[[", "11:0"), ("G2[[", "5:0"), ("]][[", "0:0"), ("9]]", "12:0"),
    ("G]]", "12:0"), ("7G3l[[", "5:0"), ("7G3l]]", "11:0"), ("3Gzc]]", "5:0"),
  ])
  func bracketsGoToHeadings(keys: String, place: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    #expect(browser.cursorPlace == place, "\(keys)")
    #expect(browser.text == Self.text && browser.state.focus == .memo && browser.isPaintedRight)
  }

  @Test(arguments: [
    ("]]d]]", "# t\n\n## b\ntwo two\n"), ("7Gwd]]", "## b\ntwo \n## c\n"), ("6Gd[[", "# t\n\n## b\n"),
    ("12Gd]]", "```\n"), ("6G>]]", "  ## b\n  two two\n\n  ```\n  # no heading\n  ```\n## c\n"),
  ])
  func operatorsTakeWhatIsBeforeAHeading(keys: String, part: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    #expect(browser.text != Self.text && browser.text?.contains(part) == true, "\(keys): \(browser.text ?? "")")
    browser.type("u")
    #expect(browser.text == Self.text)
  }

  @Test func aBracketThatComesOnceIsNoCommand() throws {
    let browser = try BrowserTrial(files: [("plan.md", "# plan\n[[other]]\n"), ("other.md", "# other\n")], rows: 14)
    browser.readWithVi()
    browser.type("j")
    browser.press(.enter)
    #expect(browser.selected == "other")
    browser.type("[x")
    #expect(browser.selected == "other" && browser.status.hasPrefix("'[x' is not among"), "\(browser.status)")
    browser.press(.escape, .control("o"))
    #expect(browser.selected == "plan", "the key that the help names")
  }

  @Test(arguments: [
    ("c}X", "X\n\nfour\n"), ("wc}X", "one X\n\nfour\n"), ("d}", "\nfour\n"), ("wd}", "one \n\nfour\n"),
    ("4Gc{X", "\n\nXfour\n"), ("5Gc{X", "one two\nthree\n\nX\nsix seven\n"),
    ("5Gwc{X", "one two\nthree\n\nXseven\nsix\n"),
    ("y}P", "one two\nthree\none two\nthree\n\n"), ("5Gd{", "three\nsix seven\n"),
  ])
  func aParagraphKeepsTheBlankLineAroundIt(keys: String, part: String) throws {
    let four = keys.hasPrefix("5G")
    let text = four ? "one two\nthree\n\nfour five\nsix seven\nsix\n" : "one two\nthree\n\nfour\n"
    let browser = try BrowserTrial.readingWithVi(text)
    browser.type(keys)
    browser.press(.escape)
    #expect(browser.text?.contains(part) == true, "\(keys): \(browser.text ?? "")")
  }

  @Test func whereAmI() throws {
    let browser = try BrowserTrial.readingWithVi("# plan\none two three\n\nfour five\nsix\n")
    browser.type("jj")
    browser.press(.control("g"))
    #expect(browser.status.hasPrefix("\"plan.md\" line 3 of 5 (60%) · 7 words"), "\(browser.status)")
    #expect(browser.state.focus == .memo)
    browser.type("q")
    browser.press(.control("g"))
    #expect(browser.state.focus == .memo && browser.cursorPlace == "2:0")
  }

  @Test func rowsAreScrolledUnderTheCursor() throws {
    let text = "# t\n" + (1...60).map { "line \($0)\n" }.joined()
    let browser = try BrowserTrial.readingWithVi(text)
    browser.type("31Gzz")
    browser.press(.control("e"))
    #expect(browser.cursorPlace == "30:0" && browser.terminal.cursor?.row == 5)
    browser.type("3")
    browser.press(.control("y"))
    #expect(browser.cursorPlace == "30:0" && browser.terminal.cursor?.row == 8)
    browser.type("9")
    browser.press(.control("e"))
    #expect(browser.cursorPlace == "31:0" && browser.terminal.cursor?.row == 0, "the cursor stays in the window")
    browser.type("V2")
    browser.press(.control("e"))
    browser.type("y")
    #expect(String(decoding: browser.copied, as: UTF8.self) == "line 31\nline 32\nline 33\n")
    #expect(browser.isPaintedRight)
  }

  @Test(arguments: [
    ("H", 10), ("L", 22), ("M", 16), ("3H", 12), ("3L", 20), ("99H", 22), ("99L", 10), ("L''", 16),
  ])
  func aLineOfTheWindowIsGoneTo(keys: String, line: Int) throws {
    let browser = try BrowserTrial.readingWithVi("# t\n" + (1...60).map { "line \($0)\n" }.joined())
    browser.type("17Gzz" + keys)
    #expect(browser.cursorPlace == "\(line):0", "\(keys): \(browser.cursorPlace)")
    #expect(browser.isPaintedRight)
  }

  @Test func operatorsTakeLinesOfTheWindow() throws {
    let browser = try BrowserTrial.readingWithVi("# t\none\ntwo\nthree\n")
    browser.type("L")
    #expect(browser.cursorPlace == "3:0", "behind the last line break is none")
    browser.type("kdL")
    #expect(browser.text == "# t\none\n")
    browser.type("yH")
    #expect(String(decoding: browser.copied, as: UTF8.self) == "# t\none\n")
  }

  @Test(arguments: [
    ("Gge", "2:0"), ("Ggege", "1:9"), ("j$ge", "1:3"), ("j$gE", "1:3"), ("j$2ge", "1:2"), ("jge", "0:2"),
    ("ge", "0:0"),
    ("j$vgeh", "1:2"),
  ])
  func theEndOfTheWordBeforeIsGoneTo(keys: String, place: String) throws {
    let browser = try BrowserTrial.readingWithVi("# t\none. three\n\nsix\n")
    browser.type(keys)
    browser.press(.escape)
    #expect(browser.cursorPlace == place, "\(keys): \(browser.cursorPlace)")
  }

  @Test func anOperatorTakesBothEnds() throws {
    let browser = try BrowserTrial.readingWithVi("# t\none two three\n")
    browser.type("j$hhdge")
    #expect(browser.text == "# t\none twee\n", "\(browser.text ?? "")")
  }

  @Test func nothingIsRedoneByTheKeyThatScrolls() throws {
    let browser = try BrowserTrial.readingWithVi("# plan\none\n")
    browser.press(.tab)
    browser.type("dy")
    #expect(browser.titles == ["other"])
    browser.type(":undo")
    browser.press(.enter, .tab)
    #expect(browser.titles.contains("plan") && browser.state.focus == .memo)
    browser.type("d")
    browser.press(.control("y"), .control("y"))
    #expect(browser.titles.contains("plan") && browser.state.focus == .memo)
    browser.press(.tab, .control("y"))
    #expect(browser.titles == ["other"], "in the list it is")
  }

  @Test(arguments: ["/line 40", "?line 40", ":41"]) func whatWasOutOfViewIsShownInTheMiddle(keys: String) throws {
    let text = "# t\n" + (1...60).map { "line \($0)\n" }.joined()
    let browser = try BrowserTrial.readingWithVi(text)
    browser.type(keys)
    browser.press(.enter)
    #expect(browser.cursorPlace == "40:0" && browser.terminal.cursor?.row == 6, "\(keys)")
    browser.type("j:41")
    browser.press(.enter)
    #expect(browser.terminal.cursor?.row == 6, "what is in view is not scrolled")
    browser.type("ggn")
    if !keys.hasPrefix(":") { #expect(browser.cursorPlace == "40:0" && browser.terminal.cursor?.row == 6) }
    browser.type("gg20G")
    #expect(browser.terminal.cursor?.row == 6)
  }

  @Test(arguments: [
    ("dd", "# t\n\n## b\ntwo\n"), ("ddp", "# t\n\n## b\n## a\none\n### x\nmore\ntwo\n"),
    ("yyP", "# t\n\n## a\none\n### x\nmore\n## a\n"),
    ("yyGp", "## b\ntwo\n## a\none\n### x\nmore\n"), (">>", "# t\n\n  ## a\n  one\n  ### x\n  more\n## b\n"),
    ("ggyy]]p", "more\n# t\n## b\n"),
    ("2dd", "# t\n\ntwo\n"), ("dj", "# t\n\ntwo\n"), ("Vd", "# t\n\n## b\ntwo\n"),
    ("2ddu", "# t\n\n## a\none\n### x\nmore\n## b\ntwo\n"),
  ])
  func aFoldedSectionIsTakenWhole(keys: String, part: String) throws {
    let browser = try BrowserTrial.readingWithVi("# t\n\n## a\none\n### x\nmore\n## b\ntwo\n")
    browser.type("3Gzc" + keys)
    #expect(browser.text?.contains(part) == true, "\(keys): \(browser.text ?? "")")
    #expect(browser.isPaintedRight)
  }

  @Test func theListTakesCounts() throws {
    let browser = try BrowserTrial((1...12).map { "m\($0)" }, rows: 30)
    browser.readWithVi()
    browser.press(.tab)
    for (keys, title) in [
      ("5j", "m6"), ("2k", "m4"), ("3G", "m3"), ("G", "m12"), ("12G10k", "m2"), ("99j", "m12"), ("0", "m12"),
    ] {
      browser.type(keys)
      #expect(browser.selected == title, "\(keys)")
    }
    browser.type("12")
    #expect(browser.status.hasSuffix("12"), "\(browser.status)")
    browser.press(.escape)
    browser.type("k")
    #expect(browser.selected == "m11", "Esc drops the count")
  }

  @Test(arguments: [
    ("jwmaG'a", "1:0"), ("jwmaG`a", "1:4"), ("jmaggOxx<G'a", "2:0"), ("jwmaGd'a", "0:0"), ("jwmaG`ax", "1:4"),
    ("4G''", "0:0"),
    ("4Ggg''", "3:0"), ("4Ggg``''", "0:0"), ("'b", "0:0"), ("jmajdd'a", "1:0"), ("jjmakdd'a", "1:0"),
  ])
  func marksArePlacesToGoTo(keys: String, place: String) throws {
    let browser = try BrowserTrial.readingWithVi("# plan\none two\nthree\nfour\n")
    for key in keys { key == "<" ? browser.press(.escape) : browser.type(String(key)) }
    #expect(browser.cursorPlace == place, "\(keys): \(browser.cursorPlace)")
    #expect(browser.isPaintedRight)
    if keys.hasPrefix("'b") { #expect(browser.status.hasPrefix("no such mark"), "\(browser.status)") }
  }

  @Test(arguments: [
    ("jmajd'a", "# plan\nfour\n"), ("jwma0d`a", "# plan\ntwo\nthree\nfour\n"),
    ("jwma$d`a", "# plan\none o\nthree\nfour\n"),
    ("jmaGy'agP", "# plan\none two\nthree\nfour\n"), ("jmajj>'a", "# plan\n  one two\n  three\n  four\n"),
  ])
  func operatorsTakeWhatIsUpToAMark(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi("# plan\none two\nthree\nfour\n")
    browser.type(keys)
    #expect(browser.text == text, "\(keys)")
  }

  @Test func whatWasSelectedIsSelectedAgain() throws {
    let browser = try BrowserTrial.readingWithVi("# plan\none two\nthree\nfour\n")
    browser.type("gv")
    #expect(browser.status.hasPrefix("nothing is selected"), "\(browser.status)")
    browser.type("jwve")
    browser.press(.escape)
    browser.type("GgvU")
    #expect(browser.text == "# plan\none TWO\nthree\nfour\n")
    browser.type("jVjygvd")
    #expect(browser.text == "# plan\none TWO\n")
    browser.type("gvy")
    #expect(browser.isPaintedRight)
  }

  @Test(arguments: [
    ("g_", "0:6"), ("3g_", "2:6"), ("jg_", "1:0"), ("gj", "1:0"), ("2gj", "2:0"), ("Ggk", "1:0"), ("G2gk", "0:2"),
    ("G$g0", "2:0"), ("g$", "0:8"), ("vg_o", "0:0"), ("vgjgj", "2:0"),
  ])
  func motionsBehindGAreThoseOfTheLineAndTheRows(keys: String, place: String) throws {
    let browser = try BrowserTrial.readingWithVi("one two  \n\n  three \n")
    browser.type(keys)
    browser.press(.escape)
    #expect(browser.cursorPlace == place, "\(keys): \(browser.cursorPlace)")
  }

  @Test(arguments: [
    ("dg_", "  \n\n  three \n"), ("cg_x", "x  \n\n  three \n"), ("dgj", "  three \n"),
    ("Gdg0", "one two  \n\nthree \n"),
    ("jdg_", "one two  \n\n  three \n"), ("vg_d", "  \n\n  three \n"),
  ])
  func operatorsTakeMotionsBehindG(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi("one two  \n\n  three \n")
    browser.type(keys)
    #expect(browser.text == text, "\(keys): \(browser.text ?? "")")
  }

  /// Undo goes to the first line that was changed.
  @Test(arguments: [
    ("yypGu", 0), ("yyjpGu", 1), ("yyjPGu", 1), ("jyyGpggu", 3), ("jjdkGu", 1), ("jddGu", 1), ("jjdggGu", 0),
    ("jJGu", 1),
    ("jjVkdGu", 1), ("jV>Gu", 1), ("Gddggu", 3), ("jwxGu", 1), ("G:1s/one/x\nu", 0), (":%s/f/x\nggu", 2),
    ("j>jGu", 1), ("jonew\u{1B}Gu", 1), ("jOnew\u{1B}Gu", 1),
  ])
  func theCursorGoesToWhatWasUndone(keys: String, line: Int) throws {
    let browser = try BrowserTrial.readingWithVi("one two\n  three\nfour\nfive\n")
    browser.press(keys)
    #expect(browser.text == "one two\n  three\nfour\nfive\n", "\(keys): \(browser.text ?? "")")
    #expect(browser.cursorPlace.hasPrefix("\(line):"), "\(keys): \(browser.cursorPlace)")
  }

  /// Whole rounds through the text are left out: of the long one there would be thousands, for each letter that is typed.
  @Test(
    arguments: [
      ("/y\n9998n", "3:2"), ("/y\n9999n", "1:2"), ("/y\n9998N", "2:2"), ("4/y\n", "1:2"), ("9999/y\n", "3:2"),
      ("?y\n9998n", "1:2"), ("/none\n9999n", "0:0"),
    ])
  func aLargeCountGoesOnlyOnceThroughTheText(keys: String, place: String) throws {
    let rest = String(repeating: String(repeating: "z", count: 63) + "\n", count: 2_000)
    let browser = try BrowserTrial.readingWithVi("# t\nx y\nx y\nx y\n" + rest)
    browser.press(keys)
    #expect(browser.cursorPlace == place, "\(keys)")
  }
}
