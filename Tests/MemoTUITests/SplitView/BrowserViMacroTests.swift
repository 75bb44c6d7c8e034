import MemoTestSupport
import Testing

@testable import MemoTUI

/// Keys of vi that are recorded and played again.
@Suite struct BrowserViMacroTests {
  private static let text = "# t\na 1\nb 2\nc 3\n"

  @Test(arguments: [
    ("jqaA!\u{1B}jq@a", "# t\na 1!\nb 2!\nc 3\n"), ("jqaxjq@a@@", "# t\n 1\n 2\n 3\n"),
    ("jqaxjq2@a", "# t\n 1\n 2\n 3\n"), ("jqaxjq9@a", "# t\n 1\n 2\n 3\n"),
    ("jqaI- \u{1B}jqqA0q@a", "# t\n- a 1\n- b 2\nc 3\n"), ("jqaxqjqb@aq@b", "# t\n 1\n2\nc 3\n"),
    ("jqacwX\u{1B}jq@a", "# t\nX 1\nX 2\nc 3\n"), ("jqavUjq@a", "# t\nA 1\nB 2\nc 3\n"),
    ("jqa/ \nx0jq@a", "# t\na1\nb2\nc 3\n"), ("jqad/ \njq@a", "# t\n 1\n 2\nc 3\n"),
    ("jqa\"zywjq$\"zp", "# t\na 1\nb 2a \nc 3\n"), ("jqaxjq@a.", "# t\n 1\n 2\n 3\n"),
    ("jqa:s/ /-/\njq@a", "# t\na-1\nb-2\nc 3\n"), ("jqalq0v@ad", "# t\n1\nb 2\nc 3\n"),
    ("ㅓㅂㅁㅌㅓㅂ@ㅁ", "# t\n 1\n 2\nc 3\n"),
    ("jqaxfqjq@a", "# t\n 1\n 2\nc 3\n"),
  ])
  func whatIsRecordedIsPlayed(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press(keys)
    #expect(browser.text == text, "\(keys)")
    #expect(browser.isPaintedRight && browser.state.waiting.isEmpty)
  }

  /// As in vi, what finds nothing to do ends what is played: then a large count means until the end.
  @Test(arguments: [
    ("jqaxjq99@aP", "# t\n 1\n 2\nc 3\n"), ("jqafzxq0@a", "# t\n 1\nb 2\nc 3\n"),
    ("gg/1\nqanxq99@a", "# t\na \nb 2\nc 3\n"), ("jqalxhq99@a", "# t\na\nb 2\nc 3\n"),
    ("jqa:s/b/x/\njq9@a", "# t\na 1\nx 2\nc 3\n"),
    ("ggA,\u{1B}0qavf,dqu0j@arz", "# t,\nz 1\nb 2\nc 3\n"), ("qavi(dq@a", " t\na 1\nb 2\nc 3\n"),
    ("jqav/b\ndq@a", "# t\n 2\nc 3\n"), ("jqavjjjdqu@a", "# t\na 1\nb 2\nc 3\n"),
    ("jqa:foo\n\u{1B}xq@a", "# t\n 1\nb 2\nc 3\n"),
  ])
  func whatFindsNothingEndsIt(keys: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press(keys)
    #expect(browser.text == text, "\(keys)")
    #expect(browser.state.waiting.isEmpty)
  }

