import MemoTestSupport
import Testing

@testable import MemoTUI

/// Esc and a key soon after it, which tmux sends as Alt and the key: with vi's keys these are two.
@Suite struct BrowserViEscapeTests {
  private static let text = "# plan\none two\nthree\n"

  @Test(arguments: [
    ("jihello", "d", "d", "# plan\nthree\n"), ("jox", "k", "dd", "# plan\nx\nthree\n"),
    ("jcwX", "x", "", "# plan\n two\nthree\n"), ("jd", "x", "", "# plan\nne two\nthree\n"),
    ("jve", "x", "", "# plan\non two\nthree\n"), ("j/thr", "x", "", "# plan\nne two\nthree\n"),
    ("j:outl", "x", "", "# plan\nne two\nthree\n"), ("jq", "x", "", "# plan\nne two\nthree\n"),
    ("j", "x", "", "# plan\nne two\nthree\n"), ("jiab", "\u{7F}", "x", "# plan\naone two\nthree\n"),
  ])
  func altAndAKeyIsEscapeAndTheKey(keys: String, alt: Character, more: String, text: String) throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type(keys)
    browser.press(.alt(alt))
    browser.type(more)
    #expect(browser.text == text, "\(keys), Alt+\(alt), \(more): \(browser.text ?? "")")
    if case .writing = browser.state.mode { Issue.record("\(keys): still writing") }
    #expect(browser.isPaintedRight)
  }

  @Test func aCommandBehindWhatWasWrittenIsNotWritten() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.type("jihi ")
    browser.press(.alt(":"))
    browser.type("s/one/1/")
    browser.press(.enter)
    #expect(browser.text == "# plan\nhi 1 two\nthree\n", "\(browser.text ?? "")")
    browser.type("oworld")
    browser.press(.alt(":"))
    browser.type("q")
    browser.press(.enter)
    #expect(try browser.hasQuit && browser.text(of: "plan.md") == "# plan\nhi 1 two\nworld\nthree\n")
  }

  @Test func withPlainKeysAltIsAKeyOfItsOwn() throws {
    let browser = try BrowserTrial(files: [("plan.md", "one two\n")])
    browser.press(.tab)
    browser.type("Ax")
    browser.press(.alt("\u{7F}"))
    #expect(browser.text == "one \n" && browser.state.isWriting)
    browser.press(.escape, .alt("x"))
    #expect(browser.text == "one \n" && browser.status.contains("'Alt+x'"), "\(browser.status)")
  }

  @Test func inTheListAndItsPromptsAltIsAKeyOfItsOwn() throws {
    let browser = try BrowserTrial.readingWithVi(Self.text)
    browser.press(.tab, .alt("n"))
    #expect(!browser.state.isWriting && browser.status.contains("'Alt+n'"), "\(browser.status)")
    browser.type("r")
    browser.press(.alt("\u{7F}"))
    guard case .prompting(let prompt) = browser.state.mode else {
      Issue.record("the prompt has ended")
      return
    }
    #expect(prompt.input.text.isEmpty)
  }
}
