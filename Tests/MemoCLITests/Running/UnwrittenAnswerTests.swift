import MemoCore
import MemoStore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoCLI

/// Commands whose answer cannot be written, though their change was made: run again they would make it twice.
@Suite struct UnwrittenAnswerTests {
  private static func tool() throws -> TestedTool {
    var tool = try TestedTool()
    try tool.folder.write("# D\n", to: "D.md")
    try tool.folder.makeFolders(VaultPath("f"))
    tool.outputRefusal = .noSpace
    return tool
  }

  @Test(arguments: [
    ["append", "D.md", "once", "--json"], ["set", "D.md", "k=v", "--json"], ["rename", "D.md", "Other"],
    ["move", "D.md", "f"], ["delete", "D.md", "--yes", "--json"], ["tags", "add", "t", "D.md", "--json"],
  ])
  func theChangeIsSaidToBeMade(words: [String]) throws {
    let tool = try Self.tool()
    let run = tool.run(words)
    #expect(run.code == .failure)
    #expect(run.errors.contains("the change was already made, so do not run the command again"), "\(run.errors)")
    #expect(run.errors.contains("'memo undo' takes it back") && !run.errors.contains("make room"), "\(run.errors)")
    let korean = try Self.tool().run(words + ["--lang", "ko"]).errors
    #expect(korean.contains("변경은 이미 이루어졌으니 다시 실행하지 마십시오. 'memo undo'로 되돌릴 수 있습니다"), "\(korean)")
  }

  @Test func undoneChangesAreTakenBackByRedo() throws {
    var tool = try Self.tool()
    tool.outputRefusal = nil
    #expect(tool.run("append", "D.md", "once").code == .done)
    tool.outputRefusal = .inputOutput
    #expect(tool.run("undo", "--json").errors.contains("'memo redo' takes it back"))
    #expect(tool.run("redo", "--json").errors.contains("'memo undo' takes it back"))
  }

  @Test func whatOnlyReadsSaysNothingOfAChange() throws {
    let run = try Self.tool().run("list", "--json")
    #expect(run.code == .failure && run.errors.contains("make room"), "\(run.errors)")
    #expect(!run.errors.contains("already made"), "\(run.errors)")
  }
}
