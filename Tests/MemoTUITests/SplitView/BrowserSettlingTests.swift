import MemoCore
import MemoStore
import MemoTestSupport
import MemoWords
import Synchronization
import Testing

@testable import MemoSync
@testable import MemoTUI

/// Conflicts in the text itself: how they are marked, and the keys that settle them.
@Suite struct BrowserSettlingTests {
  private static let text = "# plan\n\nbring: paper\nplace: hall\nplace: gym\n\nend\n"
  private static let other = "# other\none\ntwo\n"

  private static func conflict(
    _ path: String, line: Int, _ ours: String, _ theirs: String, kind: SyncConflict.Kind = .both
  ) -> SyncConflict {
    SyncConflict(
      issue: .unmerged(VaultPath(path)), kind: kind, path: VaultPath(path), line: line, ours: Array(ours.utf8),
      theirs: Array(theirs.utf8), ourDevice: nil, theirDevice: SyncDevice(name: "phone", id: ""), commit: nil,
      key: "\(path) \(line)", ourTime: 3_000_000_000, theirTime: 5_000_000_000)
  }

  private static let both = [
    conflict("other.md", line: 2, "one\n", "two\n"), conflict("plan.md", line: 4, "place: hall\n", "place: gym\n"),
  ]

  /// A split view with conflicts that are settled as the kit of the vault would.
  private static func browser(
    _ conflicts: [SyncConflict] = both, columns: Int = 110, vi: Bool = false
  ) throws -> (browser: BrowserTrial, open: SettledConflicts) {
    let open = SettledConflicts(conflicts)
    let browser = try BrowserTrial(
      files: [("plan.md", text), ("other.md", other)], columns: columns, rows: 12, kit: open.kit)
    try browser.write(#"{"lastSync":7,"openConflicts":2,"seen":[]}"#, to: ".git/memo/state.json", at: 1)
    if vi { browser.readWithVi() } else { browser.press(.tab) }
    return (browser, open)
  }

  @Test func bothVersionsAreMarkedAndNamed() throws {
    let (browser, _) = try Self.browser()
    let text = browser.lines.map { $0.split(separator: "│", maxSplits: 1).last.map(String.init) ?? "" }
    #expect(text[3].hasPrefix("<place: hall") && text[3].hasSuffix("< here, 3s"), "\(text[3])")
    #expect(text[4].hasPrefix(">place: gym") && text[4].hasSuffix("> phone, 5s"), "\(text[4])")
    #expect(text[2].hasPrefix(" bring: paper") && text[6].hasPrefix(" end"))
    #expect(browser.isPaintedRight)
  }

  @Test func theStatusLineNamesTheConflictAtTheCursor() throws {
    let (browser, _) = try Self.browser()
    #expect(!browser.status.contains("conflict 2 of 2"), "\(browser.status)")
    for _ in 0..<3 { browser.press(.down) }
    #expect(browser.status.hasPrefix("conflict 2 of 2 · < here, 3s · > phone, 5s"), "\(browser.status)")
    #expect(browser.status.hasSuffix("< mine · > theirs · = both · ) next"))
  }

  @Test(arguments: [("<", ConflictChoice.only(.ours)), (">", .only(.theirs)), ("=", .both)], [false, true])
  func aKeySettlesTheConflictAtTheCursor(key: (String, ConflictChoice), vi: Bool) throws {
    let (browser, open) = try Self.browser(vi: vi)
    browser.type("jjjj" + key.0)
    #expect(open.settled.map(\.choice) == [key.1] && open.settled.first?.conflict.path.text == "plan.md")
    #expect(browser.status.hasPrefix("settled"), "\(browser.status)")
    browser.type("k")
    #expect(browser.state.conflicts.count == 1 && !browser.status.contains("conflict 2"))
  }

  @Test func linksToWhatGoesWithAVersionAreReported() throws {
    let open = SettledConflicts([Self.conflict("plan.md", line: 3, "## hall\n", "## gym\n")])
    let files = [("plan.md", "# plan\n\n## hall\n## gym\n"), ("other.md", "# other\n[[plan#gym]]\n")]
    let browser = try BrowserTrial(files: files, columns: 240, rows: 12, kit: open.kit)
    let (vault, former) = (browser.vault, XXHash64.hash(Array(files[0].1.utf8)))
    open.whenSettled.withLock {
      $0 = {
        let draft = try OperationHistory(of: vault).begin("conflicts", at: 1)
        try draft.replace(VaultPath("plan.md"), contents: Array("# plan\n\n## hall\n".utf8), read: former)
        _ = try draft.commit()
      }
    }
    try browser.write(#"{"lastSync":7,"openConflicts":1,"seen":[]}"#, to: ".git/memo/state.json", at: 1)
    browser.press(.tab)
    browser.type("jj<")
    #expect(
      browser.status.hasPrefix("the link to 'plan#gym' in 'other.md' no longer leads where it did"),
      "\(browser.status)")
  }

  @Test func elsewhereTheKeySaysWhatItIsFor() throws {
    let (browser, open) = try Self.browser()
    browser.type("<")
    #expect(
      open.settled.isEmpty && browser.status.hasPrefix("'<' settles the conflict at the cursor"), "\(browser.status)")
    browser.type("i<")
    #expect(browser.text?.contains("<bring") == true, "while writing it is text")
    let none = try BrowserTrial(["a"])
    none.press(.tab)
    none.type(">")
    #expect(none.status.hasPrefix("'>' does nothing here"))
  }

