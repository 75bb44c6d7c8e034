import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// A person edits what a sync that was broken off has put in place, before the next one.
@Suite struct BrokenOffEditTests {
  private static let base = "# A\n- [ ] one\n- [ ] two\n- [ ] three\nfour\n"

  @Test(arguments: [
    (
      "takes out one of the lines that came", base + "in one\nin two\nin three\n",
      base + "in one\nin three\nmine\n"
    ),
    (
      "unticks one of the boxes that were ticked", base.replacing("[ ]", with: "[x]"),
      "# A\n- [x] one\n- [ ] two\n- [x] three\nfour\n"
    ),
    ("changes a line that came", base + "in one\nin two\nin three\n", base + "in one\nin two, mine\nin three\n"),
  ])
  func whatThePersonMadeOfItStays(name: String, incoming: String, edited: String) throws {
    var cases = 0
    let devices = try SyncedDevices(2, Self.base)
    try devices.write(incoming, to: "a.md", on: 0)
    try devices.sync(0)
    try devices.keep()
    let whole = Fault(at: .max, .death)
    try devices.sync(1, whole)
    // Backwards: a kill early enough leaves the file as it was, and so do all before that.
    for number in (1...whole.count).reversed() {
      try devices.restore()
      _ = try? devices.sync(1, Fault(at: number, .death))
      if try devices.text("a.md", on: 1) != incoming { break }
      cases += 1
      try devices.write(edited, to: "a.md", on: 1)
      for device in [1, 0, 1] { try devices.sync(device) }
      for device in 0...1 {
        #expect(try devices.text("a.md", on: device) == edited, "\(name), killed at \(number)")
      }
    }
    print("\(name): \(cases) kills after the file was there")
    #expect(cases > 0)
  }

  @Test func aMemoThatCameUnderAnotherNameIsThereOnce() throws {
    let devices = try SyncedDevices(2, Self.base)
    try devices.rename("a.md", to: "b.md", on: 0)
    try devices.sync(0)
    try devices.write(Self.base + "mine\n", to: "a.md", on: 1)
    try devices.keep()
    let whole = Fault(at: .max, .death)
    try devices.sync(1, whole)
    var cases = 0
    // Backwards: a kill early enough leaves the memo under its old name, and so do all before that.
    for number in (1...whole.count).reversed() {
      try devices.restore()
      _ = try? devices.sync(1, Fault(at: number, .death))
      guard try devices.text("b.md", on: 1) != nil else { break }
      cases += 1
      for device in [1, 0, 1] { try devices.sync(device) }
      for device in 0...1 {
        let names = try devices.place.shell("ls", in: "d\(device)")
        #expect(names == "b.md\n", "killed at \(number)")
        #expect(try devices.text("b.md", on: device) == Self.base + "mine\n", "killed at \(number)")
        #expect(try devices.conflicts(device).isEmpty, "killed at \(number)")
      }
    }
    print("\(cases) kills after the memo was there")
    #expect(cases > 0)
  }
}
