import MemoCore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoSync
@testable import MemoTUI

/// The conflicts of a sync in the split view.
@Suite struct BrowserConflictTests {
  private static let files = [
    ("a.md", "# a\n" + (1...40).map { "line \($0)\n" }.joined()), ("b.md", "# b\nhere\nthere\n"), ("c.md", "# c\n"),
  ]

  @Test func conflictsAreCountedMarkedAndShown() throws {
    let open = OpenConflicts([("a.md", 30), ("b.md", 2)])
    let browser = try BrowserTrial(files: Self.files, rows: 14, kit: open.kit)
    #expect(browser.status.hasPrefix("vault"), "nobody has synced")
    try browser.write(#"{"lastSync":7,"openConflicts":2,"seen":[]}"#, to: ".git/memo/state.json", at: 1)
    #expect(browser.status.hasPrefix("C: 2 conflicts · vault"), "\(browser.status)")
    #expect(browser.lines.map { $0.hasPrefix("!") }.prefix(6) == [true, false, true, false, false, false])
    browser.type("C")
    #expect(browser.lines.contains { $0.contains("▌a ") && $0.contains("30: text") }, "\(browser.lines)")
    browser.press(.enter)
    #expect(browser.selected == "a" && browser.status.hasPrefix("both versions are here"))
    #expect(browser.state.pane?.editor.buffer.cursor.line == 29 && browser.lines.contains { $0.hasSuffix("line 29") })
    browser.type("C")
    browser.press(.down, .enter)
    #expect(browser.selected == "b" && browser.state.pane?.editor.buffer.cursor.line == 1)
    browser.type("[")
    #expect(browser.selected == "a", "the way leads back")
  }

  @Test func inATextWithViKeysTheCommandIsNamed() throws {
    let open = OpenConflicts([("a.md", 30), ("b.md", 2)])
    let browser = try BrowserTrial(files: Self.files, rows: 14, kit: open.kit)
    try browser.write(#"{"lastSync":7,"openConflicts":2,"seen":[]}"#, to: ".git/memo/state.json", at: 1)
    browser.readWithVi()
    #expect(browser.status.hasPrefix("2 conflicts (:conflicts) · vault"), "\(browser.status)")
    browser.type(":conflicts")
    browser.press(.enter)
    #expect(browser.lines.contains { $0.contains("▌a ") && $0.contains("30: text") }, "\(browser.lines)")
    browser.press(.escape, .tab)
    #expect(browser.status.hasPrefix("C: 2 conflicts"), "in the list C works")
  }

  @Test func settledConflictsAreNotCounted() throws {
    let open = OpenConflicts([("a.md", 30)])
    let browser = try BrowserTrial(files: Self.files, kit: open.kit)
    try browser.write(#"{"lastSync":7,"openConflicts":1,"seen":[]}"#, to: ".git/memo/state.json", at: 1)
    #expect(browser.status.hasPrefix("C: 1 conflict"))
    open.settle()
    try browser.notice()
    #expect(browser.status.hasPrefix("vault"))
    browser.type("C")
    #expect(browser.status.hasPrefix("no conflicts"))
  }

  @Test(arguments: [(1, ConflictVersion.ours), (2, .theirs)])
  func oneOfTwoVersionsIsTakenByAKey(row: Int, version: ConflictVersion) throws {
    let open = OpenConflicts([("a.md", 30)], kind: .stale)
    let browser = try BrowserTrial(files: Self.files, kit: open.kit)
    browser.type("C")
    for _ in 0..<row { browser.press(.down) }
    browser.press(.enter)
    #expect(open.settled == [.only(version)] && browser.selected == "a" && browser.status.hasPrefix("settled"))
    browser.type("C")
    #expect(browser.status.hasPrefix("no conflicts"))
  }

  @Test func aConflictInAFileThatIsNotAMemoGetsAHint() throws {
    let browser = try BrowserTrial(files: Self.files, kit: OpenConflicts([(".memo/config.json", 1)], kind: .one).kit)
    browser.type("C")
    #expect(browser.lines.contains { $0.hasPrefix("both sides changed '.memo/config.json'") }, "\(browser.lines)")
  }
}

extension SyncConflict {
  static func tested(_ path: String, line: Int, kind: Kind = .both) -> SyncConflict {
    SyncConflict(
      issue: .unmerged(VaultPath(path)), kind: kind, path: VaultPath(path), line: line,
      ours: Array("text\nmore\n".utf8), theirs: [], ourDevice: nil,
      theirDevice: nil, commit: nil, key: "\(path):\(line)")
  }
}

/// What is not settled yet.
private final class OpenConflicts: Sendable {
  private let found: Mutex<[SyncConflict]>
  private let choices: Mutex<[ConflictChoice]> = Mutex([])

  var settled: [ConflictChoice] { choices.withLock(\.self) }

  init(_ lines: [(String, Int)], kind: SyncConflict.Kind = .both) {
    found = Mutex(lines.map { .tested($0, line: $1, kind: kind) })
  }

  func settle() { found.withLock { $0 = [] } }

  var kit: BrowserKit {
    var kit = BrowserKit.tested()
    kit.conflicts = { path in self.found.withLock { $0.filter { path == nil || $0.path == path } } }
    kit.settle = { _, choice in
      self.choices.withLock { $0.append(choice) }
      self.settle()
      return .settled
    }
    return kit
  }
}
