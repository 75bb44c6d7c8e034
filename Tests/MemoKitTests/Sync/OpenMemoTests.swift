import MemoCore
import MemoKit
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoStore
@testable import MemoSync

/// A memo is open in the split view while a sync gives it the name, and the changes, that it got on another device: what is
/// typed then is saved there, and nowhere else.
@Suite struct OpenMemoTests {
  private static let plan = "# Plan\n\none\ntwo\nthree\nfour\n"
  private let path = VaultPath("Plan.md")

  private func devices(_ others: [String: String] = [:]) throws -> LinkedDevices {
    try LinkedDevices(others.merging(["Plan.md": Self.plan]) { other, _ in other })
  }

  /// Edits so much that the text alone does not show which memo it is.
  private func edit(_ name: String, _ devices: LinkedDevices) throws {
    let text = try #require(try devices.text(name, on: 0))
    let edited = text.replacing("two\n", with: "TWO\n").replacing("three\n", with: "THREE\n")
    try #require(edited != text)
    try devices.write(edited.replacing("# Plan\n", with: "# Other name\n"), to: name, on: 0)
  }

  private func saving(_ devices: LinkedDevices) throws -> MemoSaving {
    let vault = try devices.devices.vault(1)
    return MemoSaving(in: vault, by: OperationHistory(of: vault), fallbackName: "untitled") { base, disk, typed in
      LineMerge(base: base, first: disk, second: typed).bytes
    }
  }

  /// Types into the memo that is open under its former name, and expects it in the one with another name alone.
  private func expectTyped(
    in newName: String, _ base: [UInt8], _ devices: LinkedDevices, by saving: MemoSaving? = nil
  ) throws {
    var saving = try saving ?? self.saving(devices)
    let typed = String(decoding: base, as: UTF8.self).replacing("four\n", with: "four, typed\n")
    let saved = try saving.save(Array(typed.utf8), to: path, base: base, at: 9)
    #expect(saved.path == VaultPath(newName) && saved.meanwhile == .moved)
    #expect(try devices.text("Plan.md", on: 1) == nil)
    let text = try #require(try devices.text(newName, on: 1))
    #expect(text.contains("TWO\nTHREE\nfour, typed\n"), "\(text)")
    for device in [1, 0] { _ = try devices.sync(device) }
    #expect(try devices.text(newName, on: 0) == text && devices.text("Plan.md", on: 0) == nil)
  }

  @Test func whatIsNotSavedYetIsSavedWhereTheMemoIs() throws {
    let devices = try devices()
    try devices.rename("Plan.md", to: "Other name", on: 0)
    try edit("Other-name.md", devices)
    for device in [0, 1] { _ = try devices.sync(device) }
    try expectTyped(in: "Other-name.md", Array(Self.plan.utf8), devices)
  }

  @Test func whatFollowsASaveIsSavedWhereTheMemoIs() throws {
    let devices = try devices()
    var saving = try saving(devices)
    let typed = Self.plan.replacing("one\n", with: "HELLO one\n")
    let saved = try saving.save(Array(typed.utf8), to: path, base: Array(Self.plan.utf8), at: 8)
    try devices.rename("Plan.md", to: "Other name", on: 0)
    try edit("Other-name.md", devices)
    for device in [0, 1] { _ = try devices.sync(device) }
    try expectTyped(in: "Other-name.md", saved.contents, devices, by: saving)
    #expect(try devices.text("Other-name.md", on: 0)?.contains("HELLO one\n") == true)
  }

  @Test(arguments: [false, true]) func eachOfSeveralRenamesIsFollowed(inOneSync isOneSync: Bool) throws {
    let devices = try devices()
    try devices.move("Plan.md", toFile: "B.md", on: 0)
    for device in isOneSync ? [0] : [0, 1] { _ = try devices.sync(device) }
    try devices.move("B.md", toFile: "C.md", on: 0)
    try edit("C.md", devices)
    for device in [0, 1] { _ = try devices.sync(device) }
    try expectTyped(in: "C.md", Array(Self.plan.utf8), devices)
  }

  /// No command has renamed it, but the merge brings what both sides changed together.
  @Test func aRenameThatAMergeHasFoundIsFollowed() throws {
    let plan = "# Plan\n\n" + (1...12).map { "line \($0)\n" }.joined()
    let devices = try devices(["Plan.md": plan])
    var saving = try saving(devices)
    let typed = plan.replacing("line 1\n", with: "line 1, here\n")
    let saved = try saving.save(Array(typed.utf8), to: path, base: Array(plan.utf8), at: 8)
    let change = "mv Plan.md New.md && sed -i.bak 's/^line 5$/line 5, there/' New.md && rm New.md.bak"
    try devices.devices.place.shell(change, in: "d0")
    for device in [0, 1] { _ = try devices.sync(device) }
    let later = try saving.save(saved.contents + Array("end\n".utf8), to: path, base: saved.contents, at: 9)
    #expect(later.path == VaultPath("New.md") && later.meanwhile == .moved)
    #expect(try devices.text("Plan.md", on: 1) == nil)
    let text = try #require(try devices.text("New.md", on: 1))
    #expect(text.contains("line 1, here\n") && text.contains("line 5, there\n") && text.contains("end\n"), "\(text)")
  }

