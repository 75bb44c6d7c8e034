import MemoTestSupport
import Testing

@testable import MemoTUI

/// What those who know vi type at the colon and in the list: nothing is lost, and nothing else is done in its place.
@Suite struct BrowserViCommandLineTests {
  private static let text = "# plan\none two three\n\nfour five\nsix\n"

  private static func searching(_ query: String, columns: Int = 80) throws -> BrowserTrial {
    let files = [("a.md", "# a\nword\n"), ("b.md", "# b\n"), ("c.md", "# c\nword\n")]
    let browser = try BrowserTrial(files: files, columns: columns, rows: 14)
    browser.readWithVi()
    browser.press(.tab)
    browser.type("/" + query)
    browser.press(.enter)
    return browser
  }

  @Test func inTheListOfASearchNGoesToTheNextMemo() throws {
    let browser = try Self.searching("word", columns: 100)
    #expect(browser.titles == ["a", "c"] && browser.selected == "a")
    #expect(browser.status.contains("n N next memo · :new new memo"), "\(browser.status)")
    browser.type("n")
    #expect(browser.selected == "c" && !browser.state.isWriting)
    browser.type("n")
    #expect(browser.selected == "a" && browser.status.hasPrefix("no more matches below"), "\(browser.status)")
    browser.type("N")
    #expect(browser.selected == "c" && browser.status.hasPrefix("no more matches above"), "\(browser.status)")
    browser.type("N")
    #expect(browser.selected == "a" && browser.text == "# a\nword\n")
    #expect(try browser.names() == ["a.md", "b.md", "c.md"])
    browser.type(":new")
    browser.press(.enter)
    #expect(browser.state.isWriting && browser.text == "")
  }

  @Test func withoutASearchNIsANewMemoAndIsShown() throws {
    let browser = try Self.searching("word")
    browser.press(.escape)
    #expect(browser.status.contains("n new"), "\(browser.status)")
    browser.type("n")
    #expect(browser.state.isWriting)
  }

  @Test func withNothingFoundNDoesNothing() throws {
    let browser = try Self.searching("nowhere")
    browser.type("n")
    #expect(!browser.state.isWriting && browser.status.hasPrefix("no memo matches"), "\(browser.status)")
    browser.type("d")
    #expect(browser.status.hasPrefix("no memo is selected; :new"), "\(browser.status)")
  }

  @Test func withPlainKeysNIsANewMemoInASearch() throws {
    let browser = try BrowserTrial(["a", "b"])
    browser.type("/text")
    browser.press(.enter)
    #expect(browser.status.contains("n new"))
    browser.type("n")
    #expect(browser.state.isWriting)
  }

  @Test(arguments: [":q!", ":qa!", ":e!", "ZQ"])
  func whatDiscardsInViKeepsTheTextAndSaysSo(keys: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("jdd")
    browser.type(keys)
    if keys != "ZQ" { browser.press(.enter) }
    #expect(!browser.hasQuit && browser.status.hasPrefix("'\(keys)' discards nothing"), "\(browser.status)")
    #expect(try browser.text(of: "plan.md") == "# plan\n\nfour five\nsix\n")
    browser.type("u:q")
    browser.press(.enter)
    #expect(try browser.hasQuit && browser.text(of: "plan.md") == Self.text, "u takes it back")
  }

  @Test(arguments: [":q!", "ZQ"])
  func withNothingToDiscardTheyLeave(keys: String) throws {
    for change in ["", "jdd:w"] {
      let browser = try BrowserTrial.readingWithVi(Self.text)
      browser.type(change)
      if !change.isEmpty { browser.press(.enter) }
      browser.type(keys)
      if keys != "ZQ" { browser.press(.enter) }
      #expect(browser.hasQuit, "\(change)\(keys)")
    }
  }

