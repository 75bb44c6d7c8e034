import MemoTestSupport
import Testing

@testable import MemoTUI

/// The keys of vi in the text.
@Suite struct BrowserViTests {
  private static let text = "# plan\none two three\n\nfour five\nsix\n"

  @Test(arguments: [
    ("j", "1:0"), ("jw", "1:4"), ("jww", "1:8"), ("jwww", "2:0"), ("jwb", "1:0"), ("je", "1:2"), ("j$", "1:12"),
    ("j$0", "1:0"), ("4j", "4:0"), ("4j2k", "2:0"), ("G", "4:0"), ("Ggg", "0:0"), ("3Gj", "3:0"), ("4G2l", "3:2"),
    ("j99l", "1:12"), ("jwhh", "1:2"), ("j2w", "1:8"), ("}", "2:0"), ("G{", "2:0"), ("4Ge", "3:3"), ("jhhh", "1:0"),
    ("5Ghb", "3:5"), ("j$j", "2:0"), ("j$3G", "2:0"), ("jW", "1:4"), ("jE", "1:2"), ("jWB", "1:0"), ("jft", "1:4"),
    ("j2ft", "1:8"), ("jft;", "1:8"), ("jft;,", "1:4"), ("jtt", "1:3"), ("jtt;", "1:7"), ("j$Fo", "1:6"),
    ("j$To", "1:7"),
    ("j$To;", "1:1"), ("j$2Fo", "1:0"), ("jfz", "1:0"), ("j3ft", "1:0"),
  ])
  func motionsMoveTheCursor(keys: String, place: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    #expect(browser.cursorPlace == place, "\(keys)")
    #expect(browser.text == Self.text && browser.state.focus == .memo)
    #expect(browser.isPaintedRight)
  }

  /// What follows on keys that memo does not know may be a part of them: it changes nothing and runs nothing.
  @Test(arguments: [
    "jciexadded", "d/threeZZ", "j&x", "jK2x", "j(D", "!!sx", "2+dd", "Qx", "(x", "jvizd", "jvaedd", "j5%x", "jd2%",
    "jqaq", "j@a", "j@@", "jdqa", "jdfx",
    "jgux", "jRabc", "j\"!dd", "j\"한dd", "jd\"ad", "3jdtx", "jQLM",
    "jdzz", "jzx", "jczo", "jyrx", "jctz", "j.", "j;", "j,", "G9J", "j99rx", "jjrx", "jj~", "j<<",
  ])
  func keysThatAreNotKnownChangeNothing(keys: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    #expect(browser.text == Self.text && browser.state.focus == .memo, "\(keys)")
    #expect(browser.state.message != nil, "it is said: \(keys)")
  }

  @Test func escapeAndEnterLeadBack() throws {
    for end in [Key.escape, .enter] {
      let browser = try BrowserTrial.readingWithVi(Self.text)
      browser.type("jd&x")
      browser.press(end)
      browser.type("x")
      #expect(browser.text == "# plan\nne two three\n\nfour five\nsix\n")
    }
  }

  @Test(arguments: [
    ("jwdiw", "# plan\none  three\n\nfour five\nsix\n"), ("jwdaw", "# plan\none three\n\nfour five\nsix\n"),
    ("jwlyiw$p", "# plan\none two threetwo\n\nfour five\nsix\n"), ("jwX", "# plan\nonetwo three\n\nfour five\nsix\n"),
    ("jdiw", "# plan\n two three\n\nfour five\nsix\n"),
  ])
  func aWordIsTakenFromItsMiddle(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    #expect(browser.text == text, "\(keys)")
  }

  @Test(arguments: [
    ("jwciwX", "one X three"), ("jwCX", "one X"), ("jwsX", "one Xwo three"), ("jSX", "X"), ("jiX", "Xone two three"),
  ])
  func whatTakesItsPlaceIsWrittenThere(keys: String, line: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    #expect(browser.text == "# plan\n\(line)\n\nfour five\nsix\n", "\(keys)")
  }