  @Test func oneKeyGoesFromConflictToConflictAcrossMemos() throws {
    let (browser, _) = try Self.browser()
    browser.type(")")
    #expect(browser.selected == "plan" && browser.state.pane?.editor.buffer.cursor.line == 3)
    browser.type(")")
    #expect(browser.selected == "other" && browser.state.pane?.editor.buffer.cursor.line == 1)
    #expect(browser.state.focus == .memo && browser.state.conflictAtCursor?.number == 1)
    browser.type(")")
    #expect(browser.selected == "plan" && browser.state.conflictAtCursor?.number == 2)
    browser.type("[")
    #expect(browser.selected == "other", "the way leads back")
  }

  @Test(arguments: [false, true])
  func aConflictInAFileThatIsNotAMemoIsPassedAndIsNotWhatAKeySettles(isNamed: Bool) throws {
    let copy = VaultPath("photo (phone).png")
    let split = SyncConflict(
      issue: .split(SplitFile(path: VaultPath("photo.png"), copy: copy, devices: [])), kind: .split,
      path: VaultPath("photo.png"), line: 1, ours: [], theirs: copy.bytes, ourDevice: nil, theirDevice: nil,
      commit: nil, key: "photo.png", ourTime: nil, theirTime: nil)
    let (browser, open) = try Self.browser([Self.both[0], split, Self.both[1]])
    func goOn() {
      browser.type(isNamed ? ":다음 충돌" : ")")
      if isNamed { browser.press(.enter) }
    }
    goOn()
    goOn()
    #expect(browser.selected == "other", "\(browser.status)")
    goOn()
    let advice = browser.lines.suffix(3).joined(separator: " ")
    #expect(advice.contains("'photo.png' and 'photo (phone).png'"), "\(advice)")
    #expect(browser.selected == "other" && browser.state.conflictAtCursor != nil)
    for key in ["=", "<", ">"] {
      browser.type(key)
      #expect(open.settled.isEmpty, "\(key)")
      #expect(browser.lines.suffix(3).joined(separator: " ").contains("'photo.png' and"), "\(browser.lines)")
    }
    goOn()
    #expect(browser.selected == "plan" && browser.state.conflictAtCursor?.number == 3, "\(browser.status)")
    browser.type("=")
    #expect(open.settled.map(\.conflict.path.text) == ["plan.md"])
  }

  @Test func anotherKeyEndsTheMessageAboutAFileAndTheConflictAtTheCursorCanBeSettled() throws {
    let photo = Self.conflict("photo.png", line: 1, "", "", kind: .one)
    let (browser, open) = try Self.browser([Self.both[0], photo])
    browser.type("))")
    browser.type("=")
    #expect(open.settled.isEmpty)
    browser.type(")")
    #expect(browser.selected == "other")
    browser.type(")")
    browser.type("j=")
    #expect(open.settled.map(\.conflict.path.text) == ["other.md"])
  }

