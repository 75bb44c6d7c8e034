import MemoCore
import MemoKit
import MemoTestSupport
import Testing

@testable import MemoTUI

/// Keys that arrive before it is known what they apply to: they wait for the answer, in order.
@Suite struct BrowserWaitingTests {
  private static let alpha = "# Alpha\n\n[[Solo]] #travel\n"
  private static let files = [
    ("big.md", "# Big\n\nbig\n"), ("alpha.md", alpha), ("solo.md", "# Solo\n\nsolo\n"),
    ("work/one.md", "# One\n\none\n"),
  ]

  /// Titles in the order of the list.
  private static let titles = ["Big", "Alpha", "Solo", "One"]

  private static func isList(_ effect: BrowserEffect) -> Bool { if case .list = effect { true } else { false } }
  private static func isFolders(_ effect: BrowserEffect) -> Bool { effect == .folders(moving: nil) }
  private static func isLinks(_ effect: BrowserEffect) -> Bool { if case .links = effect { true } else { false } }
  private static func isDelete(_ effect: BrowserEffect) -> Bool { if case .delete = effect { true } else { false } }

  private func answer(_ browser: BrowserTrial) {
    browser.heldBack = { _ in false }
    browser.answerHeld()
  }

  // MARK: Searches

  @Test func textBehindASearchIsWrittenIntoWhatItFinds() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.heldBack = Self.isList
    browser.type("/Alpha")
    browser.press(.enter)
    browser.type("iZZZ")
    #expect(browser.selected == "Big" && browser.text == "# Big\n\nbig\n" && browser.status.hasPrefix("/Alpha"))
    answer(browser)
    browser.press(.escape)
    #expect(try browser.text(of: "big.md") == "# Big\n\nbig\n")
    #expect(try browser.text(of: "alpha.md")?.contains("ZZZ") == true)
  }

  @Test func aDeletionBehindASearchIsOfWhatItFinds() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.heldBack = Self.isList
    browser.type("/Solo")
    browser.press(.down, .enter)
    browser.type("dy")
    answer(browser)
    #expect(try browser.names().count == 3)
    #expect(try browser.names().contains("big.md"), "\(browser.status)")
  }

  @Test func keysBehindAQueryWithAnErrorAreTypedIntoIt() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.type("//(/")
    browser.press(.enter)
    #expect(browser.lines.suffix(4).joined(separator: " ").contains("is not a regular expression"), "\(browser.lines)")
    browser.type("dy")
    #expect(browser.state.mode.isSearching && browser.state.list.query == "/(/dy")
    browser.press(.escape)
    #expect(try browser.names().count == 4)
    #expect(browser.titles == Self.titles)
  }

  @Test func keysBehindAClickAreForTheMemoThatWasClicked() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.heldBack = Self.isList
    browser.type("/Solo")
    browser.mouse(.press, row: 2, column: 3)
    browser.type("j")
    browser.type("k")
    #expect(browser.selected == "Alpha" && browser.titles == Self.titles, "\(browser.titles)")
    answer(browser)
    #expect(browser.selected == "Alpha" && browser.titles == ["Solo", "Alpha"], "also where the search finds others")
    browser.type("iZZZ")
    browser.press(.escape)
    #expect(try browser.text(of: "alpha.md")?.contains("ZZZ") == true)
  }

  @Test func theRestOfAQueryIsTypedAtOnce() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.heldBack = Self.isList
    browser.type("/Alp")
    browser.press(.backspace)
    #expect(browser.status.hasPrefix("/Al") && !browser.status.hasPrefix("/Alp"))
    browser.press(.escape)
    answer(browser)
    #expect(browser.titles == Self.titles)
  }

  @Test func aKeyBehindTheEndOfASearchIsForAllMemos() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.type("/Solo")
    browser.press(.enter)
    browser.heldBack = Self.isList
    browser.press(.escape)
    browser.type("g")
    answer(browser)
    #expect(browser.selected == "Big" && browser.titles == Self.titles)
  }

  // MARK: Choices

  @Test func theNameOfAFolderTypedAtOnceChoosesIt() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.heldBack = Self.isFolders
    browser.type("Fwork")
    browser.press(.enter)
    #expect(browser.titles == Self.titles && browser.state.list.order == .newest)
    answer(browser)
    #expect(browser.titles == ["One"] && browser.state.list.order == .newest)
    #expect(try browser.text(of: "big.md") == "# Big\n\nbig\n", "no other memo was renamed")
  }

  @Test func aTagTypedAtOnceIsChosen() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.heldBack = { $0 == .tags }
    browser.type("ttrav")
    browser.press(.enter)
    answer(browser)
    #expect(browser.titles == ["Alpha"])
    #expect(try browser.names().contains("big.md"), "no memo was renamed")
  }

  @Test func keysBehindAChoiceWaitForWhatItLists() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.heldBack = Self.isList
    browser.type("Fwork")
    browser.press(.enter)
    browser.type("dy")
    answer(browser)
    #expect(try browser.names() == ["alpha.md", "big.md", "solo.md"])
  }

  // MARK: Links and the memo of the day

  @Test func textBehindALinkIsWrittenIntoItsMemo() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.type("ji")
    browser.press(.right, .escape)
    browser.heldBack = Self.isLinks
    browser.press(.enter)
    browser.type("iZZZ")
    answer(browser)
    browser.press(.escape)
    #expect(try browser.text(of: "alpha.md") == Self.alpha, "the link is whole")
    #expect(try browser.text(of: "solo.md")?.contains("ZZZ") == true)
  }

  @Test func textBehindTheKeyThatFollowsIsWrittenIntoItsMemo() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.type("j")
    browser.heldBack = Self.isLinks
    browser.type("]iZZZ")
    answer(browser)
    browser.press(.escape)
    #expect(try browser.text(of: "alpha.md") == Self.alpha)
    #expect(try browser.text(of: "solo.md")?.contains("ZZZ") == true)
  }

  @Test func textBehindTheKeyOfTheDayIsWrittenIntoItsMemo() throws {
    var kit = BrowserKit.tested()
    kit.openToday = { .unwritten(VaultPath("2026-05-01.md")) }
    let browser = try BrowserTrial(files: Self.files, kit: kit)
    browser.heldBack = { $0 == .today }
    browser.type("Thello")
    browser.press(.escape)
    #expect(browser.opened == [], "e is no command here")
    answer(browser)
    #expect(try browser.text(of: "2026-05-01.md")?.hasSuffix("hello\n") == true)
    #expect(browser.opened == [] && !browser.state.isWriting, "Esc came behind the text")
  }

  // MARK: Changes

  @Test func aDeletionBehindAnotherIsOfTheNextMemo() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.heldBack = Self.isDelete
    browser.type("dydy")
    answer(browser)
    #expect(try browser.names() == ["solo.md", "work/one.md"])
  }

  @Test func textBehindADeletionIsWrittenIntoTheNextMemo() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.heldBack = Self.isList
    browser.type("dyiZZZ")
    answer(browser)
    browser.press(.escape)
    #expect(try browser.names() == ["alpha.md", "solo.md", "work/one.md"])
    #expect(try browser.text(of: "alpha.md")?.contains("ZZZ") == true)
  }

  // MARK: Refused

  @Test(arguments: ["iZZ", "idyn", "Idy", "Ady"])
  func whatIsTypedInAReadOnlyMemoIsNoCommand(keys: String) throws {
    let browser = try BrowserTrial(files: Self.files, columns: 160)
    browser.press(.down, .tab)
    try browser.setMode(0o444, of: "alpha.md")
    browser.type(keys)
    browser.press(.enter)
    #expect(browser.status.hasPrefix("'alpha.md' is read-only") && !browser.hasQuit, "\(browser.status)")
    browser.press(.escape)
    #expect(try browser.names() == ["alpha.md", "big.md", "solo.md", "work/one.md"])
    browser.type("d")
    #expect(browser.status.hasPrefix("move "), "Esc ends what was to be typed: \(browser.status)")
  }

  @Test func aKeyThatTypesNothingIsACommandAtOnceWhereTypingWasRefused() throws {
    let browser = try BrowserTrial(["a", "b", "c"])
    browser.refusal = "read-only"
    browser.type("ij")
    #expect(browser.selected == "a")
    browser.press(.down)
    browser.type("j")
    #expect(browser.selected == "c")
  }

  @Test func keysAreCommandsAgainAfterAPause() throws {
    let browser = try BrowserTrial(["a", "b"])
    browser.refusal = "read-only"
    browser.type("njd")
    browser.send(.waitedLong)
    browser.type("j")
    #expect(browser.selected == "b" && browser.titles == ["a", "b"])
  }

  // MARK: No answer

  @Test func escGivesUpAtOnceWhatNoKeyWaitsFor() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.heldBack = Self.isFolders
    browser.type("F")
    browser.press(.escape)
    browser.type("j")
    #expect(browser.selected == "Alpha", "keys are commands again")
    answer(browser)
    #expect(browser.state.movesInList && browser.selected == "Alpha", "nothing is offered any more")
  }

  @Test(arguments: [true, false])
  func keysThatWaitLongAreDroppedByEsc(comesEarly: Bool) throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.heldBack = Self.isFolders
    browser.type("Fwork")
    browser.press(.enter)
    if comesEarly { browser.press(.escape) }
    browser.send(.waitedLong)
    #expect(browser.status.contains("Esc drops them") == !comesEarly, "\(browser.status)")
    if !comesEarly { browser.press(.escape) }
    browser.type("j")
    #expect(browser.selected == "Alpha")
    answer(browser)
    #expect(browser.state.movesInList && browser.titles == Self.titles && browser.selected == "Alpha")
  }

  @Test func escEndsASearchThatTakesLong() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.heldBack = Self.isList
    browser.type("/Alpha")
    browser.press(.enter)
    browser.type("d")
    browser.send(.waitedLong)
    browser.press(.escape)
    answer(browser)
    #expect(browser.state.movesInList && browser.titles == Self.titles && browser.selected == "Big")
  }

  /// They were meant for what the keys before Esc select or open.
  @Test(arguments: [0, 1, 2])
  func commandsBehindAnEscThatGivesUpAreDropped(enters: Int) throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.heldBack = Self.isList
    browser.type("/Alpha")
    for _ in 0..<enters { browser.press(.enter) }
    if enters == 2 { browser.type("itext") } else { browser.press(.down) }
    browser.press(.escape)
    browser.type(enters == 2 ? "/Big" : "dy")
    browser.send(.waitedLong)
    answer(browser)
    #expect(browser.titles == Self.titles && browser.state.movesInList, "\(browser.status)")
  }

  @Test func aSearchBehindAnEscThatEndsASlowOneIsKept() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.heldBack = Self.isList
    browser.type("/Alpha")
    browser.press(.enter, .down, .escape)
    browser.type("/Big")
    browser.send(.waitedLong)
    answer(browser)
    browser.press(.enter)
    #expect(browser.titles == ["Big"], "\(browser.state.list.query)")
  }

  @Test func anAnswerThatWasGivenUpOpensNothing() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.type("F")
    let late = browser.state.waiting.request
    browser.press(.escape)
    browser.heldBack = { $0 == .tags }
    browser.type("ttrav")
    browser.send(.answer(late, [browser.library.folders(moving: nil)]))
    #expect(browser.state.movesInList, "the keys wait for the tags")
    browser.press(.enter)
    answer(browser)
    #expect(browser.titles == ["Alpha"])
  }

  @Test func keysAreDroppedIfWhatTheyWaitForIsDroppedSinceATextIsNotSaved() throws {
    let browser = try BrowserTrial(files: Self.files)
    browser.heldBack = Self.isFolders
    browser.type("Fwork")
    browser.send(.notSaved("the disk is full"))
    browser.type("j")
    #expect(browser.selected == "Alpha")
  }
}

extension BrowserState {
  /// Whether keys are commands of the list.
  fileprivate var movesInList: Bool { if case .browsing = mode { focus == .list } else { false } }
}
