#if os(Linux)
  import Glibc
  import MemoCore
  import MemoTestSupport
  import Testing

  @testable import MemoSync

  /// A memo that a program keeps open and appends to, as `job >> memo.md` does, while a sync brings a change of it.
  @Suite struct OpenFileTests {
    @Test func whatAProgramAppendsIsInTheMemo() throws {
      let devices = try SyncedDevices()
      let descriptor = open(devices.place.folder.path.appending("d1/a.md").text, O_WRONLY | O_APPEND | O_CLOEXEC)
      try #require(descriptor >= 0)
      try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 0)
      try devices.sync(0)
      let report = try devices.sync(1)
      #expect(report.skipped.map(\.path) == [VaultPath("a.md")], "it waits")
      #expect(write(descriptor, "appended\n", 9) == 9)
      close(descriptor)
      for device in [1, 0, 1] { try devices.sync(device) }
      for device in 0...1 { #expect(try devices.text("a.md", on: device) == "# A\nONE\ntwo\nthree\nappended\n") }
    }
  }
#endif
