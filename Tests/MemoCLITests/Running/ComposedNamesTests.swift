import Foundation
import MemoCLI
import MemoCore
import MemoTestSupport
import MemoWords
import Testing

/// Files from macOS have names in NFD, and texts that name them are typed in NFC: they are the same files.
@Suite struct ComposedNamesTests {
  private static let folder = "그림".decomposedStringWithCanonicalMapping

  private func tool() throws -> TestedTool {
    let tool = try TestedTool()
    for place in ["여행", "업무"] {
      try tool.folder.write(Array("picture".utf8), to: VaultPath("\(place)/\(Self.folder)/a.png"))
    }
    try tool.folder.write("# 제주\n\n![](그림/a.png)\n", to: "여행/제주.md")
    try tool.folder.write("# 보고\n", to: "업무/보고.md")
    return tool
  }

  private func text(_ tool: TestedTool, _ path: String) throws -> String {
    String(decoding: try #require(try tool.folder.bytes(of: VaultPath(path))), as: UTF8.self)
  }

  @Test func aMovedMemoKeepsItsPicture() throws {
    let tool = try tool()
    #expect(tool.run("move", "여행/제주.md", "업무/").code == .done)
    #expect(try text(tool, "업무/제주.md").contains("](../여행/\(Self.folder)/a.png)"))
    #expect(tool.run("undo").code == .done)
    #expect(try text(tool, "여행/제주.md") == "# 제주\n\n![](그림/a.png)\n")
  }

  @Test func aMergedMemoKeepsItsPicture() throws {
    let tool = try tool()
    #expect(tool.run("merge", "업무/보고.md", "여행/제주.md").code == .done)
    #expect(try text(tool, "업무/보고.md").contains("](../여행/\(Self.folder)/a.png)"))
  }
}