  @Test func theNameOfAMacroIsNoCommandInASelection() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    for keys in ["jve@d", "\u{1B}\u{1B}ve@x", "\u{1B}\u{1B}veqd"] {
      browser.press(keys)
      #expect(browser.text == Self.text, "\(keys)")
    }
    #expect(browser.state.vi.macros.recordedName == nil)
  }

  @Test func anArrowAtTheLastLineEndsIt() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press("jqbA!\u{1B}")
    browser.press(.down)
    browser.press("q9@b")
    #expect(browser.text == "# t\na 1!\nb 2!\nc 3!\n", "\(browser.text ?? "")")
  }

  @Test func aMacroThatPlaysItselfEndsWhereItFindsNothing() throws {
    let browser = try BrowserTrial.readingWithVi("# t\n" + String(repeating: "a b\n", count: 50))
    browser.press("jqaxjqqA@aq")
    browser.press("@a")
    #expect(browser.text == "# t\n" + String(repeating: " b\n", count: 50))
  }

  @Test func aMacroThatNeverEndsIsStopped() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press("jqa0qqA@aq")
    browser.press("@a")
    #expect(browser.status.hasPrefix("stopped: one key plays at most 10,000 keys"), "\(browser.status)")
    #expect(browser.text == Self.text && browser.state.waiting.isEmpty)
    browser.press("rz")
    #expect(browser.text == "# t\nz 1\nb 2\nc 3\n", "the next key is the person's again")
  }

  @Test func aRecordingIsShownAndHasAnEnd() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press("qa")
    #expect(browser.status.hasSuffix("recording a · q ends it"), "\(browser.status)")
    browser.press("j")
    #expect(browser.status.hasSuffix("recording a · q ends it"), "\(browser.status)")
    browser.press("q")
    #expect(browser.status.hasPrefix("recorded; @a plays it"), "\(browser.status)")
    browser.press("qbi")
    browser.send(.terminal(.paste(String(repeating: "x", count: 10_001))))
    #expect(browser.state.vi.macros.recordedName == nil, "too long")
    browser.press("\u{1B}@b")
    #expect(browser.status.hasPrefix("nothing is recorded under this name"), "\(browser.status)")
  }

  @Test func whatACapitalAddsMakesNoMacroThatIsTooLongToPlay() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press("jqax0qqAi")
    browser.send(.terminal(.paste(String(repeating: "x", count: 9_998))))
    #expect(browser.state.vi.macros.recordedName == nil, "both together are too long")
    browser.press("\u{1B}ujx0@a")
    #expect(browser.text == "# t\n 1\n2\nc 3\n", "what the name had is kept: \(browser.text?.count ?? 0)")
  }

  @Test func aSearchThatTheMouseLeavesIsNoKeyBeforeTheEndOfARecording() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press("jqav/")
    browser.mouse(.wheelDown, row: 3, column: 60)
    browser.press("q")
    #expect(browser.state.vi.macros.recordedName == nil && browser.state.vi.keys == ViKeys())
  }

  /// Its keys are commands of the list there, and answers to questions.
  @Test func whatIsPlayedStaysInItsText() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press("qa")
    browser.press(.tab)
    browser.press("dn")
    browser.press(.tab)
    browser.press("jq")
    browser.press("@a")
    #expect(try browser.names().count == 2 && browser.state.focus == .list)
    if case .asking = browser.state.mode { Issue.record("nothing is asked") }
  }

  @Test func keysTypedBehindItComeAfterIt() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press("jqaA!\u{1B}jq")
    browser.heldBack = { if case .finish = $0 { true } else { false } }
    browser.press("2@aGdd")
    #expect(browser.text == "# t\na 1!\nb 2!\nc 3!\n", "they wait until the text is saved")
    browser.heldBack = { _ in false }
    browser.answerHeld()
    #expect(browser.text == "# t\na 1!\nb 2!\n", "\(browser.text ?? "")")
  }

  /// Else each repetition would be an operation of its own, and push out those that could still be undone.
  @Test(arguments: ["qaA!\u{1B}jq", "qagtjq", "qa:s/a/b/\njq"])
  func aMacroIsSavedOnceAndWholly(keys: String) throws {
    let browser = try BrowserTrial.readingWithVi("# t\n" + String(repeating: "- [ ] a\n", count: 40))
    browser.press("j\(keys)")
    browser.pause()
    let before = browser.text
    var (saves, checks) = (0, 0)
    browser.heldBack = { effect in
      if case .save = effect { saves += 1 }
      if effect == .prepareWriting { checks += 1 }
      return false
    }
    browser.press("30@a")
    #expect(saves == 1 && checks <= 2, "\(keys): \(saves), \(checks)")
    #expect(try browser.text(of: "plan.md") == browser.text, "\(keys)")
    #expect(browser.state.unsaved == nil && browser.state.waiting.isEmpty)
    browser.press("u")
    browser.pause()
    #expect(browser.text == before, "\(keys): it is one step of undo")
  }

  @Test func whatIsTypedBehindAMacroThatFoundNothingIsNotDropped() throws {
    let browser = try BrowserTrial.readingWithVi("# t\na, 1\nb 2\n")
    browser.press("jqact,x\u{1B}jq@arz")
    #expect(browser.text == "# t\nx, 1\nz 2\n", "\(browser.text ?? "")")
  }

  /// It was offered when the key was recorded that takes it; without it that key would come into the text.
  @Test func aCompletionIsAwaited() throws {
    let browser = try recordingACompletion()
    browser.press("2@aGohello\u{1B}")
    #expect(browser.text?.contains("\t") == false, "\(browser.text ?? "")")
    browser.heldBack = { _ in false }
    browser.answerHeld()
    let text = "# t\na 1 [[other]]\nb 2 [[other]]\nc 3 [[other]]\nhello\n"
    #expect(browser.text == text, "Esc keeps its place behind what is typed: \(browser.text ?? "")")
  }

  @Test func escapeDropsWhatWaitsToBePlayed() throws {
    let browser = try recordingACompletion()
    browser.press("9@a\u{1B}")
    #expect(browser.state.message == "macro stopped after 7 of 90 keys")
    #expect(browser.state.waiting.isEmpty)
    browser.heldBack = { _ in false }
    browser.answerHeld()
    browser.press("\u{1B}")
    #expect(browser.text?.hasSuffix("\nc 3\n") == true, "\(browser.text ?? "")")
  }

  @Test func aSecondEscapeDropsKeysBehindIt() throws {
    let browser = try recordingACompletion()
    browser.press("9@aGohello\u{1B}\u{1B}")
    #expect(browser.state.message == "macro stopped after 7 of 90 keys")
    #expect(browser.state.waiting.isEmpty)
  }

  /// A macro of ten keys that completes a link, and waits for its completion.
  private func recordingACompletion() throws -> BrowserTrial {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press("jqaA [[oth")
    browser.press(.tab)
    browser.press("\u{1B}jq")
    browser.heldBack = { if case .complete = $0 { true } else { false } }
    return browser
  }
}
