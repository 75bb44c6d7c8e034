import MemoCore
import MemoTestSupport
import Testing

@testable import MemoStore
@testable import MemoSync

/// Files that wait because a device cannot have them, whose syncs are killed.
@Suite struct PassedOverTests {
  /// A device that takes `Note.md` and `note.md` for one, and is to receive the second.
  private func devices() throws -> SyncedDevices {
    let devices = try SyncedDevices()
    devices.ignoringCase = [1]
    try devices.write("# Upper\n", to: "Note.md", on: 0)
    try devices.spread(from: 0)
    try devices.write("# Lower\n", to: "note.md", on: 0)
    try devices.sync(0)
    return devices
  }

  /// The file is in git's own index before the branch has it; then another device deletes or changes it.
  @Test(arguments: ["rm note.md", "echo '# Other' > note.md"])
  func gitsIndexHasNothingStagedAfterAKill(line: String) throws {
    let devices = try devices()
    try devices.keep()
    var (number, left, isThrough) = (0, 0, false)
    while !isThrough {
      number += 1
      try devices.restore()
      let fault = Fault(at: number, .death)
      _ = try? devices.sync(1, fault)
      isThrough = !fault.hasHappened
      if try devices.place.shell("git diff --cached --name-only HEAD", in: "d1") == "note.md\n" { left += 1 }
      try devices.place.shell(line, in: "d0")
      try devices.sync(0)
      #expect(try devices.sync(1).staged == nil, "killed at call \(number)")
      let rest = try devices.place.shell("git status --short; git for-each-ref refs/memo/staged", in: "d1")
      #expect(rest.isEmpty, "killed at call \(number): \(rest)")
    }
    print("\(number) kills, \(left) of them when git's index had a file that the branch did not have")
    #expect(left > 0)
  }
}
