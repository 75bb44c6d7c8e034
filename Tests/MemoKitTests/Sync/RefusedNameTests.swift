import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// Memos whose names, or whose folders' names, are longer than the file system here takes, as macOS makes them.
@Suite struct RefusedNameTests {
  private static let long = String(repeating: "회의록", count: 30)
  private static let names = ["\(long)/회의.md", "\(long).md", "a/\(long)/b/회의.md"]

  /// Sends a memo of another device that has room for its name, with a commit so many seconds from now.
  private static func send(_ name: String, seconds: Int = 0, in devices: SyncedDevices) throws {
    try devices.place.shell(
      """
      git clone -q hub.git mac && cd mac && blob=$(echo '# Precious' | git hash-object -w --stdin) \
      && git update-index --add --cacheinfo "100644,$blob,\(name)" \
      && GIT_COMMITTER_DATE="$(($(date +%s) + \(seconds))) +0000" git commit -qm x && git push -q origin main
      """)
  }

  private static func hasHub(_ name: String, in devices: SyncedDevices) throws -> Bool {
    try devices.place.shell("git ls-tree -r -z --name-only main", in: "hub.git").split(separator: "\0").contains(
      name[...])
  }

  /// Syncs a device twice, each time with the memo named, and all else as usual.
  private static func expectWaiting(_ name: String, on device: Int, in devices: SyncedDevices) throws {
    for round in 1...2 {
      let report = try devices.sync(device)
      #expect(report.skipped == [SkippedFile(VaultPath(name), .unwritable)], "round \(round)")
      #expect(report.sentChanges.deleted == 0, "round \(round)")
      #expect(try hasHub(name, in: devices), "round \(round)")
      #expect(
        try devices.place.shell("git status --short 2> /dev/null", in: "d\(device)").isEmpty,
        "round \(round): git passes over it")
      let preview = try devices.preview(device)
      #expect(preview.sent == 0 && preview.received == 0, "round \(round)")
    }
  }

  @Test(arguments: names) func oneThatIsReceivedWaits(name: String) throws {
    let devices = try SyncedDevices()
    try Self.send(name, in: devices)
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.sync(0)
    try Self.expectWaiting(name, on: 1, in: devices)
    #expect(try devices.text("b.md", on: 1) == "# B\n")
  }

  // Which commit is older decides which side of the merge comes first.
  @Test(arguments: names, [-86_400, 86_400])
  func oneThatIsMergedWithAnEditWaits(name: String, seconds: Int) throws {
    let devices = try SyncedDevices()
    try Self.send(name, seconds: seconds, in: devices)
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 1)
    let preview = try devices.preview(1)
    #expect(preview.skipped == [SkippedFile(VaultPath(name), .unwritable)])
    #expect(preview.received == 0 && preview.sentChanges.deleted == 0)
    try Self.expectWaiting(name, on: 1, in: devices)
    try devices.sync(0)
    #expect(try devices.text("a.md", on: 0) == "# A\nONE\ntwo\nthree\n")
  }

  @Test(arguments: names) func oneThatANewDeviceReceivesWaits(name: String) throws {
    let devices = try SyncedDevices()
    try Self.send(name, in: devices)
    try devices.place.folder.makeFolders(VaultPath("d2"))
    var options = SyncOptions()
    options.remote = devices.place.folder.path.appending("hub.git").text
    #expect(try devices.syncer(2).sync(options).skipped.map(\.path) == [VaultPath(name)])
    try Self.expectWaiting(name, on: 2, in: devices)
    #expect(try devices.text("a.md", on: 2) == "# A\none\ntwo\nthree\n")
  }

  @Test(arguments: names) func oneThatGitHasCheckedOutIsNotDeleted(name: String) throws {
    let devices = try SyncedDevices()
    try Self.send(name, in: devices)
    try devices.place.shell("git fetch -q && git reset -q --mixed origin/main", in: "d1")
    try devices.write("# B\n", to: "b.md", on: 1)
    try Self.expectWaiting(name, on: 1, in: devices)
    try devices.sync(0)
    #expect(try devices.text("b.md", on: 0) == "# B\n")
  }

  @Test(arguments: names) func oneThatOthersRenameOrDeleteWaitsNoLonger(name: String) throws {
    let devices = try SyncedDevices()
    try Self.send(name, in: devices)
    try Self.expectWaiting(name, on: 1, in: devices)
    try devices.place.shell(
      """
      git fetch -q && git reset -q --mixed origin/main && git update-index --force-remove '\(name)' && echo '# Precious' > short.md \
      && git add short.md && git commit -qm y && git push -q origin main
      """, in: "mac")
    for round in 1...2 {
      #expect(try devices.sync(1).skipped.isEmpty, "round \(round)")
      #expect(try devices.text("short.md", on: 1) == "# Precious\n", "round \(round)")
      #expect(try !Self.hasHub(name, in: devices), "round \(round)")
    }
  }
}