  /// Neither a command nor the merge, if there is one, has anything to do with the memo here.
  @Test(arguments: [false, true]) func aRenameOfAnotherProgramIsFollowed(hasOwnChange: Bool) throws {
    let devices = try devices(["o.md": "# O\n"])
    let change = "mv Plan.md New.md && sed -i.bak 's/^two$/TWO/; s/^three$/THREE/' New.md && rm New.md.bak"
    try devices.devices.place.shell(change, in: "d0")
    if hasOwnChange { try devices.write("# O\nmore\n", to: "o.md", on: 1) }
    _ = try devices.sync(0)
    let log = try devices.devices.place.shell("git log --format=%B", in: "d0")
    try #require(!log.contains("Memo-Renamed"))
    _ = try devices.sync(1)
    try expectTyped(in: "New.md", Array(Self.plan.utf8), devices)
  }

  @Test func aMemoThatCameForADeletedOneOfTheSameTemplateIsAnotherMemo() throws {
    let template = "# Day\n\n## Tasks\n\n## Notes\n"
    let devices = try devices(["template.md": template, "Plan.md": template + "monday\n"])
    try devices.devices.remove("Plan.md", on: 0)
    try devices.write(template + "tuesday\n", to: "New.md", on: 0)
    for device in [0, 1] { _ = try devices.sync(device) }
    let base = Array((template + "monday\n").utf8)
    var saving = try saving(devices)
    let saved = try saving.save(base + Array("typed\n".utf8), to: path, base: base, at: 9)
    #expect(saved.path == path && saved.meanwhile == .removed)
    #expect(try devices.text("New.md", on: 1) == template + "tuesday\n")
  }

  @Test func aNameThatWasAnotherMemosIsFollowed() throws {
    let other = "# Other\nof another memo\n"
    let devices = try devices(["Other.md": other])
    try devices.move("Other.md", toFile: "Third.md", on: 0)
    try devices.move("Plan.md", toFile: "Other.md", on: 0)
    try edit("Other.md", devices)
    for device in [0, 1] { _ = try devices.sync(device) }
    try expectTyped(in: "Other.md", Array(Self.plan.utf8), devices)
    #expect(try devices.text("Third.md", on: 1) == other)
  }

  @Test func aMemoThatWasMovedHereSinceIsFollowed() throws {
    let devices = try devices()
    try devices.rename("Plan.md", to: "Other name", on: 0)
    try edit("Other-name.md", devices)
    for device in [0, 1] { _ = try devices.sync(device) }
    try devices.move("Other-name.md", toFile: "Here.md", on: 1)
    try expectTyped(in: "Here.md", Array(Self.plan.utf8), devices)
  }

  @Test func anotherMemoThatHadTheFormerNameSinceIsNotTakenForIt() throws {
    let devices = try devices()
    try devices.rename("Plan.md", to: "Other name", on: 0)
    try edit("Other-name.md", devices)
    for device in [0, 1] { _ = try devices.sync(device) }
    let received = try devices.text("Other-name.md", on: 1)
    // It came and went, and the split view had it open.
    let text = Array("# Plan\n\nof another memo\n".utf8)
    var saving = try saving(devices)
    let saved = try saving.save(text + Array("typed\n".utf8), to: path, base: text, at: 9)
    #expect(saved.path == path && saved.meanwhile == .removed)
    #expect(try devices.text("Other-name.md", on: 1) == received)
  }

  /// The split view, and editors, miss the file before the branch has moved.
  @Test func whereAMemoIsGoingIsKnownBeforeItsFileIsGone() throws {
    let devices = try devices()
    try devices.rename("Plan.md", to: "Other name", on: 0)
    try edit("Other-name.md", devices)
    _ = try devices.sync(0)
    let vault = try devices.devices.vault(1)
    let found = Mutex<[String]>([])
    var options = SyncOptions()
    options.settling = .zero
    options.fileProgress = { [path] _, _ in
      guard vault.files.stamp(of: path) == nil else { return }
      let traced = try? MemoTrace(in: vault).newPath(of: path, holding: Array(Self.plan.utf8))
      let remembered = vault.movedMemos.moves.last { $0.from == path }?.to
      found.withLock { $0 = [traced?.text ?? "nowhere", remembered?.text ?? "nowhere"] }
    }
    _ = try devices.devices.syncer(1).sync(options)
    #expect(found.withLock { $0 } == ["Other-name.md", "Other-name.md"])
  }
}
