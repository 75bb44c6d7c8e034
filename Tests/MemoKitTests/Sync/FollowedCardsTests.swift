import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Canvases that one device changes while another one moves the files on their cards.
@Suite struct FollowedCardsTests {
  /// A canvas as Obsidian writes it.
  private static func canvas(_ cards: String...) -> String {
    "{\n\t\"nodes\":[\n" + cards.map { "\t\t\($0)" }.joined(separator: ",\n") + "\n\t],\n\t\"edges\":[]\n}"
  }

  private static func card(_ path: String, at x: Int = 0) -> String {
    #"{"id":"1","type":"file","file":"\#(path)","x":\#(x)}"#
  }

  private static func devices(_ more: [String: String]) throws -> LinkedDevices {
    try LinkedDevices(
      [".obsidian/app.json": "{}", "work/Plan.md": "one\n", "Note.md": "two\n"].merging(more) { $1 })
  }

  /// Syncs until both devices are in step; returns what the one that merged reports.
  private static func syncInTurn(_ devices: LinkedDevices) throws -> SyncReport {
    _ = try devices.sync(0)
    let report = try devices.sync(1)
    _ = try devices.sync(0)
    let again = [try devices.sync(1), try devices.sync(0)]
    #expect(again[0].isIdle && again[1].isIdle, "nothing is left to do")
    return report
  }

