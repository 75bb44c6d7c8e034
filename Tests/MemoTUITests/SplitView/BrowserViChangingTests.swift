import MemoTestSupport
import Testing

@testable import MemoTUI

/// Changes with the keys of vi that are repeated, and what `.` and `u` make of them; words, folds and places.
@Suite struct BrowserViChangingTests {
  private static let text = "# plan\none two three\n\nfour five\nsix\n"

  /// Vi's three classes: letters, marks, blanks; letters of each script are words of their own.
  @Test(arguments: [
    ("w", [4, 6, 9, 11, 14, 15, 17, 23]), ("e", [3, 4, 8, 10, 13, 14, 15, 20]), ("W", [6, 17]), ("E", [4, 15, 23]),
  ])
  func wordsEndAtMarks(key: String, places: [Int]) throws {
    let browser = try BrowserTrial.readingWithVi("# t\nab12) xyz-(abc)x 회의,\n")
    browser.type("j")
    let offsets = places.map { _ in
      browser.type(key)
      return browser.state.pane?.editor.buffer.cursor.offset ?? -1
    }
    #expect(offsets == places, "\(key)")
  }

  @Test(arguments: [
    ("dw", ") xyz"), ("wdw", "abxyz"), ("de", ") xyz"), ("dW", "xyz"), ("cwQ", "Q) xyz"), ("lcwQ", "aQ) xyz"),
    ("wcwQ", "abQ xyz"),
    ("cWQ", "Q xyz"), ("c2wQ", "Q xyz"), ("wdiw", "ab xyz"), ("wwdb", "abxyz"),
  ])
  func operatorsStopAtMarks(keys: String, line: String) throws {
    let browser = try BrowserTrial.readingWithVi("# t\nab) xyz\n")
    browser.type("j" + keys)
    #expect(browser.text == "# t\n\(line)\n", "\(keys)")
  }

  /// Operators over several lines leave the line break that the motion ends behind, and take whole lines from the start of
  /// one, as vi does.
  @Test(arguments: [
    ("4G0db", "one two\n\n  three \nfive six\n"), ("4G0dB", "one two\n\n  three \nfive six\n"),
    ("4G0d2b", "one two\n\nfive six\n"), ("4G0cbX", "one two\n\n  three X\nfive six\n"),
    ("2Gdb", "one \n\n  three four\nfive six\n"), ("3G0db", "one two\n  three four\nfive six\n"),
    ("3Gwdb", "one two\n\n  four\nfive six\n"), ("2Gdw", "one two\n  three four\nfive six\n"),
    ("2GdW", "one two\n  three four\nfive six\n"), ("2Gyw4GP", "one two\n\n  three four\n\nfive six\n"),
    ("4Gwdw", "one two\n\n  three four\nfive \n"), ("2GcwX", "one two\nX\n  three four\nfive six\n"),
  ])
  func operatorsOverLinesTakeWhatViTakes(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi("one two\n\n  three four\nfive six\n")
    browser.type(keys)
    browser.press(.escape)
    #expect(browser.text == text, "\(keys): \(browser.text ?? "")")
    #expect(browser.isPaintedRight)
  }

  @Test(arguments: [
    ("ix<j.", ["xone", "xtwo", "three"]), ("x.", ["e", "two", "three"]), ("xj.", ["ne", "wo", "three"]),
    ("cwQ<j.", ["Q", "Q", "three"]), ("Ax<j.j.", ["onex", "twox", "threex"]),
    ("oQ<.", ["one", "Q", "Q", "two", "three"]),
    ("dd.", ["three"]), ("3ix<", ["xxxone", "two", "three"]), ("2oQ<", ["one", "Q", "Q", "two", "three"]),
    ("3ix<j0.", ["xxxone", "xxxtwo", "three"]), ("ix<j3.", ["xone", "xxxtwo", "three"]),
    ("rXj.", ["Xne", "Xwo", "three"]),
    (">>j.", ["  one", "  two", "three"]), ("dfejj.", ["", "two", "e"]), ("J.", ["one two three"]),
    ("~j.", ["One", "tWo", "three"]),
    ("vlxj0.", ["e", "o", "three"]), ("gJ.", ["onetwothree"]), ("3gJ", ["onetwothree"]),
    ("xj>>kgJ", ["ne  two", "three"]), ("Vdu.", ["two", "three"]), ("2xj.", ["e", "o", "three"]),
    ("yy.", ["one", "two", "three"]),
    ("ix<u.", ["xone", "two", "three"]), ("3aQ<", ["oQQQne", "two", "three"]),
    ("yyp.", ["one", "one", "one", "two", "three"]),
  ])
  func theLastChangeIsRepeated(keys: String, lines: [String]) throws {
    let browser = try BrowserTrial.readingWithVi("one\ntwo\nthree\n")
    for key in keys {
      if key == "<", browser.state.isWriting { browser.press(.escape) } else { browser.type(String(key)) }
    }
    #expect(browser.text == lines.map { "\($0)\n" }.joined(), "\(keys)")
    #expect(browser.isPaintedRight)
  }

  @Test func whatWasWrittenIsOneStepHoweverItWasTyped() throws {
    let browser = try BrowserTrial.readingWithVi("one\ntwo\n")
    browser.type("cwa few words")
    browser.press(.backspace, .enter)
    browser.type("- more")
    browser.pause()
    browser.press(.enter)
    browser.type("x")
    browser.press(.escape)
    #expect(browser.text == "a few word\n- more\n- x\ntwo\n")
    browser.type("u")
    #expect(browser.text == "one\ntwo\n", "one step")
    browser.press(.control("r"))
    browser.type("G.u")
    #expect(browser.text == "a few word\n- more\n- x\ntwo\n", "and so is its repetition")
    browser.type("G.")
    #expect(browser.text == "a few word\n- more\n- x\na few word\n- more\n- x\n", "\(browser.text ?? "")")
  }

