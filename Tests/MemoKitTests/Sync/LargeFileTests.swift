import MemoCore
import MemoSync
import MemoTestSupport
import Testing

/// A file that is larger than what is synced is reported only where the branch does not have what it holds.
@Suite struct LargeFileTests {
  @Test func oneThatAnotherProgramHasCommittedIsReportedOnceItDiffers() throws {
    let devices = try ClockedDevices()
    try devices.write("# A\n", to: "a.md", on: 0)
    try devices.join()
    try devices.place.shell(
      "head -c 22000000 /dev/zero > huge.bin; git add huge.bin; git commit -qm large", in: "d0")
    for device in [0, 1, 0, 1] { #expect(try devices.sync(device).skipped.isEmpty, "\(device)") }
    #expect(try devices.bytes("huge.bin", on: 1)?.count == 22_000_000)
    try devices.place.shell("printf x >> huge.bin", in: "d1")
    for _ in 0..<2 { #expect(try devices.sync(1).skipped.map(\.reason) == [.tooLarge]) }
    try devices.place.shell("git checkout -q huge.bin", in: "d1")
    #expect(try devices.sync(1).skipped.isEmpty, "it is as on the branch again")
  }

  @Test func oneThatNoCommitHasIsReported() throws {
    let devices = try ClockedDevices(1)
    try devices.join()
    try devices.place.shell("head -c 22000000 /dev/zero > huge.bin", in: "d0")
    for _ in 0..<2 { #expect(try devices.sync(0).skipped.map(\.path.text) == ["huge.bin"]) }
  }
}
