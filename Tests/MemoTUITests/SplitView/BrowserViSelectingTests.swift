import MemoTestSupport
import Testing

@testable import MemoTUI

/// Selections with the keys of vi.
@Suite struct BrowserViSelectingTests {
  private static let text = "# plan\none two three\n\n## Goals\nfour five\n## Security\nsix\n"

  @Test(arguments: [
    ("V/Security", "## Goals\nfour five\n## Security\n"), ("v/five", "## Goals\nfour f"),
    ("V?two", "one two three\n\n## Goals\n"),
    ("v?three", "three\n\n#"), ("wv?two", "two three\n\n## G"),
  ])
  func aSearchExtendsASelection(keys: String, copied: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("4G" + keys)
    #expect(!browser.state.isWriting && browser.text == Self.text)
    browser.press(.enter)
    if case .selecting = browser.state.mode {} else { Issue.record("\(keys)") }
    #expect(browser.isPaintedRight)
    browser.type("y")
    #expect(String(decoding: browser.copied, as: UTF8.self) == copied, "\(keys)")
    browser.type("4GVn")
    #expect(browser.text == Self.text, "and again")
  }

  @Test func aSearchThatIsCancelledLeavesTheSelection() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("4Gv/five")
    browser.press(.escape)
    if case .selecting = browser.state.mode {} else { Issue.record("still selecting") }
    browser.type("ly")
    #expect(String(decoding: browser.copied, as: UTF8.self) == "##")
    browser.type("v/five")
    browser.mouse(.press, row: 1, column: 40)
    #expect(browser.state.vi.selection == nil)
  }

  @Test(arguments: ["VKdd", "vQx", "VDd", "v:d", "vIx", "v&y", "V\"add"])
  func whatFollowsOnAKeyThatIsNotKnownIsDropped(keys: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("j" + keys)
    #expect(browser.text == Self.text && !browser.state.isWriting, "\(keys)")
    browser.press(.escape)
    browser.type("dd")
    #expect(browser.text == Self.text.replacing("one two three\n", with: ""), "\(keys)")
  }

  @Test func thePositionIsThatOfTheEndThatMoves() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(":2")
    browser.press(.enter)
    browser.type("V")
    #expect(browser.status.contains(" 2:1 "), "\(browser.status)")
    browser.press(.escape)
    browser.type("vll")
    #expect(browser.status.contains(" 2:3 "), "\(browser.status)")
  }
}
