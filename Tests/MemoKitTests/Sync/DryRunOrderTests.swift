import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// Which side of a merge counts as the first is reported by a dry run as the sync then has it.
@Suite struct DryRunOrderTests {
  private static let hour: Int64 = 3_600_000_000_000

  @Test(arguments: [-hour, hour])
  func aDryRunForetellsWhoKeepsAName(off: Int64) throws {
    let devices = try ClockedDevices()
    try devices.join()
    for name in ["d.json", "n.md", "m.md"] { try devices.write("{\n \"a\": 1\n}\n", to: name, on: 0) }
    for device in [0, 1] { try devices.sync(device) }
    for device in [0, 1] { try devices.write("{\n \"a\": \(device + 2)\n}\n", to: "d.json", on: device) }
    for (device, name) in ["n.md", "m.md"].enumerated() {
      try devices.place.shell("mv \(name) x.md; printf '\(device)\\n' >> x.md", in: devices.names[device])
    }
    try devices.sync(0, off: max(0, -off))
    var options = SyncOptions()
    options.settling = .zero
    options.isDryRun = true
    let preview = try devices.syncer(1, off: off).sync(options)
    let report = try devices.sync(1, off: off)
    #expect(preview.sent == report.sent && preview.received == report.received)
    let isOwn = try devices.text("d.json", on: 1)?.contains("3") == true
    #expect(isOwn == (off < 0), "the older one keeps its name")
    let changes = preview.previewedChanges.filter { $0.path == VaultPath("d.json") }.map(\.direction)
    #expect(changes == (isOwn ? [.send] : [.receive]))
  }
}
