import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// Which files may be run, beside file systems and programs that set it everywhere, or nowhere.
@Suite struct FileModeSyncTests {
  /// What the remote has of a file's mode.
  private static func mode(of name: String, in devices: SyncedDevices) throws -> String {
    String(try devices.place.shell("git ls-tree main \(name)", in: "hub.git").prefix(6))
  }

  @Test func aMemoThatGitTakesForAProgramIsNoneAfterAnEdit() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("chmod +x a.md; git update-index --chmod=+x a.md; git commit -qm x", in: "d0")
    try devices.spread(from: 0)
    #expect(try Self.mode(of: "a.md", in: devices) == "100755")
    try devices.write("# A\nmore\n", to: "a.md", on: 1)
    try devices.spread(from: 1)
    #expect(try Self.mode(of: "a.md", in: devices) == "100644")
    for device in 0...1 {
      let state = try devices.place.shell("git status --short; test ! -x a.md && echo ok", in: "d\(device)")
      #expect(state == "ok\n", "device \(device)")
      #expect(try devices.text("a.md", on: device) == "# A\nmore\n")
    }
  }

  @Test func aNewFileIsNoProgramWhereTheFileSystemTakesAllForPrograms() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git config core.filemode false; echo P > p.png; chmod +x p.png", in: "d1")
    try devices.sync(1)
    #expect(try Self.mode(of: "p.png", in: devices) == "100644")
    #expect(try devices.sync(0).issues.isEmpty)
  }

  @Test func aProgramThatIsMovedWhereTheFileSystemKnowsNoneStaysOne() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("echo true > run.sh; chmod +x run.sh", in: "d0")
    try devices.spread(from: 0)
    try devices.place.shell("git config core.filemode false; chmod -x run.sh; mkdir bin; mv run.sh bin", in: "d1")
    try devices.sync(1)
    #expect(try Self.mode(of: "bin/run.sh", in: devices) == "100755")
  }
}