  @Test(arguments: [0, 1]) func aCanvasThatARenameChangedIsNoPairWithTheOneThatWasEdited(mover: Int) throws {
    let devices = try Self.devices(["c.canvas": Self.canvas(Self.card("work/Plan.md"), Self.card("Note.md"))])
    try devices.rename("work/Plan.md", to: "Road map", on: mover)
    let edited = Self.canvas(Self.card("work/Plan.md", at: 9), Self.card("work/Plan.md"), Self.card("Note.md", at: 1))
    try devices.write(edited, to: "c.canvas", on: 1 - mover)
    let report = try Self.syncInTurn(devices)
    #expect(report.copies.isEmpty && report.conflicts == 0)
    let path = "work/Road map.md"
    let expected = Self.canvas(Self.card(path, at: 9), Self.card(path), Self.card("Note.md", at: 1))
    for device in 0...1 { #expect(try devices.text("c.canvas", on: device) == expected) }
  }

  @Test(arguments: [0, 1]) func renamesOnBothDevicesAreInOneCanvas(mover: Int) throws {
    let devices = try Self.devices(["c.canvas": Self.canvas(Self.card("work/Plan.md"), Self.card("Note.md"))])
    try devices.move("work/Plan.md", to: "old", on: mover)
    try devices.rename("Note.md", to: "Memo", on: 1 - mover)
    #expect(try Self.syncInTurn(devices).copies.isEmpty)
    let expected = Self.canvas(Self.card("old/Plan.md"), Self.card("Memo.md"))
    for device in 0...1 { #expect(try devices.text("c.canvas", on: device) == expected) }
  }

  @Test(arguments: [0, 1]) func aCanvasInAFolderThatMovesIsOne(mover: Int) throws {
    let devices = try Self.devices(["work/c.canvas": Self.canvas(Self.card("work/Plan.md"), Self.card("Note.md"))])
    let vault = try devices.devices.vault(mover)
    let relocation = try MemoRenaming(in: vault, vault.refresh()).move(
      folder: VaultPath("work"), to: VaultPath("archive"))
    _ = try relocation.carryOut("move", by: OperationHistory(of: vault), of: vault, at: SystemClock().now)
    let edited = Self.canvas(Self.card("work/Plan.md", at: 9), Self.card("Note.md"))
    try devices.write(edited, to: "work/c.canvas", on: 1 - mover)
    #expect(try Self.syncInTurn(devices).conflicts == 0)
    let expected = Self.canvas(Self.card("archive/Plan.md", at: 9), Self.card("Note.md"))
    for device in 0...1 {
      #expect(try devices.text("archive/c.canvas", on: device) == expected)
      #expect(try devices.text("work/c.canvas", on: device) == nil)
    }
  }

  @Test func whatBothDevicesEditedIsAPair() throws {
    let devices = try Self.devices(["c.canvas": Self.canvas(Self.card("work/Plan.md"))])
    try devices.rename("work/Plan.md", to: "Road map", on: 0)
    try devices.write(Self.canvas(Self.card("work/Road map.md", at: 5)), to: "c.canvas", on: 0)
    try devices.write(Self.canvas(Self.card("work/Plan.md", at: 9)), to: "c.canvas", on: 1)
    _ = try devices.sync(0)
    #expect(try devices.sync(1).copies.count == 1)
  }

  @Test(arguments: [0, 1]) func cardsWithTheOldPathFollow(mover: Int) throws {
    let devices = try Self.devices(["c.canvas": Self.canvas(Self.card("Note.md"))])
    try devices.rename("work/Plan.md", to: "Road map", on: mover)
    try devices.write(Self.canvas(Self.card("Note.md"), Self.card("work/Plan.md")), to: "c.canvas", on: 1 - mover)
    try devices.write(Self.canvas(Self.card("work/Plan.md", at: 9)), to: "new.canvas", on: 1 - mover)
    #expect(try Self.syncInTurn(devices).relinked.map(\.text) == ["c.canvas", "new.canvas"])
    let path = "work/Road map.md"
    for device in 0...1 {
      let texts = [try devices.text("c.canvas", on: device), try devices.text("new.canvas", on: device)]
      #expect(texts == [Self.canvas(Self.card("Note.md"), Self.card(path)), Self.canvas(Self.card(path, at: 9))])
    }
    try devices.devices.undo(1)
    #expect(try devices.text("new.canvas", on: 1) == Self.canvas(Self.card("work/Plan.md", at: 9)))
  }

  @Test(arguments: [0, 1]) func cardsOfPicturesFollow(mover: Int) throws {
    let devices = try Self.devices(["img/p.png": "P"])
    try devices.devices.place.folder.makeFolders(VaultPath("d\(mover)/pictures"))
    try devices.devices.rename("img/p.png", to: "pictures/p.png", on: mover)
    try devices.write(Self.canvas(Self.card("img/p.png"), Self.card("Note.md")), to: "c.canvas", on: 1 - mover)
    #expect(try Self.syncInTurn(devices).relinked.map(\.text) == ["c.canvas"])
    let expected = Self.canvas(Self.card("pictures/p.png"), Self.card("Note.md"))
    for device in 0...1 { #expect(try devices.text("c.canvas", on: device) == expected) }
  }

  @Test(arguments: [0, 1]) func cardsFollowAFileWhosePathIsThatOfAnotherOne(mover: Int) throws {
    let devices = try Self.devices(["c.canvas": Self.canvas(Self.card("work/Plan.md"))])
    try devices.move("Note.md", to: "old", on: mover)
    try devices.write("another\n", to: "Note.md", on: mover)
    // Shows the new one.
    try devices.write(Self.canvas(Self.card("Note.md", at: 7)), to: "d.canvas", on: mover)
    let canvas = Self.canvas(Self.card("work/Plan.md"), Self.card("Note.md"), Self.card("gone.md"))
    try devices.write(canvas, to: "c.canvas", on: 1 - mover)
    #expect(try Self.syncInTurn(devices).relinked.map(\.text) == ["c.canvas"])
    let expected = Self.canvas(Self.card("work/Plan.md"), Self.card("old/Note.md"), Self.card("gone.md"))
    for device in 0...1 {
      #expect(try devices.text("c.canvas", on: device) == expected)
      #expect(try devices.text("d.canvas", on: device) == Self.canvas(Self.card("Note.md", at: 7)))
    }
  }

  @Test(arguments: [0, 1]) func cardsThatWereThereBeforeStayOnTheFileThatHasThePathNow(mover: Int) throws {
    let devices = try Self.devices(["c.canvas": Self.canvas(Self.card("Note.md"))])
    // Not by memo, so the card has not followed.
    let vault = try devices.devices.vault(mover)
    _ = try vault.refresh()
    try devices.devices.place.shell("mkdir old && mv Note.md old", in: "d\(mover)")
    _ = try vault.refresh()
    try devices.write("another\n", to: "Note.md", on: mover)
    let canvas = Self.canvas(Self.card("Note.md"), Self.card("Note.md", at: 3))
    try devices.write(canvas, to: "c.canvas", on: 1 - mover)
    #expect(try Self.syncInTurn(devices).relinked.map(\.text) == ["c.canvas"])
    let expected = Self.canvas(Self.card("Note.md"), Self.card("old/Note.md", at: 3))
    for device in 0...1 { #expect(try devices.text("c.canvas", on: device) == expected) }
  }

  @Test(arguments: [0, 1]) func aCanvasThatARenameChangedIsNoPairWhereTheNameIsThatOfAnotherFileNow(mover: Int) throws {
    let devices = try Self.devices(["c.canvas": Self.canvas(Self.card("Note.md"))])
    try devices.move("Note.md", to: "old", on: mover)
    try devices.write("another\n", to: "Note.md", on: mover)
    try devices.write(Self.canvas(Self.card("Note.md", at: 9)), to: "c.canvas", on: 1 - mover)
    #expect(try Self.syncInTurn(devices).copies.isEmpty)
    let expected = Self.canvas(Self.card("old/Note.md", at: 9))
    for device in 0...1 { #expect(try devices.text("c.canvas", on: device) == expected) }
  }

  @Test func cardsFollowFilesThatMovedAgainWithTheNextMerge() throws {
    let devices = try Self.devices(["p.png": "P"])
    try devices.rename("work/Plan.md", to: "Road map", on: 0)
    try devices.devices.rename("p.png", to: "q.png", on: 0)
    try devices.write(Self.canvas(Self.card("work/Plan.md"), Self.card("p.png")), to: "c.canvas", on: 1)
    _ = try devices.sync(0)
    // This one ends before cards follow.
    try devices.devices.sync(1)
    try devices.move("work/Road map.md", to: "old", on: 0)
    try devices.devices.rename("q.png", to: "r.png", on: 0)
    try devices.write("two and more\n", to: "Note.md", on: 1)
    _ = try devices.sync(0)
    #expect(try Self.syncInTurn(devices).relinked.map(\.text) == ["c.canvas"])
    let expected = Self.canvas(Self.card("old/Road map.md"), Self.card("r.png"))
    for device in 0...1 { #expect(try devices.text("c.canvas", on: device) == expected) }
  }
}
