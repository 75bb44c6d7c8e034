import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// What others do while the split view is open.
@Suite(.waitsForPrograms, .enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
struct BrowseElsewhereTests {
  @Test func aMemoThatOthersDeleteWhileItIsWrittenIsKept() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("i", "C-Home", "x")
    try screen.wait { try sandbox.text(of: "memo0.md")?.hasPrefix("x# ") == true }
    _ = try sandbox.shell("rm memo0.md")
    try screen.wait(for: "deleted elsewhere; keep typing")
    #expect(try screen.lines()[0].contains("│ x# 장보기"))
    try screen.press("y")
    try screen.wait(for: "saved again after it was deleted")
    try screen.wait { try sandbox.text(of: "memo0.md")?.hasPrefix("xy# ") == true }
    try BrowseTests.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test(arguments: [
    "mv memo0.md moved.md", "mkdir f; mv memo0.md f/moved.md; mv f/moved.md .", "memo rename memo0.md moved",
  ])
  func aMemoThatOthersMoveIsWrittenWhereItIsNow(command: String) throws {
    let sandbox = try BrowseTests.sandbox()
    if command.hasPrefix("memo") { try sandbox.write("# memo0\n\nbody\n", to: "memo0.md", day: 25) }
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("i", "End", "x")
    // No one need have seen the file in between.
    try screen.wait { try sandbox.text(of: "memo0.md")?.contains("x") == true }
    _ = try sandbox.shell(command)
    // It says so before anything is typed, too.
    try screen.wait(for: "moved elsewhere, to 'moved.md'")
    try screen.press("y")
    try screen.wait(for: "saved · Esc")
    try BrowseTests.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
    #expect(try sandbox.memo("list", "--paths").lines.sorted() == ["memo1.md", "memo2.md", "memo3.md", "moved.md"])
    #expect(try sandbox.text(of: "moved.md")?.hasSuffix("xy\n") == true)
  }

  @Test func whatOthersWriteIsSeenWhileWriting() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("i", "C-Home", "x")
    try screen.wait(for: "saved · Esc")
    _ = try sandbox.shell("echo of others >> memo0.md")
    try screen.wait(for: "│ of others")
    try screen.wait(for: "merged")
    try BrowseTests.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test func aVaultThatWasAwayIsFollowedAgain() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox)
    _ = try sandbox.shell("mv ../vault ../away; mv ../away ../vault; echo '# new' > new.md")
    try screen.wait(for: "Today · 1 ")
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test(.enabled(if: NSUserName() != "root", "root is refused nothing"))
  func aReadOnlyVaultRefusesTheFirstKey() throws {
    let sandbox = try BrowseTests.sandbox()
    _ = try sandbox.shell("chmod a-w .")
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("i")
    try screen.wait(for: "cannot be changed")
    _ = try sandbox.shell("chmod u+w .")
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test func syncingReceivesChangesAndIsReported() throws {
    let devices = try Devices.inStep(2, "# A\n\none\n")
    try devices.write("# B\n\nfrom elsewhere\n", to: "b.md", on: 1)
    #expect(try devices.sync(1).end == .exited(0))
    let screen = try TerminalScreen("cd ../d0 && memo", in: devices.sandbox, columns: 100, rows: 14)
    try screen.wait(for: "1 memo · synced ")
    try screen.press("i", "C-End")
    try screen.type("two")
    try screen.wait(for: "│ two")
    try screen.press("Escape")
    try screen.waitUntilGone("Esc to finish")
    try screen.press("S")
    try screen.wait(for: "from elsewhere")
    try screen.waitUntilGone("syncing")
    try screen.press("j")
    try screen.wait(for: "2 memos · synced ")
    #expect(try devices.sync(1).end == .exited(0))
    #expect(try devices.text("a.md", on: 1) == "# A\n\none\ntwo\n", "what was typed is sent")
    _ = try devices.sandbox.shell("mv ../hub.git ../gone.git")
    try screen.press("S")
    try screen.wait(for: "saved here, not synced: ")
    try screen.press("j")
    try screen.wait(for: "not synced since ")
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test func aSyncOfAnotherProcessIsShownWithoutAKey() throws {
    let devices = try Devices.inStep(2, "# A\n\none\n")
    let screen = try TerminalScreen("cd ../d0 && memo", in: devices.sandbox, columns: 100, rows: 14)
    try screen.wait(for: "1 memo · synced ")
    _ = try devices.sandbox.shell("mv ../hub.git ../gone.git")
    #expect(try devices.sync(0).end != .exited(0))
    try screen.wait(for: "not synced since ")
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test(arguments: [("en", "both sides changed '.memo/config.json'"), ("ko", "양쪽에서 '.memo/config.json'을 변경했고")])
  func settingsChangedOnBothSidesGetAHint(language: String, told: String) throws {
    let devices = try Devices.inStep(2)
    for device in [0, 1] {
      #expect(try devices.memo(device, ["config", "daily.folder", "d\(device)"]).end == .exited(0))
    }
    for device in [0, 1] { #expect(try devices.sync(device).end == .exited(0)) }
    let screen = try TerminalScreen(
      "cd ../d1 && memo --lang \(language)", in: devices.sandbox, columns: 80, rows: 14)
    try screen.wait(for: "C: ")
    try screen.press("C")
    try screen.wait(for: told)
    try screen.wait(for: "'memo conflicts --resolve")
    try screen.press("q")
    try screen.waitForEnd()
    #expect(try devices.memo(1, ["conflicts", "--resolve", ".memo/config.json"]).end == .exited(0))
    #expect(try devices.memo(1, ["conflicts", "--json"]).records().isEmpty)
  }

  @Test func whatASyncLeftToLookAtIsCountedAndShown() throws {
    let devices = try Devices.inStep(2, "# A\n\none\n")
    for device in [0, 1] { try devices.write("# A\n\none of \(device)\n", to: "a.md", on: device) }
    #expect(try devices.sync(0).end == .exited(0))
    #expect(try devices.sync(1).end == .exited(0))
    // Which one stands first is told by the commits, and theirs may be of one second.
    let upper = try devices.text("a.md", on: 1)?.hasPrefix("# A\n\none of 0") == true ? "one of 0" : "one of 1"
    let screen = try TerminalScreen("cd ../d1 && memo", in: devices.sandbox, columns: 100, rows: 14)
    try screen.wait(for: "C: 1 conflict · ")
    #expect(try screen.lines()[1].hasPrefix("!A "))
    try screen.press("C")
    try screen.wait(for: "both versions are here")
    try screen.press("i", "C-k", "C-k")
    try screen.waitUntilGone(upper)
    try screen.press("Escape")
    try screen.waitUntilGone("Esc to finish")
    try screen.waitUntilGone("conflict")
    try screen.press("q")
    try screen.waitForEnd()
  }
}
