import MemoCore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoTUI

/// A text that cannot be saved, with the keys of vi: only what leaves it asks.
@Suite struct BrowserFailedSaveTests {
  private static let reason = "cannot save: 'f.md' is a folder, not a memo; rename or move it"

  /// A line was written whose memo is a folder by now.
  private static func failing(kit: BrowserKit = .tested()) throws -> BrowserTrial {
    let files = [("f.md", "# F\n\nx\n"), ("other.md", "# other\n")]
    let browser = try BrowserTrial(files: files, columns: 160, rows: 14, kit: kit)
    browser.readWithVi()
    browser.type("Goabcdef")
    try browser.remove("f.md")
    try browser.add([], at: "f.md/file")
    browser.type("gh")
    browser.press(.escape)
    return browser
  }

  @Test func escapeEndsWriting() throws {
    let browser = try Self.failing()
    #expect(browser.status.hasPrefix(Self.reason) && !browser.status.contains("Leave"), "\(browser.status)")
    #expect(browser.state.focus == .memo && browser.isWaitingForPause && browser.isPaintedRight)
    browser.press(.escape, .escape)
    browser.type("x")
    #expect(browser.text == "# F\n\nx\nabcdefg\n", "it is a command, and the cursor is where it was")
    try browser.moveUnnoticed("f.md", to: "folder")
    browser.pause()
    #expect(try browser.text(of: "f.md") == "# F\n\nx\nabcdefg\n", "it is tried again")
    try browser.notice()
    #expect(!browser.state.isWriting && !browser.status.contains("cannot save"), "\(browser.status)")
  }

  @Test func savingReportsItAgain() throws {
    let browser = try Self.failing()
    browser.type("j:w")
    browser.press(.enter)
    #expect(browser.status.hasPrefix(Self.reason) && !browser.status.contains("Leave"), "\(browser.status)")
    #expect(browser.text == "# F\n\nx\nabcdefgh\n")
    browser.pause()
    #expect(browser.status.hasPrefix(Self.reason) && browser.isWaitingForPause, "\(browser.status)")
  }

  @Test(arguments: [":q", ":q!", ":new", ":search", "ZZ"]) func whatLeavesTheTextAsks(keys: String) throws {
    let browser = try Self.failing()
    browser.type(keys)
    if keys != "ZZ" { browser.press(.enter) }
    #expect(browser.status.hasPrefix(Self.reason + ". Leave without saving?"), "\(browser.status)")
    browser.type("n")
    #expect(browser.text == "# F\n\nx\nabcdefgh\n" && browser.state.focus == .memo && !browser.hasQuit)
    browser.type("x")
    #expect(browser.text == "# F\n\nx\nabcdefg\n", "no text is written")
  }

  @Test func theListIsNotReached() throws {
    let browser = try Self.failing()
    browser.press(.tab)
    #expect(browser.status.hasPrefix(Self.reason + ". Leave without saving?"), "\(browser.status)")
    browser.type("n")
    #expect(browser.state.focus == .memo && browser.text == "# F\n\nx\nabcdefgh\n")
  }

  @Test func whatIsDiscardedIsKeptInTheUsersFolder() throws {
    let kept = Mutex<[[UInt8]]>([])
    var kit = BrowserKit.tested()
    kit.rescue = { text in
      kept.withLock { $0.append(text) }
      return HostPath("/unsaved/1.md")
    }
    let browser = try Self.failing(kit: kit)
    browser.type(":q")
    browser.press(.enter)
    browser.type("y")
    #expect(kept.withLock(\.self) == [Array("# F\n\nx\nabcdefgh\n".utf8)])
    #expect(browser.status.hasPrefix("text that could not be saved is in '/unsaved/1.md'"), "\(browser.status)")
    #expect(browser.state.focus == .list && browser.text == "# other\n" && browser.isPaintedRight)
    browser.type("q")
    #expect(browser.hasQuit)
  }
}
