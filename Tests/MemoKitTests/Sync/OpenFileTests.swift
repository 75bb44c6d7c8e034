#if os(Linux)
  import Glibc
  import MemoCore
  import MemoTestSupport
  import Testing

  @testable import MemoSync

  /// A memo that a program keeps open and appends to, as `job >> memo.md` does, while a sync brings a change of it.
  @Suite struct OpenFileTests {
    /// Opens the memo of the second device as a program does that appends to it.
    private static func opened(_ devices: SyncedDevices) throws -> Int32 {
      let descriptor = open(devices.place.folder.path.appending("d1/a.md").text, O_WRONLY | O_APPEND | O_CLOEXEC)
      try #require(descriptor >= 0)
      return descriptor
    }

    /// Syncs what the first device has changed to a memo to which a program appends then: the change waits for it.
    private func syncWhileAppending(to descriptor: Int32, _ devices: SyncedDevices) throws {
      try devices.sync(0)
      #expect(try devices.sync(1).skipped.map(\.path) == [VaultPath("a.md")], "it waits")
      #expect(write(descriptor, "appended\n", 9) == 9)
      close(descriptor)
      for device in [1, 0, 1] { try devices.sync(device) }
    }

    @Test func whatAProgramAppendsIsInTheMemo() throws {
      let devices = try SyncedDevices()
      let descriptor = try Self.opened(devices)
      try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 0)
      try syncWhileAppending(to: descriptor, devices)
      for device in 0...1 { #expect(try devices.text("a.md", on: device) == "# A\nONE\ntwo\nthree\nappended\n") }
    }

    @Test func whatIsAppendedToAMemoThatWasMovedElsewhereIsInIt() throws {
      let devices = try SyncedDevices()
      let descriptor = try Self.opened(devices)
      try devices.rename("a.md", to: "b.md", on: 0)
      try syncWhileAppending(to: descriptor, devices)
      for device in 0...1 {
        #expect(try devices.text("a.md", on: device) == nil, "device \(device)")
        #expect(try devices.text("b.md", on: device) == "# A\none\ntwo\nthree\nappended\n", "device \(device)")
      }
    }

    @Test func whatIsAppendedToAMemoThatWasDeletedElsewhereKeepsIt() throws {
      let devices = try SyncedDevices()
      let descriptor = try Self.opened(devices)
      try devices.remove("a.md", on: 0)
      try syncWhileAppending(to: descriptor, devices)
      for device in 0...1 {
        #expect(try devices.text("a.md", on: device) == "# A\none\ntwo\nthree\nappended\n", "device \(device)")
      }
    }

    @Test(arguments: ["a memo that is deleted", "a memo that is moved"])
    func aRemovalThatCannotBeMadeIsNotTakenBack(name: String) throws {
      let devices = try SyncedDevices()
      let descriptor = try Self.opened(devices)
      if name.hasSuffix("moved") {
        try devices.rename("a.md", to: "b.md", on: 0)
      } else {
        try devices.remove("a.md", on: 0)
      }
      try devices.sync(0)
      for round in 1...2 {
        let report = try devices.sync(1)
        #expect(report.skipped.map(\.path) == [VaultPath("a.md")], "round \(round)")
        #expect(report.sent == 0, "round \(round)")
        try devices.sync(0)
        #expect(try devices.text("a.md", on: 0) == nil, "round \(round)")
      }
      #expect(try devices.place.shell("git ls-files a.md", in: "d1").isEmpty, "no commit by hand has it either")
      close(descriptor)
      try devices.sync(1)
      #expect(try devices.text("a.md", on: 1) == nil)
      #expect(try devices.conflicts(1).isEmpty)
    }
  }
#endif
