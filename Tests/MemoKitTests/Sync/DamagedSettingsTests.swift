import MemoCore
import MemoTestSupport
import Testing

@testable import MemoStore
@testable import MemoSync

/// Settings that cannot be used stop at the device on which they were damaged, and whoever repairs them does so for all.
@Suite struct DamagedSettingsTests {
  private static let path = Vault.settingsPath
  private static let file = path.text
  private static let conflict = "{\n<<<<<<< a\n\"titles\": \"heading\"\n=======\n>>>>>>> b\n}\n"
  private static let damaged = ["{\"ignore\": [", "[]", "\0\0\0\0", conflict, tooLong]
  private static let tooLong = "{\"ignore\": [\"\(String(repeating: "a", count: 1 << 15))\"]}"

  private let devices: SyncedDevices
  /// What all devices have before anything is damaged.
  private let settings: String

  init() throws {
    devices = try SyncedDevices()
    settings = try #require(try devices.text(Self.file, on: 1))
  }

  /// Sends settings as plain git does, which looks at no file.
  ///
  /// - Parameter seconds: when they were committed, from now.
  private func send(_ text: String, seconds: Int = 0) throws {
    try devices.write(text, to: Self.file, on: 0)
    try devices.place.shell(
      """
      GIT_COMMITTER_DATE="$(($(date +%s) + \(seconds))) +0000" git commit -qam x && git push -q origin main
      """, in: "d0")
  }

  private func hub() throws -> String { try devices.place.shell("git show main:\(Self.file)", in: "hub.git") }

  /// Syncs all devices to the end, and expects them to be in step and to use some settings.
  private func expectRepaired(_ text: String) throws {
    for device in [0, 1, 0, 1] { try devices.sync(device) }
    for device in 0...1 {
      #expect(try devices.sync(device).skipped.isEmpty, "device \(device)")
      #expect(try devices.text(Self.file, on: device) == text, "device \(device)")
      _ = try devices.vault(device)
    }
    #expect(try devices.head(0) == devices.head(1) && hub() == text)
    #expect(try devices.conflicts(1).isEmpty)
  }

  // MARK: Received

  @Test(arguments: damaged) func damagedOnesAreNotPutInPlace(text: String) throws {
    let rules = try devices.vault(1).rules
    try send(text)
    try devices.write("# B\n", to: "b.md", on: 1)
    #expect(try devices.preview(1).skipped == [SkippedFile(Self.path, .receivedDamaged)])
    for round in 1...2 {
      #expect(try devices.sync(1).skipped == [SkippedFile(Self.path, .receivedDamaged)], "round \(round)")
      #expect(try devices.text(Self.file, on: 1) == settings, "round \(round)")
      #expect(try devices.vault(1).rules == rules, "commands go on")
      #expect(try hub() == text, "the other version stays in the history")
      #expect(try devices.place.shell("git status --short", in: "d1").isEmpty, "git passes over it")
    }
    #expect(try devices.place.shell("git ls-tree --name-only main", in: "hub.git").contains("b.md"), "all else is sent")
  }

  @Test(arguments: damaged) func theDeviceWithTheDamageRepairsThemForAll(text: String) throws {
    try send(text)
    try devices.sync(1)
    let repaired = settings.replacing("{", with: "{\"titles\": \"heading\",")
    try devices.write(repaired, to: Self.file, on: 0)
    try expectRepaired(repaired)
  }

  /// Git's conflict markers are left to whoever merges: `memo sync` does not start there.
  @Test(arguments: damaged.filter { $0 != conflict }) func anotherDeviceRepairsThemForAll(text: String) throws {
    try send(text)
    try devices.sync(1)
    let changed = settings.replacing("{", with: "{\"titles\": \"heading\",")
    try devices.write(changed, to: Self.file, on: 1)
    #expect(try devices.sync(1).skipped.isEmpty)
    #expect(try hub() == changed)
    #expect(try devices.sync(0).skipped.isEmpty, "what is received replaces the damage")
    try expectRepaired(changed)
  }

  // Which commit is older decides which side of the merge comes first.
  @Test(arguments: [-86_400, 86_400]) func usableOnesAreKeptWhereBothSidesChangedThem(seconds: Int) throws {
    try send("{", seconds: seconds)
    let changed = settings.replacing("{", with: "{\"titles\": \"heading\",")
    try devices.write(changed, to: Self.file, on: 1)
    #expect(try devices.preview(1).skipped.isEmpty)
    let report = try devices.sync(1)
    #expect(report.issues.isEmpty, "\(report.issues)")
    try expectRepaired(changed)
  }

  @Test func aNewDeviceGoesOnWithoutAnyUntilTheyAreRepaired() throws {
    try send("{")
    try devices.place.folder.makeFolders(VaultPath("d2"))
    var options = SyncOptions()
    options.remote = devices.place.folder.path.appending("hub.git").text
    for round in 1...2 {
      let skipped = try devices.syncer(2).sync(options).skipped
      #expect(skipped == [SkippedFile(Self.path, .receivedDamaged)], "round \(round)")
      options.remote = nil
    }
    #expect(try devices.text(Self.file, on: 2) == nil && devices.text("a.md", on: 2) != nil)
    try devices.write(settings, to: Self.file, on: 0)
    try devices.sync(0)
    #expect(try devices.sync(2).skipped.isEmpty)
    #expect(try devices.text(Self.file, on: 2) == settings)
  }

  @Test func thoseOfALaterVersionArePutInPlace() throws {
    let later = #"{"version": 9, "ignore": {"folders": ["x"]}, "titles": "by-model", "id": 5, "names": ["a"]}"#
    try send(later)
    #expect(try devices.sync(1).skipped.isEmpty)
    try expectRepaired(later)
  }

  // MARK: Damaged here

  @Test(arguments: damaged) func thoseThatAreDamagedBeforeASyncAreNotSent(text: String) throws {
    let syncer = try devices.syncer(0)
    try devices.write(text, to: Self.file, on: 0)
    try devices.write("# B\n", to: "b.md", on: 0)
    for round in 1...2 {
      #expect(try syncer.sync(SyncOptions()).skipped == [SkippedFile(Self.path, .damaged)], "round \(round)")
      #expect(try hub() == settings && devices.text(Self.file, on: 0) == text, "round \(round)")
    }
    try devices.sync(1)
    #expect(try devices.text("b.md", on: 1) == "# B\n", "all else is sent")
    let repaired = settings.replacing("{", with: "{\"titles\": \"heading\",")
    try devices.write(repaired, to: Self.file, on: 0)
    try expectRepaired(repaired)
  }

  @Test func damagedOnesStayWhereOthersComeIn() throws {
    let syncer = try devices.syncer(1)
    try devices.write("{damaged", to: Self.file, on: 1)
    let changed = settings.replacing("{", with: "{\"titles\": \"heading\",")
    try devices.write(changed, to: Self.file, on: 0)
    try devices.sync(0)
    for round in 1...2 {
      #expect(try syncer.sync(SyncOptions()).skipped == [SkippedFile(Self.path, .damaged)], "round \(round)")
      #expect(try devices.text(Self.file, on: 1) == "{damaged", "no text is lost, round \(round)")
    }
    try devices.write(settings, to: Self.file, on: 1)
    try expectRepaired(changed)
  }

  @Test func aBackupHasThemAsTheyAre() throws {
    let syncer = try devices.syncer(0)
    try devices.write("{damaged", to: Self.file, on: 0)
    let ref = try #require(try syncer.backup().ref)
    #expect(try devices.place.shell("git show \(ref):\(Self.file)", in: "d0") == "{damaged")
  }
}