  @Test(arguments: [
    ("jx", "# plan\nne two three\n\nfour five\nsix\n"), ("j3x", "# plan\n two three\n\nfour five\nsix\n"),
    ("jdw", "# plan\ntwo three\n\nfour five\nsix\n"), ("jd2w", "# plan\nthree\n\nfour five\nsix\n"),
    ("jwwdw", "# plan\none two \n\nfour five\nsix\n"), ("jwD", "# plan\none \n\nfour five\nsix\n"),
    ("jwd$", "# plan\none \n\nfour five\nsix\n"), ("jdd", "# plan\n\nfour five\nsix\n"),
    ("j2dd", "# plan\nfour five\nsix\n"), ("jdj", "# plan\nfour five\nsix\n"),
    ("GdG", "# plan\none two three\n\nfour five\n"),
    ("jdgg", "\nfour five\nsix\n"), ("jd2d", "# plan\nfour five\nsix\n"), ("j99dd", "# plan\n"),
    ("jwde", "# plan\none  three\n\nfour five\nsix\n"), ("jwd0", "# plan\ntwo three\n\nfour five\nsix\n"),
    ("jyyp", "# plan\none two three\none two three\n\nfour five\nsix\n"),
    ("jyyP", "# plan\none two three\none two three\n\nfour five\nsix\n"),
    ("jyyGp", "# plan\none two three\n\nfour five\nsix\none two three\n"),
    ("jddGp", "# plan\n\nfour five\nsix\none two three\n"), ("jyw$p", "# plan\none two threeone \n\nfour five\nsix\n"),
    ("jxp", "# plan\nnoe two three\n\nfour five\nsix\n"),
    ("jyy2jp", "# plan\none two three\n\nfour five\none two three\nsix\n"),
    ("jx3P", "# plan\nooone two three\n\nfour five\nsix\n"), ("jdft", "# plan\nwo three\n\nfour five\nsix\n"),
    ("jdtt", "# plan\ntwo three\n\nfour five\nsix\n"), ("j$dFo", "# plan\none twe\n\nfour five\nsix\n"),
    ("jrX", "# plan\nXne two three\n\nfour five\nsix\n"), ("j3rX", "# plan\nXXX two three\n\nfour five\nsix\n"),
    ("jr한", "# plan\n한ne two three\n\nfour five\nsix\n"), ("j2~", "# plan\nONe two three\n\nfour five\nsix\n"),
    ("3GkJ", "# plan\none two three\nfour five\nsix\n"), ("4GJ", "# plan\none two three\n\nfour five six\n"),
    ("j>>", "# plan\n  one two three\n\nfour five\nsix\n"), ("4G2>>", "# plan\none two three\n\n  four five\n  six\n"),
    ("4G>j", "# plan\none two three\n\n  four five\n  six\n"), ("jdW", "# plan\ntwo three\n\nfour five\nsix\n"),
    ("jwwJ", "# plan\none two three\nfour five\nsix\n"),
  ])
  func changesTakeCountsAndMotions(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    #expect(browser.text == text, "\(keys)")
    #expect(browser.isWaitingForPause, "the change is saved after a pause")
    browser.pause()
    #expect(try browser.text(of: "plan.md") == text || browser.text(of: browser.names()[1]) == text, "\(keys)")
    browser.type("u")
    if !keys.contains("p"), !keys.contains("P") { #expect(browser.text == Self.text, "one step of undo: \(keys)") }
    #expect(browser.isPaintedRight)
  }

  @Test(arguments: [
    ("ja", "1:1"), ("jwi", "1:4"), ("jwI", "1:0"), ("jA", "1:13"), ("jo", "2:0"), ("jO", "1:0"), ("jcc", "1:0"),
    ("jcw", "1:0"), ("GA", "4:3"),
  ])
  func writingBeginsWhereTheKeySays(keys: String, place: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    #expect(browser.state.isWriting && browser.cursorPlace == place, "\(keys): \(browser.cursorPlace)")
    browser.type("X")
    browser.press(.escape)
    #expect(browser.cursorPlace == place, "the cursor is on what was typed last")
    #expect(!browser.state.isWriting && browser.state.focus == .memo && browser.status.contains("i write"))
    browser.press(.escape)
    #expect(browser.state.focus == .memo && browser.status.hasPrefix("Tab goes to the list"), "\(browser.status)")
  }

  @Test func aNewLineContinuesAList() throws {
    let browser = try BrowserTrial.readingWithVi("# plan\n- milk\n- \nend\n")
    browser.type("jobread")
    #expect(browser.text == "# plan\n- milk\n- bread\n- \nend\n")
    browser.press(.escape)
    browser.type("jofish")
    #expect(browser.text == "# plan\n- milk\n- bread\n- \nfish\nend\n")
  }

  @Test func changesAreUndoneAndRedone() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("jdddd")
    #expect(browser.text == "# plan\nfour five\nsix\n")
    browser.type("2u")
    #expect(browser.text == Self.text)
    browser.press(.control("r"))
    #expect(browser.text == "# plan\n\nfour five\nsix\n")
    browser.type("uu")
    #expect(browser.text == Self.text && browser.status.hasPrefix("nothing to undo in this text"), "\(browser.status)")
  }

