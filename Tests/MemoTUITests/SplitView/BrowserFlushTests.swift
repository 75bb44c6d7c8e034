import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

/// A text that takes long to be saved when it is left: what is to follow waits, and the window goes on.
@Suite struct BrowserFlushTests {
  private static let three = ["가방", "나비", "다리"]
  private static let saved = "x# 가방\n\ntext of 가방\n"

  /// A text that was left while another process keeps it from being saved.
  private static func waiting(after keys: String = "x") throws -> BrowserTrial {
    let browser = try BrowserTrial(Self.three, columns: 120)
    browser.write(keys)
    browser.heldBack = { if case .save = $0 { true } else { false } }
    browser.press(.escape)
    return browser
  }

  private func save(_ browser: BrowserTrial) {
    browser.heldBack = { _ in false }
    browser.answerHeld()
  }

  @Test func keysBehindEscWaitUntilTheTextIsSaved() throws {
    let browser = try Self.waiting()
    browser.press(.escape)
    browser.type("jdy")
    #expect(browser.selected == "x# 가방" && browser.text == Self.saved && browser.isPaintedRight)
    save(browser)
    #expect(try browser.text(of: "가방.md") == Self.saved)
    #expect(try browser.names() == ["가방.md", "다리.md"], "the deletion is of the memo below")
  }

  @Test func aClickWaitsUntilTheTextIsSaved() throws {
    let browser = try Self.waiting()
    browser.mouse(.press, row: 2, column: 3)
    #expect(browser.selected == "x# 가방" && browser.text == Self.saved)
    save(browser)
    #expect(try browser.text(of: "가방.md") == Self.saved)
    #expect(browser.selected == "나비" && browser.text == "# 나비\n\ntext of 나비\n")
  }

  @Test func itIsShownThatATextWaitsToBeSaved() throws {
    let browser = try Self.waiting()
    #expect(!browser.status.contains("saved"), "it may take no time: \(browser.status)")
    browser.send(.waitedLong)
    #expect(browser.status.hasPrefix("waiting to be saved…"), "\(browser.status)")
    browser.resize(columns: 100)
    #expect(browser.status.hasPrefix("waiting to be saved…") && browser.isPaintedRight, "\(browser.status)")
    save(browser)
    #expect(!browser.status.contains("saved"), "\(browser.status)")
  }

  @Test func escDropsKeysThatWaitLongAndNotTheText() throws {
    let browser = try Self.waiting()
    browser.type("jd")
    browser.send(.waitedLong)
    #expect(browser.status.hasPrefix("not saved yet; the keys since then wait"), "\(browser.status)")
    browser.press(.escape)
    #expect(browser.status.hasPrefix("waiting to be saved…"), "\(browser.status)")
    save(browser)
    #expect(try browser.text(of: "가방.md") == Self.saved)
    #expect(browser.selected == "x# 가방" && !browser.status.contains("trash"), "\(browser.status)")
  }

  @Test func memoEndsOnceTheTextIsSaved() throws {
    let browser = try Self.waiting()
    browser.type("q")
    #expect(!browser.hasQuit)
    save(browser)
    #expect(try browser.hasQuit && browser.text(of: "가방.md") == Self.saved)
  }

  @Test func keysDoNotAnswerTheQuestionAfterAFailure() throws {
    let browser = try Self.waiting()
    browser.type("yq")
    browser.send(.waitedLong)
    browser.send(.notSaved("full"))
    #expect(browser.status.hasPrefix("full. Leave without saving?") && !browser.hasQuit, "\(browser.status)")
    browser.heldBack = { _ in false }
    browser.type("n")
    browser.press(.escape)
    #expect(try browser.text(of: "가방.md") == Self.saved)
  }

  @Test func whatIsTypedWhileATextWaitsIsKeptWhereTheSaveFails() throws {
    let browser = try BrowserTrial.readingWithVi("# Plan\n\none\n")
    browser.heldBack = { if case .save = $0 { true } else { false } }
    browser.type("Gox")
    browser.press(.escape)
    browser.type("otwo")
    browser.send(.notSaved("full"))
    #expect(browser.text == "# Plan\n\none\nx\ntwo\n" && browser.status.hasPrefix("full"), "\(browser.status)")
    browser.heldBack = { _ in false }
    browser.press(.escape)
    #expect(try browser.text(of: "plan.md") == "# Plan\n\none\nx\ntwo\n")
  }

  @Test func whatIsTypedBeforeTheWindowIsClosedIsKeptWhereTheSaveFails() throws {
    let browser = try Self.waiting()
    browser.type("iy")
    browser.end()
    browser.heldBack = { _ in false }
    browser.send(.notSaved("full"))
    #expect(browser.text == "xy# 가방\n\ntext of 가방\n" && !browser.status.contains("Leave"), "\(browser.status)")
  }

  @Test func aTextIsSavedThoughAnEarlierSaveFails() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    browser.heldBack = { if case .save = $0 { true } else { false } }
    browser.pause()
    browser.press(.escape)
    #expect(browser.held.count == 1, "one save at a time")
    browser.heldBack = { _ in false }
    browser.send(.notSaved("locked"))
    #expect(try browser.text(of: "가방.md") == Self.saved)
    #expect(!browser.status.contains("locked") && !browser.state.isWriting, "\(browser.status)")
  }

  @Test func whatWaitsFollowsASaveThatWasTriedAgain() throws {
    let browser = try BrowserTrial.readingWithVi("# Plan\n\none\n")
    browser.type("Gx")
    browser.send(.notSaved("full"))
    browser.heldBack = { if case .save = $0 { true } else { false } }
    browser.pause()
    browser.press(.tab)
    #expect(browser.held.count == 1, "it is tried again")
    save(browser)
    browser.type("q")
    #expect(try browser.hasQuit && browser.text(of: "plan.md") == "# Plan\n\nne\n")
  }

  @Test func aTextIsCalledSavedOnceItIs() throws {
    let browser = try BrowserTrial.readingWithVi("# Plan\n\none\n")
    browser.type("Gx")
    browser.heldBack = { if case .save = $0 { true } else { false } }
    browser.type(":w")
    browser.press(.enter)
    #expect(!browser.status.contains("saved"), "\(browser.status)")
    save(browser)
    #expect(browser.status.hasPrefix("saved"), "\(browser.status)")
    #expect(try browser.text(of: "plan.md") == "# Plan\n\nne\n")
  }

  @Test func aMemoThatIsListedWhileItWaitsStaysInThePane() throws {
    let browser = try Self.waiting()
    try browser.write("# new\n", to: "new.md", at: 20)
    #expect(browser.text == Self.saved && browser.selected == "x# 가방" && browser.isPaintedRight)
    save(browser)
    #expect(try browser.text(of: "가방.md") == Self.saved)
    #expect(browser.text == Self.saved && browser.selected == "x# 가방")
  }
}
