import MemoTestSupport
import MemoWords
import Testing

@testable import MemoTUI

/// `:s`, and other commands at the colon that are about the text which has the keys.
@Suite struct BrowserViSubstitutingTests {
  private static let text = "# plan\none two one\nOne (two)\nthree one\n"

  private static func run(_ command: String, after keys: String = "j", _ text: String = text) throws -> BrowserTrial {
    let browser = try BrowserTrial.readingWithVi(text)
    browser.type(keys + ":" + command)
    browser.press(.enter)
    return browser
  }

  @Test(arguments: [
    ("s/one/1/", "1 two one\nOne (two)\nthree one\n", "1:0"), ("s/one/1", "1 two one\nOne (two)\nthree one\n", "1:0"),
    ("s/one/1/g", "1 two 1\nOne (two)\nthree one\n", "1:0"), ("%s/one/1/g", "1 two 1\nOne (two)\nthree 1\n", "3:0"),
    ("%s/one/1/gi", "1 two 1\n1 (two)\nthree 1\n", "3:0"), ("%s/One/1/gi", "1 two 1\n1 (two)\nthree 1\n", "3:0"),
    ("%s/One/1/g", "one two one\n1 (two)\nthree one\n", "2:0"),
    ("2,3s/two/2/", "one 2 one\nOne (2)\nthree one\n", "2:0"),
    (".,$s/one/1/", "1 two one\nOne (two)\nthree 1\n", "3:0"), ("$s/one//", "one two one\nOne (two)\nthree \n", "3:0"),
    ("4s#one#a/b#", "one two one\nOne (two)\nthree a/b\n", "3:0"),
    ("3s/(two)/a\\/b/", "one two one\nOne a/b\nthree one\n", "2:0"),
    ("%s/two/둘/", "one 둘 one\nOne (둘)\nthree one\n", "2:0"),
    ("substitute/two/2/I", "one 2 one\nOne (two)\nthree one\n", "1:0"),
  ])
  func textIsReplacedInLines(command: String, text: String, place: String) throws {
    let browser = try Self.run(command)
    #expect(browser.text == "# plan\n" + text && browser.status.contains("replaced"), "\(command): \(browser.status)")
    #expect(browser.cursorPlace == place && browser.state.focus == .memo && browser.isWaitingForPause)
    browser.type("u")
    #expect(browser.text == Self.text, "one step")
  }

  @Test(arguments: [
    ("%s/o.*e/x/", "':s' finds text as typed"), ("s/^one/x/", "':s' finds text as typed"), ("s/one$/x/", "':s' finds"),
    ("s/[ot]/x/", "':s' finds text as typed"), ("s/\\w/x/", "':s' finds text as typed"),
    ("s/one/&&/", "':s' finds text"),
    ("%s/one/x/gc", "':s' has the flags"), ("s/one/x/g/", "':s' has the flags"),
    ("9s/one/x/", "the text has no such lines"),
    ("3,2s/one/x/", "the text has no such lines"), ("s/nowhere/x/", "not found"), ("s//x/", "/ finds in this memo"),
    ("'<,'>s/one/x/", "the text has no such lines"), ("s", "':s' is not among"), ("sort", "':sort' is not among"),
    ("sor", "':sor' is not among"),
  ])
  func whatIsNotUnderstoodChangesNothingAndSaysSo(command: String, message: String) throws {
    let browser = try Self.run(command)
    #expect(browser.text == Self.text && browser.status.hasPrefix(message), "\(command): \(browser.status)")
    #expect(browser.state.list.order == .newest)
  }

  @Test func theColonTakesWhatIsSelected() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("jVj:")
    #expect(browser.lines.contains { $0.contains("'<,'>") } && browser.lines.contains { $0.contains("s/old/new/g") })
    browser.type("s/one/1/gi")
    #expect(browser.lines.contains { $0.contains("replace 'one' with '1'") }, "\(browser.lines)")
    browser.press(.enter)
    #expect(browser.text == "# plan\n1 two 1\n1 (two)\nthree one\n")
    browser.type("Vj:")
    browser.press(.escape)
    #expect(browser.state.pane?.editor.buffer.selection == nil && browser.isPaintedRight)
  }

  @Test func undoAtTheColonIsTheTextsOwn() throws {
    let browser = try Self.run("u", after: "jdd")
    #expect(browser.text == Self.text, "\(browser.status)")
    browser.type(":sort")
    browser.press(.enter)
    browser.press(.tab)
    browser.type(":sort")
    browser.press(.enter)
    #expect(browser.state.list.order != .newest, "in the list it is the order of that")
  }

  /// After marks it is not known how a text is read: no particle follows them.
  @Test(arguments: ["\"", "dz", "&", "q!"])
  func koreanMessagesNeedNoParticleBehindAKey(keys: String) {
    for message in [ViMessages.lost(keys), ViMessages.noExCommand(keys), ViMessages.kept(keys)] {
      #expect(!message[.korean].contains("은(는)"), "\(message[.korean])")
    }
    #expect(ViMessages.substitution(.expression)[.korean].hasSuffix("&는 쓸 수 없습니다"))
  }

  @Test func adviceNamesWhatWorksThere() throws {
    let browser = try Self.run("replace")
    #expect(browser.status.hasPrefix("in the text, :%s/old/new/g replaces"), "\(browser.status)")
    let plain = try BrowserTrial(["a"])
    plain.type(":replace")
    plain.press(.enter)
    #expect(plain.status.hasPrefix("while writing, ^F finds and ^R replaces"))
  }
}
