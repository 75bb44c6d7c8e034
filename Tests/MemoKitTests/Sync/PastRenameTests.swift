import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoKit
@testable import MemoSync

/// Renames that the branch holds already, of memos whose old names other memos have since then.
@Suite struct PastRenameTests {
  @Test(arguments: [0, 1])
  func aMemoThatComesBackIsNotTheOneThatHasItsOldName(mover: Int) throws {
    let devices = try LinkedDevices(["Plan.md": "# Plan\nold 1\nold 2\nold 3\n", "k.md": "# K\n"])
    try devices.rename("Plan.md", to: "Roadmap", on: mover)
    for device in [mover, 1 - mover] { _ = try devices.sync(device) }
    let old = try #require(try devices.text("Roadmap.md", on: 0))
    try devices.devices.remove("Roadmap.md", on: 0)
    _ = try devices.sync(0)
    try devices.write("# Plan\nnew plan\n", to: "Plan.md", on: 0)
    for device in 0...1 { _ = try devices.sync(device) }

    try devices.write(old, to: "Roadmap.md", on: 0)
    try devices.devices.remove("Plan.md", on: 0)
    try devices.write("# Plan\nnew plan\na line of the other device\n", to: "Plan.md", on: 1)
    for device in [1, 0, 1] { _ = try devices.sync(device) }
    for device in 0...1 {
      #expect(try devices.text("Roadmap.md", on: device) == old)
      #expect(try devices.text("Plan.md", on: device) == "# Plan\nnew plan\na line of the other device\n")
    }
  }

  @Test func aRenameIsRecordedOnce() throws {
    let devices = try LinkedDevices(["a.md": "# A\n", "k.md": "# K\n"])
    try devices.rename("a.md", to: "New", on: 0)
    _ = try devices.sync(0)
    let vault = try devices.devices.vault(0)
    let state = try devices.devices.syncer(0).folder.readState()
    #expect(state.lastOperation == 1)
    let new = [VaultPath("New.md")]
    #expect(vault.knownMoves(to: new).contains { $0.old == VaultPath("a.md") })
    #expect(try OperationHistory(of: vault).formerPaths(of: new, since: state.lastOperation) == [:])
  }
}
