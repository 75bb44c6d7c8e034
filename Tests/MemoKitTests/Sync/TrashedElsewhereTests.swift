import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// Memos that programs delete by moving them to where no memo can be, as Obsidian does with its `.trash`.
@Suite struct TrashedElsewhereTests {
  static let places = [".trash/a.md", "x/.old/a.md", "a.txt"]

  @Test(arguments: places, [false, true])
  func aMemoThatWasMovedThereIsKeptWhereItWasChanged(place: String, isRecorded: Bool) throws {
    let devices = try SyncedDevices()
    let (old, new) = ("# A\none\ntwo\nthree\n", "# A\none\ntwo\nthree\nimportant\n")
    try devices.place.folder.makeFolders(VaultPath("d1/\(place)").parent)
    try devices.rename("a.md", to: place, on: 1)
    if isRecorded {
      // Earlier versions recorded it as a rename.
      let message = "memo: 1 file\n\nMemo-Renamed: \"a.md\" -> \"\(place)\"\n"
      try devices.write(message, to: ".git/message", on: 1)
      try devices.place.shell("git add -A && git commit -q -F .git/message", in: "d1")
    }
    let sent = try devices.sync(1)
    if !isRecorded { #expect((sent.sentChanges.deleted, sent.sentChanges.renamed) == (1, 0)) }
    try devices.write(new, to: "a.md", on: 0)
    let report = try devices.sync(0)
    #expect((report.receivedChanges.changed, report.receivedChanges.renamed) == (1, 0))
    #expect(report.deletedElsewhere == [VaultPath("a.md")], "\(report.issues)")
    try devices.sync(1)
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == new)
      #expect(try devices.text(place, on: device) == old)
    }
  }

  @Test func manyMemosThatWereMovedThereAreAMassDeletion() throws {
    let devices = try SyncedDevices()
    for number in 10..<40 { try devices.write("# \(number)\nunique \(number)\n", to: "n\(number).md", on: 0) }
    for device in [0, 1] { try devices.sync(device) }
    let names = (10..<32).map { "n\($0).md" }
    try devices.place.folder.makeFolders(VaultPath("d1/.trash"))
    for name in names { try devices.rename(name, to: ".trash/\(name)", on: 1) }
    #expect(throws: SyncError.massDeletion(missing: names.map { VaultPath($0) }, total: 31)) { try devices.sync(1) }
    for name in names { try devices.rename(".trash/\(name)", to: name, on: 1) }
    try devices.place.folder.makeFolders(VaultPath("d1/sub"))
    for name in names { try devices.rename(name, to: "sub/\(name)", on: 1) }
    #expect(
      try devices.sync(1).sentChanges.renamed == names.count, "those that are moved to another folder are renamed")
  }

  @Test func linksDoNotFollowThere() throws {
    let files = ["a.md": "# A\nunique\n", "p.png": "P", "n.md": "# N\n"]
    let devices = try LinkedDevices(files)
    try devices.devices.place.folder.makeFolders(VaultPath("d1/.trash"))
    for name in ["a.md", "p.png"] { try devices.devices.rename(name, to: ".trash/\(name)", on: 1) }
    _ = try devices.sync(1)
    let text = "# N\n\n[a](a.md) [[a]] ![](p.png)\n"
    try devices.write(text, to: "n.md", on: 0)
    for device in [0, 1] { _ = try devices.sync(device) }
    for device in 0...1 { #expect(try devices.text("n.md", on: device) == text) }
  }

  @Test func aMemoThatComesBackUnderAnotherNameIsFollowed() throws {
    let devices = try SyncedDevices()
    for folder in [".trash", "sub"] { try devices.place.folder.makeFolders(VaultPath("d1/\(folder)")) }
    try devices.rename("a.md", to: ".trash/a.md", on: 1)
    try devices.sync(1)
    try devices.rename(".trash/a.md", to: "sub/a.md", on: 1)
    try devices.sync(1)
    try devices.write("# A\none\ntwo\nthree\nnew\n", to: "a.md", on: 0)
    try devices.sync(0)
    #expect(try devices.text("sub/a.md", on: 0) == "# A\none\ntwo\nthree\nnew\n")
    #expect(try devices.text("a.md", on: 0) == nil)
  }
}
