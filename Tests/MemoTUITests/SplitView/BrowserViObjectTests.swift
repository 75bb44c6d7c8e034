import MemoTestSupport
import Testing

@testable import MemoTUI

/// Text objects, brackets and the word at the cursor with the keys of vi.
@Suite struct BrowserViObjectTests {
  @Test(arguments: [
    ("di\"", "say \"a b\" now", "say \"\" now"), ("da\"", "say \"a b\" now", "say now"),
    ("wwwdi\"", "say \"a b\" now", "say \"\" now"), ("ci\"x", "say \"\" now", "say \"x\" now"),
    ("$da\"", "say \"a b\"", "say"), ("di\"", "\"a\\\"b\" c", "\"\" c"), ("di'", "it 'is' so", "it '' so"),
    ("di`", "한 `코드` 끝", "한 `` 끝"),
    ("fbdi(", "f(a(b)c)d", "f(a()c)d"), ("fbda(", "f(a(b)c)d", "f(ac)d"), ("fa2xdib", "f(ab)", "f()"),
    ("fcdi(", "f(a(b)c)d", "f()d"), ("f(di)", "f(a(b)c)d", "f()d"), ("f(ci(x", "f()d", "f(x)d"),
    ("fadi[", "[[a]]", "[[]]"), ("fadi{", "{a}", "{}"), ("fada<", "x <a> y", "x  y"), ("fadaB", "{a}b", "b"),
    ("wdaW", "a b-c d", "a d"), ("$daw", "one two", "one"), ("wdaw", "  one", "  "),
    ("fad%", "x(a)b", "x)b"), ("f(d%", "x(a)b", "xb"), ("f)d%", "x(a)b", "xb"), ("d%", "x(a)b", "b"),
    ("f(vi(d", "f(ab)", "f()"), ("di(", "foo (bar baz) end", "foo () end"), ("da(", "foo (bar baz) end", "foo  end"),
    ("ci(new words", "foo (bar baz) end", "foo (new words) end"), ("di[", "a [[b]]", "a []"),
    ("di{", "a {b} {c}", "a {} {c}"),
    ("vi(d", "foo (bar)", "foo ()"), ("fodi(", "(foo (bar))", "()"), ("vi\"U", "say \"ab\" c", "say \"AB\" c"),
    ("viwrx", "one two", "xxx two"),
    ("wyiw0viwp", "one two", "two two"),
  ])
  func anObjectIsTakenAroundTheCursor(keys: String, line: String, result: String) throws {
    let browser = try BrowserTrial.readingWithVi("# t\n\(line)\n")
    browser.type("j" + keys)
    browser.press(.escape)
    #expect(browser.text == "# t\n\(result)\n", "\(keys)")
    #expect(browser.isPaintedRight)
  }

  @Test(arguments: [
    ("3Gdip", "# t\n\n\nc\n"), ("3Gdap", "# t\n\nc\n"), ("3Gcipx", "# t\n\nx\n\nc\n"),
    ("Gdap", "# t\n\na\nb\n"), ("2Gdip", "# t\na\nb\n\nc\n"), ("3G>ip", "# t\n\n  a\n  b\n\nc\n"),
    ("3Gvipd", "# t\n\n\nc\n"), ("3GvapJ", "# t\n\na b\nc\n"), ("3Gdip.", "# t\nc\n"),
  ])
  func aParagraphIsTakenWhole(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi("# t\n\na\nb\n\nc\n")
    browser.type(keys)
    browser.press(.escape)
    #expect(browser.text == text, "\(keys)")
  }

  @Test func bracketsOfSeveralLinesKeepTheirLines() throws {
    let browser = try BrowserTrial.readingWithVi("f {\n  a\n  b\n}\n(c\nd)\n")
    browser.type("jdi{")
    #expect(browser.text == "f {\n}\n(c\nd)\n")
    browser.type("Gdi(")
    #expect(browser.text == "f {\n}\n()\n")
    browser.type("u")
    #expect(browser.text == "f {\n}\n(c\nd)\n", "one step")
  }

  @Test(arguments: ["di(", "ci(", "da\"", "yi[", ">i{"])
  func whereThereIsNoneNothingIsDone(keys: String) throws {
    let browser = try BrowserTrial.readingWithVi("# t\none ( two\n")
    browser.type("j" + keys)
    #expect(browser.text == "# t\none ( two\n", "\(keys)")
    #expect(!browser.state.isWriting)
  }

  /// What is typed for a text that is not there is dropped until Esc, and does nothing as commands.
  @Test(arguments: ["ci(new words", "ci[dd", "ci\"x", "ctzdd", "c'zdd", "cizdd", "$ci(dd"])
  func whatIsTypedBehindAChangeThatFailsIsDropped(keys: String) throws {
    let browser = try BrowserTrial.readingWithVi("# t\n(a) one ( two\nthree\n")
    browser.type("jfe" + keys)
    #expect(browser.text == "# t\n(a) one ( two\nthree\n" && !browser.state.isWriting, "\(keys)")
    browser.press(.escape)
    browser.type("dd")
    #expect(browser.text == "# t\nthree\n", "\(keys)")
  }