  @Test func whatFollowsOnZIsDropped() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("jZx")
    #expect(browser.text == Self.text && browser.status.hasPrefix("'Zx' is not among"), "\(browser.status)")
    browser.press(.escape)
    browser.type("ZjZ")
    #expect(!browser.hasQuit)
    browser.press(.escape)
    browser.type("ZZ")
    #expect(browser.hasQuit)
  }

  @Test(arguments: [
    "sp", "split", "vs", "vsplit", "ne", "n", "d", "de", "del", "delete", "d!", "%d", "1,3d", ".", "+2", "b", "bn",
    "se",
    "m", "mo", "co", "tabe", "vne", "so", "reg", "ter",
    "Ex", "Explore", "ma a", "lt", "next", "te", "go", "read", "tr", "sp new", "r other", "gr x", "!ls", "e! other",
    "z",
    "g/x/d", "g!/x y/d", "v/x/d", "global/x/p", "con", "prev", "his", "vim x", "let a = 1", "au", "1,3!sort",
  ])
  func aCommandOfViRunsNothingElse(command: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("j:" + command)
    browser.press(.enter)
    #expect(browser.status.hasPrefix("':\(command)' is not among these vi commands"), "\(browser.status)")
    #expect(browser.text == Self.text && browser.cursorPlace == "1:0" && !browser.state.isWriting)
  }

  /// `:u` is the key in the text: it never undoes what was done to another memo.
  @Test func theShortUndoIsThatOfTheText() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press(.tab)
    browser.type("jdy")
    #expect(browser.titles == ["plan"])
    browser.press(.tab)
    for command in ["u", "un"] {
      browser.type(":" + command)
      browser.press(.enter)
      #expect(browser.status.hasPrefix("nothing to undo in this text; :undo"), "\(browser.status)")
      #expect(browser.titles == ["plan"])
    }
    browser.type(":undo")
    browser.press(.enter)
    #expect(browser.titles.contains("other"))
    let changed = try BrowserTrial.readingWithVi(Self.text)
    changed.type("jdd:u")
    changed.press(.enter)
    #expect(changed.text == Self.text)
  }

  @Test func namesOfMemoStillRun() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(":new")
    browser.press(.enter)
    #expect(browser.state.isWriting)
    browser.press(.escape)
    browser.type(":remove")
    browser.press(.enter)
    #expect(browser.status.hasPrefix("move 'plan' to the trash?"), "\(browser.status)")
    browser.press(.escape)
    browser.type(":he")
    browser.press(.enter)
    if case .help = browser.state.mode {} else { Issue.record("no help") }
  }

  @Test(arguments: [
    ("tras", "the trash is empty"), ("undo", "nothing to undo"), ("qu", ""), ("Q", ""), ("delete memo", "move 'plan'"),
    ("w a", "saved"), ("history", "to see earlier versions"),
  ])
  func wholeNamesAndLongBeginningsOfThemRun(command: String, message: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("j:" + command)
    browser.press(.enter)
    #expect(browser.hasQuit == message.isEmpty && browser.status.contains(message), "\(command): \(browser.status)")
  }

  @Test func aCommandThatWasSelectedRunsWhateverWasTyped() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(":tr")
    browser.press(.down)
    browser.press(.enter)
    #expect(!browser.status.contains("is not among these vi commands"), "\(browser.status)")
  }

  @Test func aNameBehindEIsOpened() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    for (command, title) in [
      ("e other", "other"), ("edit plan", "plan"), ("e other.md", "other"), ("ed  plan", "plan"),
    ] {
      browser.type(":" + command)
      browser.press(.enter)
      #expect(browser.selected == title && browser.text?.hasPrefix("# \(title)\n") == true, ":\(command)")
      #expect(browser.state.focus == .memo && !browser.state.isWriting)
    }
    for name in ["new", "trash", "nothing such", "oth"] {
      browser.type(":e " + name)
      browser.press(.enter)
      #expect(browser.status.hasPrefix("no memo is named '\(name)'; :search finds"), "\(browser.status)")
      #expect(browser.selected == "plan" && !browser.state.isWriting)
    }
    #expect(try browser.names() == ["other.md", "plan.md"])
  }

  @Test func aNameOfSeveralMemosIsAChoice() throws {
    let files = [("plan.md", Self.text), ("a/x.md", "# x\n"), ("b/x.md", "# x\n")]
    let browser = try BrowserTrial(files: files, rows: 14)
    browser.readWithVi()
    browser.type(":e x")
    browser.press(.enter)
    #expect(browser.lines.contains { $0.contains("a/x.md") } && browser.lines.contains { $0.contains("b/x.md") })
    browser.press(.down, .enter)
    #expect(browser.selected == "x")
  }

  @Test func theLastLineIsADollar() throws {
    for command in ["$", "99"] {
      let browser = try BrowserTrial.readingWithVi(Self.text)
      browser.type("j:" + command)
      browser.press(.enter)
      #expect(browser.cursorPlace == "4:0", ":\(command)")
    }
  }

  @Test func theKeysThatWereNotKnownStayNamed() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("j&axdd")
    #expect(browser.status.hasPrefix("'&' is not among these vi keys: first Esc"), "\(browser.status)")
    browser.press(.escape)
    browser.type("jvizdd")
    #expect(browser.status.hasPrefix("'iz' is not among these vi keys"), "\(browser.status)")
  }
}
