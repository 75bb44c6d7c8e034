import MemoCore
import MemoTestSupport
import Testing

/// The split view on a hostile vault: every memo is shown, searched and written in; each key is answered, the terminal
/// is told nothing but what the split view itself says, nothing is run, and nothing outside changes.
@Suite(.waitsForPrograms, .enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
struct HostileBrowseTests {
  private let sandbox: Sandbox
  private let outside: [String]
  private let screen: TerminalScreen
  private let count: Int

  init() throws {
    sandbox = try HostileVault.sandbox()
    outside = try HostileVault.environment(of: sandbox)
    screen = try BrowseTests.browse(sandbox, columns: 110, rows: 24)
    let status = try #require(try screen.lines().last)
    count = try #require(status.split(separator: " ").compactMap { Int($0) }.first, "\(status)")
  }

  @Test func everyMemoIsShownToItsEnd() throws {
    for _ in 1..<count { try change { try screen.press("j", "Tab", "G", "Tab") } }
    try screen.resize(columns: 34, rows: 7)
    try screen.waitUntilGone("│")
    // List and memo take turns. Some memos look the same, so each turn is waited for.
    for _ in 1..<count {
      try change { try screen.press("Tab") }
      try change { try screen.press("Tab", "k") }
    }
    try screen.resize(columns: 260, rows: 60)
    try screen.wait(for: "│")
    for _ in 1..<count { try change { try screen.press("j") } }
    try expectNothingElse()
  }

  // Ctrl-G, because an Esc and the key after it could be taken for one with Alt.

  @Test func everyKeyIsAnswered() throws {
    for query in Self.queries {
      try screen.type("/" + query)
      try screen.wait(for: "/" + query)
      try screen.press("Enter", "Down", "C-g")
    }
    try screen.wait(for: "\(count) memos")
    // The list comes later than the name of its order; keys before that go to the list before it.
    for (order, first) in [("by title", "␀␀"), ("by creation date", "farther"), ("by path", "title  lead.md")] {
      try screen.press("o")
      try screen.wait(for: order)
      try screen.wait {
        try screen.press("g")
        return try screen.lines().contains { $0.hasPrefix("▌\(first)") }
      }
      try screen.press("G")
      try screen.wait { try screen.lines().suffix(4).contains { $0.hasPrefix("▌") } }
    }
    for (key, seen) in [("?", "Esc closes this page"), ("t", "┌"), (":", "┌")] {
      try screen.press(key)
      try screen.wait(for: seen)
      try screen.press("C-g")
      try screen.waitUntilGone(seen)
    }
    for name in ["escapes.md", "links.md"] {
      try find(name)
      try screen.press("]")
      try screen.wait(for: "┌")
      try screen.press("Down", "C-g")
      try screen.waitUntilGone("┌")
      try screen.press("C-g")
      try screen.wait(for: "\(count) memos")
    }
    for name in ["escapes.md", "nul.md", "returns.md", "mark.md"] { try typeAndUndo(in: name) }
    try beRefused(in: "invalid.md")
    try expectNothingElse()
  }

  private static let queries = [
    "body", "ㅎ", "-body", "\"", "/b.dy|x$/", "/(a+)+$/", "/(/", "tag:*", "path:[", "title:\\", "a OR", "/\\p{C}/",
  ]

  private func typeAndUndo(in name: String) throws {
    let before = try sandbox.bytes(of: name)
    try find(name)
    try screen.press("i")
    try screen.wait(for: "Esc to finish")
    try screen.type("가나")
    try screen.paste("\u{7}\u{1B}]52;c;eA==\u{7}\u{9B}31m\u{202E}")
    try screen.press("Down", "Home", "BSpace", "DC", "Enter")
    try BrowseTests.leaveText(screen)
    try screen.wait { try sandbox.bytes(of: name) != before }
    try screen.press("u")
    try screen.wait(for: "undid ")
    #expect(try sandbox.bytes(of: name) == before)
    try screen.press("C-g", "C-g")
    try screen.wait(for: "\(count) memos")
  }

  private func beRefused(in name: String) throws {
    let before = try sandbox.bytes(of: name)
    try find(name)
    try screen.press("i")
    try screen.wait(for: "is not UTF-8")
    try screen.press("C-g")
    try screen.wait(for: "\(count) memos")
    #expect(try sandbox.bytes(of: name) == before)
  }

  private func find(_ name: String) throws {
    try screen.type("/path:\(name)")
    try screen.wait(for: "/path:\(name)")
    try screen.wait(for: "1 of \(count)")
    try screen.press("Enter")
  }

  // MARK: Looking

  /// Waits until what was done is seen.
  private func change(_ action: () throws -> Void, _ location: SourceLocation = #_sourceLocation) throws {
    let before = try screen.colouredText()
    try action()
    try screen.wait(until: { try screen.colouredText() != before }, location)
  }

  private func expectNothingElse() throws {
    try screen.press("q")
    try screen.waitForEnd()
    let foreign = ScreenBytes.firstForeign(in: try screen.written())
    #expect(foreign == nil, "\(foreign ?? "")")
    let ran = try HostileVault.programsRun(in: sandbox)
    #expect(ran == "", "a program was run: \(ran)")
    let now = try HostileVault.environment(of: sandbox)
    #expect(now == outside, "outside: \(Set(now).symmetricDifference(outside))")
  }
}
