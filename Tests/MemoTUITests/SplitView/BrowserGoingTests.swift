import MemoCore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoTUI

/// The way from place to place, and keys that lead nowhere.
@Suite struct BrowserGoingTests {
  private static let three = ["가방", "나비", "다리"]

  // MARK: A new memo in which nothing is written

  @Test(arguments: ["", "  "])
  func anEmptyNewMemoReturnsToTheMemoItWasStartedFrom(typed: String) throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("jjn" + typed)
    browser.press(.escape)
    #expect(browser.selected == "다리" && browser.text == "# 다리\n\ntext of 다리\n" && browser.state.focus == .list)
    browser.type("[")
    #expect(browser.status.hasPrefix("no link was followed"), "it left no stop behind")
  }

  @Test func anEmptyNewMemoReturnsToTheSearch() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("/text")
    browser.press(.enter)
    browser.type("jn")
    #expect(browser.titles.count == 4)
    browser.press(.escape)
    #expect(browser.titles == Self.three && browser.selected == "나비" && browser.status.contains("/text · "))
    browser.press(.escape)
    browser.type("/nowhere")
    browser.press(.enter)
    browser.type("n")
    browser.press(.escape)
    #expect(browser.titles == [] && browser.status.contains("/nowhere"), "a search without results, too")
  }

  @Test func anEmptyNewMemoReturnsToThePlaceInTheText() throws {
    let long = (1...50).map { "row \($0)\n" }.joined()
    let browser = try BrowserTrial(files: [("a.md", "a"), ("b.md", long)])
    browser.type("j")
    browser.press(.enter)
    browser.type("  jn")
    browser.press(.escape)
    #expect(
      browser.selected == "row 1" && browser.state.focus == .memo && browser.lines.contains { $0.hasSuffix("row 18") })
  }

  @Test func aNewMemoThatWasWrittenStays() throws {
    let browser = try BrowserTrial(Self.three)
    browser.type("jnx")
    browser.press(.escape)
    #expect(browser.selected == "x" && browser.text?.hasPrefix("x") == true)
    browser.type("[")
    #expect(browser.selected == "나비")
  }

  @Test func aRefusedNewMemoReturnsToTheMemo() throws {
    let browser = try BrowserTrial(Self.three)
    browser.refusal = "read-only"
    browser.type("jn")
    #expect(browser.selected == "나비" && browser.text == "# 나비\n\ntext of 나비\n" && browser.status.hasPrefix("read-only"))
  }

  @Test func aDeleteInTheNarrowViewReturnsToTheList() throws {
    let browser = try BrowserTrial(Self.three, columns: 40)
    browser.type("j")
    browser.press(.enter)
    browser.type("dn")
    #expect(browser.lines[0] == " # 나비", "it was not deleted")
    browser.type("dy")
    #expect(browser.lines[0].hasPrefix(" 가방") && browser.lines[2].hasPrefix("▌다리"), "\(browser.lines)")
  }

  @Test(arguments: [80, 40]) func keysBehindADeleteAreNotForTheTextOfTheNextMemo(columns: Int) throws {
    let browser = try BrowserTrial(Self.three, columns: columns)
    browser.press(.enter)
    browser.type("dyp")
    #expect(browser.state.focus == .list && browser.selected == "나비", "\(browser.status)")
    browser.press(.enter)
    browser.type("uu")
    #expect(browser.titles == Self.three && browser.isPaintedRight)
  }

  // MARK: Commands by the words people use

  @Test(arguments: Language.allCases) func eachWordFindsItsCommandFirst(language: Language) {
    for command in BrowserCommand.allCases where command != .palette {
      #expect(!command.aliases.isEmpty && command.aliases.contains { $0.utf8.allSatisfy { $0 >= 0x80 } }, "\(command)")
      for word in command.aliases + [command.key, command.aliases[0].uppercased()] {
        var chooser = Chooser(commandsIn: language)
        for character in word { chooser.update(.text(String(character))) }
        #expect(chooser.chosen?.action == .command(command), "\(word): \(chooser.chosen?.name ?? "none")")
      }
    }
  }

  static let words: [(String, BrowserCommand)] = [
    ("quit", .quit), ("exit", .quit), ("종료", .quit), (":wq", .quit), ("x", .quit), ("w", .save), ("write", .save),
    ("저장", .save), ("delete", .delete), ("rm", .delete), ("삭제", .delete), ("copy", .share), ("공유", .share),
    ("find", .search), ("찾기", .search), ("rename", .rename), ("mv", .rename), ("이름", .rename), ("new", .new),
    ("새", .new),
    ("새 메모", .new), ("help", .help), ("도움말", .help), ("qui", .quit), ("도우", .help),
  ]

  @Test(arguments: words) func commandsAreFoundByOtherWords(word: String, command: BrowserCommand) {
    var chooser = Chooser(commandsIn: .english)
    for character in word where character != ":" { chooser.update(.text(String(character))) }
    #expect(chooser.chosen?.action == .command(command), "\(chooser.chosen?.name ?? "none")")
  }

  @Test(arguments: Language.allCases) func aWordForWhatIsDoneElsewhereIsAnswered(language: Language) throws {
    let names = Set(BrowserCommand.allCases.flatMap(\.aliases) + BrowserCommand.allCases.map(\.key))
    var known: Set<String> = []
    for answer in WordsElsewhere.viAnswers.values {
      #expect(DisplayWidth.columns(of: answer[language]) <= 60, "it fits: \(answer[language])")
    }
    for (words, answer) in WordsElsewhere.all.map({ ($0.words, $0.text) }) {
      #expect(words.contains { $0.utf8.allSatisfy { $0 >= 0x80 } }, "\(words)")
      #expect(DisplayWidth.columns(of: answer[language]) <= 60, "it fits: \(answer[language])")
      for word in words {
        #expect(!names.contains(word) && known.insert(word).inserted, "\(word) has one meaning")
        var chooser = Chooser(commandsIn: language)
        for character in word.uppercased() { chooser.update(.text(String(character))) }
        #expect(chooser.chosen?.action == .message(answer[language]), "\(word): \(chooser.chosen?.name ?? "none")")
      }
    }
  }

  @Test(arguments: [Looks.Keys.plain, .vi]) func theAnswerIsShownInOneLine(keys: Looks.Keys) throws {
    let browser = try BrowserTrial(Self.three, rows: 24)
    if keys == .vi { browser.readWithVi() }
    let answers = [
      "print": "memo share --html", "export": "memo export DIR", "내보내기": "memo export DIR", "인쇄": "memo share --html",
      "체크": keys == .vi ? "gt ticks" : "x ticks",
      "복제": "memo show REF",
    ]
    for (word, answer) in answers {
      browser.type(":" + word)
      browser.press(.enter)
      #expect(browser.status.contains(answer), "\(word): \(browser.status)")
    }
    browser.type(":prin")
    #expect(browser.lines.contains { $0.contains("to print: memo share") }, "the beginning of a word is enough")
  }

  // MARK: Keys without a meaning

  static let idle: [(TerminalEvent, String)] = [
    (.text("c"), "'c' does nothing here; ? lists the keys"), (.text("w"), "'w' works in the text"),
    (.text("x"), "'x' works in the text"), (.key(.alt("q")), "'Alt+q' does nothing here"),
    (.text("v"), "'v' works in the text"), (.text("y"), "'y' works in the text"),
    (.text("p"), "'p' works in the text"), (.key(.control("t")), "'^T' does nothing here"),
    (.key(.function(5)), "'F5' does nothing here"), (.key(.insert), "'Ins' does nothing here"),
    (.text("요"), "'요' was composed by the Korean input method"), (.paste("text"), "text is pasted while writing"),
    (.key(.escape), "q quits"),
  ]

  @Test func aComposedSyllableGetsItsParticle() {
    for (syllable, named) in [("가", "'가'로"), ("각", "'각'으로")] {
      #expect(
        ListMessages.composed(syllable)[.korean]
          == "누른 키를 한글 입력기가 \(named) 조합했습니다. 한/영 키를 눌러 영문으로 바꾸거나 키를 다시 누르십시오")
    }
  }

  @Test(arguments: idle) func aKeyWithoutAMeaningIsExplained(event: TerminalEvent, message: String) throws {
    let browser = try BrowserTrial(Self.three, columns: 100)
    browser.send(.terminal(event))
    #expect(browser.status.hasPrefix(message), "\(browser.status)")
    #expect(browser.titles == Self.three && browser.selected == "가방")
    browser.type("j")
    #expect(browser.status.hasPrefix("vault") && browser.selected == "나비")
  }

  @Test func deleteInTheListAsksAsDDoes() throws {
    let browser = try BrowserTrial(Self.three, columns: 100)
    browser.type("d")
    let question = browser.status
    browser.press(.escape, .delete)
    #expect(browser.status == question && question.contains("가방"), "\(browser.status)")
    browser.press(.escape)
    browser.press(.enter, .delete)
    #expect(browser.status.hasPrefix("'Del' does nothing here") && browser.titles == Self.three, "\(browser.status)")
  }

  @Test func aKeyThatNeedsAMemoIsExplainedWithoutOne() throws {
    let browser = try BrowserTrial([])
    for key in ["d", "r", "i", "m", "s", "e", "B"] {
      browser.type(key)
      #expect(browser.status.hasPrefix("no memo is selected; n starts a new one"), "\(key): \(browser.status)")
    }
  }

  @Test(arguments: ["i", "Enter"]) func aMemoThatIsGoneSaysSoToAKeyThatNeedsItsText(key: String) throws {
    let browser = try BrowserTrial(Self.three, columns: 100)
    try browser.moveUnnoticed("나비.md", to: "나비.txt")
    browser.type("j")
    let problem = try #require(browser.state.pane?.problem)
    #expect(browser.status.hasPrefix("vault"))
    if key == "Enter" { browser.press(.enter) } else { browser.type(key) }
    #expect(browser.status.hasPrefix(problem), "\(browser.status)")
  }

  // MARK: Suspending

  @Test(arguments: ["/나", "rx", ":ne", "d", "?", "v"]) func ctrlZSuspendsWhateverIsAsked(keys: String) throws {
    let browser = try BrowserTrial(Self.three, columns: 100)
    browser.press(.enter)
    browser.type(keys)
    let lines = browser.lines
    browser.press(.control("z"))
    #expect(browser.suspensions == 1)
    #expect(browser.lines == lines, "it is asked again: \(browser.lines)")
    browser.press(.escape, .control("z"))
    #expect(browser.suspensions == 2)
  }

  @Test(arguments: ["f", "r"]) func ctrlZSuspendsWhileWhatToFindIsTyped(key: Character) throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    browser.press(.control(key))
    browser.type("가")
    let lines = browser.lines
    browser.press(.control("z"))
    #expect(browser.suspensions == 1 && browser.lines == lines, "\(browser.lines)")
    browser.press(.escape, .control("z"))
    #expect(browser.suspensions == 1 && browser.text?.hasPrefix("# 가방") == true, "in the text it undoes")
  }

  @Test func ctrlZUndoesWhileWriting() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    browser.press(.control("z"))
    #expect(browser.suspensions == 0 && browser.text?.hasPrefix("# 가방") == true)
  }

  @Test func keysWithAMeaningAreNotExplained() throws {
    let browser = try BrowserTrial(Self.three)
    for key in ["j", "k", "h", "l", "g", "G", " ", "b", "Z"] {
      browser.type(key)
      #expect(browser.status.hasPrefix("vault"), "\(key): \(browser.status)")
    }
    browser.press(.enter)
    for key in ["w", "0", "$", "{", "}", "h", "l"] {
      browser.type(key)
      #expect(browser.status.hasPrefix("vault"), "\(key): \(browser.status)")
    }
  }
}
