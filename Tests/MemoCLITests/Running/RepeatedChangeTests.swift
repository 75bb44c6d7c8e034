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

  @Test func aTagIsRenamedWhereTheMemoChanged() throws {
    let tool = try Self.appending()
    try tool.folder.write("# Log\n#old\n", to: "Log.md")
    #expect(tool.run("tags", "rename", "old", "new").code == .done)
    let text = try Self.text(tool)
    #expect(text.hasPrefix("# Log\n#new\n") && text.contains("other 1\n"), "\(text)")
  }

  @Test(arguments: [["set", "Log.md", "k=mine"], ["tasks", "done", "Log.md:3"], ["append", "Log.md", "mine"]])
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
