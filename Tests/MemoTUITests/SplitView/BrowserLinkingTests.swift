import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct BrowserLinkingTests {
  private static let linked = [
    ("a.md", "# a\n\n[[b]] and [[nowhere]]\n"), ("b.md", "# b\n\n[[a]]\n"), ("회의록.md", "# 회의록\n"),
  ]

  @Test func brokenLinksLookDifferent() throws {
    let browser = try BrowserTrial(files: Self.linked)
    let row = browser.terminal.cells(inRow: 2, columns: 80)
    let styles = ["b", "w"].map { letter in
      row.dropFirst(31).first { $0.hasPrefix("\(letter)|") }?.split(separator: "|", maxSplits: 1).last
    }
    #expect(styles[0] != nil && styles[0] != styles[1], "\(row)")
    try browser.write("# nowhere\n", to: "nowhere.md", at: 1)
    let now = browser.terminal.cells(inRow: 2, columns: 80).dropFirst(31).first { $0.hasPrefix("w|") }
    #expect(now?.split(separator: "|", maxSplits: 1).last == styles[0], "as soon as it leads somewhere")
  }

  @Test func theLinkAtTheCursorIsFollowed() throws {
    let browser = try BrowserTrial(files: Self.linked)
    browser.type("i")
    browser.press(.right, .escape)
    #expect(browser.terminal.cursor == CellGrid.Position(row: 2, column: 33), "the cursor stays to be seen")
    browser.press(.enter)
    #expect(browser.selected == "b")
    browser.type("[")
    #expect(browser.selected == "a")
    #expect(browser.terminal.cursor == CellGrid.Position(row: 2, column: 33), "where it was")
    browser.type("i")
    browser.press(.end, .left, .left, .left, .escape)
    browser.type("]")
    #expect(browser.status.hasPrefix("no memo is named 'nowhere'"))
    browser.type("ytext")
    browser.press(.escape)
    #expect(try browser.text(of: "nowhere.md") == "# nowhere\n\ntext\n")
    browser.type("[")
    #expect(browser.selected == "a")
  }

  @Test(
    arguments: [
      ("f/New note", "f/New note.md", "# New note"), ("f/x.markdown", "f/x.markdown", "# x"),
      ("새 폴더/a/b", "새 폴더/a/b.md", "# b"), ("f/what?", "f-what.md", "# f/what?"),
    ])
  func aLinkWithAFolderCreatesTheMemoThere(target: String, path: String, title: String) throws {
    let browser = try BrowserTrial(files: [("a.md", "# a\n\n[[\(target)]]\n"), ("f/z.md", "# z\n")])
    browser.type("jk]y")
    browser.pause()
    browser.type("text")
    browser.press(.escape)
    let names = try browser.names()
    #expect(try browser.text(of: path) == "\(title)\n\ntext\n", "\(names)")
    try browser.notice()
    browser.type("[]")
    #expect(browser.selected == String(title.dropFirst(2)), "the link leads there now: \(browser.lines)")
  }

  @Test(arguments: [
    (".zk/config.toml", "New idea.md"), (".foam/templates/a.md", "New idea.md"), ("x/z.md", "New-idea.md"),
  ])
  func aMemoIsNamedSoThatOtherProgramsFollowTheLink(program: String, path: String) throws {
    let browser = try BrowserTrial(files: [("a.md", "# a\n\n[[New idea]]\n"), (program, "")])
    browser.type("jk]y")
    browser.pause()
    browser.type("text")
    browser.press(.escape)
    #expect(try browser.text(of: path) == "# New idea\n\ntext\n")
  }

  @Test func aLinkToAHeadingShowsTheHeading() throws {
    let long = "# b\n" + (1...30).map { "\n## Part \($0)!\n\ntext\n" }.joined()
    let files = [("a.md", "# a\n\n[[b#part 20!|twenty]] [[b]] [x](b.md#part-9)\n"), ("b.md", long)]
    let browser = try BrowserTrial(files: files, rows: 20)
    browser.type("]")
    #expect(browser.lines.contains { $0.contains("b # part 20!") && $0.contains("twenty") }, "\(browser.lines)")
    browser.press(.enter)
    #expect(browser.lines[0].hasSuffix("│ ## Part 20!"), "\(browser.lines)")
    browser.type("[]")
    browser.press(.down, .enter)
    #expect(browser.lines[0].hasSuffix("│ # b"))
    browser.type("[]")
    browser.press(.down, .down, .enter, .enter)
    #expect(browser.lines[0].hasSuffix("│ ## Part 9!") && browser.terminal.cursor?.row == 0, "as web pages name it")
  }

  @Test(arguments: ["![[pic.png]]", "[x](f/a.pdf)", "[[data.xyz]]", "[x](https://example.org/)"])
  func aLinkToAFileThatIsNotAMemoCreatesNothing(link: String) throws {
    let files = [("a.md", "# a\n\n\(link)\n"), ("data.xyz", "1"), ("f/a.pdf", "2")]
    let browser = try BrowserTrial(files: files)
    browser.type("]")
    #expect(
      !browser.links.isEmpty || browser.lines.contains { $0.contains("memo does not open 'data.xyz'") }
        || browser.status.contains("is not a memo") || browser.status.contains("this memo has no links"),
      "\(browser.status)")
    #expect(try browser.names() == ["a.md"])
    #expect(browser.state.pane?.brokenLinks == [])
  }

  @Test func aLinkThatMatchesSeveralMemosOffersThem() throws {
    let files = [("a.md", "# a\n\n[[x]]\n"), ("f/x.md", "# one\n"), ("g/x.md", "# two\n")]
    let browser = try BrowserTrial(files: files, rows: 20)
    browser.type("]")
    #expect(browser.lines.contains { $0.contains("one") && $0.contains("f/x.md") }, "\(browser.lines)")
    browser.press(.down, .enter)
    #expect(browser.selected == "two")
  }

  @Test func goingBackRestoresTheSearch() throws {
    let browser = try BrowserTrial(files: Self.linked, rows: 20)
    browser.type("/nowhere")
    browser.press(.enter)
    browser.type("]")
    browser.press(.enter)
    #expect(browser.selected == "b" && browser.titles.count == 3)
    browser.type("[")
    #expect(browser.titles == ["a"] && browser.selected == "a" && browser.status.contains("/nowhere"))
  }

  @Test func goingBackRestoresThePlaceInTheMemo() throws {
    let long = "# a\n" + (1...40).map { "\nline \($0)\n" }.joined() + "\n[[b]]\n"
    let browser = try BrowserTrial(files: [("a.md", long), ("b.md", "# b\n"), ("c.md", "# c\n")], rows: 10)
    browser.press(.enter, .end)
    browser.type("G")
    browser.press(.up, .up, .up)
    let (lines, cursor) = (browser.lines, browser.terminal.cursor)
    #expect(lines.contains { $0.contains("line 40") } && cursor != nil, "\(lines)")
    browser.type("]")
    #expect(browser.selected == "b")
    browser.type("[")
    #expect(browser.lines == lines && browser.terminal.cursor == cursor, "\(browser.lines)")
    browser.type("]")
    try browser.write("# a\n\nshort\n", to: "a.md", at: 9)
    browser.type("[")
    #expect(browser.lines.contains { $0.contains("short") }, "less text than there was: \(browser.lines)")
    #expect(browser.state.pane?.editor.buffer.cursor.line == 3)
  }

  @Test func aLinkToAMemoVisitedBeforeShowsItsStart() throws {
    let long = "# a\n" + (1...40).map { "\nline \($0)\n" }.joined() + "\n[[b]]\n"
    let browser = try BrowserTrial(files: [("a.md", long), ("b.md", "# b\n\n[[a]]\n")], rows: 10)
    browser.press(.enter)
    browser.type("G]")
    browser.type("]")
    #expect(
      browser.selected == "a" && browser.lines[0].hasSuffix("│ # a"), "a link leads to the start: \(browser.lines)")
  }

  @Test func renamingKeepsTheSearch() throws {
    let browser = try BrowserTrial(files: Self.linked)
    browser.type("/and")
    browser.press(.enter)
    browser.type("r2")
    browser.press(.enter)
    #expect(browser.titles == ["a2"] && browser.status.hasPrefix("it is now 'a2.md'"))
    browser.type("k")
    #expect(browser.status.contains("/and"))
  }

  // MARK: Typing a link

  @Test func titlesAreOfferedForALink() throws {
    let browser = try BrowserTrial(files: Self.linked, rows: 12)
    browser.type("jjin[[")
    #expect(browser.lines.contains { $0.contains("> a ") } == false, "the newest first: \(browser.lines)")
    browser.type("회ㅇ")
    #expect(browser.lines.contains { $0.contains("회의록") && $0.contains(">") }, "\(browser.lines)")
    browser.press(.enter)
    browser.type(".")
    #expect(browser.text?.contains("n[[회의록]].") == true)
    browser.type(" [[")
    browser.press(.down, .tab)
    #expect(browser.text?.contains("]]. [[") == true && browser.text?.hasSuffix("]]") == true, "\(browser.text ?? "")")
    browser.type(" [[b")
    browser.press(.escape)
    browser.press(.enter)
    browser.type("next")
    #expect(browser.text?.hasSuffix("[[b\nnext") == true, "Esc leaves the list, and Enter is Enter")
    browser.press(.escape)
    #expect(browser.status.hasPrefix("vault") && browser.isPaintedRight)
  }

  @Test func theMemoThatIsWrittenIsOfferedLast() throws {
    let browser = try BrowserTrial(files: [("n.md", "# n\n"), ("b.md", "# b\n"), ("c.md", "# c\n")], rows: 12)
    browser.type("i[[")
    let offered = browser.lines.filter { $0.contains("│>") || $0.contains("│ b ") || $0.contains("│ n ") }
    #expect(offered.count == 2 && offered[0].contains("│>b ") && offered[1].contains("│ n "), "\(browser.lines)")
    browser.press(.enter)
    #expect(browser.text?.contains("[[b]]") == true, "\(browser.text ?? "")")
    browser.type(" [[n")
    browser.press(.enter)
    #expect(browser.text?.contains("[[b]] [[n]]") == true, "if no other one is meant: \(browser.text ?? "")")
  }

  @Test func aTitleOfSeveralMemosIsReplacedByThePath() throws {
    let files = [
      ("x/one.md", "# Weekly\n"), ("y/two.md", "# Weekly\n"), ("weekly plan.md", "# other\n"),
      ("z/p.md", "# Weekly plan\n"), ("n.md", "# n\n"),
    ]
    let browser = try BrowserTrial(files: files, rows: 12)
    browser.type("jjjji[[week")
    let offered = browser.lines.joined(separator: "\n")
    #expect(offered.contains("Weekly (x/one)") && offered.contains("Weekly (y/two)"), "\(offered)")
    #expect(offered.contains("Weekly plan (z/p)"), "another file is called so: \(offered)")
    browser.type("ly pl")
    browser.press(.enter)
    #expect(browser.text?.contains("[[z/p]]") == true, "\(browser.text ?? "")")
  }

  @Test func otherNamesAreOfferedAfterTitles() throws {
    let files = [
      ("Docker.md", "# Containers\n"), ("b.md", "---\naliases: [도커]\n---\n# Kubernetes\n"),
      ("c.md", "# Dock workers\n"),
      ("n.md", "# n\n"),
    ]
    let browser = try BrowserTrial(files: files, rows: 12)
    browser.type("jjji[[dock")
    let places = ["Dock workers", "Containers"].map { title in
      browser.lines.firstIndex { $0.dropFirst(32).contains(title) } ?? -1
    }
    #expect(places[0] > 0 && places[1] == places[0] + 1, "\(browser.lines)")
    browser.press(.down, .enter)
    browser.type(" [[도")
    browser.press(.enter)
    #expect(browser.text?.hasSuffix("[[Containers]] [[도커]]") == true, "\(browser.text ?? "")")
  }

  @Test func aMemoBesideTheFileThatItIsAboutIsLinkedWithItsEnding() throws {
    let files = [("n.md", "# n\n"), (".obsidian/app.json", "{}"), ("paper.pdf.md", "about\n"), ("att/paper.pdf", "1")]
    let browser = try BrowserTrial(files: files, rows: 12)
    browser.type("i[[pap")
    browser.press(.tab)
    #expect(browser.text?.contains("[[paper.pdf.md|paper.pdf]]") == true, "\(browser.text ?? "")")
  }

  @Test(arguments: [
    ("# n\n\n", "[[Kim|Boss]]"), ("| a | b |\n|---|---|\n| x | ", "| x | [[Kim\\|Boss]]"),
    ("a | b\nc | ", "c | [[Kim|Boss]]"),
  ])
  func anAliasIsTheLabelWhereTitlesAreNamesOfFiles(text: String, written: String) throws {
    let files = [("n.md", text), (".obsidian/app.json", "{}"), ("Kim.md", "---\naliases: [Boss]\n---\n")]
    let browser = try BrowserTrial(files: files, rows: 12)
    browser.type("i")
    browser.press(.end, with: .control)
    browser.type("[[Bos")
    #expect(browser.lines.contains { $0.contains("Boss") && $0.contains("Kim") }, "\(browser.lines)")
    browser.press(.tab)
    #expect(browser.text?.contains(written) == true, "\(browser.text ?? "")")
  }

  @Test(arguments: [
    (".zk/config.toml", "", "[[plan|Plan of roads]]"), (".foam/templates/a.md", "", "[[plan|Plan of roads]]"),
    (".zk/config.toml", "[format.markdown]\nlink-format = \"markdown\"\n", "[Plan of roads](plan)"),
    (".obsidian/app.json", "{\"useMarkdownLinks\": true}", "[plan](plan.md)"),
  ])
  func aMemoIsLinkedAsTheProgramOfTheVaultFollowsIt(file: String, settings: String, link: String) throws {
    let files = [("n.md", "# n\n"), (file, settings), ("plan.md", "# Plan of roads\n")]
    let browser = try BrowserTrial(files: files, rows: 12)
    browser.type("i[[plan")
    browser.press(.tab)
    let text = browser.text ?? ""
    #expect(text.contains(link) && !text.contains("[\(link)") && !text.contains("\(link)]"), "\(text)")
  }

  /// As the language server writes it.
  @Test func aPathThatIsLinkedShowsTheNameOfItsFile() throws {
    let files = [("n.md", "# n\n"), (".obsidian/app.json", "{}"), ("x/note.md", "one\n"), ("y/note.md", "two\n")]
    let browser = try BrowserTrial(files: files, rows: 12)
    browser.type("i[[note")
    browser.press(.tab)
    let text = browser.text ?? ""
    #expect(text.contains("[[x/note|note]]") || text.contains("[[y/note|note]]"), "\(text)")
  }

  @Test func aMemoCanBePickedByItsOtherNames() throws {
    let files = [("쿠버네티스.md", "plain\n"), ("Docker.md", "notes\n"), ("Log.md", "# Log\nuses docker\n")]
    let browser = try BrowserTrial(files: files)
    func picked(_ query: String) -> [String]? {
      browser.library.candidates(for: query).map { rows in (0..<rows.count).map { rows.path(ofRow: $0).text } }
    }
    #expect(picked("docker") == ["Docker.md", "Log.md"], "the one that is called so comes first")
    #expect(picked("dock") == ["Docker.md", "Log.md"], "a name before a text")
    #expect(picked("쿠버") == ["쿠버네티스.md"])
    #expect(picked("plain") == ["쿠버네티스.md"] && picked("nothing") == [])
    #expect(picked("")?.count == 3 && picked("\"") == nil)
  }

  @Test func aRetypedTitleIsUndoneWithTheLinksToIt() throws {
    let texts = ["alpha.md": "Alpha memo\n", "beta.md": "Beta\nsee [[Alpha memo]]\n"]
    let browser = try BrowserTrial(files: texts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    browser.write()
    browser.press(.control("k"))
    browser.type("Gamma ")
    browser.pause()
    browser.type("memo")
    browser.press(.escape)
    #expect(try browser.text(of: "alpha.md") == "Gamma memo\n")
    #expect(try browser.text(of: "beta.md") == "Beta\nsee [[Gamma memo]]\n")
    browser.type("u")
    #expect(browser.status.contains("undid edit 'Alpha memo' + 1"), "\(browser.status)")
    for (name, text) in texts { #expect(try browser.text(of: name) == text) }
  }

  @Test func aClosedLinkIsNotClosedAgain() throws {
    let browser = try BrowserTrial(files: [("a.md", "# a\n\n]]\n"), ("b.md", "# b\n")])
    browser.type("i[[b")
    browser.press(.enter)
    browser.type("!")
    #expect(browser.text == "# a\n\n[[b]]!\n")
  }

  static let targets: [(title: String, path: String, target: String)] = [
    ("회의록", "x.md", "회의록"), ("", "f/x.md", "f/x"), ("a|b", "x.y.md", "x.y"), ("a [1]", "x.md", "x"),
    ("C#", "x.md", "x"), ("a `b`", "f/x.markdown", "f/x"), ("^a", "x.md", "^a"),
  ]

  @Test(arguments: targets)
  func aTitleThatNoLinkCanContainIsReplacedByThePath(title: String, path: String, target: String) {
    #expect(LinkCompletion.Choice(title: title, path: VaultPath(path))?.target == target)
  }

  @Test(arguments: [("[초안] 9장", "9장 [초안].md"), ("", "C#.md"), ("a|b", "a|b.md")])
  func aMemoThatNoLinkCanNameIsNotOffered(title: String, path: String) {
    #expect(LinkCompletion.Choice(title: title, path: VaultPath(path)) == nil)
  }

  @Test func titlesWithTheWholeTextComeFirst() throws {
    let files = [
      ("n.md", "# n\n"), ("a.md", "# chapter 9\n"), ("b.md", "# 9 lost chapter\n"), ("c.md", "# the chapter 95\n"),
    ]
    let browser = try BrowserTrial(files: files)
    browser.type("i[[chapter 9")
    browser.press(.enter)
    #expect(browser.text?.contains("[[chapter 9]]") == true)
    browser.type(" [[er 9")
    browser.press(.down)
    browser.press(.enter)
    #expect(browser.text?.contains("[[the chapter 95]]") == true || browser.text?.contains("[[chapter 9]] [[") == true)
  }
}
