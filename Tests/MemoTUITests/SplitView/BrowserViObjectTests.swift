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

  @Test(arguments: ["2daw", "d2aw", "2diw", "2ciwx", "2daW", "d3ip", "v2awd", "daw2."])
  func anObjectWithACountIsRefused(keys: String) throws {
    let browser = try BrowserTrial.readingWithVi("# t\none two three\n")
    browser.type("j" + keys)
    #expect(browser.text == (keys == "daw2." ? "# t\ntwo three\n" : "# t\none two three\n"), "\(keys)")
    #expect(browser.state.message?.contains("is not among these vi keys") == true, "\(keys)")
    if keys != "daw2." { browser.press(.escape) }
    browser.type("0d1aw")
    #expect(browser.text == (keys == "daw2." ? "# t\nthree\n" : "# t\ntwo three\n"), "one is taken")
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
}
