import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// The conflicts of a sync: when they are listed, and until when.
@Suite(.waitsForPrograms) struct SyncConflictTests {
  private static let base = "# 회의\n\n준비물: 노트\n장소: 강당\n"

  /// Two devices after both have changed the same memo, the first one's change merged by the second.
  private func apart(_ first: String, _ second: String, base: String = base) throws -> Devices {
    let devices = try Devices.inStep(2, base)
    try devices.write(first, to: "a.md", on: 0)
    try devices.mustSync(0)
    try devices.write(second, to: "a.md", on: 1)
    return devices
  }

  private func conflicts(_ device: Int, _ devices: Devices) throws -> [[String: Any]] {
    try devices.memo(device, ["conflicts", "--json"]).records()
  }

  @Test func oneSideMayHaveChangedMoreLinesThanTheOther() throws {
    let devices = try apart("# 회의\n\n준비물: 공책\n장소: 체육관\n", "# 회의\n\n준비물: 노트\n장소: 강당 2층\n")
    #expect(try devices.sync(1).errors.contains("1 conflict; review it"))
    let run = try devices.sync(0)
    #expect(run.errors.contains("1 conflict; review it"), "whoever receives the merge is told, too: \(run.errors)")
    for device in [0, 1] {
      let listed = try conflicts(device, devices)
      #expect(listed.map { $0["line"] as? Int } == [3])
      let versions = Set(listed.flatMap { [$0["ours"] as? String, $0["theirs"] as? String] })
      #expect(versions == ["준비물: 공책\n장소: 체육관\n", "장소: 강당 2층\n"])
    }
  }

  @Test func aMemoInTheTrashNeedsNoLook() throws {
    let devices = try apart("# 회의\n\n준비물: 노트\n장소: 체육관\n", "# 회의\n\n준비물: 노트\n장소: 강당 2층\n")
    try devices.mustSync(1)
    #expect(try conflicts(1, devices).count == 1)
    #expect(try devices.memo(1, ["delete", "a.md", "--yes"]).end == .exited(0))
    #expect(try conflicts(1, devices).isEmpty)
    #expect(try devices.memo(1, ["undo"]).end == .exited(0))
    #expect(try conflicts(1, devices).count == 1, "it is back, and so is the place")
  }

  @Test func aVersionThatIsEditedFurtherIsStillThere() throws {
    let devices = try apart("# 회의\n\n준비물: 노트\n장소: 체육관\n", "# 회의\n\n준비물: 노트\n장소: 강당 2층\n")
    try devices.mustSync(1)
    let merged = try #require(try devices.text("a.md", on: 1))
    try devices.write(merged.replacing("장소: 체육관", with: "장소: 체육관 옆"), to: "a.md", on: 1)
    #expect(try conflicts(1, devices).count == 1)
    try devices.mustSync(1)
    try devices.mustSync(0)
    #expect(try conflicts(0, devices).count == 1)
  }

  @Test func theLinesAreShownAsTheyStandNow() throws {
    let devices = try apart("# 회의\n\n준비물: 노트\n장소: 체육관\n", "# 회의\n\n준비물: 노트\n장소: 강당 2층\n")
    try devices.mustSync(1)
    let merged = try #require(try devices.text("a.md", on: 1))
    try devices.write(merged.replacing("장소: 강당 2층", with: "장소: 강당 3층"), to: "a.md", on: 1)
    let text = try devices.memo(1, ["conflicts"]).text
    #expect(text.contains("here: 장소: 강당 3층\n") && text.contains(": 장소: 체육관\n"), "\(text)")
    #expect(!text.contains("2층"), "\(text)")
  }