  @Test(arguments: [
    ("2daw", "one two three four", "three four"), ("d2aw", "one two three four", "three four"),
    ("w2d2aw", "a b c d e f", "a f"), ("wd2aw", "one two three", "one"), ("c2iwx", "one two three", "xtwo three"),
    ("c3iwx", "one two three", "x three"), ("d2aW", "a-b c-d e", "e"), ("ld2aw", "한 글 두 글", "한 글"),
    ("ld2aw", "a bc de f", "a f"), ("ldiw", "a  b", "ab"), ("ldaw", "a  b c", "a c"), ("daw2.", "a b c d", "d"),
    ("d2aw.", "a b c d e", "e"), ("v2awd", "a b c d", "c d"), ("y2awP", "a b c", "a b a b c"),
    ("fbd2i(", "f(a(b)c)d", "f()d"), ("fbd2a(", "f(a(b)c)d", "fd"), ("fbv2i(d", "f(a(b)c)d", "f()d"),
    ("c2i\"x", "say \"ab\" c", "say x c"), ("2>iw", "a b", "  a b"),
  ])
  func aCountTakesMoreObjects(keys: String, line: String, result: String) throws {
    let browser = try BrowserTrial.readingWithVi("# t\n\(line)\n")
    browser.type("j" + keys)
    browser.press(.escape)
    #expect(browser.text == "# t\n\(result)\n", "\(keys)")
    #expect(browser.isPaintedRight)
  }

  @Test(arguments: ["4daw", "d4aw", "6diw", "9ciwx", "v4aw", "d2i(", "v2i(", "d9ip"])
  func whereThereAreFewerObjectsNothingIsDone(keys: String) throws {
    let browser = try BrowserTrial.readingWithVi("# t\none two three\n")
    browser.type("j" + keys)
    #expect(browser.text == "# t\none two three\n", "\(keys)")
    #expect(
      browser.state.message?.hasPrefix("no such text around the cursor") == true, "\(keys)")
  }

  @Test(arguments: [
    ("3Gd2ip", "# t\n\nc\n\nd\n"), ("3Gd2ap", "# t\n\nd\n"), ("3Gd3ap", "# t\n"), ("5Gd2ap", "# t\n\na\n"),
    ("3G2>ap", "# t\n\n  a\n\n  c\n\nd\n"), ("3Gv3ipJ", "# t\n\na c\n\nd\n"),
  ])
  func aCountTakesMoreParagraphs(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi("# t\n\na\n\nc\n\nd\n")
    browser.type(keys)
    #expect(browser.text == text, "\(keys)")
  }

  @Test func percentGoesToTheOtherBracket() throws {
    let browser = try BrowserTrial.readingWithVi("# t\nf(a\n(b) c)\n")
    browser.type("j%")
    #expect(browser.cursorPlace == "2:5")
    browser.type("%")
    #expect(browser.cursorPlace == "1:1")
    browser.press(.control("o"))
    #expect(browser.cursorPlace == "2:5")
    browser.type("gg%")
    #expect(browser.cursorPlace == "0:0" && browser.status.hasPrefix("not found"), "\(browser.status)")
  }

  @Test func theWordAtTheCursorIsFoundAgain() throws {
    let browser = try BrowserTrial.readingWithVi("# t\none two\n(two) 둘 one\none 둘\n")
    browser.type("jl*")
    #expect(browser.cursorPlace == "2:10")
    browser.type("n")
    #expect(browser.cursorPlace == "3:0")
    browser.type("l#")
    #expect(browser.cursorPlace == "2:10")
    browser.type("n")
    #expect(browser.cursorPlace == "1:0")
    browser.press(.control("o"))
    #expect(browser.cursorPlace == "2:10")
    browser.type("0*")
    #expect(browser.cursorPlace == "1:4", "the word behind the mark")
  }

  @Test(arguments: [
    ("vawawd", "three four\n\na\nb\n\nc\n"), ("viwiwd", "two three four\n\na\nb\n\nc\n"),
    ("viwawd", " three four\n\na\nb\n\nc\n"), ("vaw2awd", "four\n\na\nb\n\nc\n"),
    ("veawd", " three four\n\na\nb\n\nc\n"),
    ("3Gvipipd", "one two three four\n\nc\n"), ("3Gvapapd", "one two three four\n\n"),
  ])
  func anObjectExtendsWhatIsSelected(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi("one two three four\n\na\nb\n\nc\n")
    browser.type(keys)
    #expect(browser.text == text, "\(keys): \(browser.text ?? "")")
    #expect(browser.isPaintedRight)
  }

  @Test(arguments: [("fcva(d", "f(ad)e"), ("fcva(a(d", "fe"), ("fcvi(i(d", "f()e")])
  func bracketsThatAreSelectedGrowToTheNextOnes(keys: String, line: String) throws {
    let browser = try BrowserTrial.readingWithVi("f(a(bcb)d)e\n")
    browser.type(keys)
    #expect(browser.text == line + "\n", "\(keys): \(browser.text ?? "")")
  }

  @Test func whereNoObjectFollowsTheSelectionStays() throws {
    let browser = try BrowserTrial.readingWithVi("one two\n")
    browser.type("wviwiw")
    #expect(browser.state.message?.hasPrefix("no such text around the cursor") == true)
    browser.type("d")
    #expect(browser.text == "one \n", "\(browser.text ?? "")")
  }
}
