import MemoCore
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// How commits name the devices that made them.
@Suite struct SyncDeviceTests {
  @Test(arguments: [
    ("desk 0a1b2c3d", "desk", "0a1b2c3d"), ("my old desk 0a1b2c3d", "my old desk", "0a1b2c3d"),
    ("desk", "desk", ""), ("desk 0a1b", "desk 0a1b", ""), ("desk 0A1B2C3D", "desk 0A1B2C3D", ""), ("", "", ""),
    ("0a1b2c3d", "0a1b2c3d", ""), ("책상 0a1b2c3d", "책상", "0a1b2c3d"),
  ])
  func aDeviceHasANameAndANumber(text: String, name: String, id: String) {
    let device = SyncDevice(text)
    #expect((device.name, device.id) == (name, id), "\(text)")
    #expect(device.text == text)
  }

  @Test func aNameIsOneLineOfACommit() {
    #expect(SyncDevice(name: " a\nMemo-Time: 1\u{7F}\0 ", id: "").name == "aMemo-Time: 1")
    #expect(SyncDevice(name: "\n", id: "0a1b2c3d").text.isEmpty)
  }

  @Test(arguments: [
    ("desk 0a1b2c3d", "desk 0a1b2c3d", true), ("desk 0a1b2c3d", "desk 99999999", false),
    ("table 0a1b2c3d", "desk 0a1b2c3d", true), ("desk 0a1b2c3d", "desk", true), ("desk 0a1b2c3d", "phone", false),
    ("desk", "desk 0a1b2c3d", true), ("", "", false),
  ])
  func devicesOfOneNameDifferByTheirNumbers(one: String, other: String, isSame: Bool) {
    #expect(SyncDevice(one).isSame(as: SyncDevice(other)) == isSame, "\(one), \(other)")
  }

  @Test func aNewNumberIsReadAsOne() {
    for _ in 0..<100 { #expect(SyncDevice.isId(SyncDevice.newId())) }
  }
}