  @Test func aPasteAndACompletionAreRepeated() throws {
    let browser = try BrowserTrial.readingWithVi("one\ntwo\n")
    browser.type("i")
    browser.send(.terminal(.paste("1\n2")))
    browser.type("[[oth")
    browser.press(.enter, .escape)
    #expect(browser.text == "1\n2[[other]]one\ntwo\n", "\(browser.text ?? "")")
    browser.type("j0.")
    #expect(browser.text == "1\n2[[other]]one\n1\n2[[other]]two\n", "\(browser.text ?? "")")
  }

  @Test func afterAnArrowOnlyTheRestIsRepeated() throws {
    let browser = try BrowserTrial.readingWithVi("one\ntwo\n")
    browser.type("2ia")
    browser.press(.right)
    browser.type("b")
    browser.press(.escape)
    #expect(browser.text == "aobne\ntwo\n")
    browser.type("j0.")
    #expect(browser.text == "aobne\nbtwo\n")
    browser.type("uu")
    #expect(browser.text == "one\ntwo\n")
  }

  @Test func anItemInWhichNothingIsWrittenIsNotLeft() throws {
    for list in ["- a\n- b\n", "1. a\n2. b\n", "- [ ] a\n"] {
      let browser = try BrowserTrial.readingWithVi("# t\n" + list)
      browser.type("jo")
      #expect(browser.text != "# t\n" + list)
      browser.press(.escape)
      #expect(browser.text == "# t\n" + list && browser.cursorPlace == "1:0")
    }
    let plain = try BrowserTrial.readingWithVi("# t\na\n")
    plain.type("jo")
    plain.press(.escape)
    #expect(plain.text == "# t\na\n\n", "as in vi")
  }

  @Test func theRowOfTheCursorIsScrolled() throws {
    let text = "# t\n" + (1...60).map { "line \($0)\n" }.joined()
    let browser = try BrowserTrial.readingWithVi(text)
    for (keys, row) in [("31Gzt", 0), ("zz", 6), ("zb", 12), ("zt", 0)] {
      browser.type(keys)
      #expect(browser.terminal.cursor?.row == row && browser.cursorPlace == "30:0", "\(keys)")
    }
    browser.type("ggzb")
    #expect(browser.terminal.cursor?.row == 0)
    browser.type("GztG")
    #expect(browser.lines[11].hasSuffix("line 60"), "the last page stays full")
  }

  @Test func sectionsFoldFromAnyOfTheirLines() throws {
    let browser = try BrowserTrial.readingWithVi("# t\n\n## a\none\n### b\ntwo\n## c\nthree\n")
    browser.type("6Gzc")
    #expect(browser.cursorPlace == "4:0" && !browser.lines.contains { $0.hasSuffix("│ two") })
    browser.type("zc")
    #expect(browser.cursorPlace == "2:0" && !browser.lines.contains { $0.hasSuffix("│ one") }, "the next one around it")
    browser.type("zo")
    #expect(browser.lines.contains { $0.hasSuffix("│ one") })
    browser.type("8Gza")
    #expect(browser.cursorPlace == "6:0" && !browser.lines.contains { $0.hasSuffix("│ three") })
    browser.type("za")
    #expect(browser.lines.contains { $0.hasSuffix("│ three") } && browser.isPaintedRight)
  }

  @Test func aMemoIsShownWhereItWasLeft() throws {
    let text = "# t\n" + (1...60).map { "line \($0)\n" }.joined()
    let browser = try BrowserTrial.readingWithVi(text)
    browser.type("40G")
    let lines = browser.lines.dropLast()
    browser.press(.tab)
    browser.type("j")
    #expect(browser.selected == "other")
    browser.type("k")
    browser.press(.tab)
    #expect(browser.cursorPlace == "39:0" && browser.lines.dropLast() == lines, "\(browser.lines)")
  }

  @Test func aConflictIsSettledAndAVaultIsUndoneByTheirOwnKeys() throws {
    var kit = BrowserKit.tested()
    kit.undoKey = ":undo"
    let browser = try BrowserTrial(files: [("plan.md", Self.text), ("other.md", "# other\n")], kit: kit)
    browser.readWithVi()
    browser.press(.tab)
    browser.type("dy")
    #expect(browser.status.hasPrefix("moved 'plan' to the trash; undo with :undo"), "\(browser.status)")
    browser.type(":undo")
    browser.press(.enter)
    #expect(browser.titles.contains("plan"))
  }

  @Test func aSelectionGrowsToACharacter() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("jvfty")
    #expect(String(decoding: browser.copied, as: UTF8.self) == "one t")
    browser.type("vfd")
    #expect(
      browser.text == Self.text && browser.status.hasPrefix("not found"), "d is what f looks for: \(browser.status)")
  }

  @Test func linesOfASelectionAreIndented() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("4GVj>")
    #expect(browser.text == "# plan\none two three\n\n  four five\n  six\n")
    browser.type(".")
    #expect(browser.text == "# plan\none two three\n\n    four five\n    six\n")
    browser.type("2<<")
    #expect(browser.text == "# plan\none two three\n\n  four five\n  six\n")
  }
}
