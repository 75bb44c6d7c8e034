import MemoCore
import MemoStore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoCLI

/// A change that was interrupted when half of it was made.
@Suite struct InterruptedChangeTests {
  private static let folder = ".memo/history/2-0-applying"

  /// A vault in which one change was made, and another one was stopped after it had moved a memo.
  private static func tool(state: String = "applying") throws -> TestedTool {
    let tool = try TestedTool()
    try tool.folder.write("# A\n", to: "a.md")
    #expect(tool.run("append", "a.md", "first").code == .done)
    try tool.folder.rename(VaultPath("a.md"), to: VaultPath("b.md"))
    let hash = XXHash64.hash(try tool.folder.bytes(of: VaultPath("b.md")) ?? [])
    let change = #"{"kind":"move","path":"a.md","newPath":"b.md","before":\#(hash),"after":\#(hash)}"#
    try tool.folder.write(
      #"{"format":1,"operation":"rename","at":1,"changes":[\#(change)],"folders":[]}"#,
      to: ".memo/history/2-0-\(state)/operation.json")
    return tool
  }

  private static func text(_ tool: TestedTool) throws -> String? {
    try tool.folder.bytes(of: VaultPath("a.md")).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func undoTakesBackTheInterruptedChangeAlone() throws {
    let tool = try Self.tool()
    let run = tool.run("undo")
    #expect(run.code == .done)
    #expect(run.errors == "rolled back the interrupted 'rename': 'b.md' → 'a.md'\n")
    #expect(try Self.text(tool) == "# A\nfirst\n")
    #expect(tool.run("undo").code == .done)
    #expect(try Self.text(tool) == "# A\n")
  }

  @Test func undoSaysSoInJSONAndInKorean() throws {
    let run = try Self.tool().run("undo", "--json")
    #expect(run.code == .done && run.output.contains(#""interrupted""#), "\(run.output)\(run.errors)")
    #expect(try Self.tool().run("undo", "--lang", "ko").errors.hasPrefix("중단된 '이름 바꾸기' 작업을 되돌렸습니다: "))
    var full = try Self.tool()
    full.outputRefusal = .noSpace
    #expect(full.run("undo", "--json").errors.contains("the interrupted change was already rolled back"))
  }

  @Test func aDryRunOfUndoChangesNothing() throws {
    let tool = try Self.tool()
    let run = tool.run("undo", "--dry-run")
    #expect(run.errors == "would roll back the interrupted 'rename': 'b.md' → 'a.md'\n")
    #expect(try Self.text(tool) == nil)
  }

  // MARK: Edited in between

  /// A vault in which a change was stopped after it had given a memo a new title, which someone has edited since.
  private static func editedTool(state: String = "applying") throws -> TestedTool {
    let tool = try TestedTool()
    let (before, after) = ("# A\n", "# B\n")
    #expect(tool.run("new", "First").code == .done)
    try tool.folder.write(after + "edited\n", to: "a.md")
    let hashes = [before, after].map { XXHash64.hash(Array($0.utf8)) }
    let (old, new) = state == "undoing" ? (hashes[1], hashes[0]) : (hashes[0], hashes[1])
    let change = #"{"kind":"replace","path":"a.md","before":\#(old),"after":\#(new)}"#
    try tool.folder.write(
      #"{"format":1,"operation":"rename","at":1,"changes":[\#(change)],"folders":[]}"#,
      to: ".memo/history/2-0-\(state)/operation.json")
    try tool.folder.write(before, to: ".memo/history/2-0-\(state)/0")
    return tool
  }

  @Test func theNextCommandSaysThatItCompletedTheChange() throws {
    let tool = try Self.editedTool()
    let check = tool.run("check").errors
    #expect(check.contains("'rename' was interrupted: 'a.md'; edited since then: 'a.md'"), "\(check)")
    #expect(check.contains("the next command that changes memos completes it first"), "\(check)")
    #expect(tool.run("doctor").output.contains("'rename' was interrupted: 'a.md'; edited since then: 'a.md'"))
    let run = tool.run("append", "a.md", "more")
    #expect(run.code == .done)
    #expect(run.errors == "completed the interrupted 'rename': 'a.md'; edited since then: 'a.md'\n")
    #expect(try Self.text(tool) == "# B\nedited\nmore\n")
    #expect(try Self.editedTool().run("append", "a.md", "x", "--lang", "ko").errors.hasPrefix("중단된 '이름 바꾸기' 작업을"))
  }

  @Test(arguments: [["undo"], ["undo", "--dry-run"]])
  func undoTakesBackNoEdit(words: [String]) throws {
    let tool = try Self.editedTool()
    let run = tool.run(words)
    #expect(run.code == .changed)
    #expect(run.errors.contains("the interrupted 'rename': 'a.md'; edited since then: 'a.md'\n"), "\(run.errors)")
    #expect(run.errors.contains("memo undo --forget"), "\(run.errors)")
    #expect(try Self.text(tool) == "# B\nedited\n")
    #expect(try tool.folder.bytes(of: VaultPath("First.md")) ?? tool.folder.bytes(of: VaultPath("first.md")) != nil)
  }

  @Test(arguments: ["undo", "redo"])
  func aStepThatIsCompletedIsNotFollowedByAnother(step: String) throws {
    let tool = try Self.editedTool(state: step == "undo" ? "undoing" : "redoing")
    let run = tool.run(step)
    #expect(run.code == .done)
    #expect(run.errors.hasPrefix("completed the interrupted \(step == "undo" ? "undo of " : "")'rename': 'a.md'"))
    #expect(try Self.text(tool) == "# B\nedited\n")
    #expect(tool.run("list").output.contains("First"))
  }

  @Test func anUndoThatWasInterruptedIsMadeToItsEnd() throws {
    let tool = try Self.tool(state: "undoing")
    #expect(tool.run("undo").errors.hasPrefix("undid 'rename'"))
    #expect(try Self.text(tool) == "# A\nfirst\n")
  }

  @Test func commandsThatOnlyLookNameIt() throws {
    let tool = try Self.tool()
    let run = tool.run("check")
    #expect(run.errors.contains("'rename' was interrupted: 'a.md' → 'b.md'"), "\(run.errors)")
    #expect(run.errors.contains("'memo undo' takes it back"), "\(run.errors)")
    #expect(tool.run("doctor").output.contains("trouble\tchange\t'rename' was interrupted: 'a.md' → 'b.md'"))
    #expect(tool.run("undo").code == .done)
    #expect(!tool.run("check").errors.contains("interrupted"))
    #expect(!tool.run("doctor").output.contains("interrupted"))
  }
}
