import MemoTestSupport
import Testing

@testable import MemoSync

/// A device whose file system can neither exchange two names nor give a file two, such as FAT and exFAT: there a file that others
/// have changed has no name between two renames.
@Suite struct PlainRenameTests {
  @Test func aMemoThatAKillLeftWithoutItsNameIsNotDeleted() throws {
    let devices = try SyncedDevices()
    devices.canExchange = false
    for name in ["b.md", "x/b.md"] { try devices.write("# B\n1\n2\n3\n", to: name, on: 0) }
    for device in [0, 1] { try devices.sync(device) }
    try devices.write("# A\none\ntwo\nthree\nnew\n", to: "a.md", on: 0)
    for name in ["b.md", "x/b.md"] { try devices.write("# B\nX\n2\n3\n", to: name, on: 0) }
    try devices.sync(0)
    try devices.write("# B\n1\n2\nY\n", to: "b.md", on: 1)
    try devices.keep()
    let expected = ["a.md": "# A\none\ntwo\nthree\nnew\n", "b.md": "# B\nX\n2\nY\n", "x/b.md": "# B\nX\n2\n3\n"]
    var missing: [String] = []
    for number in 1..<200 {
      try devices.restore()
      let fault = Fault(at: number, .death)
      _ = try? devices.sync(1, fault)
      let gone = try expected.keys.filter { try devices.text($0, on: 1) == nil }
      missing += gone
      if !gone.isEmpty {
        let report = try devices.sync(1)
        #expect(!report.issues.contains { if case .keptEdit = $0 { true } else { false } }, "\(number)")
        try devices.sync(0)
        for device in 0...1 {
          for (name, text) in expected { #expect(try devices.text(name, on: device) == text, "\(name), \(number)") }
        }
      }
      guard fault.hasHappened else { break }
    }
    #expect(missing.sorted() == expected.keys.sorted(), "each has been without its name")
  }
}
