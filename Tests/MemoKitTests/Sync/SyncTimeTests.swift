import MemoCore
import MemoTestSupport
import Testing

/// Whatever a device's clock shows, its memos have the times that they have on all devices.
@Suite struct SyncTimeTests {
  private static let second: Int64 = 1_000_000_000
  private static let day = 86_400 * second
  private static let offsets = [-20 * second, -3 * day, 3 * day, 20 * second]

  private func expectSame(_ devices: ClockedDevices, _ order: [String], _ comment: Comment) throws {
    #expect(try devices.order(0) == order, comment)
    #expect(try devices.order(1) == order, comment)
  }

  @Test(arguments: offsets) func receivedMemosHaveTheSendersTimes(off: Int64) throws {
    let devices = try ClockedDevices()
    try devices.join()
    let now = ClockedDevices.now
    for name in 0..<3 {
      try devices.write("# \(name)\n", to: "\(name).md", on: 0, modified: now - Int64(name) * 7 * Self.second - 1)
    }
    let order = try devices.order(0)
    try devices.sync(0)
    try devices.sync(1, off: off)
    try expectSame(devices, order, "while the clock is wrong")
    try devices.sync(1, off: off)
    let head = try devices.head(0)
    for device in [1, 0, 1] { try devices.sync(device) }
    try expectSame(devices, order, "after it was set right")
    #expect(try devices.head(0) == head && devices.head(1) == head, "nothing was there to commit")
  }

  @Test(arguments: offsets, [true, false])
  func sentMemosKeepTheirOrder(off: Int64, isSetRightBefore: Bool) throws {
    let devices = try ClockedDevices()
    try devices.join()
    let now = ClockedDevices.now
    for name in 0..<3 {
      let time = now + off - Int64(name) * 7 * Self.second - 1
      try devices.write("# \(name)\n", to: "\(name).md", on: 1, modified: time)
    }
    try devices.write("# here\n", to: "here.md", on: 0, modified: now - 9 * Self.second)
    try devices.sync(0)
    let order = Set(try devices.order(1) + devices.order(0)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    try devices.sync(1, off: isSetRightBefore ? 0 : off)
    try devices.sync(0)
    try expectSame(devices, order.reversed(), "the times of the files")
    for device in [1, 0, 1] { try devices.sync(device) }
    try expectSame(devices, order.reversed(), "later, too")
  }

  /// Else the names with the times would be those of no memos.
  @Test func aUsersEncodingOfLogsChangesNoTimes() throws {
    let devices = try ClockedDevices()
    try devices.place.shell("git config --global i18n.logOutputEncoding euc-kr")
    try devices.join()
    let time = ClockedDevices.now - 30 * Self.day
    try devices.write("# 회의록\n", to: "회의록.md", on: 0, modified: time)
    for device in 0...1 { try devices.sync(device) }
    #expect(devices.modified("회의록.md", on: 1) == time)
  }

  @Test func randomEditsByWrongClocksLeaveTheSameTimesEverywhere() throws {
    for seed in 0..<4 {
      var random = SeededRandom(seed: UInt64(seed))
      let devices = try ClockedDevices()
      try devices.join()
      var offsets = [0, Self.offsets.randomElement(using: &random) ?? 0]
      for round in 0..<5 {
        if round == 3 { offsets = [0, 0] }
        for device in 0...1 {
          for _ in 0..<Int.random(in: 0...2, using: &random) {
            let name = "\(Int.random(in: 0..<4, using: &random)).md"
            let old = try devices.text(name, on: device) ?? "# \(name)\n"
            let new = Bool.random(using: &random) ? old : old + "\(device) \(round)\n"
            try devices.write(new, to: name, on: device, modified: ClockedDevices.now + offsets[device])
          }
        }
        for device in [0, 1].shuffled(using: &random) { try devices.sync(device, off: offsets[device]) }
      }
      for device in [0, 1, 0] { try devices.sync(device) }
      try expectSame(devices, try devices.order(0), "seed \(seed)")
    }
  }
}
