import MemoCore
import MemoStore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoCLI

/// Exports and imports that are stopped, as by Ctrl-C.
@Suite struct StoppedTransferTests {
  private static func tool() throws -> TestedTool {
    var tool = try TestedTool()
    tool.workingFolder = VaultPath("vault")
    try tool.folder.makeFolders(VaultPath("vault/.memo"))
    for name in ["a", "b"] { try tool.folder.write("# \(name)\n", to: "vault/\(name).md") }
    tool.isStopped = { true }
    return tool
  }

  @Test func anExportSaysHowFarItCame() throws {
    let run = try Self.tool().run("export", "../copy")
    #expect(run.code == .interrupted)
    #expect(
      run.errors == """
        exported 0 memos
        memo: interrupted: 2 memos are not exported yet
        hint: run the command again for the rest

        """)
    let korean = try Self.tool().run("export", "../copy", "--lang", "ko")
    #expect(
      korean.errors == """
        메모 0개를 내보냈습니다
        memo: 중단됨: 메모 2개를 아직 내보내지 않았습니다
        힌트: 명령을 다시 실행하면 나머지를 이어서 처리합니다

        """)
    #expect(
      try Self.tool().run("export", "../copy", "-q").errors == "memo: interrupted: 2 memos are not exported yet\n")
  }

  @Test func anExportSaysSoInJSON() throws {
    var tool = try Self.tool()
    let stopped = tool.run("export", "../copy", "--json")
    #expect(stopped.code == .interrupted && stopped.errors.isEmpty, "\(stopped.errors)")
    #expect(stopped.output.contains(#""interrupted":true"#), "\(stopped.output)")
    tool.isStopped = { false }
    let whole = tool.run("export", "../copy", "--json")
    #expect(whole.code == .done && !whole.output.contains("interrupted"), "\(whole.output)")
  }

  @Test func anImportSaysWhichFilesItLeft() throws {
    let tool = try Self.tool()
    try tool.folder.write("![](x.png)", to: "notes/n.md")
    try tool.folder.write("picture", to: "notes/x.png")
    let run = tool.run("import", "../notes")
    #expect(run.code == .interrupted && run.output == "n.md\n")
    #expect(
      run.errors == """
        imported 1 memo
        memo: interrupted: 1 file that memos link to is not copied yet
        hint: run the command again for the rest

        """)
    #expect(tool.run("import", "../notes", "--lang", "ko").errors.contains("중단됨: 메모에 링크된 파일 1개를 아직 복사하지 않았습니다"))
    #expect(tool.run("import", "../notes", "--json").output.contains(#""interrupted":true"#))
  }
}
