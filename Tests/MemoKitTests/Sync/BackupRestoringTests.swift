import MemoCore
import MemoTestSupport
import Testing

@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// What a backup has to bring back, by where it was made.
@Suite struct BackupRestoringTests {
  /// What is brought back from the last backup of a device.
  private func restoring(_ revision: String? = nil, on device: Int, of devices: SyncedDevices) throws -> BackupRestoring
  {
    let (vault, host) = (try devices.vault(device), devices.place.folder.host())
    let trusted = TrustedRepositories(in: devices.place.folder.path.appending("home/state/memo"), host: host)
    let repository = try PastRepository(of: vault, host: host, trusted: trusted, git: devices.place.git)
    return try BackupRestoring(revision, in: repository, vault)
  }

  private func texts(_ restoring: BackupRestoring) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: restoring.memos.map { ($0.path.text, String(decoding: $0.contents, as: UTF8.self)) })
  }

  @Test(arguments: [true, false]) func commitsOnNoBranchComeBackWithWhatWasTyped(hasTyped: Bool) throws {
    let devices = try SyncedDevices()
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.sync(0)
    try devices.place.shell("git checkout -q --detach; echo committed >> a.md; git commit -qam x", in: "d0")
    if hasTyped { try devices.write("# B\ntyped\n", to: "b.md", on: 0) }
    _ = try devices.syncer(0).backup()
    try devices.place.shell("git checkout -qf main", in: "d0")
    try devices.write("# A\nzero\none\ntwo\nthree\n", to: "a.md", on: 0)
    let found = try restoring(on: 0, of: devices)
    var expected = ["a.md": "# A\nzero\none\ntwo\nthree\ncommitted\n"]
    if hasTyped { expected["b.md"] = "# B\ntyped\n" }
    #expect(texts(found) == expected)
    #expect(found.commitBelow == nil)
  }

  /// A reset drops commits on purpose: they are named, and come back when asked for.
  @Test func commitsThatAResetDroppedAreNamed() throws {
    let devices = try SyncedDevices()
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.sync(0)
    try devices.place.shell("echo committed >> a.md; git commit -qam x; echo typed >> b.md", in: "d0")
    let backup = try devices.syncer(0).backup()
    #expect(try restoring(on: 0, of: devices).commitBelow == nil, "the branch has it")
    try devices.place.shell("git reset -q --hard HEAD~1", in: "d0")
    let found = try restoring(on: 0, of: devices)
    #expect(texts(found) == ["b.md": "# B\ntyped\n"])
    let name = try #require(backup.ref) + "^"
    #expect(found.commitBelow == name)
    #expect(texts(try restoring(name, on: 0, of: devices)) == ["a.md": "# A\none\ntwo\nthree\ncommitted\n"])
  }
}
