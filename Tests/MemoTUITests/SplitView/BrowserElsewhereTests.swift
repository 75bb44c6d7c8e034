import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoTUI

/// What others do to a memo while it is written.
@Suite struct BrowserElsewhereTests {
  private static let three = ["가방", "나비", "다리"]

  // MARK: Removed

  @Test func aMemoDeletedElsewhereWhileItIsEditedIsReportedAndKept() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    browser.pause()
    #expect(browser.status.contains("saved · Esc"))
    try browser.remove("가방.md")
    #expect(browser.status.hasPrefix("deleted elsewhere; keep typing"), "\(browser.status)")
    #expect(browser.status.hasSuffix("  deleted elsewhere"), "\(browser.status)")
    #expect(browser.selected == "x# 가방" && browser.text?.hasPrefix("x# 가방") == true)
    browser.press(.escape)
    #expect(try browser.text(of: "가방.md") == "x# 가방\n\ntext of 가방\n", "what was typed is not lost")
    #expect(browser.status.contains("saved again after it was deleted elsewhere"))
  }

  @Test func theNextKeyCreatesTheFileAgain() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write()
    try browser.remove("가방.md")
    #expect(browser.status.hasSuffix("  deleted elsewhere") && browser.selected == "가방")
    browser.type("y")
    browser.pause()
    #expect(try browser.text(of: "가방.md")?.hasPrefix("y# 가방") == true)
    #expect(
      browser.status.contains("saved again after it was deleted elsewhere") && browser.status.contains("saved · Esc"))
    #expect(try browser.names().count == 3)
  }

  @Test func aRemovedMemoWithoutEditsIsClosed() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write()
    try browser.remove("가방.md")
    browser.press(.escape)
    #expect(browser.titles == ["나비", "다리"] && browser.selected == "나비")
    #expect(browser.text?.hasPrefix("# 나비") == true && browser.isPaintedRight)
    #expect(try browser.names() == ["나비.md", "다리.md"])
  }

  @Test func anEmptiedNewMemoChangedByAnotherProcessIsKept() throws {
    let browser = try BrowserTrial([])
    browser.type("nab")
    browser.pause()
    try browser.write("of others\n", to: "ab.md", at: 50)
    browser.press(.control("a"), .backspace, .escape)
    try browser.notice()
    #expect(try browser.text(of: "ab.md") != nil)
    let other = try BrowserTrial([])
    other.type("nab")
    other.pause()
    other.press(.backspace, .backspace)
    other.pause()
    other.heldBack = { if case .list = $0 { true } else { false } }
    try other.write("of others\n", to: "ab.md", at: 50)
    other.heldBack = { _ in false }
    other.press(.escape)
    #expect(try other.names() == ["of-others.md"], "neither removed nor as it was before")
  }

  @Test func aRemovedMemoInWhichNothingWasTypedIsNotMadeAgain() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write()
    try browser.write("# 가방\n\nof others\n", to: "가방.md", at: 50)
    try browser.remove("가방.md")
    browser.press(.escape)
    #expect(try browser.names() == ["나비.md", "다리.md"], "also where others had changed it before")
  }

  @Test(arguments: [false, true], ["# 가방\n\ntext of 가방\n", "x# 가방\n\ntext of 가방\n", "# 가방\n\nof others\n"])
  func aMemoThatIsBackIsShownAtOnce(isTyped: Bool, text: String) throws {
    let browser = try BrowserTrial(Self.three, columns: 120)
    browser.write(isTyped ? "x" : "")
    browser.pause()
    try browser.remove("가방.md")
    #expect(browser.status.contains("  deleted elsewhere"), "\(browser.status)")
    try browser.write(text, to: "가방.md", at: 50)
    #expect(browser.text == text && browser.isPaintedRight, "\(browser.lines)")
    #expect(browser.status.hasPrefix("there again after it was deleted elsewhere"), "\(browser.status)")
    #expect(!browser.status.contains("  deleted elsewhere") && browser.status.contains("saved · "), "\(browser.status)")
    browser.press(.escape)
    #expect(try browser.text(of: "가방.md") == text && browser.titles.count == 3)
  }

  @Test func whatWasTypedWhileAMemoWasGoneIsMergedWithWhatIsBack() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    browser.pause()
    try browser.remove("가방.md")
    browser.type("y")
    try browser.write("x# 가방\n\ntext of 가방\nof others\n", to: "가방.md", at: 50)
    #expect(browser.text == "xy# 가방\n\ntext of 가방\n", "not while something is typed")
    browser.pause()
    #expect(try browser.text(of: "가방.md") == "xy# 가방\n\ntext of 가방\nof others\n")
    #expect(browser.text == "xy# 가방\n\ntext of 가방\nof others\n")
  }

  @Test func aFolderInThePlaceOfTheMemoIsNamed() throws {
    let browser = try BrowserTrial(Self.three, columns: 160)
    browser.write()
    try browser.remove("가방.md")
    try browser.add([], at: "가방.md/file")
    browser.type("x")
    browser.pause()
    let reason = "cannot save: '가방.md' is a folder, not a memo; rename or move it"
    #expect(browser.status.hasPrefix(reason), "\(browser.status)")
    #expect(browser.text?.hasPrefix("x# 가방") == true && browser.isWaitingForPause, "it is tried again")
    try browser.moveUnnoticed("가방.md", to: "folder")
    browser.pause()
    #expect(try browser.text(of: "가방.md") == "x# 가방\n\ntext of 가방\n")
  }

  // MARK: Moved

  @Test func aMemoMovedByAnotherProcessIsSavedAtItsNewPath() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    browser.pause()
    try browser.move("가방.md", to: "bag.md")
    #expect(browser.status.contains("moved elsewhere, to 'bag.md'") && browser.selected == "x# 가방")
    browser.type("y")
    browser.press(.escape)
    #expect(try browser.names() == ["bag.md", "나비.md", "다리.md"].sorted(), "never a second one")
    #expect(try browser.text(of: "bag.md") == "xy# 가방\n\ntext of 가방\n")
    #expect(browser.selected == "xy# 가방" && browser.titles.count == 3)
  }

  @Test func aMemoThatIsMovedWhileItsWritingIsFinishedKeepsItsNewPath() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    browser.heldBack = { if case .finish = $0 { true } else { false } }
    browser.press(.escape)
    try browser.move("가방.md", to: "bag.md")
    browser.heldBack = { _ in false }
    browser.answerHeld()
    #expect(browser.state.pane?.path == VaultPath("bag.md") && browser.selected == "x# 가방")
  }

  @Test func savingFollowsAMoveThatWasNotReportedYet() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    browser.pause()
    try browser.moveUnnoticed("가방.md", to: "bag.md")
    browser.type("y")
    browser.pause()
    #expect(browser.status.contains("moved elsewhere, to 'bag.md'"), "\(browser.status)")
    browser.type("z")
    browser.press(.escape)
    #expect(try browser.names() == ["bag.md", "나비.md", "다리.md"].sorted())
    #expect(try browser.text(of: "bag.md") == "xyz# 가방\n\ntext of 가방\n")
  }

  /// The move comes so soon after the save that what follows the vault sees a file go and another one come, before the history
  /// says what was saved.
  @Test(arguments: [true, false])
  func aMoveOfAFileThatWasNotSeenInBetweenIsFollowed(isReported: Bool) throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    browser.pause()
    try browser.moveUnnoticed("가방.md", to: "bag.md")
    try browser.forgetHistory()
    try browser.library.refresh()
    if isReported {
      browser.send(.removed(VaultPath("가방.md")))
      browser.send(.vaultChanged)
      #expect(browser.status.contains("moved elsewhere, to 'bag.md'"), "\(browser.status)")
    }
    browser.type("y")
    browser.pause()
    if !isReported { #expect(browser.status.contains("moved elsewhere, to 'bag.md'"), "\(browser.status)") }
    browser.type("z")
    browser.press(.escape)
    #expect(try browser.names() == ["bag.md", "나비.md", "다리.md"].sorted(), "never a second one")
    #expect(try browser.text(of: "bag.md") == "xyz# 가방\n\ntext of 가방\n")
  }

  @Test func aMemoThatACommandRenamesIsFollowed() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    browser.press(.backspace)
    browser.pause()
    let memo = try ReadMemo(VaultPath("가방.md"), in: browser.vault)
    let renaming = try MemoRenaming(in: browser.vault, browser.vault.refresh()).rename(
      memo, to: "자루", isTitleOnly: false)
    _ = try renaming.carryOut("rename", by: OperationHistory(of: browser.vault), at: 1)
    try browser.library.refresh()
    browser.send(.removed(VaultPath("가방.md")))
    browser.send(.vaultChanged)
    #expect(
      browser.status.contains("moved elsewhere, to '자루.md'") && browser.text?.hasPrefix("# 자루") == true,
      "\(browser.lines)")
    browser.press(.end, with: .control)
    browser.type("end")
    browser.press(.escape)
    #expect(try browser.names() == ["나비.md", "다리.md", "자루.md"].sorted())
    #expect(try browser.text(of: "자루.md") == "# 자루\n\ntext of 가방\nend\n")
  }

  @Test func aNewMemoRenamedByAnotherProcessKeepsThatName() throws {
    let browser = try BrowserTrial([])
    browser.type("nab")
    browser.pause()
    try browser.move("ab.md", to: "theirs.md")
    browser.type("c")
    browser.press(.escape)
    #expect(try browser.names() == ["theirs.md"])
    #expect(try browser.text(of: "theirs.md") == "abc\n")
  }

  // MARK: Changed

  @Test func aChangeIsShownWhileNothingIsTyped() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    browser.pause()
    try browser.write("x# 가방\n\ntext of 가방\nof others\n", to: "가방.md", at: 50)
    #expect(browser.text?.hasSuffix("of others\n") == true && browser.status.contains("merged"))
    #expect(browser.terminal.cursor == CellGrid.Position(row: 0, column: 33), "the cursor stays")
  }

  @Test func aChangeDuringASaveIsShown() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    browser.heldBack = { if case .save = $0 { true } else { false } }
    browser.pause()
    guard case .save(let save)? = browser.held.first else { return }
    browser.heldBack = { _ in false }
    let saved = browser.library.save(save)
    // It comes after the bytes were written, but is reported before the save is.
    try browser.write("x# 가방\n\ntext of 가방\nof others\n", to: "가방.md", at: 50)
    #expect(browser.text?.hasSuffix("of others\n") == false)
    browser.send(saved)
    #expect(browser.text?.hasSuffix("of others\n") == true)
  }

  @Test(arguments: [
    "# Conf\n\nzero\na\nb\nEND", "# New\n\na\nb\nEND", "# Conf\n\na\nb\nabove\nEND", "# Conf\n\na\nchanged\nEND",
    "# Conf\n\na\nb\nENDbelow\n",
  ])
  func whatWasTypedAtTheEndIsUndoneWhereverOtherLinesChanged(text: String) throws {
    let browser = try BrowserTrial(files: [("conf.md", "# Conf\n\na\nb\n"), ("other.md", "# other\n")])
    browser.type("i")
    browser.press(.end, with: .control)
    browser.type("new")
    browser.pause()
    #expect(try browser.text(of: "conf.md") == "# Conf\n\na\nb\nnew\n")
    let parts = text.split(separator: "END", omittingEmptySubsequences: false)
    try browser.write(parts.joined(separator: "new\n"), to: "conf.md", at: 50)
    #expect(browser.text == parts.joined(separator: "new\n"))
    browser.press(.control("z"), .escape)
    #expect(try browser.text(of: "conf.md") == parts.joined())
  }

  @Test(arguments: [Looks.Keys.plain, .vi])
  func whatCannotBeUndoneIsReported(keys: Looks.Keys) throws {
    let browser = try BrowserTrial(files: [("conf.md", "# Conf\n"), ("other.md", "# other\n")])
    if keys == .vi { browser.readWithVi() } else { browser.press(.tab) }
    browser.type("i")
    browser.press(.end, with: .control)
    browser.type("new")
    browser.pause()
    try browser.write("# Conf\nnewer\n", to: "conf.md", at: 50)
    browser.press(.control("z"))
    #expect(browser.text == "# Conf\nnewer\n")
    #expect(browser.status.hasPrefix("cannot undo more: the same lines were changed elsewhere"), "\(browser.status)")
    guard keys == .vi else { return }
    browser.press(.escape)
    browser.type("u")
    #expect(browser.text == "# Conf\nnewer\n" && browser.status.hasPrefix("cannot undo more"), "\(browser.status)")
  }

  @Test func mergingIsReported() throws {
    let browser = try BrowserTrial(Self.three)
    browser.write("x")
    try browser.write("# 가방\n\ntext of 가방\nof others\n", to: "가방.md", at: 50)
    browser.pause()
    #expect(browser.status.contains("merged"))
    browser.type("y")
    #expect(!browser.status.contains("merged"), "until the next key")
  }

  @Test func theStateOfSyncingIsShown() throws {
    let browser = try BrowserTrial(Self.three)
    #expect(!browser.status.contains("synced"))
    try browser.write(#"{"lastSync":7000000000,"skipped":[],"seen":[]}"#, to: ".git/memo/state.json", at: 1)
    #expect(browser.status.hasPrefix("vault · 3 memos · synced 7s "), "\(browser.status)")
  }

  @Test func aVaultThatCannotBeChangedRefusesTheFirstKey() throws {
    let browser = try BrowserTrial(Self.three)
    browser.refusal = "read-only"
    browser.type("i")
    #expect(browser.status.hasPrefix("read-only"))
    browser.type("n")
    #expect(browser.status.hasPrefix("read-only") && browser.titles == Self.three && browser.isPaintedRight)
    browser.mouse(.press, row: 2, column: 40)
    #expect(browser.status.hasPrefix("read-only"))
    browser.mouse(.release, row: 2, column: 40)
    browser.type("jdy")
    #expect(browser.selected == "가방" && browser.titles == Self.three, "what is typed behind the click is dropped, too")
    browser.press(.down)
    #expect(browser.selected == "나비" && browser.text == "# 나비\n\ntext of 나비\n")
  }

  // MARK: Read-only

  /// By the permission bits, which root could ignore.
  @Test(arguments: ["i", "a", "x", "vlx", "vlp", "p"]) func aReadOnlyMemoRefusesTheFirstChange(keys: String) throws {
    let text = "# a\n\n- [ ] task\n"
    let browser = try BrowserTrial(files: [("a b.md", text), ("other.md", "# other\n")], columns: 160)
    browser.systemClipboard = "pasted"
    browser.press(.tab, .down, .down)
    try browser.setMode(0o444, of: "a b.md")
    browser.type(keys)
    #expect(browser.status.hasPrefix("'a b.md' is read-only; to change it: chmod u+w 'a b.md'"), "\(browser.status)")
    #expect(browser.text == text && !browser.state.isWriting && browser.isPaintedRight, "\(browser.lines)")
    #expect(try browser.text(of: "a b.md") == text)
    try browser.setMode(0o644, of: "a b.md")
    browser.press(.escape, .tab)
    browser.write("y")
    browser.press(.escape)
    #expect(try browser.text(of: "a b.md") == "y" + text, "it can be changed once the bits let it")
  }

  @Test func aReadOnlyMemoIsNeitherPinnedNorGivenAnotherTitle() throws {
    let browser = try BrowserTrial(["a", "b"], columns: 160)
    try browser.setMode(0o444, of: "a.md")
    let reason = "'a.md' is read-only; to change it: chmod u+w a.md"
    browser.type("P")
    #expect(browser.status.hasPrefix(reason), "\(browser.status)")
    browser.type("r")
    browser.press(.control("u"))
    browser.type("new")
    browser.press(.enter)
    #expect(browser.status.hasPrefix(reason), "\(browser.status)")
    #expect(try browser.names() == ["a.md", "b.md"] && browser.text(of: "a.md") == "# a\n\ntext of a\n")
    try browser.setMode(0o644, of: "a.md")
    browser.type("P")
    #expect(try browser.text(of: "a.md")?.contains("pinned: true") == true, "\(browser.status)")
  }

  @Test func aReadOnlyMemoGetsAnotherNameWhereThatIsItsTitle() throws {
    let browser = try BrowserTrial(files: [("a.md", "text\n"), (".obsidian/app.json", "{}")], columns: 160)
    try browser.setMode(0o444, of: "a.md")
    browser.type("r")
    browser.press(.control("u"))
    browser.type("new")
    browser.press(.enter)
    #expect(try browser.names() == ["new.md"] && browser.text(of: "new.md") == "text\n", "\(browser.status)")
  }

  @Test func aMemoThatBecomesReadOnlyWhileItIsWrittenKeepsWhatWasTyped() throws {
    let browser = try BrowserTrial(Self.three, columns: 160)
    browser.write("x")
    try browser.setMode(0o444, of: "가방.md")
    browser.pause()
    #expect(browser.status.contains("'가방.md' is read-only"), "\(browser.lines)")
    #expect(try browser.text(of: "가방.md") == "# 가방\n\ntext of 가방\n")
    #expect(browser.text?.hasPrefix("x# 가방") == true && browser.isWaitingForPause, "it is tried again")
    try browser.setMode(0o644, of: "가방.md")
    browser.pause()
    #expect(try browser.text(of: "가방.md") == "x# 가방\n\ntext of 가방\n")
  }
}
