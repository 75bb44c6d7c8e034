import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@Suite struct SettingsChangeTests {
  private let folder: TemporaryFolder
  private let vault: Vault

  init() throws {
    folder = try TemporaryFolder()
    vault = try folder.openVault()
  }

  private func change(_ key: String, to value: String, before: () throws -> Void = {}) throws -> Settings {
    try SettingsChange.make(in: vault) {
      try before()
      $0.set(key, to: [value], isList: false)
    }
  }

  @Test func aChangeLeavesTheRestAndNothingElse() throws {
    #expect(try change("titles", to: "file-name").text("titles") == "file-name")
    let id = try vault.settings().text("id")
    try folder.setMode(0o640, of: Vault.settingsPath)
    #expect(try change("names", to: "dash").text("titles") == "file-name")
    let settings = try vault.settings()
    #expect(["id", "titles", "names"].map(settings.text) == [id, "file-name", "dash"] && id != nil)
    #expect(folder.status(of: Vault.settingsPath)?.mode == 0o640)
    let names = try folder.names(in: Vault.settingsPath.parent).map { String(decoding: $0, as: UTF8.self) }
    #expect(Set(names) == [".gitignore", "config.json", "config.lock"], "\(names)")
  }

  /// As a sync does, which takes no lock for that.
  @Test func whatIsWrittenBetweenReadingAndReplacingIsKept() throws {
    _ = try change("titles", to: "file-name")
    var writes = 0
    let settings = try change("names", to: "dash") {
      writes += 1
      if writes < 4 { try folder.write(#"{"received": "\#(writes)"}"#, to: Vault.settingsPath.text) }
    }
    #expect(writes == 4 && settings.text("received") == "3" && settings.text("names") == "dash")
    #expect(try vault.settings().encoded() == settings.encoded())
  }

  @Test func aFileThatIsRemovedInBetweenIsMadeAgain() throws {
    _ = try change("titles", to: "file-name")
    var removals = 0
    _ = try change("names", to: "dash") {
      removals += 1
      if removals == 1 { try folder.remove(Vault.settingsPath) }
    }
    #expect(try vault.settings().entries.map(\.key) == ["id", "names"])
  }

  @Test func aFileThatChangesAllTheTimeIsNotOverwritten() throws {
    _ = try change("titles", to: "file-name")
    var writes = 0
    #expect(throws: FileError(.write, path: Vault.settingsPath.bytes, reason: .busy)) {
      try change("names", to: "dash") {
        writes += 1
        try folder.write(#"{"received": "\#(writes)"}"#, to: Vault.settingsPath.text)
      }
    }
    #expect(try vault.settings().text("received") == "\(writes)")
  }

  @Test func aSymbolicLinkIsNotReplaced() throws {
    try folder.makeFolders(Vault.settingsPath.parent)
    try folder.write("{}", to: "elsewhere.json")
    try folder.link(Vault.settingsPath, to: "../elsewhere.json")
    let settings = folder.path.appending(Vault.settingsPath)
    #expect(throws: VaultError.badSettings(settings, .notAFile)) { try change("names", to: "dash") }
    #expect(try folder.bytes(of: VaultPath("elsewhere.json")) == Array("{}".utf8))
  }

  // MARK: The user's

  private func changeUser() throws -> Settings {
    try SettingsChange.make(at: folder.path.appending("home/config.json"), on: TemporaryFolder.host()) {
      $0.set("editor", to: ["vi"], isList: false)
    }
  }

  @Test(arguments: ["dots/config.json", "../dots/memo.json", "link.json"])
  func aLinkToAFileThatIsNotThereMakesIt(target: String) throws {
    try folder.makeFolders(VaultPath("home/dots"))
    try folder.makeFolders(VaultPath("dots"))
    try folder.link(VaultPath("home/link.json"), to: "\(folder.path.text)/dots/absolute.json")
    try folder.link(VaultPath("home/config.json"), to: target)
    #expect(try changeUser().text("editor") == "vi")
    let made = ["home/dots/config.json", "dots/memo.json", "dots/absolute.json"].map { VaultPath($0) }
    let texts = try made.compactMap { try folder.bytes(of: $0) }.map { String(decoding: $0, as: UTF8.self) }
    #expect(texts == ["{\n  \"editor\" : \"vi\"\n}\n"])
    #expect(
      try Settings(at: folder.path.appending("home/config.json"), host: TemporaryFolder.host()).text("editor") == "vi")
  }

  @Test func aLinkIntoAFolderThatIsNotThereIsRefusedByItsTarget() throws {
    try folder.makeFolders(VaultPath("home"))
    try folder.link(VaultPath("home/config.json"), to: "../no/config.json")
    let target = folder.path.appending("no/config.json")
    #expect(throws: FileError(.write, path: target.bytes, reason: .notFound)) { try changeUser() }
    #expect(try folder.bytes(of: VaultPath("no/config.json")) == nil)
  }
}