  @Test(arguments: [
    ("jvey", "one"), ("jwvby", "one t"), ("jVy", "one two three\n"), ("jVjy", "one two three\n\n"),
    ("jVky", "# plan\none two three\n"), ("jv$y", "one two three\n"), ("jwvoby", "one t"), ("jvVy", "one two three\n"),
  ])
  func selectionsAreCopied(keys: String, copied: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    #expect(String(decoding: browser.copied, as: UTF8.self) == copied, "\(keys)")
    #expect(browser.text == Self.text && browser.status.hasPrefix("copied"))
    #expect(browser.state.pane?.editor.buffer.selection == nil)
  }

  @Test(arguments: [
    ("jved", "# plan\n two three\n\nfour five\nsix\n"), ("jVjd", "# plan\nfour five\nsix\n"),
    ("jwvex", "# plan\none  three\n\nfour five\nsix\n"), ("jVcX", "# plan\nX\n\nfour five\nsix\n"),
    ("jyewvep", "# plan\none one three\n\nfour five\nsix\n"), ("jvecX", "# plan\nX two three\n\nfour five\nsix\n"),
  ])
  func selectionsAreChanged(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    #expect(browser.text == text, "\(keys)")
  }

  @Test func theCursorOfASelectionIsOnItsLastCharacter() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.resize(columns: 120, rows: 14)
    browser.type("jve")
    let grid = BrowserView.render(browser.state)
    let column = browser.state.layout.text?.column ?? 0
    #expect(grid.cursor == CellGrid.Position(row: 1, column: column + 2))
    #expect(browser.status.contains("y copy · d cut"))
    browser.press(.escape)
    #expect(browser.cursorPlace == "1:2")
  }

  @Test func textIsFoundInTheMemo() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("/f")
    #expect(browser.cursorPlace == "3:0" && browser.status == "/f", "\(browser.status)")
    browser.type("i")
    #expect(browser.cursorPlace == "3:5")
    browser.press(.enter)
    #expect(browser.cursorPlace == "3:5" && browser.state.focus == .memo)
    browser.type("/e")
    browser.press(.enter)
    #expect(browser.cursorPlace == "3:8")
    browser.type("n")
    #expect(browser.cursorPlace == "1:2" && browser.status.hasPrefix("no more matches below"))
    browser.type("N")
    #expect(browser.cursorPlace == "3:8")
    browser.type("/nowhere")
    browser.press(.escape)
    #expect(browser.cursorPlace == "3:8", "Esc goes back")
    #expect(browser.titles == ["plan", "other"], "the vault is not searched")
  }

  @Test func aNumberAtTheColonIsALine() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(":4")
    #expect(browser.lines.contains { $0.contains("▌go to line 4") }, "\(browser.lines)")
    browser.press(.enter)
    #expect(browser.cursorPlace == "3:0")
    browser.type(":wq")
    browser.press(.enter)
    #expect(browser.hasQuit)
  }

  @Test func aChangeIsSavedBeforeAnotherMemoIsShown() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("jdd")
    #expect(try browser.text(of: "plan.md") == Self.text)
    browser.press(.tab)
    #expect(try browser.text(of: "plan.md") == "# plan\n\nfour five\nsix\n", "Tab saves")
    browser.press(.tab)
    browser.type("dd")
    browser.mouse(.press, row: 2, column: 2)
    #expect(browser.selected == "other" && browser.text == "# other\n")
    #expect(try browser.text(of: "plan.md") == "# plan\nfour five\nsix\n", "a click saves")
  }

  @Test func aVaultThatCannotBeChangedKeepsItsText() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.refusal = "cannot change memos in this vault"
    for keys in ["jdd", "x", "oX", "ccX"] {
      browser.type(keys)
      browser.press(.escape)
      #expect(browser.text == Self.text, "\(keys)")
    }
    #expect(try browser.text(of: "plan.md") == Self.text)
  }

  @Test(arguments: [
    ("dz", "'dz' is not among these vi keys"), ("gx", "'gx' is not among these vi keys"),
    ("jjx", "nothing to delete here"),
    ("p", "nothing to paste yet"), ("n", "/ finds in this memo"), (".", "nothing to repeat yet"),
    ("gt", "no task at the cursor"), ("K", "'K' is not among these vi keys"), ("fz", "not found"),
    ("jdtz", "not found"),
    (";", "f and a character goes to it"), ("GJ", "no line below to join"), ("99rx", "nothing to change here"),
    ("<<", "nothing to change here"), ("zo", "nothing to fold"),
  ])
  func aKeyThatDoesNothingSaysSo(keys: String, message: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    #expect(browser.status.hasPrefix(message), "\(keys): \(browser.status)")
    #expect(browser.text == Self.text)
  }

  @Test func keysOfACommandThatIsNotCompleteAreShown() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("12d")
    #expect(browser.status.hasSuffix("12d"), "\(browser.status)")
    browser.press(.escape)
    browser.type("j")
    #expect(browser.cursorPlace == "1:0" && browser.text == Self.text)
  }

  @Test func aClickDropsKeysOfACommand() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("jd")
    browser.mouse(.press, row: 2, column: 2)
    browser.press(.tab)
    browser.type("d")
    #expect(browser.text == "# other\n" && browser.status.hasSuffix(" d"), "\(browser.status)")
  }

  @Test func hangulTypedAsKeysCounts() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("ㅓㅇㅇ")
    #expect(browser.text == "# plan\n\nfour five\nsix\n")
  }

  @Test func theHelpShowsTheKeysOnlyWhenTheyAreSet() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text, rows: 64)
    browser.type(":help")
    browser.press(.enter)
    #expect(browser.lines[1].hasPrefix(" vi, in the text:") && browser.lines.contains { $0.hasPrefix(" yy, yw p P") })
    let plain = try BrowserTrial(["a"], rows: 80)
    plain.type("?")
    #expect(!plain.lines.contains { $0.contains("vi, in the text") || $0.contains("yy, yw") })
  }

  @Test func commandsThatMemoDoesNotHaveSaySo() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    for command in ["d", "%d"] {
      browser.type(":" + command)
      browser.press(.enter)
      #expect(
        browser.status.hasPrefix("':\(command)' is not among these vi commands") && browser.text == Self.text,
        "\(browser.status)")
    }
  }

  @Test func keysOfTyping() throws {
    for key: Character in ["a", "k", "o", "r"] {
      let browser = try BrowserTrial.readingWithVi(Self.text)
      browser.type("i")
      browser.press(.control(key))
      browser.type("x")
      browser.press(.control("c"))
      #expect(browser.text == "x" + Self.text, "^\(key), and ^C ends")
      browser.type("u")
      #expect(browser.text == Self.text)
      browser.type("iy")
      #expect(browser.text == "y" + Self.text, "nothing is selected after an undo")
    }
  }

  @Test func aSearchBackwardsIsASearch() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("?six")
    browser.press(.enter)
    browser.type("x")
    #expect(browser.text?.contains("ix") == true && browser.text?.contains("six") == false)
  }

  @Test func withPlainKeysNothingChanges() throws {
    let browser = try BrowserTrial(files: [("plan.md", Self.text)])
    browser.press(.tab)
    browser.type("jdd")
    #expect(browser.text == Self.text && browser.status.isEmpty == false)
    browser.type(":4")
    #expect(browser.lines.contains { $0.contains("no command matches") })
  }
}
