import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@Suite struct SettingsTests {
  private static let text = """
    {"editor": "vim", "daily": {"folder": "일기", "deep": {"er": "x"}}, "ignore": ["a", "b"], "count": 3, "on": true,
    "mixed": ["a", 1], "nothing": null, "empty": {}}
    """

  @Test(
    arguments: [
      ("editor", "vim"), ("daily.folder", "일기"), ("daily.deep.er", "x"), ("daily", nil), ("ignore", nil),
      ("count", nil),
      ("missing", nil), ("editor.more", nil), ("daily.missing", nil), ("", nil), (".", nil), ("nothing", nil),
    ] as [(String, String?)])
  func aTextIsReadByItsKey(key: String, text: String?) throws {
    #expect(try settings(Self.text).text(key) == text, "\(key)")
  }

  @Test(
    arguments: [
      ("ignore", ["a", "b"]), ("editor", ["vim"]), ("missing", []), ("mixed", []), ("count", []), ("daily", []),
    ] as [(String, [String])])
  func aListIsReadByItsKey(key: String, texts: [String]) throws {
    #expect(try settings(Self.text).texts(key) == texts, "\(key)")
  }

  @Test func entriesAreSortedWithTheirWholeKeys() throws {
    let entries = try settings(Self.text).entries
    #expect(
      entries.map(\.key) == ["count", "daily.deep.er", "daily.folder", "editor", "ignore", "mixed", "nothing", "on"])
    #expect(entries.map(\.value.line) == ["3", "x", "일기", "vim", #"["a","b"]"#, #"["a",1]"#, "null", "true"])
    #expect(entries.map(\.value)[2...5] == [.text("일기"), .text("vim"), .texts(["a", "b"]), .other(#"["a",1]"#)])
  }

  @Test func whatIsSetIsReadAndTheRestStays() throws {
    var settings = try settings(Self.text)
    settings.set("daily.folder", to: ["날마다/여기"], isList: false)
    settings.set("new.key", to: ["x"], isList: false)
    settings.set("ignore", to: ["c"], isList: true)
    settings.set("editor.deep", to: ["y"], isList: false)
    let again = try self.settings(String(decoding: settings.encoded(), as: UTF8.self))
    #expect(again.text("daily.folder") == "날마다/여기")
    #expect(again.text("daily.deep.er") == "x")
    #expect(again.text("new.key") == "x")
    #expect(again.text("editor.deep") == "y")
    #expect(again.texts("ignore") == ["c"])
    #expect(again.entries.contains { $0.key == "count" && $0.value == .other("3") })
    #expect(try again.encoded() == settings.encoded())
  }

  @Test func whatIsRemovedIsGoneWithItsEmptyParents() throws {
    var settings = try settings(#"{"a": {"b": {"c": "x"}}, "d": "y"}"#)
    let wereThere = ["a.b.c", "a.b.c", "missing", ""].map { settings.remove($0) }
    #expect(wereThere == [true, false, false, false])
    #expect(settings.entries.map(\.key) == ["d"])
    #expect(try String(decoding: settings.encoded(), as: UTF8.self) == "{\n  \"d\" : \"y\"\n}\n")
  }

  @Test func noFileAndAnEmptyFileHoldNothing() throws {
    let folder = try TemporaryFolder()
    #expect(try Settings(at: folder.path.appending("none.json"), host: folder.host()).entries.isEmpty)
    #expect(try settings("").entries.isEmpty)
    #expect(try settings("{}").entries.isEmpty)
  }

  @Test(arguments: ["[]", "3", "null", "{", "{]", "text", #"{"a": }"#, "\u{0}"])
  func whatIsNoObjectIsAnErrorThatNamesTheFile(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "config.json")
    let path = folder.path.appending("config.json")
    #expect("\(text)") {
      try Settings(at: path, host: folder.host())
    } throws: { error in
      guard case VaultError.badSettings(path, _) = error else { return false }
      return true
    }
    #expect(!Settings.areUsable(Array(text.utf8)), "\(text)")
  }

  @Test(arguments: ["", "{}", text, #"{"ignore": 5, "titles": "later", "views": []}"#])
  func settingsOfOddValuesAreUsable(text: String) { #expect(Settings.areUsable(Array(text.utf8)), "\(text)") }

  private func settings(_ text: String) throws -> Settings {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "config.json")
    return try Settings(at: folder.path.appending("config.json"), host: folder.host())
  }
}