  /// Woven it would be no JSON any more.
  @Test(arguments: ["board.canvas", ".obsidian/app.json", "이름 없는"])
  func aFileThatIsNoMemoAndCannotHoldBothIsKeptTwice(name: String) throws {
    let devices = try Devices.inStep()
    try devices.write("{\n  \"a\": 1,\n  \"b\": 1,\n  \"c\": 1\n}\n", to: name, on: 0)
    for device in [0, 1] { try devices.mustSync(device) }
    try devices.write("{\n  \"a\": 2,\n  \"b\": 1,\n  \"c\": 1\n}\n", to: name, on: 0)
    try devices.mustSync(0)
    try devices.write("{\n  \"a\": 1,\n  \"b\": 1,\n  \"c\": 2\n}\n", to: name, on: 1)
    for device in [1, 0] { try devices.mustSync(device) }
    #expect(try devices.text(name, on: 0) == "{\n  \"a\": 2,\n  \"b\": 1,\n  \"c\": 2\n}\n", "apart, so merged")
    let versions = ["{\n  \"a\": 3\n}\n", "{\n  \"a\": 4\n}\n"]
    for device in [0, 1] { try devices.write(versions[device], to: name, on: device) }
    try devices.mustSync(0)
    for device in [1, 0] {
      let run = try devices.sync(device)
      #expect(
        run.errors.contains("could not be merged") && run.errors.contains("1 conflict; review it"), "\(run.errors)")
    }
    try devices.expectInStep()
    let files = try devices.files(0).filter { $0.key != VaultPath("a.md") }
    #expect(Set(files.values.map { String(decoding: $0, as: UTF8.self) }) == Set(versions))
    let listed = try conflicts(0, devices)
    #expect(listed.map { $0["kind"] as? String } == ["split"] && listed.map { $0["path"] as? String } == [name])
    #expect(try devices.memo(0, ["conflicts"]).text.contains("  here: "))
    let copy = try #require(listed.first?["other"] as? String)
    try devices.remove(copy, on: 1)
    for device in [1, 0] { try devices.mustSync(device) }
    #expect(try conflicts(0, devices).isEmpty)
  }

  /// Two devices, one of which has a file where the other has a folder, and both a memo whose names differ by case.
  private func withNamesThatCannotStandTogether() throws -> Devices {
    let devices = try Devices.inStep()
    try devices.write("# A text\n", to: "Foo.md", on: 0)
    try devices.write("# p\n", to: "proj/p.md", on: 0)
    try devices.mustSync(0)
    try devices.write("# B text\n", to: "foo.md", on: 1)
    try devices.write("file\n", to: "proj", on: 1)
    return devices
  }

  @Test func filesThatGotAnotherNameAreReportedAndListedOnBothDevices() throws {
    let devices = try withNamesThatCannotStandTogether()
    for device in [1, 0] {
      let told = try devices.sync(device).errors
      #expect(told.contains("(2).md' was '") && told.contains("which clashes with"), "\(told)")
      #expect(told.contains("' was 'proj', but the folder 'proj' has the same name"), "\(told)")
      #expect(told.contains("2 conflicts; review them") && !told.contains("could not be merged"), "\(told)")
      let listed = try conflicts(device, devices)
      #expect(listed.map { $0["kind"] as? String } == ["displaced", "displaced"])
      #expect(listed.map { $0["formerPath"] as? String }.last == "proj")
      let text = try devices.memo(device, ["conflicts"]).text
      #expect(text.split(separator: "  here: ").count == 3, "each device wrote one of each pair: \(text)")
    }
    try devices.expectInStep()
    let twin = try #require(try conflicts(0, devices).first)
    let isOwn = twin["formerPath"] as? String == "Foo.md"
    #expect(twin[isOwn ? "ours" : "theirs"] as? String == twin["path"] as? String)
    #expect(twin["isOurs"] as? Bool == true)
    let moved = try #require(twin["path"] as? String)
    #expect(try devices.memo(0, ["history", moved, "--json"]).records().count == 2, "it has the past of its old name")
    #expect(try devices.memo(0, ["restore", "--missing", "--at", "HEAD~1", "--json"]).records().isEmpty)
  }

  @Test func aRenamedFileIsListedUntilItIsSettled() throws {
    let devices = try withNamesThatCannotStandTogether()
    for device in [1, 0] { try devices.mustSync(device) }
    let paths = try conflicts(0, devices).compactMap { $0["path"] as? String }
    try #require(paths.count == 2)
    #expect(try devices.memo(0, ["conflicts", "--resolve", paths[1]]).end == .exited(0))
    #expect(try conflicts(0, devices).map { $0["path"] as? String } == [paths[0]])
    #expect(try devices.memo(0, ["move", paths[0], "sub"]).end == .exited(0))
    #expect(try conflicts(0, devices).isEmpty)
    for device in [0, 1] { try devices.mustSync(device) }
    #expect(try conflicts(1, devices).map { $0["path"] as? String } == [paths[1]], "resolved on the other device alone")
    try devices.remove(paths[1], on: 1)
    #expect(try conflicts(1, devices).isEmpty)
  }

  @Test func aMemoThatIsRenamedKeepsItsConflicts() throws {
    let devices = try apart("# a\n\n장소: 체육관\n", "# a\n\n장소: 강당 2층\n", base: "# a\n\n장소: 강당\n")
    for device in [1, 0] { try devices.mustSync(device) }
    let paths = { (device: Int) in try conflicts(device, devices).map { $0["path"] as? String } }
    #expect(try devices.memo(0, ["rename", "a.md", "모임"]).end == .exited(0))
    #expect(try paths(0) == ["모임.md"], "before a sync")
    for device in [0, 1] { try devices.mustSync(device) }
    #expect(try paths(1) == ["모임.md"] && paths(0) == ["모임.md"])
    _ = try devices.memo(1, ["list"])
    try devices.sandbox.folder.rename(VaultPath("d1/모임.md"), to: VaultPath("d1/b.md"))
    _ = try devices.memo(1, ["list"])
    #expect(try paths(1) == ["b.md"], "another program did it, and a refresh has seen it")
    try devices.mustSync(1)
    #expect(try paths(1) == ["b.md"])
    try devices.write("# 모임\n\n장소: 체육관\n", to: "b.md", on: 1)
    #expect(try paths(1).isEmpty, "taking a version out settles it there, too")
  }

  /// The new memo is no change of the old one, whether a sync came in between or not.
  @Test(arguments: [false, true]) func aChangeFollowsAMemoWhoseNameAnotherOneHas(isSyncedBetween: Bool) throws {
    let devices = try Devices.inStep(2, "# Plan\n\nold\n")
    #expect(try devices.memo(0, ["move", "a.md", "b.md"]).end == .exited(0))
    if isSyncedBetween { try devices.mustSync(0) }
    try devices.write("# Plan\n\nnew\n", to: "a.md", on: 0)
    try devices.write("# Plan\n\nold\nand more\n", to: "a.md", on: 1)
    for device in [0, 1, 0] { try devices.mustSync(device) }
    for device in [0, 1] {
      #expect(try devices.text("a.md", on: device) == "# Plan\n\nnew\n")
      #expect(try devices.text("b.md", on: device) == "# Plan\n\nold\nand more\n")
      #expect(try conflicts(device, devices).isEmpty)
    }
  }

  @Test(arguments: [0, 1]) func takingAVersionOutSettlesItAndRaisesNothing(device: Int) throws {
    for gone in ["장소: 체육관\n", "장소: 강당 2층\n"] {
      let devices = try apart("# 회의\n\n준비물: 노트\n장소: 체육관\n", "# 회의\n\n준비물: 노트\n장소: 강당 2층\n")
      for other in [1, 0] { try devices.mustSync(other) }
      let merged = try #require(try devices.text("a.md", on: device))
      try devices.write(merged.replacing(gone, with: ""), to: "a.md", on: device)
      let run = try devices.sync(device)
      #expect(run.errors == "sent 1 file, received 0 files, merged 0; no conflicts\n")
      #expect(try conflicts(device, devices).isEmpty, "without \(gone)")
      let settled = try #require(try devices.text("a.md", on: device))
      try devices.write(settled.replacing("노트", with: "공책"), to: "a.md", on: device)
      try devices.mustSync(device)
      #expect(try devices.text("a.md", on: device)?.contains(gone) == false, "\(gone) is not brought back")
    }
  }

  /// The commit of the deletion says nothing of times, those before it do.
  @Test func aMemoThatOthersEditedAndDeletedKeepsTheTimeOfTheEditThatStays() throws {
    let devices = try Devices.inStep()
    let time: Int64 = 1_777_777_777_123_456_789
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 0)
    try devices.mustSync(0)
    try devices.remove("a.md", on: 0)
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.mustSync(0)
    try devices.write("# A\none\ntwo\nTHREE\n", to: "a.md", on: 1, modified: time)
    for device in [1, 0] { try devices.mustSync(device) }
    for device in [0, 1] { #expect(devices.modified("a.md", on: device) == time, "\(device)") }
    try devices.expectInStep()
  }
}