  @Test func aConflictThatIsChosenBehindTheColonIsTheOneThatAKeySettles() throws {
    let photo = Self.conflict("photo.png", line: 1, "", "", kind: .one)
    let (browser, open) = try Self.browser([Self.both[0], photo, Self.both[1]])
    browser.type(")))")
    #expect(browser.state.conflictElsewhere == photo, "\(browser.status)")
    browser.type(":conflicts")
    browser.press(.enter)
    browser.press(.down, .down, .enter)
    #expect(browser.selected == "plan" && browser.state.conflictAtCursor?.number == 3, "\(browser.status)")
    browser.type("<")
    #expect(open.settled.map(\.conflict.path.text) == ["plan.md"], "\(browser.status)")
  }

  @Test func anotherCommandBehindTheColonEndsTheMessageAboutAFile() throws {
    let photo = Self.conflict("photo.png", line: 1, "", "", kind: .one)
    let (browser, open) = try Self.browser([Self.both[0], photo])
    browser.type("))")
    #expect(browser.state.conflictElsewhere == photo, "\(browser.status)")
    browser.type(":help")
    browser.press(.enter, .escape)
    browser.type("=")
    #expect(open.settled.map(\.conflict.path.text) == ["other.md"], "\(browser.status)")
  }

  @Test func marksFollowTheTextThatIsTyped() throws {
    let (browser, _) = try Self.browser()
    browser.write("new\nline\n")
    browser.press(.escape)
    #expect(browser.lines[5].contains("<place: hall") && browser.lines[6].contains(">place: gym"), "\(browser.lines)")
  }

  @Test func whereMemoCannotChooseItSaysWhatToDo() throws {
    let (browser, open) = try Self.browser([Self.conflict("plan.md", line: 1, "", "", kind: .split)])
    #expect(browser.status.hasPrefix("conflict 1 of 1") && browser.status.hasSuffix("= keep as it is · ) next"))
    browser.type("<")
    #expect(open.settled.isEmpty && browser.status.contains("delete one"), "\(browser.status)")
    browser.type("=")
    #expect(open.settled.map(\.choice) == [.both])
  }

  @Test func aMemoWithTwoNamesIsToBeMergedInALineThatFits() throws {
    let names = DoubledMemo(path: VaultPath("a.md"), names: [VaultPath("plan.md"), VaultPath("other.md")])
    let pair = SyncConflict(
      issue: .doubled(names), kind: .doubled, path: VaultPath("plan.md"), line: 1, ours: [],
      theirs: Array("other.md".utf8), ourDevice: nil, theirDevice: nil, commit: nil, key: "plan.md", ourTime: nil,
      theirTime: nil)
    let (browser, _) = try Self.browser([pair], columns: 80)
    browser.type("<")
    #expect(browser.status.contains("'memo merge' joins them and keeps all links"), "\(browser.status)")
  }

  @Test func aNarrowWindowKeepsTheMarks() throws {
    let (browser, _) = try Self.browser(columns: 30)
    #expect(browser.lines[3].hasPrefix("<place: hall") && browser.lines[4].hasPrefix(">place: gym"), "\(browser.lines)")
    #expect(browser.isPaintedRight)
  }
}

/// Conflicts that are settled one by one.
private final class SettledConflicts: Sendable {
  private let found: Mutex<[SyncConflict]>
  private let choices: Mutex<[(conflict: SyncConflict, choice: ConflictChoice)]> = Mutex([])

  var settled: [(conflict: SyncConflict, choice: ConflictChoice)] { choices.withLock(\.self) }
  /// What is done then.
  let whenSettled = Mutex<(@Sendable () throws -> Void)?>(nil)

  init(_ conflicts: [SyncConflict]) {
    found = Mutex(conflicts)
  }

  var kit: BrowserKit {
    var kit = BrowserKit.tested()
    kit.conflicts = { path in self.found.withLock { $0.filter { path == nil || $0.path == path } } }
    kit.settle = { conflict, choice in
      self.choices.withLock { $0.append((conflict, choice)) }
      self.found.withLock { $0.removeAll { $0.key == conflict.key } }
      try self.whenSettled.withLock { $0 }?()
      return .settled
    }
    return kit
  }
}
