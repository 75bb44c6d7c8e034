import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Files that go: how they are reported, how they come back, and which ones stay for a while.
@Suite(.waitsForPrograms) struct SyncDeletionTests {
  private func withManyMemos() throws -> Devices {
    let devices = try Devices.inStep()
    for number in 10..<40 { try devices.write("# \(number)\n", to: "n\(number).md", on: 0) }
    for device in [0, 1] { try devices.mustSync(device) }
    return devices
  }

  @Test func aMassDeletionNamesTheFilesAndTheWayBackWorks() throws {
    let devices = try withManyMemos()
    for number in 10..<40 { try devices.remove("n\(number).md", on: 0) }
    let run = try devices.sync(0)
    #expect(run.end == .exited(5))
    #expect(run.errors.contains("'n10.md', 'n11.md'") && run.errors.contains("'n19.md', …"), "\(run.errors)")
    #expect(run.errors.contains("memo restore --missing --at HEAD"), "\(run.errors)")
    let failure = try devices.sync(0, "--json").failure()
    #expect((failure["candidates"] as? [String])?.count == 30)
    let restored = try devices.memo(0, ["restore", "--missing", "--at", "HEAD"])
    #expect(restored.end == .exited(0), "\(restored.errors)")
    #expect(try devices.files(0).count == 31)
    try devices.mustSync(0)
    #expect(try devices.memo(0, ["undo"]).end == .exited(0), "it was one operation")
    #expect(try devices.files(0).count == 1)
  }

  @Test(arguments: [String(repeating: "l", count: 252), String(repeating: "가", count: 84)])
  func aFileWithTheLongestNameIsDeletedElsewhere(stem: String) throws {
    let devices = try Devices.inStep()
    try devices.write("# L\n", to: "\(stem).md", on: 0)
    for device in [0, 1] { try devices.mustSync(device) }
    try devices.remove("\(stem).md", on: 0)
    for device in [0, 1, 0] { try devices.mustSync(device) }
    #expect(try devices.text("\(stem).md", on: 1) == nil)
    try devices.expectInStep()
  }

  @Test func anAttachmentThatIsThereProvesNothingForTheMemos() throws {
    let devices = try Devices.inStep()
    for number in 1..<5 { try devices.write("# \(number)\n", to: "n\(number).md", on: 0) }
    for number in 1..<9 { try devices.write("picture", to: "p\(number).png", on: 0) }
    try devices.mustSync(0)
    _ = try devices.sandbox.shell("rm ../d0/*.md")
    let run = try devices.sync(0)
    #expect(run.end == .exited(5) && run.errors.contains("5 of 5 files are missing"), "\(run.errors)")
    try devices.mustSync(0, "--allow-mass-delete")
  }

  @Test func memosOwnFilesDoNotCountAmongTheMissing() throws {
    let devices = try withManyMemos()
    for number in 10..<40 { try devices.remove("n\(number).md", on: 0) }
    for name in ["a.md", ".memo/.gitignore"] { try devices.remove(name, on: 0) }
    let run = try devices.sync(0)
    #expect(run.end == .exited(5) && run.errors.contains("31 of 31 files are missing"), "\(run.errors)")
  }

  @Test(arguments: ["memo", "git"])
  func memosThatWereRenamedAndEditedAreNotDeleted(program: String) throws {
    let devices = try Devices.inStep()
    let numbers = 10..<40
    for number in numbers {
      try devices.write("# \(number)\na \(number)\nb \(number)\nsame\n", to: "n\(number).md", on: 0)
    }
    for device in [0, 1] { try devices.mustSync(device) }
    for number in numbers {
      try devices.remove("n\(number).md", on: 0)
      try devices.write("# \(number)\na \(number)\nother \(number)\nsame\n", to: "r\(number).md", on: 0)
    }
    let restore = ["restore", "--missing", "--at", "HEAD", "--json"]
    #expect(try devices.memo(0, restore).text == "[]\n", "before a sync")
    if program == "git" {
      try devices.git("add", "-A", in: "d0")
      try devices.git("commit", "-q", "-m", "renamed", in: "d0")
      try devices.mustSync(0)
    } else {
      #expect(try devices.sync(0, "--dry-run").errors.contains("would send 30 files (30 renamed)"))
      let run = try devices.sync(0)
      #expect(run.end == .exited(0) && run.errors.contains("sent 30 files (30 renamed)"), "\(run.errors)")
    }
    let run = try devices.sync(1)
    #expect(run.errors.contains("received 30 files (30 renamed)"), "\(run.errors)")
    #expect(!run.errors.contains("restore --missing"), "\(run.errors)")
    try devices.expectInStep()
    #expect(try devices.memo(1, ["restore", "--missing", "--at", "HEAD~1", "--json"]).text == "[]\n")
  }

