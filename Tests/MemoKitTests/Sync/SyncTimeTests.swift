import MemoCore
import MemoSync
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

  /// Editors that have a file open find out by its time whether it has changed.
  @Test func aMergedMemoIsModifiedAStepAfterTheSideThatWasSavedLast() throws {
    let devices = try ClockedDevices()
    let lines = (1...9).map { "line \($0)\n" }.joined()
    try devices.write(lines, to: "a.md", on: 0)
    try devices.join()
    let time = ClockedDevices.now - Self.day
    try devices.write("first\n" + lines, to: "a.md", on: 0, modified: time - Self.second)
    try devices.write(lines + "last\n", to: "a.md", on: 1, modified: time)
    for device in [0, 1, 0, 1] { try devices.sync(device) }
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == "first\n" + lines + "last\n")
      #expect(devices.modified("a.md", on: device) == time + FileStamp.step, "\(device)")
    }
  }

  @Test func aChangedTextUnderTheSameTimeIsModifiedAStepLaterEverywhere() throws {
    let devices = try ClockedDevices()
    let time = ClockedDevices.now - Self.day
    try devices.write("# A\none\n", to: "a.md", on: 0, modified: time)
    try devices.join()
    try devices.write("# A\ntwo\n", to: "a.md", on: 0, modified: time)
    try devices.sync(0)
    // No time comes twice: the other device has seen neither text.
    try devices.write("# A\nsix\n", to: "a.md", on: 0, modified: time)
    for device in [0, 1, 0, 1] { try devices.sync(device) }
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == "# A\nsix\n")
      #expect(devices.modified("a.md", on: device) == time + 2 * FileStamp.step, "\(device)")
    }
  }

  /// As earlier versions rewrote links.
  @Test func aReceivedTextUnderTheTimeOfTheFileIsModifiedAStepLaterAndStaysSo() throws {
    let devices = try ClockedDevices()
    let time: Int64 = 1_777_777_777_123_456_789
    try devices.write("# A\none\n", to: "a.md", on: 0, modified: time)
    try devices.join()
    try devices.place.shell(
      """
      printf '# A\\ntwo\\n' > a.md
      git commit -qam x -m 'Memo-Time: 1777777777.123456789 "a.md"'
      """, in: "d0")
    for device in [0, 1, 1] { try devices.sync(device) }
    #expect(try devices.text("a.md", on: 1) == "# A\ntwo\n")
    #expect(devices.modified("a.md", on: 1) == time + FileStamp.step)
  }

  /// An editor that has it open would warn that another program has changed it.
  @Test func aMemoSavedWithoutAChangeKeepsItsTimeForAWhileAndInAnEditor() throws {
    let devices = try ClockedDevices(1)
    let time = ClockedDevices.now - Self.day
    try devices.write("# A\n", to: "a.md", on: 0, modified: time)
    try devices.join()
    let saved = ClockedDevices.now - Self.second
    try devices.write("# A\n", to: "a.md", on: 0, modified: saved)
    try devices.sync(0)
    #expect(devices.modified("a.md", on: 0) == saved, "a moment ago")
    try devices.write("b0VIM 9.1", to: ".a.md.swp", on: 0)
    try devices.sync(0, off: 3_600 * Self.second)
    #expect(devices.modified("a.md", on: 0) == saved, "vim has it open")
    try devices.place.folder.remove(VaultPath("d0/.a.md.swp"))
    try devices.sync(0, off: 3_600 * Self.second)
    #expect(devices.modified("a.md", on: 0) == time, "so that it is listed where it is on all devices")
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
      // What was saved without a change has its own time for some minutes.
      for device in 0...1 { _ = try devices.syncer(device).restoreTimes() }
      try expectSame(devices, try devices.order(0), "seed \(seed)")
    }
  }
}
