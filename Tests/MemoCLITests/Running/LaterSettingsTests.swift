import Foundation
import MemoCLI
import MemoCore
import MemoTestSupport
import MemoWords
import Testing

/// Settings that a later version of memo knows are no hindrance, and stay where this one changes others.
@Suite struct LaterSettingsTests {
  private static let place = VaultPath(".memo/config.json")
  private static let later = """
    {"future": {"폴더": "가/나", "ratio": 0.1, "large": 9007199254740993, "list": [1, null, {"on": true}], "none": {}},
    "ignore": ["old.md"], "daily": {"folder": "일기", "weekday": 1}, "switch": false, "nothing": null}
    """

  @Test func unknownSettingsStayWhereOthersChange() throws {
    let tool = try TestedTool()
    try tool.folder.write(Self.later, to: Self.place.text)
    try tool.folder.write("# 메모\n", to: "가.md")
    try tool.folder.write("# old\n", to: "old.md")
    #expect(tool.run("list", "--paths").lines == ["가.md"])
    #expect(tool.run("config").output.contains("future.폴더"))
    for command in [
      ["config", "daily.folder", "다른 곳"], ["config", "ignore", "new.md"], ["config", "daily.folder", "--unset"],
    ] {
      #expect(tool.run(command).code == .done, "\(command)")
    }
    let wanted = try Self.object(Array(Self.later.utf8))
    wanted["ignore"] = ["new.md"]
    wanted["daily"] = ["weekday": 1]
    let bytes: [UInt8] = try #require(try tool.folder.bytes(of: Self.place))
    #expect(try Self.object(bytes) == wanted)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(": 0.1,") && text.contains(": 9007199254740993"), "\(text)")
    #expect(Set(tool.run("list", "--paths").lines) == ["가.md", "old.md"])
  }

  @Test func aCheckupNamesTheVaultWhoseSettingsAreBroken() throws {
    let tool = try TestedTool()
    try tool.folder.write("{broken", to: Self.place.text)
    let vault = tool.folder.path.text
    for words in [["doctor"], ["doctor", "--vault", vault]] {
      let line = tool.run(words).lines.first { $0.contains("\tvault\t") }
      #expect(line?.contains("trouble\tvault\tcannot use the settings in '\(vault)/.memo/config.json'") == true)
    }
    #expect(tool.run("doctor", "--json").output.contains("mv \(vault)/.memo/config.json"), "what to do about it")
  }

  private static func object(_ bytes: [UInt8]) throws -> NSMutableDictionary {
    let options: JSONSerialization.ReadingOptions = .mutableContainers
    return try #require(
      try JSONSerialization.jsonObject(with: Data(bytes), options: options) as? [String: Any]
    ).reduce(into: NSMutableDictionary()) { $0[$1.key] = $1.value }
  }
}