  @Test func memosThatHaveALineInCommonWithNewOnesAreDeleted() throws {
    let devices = try withManyMemos()
    for number in 10..<40 {
      try devices.remove("n\(number).md", on: 0)
      try devices.write("# New \(number)\n", to: "r\(number).md", on: 0)
    }
    let run = try devices.sync(0)
    #expect(run.end == .exited(5) && run.errors.contains("30 of 31 files are missing"), "\(run.errors)")
  }

  @Test func receivingAMassDeletionShowsHowToRestore() throws {
    let devices = try withManyMemos()
    for number in 10..<40 { try devices.remove("n\(number).md", on: 0) }
    try devices.mustSync(0, "--allow-mass-delete")
    let run = try devices.sync(1)
    #expect(run.errors.contains("received 30 files (30 deleted)"), "\(run.errors)")
    let command = try #require(run.errors.firstMatch(of: /memo (restore --missing --at [0-9a-f]+)/))
    let words = command.1.split(separator: " ").map(String.init)
    #expect(try devices.memo(1, words).end == .exited(0))
    #expect(try devices.text("n10.md", on: 1) == "# 10\n")
    try devices.mustSync(1)
    try devices.mustSync(0)
    try devices.expectInStep()
    #expect(try devices.files(0).count == 31)
  }

  @Test func whatOthersOnlyMovedOrRenamedDoesNotComeBack() throws {
    let devices = try Devices.inStep()
    for name in ["n1", "n2", "n3", "n4"] { try devices.write("# \(name)\n", to: "\(name).md", on: 0) }
    for device in [0, 1] { try devices.mustSync(device) }
    for words in [["delete", "-y", "n1.md"], ["move", "n2.md", "sub"], ["rename", "n3.md", "셋"]] {
      #expect(try devices.memo(1, words).end == .exited(0))
    }
    try devices.sandbox.folder.rename(VaultPath("d1/n4.md"), to: VaultPath("d1/four.md"))
    let restore = ["restore", "--missing", "--at", "HEAD", "--dry-run"]
    #expect(try devices.memo(1, restore).text.contains("+# n1"), "before a sync")
    #expect(try devices.memo(1, restore).text.matches(of: /^diff/.anchorsMatchLineEndings()).count == 1)
    for device in [1, 0] { try devices.mustSync(device) }
    let run = try devices.memo(0, ["restore", "--missing", "--at", "HEAD~1", "--json"])
    #expect(try run.records().map { $0["path"] as? String } == ["n1.md"])
    let there = try Set(devices.files(0).keys.map(\.text))
    #expect(there == ["a.md", "n1.md", "sub/n2.md", "셋.md", "four.md"])
  }

  @Test func severalMemosComeBackAtOnce() throws {
    let devices = try withManyMemos()
    for name in ["n10.md", "n11.md"] { try devices.remove(name, on: 0) }
    let run = try devices.memo(0, ["restore", "n10.md", "n11.md", "--at", "HEAD", "--json"])
    #expect(try run.records().map { $0["path"] as? String } == ["n10.md", "n11.md"])
    #expect(try devices.text("n11.md", on: 0) == "# 11\n")
    let none = try devices.memo(0, ["restore", "--missing", "--at", "HEAD", "--json"])
    #expect(none.text == "[]\n", "\(none.errors)")
    #expect(try devices.memo(0, ["restore", "--missing", "n10.md", "--at", "HEAD"]).end == .exited(2))
  }

