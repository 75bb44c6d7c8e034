import MemoCore
import MemoSync
import MemoTestSupport
import Testing

/// A file that a merge gave another name is reported while something has the name that it had.
@Suite struct DisplacedFileTests {
  /// What is reported of files that have other names than they had.
  private func displaced(_ report: SyncReport) -> [String] {
    report.displaced.map { "\($0.path.text) > \($0.newPath.text)" }
  }

  private func move(_ name: String, to newName: String, on device: Int, _ devices: ClockedDevices) throws {
    try devices.place.folder.rename(VaultPath("d\(device)/\(name)"), to: VaultPath("d\(device)/\(newName)"))
  }

  @Test func aNameThatAnotherMemoGaveUpAgainIsNotReported() throws {
    let devices = try ClockedDevices(3)
    try devices.write("# Ex\n\none\ntwo\nthree\n", to: "ex.md", on: 0)
    try devices.join()
    try move("ex.md", to: "why.md", on: 0, devices)
    try devices.sync(0)
    try devices.write("# Why\n\nfive\nsix\n", to: "why.md", on: 1)
    #expect(displaced(try devices.sync(1)) == ["why.md > why (2).md"])
    #expect(displaced(try devices.sync(0)) == ["why.md > why (2).md"])
    try move("why.md", to: "because.md", on: 0, devices)
    try devices.sync(0)
    #expect(displaced(try devices.sync(2)).isEmpty, "no file and no folder has the name")
    #expect(try devices.text("why (2).md", on: 2) == "# Why\n\nfive\nsix\n")
    #expect(try devices.text("because.md", on: 2) == "# Ex\n\none\ntwo\nthree\n")
  }

  @Test func aNameInOtherCapitalsThatWasGivenUpAgainIsNotReported() throws {
    let devices = try ClockedDevices(3)
    try devices.write("# A\n", to: "a.md", on: 0)
    try devices.join()
    try devices.write("# One\n\none\ntwo\n", to: "Foo.md", on: 0)
    try devices.sync(0)
    try devices.write("# Other\n\nthree\nfour\n", to: "foo.md", on: 1)
    let report = try devices.sync(1)
    let file = try #require(report.displaced.first)
    try devices.sync(0)
    try move(file.other.text, to: "bar.md", on: 0, devices)
    try devices.sync(0)
    #expect(displaced(try devices.sync(2)).isEmpty)
    #expect(try devices.text("bar.md", on: 2) != nil && devices.bytes(file.newPath.text, on: 2) != nil)
  }

  @Test func aFolderThatHasTheNameIsReported() throws {
    let devices = try ClockedDevices(3)
    try devices.write("# A\n", to: "a.md", on: 0)
    try devices.join()
    try devices.place.folder.makeFolders(VaultPath("d0/proj"))
    try devices.write("# In\n", to: "proj/in.md", on: 0)
    try devices.sync(0)
    try devices.write("not a folder\n", to: "proj", on: 1)
    #expect(displaced(try devices.sync(1)).count == 1)
    let received = try devices.sync(2).displaced
    #expect(received.map(\.other.text) == ["proj"] && received.allSatisfy(\.isFolder))
  }
}
