import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// What editors make for themselves beside a memo stays on the device; in doubt it is a file like any other.
@Suite struct EditorFilesTests {
  private static let swap = "b0VIM 9.1\0\0text that is not saved yet"

  /// Files of editors by the name of a memo, be it there or not, or by their bytes.
  static let own: [(name: String, text: String)] = [
    (".a.md.swp", swap), (".a.md.swn", swap), (".new.md.swp", swap), (".a.md.swo", "b0nano 8.3\0"),
    (".a.md.swo", "bcVIM 9.1\0"), (".a.md.swp", ""), ("4913", ""), ("a.md~", "old\n"), ("a.md.~12~", "old\n"),
    ("#a.md#", "unsaved\n"), (".#a.md", "me@here.1:2"), (".a.md.kate-swp", "kate"), (".~lock.a.md#", "me"),
    ("b.md~", "old\n"), ("b.markdown~", "old\n"), ("b.md.~12~", "old\n"), ("#b.md#", "unsaved\n"),
    ("sub/a.md~", "old\n"),
  ]

  /// Files with such names that may be a person's own.
  static let inDoubt: [(name: String, text: String)] = [
    (".a.md.swp", "my own notes\n"), ("a.md.swp", swap), ("4913", "a number\n"), ("b~", "old\n"), ("~", "x\n"),
    ("b.~12~", "old\n"), ("#b#", "x\n"), ("##", "x\n"), (".#b", "x\n"), (".~lock.b#", "x\n"), ("a.md#", "x\n"),
    ("#a.md", "x\n"), (".b.kate-swp", "x\n"), (".md~", "x\n"), ("sub/b.txt~", "x\n"),
  ]

  private static func names(_ devices: SyncedDevices) throws -> Set<String> {
    Set(
      try devices.place.shell("git ls-tree -r --name-only main", in: "hub.git").split(separator: "\n").map(String.init))
  }

  @Test(arguments: own)
  func whatAnEditorMakesBesideAMemoIsNotSynced(name: String, text: String) throws {
    let devices = try SyncedDevices()
    let before = try (Self.names(devices), devices.head(0))
    try devices.write(text, to: name, on: 0)
    for _ in 0..<2 {
      let report = try devices.sync(0)
      #expect(report.skipped.isEmpty, "nothing is said of it")
    }
    #expect(try Self.names(devices) == before.0)
    #expect(try devices.head(0) == before.1, "there is nothing to commit")
    try devices.remove(name, on: 0)
    try devices.sync(0)
    #expect(try devices.head(0) == before.1, "nor when the editor ends")
  }

  @Test(arguments: inDoubt)
  func inDoubtAFileIsSynced(name: String, text: String) throws {
    let devices = try SyncedDevices()
    try devices.write(text, to: name, on: 0)
    for device in [0, 1] { try devices.sync(device) }
    #expect(try devices.text(name, on: 1) == text)
  }

  @Test func aBackupCopyIsKnownByAFileThatOnlyTheBranchHas() throws {
    let devices = try SyncedDevices(1)
    let files = EditorFiles(vault: try devices.vault(0)) { $0 == VaultPath("sub/gone.txt") }
    #expect(try files.contain(VaultPath("sub/gone.txt~")))
    #expect(try files.contain(VaultPath("sub/#gone.txt#")))
    #expect(try !files.contain(VaultPath("gone.txt~")))
  }

  /// Else its old text would come to all devices in place of the memo.
  @Test func theBackupCopyOfADeletedMemoStaysHere() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("echo old > a.md~; touch -d 2020-01-01 a.md~; rm a.md", in: "d0")
    for _ in 0..<2 { try devices.sync(0) }
    try devices.sync(1)
    #expect(try devices.text("a.md", on: 1) == nil && devices.text("a.md~", on: 1) == nil)
    #expect(try devices.text("a.md~", on: 0) == "old\n")
  }

  @Test func whatIsStagedOrWasCommittedIsSynced() throws {
    let devices = try SyncedDevices()
    try devices.write("one\n", to: "a.md~", on: 0)
    try devices.place.shell("git add a.md~", in: "d0")
    for text in ["two\n", "three\n"] {
      try devices.write(text, to: "a.md~", on: 0)
      for device in [0, 1] { try devices.sync(device) }
      #expect(try devices.text("a.md~", on: 1) == text)
    }
    try devices.remove("a.md~", on: 1)
    for device in [1, 0] { try devices.sync(device) }
    #expect(try devices.text("a.md~", on: 0) == nil)
  }

  @Test func whatAnotherProgramCommitsOfThemReplacesNone() throws {
    let devices = try SyncedDevices()
    try devices.write("theirs\n", to: "a.md~", on: 1)
    try devices.place.shell("git add -f a.md~ && git commit -qm a && git push -q origin main", in: "d1")
    try devices.write("mine\n", to: "a.md~", on: 0)
    for _ in 0..<2 { try devices.sync(0) }
    #expect(try devices.text("a.md~", on: 0) == "mine\n")
    #expect(try devices.place.shell("git show main:a.md~", in: "hub.git") == "theirs\n")
    try devices.remove("a.md~", on: 0)
    try devices.sync(0)
    #expect(try devices.text("a.md~", on: 0) == "theirs\n")
  }
}