  @Test func theSummaryCountsDeletionsAndRenamesSeparately() throws {
    let devices = try withManyMemos()
    try devices.remove("n10.md", on: 0)
    try devices.sandbox.folder.rename(VaultPath("d0/n11.md"), to: VaultPath("d0/other.md"))
    try devices.write("# 12\nmore\n", to: "n12.md", on: 0)
    let expected = "3 files (1 changed, 1 deleted, 1 renamed)"
    #expect(try devices.sync(0, "--dry-run").errors.contains("would send \(expected)"))
    #expect(try devices.sync(0).errors == "sent \(expected), received 0 files, merged 0; no conflicts\n")
    let record = try devices.sync(1, "--json").record()
    #expect(record["received"] as? Int == 3)
    #expect(record["receivedDeleted"] as? Int == 1)
    #expect(record["receivedRenamed"] as? Int == 1)
  }

  @Test(arguments: [".a.md.swp", ".#a.md", "#a.md#"])
  func aMemoThatAnEditorHasOpenStaysUntilItIsDone(trace: String) throws {
    let devices = try Devices.inStep(2)
    try devices.write("\(trace)\n", to: ".git/info/exclude", on: 1)
    if trace == ".#a.md" {
      try devices.sandbox.folder.link(VaultPath("d1/\(trace)"), to: "me@host.1")
    } else {
      try devices.write("x", to: trace, on: 1)
    }
    try devices.remove("a.md", on: 0)
    try devices.mustSync(0)
    for _ in 0..<2 {
      let run = try devices.sync(1)
      #expect(run.end == .exited(0))
      #expect(run.errors.contains("'a.md' was deleted elsewhere; it stays"), "\(run.errors)")
      #expect(try devices.text("a.md", on: 1) != nil)
    }
    try devices.remove(trace, on: 1)
    try devices.mustSync(1)
    #expect(try devices.text("a.md", on: 1) == nil)
    try devices.mustSync(0)
    try devices.expectInStep()
  }

  @Test func whatIsSavedIntoAMemoThatOthersDeletedComesBackEverywhere() throws {
    let devices = try Devices.inStep(2)
    try devices.write("x", to: ".a.md.swp", on: 1)
    try devices.write(".*.swp\n", to: ".git/info/exclude", on: 1)
    try devices.remove("a.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    try devices.write("# A\nsaved\n", to: "a.md", on: 1)
    try devices.remove(".a.md.swp", on: 1)
    for device in [1, 0] { try devices.mustSync(device) }
    #expect(try devices.text("a.md", on: 0) == "# A\nsaved\n")
    try devices.expectInStep()
  }

  @Test func aBackupThatAnEditorNeverRemovesDoesNotKeepAMemo() throws {
    let devices = try Devices.inStep(2)
    try devices.write("old\n", to: "a.md~", on: 1, modified: 1_700_000_000_000_000_000)
    try devices.mustSync(1)
    try devices.mustSync(0)
    try devices.remove("a.md", on: 0)
    for device in [0, 1] { try devices.mustSync(device) }
    #expect(try devices.text("a.md", on: 1) == nil)
  }

  @Test func linksFollowAMemoThatAnotherDeviceHasRenamed() throws {
    let devices = try Devices.inStep(2)
    try devices.write("# L\n[[a]]\n", to: "l.md", on: 1)
    for device in [1, 0, 1] { try devices.mustSync(device) }
    _ = try devices.memo(1, ["list"])
    try devices.sandbox.folder.rename(VaultPath("d0/a.md"), to: VaultPath("d0/b.md"))
    try devices.mustSync(0)
    try devices.write("# Quite another\ntext\n", to: "b.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    let run = try devices.memo(1, ["check", "--fix", "--yes"])
    #expect(try devices.text("l.md", on: 1) == "# L\n[[b]]\n", "\(run.text)\(run.errors)")
  }
}
