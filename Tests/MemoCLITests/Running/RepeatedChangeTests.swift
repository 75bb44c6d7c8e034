import MemoCore
import MemoTestSupport
import MemoWords
import Synchronization
import Testing

@testable import MemoCLI

/// Changes of a memo that another program saves after it was read.
@Suite struct RepeatedChangeTests {
  private static let text = "# Log\n\n- [ ] buy milk\n"

  /// A tool beside which another program saves the memo a few times.
  private static func tool(_ save: @escaping @Sendable (TemporaryFolder, Int) throws -> Void) throws -> TestedTool {
    var tool = try TestedTool()
    try tool.folder.write(text, to: "Log.md")
    let saves = Mutex(0)
    tool.onTime = { [folder = tool.folder] in
      let number = saves.withLock { saves in
        saves += 1
        return saves
      }
      if number <= 6 { try? save(folder, number) }
    }
    return tool
  }

  private static func appending() throws -> TestedTool {
    try tool { folder, number in try folder.append(Array("other \(number)\n".utf8), to: VaultPath("Log.md")) }
  }

  private static func text(_ tool: TestedTool) throws -> String {
    String(decoding: try tool.folder.bytes(of: VaultPath("Log.md")) ?? [], as: UTF8.self)
  }

  @Test(arguments: [
    (["append", "Log.md", "mine"], "\nmine"), (["prepend", "Log.md", "mine"], "mine\n"),
    (["append", "Log.md#Log", "mine"], "\nmine"), (["set", "Log.md", "k=mine"], "k: mine\n"),
    (["tags", "add", "mine", "Log.md"], "#mine"), (["tasks", "done", "Log.md:3"], "- [x] buy milk\n"),
  ])
  func aChangeIsMadeAgainWhereTheMemoChanged(words: [String], change: String) throws {
    let tool = try Self.appending()
    let run = tool.run(words)
    #expect(run.code == .done, "\(run.errors)")
    let text = try Self.text(tool)
    #expect(text.contains(change), "\(text)")
    #expect(text.ranges(of: "mine").count <= 1, "\(text)")
    for number in 1...6 { #expect(text.contains("other \(number)\n"), "\(text)") }
  }

  @Test(arguments: [
    ["rename", "Log.md", "New", "--title-only"], ["rename", "Log.md#Log", "New"], ["move", "Log.md", "sub"],
    ["delete", "--yes", "Log.md"], ["write", "--allow-empty", "Log.md"], ["move", "in", "out"],
  ])
  func soIsAChangeOfSeveralMemosOrOfAllText(words: [String]) throws {
    let tool = try Self.tool { folder, number in
      for path in ["Log.md", "in/b.md", "other.md"] where folder.status(of: VaultPath(path)) != nil {
        try folder.append(Array("other \(number)\n".utf8), to: VaultPath(path))
      }
    }
    try tool.folder.write("[Log](Log.md#log)\n[[in/b]]\n", to: "other.md")
    try tool.folder.write("[[Log#Log]]\n", to: "in/b.md")
    let run = tool.run(words)
    #expect(run.code == .done, "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count <= 1, "no warning is given twice: \(run.errors)")
    let check = tool.run("check")
    if ["rename", "move"].contains(words[0]) { #expect(check.code == .done, "\(check.output)") }
    let other = String(decoding: try tool.folder.bytes(of: VaultPath("other.md")) ?? [], as: UTF8.self)
    for number in 1...6 { #expect(other.contains("other \(number)\n"), "\(other)") }
    #expect(tool.run("undo").code == .done)
    let text = try Self.text(tool)
    for number in 1...6 { #expect(text.contains("other \(number)\n"), "what was replaced is kept: \(text)") }
  }

  @Test func aMemoThatIsGoneByNowIsNoOther() throws {
    let tool = try Self.tool { folder, number in
      if number == 1 { try folder.rename(VaultPath("Log.md"), to: VaultPath("elsewhere.md")) }
    }
    for words in [["rename", "Log.md", "New"], ["move", "Log.md", "sub"], ["delete", "--yes", "Log.md"]] {
      #expect(tool.run(words).code == .noSuchMemo)
    }
    #expect(try tool.folder.bytes(of: VaultPath("elsewhere.md")) == Array(Self.text.utf8))
  }

  @Test func aTagIsRenamedWhereTheMemoChanged() throws {
    let tool = try Self.appending()
    try tool.folder.write("# Log\n#old\n", to: "Log.md")
    #expect(tool.run("tags", "rename", "old", "new").code == .done)
    let text = try Self.text(tool)
    #expect(text.hasPrefix("# Log\n#new\n") && text.contains("other 1\n"), "\(text)")
  }

  @Test(arguments: [
    ["set", "Log.md", "k=mine"], ["tasks", "done", "Log.md:3"], ["append", "Log.md", "mine"],
    ["rename", "Log.md", "mine"], ["write", "--allow-empty", "Log.md"], ["delete", "--yes", "Log.md"],
  ])
  func withAnEtagNothingIsTriedAgain(words: [String]) throws {
    let still = try TestedTool()
    try still.folder.write(Self.text, to: "Log.md")
    let record = still.run("show", "Log.md", "--json").output
    let etag = try #require(record.firstMatch(of: #/"etag": ?"([0-9a-f]{16})"/#)).output.1
    // Saved as soon as the memo was read.
    let tool = try Self.appending()
    let run = tool.run(words + ["--if-match", String(etag)])
    #expect(run.code == .changed, "\(run.errors)")
    #expect(try !Self.text(tool).contains("mine"))
  }

  @Test func aLineThatIsAnotherTaskByNowIsNotTicked() throws {
    let tool = try Self.tool { folder, number in
      try folder.write("# Log\n\n- [ ] call Ann \(number)\n- [ ] buy milk\n", to: "Log.md")
    }
    let run = tool.run("tasks", "done", "Log.md:3")
    #expect(run.code == .changed && run.errors.contains("is now a different task"), "\(run.errors)")
    #expect(try !Self.text(tool).contains("[x]"))
  }
}
